"""Figures of the papers: what their captions and texts say of them, from rigorous values."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import pytest

from pmlsym.evidence.number import log_of
from pmlsym.report.paper_figures import draw, figure_counting_answer, figure_density_bounds

RDP = figure_counting_answer(points=12)
QID24 = figure_density_bounds(points=12)


def test_every_value_is_known_to_nine_digits():
    for panel in (*RDP, *QID24):
        for _, points in panel.curves:
            assert len(points) > 8
            for point in points[1:]:
                width = point.high - point.low
                assert point.low <= point.high and width * 10**9 <= abs(point.high)


def test_bounds_of_the_counting_answer_rise_with_m_and_fall_with_n():
    for panel in RDP:
        for _, points in panel.curves:
            assert all(a.high < b.low for a, b in pairwise(points))
        for (_, fewer), (_, more) in pairwise(panel.curves):
            assert all(a.low > b.high for a, b in zip(fewer, more, strict=True))


def test_small_m_leaks_orders_of_magnitude_less_than_the_min_entropy():
    threshold = log_of(Fraction(10, 7))
    for panel in RDP:
        for _, points in panel.curves:
            assert threshold > points[2].high * 1000


def test_the_two_density_bounds_coincide_for_two_letters_only():
    four, two = QID24
    (_, first), (_, second) = two.curves
    compared = 0
    for point in first[1:]:
        below = [q for q in second if q.at <= point.at]
        above = [q for q in second if q.at >= point.at]
        if below and above:
            compared += 1
            assert below[-1].low <= point.high and point.low <= above[0].high
    assert compared > 4
    (_, first), (_, second) = four.curves
    later = next(q for q in second if q.at >= first[6].at)
    assert later.high < first[6].low


@pytest.mark.parametrize("panels", [RDP, QID24])
def test_figures_are_drawn(panels, tmp_path: Path):
    path = tmp_path / "figure.png"
    draw(panels, path)
    assert path.read_bytes()[:4] == b"\x89PNG"
