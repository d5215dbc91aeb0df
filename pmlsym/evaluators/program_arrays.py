"""The steps of a plan on whole arrays: each is an action that reads registers and writes one.

Registers are arrays (*letters, B), the instances last; the axis of instances, and that of a letter
on which nothing depends, may have size one. A step is prepared once: the order of its operands'
axes, the operands that are constants, and the letters that it gathers over. `program` defines the
steps; here `fill` only marks a register, and the next step writes it instead of adding to it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Any

import numpy as np

from pmlsym.calculus.meter import tick
from pmlsym.errors import Unsupported
from pmlsym.evaluators.array_library import SMALL, Array, Contraction, Indices, Library
from pmlsym.evaluators.program import Place, Step

Registers = dict[int, Any]
Action = Callable[[Registers], None]
Reader = Callable[[Registers], Array]
Constants = Mapping[int, tuple[float, ...]]
Numbers = tuple[float | None, ...]
"""The operands that are constants without letters."""
Missing = tuple[tuple[int, int], ...]
"""The axes of a result whose index no operand has, with their numbers of letters."""

REFINED, NARROWER = 9, 3.5
"""The rounds, and the factor by which each narrows the interval, that give the best order to five
places and its value to ten."""

HALVINGS = 54
"""The halvings of the unit interval that reach the last place of a float."""

OPERATION, CELLS, CONTRACTION = 20, 100, 80
"""The meter's steps for an operation on arrays, the cells that take one more step, and how many
cells one cell is worth where a contraction coefficient, or the best of all orders, is searched."""


def action_of(
    step: Step, shapes: Sequence[tuple[int, ...]], constants: Constants, library: Library
) -> Action:
    """The function that does a float plan's step on registers of arrays; equal steps share one.

    `shapes` are the sizes of the axes of each register, `constants` the numbers of some.
    """
    read_indices = {i for place in step.operands for i in place.indices}
    numbers = tuple(
        constants[place.register][0] if place.register in constants and not place.indices else None
        for place in step.operands
    )
    missing = tuple(
        (axis, shapes[step.out.register][axis])
        for axis, index in enumerate(step.out.indices)
        if index not in read_indices
    )
    return _prepared_action(step, numbers, missing, library)


def count_step(step: Step, registers: Mapping[int, Any]) -> None:
    """Count, on the meter, the work of a float plan's step that was done on arrays."""
    if step.kind in ("contraction", "concentrated"):  # searched, over all rows
        rows = registers[step.operands[0].register]
        tick(OPERATION + CONTRACTION * prod(rows.shape) // CELLS)
    elif step.kind != "fill":
        tick(OPERATION + prod(registers[step.out.register].shape) // CELLS)


@lru_cache(maxsize=1 << 12)
def _prepared_action(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Action:
    """The action on arrays of a float plan's step, kept for equal steps, constants and axes."""
    register = step.out.register
    if step.kind == "fill":
        return lambda registers: registers.__setitem__(register, step.number)
    read = MAKERS[step.kind](step, numbers, missing, library)

    def act(registers: Registers) -> None:
        """Compute a step of a value's program: write its array of floats into a register."""
        registers[register] = read(registers)

    return act


def reader_in_order(place: Place, order: Indices, library: Library) -> Reader:
    """A function that reads a float plan's register as an array, with its indices in this order.

    An index that the register does not have gets an axis of size one.
    """
    register, indices = place.register, place.indices
    distinct = tuple(dict.fromkeys(indices))
    axes = (*(distinct.index(i) for i in order if i in distinct), len(distinct))
    spread = (*(slice(None) if i in distinct else None for i in order), slice(None))
    is_turned, is_spread = axes != tuple(range(len(axes))), None in spread
    is_diagonal = len(distinct) < len(indices)
    if not (is_turned or is_spread or is_diagonal):
        return lambda registers: registers[register]

    def read(registers: Registers) -> Array:
        """The register's array: a diagonal, permuted, or with more axes, as it is needed."""
        array = registers[register]
        if is_diagonal:
            array = _diagonal_entries(array, indices, library)
        if is_turned:
            array = library.permuted(array, axes)
        return array[spread] if is_spread else array

    return read


def _diagonal_entries(array: Array, indices: Indices, library: Library) -> Array:
    """The entries of a register's array where both places of a repeated index agree."""
    kept = list(indices)
    for index in dict.fromkeys(indices):
        while kept.count(index) > 1:
            first = kept.index(index)
            second = kept.index(index, first + 1)
            rest = [k for k in range(len(kept) + 1) if k not in (first, second)]
            turned = library.permuted(array, (first, second, *rest))
            letters = turned.shape[0]
            flat = library.xp.reshape(turned, (letters * letters, *turned.shape[2:]))
            array = flat[:: letters + 1, ...]
            kept = [index, *(kept[k] for k in rest[:-1])]
    distinct = tuple(dict.fromkeys(indices))
    return library.permuted(array, (*(kept.index(i) for i in distinct), len(kept)))


def _scale_and_places(step: Step, numbers: Numbers) -> tuple[float, list[Place]]:
    """The product of the constants of a float plan's step, and its other operands."""
    scale, others = step.number, []
    for place, number in zip(step.operands, numbers, strict=True):
        if number is None:
            others.append(place)
        else:
            scale *= number
    return (scale, others) if others else (step.number, list(step.operands))


def _make_sum(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Reader:
    """The reader of a plan's step that gives out + k a b, summed over some letters of arrays."""
    scale, places = _scale_and_places(step, numbers)
    register, kept = step.out.register, step.out.indices
    distinct = [tuple(dict.fromkeys(place.indices)) for place in places]
    summed = {i for result_indices in distinct for i in result_indices} - set(kept)
    result_indices = tuple(i for i in kept if any(i in indices for indices in distinct))
    back = reader_in_order(Place(0, result_indices), kept, library)
    readers = [
        reader_in_order(p, order, library) for p, order in zip(places, distinct, strict=True)
    ]
    axes = tuple(k for k, i in enumerate(distinct[0]) if i in summed)
    turned = tuple(i for i in distinct[0] if i not in summed)
    from_first = reader_in_order(Place(0, turned), kept, library)
    product = _product_reader(
        [reader_in_order(place, kept, library) for place in places if not summed]
    )
    contraction = Contraction(distinct[0], distinct[-1], result_indices)

    def term(registers: Registers) -> Array:
        """The product a b of arrays, summed over the letters that the result does not have."""
        if not summed:
            return product(registers)
        arrays = [reader(registers) for reader in readers]
        if len(arrays) == 1:
            return from_first({0: library.xp.sum(arrays[0], axis=axes)})
        return back({0: library.sum_of_products(arrays[0], arrays[1], contraction)})

    def read(registers: Registers) -> Array:
        """The array of the register so far, plus the step's term."""
        item = term(registers)
        if scale != 1:
            item = item * scale
        before = registers[register]
        return item if isinstance(before, float) else before + item

    return read


def _product_reader(readers: Sequence[Reader]) -> Reader:
    """A function that reads the product of some registers' arrays."""

    def read(registers: Registers) -> Array:
        """The product of the registers' float arrays."""
        item = readers[0](registers)
        for reader in readers[1:]:
            item = item * reader(registers)
        return item

    return read


def _make_product(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Reader:
    """The reader of a plan's step that gives the array k a b, at all letters of the result."""
    scale, places = _scale_and_places(step, numbers)
    product = _product_reader(
        [reader_in_order(place, step.out.indices, library) for place in places]
    )
    letters = dict(missing)

    def read(registers: Registers) -> Array:
        """The float array k a b, with letters that no operand has."""
        item = product(registers)
        if scale != 1:
            item = item * scale
        if not letters:
            return item
        return library.xp.broadcast_to(
            item, tuple(letters.get(k, n) for k, n in enumerate(item.shape))
        )

    return read


def _make_extreme(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Reader:
    """The reader of a float plan's step that gives the extreme of arrays where guards are positive.

    NaN is ignored.
    """
    xp, most = library.xp, step.kind == "most"
    item, *others = step.operands
    guards = [g for g, n in zip(others, numbers[1:], strict=True) if n is None or not n > 0]
    every = tuple(dict.fromkeys(i for place in (item, *guards) for i in place.indices))
    kept = step.out.indices
    order = (*(i for i in every if i not in kept), *kept)
    axes = tuple(range(len(order) - len(kept)))
    read_item = reader_in_order(item, order, library)
    inside = [reader_in_order(guard, order, library) for guard in guards]
    narrow = [set(guard.indices) <= set(item.indices) for guard in guards]
    register = step.out.register

    def read(registers: Registers) -> Array:
        """The float array of extremes, those of the register so far included."""
        entries = read_item(registers)
        for guard, is_narrow in zip(inside, narrow, strict=True):
            mask = guard(registers) > 0
            if not (is_narrow and entries.size > SMALL and library.everywhere(mask)):
                entries = xp.where(mask, entries, xp.nan)
        best = library.extremum(entries, axes, most) if axes else entries
        before = registers[register]
        return best if isinstance(before, float) else library.extreme_of(best, before, most)

    return read


def _make_ratio(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Reader:
    """The reader of a plan's step that gives the array a / b; of 0/0, k where c is positive."""
    xp, number, order = library.xp, step.number, step.out.indices
    above, below, hidden = (reader_in_order(place, order, library) for place in step.operands)
    is_plain = numbers[2] == 0

    def read(registers: Registers) -> Array:
        """The float array a / b, with k for 0/0 where c is positive."""
        upper, lower = above(registers), below(registers)
        item = upper / lower
        if is_plain or not bool(xp.any(xp.isnan(item))):
            return item
        null = (upper == 0) & (lower == 0) & (hidden(registers) > 0)
        return xp.where(null, number, item)

    return read


def _make_worst_set(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Reader:
    """The reader of a plan's step that gives the best event or set, its letters on one axis."""
    xp, others = library.xp, step.out.indices
    within = step.operands[0].indices[len(others) :]
    part, mass = (
        reader_in_order(place, (*within, *others), library) for place in step.operands[:2]
    )
    delta = reader_in_order(step.operands[2], others, library)
    rule = _best_event_value if step.kind == "event" else _best_excess_ratio

    def flat(array: Array) -> Array:
        """The float array with the letters of the set along one first axis."""
        return xp.reshape(array, (-1, *array.shape[len(within) :]))

    def read(registers: Registers) -> Array:
        """The float array of the best event's or set's values."""
        upper, lower = xp.broadcast_arrays(part(registers), mass(registers))
        return rule(flat(upper), flat(lower), delta(registers), step.number, library)

    return read


def _best_event_value(
    part: Array, mass: Array, wanted: Array, rounding: float, library: Library
) -> Array:
    """The best event's value on arrays: letters by decreasing part/mass until `wanted` is full.

    The last letter is taken in part.
    """
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


def _best_excess_ratio(
    part: Array, mass: Array, delta: Array, rounding: float, library: Library
) -> Array:
    """The best set's excess ratio on arrays: letters by decreasing part/mass.

    Letters without mass come first.
    """
    xp = library.xp
    ratio = xp.where(mass > 0, part / mass, xp.where(part > 0, xp.full_like(part, xp.inf), -xp.inf))
    order = library.order(-ratio)
    upper, lower = (xp.take_along_axis(array, order, axis=0) for array in (part, mass))
    kept = library.sum_before(upper) + upper - delta[None, ...]
    weight = library.sum_before(lower) + lower
    kept = xp.where(xp.abs(kept) <= rounding, 0.0, kept)
    free = xp.where(kept > 0, xp.full_like(kept, xp.inf), -xp.inf)
    return xp.max(xp.where(weight > 0, kept / weight, free), axis=0)


def _make_contraction(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Reader:
    """The reader of a float plan's step that gives arrays of contraction coefficients.

    It is the second eigenvalue at a prior; over all priors, the largest of two rows.
    """
    if not library.is_numpy:
        raise Unsupported("a contraction coefficient is read by NumPy alone")
    readers = [reader_in_order(place, place.indices, library) for place in step.operands]
    inputs, others = int(step.number), len(step.out.indices)

    def read(registers: Registers) -> Array:
        """The array of contraction coefficients in floats."""
        rows, *masses = (reader(registers) for reader in readers)
        shape = rows.shape[rows.ndim - others - 1 :]
        letters = prod(rows.shape[:inputs])
        stacked = rows.reshape(letters, -1, prod(shape)).transpose(2, 0, 1)
        if not masses:
            return _contraction_of_two_rows(stacked).max(axis=(1, 2)).reshape(shape)
        mass = np.broadcast_to(masses[0], (*rows.shape[:inputs], *masses[0].shape[inputs:]))
        values = _second_eigenvalue(mass.reshape(letters, -1).T, stacked)
        return values.reshape(*shape[:-1], -1)

    return read


def _second_eigenvalue(mass: Array, rows: Array) -> Array:
    """The second largest eigenvalue, in floats, of a step to an outcome and back, by instance."""
    total = (mass[:, :, None] * rows).sum(axis=1, keepdims=True)
    root = np.sqrt(np.where(total > 0, mass[:, :, None] * rows**2 / total, 0.0))
    if min(root.shape[1:]) < 2:
        return np.zeros(len(root))
    return np.linalg.svd(np.nan_to_num(root), compute_uv=False)[:, 1] ** 2


def _contraction_of_two_rows(rows: Array) -> Array:
    """The contraction coefficients in floats of each pair of rows, by halving the unit interval."""
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


def _make_concentrated(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Reader:
    """The reader of a float plan's step that gives arrays of the largest divergence over its order.

    The letters of both distributions come first.
    """
    if not library.is_numpy:
        raise Unsupported("a largest divergence over orders is read by NumPy alone")
    readers = [reader_in_order(place, place.indices, library) for place in step.operands]

    def read(registers: Registers) -> Array:
        """The float array of largest divergences over their orders."""
        a, b = np.broadcast_arrays(*(reader(registers) for reader in readers))
        return _largest_over_orders(*(x.reshape(-1, *x.shape[int(step.number) :]) for x in (a, b)))

    return read


def _largest_over_orders(a: Array, b: Array) -> Array:
    """The largest D[1/s](a || b)*s over 0 < s < 1, in floats on arrays, by finer and finer shares.

    With m the largest logarithm of a/b that is  s/(1 - s) (m + s log sum b exp((log(a/b) - m)/s)).
    """
    log = np.where(a > 0, np.log(np.where(a > 0, a, 1.0)) - np.log(b), -np.inf)
    most, spread = log.max(axis=0), np.linspace(-1, 1, 9)
    at, width, best = np.full(most.shape, 0.5), 0.5, np.where(a > 0, a * log, 0.0).sum(axis=0)
    for _ in range(REFINED):
        shares = np.clip(at + width * spread.reshape(-1, *[1] * most.ndim), 1e-9, 1 - 1e-6)
        powers = np.exp((log - most)[:, None] / shares)
        values = shares * (most + shares * np.log((b[:, None] * powers).sum(axis=0))) / (1 - shares)
        chosen = values.argmax(axis=0)[None]
        at = np.take_along_axis(shares, chosen, axis=0)[0]
        best = np.maximum(best, np.take_along_axis(values, chosen, axis=0)[0])
        width /= NARROWER
    return np.where(((a > 0) & (b == 0)).any(axis=0), np.inf, best)


def _make_letter_by_letter(rule: Callable[..., Array]) -> Callable[..., Reader]:
    """The maker of a plan's step whose result at letters depends on its operands there alone."""

    def maker(step: Step, numbers: Numbers, missing: Missing, library: Library) -> Reader:
        """The reader that applies the rule to the operands' arrays."""
        readers = [reader_in_order(place, step.out.indices, library) for place in step.operands]
        xp, number = library.xp, step.number
        return lambda registers: rule(xp, number, *[reader(registers) for reader in readers])

    return maker


MAKERS: Mapping[str, Callable[[Step, Numbers, Missing, Library], Reader]] = {
    "add": _make_sum,
    "times": _make_product,
    "most": _make_extreme,
    "least": _make_extreme,
    "ratio": _make_ratio,
    "event": _make_worst_set,
    "excess": _make_worst_set,
    "contraction": _make_contraction,
    "concentrated": _make_concentrated,
    "weigh": _make_letter_by_letter(lambda xp, k, a, b: xp.where((a > 0) | (a < 0), a * b, 0.0)),
    "share": _make_letter_by_letter(lambda xp, k, a, b: xp.where(b > 0, a / b, k)),
    "divide": _make_letter_by_letter(lambda xp, k, a, b: xp.where(b == 0, xp.nan, a / b)),
    "both": _make_letter_by_letter(
        lambda xp, k, a, b: xp.where((a > 0) & (b > 0), xp.ones_like(a), 0.0)
    ),
    "larger": _make_letter_by_letter(lambda xp, k, a, b: xp.maximum(a, b)),
    "smaller": _make_letter_by_letter(lambda xp, k, a, b: xp.minimum(a, b)),
    "log": _make_letter_by_letter(lambda xp, k, a: xp.log(a)),
    "exp": _make_letter_by_letter(lambda xp, k, a: xp.exp(a)),
    "exceeds": _make_letter_by_letter(
        lambda xp, k, a, b: xp.where(a > b * (1 + k), xp.ones_like(a), 0.0)
    ),
}
