"""The truth of a claim about numbers at a point, in sixty digits, by direct summation.

It shares no code with the library's own evaluation, and it has no largest number of terms. A
comparison counts as false where its sides differ by more than rounding could explain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Any

import mpmath

from pmlsym.claims.subjects import subjects
from pmlsym.language.fold import walk
from pmlsym.language.nodes import (
    BinomialTail,
    Bound,
    Claim,
    Comparison,
    Conjunction,
    Constant,
    Disjunction,
    Division,
    Exponential,
    Extreme,
    Implication,
    Logarithm,
    Negation,
    Product,
    Quantity,
    Scalar,
    Series,
    Sum,
)

MP = mpmath.MPContext()
MP.dps = 60
NEAR = MP.mpf(10) ** -40
LONGEST = 3000
Point = Mapping[str, Fraction]
COUNTS = (300, 301, 320, 400, 1000)
REALS = tuple(map(Fraction, ("0", "1", "-1", "1/2", "2", "1/1000", "-1/1000", "40", "300", "700")))
UNITS = tuple(map(Fraction, ("0", "1", "1/2", "1/1000", "999/1000", "1/3")))


class Undefined(ValueError):
    """The claim has no value there."""


def points(claim: Claim, rng: Random, count: int) -> Iterator[dict[str, Fraction]]:
    """Points for the scalars of a claim: n and m are counts, p and q probabilities."""
    for _ in range(count):
        yield {name: _draw(rng, name) for name in sorted(subjects(claim).scalars)}


def _draw(rng: Random, name: str) -> Fraction:
    if name[0] in "nm":
        return Fraction(rng.choice((*COUNTS, 6, 5, 1, 0) if name[0] == "m" else COUNTS))
    if name[0] in "pq":
        return rng.choice((*UNITS, Fraction(rng.randint(1, 99), 100)))
    return rng.choice((*REALS, Fraction(rng.randint(-300, 300), 100)))


def truth(claim: Claim, at: Point) -> bool:
    """Whether the claim holds at the point. Raises Undefined outside of its domain."""
    match claim:
        case Comparison(left, relation, right):
            return _compare(value(left, at), relation, value(right, at))
        case Implication(premise, conclusion):
            return not truth(premise, at) or truth(conclusion, at)
        case Conjunction(claims) | Disjunction(claims):
            each = [truth(part, at) for part in claims]
            return all(each) if isinstance(claim, Conjunction) else any(each)
        case Negation(inner):
            return not truth(inner, at)
    raise Undefined


def value(quantity: Quantity, at: Mapping[str, Any]) -> Any:
    """The number, a Fraction as long as it can be."""
    match quantity:
        case Constant(number):
            return number
        case Scalar(name) | Bound(name):
            return at[name]
        case Sum(terms):
            return _total((value(term, at) for term in terms), False)
        case Product(factors):
            return _total((value(factor, at) for factor in factors), True)
        case Division(above, below):
            return _quotient(value(above, at), value(below, at))
        case Logarithm(body):
            return _logarithm(value(body, at))
        case Exponential(body):
            return _exponential(value(body, at))
        case Extreme(bodies, is_maximum):
            found = [value(body, at) for body in bodies]
            return (max if is_maximum else min)(found, key=_real)
        case Series(letter, low, high, body, is_product):
            letters = _between(value(low, at), value(high, at))
            if any(isinstance(part, Series) for part in walk(body)) and len(letters) > 310:
                raise Undefined
            return _total((value(body, {**at, letter: k}) for k in letters), is_product)
        case BinomialTail(most, trials, probability):
            return _tail(*(value(part, at) for part in (most, trials, probability)))
    raise Undefined


def _quotient(top: Any, low: Any) -> Any:
    if low == 0:
        raise Undefined
    return top / low if _exact(top, low) else _real(top) / _real(low)


def _logarithm(inside: Any) -> Any:
    if inside <= 0:
        raise Undefined
    return Fraction(0) if inside == 1 else MP.log(_real(inside))


def _exponential(inside: Any) -> Any:
    if abs(inside) > 10**7:
        raise Undefined
    return Fraction(1) if inside == 0 else MP.exp(_real(inside))


def _between(low: Any, high: Any) -> list[Fraction]:
    """The integers from low to high, not too many of them."""
    if not _exact(low, high) or low.denominator != 1 or high.denominator != 1:
        raise Undefined
    if not -1 <= high - low <= LONGEST:
        raise Undefined
    return [Fraction(k) for k in range(int(low), int(high) + 1)]


def _total(values: Iterator[Any], is_product: bool) -> Any:
    total: Any = Fraction(int(is_product))
    for one in values:
        if _exact(total, one):
            total = total * one if is_product else total + one
            if max(total.numerator.bit_length(), total.denominator.bit_length()) > 20_000:
                total = _real(total)
        else:
            total = _real(total) * _real(one) if is_product else _real(total) + _real(one)
    return total


@lru_cache(maxsize=256)
def _masses(trials: int, probability: Any) -> list[Any]:
    """The distribution function of the binomial distribution, at 0, 1, .., n."""
    p, one = _real(probability), MP.mpf(1)
    masses = [MP.binomial(trials, k) * p**k * (one - p) ** (trials - k) for k in range(trials + 1)]
    return list(accumulate(masses))


def _tail(most: Any, trials: Any, probability: Any) -> Any:
    if not _exact(most, trials) or trials.denominator != 1:
        raise Undefined
    if not 0 <= trials <= LONGEST or not 0 <= probability <= 1:
        raise Undefined
    if most < 0:
        return Fraction(0)
    if most >= trials:
        return Fraction(1)
    return _masses(int(trials), probability)[most.__floor__()]


def _exact(*numbers: Any) -> bool:
    return all(isinstance(number, Fraction) for number in numbers)


def _real(number: Any) -> Any:
    return MP.mpf(number.numerator) / number.denominator if _exact(number) else number


def _compare(left: Any, relation: str, right: Any) -> bool:
    if not _exact(left, right):
        left, right = _real(left), _real(right)
        if abs(left - right) <= NEAR * (1 + abs(left)):
            if relation in ("<", ">"):
                raise Undefined
            return True
    return {
        "<=": left <= right,
        ">=": left >= right,
        "<": left < right,
        ">": left > right,
        "==": left == right,
    }[relation]
