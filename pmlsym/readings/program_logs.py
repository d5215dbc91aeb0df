"""The log domain: a plan on numbers far below what products of floats hold.

    log(a*b) = log a + log b,      log(a + b) = max + log(1 + exp(-|log a - log b|))

Entries are given as logarithms, -inf for zero, so a mass of 1e-300 times an entry of 1e-300 is no
zero. Numbers inside a value may be negative, as differences and logarithms are: each is a logarithm
of its size with a sign (`signed_logs`). What is read is the logarithm of the value, which for a
leakage is the leakage itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import reduce
from math import log

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Quotient, Value
from pmlsym.readings.array_input import letters_of
from pmlsym.readings.array_library import NUMPY
from pmlsym.readings.batch import Array
from pmlsym.readings.program import ROUNDING, Place, Program, Step
from pmlsym.readings.program_arrays import aligned
from pmlsym.readings.program_plan import program_of
from pmlsym.readings.signed_logs import (
    EXCESS,
    Signed,
    added,
    exceeds,
    larger,
    largest,
    nonnegative,
    product,
    quotient,
    real,
    summed,
)

Logs = Mapping[Tensor, NDArray[np.floating]]
Registers = dict[int, Signed]


def evaluate_logs(
    value: Value,
    arrays: Logs,
    *,
    defined: Sequence[Quotient] = (),
    sizes: Mapping[str, int] | None = None,
) -> Array:
    """The logarithm of the value on every instance, from arrays of logarithms of entries.

    `arrays` gives each tensor its entries: (B, n) for a prior, (B, n, m) for a channel, (B,) for a
    scalar; `defined` lists the quotients that the value mentions, `sizes` alphabets that no array
    shows. The result is -inf where the value is zero, or below zero by rounding, NaN where it is
    negative or no letter counts; it has an axis for each free index, sorted.
    Raises InvalidInput at a wrong shape or at a logarithm that is NaN or +inf, Unsupported at an
    excess ratio, which has no reading here.

    >>> from pmlsym.calculus import atom
    >>> from pmlsym.calculus.index import Index
    >>> from pmlsym.language.value import Largest, Ratio
    >>> x, p = Index("X", "x"), Tensor("p", ("X",), nonnegative=True)
    >>> tiny = np.array([[-1e4, -2e4]])
    >>> evaluate_logs(Largest((x,), Ratio(atom(p, x))), {p: tiny})
    array([-10000.])
    """
    given = {tensor: np.asarray(array, dtype=np.float64) for tensor, array in arrays.items()}
    known, logs = letters_of(given, sizes or {}), {}
    for tensor, array in given.items():
        if not (array < np.inf).all():
            raise InvalidInput(f"{tensor} has an entry that is no logarithm of a finite number")
        logs[tensor.name] = array
    program = program_of(Measure("", value, is_log=False, defined=tuple(defined)), known)
    with np.errstate(invalid="ignore", divide="ignore", over="ignore", under="ignore"):
        item = _run(program, logs)
        nearly = np.where(item.logs <= log(ROUNDING), -np.inf, np.nan)
        shown = np.where(item.signs < 0, nearly, item.logs)
    letters = program.shapes[program.result.register]
    count = max(map(len, logs.values()))
    return np.moveaxis(np.broadcast_to(shown, (*letters, count)), -1, 0)


def _run(program: Program, logs: Mapping[str, Array]) -> Signed:
    """The result of all steps."""
    registers: dict[int, tuple[Array, Array]] = {}
    for name, register in program.tensors:
        item = nonnegative((), np.moveaxis(logs[name], 0, -1))
        registers[register] = item.logs, item.signs
    for register, numbers in program.constants.items():
        item = real((), np.reshape(numbers, (*program.shapes[register], 1)))
        registers[register] = item.logs, item.signs

    def at(place: Place) -> Signed:
        own = tuple(dict.fromkeys(place.indices))
        take = aligned(Place(0, place.indices), own, NUMPY)
        return Signed(own, *(take({0: array}) for array in registers[place.register]))

    for step in program.steps:
        if step.kind == "fill":
            item = real((), np.array([step.number]))
        elif step.kind in RULES:
            own = tuple(i for p in step.operands for i in p.indices)
            spread = [i for i in step.out.indices if i not in own]
            item = RULES[step.kind](step, at)
            item = Signed(step.out.indices, *item.along(step.out.indices))
            if spread:
                sizes = program.shapes[step.out.register]
                whole = [(*sizes, a.shape[-1]) for a in (item.logs, item.signs)]
                arrays = zip((item.logs, item.signs), whole, strict=True)
                item = Signed(item.indices, *(np.broadcast_to(a, s) for a, s in arrays))
        else:
            raise Unsupported(f"{WORDS.get(step.kind, step.kind)} has no reading in the log domain")
        registers[step.out.register] = item.logs, item.signs
    return at(program.result)


At = Callable[[Place], Signed]


def _before(step: Step, at: At) -> Signed:
    """What the result of a step that gathers holds; it may have no letters yet."""
    item = at(Place(step.out.register, ()))
    own = step.out.indices if item.logs.ndim > 1 else ()
    return Signed(own, item.logs, item.signs)


def _scaled(step: Step, at: At) -> Signed:
    """k a b."""
    return reduce(product, map(at, step.operands), real((), np.array([step.number])))


def _add(step: Step, at: At) -> Signed:
    item = _scaled(step, at)
    away = [i for i in item.indices if i not in step.out.indices]
    return added([_before(step, at), summed(item, away)])


def _extreme(step: Step, at: At) -> Signed:
    item, inside = at(step.operands[0]), reduce(product, map(at, step.operands[1:]))
    away = {i for place in step.operands for i in place.indices} - {*step.out.indices}
    before = _before(step, at)
    if step.kind == "most":
        return larger(before, largest(item, inside, tuple(away)))
    return larger(before.negated(), largest(item.negated(), inside, tuple(away))).negated()


def _ratio(step: Step, at: At) -> Signed:
    above, below, hidden = map(at, step.operands)
    item = quotient(above, below)
    if not (hidden.signs > 0).any():
        return item
    none = nonnegative(item.indices, np.where(np.isnan(item.logs), 0.0, -np.inf))
    null = product(none, hidden)
    there = nonnegative(null.indices, np.where(null.signs > 0, -np.inf, 0.0))
    return item.where(there, step.number)


def _share(step: Step, at: At) -> Signed:
    above, below = map(at, step.operands)
    return quotient(above, below).where(below, step.number)


def _both(step: Step, at: At) -> Signed:
    item = product(*map(at, step.operands))
    return nonnegative(item.indices, np.where(item.signs > 0, 0.0, -np.inf))


def _event(step: Step, at: At) -> Signed:
    """Take letters by decreasing part/mass until their mass is delta, the last in part."""
    part, mass, delta = map(at, step.operands)
    others = step.out.indices
    within = part.indices[len(others) :]
    pair = np.broadcast_arrays(*(item.along((*within, *others))[0] for item in (part, mass)))
    upper, lower = (a.reshape(-1, *a.shape[len(within) :]) for a in pair)
    wanted = delta.along(others)[0]
    ratio = np.where(lower > -np.inf, upper - lower, -np.inf)
    order = np.argsort(-ratio, axis=0, kind="stable")
    ratio = np.take_along_axis(ratio, order, axis=0)
    masses = np.take_along_axis(lower, order, axis=0)
    reached = np.logaddexp.accumulate(masses, axis=0)
    before = np.concatenate([np.full_like(reached[:1], -np.inf), reached[:-1]])
    left = np.where(before < wanted, wanted + np.log1p(-np.exp(before - wanted)), -np.inf)
    taken = np.minimum(masses, left)
    whole = np.logaddexp.reduce(taken, axis=0)
    massless = np.logaddexp.reduce(np.where(lower > -np.inf, -np.inf, upper), axis=0)
    mean = np.logaddexp(np.logaddexp.reduce(taken + ratio, axis=0), massless) - whole
    some = wanted > -np.inf
    best = np.where(some, mean, ratio[0])
    enough = np.where(some, whole >= wanted - EXCESS, reached[-1] > -np.inf)
    return nonnegative(others, np.where(enough, best, np.nan))


RULES: Mapping[str, Callable[[Step, At], Signed]] = {
    "add": _add,
    "times": _scaled,
    "most": _extreme,
    "least": _extreme,
    "ratio": _ratio,
    "share": _share,
    "both": _both,
    "event": _event,
    "weigh": lambda step, at: product(*map(at, step.operands)),
    "log": lambda step, at: at(step.operands[0]).logarithm(),
    "exceeds": lambda step, at: exceeds(*map(at, step.operands)),
}

WORDS = {"excess": "an excess ratio"}
