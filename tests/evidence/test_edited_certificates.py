"""No single edit of a certificate's file is accepted, unless what it then proves is true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest

from pmlsym.calculus import Index, atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent, declared_facts
from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.certificate_file import from_json, to_json
from pmlsym.kernel.checker import check
from tests.calculus.brute_force import World, evaluate, random_world
from tests.evidence.edits import edits
from tests.evidence.hand_written import ALL, P, Q, U, W, output, x, y, z
from tests.evidence.laws import law_holds
from tests.examples import some_of

# What may change in the steps alone: a positive constant is positive, a case may be scaled.
HARMLESS = {"steps.0.statement.relation", "steps.0.case.0.coefficient"}
HARMLESS |= {"steps.0.positive.0.statement.relation", "tensors.lambda.facts with nonnegative"}
# That lambda > 0 is declared, so it is plain without a name.
HARMLESS |= {"steps.0.shown.0 without 0", "steps.0.shown.1 without 0"}
FIRST_ORDER = [proof for proof in ALL if not proof().sequent.rules]


@cache
def accepted_edits(proof: Callable[[], Certificate]) -> tuple[int, tuple[tuple[str, object], ...]]:
    """How many edits there are, and those that the kernel accepts."""
    data, count, accepted = to_json(proof()), 0, []
    for where, edited in edits(data):
        count += 1
        try:
            certificate = from_json(edited)
            check(certificate)
        except InvalidCertificate:
            continue
        accepted.append((where, certificate))
    return count, tuple(accepted)


@pytest.mark.seconds
@pytest.mark.parametrize("proof", some_of(ALL))
def test_an_edit_of_the_steps_is_refused(proof: Callable[[], Certificate]):
    sequent = proof().sequent
    count, accepted = accepted_edits(proof)
    assert count > 80
    for where, certificate in accepted:
        assert where in HARMLESS or certificate.sequent != sequent


@pytest.mark.parametrize("proof", ALL)
def test_an_edit_of_a_coefficient_of_the_sequent_is_refused(proof: Callable[[], Certificate]):
    for where, _ in accepted_edits(proof)[1]:
        assert not (where.startswith("sequent") and where.endswith("coefficient"))
        assert ".goal" not in where


@pytest.mark.seconds
@pytest.mark.parametrize("proof", some_of(FIRST_ORDER))
def test_what_an_accepted_edit_proves_is_true(proof: Callable[[], Certificate]):
    """In random worlds with what the tensors now declare: hypotheses met, goal met."""
    rng, met = Random(7), 0
    for _, certificate in [("", proof()), *accepted_edits(proof)[1]]:
        for _ in range(16):
            world = sensible_world(rng, certificate.sequent)
            met += sum(judgements(world, certificate.sequent))
    assert met > 10


def sensible_world(rng: Random, sequent: Sequent) -> World:
    """A random world in which equalities and bounds have a chance to hold.

    Tensors are what the sequent declares them to be, Q too where it is put together from others.
    """
    sizes = {alphabet: rng.randint(1, 2) for alphabet in "XYZ"}
    tensors = {t.name: t for t in (P, W, U, Q, *sorted(sequent.tensors))}
    world = random_world(rng, [tensors[name] for name in sorted(tensors)], sizes)
    joint = sum_over(atom(P, x) * atom(W, x, y) * atom(U, x, y, z), x)
    entries = dict(world.entries)
    conditional = dict(entries["Q"])
    for at in world.assignments((y, z)):
        if mass := evaluate(world, output(y), at):
            conditional[tuple(at.values())] = evaluate(world, joint, at) / mass
    entries["Q"] = conditional
    made, own = replace(world, entries=entries), tensors["Q"]
    sums = Fact("sums", sum_over(atom(own, y, z), z) - 1, (y,), "==")
    declared = (*declared_facts([own]), *([sums] if own.stochastic else []))
    return made if all(holds(made, fact, {}) for fact in declared) else world


def judgements(world: World, sequent: Sequent) -> Iterator[bool]:
    """True for each choice of the constants where the facts hold.

    The goal must hold there too, unless a second-order hypothesis does not.
    """
    facts = [*sequent.facts, *(f for rule in sequent.rules for f in rule.facts)]
    constants = {i for f in facts for i in f.polynomial.free if i not in f.indices}
    fixed = sorted(constants | set(sequent.goal.free))
    goal = Fact("goal", sequent.goal, (), sequent.relation)
    for at in world.assignments(fixed):
        if all(holds(world, fact, at) for fact in sequent.facts):
            laws = (law_holds(world, rule, at) for rule in sequent.rules)
            assert holds(world, goal, at) or not all(laws)
            yield True


def holds(world: World, fact: Fact, at: dict[Index, int]) -> bool:
    values = [
        evaluate(world, fact.polynomial, {**at, **letters})
        for letters in world.assignments(fact.indices)
    ]
    relation = {">=": lambda v: v >= 0, ">": lambda v: v > 0, "==": lambda v: v == 0}
    return all(map(relation[fact.relation], values))
