"""The steps of a plan on whole arrays: each an action that looks up registers and writes one.

Registers are arrays (*letters, B), the instances last; the axis of instances, and that of a letter
on which nothing depends, may have size one. A step is prepared once: what order its operands' axes
are put in, which of them are constants, and which letters it gathers over. `program` says what the
steps are; here `fill` only marks a register, which the next step then writes instead of adding to.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Any, Protocol

import numpy as np

from pmlsym.calculus.meter import tick
from pmlsym.errors import Unsupported
from pmlsym.evaluators.array_library import SMALL, Array, Contraction, Indices, Library
from pmlsym.evaluators.program import Place, Step

Registers = dict[int, Any]
Action = Callable[[Registers], None]
Taken = Callable[[Registers], Array]
Numbers = tuple[float | None, ...]
"""The operands that are constants without letters."""
Missing = tuple[tuple[int, int], ...]
"""The axes of a result whose letters no operand has, and how many there are."""

HALVINGS = 54
"""Of the unit interval: to the last place of a float."""

OPERATION, CELLS = 20, 100
"""Steps of the meter for an operation on arrays, and the cells that take one more."""


class Planned(Protocol):
    """A plan, or as much of one as there is."""

    @property
    def shapes(self) -> Sequence[tuple[int, ...]]:
        """The sizes of the axes of each register."""

    @property
    def constants(self) -> Mapping[int, tuple[float, ...]]:
        """The registers that hold numbers of the plan itself."""


def action_of(step: Step, planned: Planned, library: Library) -> Action:
    """What a step does to the registers; the same step of another plan may be prepared already."""
    constants, own = planned.constants, {i for place in step.operands for i in place.indices}
    numbers = tuple(
        constants[place.register][0] if place.register in constants and not place.indices else None
        for place in step.operands
    )
    missing = tuple(
        (axis, planned.shapes[step.out.register][axis])
        for axis, index in enumerate(step.out.indices)
        if index not in own
    )
    return _prepared(step, numbers, missing, library)


def count(step: Step, registers: Mapping[int, Any]) -> None:
    """Count on the meter what a step has done."""
    if step.kind != "fill":
        tick(OPERATION + prod(registers[step.out.register].shape) // CELLS)


@lru_cache(maxsize=1 << 12)
def _prepared(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Action:
    register = step.out.register
    if step.kind == "fill":
        return lambda registers: registers.__setitem__(register, step.number)
    made = MAKERS[step.kind](step, numbers, missing, library)

    def act(registers: Registers) -> None:
        registers[register] = made(registers)

    return act


def aligned(place: Place, order: Indices, library: Library) -> Taken:
    """A register with its letters in this order, of size one where an index is not its own."""
    register, own = place.register, place.indices
    distinct = tuple(dict.fromkeys(own))
    axes = (*(distinct.index(i) for i in order if i in distinct), len(distinct))
    spread = (*(slice(None) if i in distinct else None for i in order), slice(None))
    is_turned, is_spread = axes != tuple(range(len(axes))), None in spread
    is_diagonal = len(distinct) < len(own)
    if not (is_turned or is_spread or is_diagonal):
        return lambda registers: registers[register]

    def found(registers: Registers) -> Array:
        array = registers[register]
        if is_diagonal:
            array = _diagonals(array, own, library)
        if is_turned:
            array = library.permuted(array, axes)
        return array[spread] if is_spread else array

    return found


def _diagonals(array: Array, own: Indices, library: Library) -> Array:
    """The entries at which indices that occur twice have one letter, an axis for each index."""
    kept = list(own)
    for index in dict.fromkeys(own):
        while kept.count(index) > 1:
            first = kept.index(index)
            second = kept.index(index, first + 1)
            rest = [k for k in range(len(kept) + 1) if k not in (first, second)]
            turned = library.permuted(array, (first, second, *rest))
            letters = turned.shape[0]
            flat = library.xp.reshape(turned, (letters * letters, *turned.shape[2:]))
            array = flat[:: letters + 1, ...]
            kept = [index, *(kept[k] for k in rest[:-1])]
    distinct = tuple(dict.fromkeys(own))
    return library.permuted(array, (*(kept.index(i) for i in distinct), len(kept)))


def _factors(step: Step, numbers: Numbers) -> tuple[float, list[Place]]:
    """The product of the step's own number and all constants, and what is no constant."""
    scale, others = step.number, []
    for place, number in zip(step.operands, numbers, strict=True):
        if number is None:
            others.append(place)
        else:
            scale *= number
    return (scale, others) if others else (step.number, list(step.operands))


def _add(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Taken:
    """out + k a b, summed over the letters that the result does not have."""
    scale, places = _factors(step, numbers)
    register, kept = step.out.register, step.out.indices
    distinct = [tuple(dict.fromkeys(place.indices)) for place in places]
    summed = {i for own in distinct for i in own} - set(kept)
    own = tuple(i for i in kept if any(i in indices for indices in distinct))
    back = aligned(Place(0, own), kept, library)
    takes = [aligned(p, order, library) for p, order in zip(places, distinct, strict=True)]
    axes = tuple(k for k, i in enumerate(distinct[0]) if i in summed)
    turned = tuple(i for i in distinct[0] if i not in summed)
    from_first = aligned(Place(0, turned), kept, library)
    product = _product([aligned(place, kept, library) for place in places if not summed])
    contraction = Contraction(distinct[0], distinct[-1], own)

    def term(registers: Registers) -> Array:
        if not summed:
            return product(registers)
        arrays = [take(registers) for take in takes]
        if len(arrays) == 1:
            return from_first({0: library.xp.sum(arrays[0], axis=axes)})
        return back({0: library.sum_of_products(arrays[0], arrays[1], contraction)})

    def found(registers: Registers) -> Array:
        item = term(registers)
        if scale != 1:
            item = item * scale
        before = registers[register]
        return item if isinstance(before, float) else before + item

    return found


def _product(takes: Sequence[Taken]) -> Taken:
    def found(registers: Registers) -> Array:
        item = takes[0](registers)
        for take in takes[1:]:
            item = item * take(registers)
        return item

    return found


def _times(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Taken:
    """k a b, at all letters of the result."""
    scale, places = _factors(step, numbers)
    product = _product([aligned(place, step.out.indices, library) for place in places])
    letters = dict(missing)

    def found(registers: Registers) -> Array:
        item = product(registers)
        if scale != 1:
            item = item * scale
        if not letters:
            return item
        return library.xp.broadcast_to(
            item, tuple(letters.get(k, n) for k, n in enumerate(item.shape))
        )

    return found


def _extreme(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Taken:
    """The extreme of out and of `a` where all guards are positive; what is NaN does not count."""
    xp, most = library.xp, step.kind == "most"
    item, *others = step.operands
    guards = [g for g, n in zip(others, numbers[1:], strict=True) if n is None or not n > 0]
    every = tuple(dict.fromkeys(i for place in (item, *guards) for i in place.indices))
    kept = step.out.indices
    order = (*(i for i in every if i not in kept), *kept)
    axes = tuple(range(len(order) - len(kept)))
    take = aligned(item, order, library)
    inside = [aligned(guard, order, library) for guard in guards]
    narrow = [set(guard.indices) <= set(item.indices) for guard in guards]
    register = step.out.register

    def found(registers: Registers) -> Array:
        shown = take(registers)
        for guard, is_narrow in zip(inside, narrow, strict=True):
            mask = guard(registers) > 0
            if not (is_narrow and shown.size > SMALL and library.everywhere(mask)):
                shown = xp.where(mask, shown, xp.nan)
        best = library.extremum(shown, axes, most) if axes else shown
        before = registers[register]
        return best if isinstance(before, float) else library.extreme_of(best, before, most)

    return found


def _ratio(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Taken:
    """a / b; of 0/0, the step's number where c is positive."""
    xp, number, order = library.xp, step.number, step.out.indices
    above, below, hidden = (aligned(place, order, library) for place in step.operands)
    is_plain = numbers[2] == 0

    def found(registers: Registers) -> Array:
        upper, lower = above(registers), below(registers)
        item = upper / lower
        if is_plain or not bool(xp.any(xp.isnan(item))):
            return item
        null = (upper == 0) & (lower == 0) & (hidden(registers) > 0)
        return xp.where(null, number, item)

    return found


def _worst_set(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Taken:
    """The letters of a set along one first axis."""
    xp, others = library.xp, step.out.indices
    within = step.operands[0].indices[len(others) :]
    part, mass = (aligned(place, (*within, *others), library) for place in step.operands[:2])
    delta = aligned(step.operands[2], others, library)
    rule = _event if step.kind == "event" else _excess

    def flat(array: Array) -> Array:
        return xp.reshape(array, (-1, *array.shape[len(within) :]))

    def found(registers: Registers) -> Array:
        upper, lower = xp.broadcast_arrays(part(registers), mass(registers))
        return rule(flat(upper), flat(lower), delta(registers), step.number, library)

    return found


def _event(part: Array, mass: Array, wanted: Array, rounding: float, library: Library) -> Array:
    """Take the letters by decreasing part/mass until their mass is `wanted`, the last in part."""
    xp = library.xp
    ratio = xp.where(mass > 0, part / mass, -xp.inf)
    order = library.order(-ratio)
    ratio = xp.take_along_axis(ratio, order, axis=0)
    lower = xp.take_along_axis(mass, order, axis=0)
    left = wanted[None, ...] - library.sum_before(lower)
    taken = xp.where(left > lower, lower, xp.where(left > 0, left, 0.0))
    whole = xp.sum(taken, axis=0)
    massless = xp.sum(xp.where(mass > 0, 0.0, part), axis=0)
    mean = (xp.sum(xp.where(taken > 0, ratio * taken, 0.0), axis=0) + massless) / whole
    best = xp.where(wanted > 0, mean, ratio[0, ...])
    possible = (whole >= wanted * (1 - rounding)) & (best > -xp.inf)
    return xp.where(possible, best, xp.nan)


def _excess(part: Array, mass: Array, delta: Array, rounding: float, library: Library) -> Array:
    """The best prefix of the letters in the order of part/mass, those without mass first."""
    xp = library.xp
    ratio = xp.where(mass > 0, part / mass, xp.where(part > 0, xp.full_like(part, xp.inf), -xp.inf))
    order = library.order(-ratio)
    upper, lower = (xp.take_along_axis(array, order, axis=0) for array in (part, mass))
    kept = library.sum_before(upper) + upper - delta[None, ...]
    weight = library.sum_before(lower) + lower
    kept = xp.where(xp.abs(kept) <= rounding, 0.0, kept)
    free = xp.where(kept > 0, xp.full_like(kept, xp.inf), -xp.inf)
    return xp.max(xp.where(weight > 0, kept / weight, free), axis=0)


def _contraction(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Taken:
    """The second eigenvalue at a prior; over all priors, the largest of two rows."""
    if not library.is_numpy:
        raise Unsupported("a contraction coefficient is read by NumPy alone")
    takes = [aligned(place, place.indices, library) for place in step.operands]
    inputs, others = int(step.number), len(step.out.indices)

    def found(registers: Registers) -> Array:
        rows, *masses = (take(registers) for take in takes)
        shape = rows.shape[rows.ndim - others - 1 :]
        letters = prod(rows.shape[:inputs])
        stacked = rows.reshape(letters, -1, prod(shape)).transpose(2, 0, 1)
        if not masses:
            return _of_two_rows(stacked).max(axis=(1, 2)).reshape(shape)
        mass = np.broadcast_to(masses[0], (*rows.shape[:inputs], *masses[0].shape[inputs:]))
        values = _second_eigenvalue(mass.reshape(letters, -1).T, stacked)
        return values.reshape(*shape[:-1], -1)

    return found


def _second_eigenvalue(mass: Array, rows: Array) -> Array:
    total = (mass[:, :, None] * rows).sum(axis=1, keepdims=True)
    root = np.sqrt(np.where(total > 0, mass[:, :, None] * rows**2 / total, 0.0))
    if min(root.shape[1:]) < 2:
        return np.zeros(len(root))
    return np.linalg.svd(np.nan_to_num(root), compute_uv=False)[:, 1] ** 2


def _of_two_rows(rows: Array) -> Array:
    """The largest value of a concave function between zero and one, for each pair of rows."""
    one, other = rows[:, :, None, :], rows[:, None, :, :]
    gap: Array = one - other
    low, high = 0.0 * gap[..., :1], 0.0 * gap[..., :1] + 1
    for _ in range(HALVINGS):
        share = (low + high) / 2
        below = other + share * gap
        slope = other - 2 * share * other - share**2 * gap
        rises = np.where(below > 0, gap**2 * slope / below**2, 0.0).sum(axis=-1, keepdims=True) > 0
        low, high = np.where(rises, share, low), np.where(rises, high, share)
    below = other + share * gap
    each = np.where(below > 0, gap**2 / below, 0.0).sum(axis=-1)
    return (share * (1 - share))[..., 0] * each


def _letter_by_letter(rule: Callable[..., Array]) -> Callable[..., Taken]:
    """A step whose result at letters depends on its operands there alone."""

    def maker(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Taken:
        takes = [aligned(place, step.out.indices, library) for place in step.operands]
        xp, number = library.xp, step.number
        return lambda registers: rule(xp, number, *[take(registers) for take in takes])

    return maker


MAKERS: Mapping[str, Callable[[Step, Numbers, Missing, Library], Taken]] = {
    "add": _add,
    "times": _times,
    "most": _extreme,
    "least": _extreme,
    "ratio": _ratio,
    "event": _worst_set,
    "excess": _worst_set,
    "contraction": _contraction,
    "weigh": _letter_by_letter(lambda xp, k, a, b: xp.where((a > 0) | (a < 0), a * b, 0.0)),
    "share": _letter_by_letter(lambda xp, k, a, b: xp.where(b > 0, a / b, k)),
    "divide": _letter_by_letter(lambda xp, k, a, b: xp.where(b == 0, xp.nan, a / b)),
    "both": _letter_by_letter(
        lambda xp, k, a, b: xp.where((a > 0) & (b > 0), xp.ones_like(a), 0.0)
    ),
    "larger": _letter_by_letter(lambda xp, k, a, b: xp.maximum(a, b)),
    "smaller": _letter_by_letter(lambda xp, k, a, b: xp.minimum(a, b)),
    "log": _letter_by_letter(lambda xp, k, a: xp.log(a)),
    "exp": _letter_by_letter(lambda xp, k, a: xp.exp(a)),
    "exceeds": _letter_by_letter(
        lambda xp, k, a, b: xp.where(a > b * (1 + k), xp.ones_like(a), 0.0)
    ),
}
