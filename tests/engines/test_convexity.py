"""Statements about informations are proved from their sequents alone, and false neighbours are not.

The certificates that are kept of these statements are not read: only facts and goals are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import log
from pathlib import Path
from random import Random

import pytest

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.sequent_search import prove_schematically
from pmlsym.kernel.certificate_file import sequents_from_json
from tests.calculus.brute_force import evaluate, random_world
from tests.calculus.term_worlds import SharpWorld
from tests.engines.convex_proofs import accept
from tests.examples import few_of, some_of
from tests.proofs.kept_sequents import FOLDERS

KEPT = Path(__file__).resolve().parents[2] / "proofs/certificates/sequents/informations"
NAMES = FOLDERS["informations"]
EFFORT = 4.0
"""What is found of the statements, each in at most a third of it."""

LITTLE = 0.1
"""Effort for a false neighbour; most that is true is found in less."""

WORLDS = 60


def statement(name: str) -> Sequent:
    """The sequent of a kept file, without its proof."""
    file = sequents_from_json(json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8")))
    (certificate,) = file.certificates
    return certificate.sequent


@pytest.mark.parametrize("name", some_of(NAMES))
def test_an_information_is_bounded(name: str):
    sequent = statement(name)
    found, ending = prove_schematically(sequent, effort=EFFORT)
    assert found is not None, ending
    assert found.sequent == sequent
    accept(found)


def neighbours(sequent: Sequent) -> Iterator[tuple[str, Sequent]]:
    """Statements that differ a little: turned round, with less room, or without a premise."""
    yield "turned", replace(sequent, goal=-sequent.goal)
    yield "less room", replace(sequent, goal=sequent.goal - Fraction(1, 20))
    for fact in sequent.facts:
        left = tuple(other for other in sequent.facts if other != fact)
        yield f"without {fact.name}", replace(sequent, facts=left)


def world(sequent: Sequent, rng: Random) -> SharpWorld:
    """A world in which numbers are what they are called, and levels as small as the facts let them.

    All else is positive, so that no term is infinite.
    """
    sizes = dict.fromkeys(sorted(sequent.alphabets), 2)
    tensors = [t for t in sequent.tensors if not t.is_term]
    drawn = random_world(rng, [replace(t, positive=True) for t in tensors if not t.is_size], sizes)
    entries = {name: dict(own) for name, own in drawn.entries.items()}
    ratio = Fraction(rng.choice((1, 2, 4)))
    named = {"exp(eps)": ratio, "eps": Fraction(log(ratio)), "alpha": Fraction(2)}
    for tensor in tensors:
        if not tensor.alphabets and tensor.name in named:
            entries[tensor.name] = {(): named[tensor.name]}
        if tensor.name in "VW" and rng.random() < 0.7:  # randomised response
            entries[tensor.name] = {
                (x, y): (ratio if x == y else 1) / (1 + ratio) for x in (0, 1) for y in (0, 1)
            }
    known = SharpWorld(sizes, entries)
    for _ in range(2):
        for level in (t for t in tensors if not t.alphabets and t.name not in named):
            least = [bound for f in sequent.facts for bound in bounds(known, f, level)]
            if least:
                entries[level.name] = {(): max(least)}
    return known


def bounds(known: SharpWorld, fact: Fact, level: Tensor) -> Iterator[Fraction]:
    """What a fact that is linear in a level says that this is at least, letter by letter."""
    for at in known.assignments(fact.indices):
        zero, one = (
            evaluate(
                replace(known, entries={**known.entries, level.name: {(): Fraction(k)}}),
                fact.polynomial,
                at,
            )
            for k in (0, 1)
        )
        if one > zero:
            yield -Fraction(zero) / Fraction(one - zero)


def fails(sequent: Sequent, known: SharpWorld) -> bool:
    """Whether the facts hold clearly enough, and the goal clearly fails."""
    close = Fraction(1, 10**9)

    def values(polynomial: Polynomial, letters: tuple) -> Iterator[float]:
        for at in known.assignments(letters):
            yield evaluate(known, polynomial, at)

    for fact in sequent.facts:
        for value in values(fact.polynomial, fact.indices):
            good = abs(value) < close if fact.relation == "==" else value > -close
            if not good or (fact.relation == ">" and value <= close):
                return False
    return any(value < -1000 * close for value in values(sequent.goal, sequent.goal.free))


def false_neighbours(name: str) -> Mapping[str, Sequent]:
    sequent, rng = statement(name), Random(7)
    worlds = [world(sequent, rng) for _ in range(WORLDS)]
    loose = [
        replace(
            w,
            entries={
                **w.entries,
                **{n: {(): Fraction(-9)} for n in w.entries if n.startswith(("m", "s"))},
            },
        )
        for w in worlds
    ]
    return {
        what: other
        for what, other in neighbours(sequent)
        if any(fails(other, w) for w in (*worlds, *loose))
    }


@pytest.mark.parametrize("name", few_of(NAMES))
def test_a_false_neighbour_is_not_proved(name: str):
    found = false_neighbours(name)
    assert found
    for what, other in found.items():
        proof, _ = prove_schematically(other, effort=LITTLE)
        assert proof is None, what
