"""Values over batches: maxima, minima and sums of ratios, with exact support handling.

Letters outside `where` do not count, 0/0 does not count, and a/0 is inf, so nothing is NaN but a
value that is undefined: a bare 0/0, a log of a negative number, an extremum of which no letter
counts. Where a numerator and a denominator have letters of their own, each is reduced before the
division:

    max_{x, y} W(x,y) / P_Y(y)  =  max_y (max_x W(x,y)) / P_Y(y).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.index import Index
from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.errors import Unsupported
from pmlsym.language.value import (
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    Log,
    Quotient,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.meter import tick
from pmlsym.readings.batched_extremum import extremum_over
from pmlsym.readings.batched_polynomial import (
    OPERATION,
    Array,
    Batch,
    Labelled,
    read_factor,
    read_polynomial,
)

ONE = constant(1)

ROUNDING = 1e-13
"""What a body must exceed a level by, relatively, so that rounding alone never makes it so."""


@dataclass(frozen=True, eq=False)
class _Mask:
    """Which letters count."""

    indices: tuple[Index, ...]
    array: NDArray[np.bool_]

    def along(self, indices: Sequence[Index]) -> NDArray[np.bool_]:
        turned = Labelled(self.indices, self.array)  # type: ignore[arg-type]
        return turned.along(indices)  # type: ignore[return-value]


def read_value(value: Value, batch: Batch) -> Labelled:
    """The value on every instance, over the letters of its free indices.

    >>> from pmlsym.calculus import constant
    >>> read_value(Ratio(constant(1), constant(4)), Batch({}, {})).array
    array([0.25])
    """
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        return _read(value, batch)


def with_quotients(batch: Batch, quotients: Sequence[Quotient]) -> Batch:
    """The batch with the tensors that are defined by weight * tensor = total.

    Where the weight is zero the entries do not matter; there the tensor is uniform.
    """
    tensors = dict(batch.tensors)
    for quotient in quotients:
        if quotient.tensor.name in tensors:
            continue
        tensor, indices = quotient.tensor, quotient.indices
        weight = read_polynomial(quotient.weight, batch).along(indices)
        total = read_polynomial(quotient.total, batch).along(indices)
        letters = [batch.sizes[tensor.alphabets[k]] for k in tensor.stochastic]
        with np.errstate(divide="ignore", invalid="ignore"):
            entries = np.where(weight > 0, total / weight, 1 / np.prod(letters or [1]))
        shape = (*(batch.sizes[name] for name in tensor.alphabets), entries.shape[-1])
        tensors[tensor.name] = np.broadcast_to(entries, shape)
    return Batch(batch.sizes, tensors, batch.seen)


def _read(value: Value, batch: Batch) -> Labelled:
    tick(OPERATION)
    match value:
        case Ratio():
            return _ratio(value, batch)
        case Largest() | Smallest():
            return _extreme(value, batch)
        case Total(over, body):
            item = _expanded(_read(body, batch), over, batch)
            axes = tuple(k for k, i in enumerate(item.indices) if i in over)
            kept = tuple(i for i in item.indices if i not in over)
            return Labelled(kept, item.array.sum(axis=axes))
        case Larger(bodies):
            return _larger([_read(body, batch) for body in bodies])
        case Weighted(weight, body):
            by, item = read_polynomial(weight, batch), _read(body, batch)
            indices = _together(by, item)
            mass = by.along(indices)
            return Labelled(indices, np.where(mass > 0, mass * item.along(indices), 0.0))
        case Log(body):
            item = _read(body, batch)
            return Labelled(item.indices, np.log(item.array))
        case Exceeds(body, level):
            item, bar = _read(body, batch), read_polynomial(level, batch)
            above = item.array > bar.along(item.indices) * (1 + ROUNDING)
            return Labelled(item.indices, above.astype(np.float64))
        case FractionalEvent():
            return _fractional_event(value, batch)
        case ExcessRatio():
            return _excess_ratio(value, batch)
    raise Unsupported(f"the batched reading has no case for {value.words}")


def _together(*items: Labelled) -> tuple[Index, ...]:
    return tuple(sorted({i for item in items for i in item.indices}))


def _larger(items: Sequence[Labelled]) -> Labelled:
    indices = _together(*items)
    array = items[0].along(indices)
    for item in items[1:]:
        array = np.fmax(array, item.along(indices))
    return Labelled(indices, array)


def _expanded(item: Labelled, over: Sequence[Index], batch: Batch) -> Labelled:
    """The item with an axis for every index of `over`."""
    missing = tuple(i for i in over if i not in item.indices)
    if not missing:
        return item
    indices = (*missing, *item.indices)
    shape = (*(batch.sizes[i.alphabet] for i in missing), *item.array.shape)
    return Labelled(indices, np.broadcast_to(item.array, shape))


def _ratio(value: Ratio, batch: Batch) -> Labelled:
    above = read_polynomial(value.numerator, batch)
    if value.denominator == ONE:
        return above
    below = read_polynomial(value.denominator, batch)
    indices = _together(above, below)
    return Labelled(indices, above.along(indices) / below.along(indices))


def _extreme(value: Largest | Smallest, batch: Batch) -> Labelled:
    """Reduce numerator, denominator and conditions apart as far as they have letters apart."""
    most = isinstance(value, Largest)
    masks = _conditions(value.where, batch)
    if not isinstance(value.body, Ratio):
        return _reduce_plain(_read(value.body, batch), masks, set(value.over), most)
    above = read_polynomial(value.body.numerator, batch)
    below = read_polynomial(value.body.denominator, batch)
    over = set(value.over)
    masks = _project(masks, over - {*above.indices, *below.indices})
    first, second = over - set(below.indices), over - set(above.indices)
    if any(first & set(m.indices) and second & set(m.indices) for m in masks):
        first = second = set()
    rest = [m for m in masks if not (first | second) & set(m.indices)]
    upper = _narrow(above, [m for m in masks if first & set(m.indices)], first, most)
    lower = _narrow(below, [m for m in masks if second & set(m.indices)], second, not most)
    item = _reduce_ratio(upper, lower, rest, over, most)
    doubtful = item.array == (0.0 if most else np.inf)
    if not doubtful.any():
        return item
    counted = [_Mask(side.indices, side.array > 0) for side in (above, below)]
    return _where_some(item, doubtful, [*masks, _either(counted)], over)


def _conditions(where: Polynomial, batch: Batch) -> list[_Mask]:
    """`where > 0` as masks, one for each factor where they are all nonnegative."""
    terms = list(where)
    if len(terms) == 1 and terms[0][1] > 0 and _is_nonnegative(terms[0][0]):
        items = [read_factor(factor, batch) for factor in terms[0][0]]
    else:
        items = [read_polynomial(where, batch)]
    masks = [_Mask(item.indices, item.array > 0) for item in items]
    return [mask for mask in masks if not mask.array.all()]


def _is_nonnegative(factors: Sequence[Factor]) -> bool:
    return all(tensor.is_nonnegative for factor in factors for tensor, _ in factor)


def _project(masks: list[_Mask], away: set[Index]) -> list[_Mask]:
    """The masks after `for some letter` of the indices that nothing else has."""
    touching = [m for m in masks if away & set(m.indices)]
    if not touching:
        return masks
    joint = _both(touching)
    axes = tuple(k for k, i in enumerate(joint.indices) if i in away)
    kept = tuple(i for i in joint.indices if i not in away)
    rest = [m for m in masks if not away & set(m.indices)]
    counts: NDArray[np.bool_] = np.any(joint.array, axis=axes)
    return [*rest, _Mask(kept, counts)]


def _both(masks: Sequence[_Mask]) -> _Mask:
    indices = tuple(sorted({i for m in masks for i in m.indices}))
    array = masks[0].along(indices)
    for mask in masks[1:]:
        array = array & mask.along(indices)
    return _Mask(indices, array)


def _masked(item: Labelled, masks: Sequence[_Mask], instead: float) -> Labelled:
    for mask in masks:
        indices = tuple(sorted({*item.indices, *mask.indices}))
        array = np.where(mask.along(indices), item.along(indices), instead)
        item = Labelled(indices, array)
    return item


def _narrow(item: Labelled, masks: Sequence[_Mask], away: set[Index], most: bool) -> Labelled:
    """One side of a ratio, reduced over the letters that the other side does not have."""
    item = _masked(item, masks, 0.0 if most else np.inf)
    axes = tuple(k for k, i in enumerate(item.indices) if i in away)
    if not axes:
        return item
    kept = tuple(i for i in item.indices if i not in away)
    return Labelled(kept, extremum_over(item.array, axes, most))


def _reduce_ratio(
    above: Labelled, below: Labelled, masks: Sequence[_Mask], over: set[Index], most: bool
) -> Labelled:
    indices = _together(above, below)
    upper, lower = above.along(indices), below.along(indices)
    ratio = upper / lower if below.indices or (lower != 1).any() else upper
    null = lower == 0
    if null.any():
        shown = np.where(upper > 0, np.inf, 0.0) if most else np.inf
        ratio = np.where(null, shown, ratio)
    item = _masked(Labelled(indices, ratio), masks, 0.0 if most else np.inf)
    return _reduced(item, over, most)


def _reduce_plain(item: Labelled, masks: Sequence[_Mask], over: set[Index], most: bool) -> Labelled:
    nothing = -np.inf if most else np.inf
    inside = over & set(item.indices)
    defined = _Mask(item.indices, ~np.isnan(item.array))
    body = Labelled(item.indices, np.where(defined.array, item.array, nothing))
    close = _project(list(masks), over - set(item.indices))
    found = _reduced(_masked(body, close, nothing), inside, most)
    doubtful = found.array == nothing
    return _where_some(found, doubtful, [*masks, defined], over) if doubtful.any() else found


def _either(masks: Sequence[_Mask]) -> _Mask:
    indices = tuple(sorted({i for m in masks for i in m.indices}))
    return _Mask(indices, np.logical_or(*(m.along(indices) for m in masks)))


def _where_some(
    item: Labelled, doubtful: NDArray[np.bool_], masks: Sequence[_Mask], over: set[Index]
) -> Labelled:
    """The item, but NaN at what is doubtful where no letter of `over` counts."""
    joint = _both(masks)
    axes = tuple(k for k, i in enumerate(joint.indices) if i in over)
    kept = tuple(i for i in joint.indices if i not in over)
    some = _Mask(kept, np.asarray(np.any(joint.array, axis=axes)))
    indices = tuple(sorted({*kept, *item.indices}))
    doubt = _Mask(item.indices, doubtful).along(indices) & ~some.along(indices)
    return Labelled(indices, np.where(doubt, np.nan, item.along(indices)))


def _reduced(item: Labelled, over: set[Index], most: bool) -> Labelled:
    axes = tuple(k for k, i in enumerate(item.indices) if i in over)
    if not axes:
        return item
    kept = tuple(i for i in item.indices if i not in over)
    return Labelled(kept, extremum_over(item.array, axes, most))


def _fractional_event(value: FractionalEvent, batch: Batch) -> Labelled:
    """Take the letters by decreasing part/mass until their mass is delta, the last in part."""
    others, (upper, lower, goal) = _flattened(value, batch)
    parts, masses, wanted = upper, lower, goal[:1]
    ratio = np.where(lower > 0, upper / lower, -np.inf)
    order = np.argsort(-ratio, axis=0, kind="stable")
    ratio = np.take_along_axis(ratio, order, axis=0)
    lower = np.take_along_axis(lower, order, axis=0)
    before = np.cumsum(lower, axis=0) - lower
    taken = np.clip(wanted - before, 0.0, lower)
    whole: Array = taken.sum(axis=0)
    massless = np.where(masses > 0, 0.0, parts).sum(axis=0)
    mean = (np.where(taken > 0, ratio * taken, 0.0).sum(axis=0) + massless) / whole
    best = np.where(wanted[0] > 0, mean, ratio[0])
    possible = (whole >= wanted[0] * (1 - ROUNDING)) & (best > -np.inf)
    return Labelled(others, np.where(possible, best, np.nan))


def _flattened(
    value: FractionalEvent | ExcessRatio, batch: Batch
) -> tuple[tuple[Index, ...], tuple[Array, ...]]:
    """Part, mass and delta with the letters ranged over as one first axis; the other indices."""
    items = [read_polynomial(p, batch) for p in (value.part, value.mass, value.delta)]
    others = tuple(sorted(set().union(*(item.indices for item in items)) - {*value.over}))
    indices = (*value.over, *others)
    arrays = [_expanded(item, value.over, batch).along(indices) for item in items]
    shape = np.broadcast_shapes(*(array.shape for array in arrays))
    letters = int(np.prod(shape[: len(value.over)], dtype=int))
    flat = (letters, *shape[len(value.over) :])
    return others, tuple(np.broadcast_to(array, shape).reshape(flat) for array in arrays)


def _excess_ratio(value: ExcessRatio, batch: Batch) -> Labelled:
    """The best prefix of the letters in the order of part/mass, those without mass first."""
    others, (upper, lower, given) = _flattened(value, batch)
    ratio = np.where(lower > 0, upper / lower, np.where(upper > 0, np.inf, -np.inf))
    order = np.argsort(-ratio, axis=0, kind="stable")
    kept = np.cumsum(np.take_along_axis(upper, order, axis=0), axis=0) - given[:1]
    weight = np.cumsum(np.take_along_axis(lower, order, axis=0), axis=0)
    kept = np.where(np.abs(kept) <= ROUNDING, 0.0, kept)
    free = np.where(kept > 0, np.inf, -np.inf)
    best: Array = np.where(weight > 0, kept / weight, free).max(axis=0)
    return Labelled(others, best)
