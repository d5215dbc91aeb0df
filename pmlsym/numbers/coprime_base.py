"""Multiplicative relations between rationals, without factoring.

Pairwise coprime integers above 1 are multiplicatively independent, so prod_i a_i^(c_i) = 1 is
decided by writing every a_i over a coprime base: each exponent of the base must vanish.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import gcd, inf, lcm

from flint import fmpz

Powers = Iterable[tuple[Fraction, Fraction]]

Logs = tuple[tuple[Fraction, Fraction], ...]

LARGEST_POWER = 14_000
"""Bits of the longest power that is computed: Python refuses to write integers of 4,300 digits."""

LARGEST_WHOLE = 1 << 12


def exponents_vanish(powers: Powers) -> bool:
    """Whether the product of rational powers a^c is one, so that the sum of c log(a) is zero.

    >>> half = Fraction(1, 2)
    >>> exponents_vanish([(Fraction(4, 9), half), (Fraction(3, 2), Fraction(1))])
    True
    """
    return not any(_exponents_over_base(powers).values())


def rational_power(powers: Powers) -> Fraction | None:
    """The product of rational powers a^c, where it is a rational of moderate size.

    >>> rational_power([(Fraction(4, 9), Fraction(1, 2))])
    Fraction(2, 3)
    """
    exponents = {b: c for b, c in _exponents_over_base(powers).items() if c}
    root = lcm(*(c.denominator for c in exponents.values())) if exponents else 1
    if sum(abs(c * root) * b.bit_length() for b, c in exponents.items()) > LARGEST_POWER:
        return None
    product = Fraction(1)
    for base, c in exponents.items():
        product *= Fraction(base) ** int(c * root)
    above, below = (_integer_root(n, root) for n in (product.numerator, product.denominator))
    return None if above is None or below is None else Fraction(above, below)


def collect_logarithms(logs: Logs) -> Logs:
    """The same real number, a sum of c log(a), with integer multiples in one logarithm."""
    whole = Fraction(1)
    others: dict[Fraction, Fraction] = {}
    for base, c in logs:
        bits = (base.numerator.bit_length() + base.denominator.bit_length()) * abs(c.numerator)
        if base == 1:
            continue
        if c.denominator == 1 and bits < LARGEST_WHOLE:
            whole *= base**c.numerator
        else:
            others[base] = others.get(base, Fraction(0)) + c
    kept = tuple((base, c) for base, c in sorted(others.items(), key=_rising_key) if c)
    if whole == 1 and (kept or not logs):
        return kept
    return ((whole, Fraction(1)), *kept)


def _rising_key(pair: tuple[Fraction, Fraction]) -> tuple[float, Fraction]:
    """A key by which rational bases of logarithms rise; comparing long fractions is slow."""
    try:
        return float(pair[0]), pair[0]
    except OverflowError:
        return inf, pair[0]


def coprime_base(integers: Iterable[int]) -> list[int]:
    """Pairwise coprime integers above 1 whose powers multiply to each of the given integers.

    >>> sorted(coprime_base([12, 18]))
    [2, 3]
    """
    base: list[int] = []
    waiting = [n for n in integers if n > 1]
    while waiting:
        new = waiting.pop()
        for k, old in enumerate(base):
            common = gcd(new, old)
            if common > 1:
                del base[k]
                waiting += [n for n in (common, new // common, old // common) if n > 1]
                break
        else:
            base.append(new)
    return base


def _exponents_over_base(powers: Powers) -> dict[int, Fraction]:
    """The exponents, over a coprime base, of the product of rational powers a^c."""
    pairs = [(n, c) for a, c in powers for n, c in ((a.numerator, c), (a.denominator, -c))]
    base = coprime_base({n for n, _ in pairs})
    exponents = dict.fromkeys(base, Fraction(0))
    for n, c in pairs:
        for element in base:
            while n % element == 0:
                n //= element
                exponents[element] += c
    return exponents


def _integer_root(value: int, degree: int) -> int | None:
    """The integer root of that degree of an integer, if there is one.

    A root above 1 is at least 2: where 2^degree is already larger, no power is computed.
    """
    if degree == 1 or value <= 1:
        return value
    if degree >= value.bit_length():
        return None
    root = int(fmpz(value).root(degree))
    return root if root**degree == value else None
