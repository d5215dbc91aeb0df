"""Counterexamples to claims about entropies: joint distributions with rational masses.

Floats choose among random distributions; a counterexample is returned only if the claim is exactly
false on it, premises included (sums of rational multiples of logarithms of rationals are compared
exactly).
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import log
from random import Random
from typing import Any

from pmlsym.claims.entropies import joint
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.claims.subjects import subjects
from pmlsym.effort import after, passed
from pmlsym.engines.shannon.drawing import Masses, draws
from pmlsym.engines.shannon.prove import variables_of
from pmlsym.errors import PmlError
from pmlsym.evidence.entropy_dual import EntropyForm, EntropyStatement, Key, Variables
from pmlsym.evidence.instance import Instance
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Quantity
from pmlsym.language.writing import write_quantity
from pmlsym.lowering.entropy_form import entropy_statements
from pmlsym.meter import tick
from pmlsym.numbers.number import Number, log_of, rational

DRAWN, MASS = 40, 2
"""Steps for a joint distribution, and for a mass in a marginal one."""

NEAR = 1e-10
CLEAR = 1e-12

Scalars = Mapping[str, Number]


def refute_entropy(claim: Claim, *, effort: float = 5.0, seed: int = 0) -> Instance | None:
    """An instance on which the claim is exactly false, or nothing if none was found.

    Raises Unsupported where the claim is not linear in entropies.

    >>> from pmlsym.claims.parsing import parse
    >>> refute_entropy(parse("I(A;B|C) <= I(A;B)")).sizes
    {'A': 2, 'B': 2, 'C': 2}
    """
    deadline = after(effort)
    random = Random(seed)
    statements = entropy_statements(claim)
    variables = tuple(sorted({v for s in statements for v in variables_of(s)}))
    scalars, others = _unknowns(claim, random)
    for masses in draws(variables, random):
        if passed(deadline):
            return None
        tick(DRAWN)
        values: dict[Key, float] = dict(others)
        if any(_is_violated(s, variables, masses, values) for s in statements):
            instance = _instance(subjects(claim).alphabets, variables, masses, scalars)
            if _is_false(claim, instance):
                return instance
        if scalars and random.random() < 0.1:
            scalars, others = _unknowns(claim, random)
    return None


def _is_violated(
    statement: EntropyStatement, variables: Variables, masses: Masses, values: dict[Key, float]
) -> bool:
    """Whether the hypotheses hold and the goal fails, in floats."""
    for fact in statement.hypotheses:
        value = _value(fact.form, variables, masses, values)
        if value < -NEAR or (fact.is_equality and value > NEAR) or (fact.is_strict and not value):
            return False
    goal = _value(statement.goal, variables, masses, values)
    return goal < (NEAR if statement.is_strict else -CLEAR)


def _value(
    form: EntropyForm, variables: Variables, masses: Masses, values: dict[Key, float]
) -> float:
    total = 0.0
    for key, c in form.terms:
        if key not in values and isinstance(key, str):
            values[key] = log(int(key[len("log(") : -1]))  # a prime's, which the form introduces
        elif key not in values:
            values[key] = _entropy([variables.index(name) for name in key], masses)
        total += float(c) * values[key]
    return total


def _entropy(places: list[int], masses: Masses) -> float:
    tick(MASS * len(masses))
    marginal: dict[tuple[int, ...], float] = {}
    for letters, mass in masses.items():
        at = tuple(letters[k] for k in places)
        marginal[at] = marginal.get(at, 0.0) + float(mass)
    return -sum(p * log(p) for p in marginal.values() if p > 0)


def _unknowns(claim: Claim, random: Random) -> tuple[Scalars, dict[Key, float]]:
    """Values of the free scalars, and of everything that stands beside the entropies."""
    choices = (rational(0), rational(1), rational(2), log_of(2), log_of(4), rational("1/2"))
    scalars = {name: random.choice(choices) for name in subjects(claim).scalars}
    values: dict[Key, float] = {"1": 1.0}
    for part in walk(claim):
        if isinstance(part, Quantity) and not subjects(part).tensors:
            try:
                value = float(evaluate(part, Instance({}, {}, scalars)))
            except PmlError:
                value = float("nan")
            values[write_quantity(part)] = value
    return scalars, values


def _instance(
    alphabets: tuple[str, ...], variables: Variables, masses: Masses, scalars: Scalars
) -> Instance:
    """The distribution as an instance, letters that never occur left out."""
    letters = [sorted({at[k] for at in masses}) for k in range(len(variables))]
    renamed = {
        tuple(letters[k].index(letter) for k, letter in enumerate(at)): mass
        for at, mass in masses.items()
    }
    sizes = {name: len(found) for name, found in zip(variables, letters, strict=True)}
    sizes |= {name: 1 for name in alphabets if name not in sizes}
    axes = tuple(sorted(sizes))
    shape = [sizes[name] for name in axes]
    places = [variables.index(name) if name in variables else None for name in axes]
    by_axes: Masses = {}
    for at, mass in renamed.items():
        by_axes[tuple(0 if k is None else at[k] for k in places)] = mass
    return Instance(sizes, {joint(axes).name: _nested(by_axes, shape, ())}, scalars)


def _nested(masses: Masses, shape: list[int], at: tuple[int, ...]) -> Any:
    if len(at) == len(shape):
        return masses.get(at, Fraction(0))
    return tuple(_nested(masses, shape, (*at, k)) for k in range(shape[len(at)]))


def _is_false(claim: Claim, instance: Instance) -> bool:
    try:
        return not holds(claim, instance)
    except PmlError:
        return False
