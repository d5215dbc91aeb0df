"""The exponents of a claim: the scalars and the numbers that are compared with leakages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import gcd, lcm

from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Comparison, Constant, Exponential, Measure, Scalar
from pmlsym.language.value import Divergence, LetterOrder, polynomials_of
from pmlsym.lowering.linear import Linear, has_logs, leaves, linear

Counts = tuple[tuple[Fraction, int], ...]
"""Numbers, each with the number of times it occurs in a sum."""

LARGEST_COUNT = 16
"""The largest power of a level that is written out."""

TRIALS = 1_000
"""The attempts to write a number as a sum of units; a claim has few numbers."""


def exponents_of(claim: Claim, measures: Iterable[Measure] = ()) -> frozenset[str]:
    """The names of the scalars eps whose exponentials exp(eps) are levels of a claim.

    The exponents of its `measures` are those of levels inside them.

    >>> from pmlsym.claim_text.question import parse
    >>> sorted(exponents_of(parse("pml(P, W) <= a + b and b <= c and d <= 1 => d <= exp(e)")))
    ['a', 'b', 'c', 'e']
    """
    comparisons = [part for part in walk(claim) if isinstance(part, Comparison)]
    sides = [(each, [*leaves(each.left), *leaves(each.right)]) for each in comparisons]
    powers = [part.body for part in walk(claim) if isinstance(part, Exponential)]
    exponents = {name for body in powers for name in _scalar_names(walk(body))}
    exponents |= {name for measure in measures for name in _exponents_in_levels(measure)}
    for each, every in sides:
        if has_logs(each.left, each.right):
            exponents |= _scalar_names(every)
    alone = [_scalar_names(every) for _, every in sides if all(map(_is_number, every))]
    while more := {name for names in alone if names & exponents for name in names} - exponents:
        exponents |= more
    return frozenset(exponents - set(letters_of_orders(measures)))


def letters_of_orders(measures: Iterable[Measure]) -> Iterator[str]:
    """The letters that are orders of measures in a claim to be lowered, as a in D[a]."""
    for value in (measure.value for measure in measures):
        for part in walk(value):
            if isinstance(part, Divergence) and isinstance(part.order, LetterOrder):
                yield from (tensor.number for tensor in part.order.number.tensors)


def units_of(claim: Claim, exponents: frozenset[str]) -> tuple[Fraction, ...]:
    """Positive numbers: each number in an exponent of a claim's levels is a short sum of them.

    The unit is the greatest common divisor of these numbers, unless some are large multiples of it;
    then the units are the smallest of the numbers, as many as are needed.

    >>> from pmlsym.claim_text.question import parse
    >>> units_of(parse("pml(P, W) <= 1/2 => pml(P, W) <= 3/4"), frozenset())
    (Fraction(1, 4),)
    >>> units_of(parse("pml(P, W) <= 1/9 and pml(P, V) <= 5 => pml(P, W) <= 46/9"), frozenset())
    (Fraction(1, 9), Fraction(5, 1))
    """
    numbers = sorted({abs(form.constant) for form in _forms_in_exponents(claim, exponents)} - {0})
    if not numbers:
        return ()
    whole = lcm(*(number.denominator for number in numbers))
    divisor = Fraction(gcd(*(int(number * whole) for number in numbers)), whole)
    if numbers[-1] <= LARGEST_COUNT * divisor:
        return (divisor,)
    units: tuple[Fraction, ...] = ()
    for number in numbers:
        units = units if _as_sum_of_units(number, units) is not None else (*units, number)
    return units


def in_units(number: Fraction, units: tuple[Fraction, ...]) -> Counts:
    """The number in a level's exponent, as a sum of multiples of a claim's units; else itself.

    >>> in_units(Fraction(46, 9), (Fraction(1, 9), Fraction(5)))
    ((Fraction(5, 1), 1), (Fraction(1, 9), 1))
    """
    if not number:
        return ()
    counts = _as_sum_of_units(number, units)
    return ((number, 1),) if counts is None else counts


def _as_sum_of_units(number: Fraction, units: tuple[Fraction, ...]) -> Counts | None:
    """A number in a level's exponent as a sum of at most 16 units, large ones first; or none."""
    # Depth first, as many large units as fit; few trials, since a claim has few numbers.
    room = [TRIALS]

    def go(rest: Fraction, count: int, place: int) -> Counts | None:
        """The rest of a level's exponent as a sum of units up to this place, or nothing."""
        if not rest:
            return ()
        if place < 0 or not room[0]:
            return None
        room[0] -= 1
        unit = units[place]
        for times in range(min(count, rest // unit), -1, -1):
            counts = go(rest - times * unit, count - times, place - 1)
            if counts is not None:
                return ((unit, times), *counts) if times else counts
        return None

    return go(number, LARGEST_COUNT, len(units) - 1)


def _forms_in_exponents(claim: Claim, exponents: frozenset[str]) -> Iterator[Linear]:
    """The linear forms of a claim whose exponentials are levels, as lowering scales them."""
    for part in walk(claim):
        form = None
        if isinstance(part, Exponential):
            form = linear(part.body)
        elif isinstance(part, Comparison):
            sides = part.left - part.right
            names = _scalar_names(leaves(sides))
            if has_logs(sides) or (names and names <= exponents):
                form = linear(sides)
                form = form.integral() if form is not None else None
        if form is not None:
            yield form


def _scalar_names(parts: Iterable[object]) -> set[str]:
    """The names of the scalars among nodes of a claim, to tell which are exponents of levels."""
    return {part.name for part in parts if isinstance(part, Scalar)}


def _is_number(leaf: object) -> bool:
    """Whether a leaf of a linear form to be lowered is a number or a free scalar."""
    return isinstance(leaf, Scalar | Constant)


def _exponents_in_levels(measure: Measure) -> set[str]:
    """The scalars eps for which a measure has a level exp(eps) inside, as the hockey-stick has."""
    tensors = {tensor for p in polynomials_of(measure.value) for tensor in p.tensors}
    return {tensor.number for tensor in tensors if tensor.is_exponential}
