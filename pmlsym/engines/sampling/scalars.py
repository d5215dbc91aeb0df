"""Which numbers to give the free scalars of a claim, and to the sizes that it states.

A rule is a quantity without that scalar: a plain number, or the critical value at which one of the
claim's comparisons turns, so that a premise `pml(P, W) <= eps` is met tightly by eps = pml(P, W);
or a number close to such a value. Where a measure counts what exceeds exp(eps), or a product of
such, the largest and the smallest of what it counts are critical too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.scalar import exponential
from pmlsym.claims.hypotheses import hypotheses_of
from pmlsym.claims.subjects import subjects
from pmlsym.errors import InvalidInput
from pmlsym.language.fold import children, fold, rebuild, walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Division,
    Exponential,
    Extreme,
    Logarithm,
    Measure,
    Product,
    Quantity,
    Scalar,
    Sum,
)
from pmlsym.language.value import (
    Divergence,
    Exceeds,
    ExcessRatio,
    Largest,
    Smallest,
    Value,
    Weighted,
    polynomials_of,
    range_indices,
)
from pmlsym.measures.prior_mass import size
from pmlsym.measures.scalar_argument import as_level

MINUS_ONE = Constant(Fraction(-1))
LARGEST = 64  # letters, so that the matrices of a few instances are in memory together
RANDOM = 3
HALF = 0.5
DENOMINATORS = (1, 2, 3, 4, 5, 10, 100)

FRACTIONS = {
    "probability": ("0", "1/2", "1/4", "1/3", "1", "1/10", "3/4", "1/100"),
    "nonnegative": ("0", "1", "1/2", "2", "1/10"),
    "real": ("0", "1", "1/2", "-1", "2", "-1/2"),
}
LEVELS = {
    "probability": (),
    "nonnegative": ("2", "3/2", "3", "6/5", "4"),
    "real": ("2", "3/2", "3", "1/2", "6/5", "4"),
}


def rules_of(claim: Claim) -> dict[str, tuple[Quantity, ...]]:
    """The rules by which sampling gives free scalars their numbers, critical ones first.

    >>> from pmlsym.language.building import log
    >>> rules = rules_of(2 * Scalar("eps") >= log(3))
    >>> type(rules["eps"][0]).__name__
    'Division'
    """
    every = list(walk(claim))
    levels = levels_of(claim)
    rules = {}
    for name, domain in subjects(claim).scalars.items():
        critical = [r for part in every for r in _critical_values(part, name)]
        beside = [Sum((r, by)) for r in critical for by in _small_steps(domain)]
        rules[name] = (*critical, *beside, *_plain_numbers(domain, name in levels))
    return _without_outcome_rules(claim, rules)


def levels_of(claim: Claim) -> frozenset[str]:
    """The scalars to be sampled with rational exponentials, since a measure mentions these.

    Among the measures are the critical values of others, such as the least delta for an eps.
    """
    names, every = subjects(claim).scalars, list(walk(claim))
    critical = (value for part in every for name in names for value in _critical_values(part, name))
    measures = [part for part in (*every, *critical) if isinstance(part, Measure)]
    return frozenset(name for name in names if any(_has_level(m, name) for m in measures))


def stated_sizes(claim: Claim) -> dict[str, tuple[int, ...]]:
    """The sizes of alphabets that hypotheses such as size(X) == 9 state, for sampling.

    >>> from pmlsym.claim_text.question import parse
    >>> stated_sizes(parse("size(X) == 9 and size(Y) <= 2 => maxleak(W) <= 1", lets=("W: X -> Y",)))
    {'X': (9,)}
    """
    sizes: dict[str, tuple[int, ...]] = {}
    for part in hypotheses_of(claim):
        if not isinstance(part, Comparison) or part.relation != "==":
            continue
        for measure, count in ((part.left, part.right), (part.right, part.left)):
            if not (isinstance(measure, Measure) and isinstance(count, Constant)):
                continue
            for alphabet in subjects(measure).alphabets:
                counts = measure.value == size(Alphabet(alphabet)).value
                if counts and count.value.denominator == 1 and 1 <= count.value <= LARGEST:
                    sizes[alphabet] = (int(count.value),)
    return sizes


def random_rules(rng: np.random.Generator, domain: str, is_level: bool) -> tuple[Quantity, ...]:
    """A few random numbers of a domain as rules of a sampled scalar, mostly simple ones.

    >>> [rule.value for rule in random_rules(np.random.default_rng(0), "probability", False)]
    [Fraction(7, 10), Fraction(1, 4), Fraction(0, 1)]
    """
    rules: list[Quantity] = []
    for _ in range(RANDOM):
        below = int(rng.choice(DENOMINATORS))
        most = below if domain == "probability" else int(below * 10.0 ** rng.uniform(-1, 1.5)) + 1
        value = Fraction(int(rng.integers(0, most + 1)), below)
        if domain == "probability" and not is_level:
            rules.append(Constant(value))
        elif is_level or rng.random() < HALF:
            rules.append(Logarithm(Constant(value + 1)))
        else:
            signed = -value if domain == "real" and rng.random() < HALF else value
            rules.append(Constant(signed))
    return tuple(rules)


def _without_outcome_rules(
    claim: Claim, rules: dict[str, tuple[Quantity, ...]]
) -> dict[str, tuple[Quantity, ...]]:
    """The rules of sampled scalars without those that vary with a free outcome inside a measure.

    A number inside a measure has one value on an instance, and so has each that its rules mention.
    """
    measures = [part for part in walk(claim) if isinstance(part, Measure)]
    waiting = [name for measure in measures for name in subjects(measure).scalars]
    one_value: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in one_value:
            one_value.add(name)
            waiting += [other for rule in rules[name] for other in subjects(rule).scalars]
    return {
        name: tuple(r for r in rules_of_name if name not in one_value or not subjects(r).outcomes)
        for name, rules_of_name in rules.items()
    }


def _has_level(measure: Measure, name: str) -> bool:
    """Whether a measure mentions exp(name), so that a sampled scalar has to be a logarithm."""
    tensors = {t.name for p in polynomials_of(measure.value) for t in p.tensors}
    return exponential(name).name in tensors


def _plain_numbers(domain: str, level: bool) -> Iterator[Quantity]:
    """Familiar numbers of a domain for a sampled scalar, logarithms where it is a level."""
    if not level:
        yield from (Constant(Fraction(text)) for text in FRACTIONS[domain])
    else:
        yield Logarithm(Constant(Fraction(1)))
    yield from (Logarithm(Constant(Fraction(text))) for text in LEVELS[domain])


def _small_steps(domain: str) -> Iterator[Quantity]:
    """Small steps from a critical value of a sampled scalar, to either side."""
    if domain == "probability":
        yield from (Constant(Fraction(sign, 100)) for sign in (1, -1))
        return
    for text in ("101/100", "100/101", "2", "1/2"):
        yield Logarithm(Constant(Fraction(text)))


def _critical_values(part: object, name: str) -> Iterator[Quantity]:
    """The values to sample a scalar at: those of equality, or at which a measure changes."""
    if isinstance(part, Comparison):
        for side, other in ((part.left, part.right), (part.right, part.left)):
            if _occurs_in(name, side) and not _occurs_in(name, other):
                value = _isolate(side, other, name)
                if value is not None:
                    yield value
    if isinstance(part, Measure):
        yield from _thresholds(part, name)


def _occurs_in(name: str, part: Quantity) -> bool:
    """Whether a sampled scalar occurs in a quantity."""
    return name in subjects(part).scalars


def _isolate(side: Quantity, other: Quantity, name: str) -> Quantity | None:
    """The value of a scalar at which `side == other`, to sample there; None if none is seen."""
    match side:
        case Scalar():
            return other
        case Measure():
            return _least_delta(side, other, name)
        case Sum(terms):
            return _isolate_operand(terms, lambda rest: _difference(other, rest), name)
        case Product(factors):
            return _isolate_operand(factors, lambda rest: _quotient(other, rest), name)
        case Division(above, below):
            if _occurs_in(name, above) and not _occurs_in(name, below):
                return _isolate(above, Product((other, below)), name)
            if _occurs_in(name, below) and not _occurs_in(name, above):
                return _isolate(below, Division(above, other), name)
        case Logarithm(body):
            return _isolate(body, Exponential(other), name)
        case Exponential(body):
            return _isolate(body, Logarithm(other), name)
        case Extreme(bodies):
            inside = [body for body in bodies if _occurs_in(name, body)]
            return _isolate(inside[0], other, name) if len(inside) == 1 else None
    return None


def _least_delta(measure: Measure, level: Quantity, name: str) -> Quantity | None:
    """The least delta at which a measure, such as (eps, delta)-DP, is a level, to sample there."""
    try:
        bar = as_level(level).polynomial
    except InvalidInput:
        return None

    def rule(node: Any, inner: tuple[Any, ...]) -> Any:
        """A node of the measure, with the divergence that is the least delta to sample at."""
        new = rebuild(node, inner)
        if not isinstance(new, ExcessRatio) or not _is_scalar(new.delta, name):
            return new
        return Divergence("tv", new.over, new.part, bar * new.mass).written

    value: Value = fold(measure.value, rule)
    if any(t.number == name for p in polynomials_of(value) for t in p.tensors):
        return None
    text = f"delta of {measure.text} at {level}"
    return Measure(
        text, (), value, is_log=False, defined=measure.defined, free=measure.free, data=measure.data
    )


def _is_scalar(polynomial: Polynomial, name: str) -> bool:
    """Whether a polynomial is the scalar whose critical values are sampled."""
    return any(t.number == name and polynomial == atom(t) for t in polynomial.tensors)


def _difference(whole: Quantity, rest: tuple[Quantity, ...]) -> Quantity:
    """The value of one term to sample a scalar at: the whole less the other terms."""
    return Sum((whole, *(Product((MINUS_ONE, term)) for term in rest)))


def _quotient(whole: Quantity, rest: tuple[Quantity, ...]) -> Quantity:
    """The value of one factor to sample a scalar at: the whole over the other factors."""
    return Division(whole, Product(rest)) if rest else whole


def _isolate_operand(
    operands: tuple[Quantity, ...], rule: Callable[[tuple[Quantity, ...]], Quantity], name: str
) -> Quantity | None:
    """The value of a scalar to sample within the one operand that has it, or None."""
    inside = [operand for operand in operands if _occurs_in(name, operand)]
    if len(inside) != 1:
        return None
    rest = tuple(operand for operand in operands if operand is not inside[0])
    return _isolate(inside[0], rule(rest), name)


def _thresholds(measure: Measure, name: str) -> Iterator[Quantity]:
    """The extremes of the numbers that a measure compares with exp(name), to sample there."""
    for exceeds, where in _exceedances(measure.value, constant(1)):
        others = _rest_of_level(exceeds.level, name)
        if others is None:
            continue
        inner = {i for p in polynomials_of(exceeds.body) for i in p.free}
        letters = {*where.free, *inner} - {*range_indices(exceeds.body), *measure.free}
        over = tuple(sorted(letters))
        for value in (Largest(over, exceeds.body, where), Smallest(over, exceeds.body, where)):
            threshold = Measure(
                f"level of {measure.text}",
                (),
                value,
                defined=measure.defined,
                free=measure.free,
                data=measure.data,
            )
            yield Sum((threshold, *others)) if others else threshold


def _rest_of_level(level: Polynomial, name: str) -> tuple[Quantity, ...] | None:
    """The terms that make log(level) the scalar to sample, whose exp is one factor of it."""
    if len(level) != 1:
        return None
    ((monomial, c),) = level
    tensors = [tensor for factor in monomial for tensor, _ in factor]
    names = [tensor.number for tensor in tensors]
    if names.count(name) != 1 or not all(tensor.is_exponential for tensor in tensors):
        return None
    others = [Product((MINUS_ONE, Scalar(other))) for other in names if other != name]
    if c != 1:
        others.append(Product((MINUS_ONE, Logarithm(Constant(Fraction(c))))))
    return tuple(others)


def _exceedances(value: Value, where: Polynomial) -> Iterator[tuple[Exceeds, Polynomial]]:
    """The comparisons with a level inside a measure's value, for values to sample."""
    if isinstance(value, Exceeds):
        yield value, where
        return
    for body in children(value):
        yield from _exceedances(body, value.weight if isinstance(value, Weighted) else where)
