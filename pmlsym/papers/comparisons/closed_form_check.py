"""Closed forms compared with the numeric evaluator, on many instances.

The expression that is shown becomes a NumPy function of the parameters and prior masses; the same
instances are read from the mechanism's own entries. Neither uses the other. Where they differ
by more than rounding, a difference of nearly equal terms in the expression may be to blame, so it
is computed again there with 50 digits, and that number decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import groupby
from time import monotonic
from typing import Any

import numpy as np
import sympy

from pmlsym.closed_forms.closed_form import ClosedForm
from pmlsym.closed_forms.derivation import derive
from pmlsym.closed_forms.quantities import QUANTITIES, measures_of, quantity_named
from pmlsym.errors import Unsupported
from pmlsym.evaluators.batch import Array
from pmlsym.evaluators.symbolic import function_of
from pmlsym.language.nodes import Measure
from pmlsym.mechanism_families.mechanism import Family, Mechanism
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.conversion import sympy_of
from pmlsym.papers.comparisons.finding import BOUND, CrossCheck
from pmlsym.papers.comparisons.mechanism_instances import Draw, MechanismInstances

ENTRY = "entry_"
"""The beginning of names of quantities about the channel from one entry of a database."""

SAME = ("ldp",)
"""Other names of quantities that are compared already."""

CHUNK = 5000
MOST_DOUBTFUL = 50
MOST_ALONE = 12
"""How often a mechanism without real parameters is drawn: all its sizes are soon tried."""


def check_family(
    family: Family, *, instances: int, seed: int = 0, block: int = 0
) -> list[CrossCheck]:
    """The papers' cross-checks of a family's closed forms with the numeric evaluator.

    Each block has other instances.

    >>> from pmlsym.mechanism_families.listed import family_named
    >>> found = check_family(family_named("z-channel"), instances=100)
    >>> all(line.is_well for line in found), len(found) > 5
    (True, True)
    """
    mechanisms = [(family.name, family.mechanism())]
    if family.symbolic:
        every, concrete = f"{family.name}, every size", f"{family.name}, concrete"
        mechanisms = [(every, mechanisms[0][1]), (concrete, family.concrete())]
    names = [q.name for q in QUANTITIES if q.name not in SAME]
    return [
        line
        for subject, mechanism in mechanisms
        for line in check_quantities(
            mechanism, names, subject, instances=instances, seed=seed, block=block
        )
    ]


def check_quantities(
    mechanism: Mechanism,
    names: Sequence[str],
    subject: str,
    *,
    instances: int,
    seed: int = 0,
    block: int = 0,
) -> list[CrossCheck]:
    """The papers' cross-checks of one mechanism's closed forms, all on the same instances.

    Left out are quantities without one, or whose form has more than parameters and masses in it.
    """
    lines: list[CrossCheck] = []
    for part, names_of_part in _quantities_by_secret(mechanism, names):
        checks = [
            c
            for name in names_of_part
            if (c := _check_of_quantity(mechanism, part, name)) is not None
        ]
        lines += [
            check.line(subject)
            for check in _checks_after_instances(part, checks, instances, (seed, block))
        ]
    return lines


def _quantities_by_secret(
    mechanism: Mechanism, names: Sequence[str]
) -> Iterator[tuple[Mechanism, list[str]]]:
    """A mechanism, then the channel of one entry, each with quantities for the papers' check."""
    yield mechanism, [name for name in names if not name.startswith(ENTRY)]
    if mechanism.entry is not None:
        yield mechanism.entry, [name for name in names if name.startswith(ENTRY)]


def _check_of_quantity(mechanism: Mechanism, part: Mechanism, name: str) -> _Check | None:
    """The papers' cross-check of a measure's closed form, before instances, or None."""
    start = monotonic()
    try:
        closed = derive(mechanism, name, checks=0)
        named = quantity_named(name.removeprefix(ENTRY))
        measures = measures_of(part, named)
    except Unsupported:
        return None
    plain = measures if part.is_density else measures_of(_unknown_mechanism(part), named)
    return _Check(name, _functions_by_label(closed), measures, plain, seconds=monotonic() - start)


def _checks_after_instances(
    mechanism: Mechanism, checks: list[_Check], instances: int, seeds: tuple[int, int]
) -> list[_Check]:
    """The papers' cross-checks after that many instances, or after all sizes of a finite family."""
    measures = [measure for check in checks for measure in check.measures.values()]
    sampler = MechanismInstances(mechanism, measures)
    seed, block = seeds
    text = mechanism.channel.text.encode()
    rng = np.random.default_rng([seed, *text, block] if block else [seed, *text])
    drawn = alone = 0
    while checks and drawn < instances and alone < MOST_ALONE:
        draw = sampler.draw(rng, min(CHUNK, instances - drawn))
        if draw is None:
            break
        drawn += draw.batch.count
        alone += draw.batch.count == 1
        checks = [check for check in checks if check.meets(sampler, draw)]
    return checks


@dataclass
class _Check:
    """One quantity: its closed form as functions, the measures behind it, and what was compared."""

    name: str
    functions: Mapping[str, list[_Formula | None]]
    measures: Mapping[str, Measure]
    plain: Mapping[str, Measure]
    seconds: float
    drawn: int = 0
    compared: int = 0
    again: int = 0
    worst: float = 0.0

    def meets(self, sampler: MechanismInstances, draw: Draw) -> bool:
        """Run the papers' cross-check at a draw's instances, and say if outcomes fit the form."""
        start = monotonic()
        pairs = _formulas_and_values(self.plain, self.functions, sampler, draw)
        if pairs is None:
            return False
        gaps = []
        for formula, value in pairs:
            gap = differences(formula(draw), value)
            doubtful = np.flatnonzero(gap > BOUND)[:MOST_DOUBTFUL]
            for k in doubtful.tolist():
                gap[k] = differences(formula.precisely(draw, k), value[k : k + 1])[0]
            self.again += len(doubtful)
            gaps.append(gap)
        self.drawn += draw.batch.count
        self.compared += int((~np.isnan(np.array(gaps))).all(axis=0).sum())
        self.worst = max(self.worst, float(np.nan_to_num(np.array(gaps)).max()))
        self.seconds += monotonic() - start
        return True

    def line(self, subject: str) -> CrossCheck:
        """The line of this check in the table of the papers' cross-check."""
        note = f"{self.again} with 50 digits" if self.again else ""
        seen = (self.drawn, self.compared, self.worst, self.seconds)
        return CrossCheck(subject, self.name, *seen, BOUND, note)


def _unknown_mechanism(mechanism: Mechanism) -> Mechanism:
    """The mechanism of an unknown prior and channel, for the papers' cross-check."""
    channel = mechanism.channel
    prior = Prior("P", *channel.inputs)
    return Mechanism(Channel("W", channel.inputs, channel.outputs), prior, ())


def differences(formula: Any, value: Array) -> Array:
    """The gap |formula - value| / (1 + |value|) of the papers' cross-check; 0 at equal infinities.

    >>> differences(1.0, np.array([1.0, 3.0, np.inf, np.nan]))
    array([0. , 0.5, inf, inf])
    """
    left = np.broadcast_to(np.asarray(formula, dtype=float), value.shape)
    with np.errstate(invalid="ignore"):
        gap = np.abs(left - value) / (1 + np.abs(value))
    gap = np.where(left == value, 0.0, np.where(np.isnan(gap), np.inf, gap))
    return np.asarray(np.where(np.isnan(left) & np.isnan(value), np.nan, gap))


@dataclass(frozen=True)
class _Formula:
    """An expression, and the same as a NumPy function of named arrays."""

    expression: sympy.Expr
    names: tuple[str, ...]
    function: Callable[..., Any]

    def __call__(self, draw: Draw) -> Any:
        """The values of a cross-checked expression at all instances of a draw, in floats."""
        with np.errstate(all="ignore"):
            return self.function(*(draw.names[name] for name in self.names))

    def precisely(self, draw: Draw, k: int) -> float:
        """The value of the papers' cross-checked expression at one instance, with 50 digits."""
        values = {}
        for symbol in self.expression.free_symbols:
            name = str(symbol)
            if name in draw.exponentials:
                array, scale = draw.exponentials[name]
                values[symbol] = sympy.log(_exact_entry(array, k)) / sympy_of(scale)
            else:
                values[symbol] = _exact_entry(draw.names[name], k)
        return float(self.expression.subs(values).evalf(50))


def _exact_entry(array: Array, k: int) -> sympy.Rational:
    """The rational, in SymPy, of a float on an instance of the papers' cross-check."""
    return sympy_of(Fraction(float(array[k % len(array)])))


def _functions_by_label(closed: ClosedForm) -> dict[str, list[_Formula | None]]:
    """The functions, by label and outcome, of a closed form in the papers' cross-check."""
    ordered = sorted(closed.parts, key=lambda part: part.label)
    return {
        label: [_formula_of(part.expr) for part in parts]
        for label, parts in groupby(ordered, key=lambda part: part.label)
    }


def _formula_of(expression: sympy.Expr) -> _Formula | None:
    """The NumPy function of an expression in the papers' cross-check, or None."""
    if expression.atoms(sympy.core.function.AppliedUndef):
        return None
    largest, smallest = sympy.Function("largest"), sympy.Function("smallest")
    plain = expression.replace(sympy.Max, largest).replace(sympy.Min, smallest)
    symbols = sorted(plain.free_symbols, key=str)
    rules = {
        "largest": lambda *items: reduce(np.fmax, items),
        "smallest": lambda *items: reduce(np.fmin, items),
    }
    function = function_of(symbols, plain, [rules, "numpy"])
    return _Formula(expression, tuple(map(str, symbols)), function)


def _formulas_and_values(
    measures: Mapping[str, Measure],
    functions: Mapping[str, list[_Formula | None]],
    sampler: MechanismInstances,
    draw: Draw,
) -> list[tuple[_Formula, Array]] | None:
    """The pairs that the papers' cross-check compares at outcomes; None if they do not fit."""
    pairs = []
    for label, measure in measures.items():
        values, parts = sampler.values(measure, draw), functions.get(label, [])
        if len(values) != len(parts):
            return None
        for part, value in zip(parts, values, strict=True):
            if part is None or not set(part.names) <= set(draw.names):
                return None
            pairs.append((part, value))
    return pairs
