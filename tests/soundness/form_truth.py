"""Whether a level form holds, by loops over letters and over the choices of its tensors.

A form's tensors are chosen as their definitions say: M the inner extremum, c and s a weighting of
the letters that attain it, b the bad outcomes, a and e events. Where a form ranges over all tensors
of a shape, events are all sets of letters and what lies between two of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import product

from pmlsym.calculus.polynomial import constant
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.language.value import (
    Exceeds,
    FractionalEvent,
    Larger,
    Largest,
    Power,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.lowering.forms import (
    Both,
    Either,
    Exists,
    ExistsTensor,
    ForAll,
    ForAllTensor,
    Form,
    Holds,
)
from tests.calculus.brute_force import Entries, World, evaluate
from tests.definitions import extreme_events

Letters = Mapping[Index, int]
PARTS = (Fraction(0), Fraction(1), Fraction(1, 3))


def holds(form: Form, world: World, value: Value, at: Letters) -> bool:
    """Whether the form holds, its free letters standing at `at`; `value` is what it bounds."""
    match form:
        case Holds(polynomial, relation):
            return _compare(evaluate(world, polynomial, at), relation)
        case Both(forms):
            return all(holds(inner, world, value, at) for inner in forms)
        case Either(forms):
            return any(holds(inner, world, value, at) for inner in forms)
        case ForAll(indices, inner):
            every = world.assignments(indices)
            return all(holds(inner, world, value, {**at, **letters}) for letters in every)
        case Exists(indices, inner):
            every = world.assignments(indices)
            return any(holds(inner, world, value, {**at, **letters}) for letters in every)
        case ExistsTensor(tensor, inner):
            worlds = (_with(world, tensor, c) for c in choices(tensor, world, value, at))
            return any(holds(inner, chosen, value, at) for chosen in worlds)
        case ForAllTensor(tensor, conditions, inner):
            given = Both(
                tuple(ForAll(f.indices, Holds(f.polynomial, f.relation)) for f in conditions)
            )
            worlds = (_with(world, tensor, c) for c in choices(tensor, world, value, at))
            return all(
                holds(inner, chosen, value, at)
                for chosen in worlds
                if holds(given, chosen, value, at)
            )
    raise AssertionError(f"no truth for {form!r}")


def choices(tensor: Tensor, world: World, value: Value, at: Letters) -> Iterator[Entries]:
    """Entries for a tensor that a level form introduces."""
    cells = list(product(*(range(world.sizes[a]) for a in tensor.alphabets)))
    stem = tensor.name.rstrip("0123456789")
    if stem in ("b", "e"):
        yield from _tables(cells, PARTS[:2])
    elif stem == "a":
        yield from _tables(cells, PARTS)
        (event,) = [part for part in _values(value) if isinstance(part, FractionalEvent)]
        yield from _extreme(event, cells, world, value, at)
    else:
        (total,) = [part for part in _values(value) if isinstance(part, Total)]
        rows = list(world.assignments(total.over))
        if stem == "M":
            over = total.over
            if len(tensor.alphabets) > len(over):  # one for each letter of a largest around it
                outer = [p for p in _values(value) if isinstance(p, Largest) and p.body is total]
                over = (*outer[0].over, *over)
            every = list(world.assignments(over))
            best = [_best(world, total.body, {**at, **row}) for row in every]
            yield {_cell(r, over): b[0] for r, b in zip(every, best, strict=True)}
        elif isinstance(total.body, Weighted) and stem in ("c", "d"):
            yield dict.fromkeys(cells, Fraction(0)) | _above(total, world, at, gaps=stem == "d")
        elif stem == "c":
            assert isinstance(total.body, Largest | Smallest)
            chosen = dict.fromkeys(cells, Fraction(0))
            for row in rows:
                _, letters, mass = _best(world, total.body, {**at, **row})
                if letters:
                    chosen[_cell({**row, **letters}, (*total.over, *total.body.over))] = 1 / mass
            yield chosen
        elif stem == "s":
            assert isinstance(total.body, Larger)
            part = total.body.bodies[1]
            assert isinstance(part, Ratio)
            signs = [evaluate(world, part.numerator, {**at, **row}) > 0 for row in rows]
            yield {_cell(r, total.over): Fraction(s) for r, s in zip(rows, signs, strict=True)}
        else:
            raise AssertionError(f"no choice of {tensor.name}")


def _above(total: Total, world: World, at: Letters, *, gaps: bool) -> Entries:
    """Choice of a letter whose ratio is above the level, at each outcome with one; over its gap."""
    assert isinstance(total.body, Weighted) and isinstance(total.body.body, Exceeds)
    body, level, chosen = total.body.body.body, total.body.body.level, {}
    if isinstance(body, Ratio):  # no letter is chosen
        body = Largest((), body)
    assert isinstance(body, Largest) and isinstance(body.body, Ratio)
    for row in world.assignments(total.over):
        for inner in world.assignments(body.over):
            letters = {**at, **row, **inner}
            gap = evaluate(world, body.body.numerator - level * body.body.denominator, letters)
            mass = evaluate(world, body.where, letters)
            if mass > 0 and gap > 0:
                cell = _cell(letters, (*total.over, *body.over))
                chosen[cell] = 1 / mass / (gap if gaps else 1)
                break
    return chosen


def _extreme(
    event: FractionalEvent,
    cells: list[tuple[int, ...]],
    world: World,
    value: Value,
    at: Letters,
) -> Iterator[Entries]:
    """Events of mass delta exactly, given one outer letter, and everything given the others."""
    outer = [i for part in _values(value) if isinstance(part, Largest) for i in part.over]
    given = tuple(i for i in outer if i in event.mass.free)
    for row in world.assignments(given):
        own = [cell for cell in cells if cell[: len(given)] == _cell(row, given)]
        letters = [dict(zip(event.over, cell[len(given) :], strict=True)) for cell in own]
        masses = [evaluate(world, event.mass, {**at, **row, **inner}) for inner in letters]
        for extreme in extreme_events(masses, evaluate(world, event.delta, at)):
            yield {**dict.fromkeys(cells, Fraction(1)), **dict(zip(own, extreme, strict=True))}


def _best(world: World, body: Value, at: Letters) -> tuple[Fraction, Letters, Fraction]:
    """The extremum of entries, the letters that attain it, and the support factor there.

    Where none counts it is zero, of no letters.
    """
    if isinstance(body, Larger):
        found = [_best(world, inner, at)[0] for inner in body.bodies]
        return max(found), {}, Fraction(1)
    if isinstance(body, Ratio):
        assert body.denominator == constant(1)
        return evaluate(world, body.numerator, at), {}, Fraction(1)
    assert isinstance(body, Largest | Smallest) and isinstance(body.body, Ratio)
    found_ = []
    for letters in world.assignments(body.over):
        mass = evaluate(world, body.where, {**at, **letters})
        if mass > 0:
            entry = evaluate(world, body.body.numerator, {**at, **letters})
            found_.append((entry, letters, mass))
    pick = max if isinstance(body, Largest) else min
    return pick(found_, key=lambda row: row[0], default=(Fraction(0), {}, Fraction(1)))


def _tables(
    cells: list[tuple[int, ...]], values: tuple[Fraction, ...]
) -> Iterator[dict[tuple[int, ...], Fraction]]:
    for entries in product(values, repeat=len(cells)):
        yield dict(zip(cells, entries, strict=True))


def _values(value: Value) -> Iterator[Value]:
    yield value
    match value:
        case Largest(_, body) | Smallest(_, body) | Total(_, body) | Power(body):
            yield from _values(body)
        case Larger(bodies):
            for body in bodies:
                yield from _values(body)


def _cell(letters: Letters, indices: tuple[Index, ...]) -> tuple[int, ...]:
    return tuple(letters[i] for i in indices)


def _with(world: World, tensor: Tensor, entries: Entries) -> World:
    return replace(world, entries={**world.entries, tensor.name: entries})


def _compare(value: Fraction, relation: str) -> bool:
    return {">=": value >= 0, ">": value > 0, "==": value == 0}[relation]
