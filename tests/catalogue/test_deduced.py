"""Statements given as sequents: each hypothesis is used, can be met, and none is contradictory."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pmlsym.calculus import Index, Tensor, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Rule, Sequent
from pmlsym.papers.finding import CHECKED, COMPOSED, OPEN
from proofs.papers.checked import SampledPart
from proofs.papers.deduced import Deduced, Example
from proofs.papers.pml23 import equality_conditions as equality
from proofs.papers.pml23 import filled_slices, gain_functions
from proofs.papers.qid24 import mechanism_design

MODULES = (equality, gain_functions, mechanism_design, filled_slices)
PARTS = [p for m in MODULES for p in vars(m).values() if isinstance(p, Deduced)]
BUDGET = 2.0
FREE = {
    "y0 is possible",
    "m is the least mass",
    "x0 is possible",
    "the outcomes are possible",
    "l(X->y0) <= log t",
    "l(X->z0|y0) <= log s",
}
"""Facts that some of the goals of a part do without."""


@pytest.mark.seconds
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.text[:40])
def test_a_part_is_proved_and_its_goals_hold_in_its_example(part):
    assert part.find(effort=20, seed=0).status == COMPOSED
    for sequent in part.sequents():
        assert part.example.value(sequent.goal, part.example.of(sequent)) >= 0


@pytest.mark.slow
@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.text[:40])
def test_no_goal_follows_without_its_hypotheses(part):
    for sequent in part.sequents():
        for fact in sequent.facts:
            if fact.name in FREE:
                continue
            others = tuple(other for other in sequent.facts if other is not fact)
            weaker = Sequent(others, sequent.goal)
            alone = replace(part, sequents=lambda weaker=weaker: (weaker,), outline=lambda _: ())
            assert alone.find(effort=BUDGET, seed=0).status == OPEN, fact.name


def test_an_example_that_misses_a_hypothesis_leaves_the_part_open():
    known = gain_functions.SCALED_GAIN
    sequent, _ = known.sequents()
    unsure = replace(known.example, tensors={**known.example.tensors, "P": ("1/2", "1/2")})
    part = replace(known, example=unsure)
    assert unsure.unmet(sequent) == "g is 1/P"
    assert part.find(effort=BUDGET, seed=0).status == OPEN


def test_an_example_that_is_not_as_declared_is_refused():
    known = gain_functions.SCALED_GAIN
    sequent, _ = known.sequents()
    heavy = replace(known.example, tensors={**known.example.tensors, "P": ("9/10", "9/10")})
    assert heavy.unmet(sequent) == "P(X)"
    assert heavy.value(sequent.goal, heavy.of(sequent)) != 0


T = Tensor("t")


def test_equalities_that_contradict_each_other_prove_nothing():
    """t = 0 and t = 1: whatever t is, one of them fails, though t >= 0 and 1 - 1 >= 0 hold."""
    t = atom(T)
    facts = (Fact("zero", t, (), "=="), Fact("one", t - 1, (), "=="))
    sequent = Sequent(facts, constant(-1))
    for value in ("0", "1", "1/2", "-3"):
        part = Deduced("-1 >= 0", lambda: (sequent,), Example({"t": value}, {}))
        assert part.find(effort=BUDGET, seed=0).status == OPEN, value
        assert part.example.unmet(sequent) == ("one" if value == "0" else "zero")


def test_a_fact_is_evaluated_as_the_relation_says():
    for relation, held in ((">=", {"0", "1"}), (">", {"1"}), ("==", {"0"})):
        sequent = Sequent((Fact("of t", atom(T), (), relation),), constant(1))
        met = {v for v in ("-1", "0", "1") if not Example({"t": v}, {}).unmet(sequent)}
        assert met == held, relation


A, Y = Tensor("a", ("Y",), nonnegative=True, at_most_one=True), Index("Y", "y")
W = Tensor("w", ("Y",), nonnegative=True)


def over(event: Tensor, level: Fraction | int, relation: str = ">=") -> Sequent:
    """For every event of half the mass: level * its mass is at least its weight."""
    mass = sum_over(atom(Tensor("q", ("Y",), stochastic=(0,)), Y) * atom(event, Y), Y)
    heavy = Fact("heavy", mass - Fraction(1, 2))
    bound = Fact("bound", mass * level - sum_over(atom(W, Y) * atom(event, Y), Y), (), relation)
    return Sequent((), constant(1), ">=", (Rule("every event", (event,), (heavy,), bound),))


@pytest.mark.parametrize(
    ("level", "weights", "holds"),
    [
        (1, ("1/2", "1/2"), True),
        (1, ("1", "0"), False),
        (2, ("1", "0"), True),
        (Fraction(3, 2), ("1", "1/4"), False),
        (2, ("1", "1"), True),
        (Fraction(199, 100), ("1", "1"), False),
        (-1, ("0", "0"), False),
    ],
)
def test_a_second_order_hypothesis_is_seen_to_hold(level, weights, holds):
    example = Example({"q": ("1/2", "1/2"), "w": weights}, {})
    assert example.unmet(over(A, level)) == ("" if holds else "every event")
    values = [Fraction(k, 8) for k in range(9)]
    masses = [Fraction(w) for w in weights]
    events = [(a, b) for a in values for b in values if a + b >= 1]
    assert holds == all(
        level * Fraction(a + b, 2) >= a * masses[0] + b * masses[1] for a, b in events
    )


def test_a_rule_that_is_not_linear_or_strict_is_not_taken_for_granted():
    example = Example({"q": ("1/2", "1/2"), "w": ("1/2", "1/2")}, {})
    square = sum_over(atom(A, Y) * atom(A, Y), Y)
    rule = Rule("square", (A,), (), Fact("bound", square, ()))
    assert example.unmet(Sequent((), constant(1), ">=", (rule,))) == "square"
    assert example.unmet(over(A, 2, ">")) == "every event"
    free = Tensor("b", ("Y",), stochastic=(0,))
    one = Rule("sums", (free,), (), Fact("one", sum_over(atom(free, Y), Y) - 1, (), "=="))
    assert not example.unmet(Sequent((Fact("w", atom(W, Y), (Y,)),), constant(1), ">=", (one,)))


def test_a_rare_case_is_waited_for():
    rare = SampledPart("..", lambda random: "rare" if random.randrange(99) < 9 else "", 5, 4)
    waited = replace(rare, cases=("rare",))
    found = {waited.find(effort=1, seed=seed).status for seed in range(5)}
    assert found <= {CHECKED, OPEN} and CHECKED in found
    never = replace(rare, check=lambda random: Random.__name__, cases=("rare",))
    assert never.find(effort=1, seed=0).status == OPEN
