"""Figures: the data obey the theory, and every figure is drawn to a file."""

from bisect import bisect
from fractions import Fraction
from itertools import pairwise
from math import log

import pytest

from pmlsym.mechanisms.figure_data import guarantee_named, pml_knots, trade_off
from pmlsym.mechanisms.guarantee import Bounded
from pmlsym.mechanisms.optimal_mechanism import largest_utility
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.utilities import GuessProbability, MutualInformation
from proofs.papers.mechanisms.figures import (
    asymptotic_efficiencies,
    counting_answer,
    density_bounds,
    heuristics_at_four_samples,
)


def test_figure_4_order_of_the_curves():
    (panel,) = heuristics_at_four_samples(6)
    optimal, partial, pre, printed = panel.curves
    assert optimal.x[-1] == 0.5
    for k in range(6):
        assert printed.y[k] <= pre.y[k] + 1e-12
        assert max(pre.y[k], partial.y[k]) <= optimal.y[k] + 1e-12
    for curve in panel.curves:
        assert abs(curve.y[-1] - 3) < 1e-12
        assert all(a < b for a, b in pairwise(curve.y))


def test_figure_5_efficiencies_are_below_one_and_full_for_fair_samples():
    (panel,) = asymptotic_efficiencies(8)
    for curve in panel.curves[1:]:
        assert all(0 < y < 1 for y in curve.y[:-1])
        assert abs(curve.y[-1] - 1) < 1e-12
    partial, pre, printed = panel.curves[1:]
    assert all(a > b for a, b in zip(pre.y[:-1], printed.y[:-1], strict=True))
    # With the printed limit partial processing would always win; in truth the curves cross between
    # q = 1/4 and q = 5/16, and for skewed samples the uniformiser is the better of the two.
    better = [a > b for a, b in zip(partial.y[:-1], pre.y[:-1], strict=True)]
    assert better == [False] * 4 + [True] * 3
    assert all(a > b for a, b in zip(partial.y[:-1], printed.y[:-1], strict=True))


def test_figure_1_of_qid24_coincides_for_two_letters_only():
    four, two = density_bounds((4, 2), 20)
    assert max(abs(a - b) for a, b in zip(two.curves[0].x, two.curves[1].x, strict=True)) < 1e-9
    inner = list(zip(four.curves[0].x, four.curves[1].x, strict=True))[1:]
    assert all(a < b for a, b in inner)
    assert four.curves[0].x[-1] < log(4 / 3)


def test_figure_1_of_rdp_rises_with_m_falls_with_n_and_starts_orders_of_magnitude_below():
    for panel in counting_answer(12):
        assert panel.is_logarithmic and len(panel.curves) == 4
        for curve in panel.curves:
            assert curve.y and all(a < b for a, b in pairwise(curve.y))
            assert curve.y[0] * 1000 < log(10 / 7)
        for fewer, more in pairwise(panel.curves):
            values = dict(zip(fewer.x, fewer.y, strict=True))
            assert all(values[x] > y for x, y in zip(more.x, more.y, strict=True))


def test_trade_off_is_increasing_and_concave_pieces_end_at_full_disclosure():
    (panel,) = trade_off(("1/4", "3/4"), GuessProbability(), 12)
    values = panel.curves[0].y
    assert values[0] == 0.75 and values[-1] == 1.0
    assert all(a <= b for a, b in pairwise(values))


@pytest.mark.seconds
@pytest.mark.parametrize("utility", [GuessProbability(), MutualInformation()])
@pytest.mark.parametrize("name", ["pml", "lip", "ldp"])
def test_a_trade_off_is_drawn_as_it_is(name, utility):
    """A straight line between two points of the curve is nowhere off by what one would see."""
    masses = tuple(Fraction(k, 7) for k in (1, 2, 4))
    (curve,) = trade_off(masses, utility, guarantees=(name,))[0].curves
    for k in range(1, 100):
        level = 1 + Fraction(6 * k, 100)
        right = bisect(curve.x, log(level))
        (a, low), (b, high) = [(curve.x[i], curve.y[i]) for i in (right - 1, right)]
        drawn = low + (high - low) * (log(level) - a) / (b - a)
        true = largest_utility(PosteriorPolytope(masses, (guarantee_named(name, level),)), utility)
        assert abs(drawn - float(true)) <= curve.y[-1] / 1000, level


@pytest.mark.seconds
def test_the_kink_of_a_guess_under_local_differential_privacy_is_found():
    """Guessing the likeliest letter is best until the next one can be made as likely: t = 2."""
    (curve,) = trade_off(("1/7", "2/7", "4/7"), GuessProbability(), guarantees=("ldp",))[0].curves
    flat = [x for x, y in zip(curve.x, curve.y, strict=True) if y == curve.y[0]]
    assert 0 <= log(2) - flat[-1] < 0.01 and curve.x[len(flat)] - log(2) < 0.01


def shape(masses, level):
    """Of each vertex the letters at which it is zero, and those at which it is bounded."""
    vertices = PosteriorPolytope(masses, (Bounded("pml", level),)).vertices()
    pairs = [tuple(zip(vertex, masses, strict=True)) for vertex in vertices]
    return {tuple((r == 0, r == level * p) for r, p in pair) for pair in pairs}


def test_the_vertices_change_their_shape_at_the_knots_and_nowhere_else():
    masses = (Fraction(1, 6), Fraction(1, 3), Fraction(1, 2))
    knots = pml_knots(masses)
    assert knots == tuple(map(Fraction, ("6/5", "3/2", "2", "3", "6")))
    ends = [(Fraction(1), knots[0]), *pairwise(knots)]
    inner = [[shape(masses, a + (b - a) * Fraction(k, 5)) for k in range(1, 5)] for a, b in ends]
    assert all(first == other for first, *others in inner for other in others)
    assert all(before[0] != after[0] for before, after in pairwise(inner))


def test_more_is_possible_under_the_weaker_guarantee():
    (panel,) = trade_off(("1/4", "3/4"), GuessProbability(), 12, ("pml", "lip", "ldp"))
    pml, lip, ldp = (dict(zip(c.x, c.y, strict=True)) for c in panel.curves)
    drawn = pml.keys() & lip.keys() & ldp.keys()
    assert len(drawn) >= 24 and all(pml[x] >= lip[x] >= ldp[x] for x in drawn)
    assert any(pml[x] > lip[x] for x in drawn)
