"""Events and excess ratios in balls contain the exact ones, ties and null outcomes included."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb

from pmlsym.calculus.alphabet import alphabets
from pmlsym.errors import Unsupported
from pmlsym.evaluators.ball import value_ball
from pmlsym.evaluators.exact import value_exact
from pmlsym.language.nodes import Measure
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.measures.max_information import maxinfo
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import Exact, Infinite
from tests.exact_instances import exact_instances

X, Y = alphabets("X Y")
P, W = Prior("P", X), Channel("W", X, Y)
MEASURES = (
    *(eml(P, W, Fraction(delta)) for delta in ("0", "1/7", "1/2", "9/10")),
    *(maxinfo(P, W, Fraction(delta)) for delta in ("0", "1/7", "1/2", "1")),
)


@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_events_in_balls(measure: Measure) -> None:
    decided = infinite = 0
    for case in exact_instances(7, 60):
        sizes = {"X": len(case.prior), "Y": len(case.channel[0])}
        tensors = {"P": list(case.prior), "W": [list(row) for row in case.channel]}
        exact = value_exact(measure.value, Instance(sizes, tensors))
        try:
            ball = value_ball(measure.value, sizes, tensors).entries[0]
        except Unsupported:
            continue
        decided += 1
        if isinstance(exact, Infinite):
            infinite += 1
            assert not ball.is_finite()
            continue
        assert isinstance(exact, Exact)
        value = exact.rational
        distance = ball * value.denominator - value.numerator
        assert distance.contains(0)
        assert ball.rad() < 1e-15
    assert decided >= 40


def test_an_order_that_balls_leave_open() -> None:
    """Two outcomes whose ratios overlap: the ball holds the value of either order."""
    entries = {
        "P": [Fraction(1, 2), Fraction(1, 2)],
        "W": [[arb(0.5, 1e-9), arb(0.5, 1e-9)], [arb(0.25, 1e-9), arb(0.25, 1e-9)]],
    }
    ball = value_ball(eml(P, W, Fraction(1, 3)).value, {"X": 2, "Y": 2}, entries).entries[0]
    assert ball.contains(Fraction(4, 3).numerator / arb(3))
    assert ball.rad() < 1e-7
