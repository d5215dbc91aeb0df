"""Figures: the data obey the theory, and every figure is drawn to a file."""

from itertools import pairwise
from math import log

import pytest

from pmlsym.design.evaluated_figures import counting_answer, density_bounds
from pmlsym.design.figure_data import (
    FIGURES,
    asymptotic_efficiencies,
    heuristics_at_four_samples,
    trade_off,
)
from pmlsym.design.utilities import GuessProbability
from pmlsym.errors import UnknownName
from pmlsym.report.figures import draw


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


@pytest.mark.parametrize("name", sorted(FIGURES))
def test_every_figure_is_drawn(name, tmp_path):
    pytest.importorskip("matplotlib")
    small = {
        "psp-4": lambda: heuristics_at_four_samples(3),
        "psp-5": lambda: asymptotic_efficiencies(3),
        "rdp-1": lambda: counting_answer(points=6),
        "qid24-1": lambda: density_bounds(points=6),
        "trade-off": lambda: trade_off(points=3),
    }
    for ending in ("png", "svg"):
        path = draw(name, tmp_path / f"figure.{ending}", small[name]())
        assert path.stat().st_size > 2000


def test_an_unknown_figure_names_the_known_ones():
    with pytest.raises(UnknownName, match="the figures are psp-4"):
        draw("fig-1", "nowhere.png")
