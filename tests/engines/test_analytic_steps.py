"""Steps that leave one problem: they keep the sign of the goal, or are refused."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from pmlsym.engines.analytic.problem import NumberFact, NumberProblem, float_at
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.engines.analytic.rules import expand
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.enclosure import Cancel, Replace, Step, Takelog

X, Y, T = (NumberRatio.variable(name) for name in "xyt")
POSITIVE = (NumberFact(X, True), NumberFact(Y, True))
SAME_SIGN: tuple[tuple[Step, NumberRatio], ...] = (
    (Takelog(), X * X.exp() * 3 - Y * (X * Y).exp()),
    (Takelog(), (X * Y.log()).exp() - X * X),
    (Cancel(), X * X * Y - X * Y * Y * 2),
    (Cancel(), (X * (X - Y)) * (Y + 1).inverse()),
)


@pytest.mark.parametrize(("step", "form"), SAME_SIGN, ids=str)
def test_the_sign_stays(step: Step, form: NumberRatio):
    (left,) = expand(NumberProblem(POSITIVE, NumberFact(form)), step)
    assert left.goal.form != form
    random, signs = Random(0), set()
    for _ in range(200):
        point = {name: Fraction(random.randint(1, 60), 20) for name in "xy"}
        before, after = float_at(form, point), float_at(left.goal.form, point)
        assert before is not None and after is not None
        if min(abs(before), abs(after)) > 1e-9:
            assert (before > 0) == (after > 0)
            signs.add(before > 0)
    assert len(signs) == 2


REFUSED: tuple[tuple[Step, tuple[NumberFact, ...], NumberRatio], ...] = (
    (Takelog(), (), X * X.exp() - Y.exp()),
    (Takelog(), POSITIVE, X + Y),
    (Takelog(), POSITIVE, -X),
    (Takelog(), POSITIVE, X - Y - 1),
    (Takelog(), POSITIVE, X.log() - Y),
    (Cancel(), (NumberFact(X),), X * Y - X),
    (Cancel(), (), X * Y),
    (Cancel(), POSITIVE, X + 1),
    (Replace("t", 0), (NumberFact(T - X),), Y - T),
    (Replace("t", 0), (NumberFact(X - T),), T - Y),
    (Replace("t", 0), (NumberFact(X - T * T),), Y - T),
    (Replace("t", 0), (NumberFact(X - T),), Y - T * T),
    (Replace("t", 0), (NumberFact(X - T),), Y - T * X),
    (Replace("t", 0), (NumberFact(X - T * Y),), Y - T),
    (Replace("t", 0), (NumberFact(X - T - T.exp()),), Y - T),
    (Replace("t", 1), (NumberFact(X - T),), Y - T),
    (Replace("t", -1), (NumberFact(X - T),), Y - T),
)


@pytest.mark.parametrize(("step", "facts", "form"), REFUSED, ids=str)
def test_what_would_not_follow_is_refused(
    step: Step, facts: tuple[NumberFact, ...], form: NumberRatio
):
    with pytest.raises(InvalidCertificate):
        expand(NumberProblem(facts, NumberFact(form)), step)


@pytest.mark.parametrize(
    ("fact", "form", "left"),
    [
        (NumberFact(X - T), Y - T, Y - X),
        (NumberFact(T * 2 - X), T * 3 + Y, X * NumberRatio.number(Fraction(3, 2)) + Y),
        (
            NumberFact((X.exp() - T * Y.exp()) * Y.exp().inverse()),
            Y - T,
            Y - X.exp() * Y.exp().inverse(),
        ),
    ],
)
def test_a_number_is_replaced_by_its_bound(fact: NumberFact, form: NumberRatio, left: NumberRatio):
    (problem,) = expand(
        NumberProblem((fact, NumberFact(Y, True)), NumberFact(form, True)), Replace("t", 0)
    )
    assert problem.goal == NumberFact(left, True)
    assert problem.facts == (NumberFact(Y, True),)


def test_a_strict_bound_leaves_less_to_be_shown():
    (problem,) = expand(
        NumberProblem((NumberFact(X - T, True),), NumberFact(Y - T, True)), Replace("t", 0)
    )
    assert problem.goal == NumberFact(Y - X)
