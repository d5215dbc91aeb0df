"""Sums of roots of rationals, and of roots of such sums, as data.

    sum_i c_i prod_j a_ij^(e_ij)        c_i, e_ij rational; a_ij > 0 rational, or such a sum again

Sums and products are of this form, and so are powers. Positive roots of rationals, no two in a
rational ratio, are linearly independent over the rationals (Mordell 1953): where no sum is under a
root, `merge_related_terms` gives the empty sum for zero alone. Where a sum is under a root, only
terms that are spelled alike cancel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from pmlsym.calculus.meter import tick
from pmlsym.numbers.coprime_base import Logs, collect_logarithms, rational_power
from pmlsym.numbers.interval import (
    Interval,
    add_multiple,
    exp_interval,
    integer_digits,
    logs_interval,
    narrow_log,
    round_outward,
)

MOST_TERMS, MOST_FACTORS = 4096, 12
"""The most terms of a sum, and the largest power of a sum that is multiplied out."""

MORE_DIGITS = 500
"""The most digits of a large root beyond those that are asked for."""


@dataclass(frozen=True)
class Root:
    """The product of a^e over the pairs (a, e) of `plain` and of `nested`, where a is a sum."""

    plain: Logs = ()
    nested: frozenset[tuple[RootSum, Fraction]] = frozenset()


RootSum = frozenset[tuple[Root, Fraction]]
"""A sum of roots: each root with its coefficient, which is not zero."""

ONE: RootSum = frozenset({(Root(), Fraction(1))})


def constant(value: Fraction) -> RootSum:
    """The sum of roots that a rational is."""
    return _collect_terms([(Root(), value)])


def root_of(logs: Logs) -> RootSum:
    """The sum of roots that is one root, the product of a^e over pairs of rationals (a, e)."""
    return _single_term(Fraction(1), logs, {})


def plus(left: RootSum, right: RootSum) -> RootSum | None:
    """The sum of two sums of roots; None where it has too many terms."""
    return _collect_terms((*left, *right)) if len(left) + len(right) <= MOST_TERMS else None


def times(left: RootSum, right: RootSum) -> RootSum | None:
    """The product of two sums of roots; None where it has too many terms."""
    if len(left) * len(right) > MOST_TERMS:
        return None
    return _collect_terms(
        term
        for a, c in left
        for b, d in right
        for term in _product_with_root(c * d, a.plain, dict(a.nested), b)
    )


def power(base: RootSum, exponent: Fraction) -> RootSum:
    """The power base^exponent of a positive sum of roots, which is a sum of roots again."""
    if len(base) == 1:
        ((root, c),) = base
        logs = ((c, exponent), *((a, e * exponent) for a, e in root.plain))
        return _single_term(Fraction(1), logs, {a: e * exponent for a, e in root.nested})
    written = _whole_power(base, exponent)
    if written is not None:
        return written
    return frozenset({(Root(nested=frozenset({(base, exponent)})), Fraction(1))})


def degree(value: RootSum) -> int:
    """The least power at which an exact root has no root of a sum in it; 1 for a sum of roots."""
    if len(value) != 1:
        return 1
    ((root, _),) = value
    return lcm(*(e.denominator for _, e in root.nested)) if root.nested else 1


def merge_related_terms(value: RootSum) -> RootSum:
    """The same real number, a sum of roots, with rational multiples of one root merged."""
    merged: list[tuple[Root, Fraction]] = []
    for root, c in value:
        for k, (kept_root, coefficient) in enumerate(merged):
            tick(1)
            if root.nested != kept_root.nested:
                continue
            turned = tuple((a, -e) for a, e in kept_root.plain)
            if (ratio := rational_power(root.plain + turned)) is not None:
                merged[k] = kept_root, coefficient + c * ratio
                break
        else:
            merged.append((root, c))
    return frozenset((root, c) for root, c in merged if c)


def rational_of(value: RootSum) -> Fraction | None:
    """The rational that a sum of roots is; None unless it has at most one term, a rational one."""
    if not value:
        return Fraction(0)
    ((root, c), *others) = value
    ratio = None if others or root.nested else rational_power(root.plain)
    return None if ratio is None else c * ratio


def enclose(value: RootSum, digits: int) -> Interval:
    """An interval around a sum of roots, about 10^-digits wide."""
    total = (Fraction(0), Fraction(0))
    for root, c in value:
        _, high = _log_of_root(root, 3)
        size = integer_digits(c) + len(str(len(value))) + min(max(0, int(high)) // 2, MORE_DIGITS)
        inside = digits + size + 3
        total = add_multiple(total, c, exp_interval(_log_of_root(root, inside), inside))
    return round_outward(*total, digits)


def _log_of_root(root: Root, digits: int) -> Interval:
    """An interval of that many digits around the logarithm of a root of rationals or sums."""
    total = logs_interval(root.plain, digits)
    for base, e in root.nested:
        inside = digits + integer_digits(e) + 2
        inner = narrow_log(lambda more, base=base: enclose(base, more), inside)  # type: ignore[misc]
        total = add_multiple(total, e, inner)
    return total


def _single_term(c: Fraction, logs: Logs, nested: Mapping[RootSum, Fraction]) -> RootSum:
    """The sum of roots c times a root, with the root's integer powers multiplied out."""
    plain = collect_logarithms(logs)
    for a, e in plain:
        c *= a if e == 1 else 1
    roots = tuple((a, e) for a, e in plain if e != 1)
    # One whole power is multiplied out; `_product_with_root` brings its terms back here with one
    # nested sum less, and so on until no nested sum has a whole exponent.
    for base, e in nested.items():
        written = _whole_power(base, e) if e else ONE
        if written is None:
            continue
        others = {other: f for other, f in nested.items() if other != base}
        return _collect_terms(
            term for b, d in written for term in _product_with_root(c * d, roots, others, b)
        )
    return frozenset({(Root(roots, frozenset(nested.items())), c)})


def _product_with_root(
    c: Fraction, logs: Logs, nested: Mapping[RootSum, Fraction], root: Root
) -> RootSum:
    """The sum of roots c times a product of roots times a root; exponents of each are added."""
    exponents = dict(nested)
    for base, e in root.nested:
        exponents[base] = exponents.get(base, Fraction(0)) + e
    return _single_term(c, logs + root.plain, exponents)


def _whole_power(base: RootSum, exponent: Fraction) -> RootSum | None:
    """A positive integer power of a sum of roots; None for any other, or with too many terms."""
    if exponent.denominator > 1 or not 0 < exponent <= MOST_FACTORS:
        return None
    product: RootSum | None = ONE
    for _ in range(int(exponent)):
        product = None if product is None else times(product, base)
    return product


def _collect_terms(terms: Iterable[tuple[Root, Fraction]]) -> RootSum:
    """The sum of roots with equal roots in one term, and without zeros."""
    merged: dict[Root, Fraction] = {}
    for root, c in terms:
        merged[root] = merged.get(root, Fraction(0)) + c
    return frozenset((root, c) for root, c in merged.items() if c)
