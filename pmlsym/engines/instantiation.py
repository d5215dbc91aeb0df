"""Second-order hypotheses, applied to the events that a goal speaks of.

A schema holds for every a(y) with 0 <= a <= 1 that meets its conditions. Candidates for a come from
the goal: one of its letters; a tensor e with the same facts; its average  sum_z V(y,z) e(z)  over
what a channel makes of y; its part  sum_z e(y,z) Q(y,z).  Each condition is derived first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import permutations

from pmlsym.calculus.polynomial import Polynomial, atom, constant, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Schema, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.effort import after, passed
from pmlsym.engines.combination import combine
from pmlsym.engines.setting_up import Problem
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.certificate import Combine, Instantiate, Step, Term
from pmlsym.evidence.checker import apply_schema, shape_of

_ONE = Fraction(1)
CONDITION = 1.0
"""Effort for one condition."""
GUARD = "one is nonnegative"


@dataclass(frozen=True)
class AppliedSchema:
    """The steps that apply a schema; the last one states its conclusion."""

    steps: tuple[Step, ...]


def instances(sequent: Sequent, *, deadline: float) -> tuple[AppliedSchema, ...]:
    """Every schema of the sequent, applied to every body whose conditions can be derived."""
    found: list[AppliedSchema] = []
    for schema in sequent.schemas:
        for body, places in _bodies(sequent, schema):
            if passed(deadline):
                return tuple(found)
            name = f"{schema.name}, applied" + (f" ({len(found) + 1})" if found else "")
            instance = instantiated(sequent, schema, body, places, name, deadline)
            if instance is not None:
                found.append(instance)
    return tuple(found)


def _bodies(sequent: Sequent, schema: Schema) -> Iterator[tuple[Polynomial, tuple[Index, ...]]]:
    parameter = schema.parameter
    places = tuple(
        Index(name, f"{name.lower()}_at{k}") for k, name in enumerate(parameter.alphabets)
    )
    constants = [i for i in sequent.goal.free if i.alphabet in parameter.alphabets]
    for letters in permutations(constants, len(places)):
        if tuple(i.alphabet for i in letters) == parameter.alphabets:
            body = constant(1)
            for place, letter in zip(places, letters, strict=True):
                body = body * equal_letters(place, letter)
            yield body, places
    inside = {schema.parameter for schema in sequent.schemas}
    events = [
        t for t in sequent.goal.tensors if t.at_most_one and t.nonnegative and t not in inside
    ]
    channels = [t for t in sequent.tensors if t.stochastic and t.is_nonnegative]
    for event in events:
        if event.alphabets == parameter.alphabets:
            yield atom(event, *places), places
        for channel in channels:
            yield from ((body, places) for body in _averages(event, channel, places))


def _averages(event: Tensor, channel: Tensor, places: tuple[Index, ...]) -> Iterator[Polynomial]:
    """The sums of event times channel over the channel's outputs, the rest at the places."""
    outputs = {k: Index(channel.alphabets[k], f"out{k}") for k in channel.stochastic}
    inputs = [k for k in range(len(channel.alphabets)) if k not in outputs]
    for chosen in permutations(places, len(inputs)):
        fixed = dict(zip(inputs, chosen, strict=True))
        letters = tuple({**outputs, **fixed}[k] for k in range(len(channel.alphabets)))
        if any(i.alphabet != a for i, a in zip(letters, channel.alphabets, strict=True)):
            continue
        known = (*places, *outputs.values())
        for indices in permutations(known, len(event.alphabets)):
            if tuple(i.alphabet for i in indices) != event.alphabets:
                continue
            if set(outputs.values()) <= set(indices):
                product = atom(channel, *letters) * atom(event, *indices)
                yield sum_over(product, *outputs.values())


def instantiated(
    sequent: Sequent,
    schema: Schema,
    body: Polynomial,
    places: tuple[Index, ...],
    name: str,
    deadline: float,
    effort: float = CONDITION,
) -> AppliedSchema | None:
    """The steps that apply a schema to a body, or nothing if a condition is not derived in time."""
    try:
        guard, conditions, last = application(schema, body, places, name)
    except InvalidCertificate:
        return None
    steps: list[Step] = [guard]
    for condition in conditions:
        limit = min(deadline, after(effort))
        outcome = combine([Problem(sequent.facts, condition)], deadline=limit)
        if outcome.step is None:
            return None
        steps.append(outcome.step)
    return AppliedSchema((*steps, last))


def application(
    schema: Schema, body: Polynomial, places: tuple[Index, ...], name: str
) -> tuple[Combine, tuple[Fact, ...], Instantiate]:
    """What puts a body into a schema: a guard, the conditions to derive, and the step itself.

    `name` is that of the conclusion. Raises InvalidCertificate where the body does not fit.
    """
    guard = Combine(Fact(f"{GUARD}: {name}", constant(1)), (Term(_ONE, ()),))
    bare = Fact(name, constant(0))
    draft = Instantiate(bare, schema.name, places, body, constant(1), guard.statement.name, ())
    every = (*schema.conditions, *shape_of(schema.parameter))
    conditions = tuple(
        _stated(apply_schema(schema, condition, draft), f"{name}: condition {k + 1}")
        for k, condition in enumerate(every)
    )
    conclusion = _stated(apply_schema(schema, schema.conclusion, draft), name)
    names = tuple(condition.name for condition in conditions)
    return guard, conditions, replace(draft, statement=conclusion, conditions=names)


def _stated(fact: Fact, name: str) -> Fact:
    """The fact under a name, for all letters of the indices that it mentions."""
    mentioned = tuple(i for i in fact.indices if i in fact.polynomial.free)
    return Fact(name, fact.polynomial, mentioned, fact.relation)
