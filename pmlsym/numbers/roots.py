"""Sums of roots of rationals, and of roots of such sums, as data.

    sum_i c_i prod_j a_ij^(e_ij)        c_i, e_ij rational; a_ij > 0 rational, or such a sum again

Sums and products are of this form, and so are powers. Positive roots of rationals, no two in a
rational ratio, are linearly independent over the rationals (Mordell 1953): where no sum stands
under a root, `settled` leaves nothing but of zero. Where one does, equal spellings cancel.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from pmlsym.calculus.meter import tick
from pmlsym.numbers.coprime_base import Logs, collect, rational_power
from pmlsym.numbers.interval import (
    Interval,
    add,
    digits_of,
    exp_interval,
    log_interval,
    multiply,
    narrow_log,
    widen,
)

MOST_TERMS, MOST_FACTORS = 4096, 12
"""How many terms a sum has at most, and how often one is multiplied by itself."""

MORE_DIGITS = 500
"""How many digits a large root gets beyond those that are asked for."""


@dataclass(frozen=True)
class Root:
    """The product of a^e over the pairs (a, e) of `plain` and of `nested`, whose a are sums."""

    plain: Logs = ()
    nested: frozenset[tuple[RootSum, Fraction]] = frozenset()


RootSum = frozenset[tuple[Root, Fraction]]
"""Each root with its coefficient, which is not zero."""

ONE: RootSum = frozenset({(Root(), Fraction(1))})


def constant(value: Fraction) -> RootSum:
    """A rational."""
    return _summed([(Root(), value)])


def root_of(logs: Logs) -> RootSum:
    """The product of a^e over the pairs (a, e)."""
    return _term(Fraction(1), logs, {})


def plus(left: RootSum, right: RootSum) -> RootSum | None:
    """The sum; nothing where it has too many terms."""
    return _summed((*left, *right)) if len(left) + len(right) <= MOST_TERMS else None


def times(left: RootSum, right: RootSum) -> RootSum | None:
    """The product; nothing where it has too many terms."""
    if len(left) * len(right) > MOST_TERMS:
        return None
    return _summed(
        term
        for a, c in left
        for b, d in right
        for term in _merged(c * d, a.plain, dict(a.nested), b)
    )


def power(base: RootSum, exponent: Fraction) -> RootSum:
    """base^exponent of a positive sum."""
    if len(base) == 1:
        ((root, c),) = base
        logs = ((c, exponent), *((a, e * exponent) for a, e in root.plain))
        return _term(Fraction(1), logs, {a: e * exponent for a, e in root.nested})
    written = _written_out(base, exponent)
    if written is not None:
        return written
    return frozenset({(Root(nested=frozenset({(base, exponent)})), Fraction(1))})


def degree(value: RootSum) -> int:
    """The power of a single term under which no sum stands under a root; 1 of several terms."""
    if len(value) != 1:
        return 1
    ((root, _),) = value
    return lcm(*(e.denominator for _, e in root.nested)) if root.nested else 1


def settled(value: RootSum) -> RootSum:
    """The same sum, terms that are rational multiples of each other as one."""
    apart: list[tuple[Root, Fraction]] = []
    for root, c in value:
        for place, (known, other) in enumerate(apart):
            tick(1)
            if root.nested != known.nested:
                continue
            turned = tuple((a, -e) for a, e in known.plain)
            if (ratio := rational_power(root.plain + turned)) is not None:
                apart[place] = known, other + c * ratio
                break
        else:
            apart.append((root, c))
    return frozenset((root, c) for root, c in apart if c)


def rational_of(value: RootSum) -> Fraction | None:
    """The rational that no term or a single one is."""
    if not value:
        return Fraction(0)
    ((root, c), *others) = value
    ratio = None if others or root.nested else rational_power(root.plain)
    return None if ratio is None else c * ratio


def enclose(value: RootSum, digits: int) -> Interval:
    """An interval around the sum, about 10^-digits wide."""
    total = (Fraction(0), Fraction(0))
    for root, c in value:
        _, high = _logarithm(root, 3)
        size = digits_of(c) + len(str(len(value))) + min(max(0, int(high)) // 2, MORE_DIGITS)
        inside = digits + size + 3
        total = add(total, multiply((c, c), exp_interval(_logarithm(root, inside), inside)))
    return widen(*total, digits)


def _logarithm(root: Root, digits: int) -> Interval:
    total = (Fraction(0), Fraction(0))
    for a, e in root.plain:
        total = add(total, multiply((e, e), log_interval(a, digits + digits_of(e) + 2)))
    for base, e in root.nested:
        inside = digits + digits_of(e) + 2
        inner = narrow_log(lambda more, base=base: enclose(base, more), inside)  # type: ignore[misc]
        total = add(total, multiply((e, e), inner))
    return total


def _term(c: Fraction, logs: Logs, nested: Mapping[RootSum, Fraction]) -> RootSum:
    """c times a root, its integer powers multiplied out."""
    plain = collect(logs)
    for a, e in plain:
        c *= a if e == 1 else 1
    roots = tuple((a, e) for a, e in plain if e != 1)
    for base, e in nested.items():
        written = _written_out(base, e) if e else ONE
        if written is None:
            continue
        others = {other: f for other, f in nested.items() if other != base}
        return _summed(term for b, d in written for term in _merged(c * d, roots, others, b))
    return frozenset({(Root(roots, frozenset(nested.items())), c)})


def _merged(c: Fraction, logs: Logs, nested: Mapping[RootSum, Fraction], root: Root) -> RootSum:
    """c times a product of roots times a root; each sum stands under one exponent."""
    exponents = dict(nested)
    for base, e in root.nested:
        exponents[base] = exponents.get(base, Fraction(0)) + e
    return _term(c, logs + root.plain, exponents)


def _written_out(base: RootSum, exponent: Fraction) -> RootSum | None:
    """An integer power as a product; nothing for any other, or where it has too many terms."""
    if exponent.denominator > 1 or not 0 < exponent <= MOST_FACTORS:
        return None
    product: RootSum | None = ONE
    for _ in range(int(exponent)):
        product = None if product is None else times(product, base)
    return product


def _summed(terms: Iterable[tuple[Root, Fraction]]) -> RootSum:
    merged: dict[Root, Fraction] = {}
    for root, c in terms:
        merged[root] = merged.get(root, Fraction(0)) + c
    return frozenset((root, c) for root, c in merged.items() if c)
