"""Steps that leave one problem: they keep the sign of the goal, or are refused."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from pmlsym.engines.analytic.problem import Fact, Problem
from pmlsym.engines.analytic.ratio import Ratio
from pmlsym.engines.analytic.rules import expand
from pmlsym.engines.analytic.sampling import float_at
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.enclosure import Cancel, Replace, Step, Takelog

X, Y, T = (Ratio.variable(name) for name in "xyt")
POSITIVE = (Fact(X, True), Fact(Y, True))
SAME_SIGN: tuple[tuple[Step, Ratio], ...] = (
    (Takelog(), X * X.exp() * 3 - Y * (X * Y).exp()),
    (Takelog(), (X * Y.log()).exp() - X * X),
    (Cancel(), X * X * Y - X * Y * Y * 2),
    (Cancel(), (X * (X - Y)) * (Y + 1).inverse()),
)


@pytest.mark.parametrize(("step", "form"), SAME_SIGN, ids=str)
def test_the_sign_stays(step: Step, form: Ratio):
    (left,) = expand(Problem(POSITIVE, Fact(form)), step)
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


REFUSED: tuple[tuple[Step, tuple[Fact, ...], Ratio], ...] = (
    (Takelog(), (), X * X.exp() - Y.exp()),
    (Takelog(), POSITIVE, X + Y),
    (Takelog(), POSITIVE, -X),
    (Takelog(), POSITIVE, X - Y - 1),
    (Takelog(), POSITIVE, X.log() - Y),
    (Cancel(), (Fact(X),), X * Y - X),
    (Cancel(), (), X * Y),
    (Cancel(), POSITIVE, X + 1),
    (Replace("t", 0), (Fact(T - X),), Y - T),
    (Replace("t", 0), (Fact(X - T),), T - Y),
    (Replace("t", 0), (Fact(X - T * T),), Y - T),
    (Replace("t", 0), (Fact(X - T),), Y - T * T),
    (Replace("t", 0), (Fact(X - T),), Y - T * X),
    (Replace("t", 0), (Fact(X - T * Y),), Y - T),
    (Replace("t", 0), (Fact(X - T - T.exp()),), Y - T),
    (Replace("t", 1), (Fact(X - T),), Y - T),
    (Replace("t", -1), (Fact(X - T),), Y - T),
)


@pytest.mark.parametrize(("step", "facts", "form"), REFUSED, ids=str)
def test_what_would_not_follow_is_refused(step: Step, facts: tuple[Fact, ...], form: Ratio):
    with pytest.raises(InvalidCertificate):
        expand(Problem(facts, Fact(form)), step)


@pytest.mark.parametrize(
    ("fact", "form", "left"),
    [
        (Fact(X - T), Y - T, Y - X),
        (Fact(T * 2 - X), T * 3 + Y, X * Ratio.number(Fraction(3, 2)) + Y),
        (Fact((X.exp() - T * Y.exp()) * Y.exp().inverse()), Y - T, Y - X.exp() * Y.exp().inverse()),
    ],
)
def test_a_number_is_replaced_by_its_bound(fact: Fact, form: Ratio, left: Ratio):
    (problem,) = expand(Problem((fact, Fact(Y, True)), Fact(form, True)), Replace("t", 0))
    assert problem.goal == Fact(left, True)
    assert problem.facts == (Fact(Y, True),)


def test_a_strict_bound_leaves_less_to_be_shown():
    (problem,) = expand(Problem((Fact(X - T, True),), Fact(Y - T, True)), Replace("t", 0))
    assert problem.goal == Fact(Y - X)
