"""Values beside other libraries, on a few instances; the page has those of a thousand."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import inf, nan

import pytest

from pmlsym.numbers.number import INFINITY, Ball, Number, log_of, rational
from tests.crosscheck.peers.__main__ import PAGE, PEERS, beginning, lines_of, table
from tests.crosscheck.peers.comparison import Comparison, Departure, compared, difference

FEW = 50
"""Instances of each comparison: one for each pair of a kind of prior and a kind of channel."""


@pytest.mark.filterwarnings("ignore")  # those of other libraries
@pytest.mark.processor_seconds(600)
@pytest.mark.parametrize("package", PEERS)
def test_values_are_those_of(package: str) -> None:
    pytest.importorskip(MODULES[package], reason="no peer; pip install -e '.[peers]' to run it")
    lines = [*lines_of(package, seed=1, instances=FEW)]
    assert [line for line in lines if not line.is_well] == []
    page = PAGE.read_text("utf-8")
    names = [(line.comparison.measure, line.comparison.function) for line in lines]
    assert [name for name in names if beginning(*name) not in page] == []  # it is up to date


MODULES = {"dit": "dit", "qif": "qif", "dp-accounting": "dp_accounting"}
"""How each package is imported."""

NUMBERS = Comparison("x", "the same x", rational, float, lambda seed, count: range(1, count + 1))


def test_a_wrong_value_is_seen() -> None:
    assert compared(NUMBERS, seed=0, instances=5).is_well
    off = replace(NUMBERS, theirs=lambda x: x * (1 + 1e-8) if x == 4 else x)
    line = compared(off, seed=0, instances=5)
    assert (line.is_well, line.worst) == (False, "4")
    assert not compared(NUMBERS, seed=0, instances=0).is_well


def test_a_departure_is_of_the_instances_it_names() -> None:
    theirs, even = {"theirs": lambda x: x + (x % 2 == 0)}, Departure(lambda x: x % 2 == 0, "adds 1")
    line = compared(replace(NUMBERS, departure=even, **theirs), seed=0, instances=10)
    assert (line.is_well, line.compared, line.apart, line.differing) == (True, 5, 5, 5)
    assert line.shown == "2"
    assert "`x`: adds 1; 5 of 5, `2`" in table("numpy", [line], seed=0)
    wide = Departure(lambda x: True, "adds 1")
    assert not compared(replace(NUMBERS, departure=wide, **theirs), seed=0, instances=10).is_well
    agreeing = replace(NUMBERS, departure=even)
    assert not compared(agreeing, seed=0, instances=10).is_well


def test_what_is_refused_is_a_difference_and_what_has_no_value_is_counted() -> None:
    def refuses(x: int) -> float:
        raise ValueError(x)

    apart = Departure(lambda x: x == 3, "refuses three")
    at_three = replace(NUMBERS, theirs=lambda x: refuses(x) if x == 3 else x, departure=apart)
    assert compared(at_three, seed=0, instances=5).differing == 1
    with pytest.raises(ValueError, match="3"):
        compared(replace(at_three, departure=None), seed=0, instances=5)
    line = compared(
        replace(NUMBERS, ours=lambda x: rational(x) if x < 3 else None), seed=0, instances=5
    )
    assert (line.compared, line.without_value, line.is_well) == (2, 3, True)


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        (rational(Fraction(1, 3)), Fraction(1, 3), 0.0),
        (rational(Fraction(1, 3)), Fraction(33333333333333, 10**14), inf),
        (log_of(2), Fraction(1, 2), inf),
        (rational(2), 2.5, 0.2),
        (rational(0), 1e-13, 1e-9),
        (INFINITY, inf, 0.0),
        (INFINITY, 1e300, inf),
        (rational(1), nan, inf),
        (True, False, inf),
        (True, True, 0.0),
        (rational(1), (0.5, 2.0), 0.0),
        (rational(1), (1.25, 2.0), 0.2),
        (rational(3), (1.0, inf), 0.0),
        (rational(2), (1.0, 1.0), 0.5),
        (Ball.between(Fraction(1), Fraction(2)), 1.5, 0.0),
        (Ball.between(Fraction(1), Fraction(2)), 2.5, 0.2),
    ],
)
def test_differences(ours: Number | bool, theirs: object, expected: float) -> None:
    assert difference(ours, theirs) == pytest.approx(expected)  # type: ignore[arg-type]
