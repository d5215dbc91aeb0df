"""Bounds from counts hold for every channel and prior that the intervals leave open."""

from __future__ import annotations

import json
from fractions import Fraction
from math import log
from pathlib import Path
from random import Random

import pytest

from pmlsym.cli import run
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.model.counts import Intervals, channel_intervals, intervals
from pmlsym.numbers.number import INFINITY, Number, log_of, rational
from pmlsym.own_data.leakage_from_counts import (
    _least_mixtures,
    bounds_from_counts,
    bounds_over,
)
from tests.definitions import exp_capacity, exp_maxleak, exp_pml, exp_pml_at

HALF = ((Fraction(1, 2), Fraction(1, 2)),) * 2


def _inside(random: Random, box: Intervals) -> list[Fraction]:
    """A distribution within the intervals, often at their ends."""
    masses, left = [low for low, _ in box], 1 - sum((low for low, _ in box), Fraction(0))
    order = list(range(len(box)))
    random.shuffle(order)
    for k in order:
        moved = min(left, box[k][1] - box[k][0])
        moved *= random.choice([Fraction(1), Fraction(random.randrange(5), 4)]) if left else 1
        moved = min(moved, left, box[k][1] - box[k][0])
        masses[k] += moved
        left -= moved
    for k in order:
        moved = min(left, box[k][1] - masses[k])
        masses[k] += moved
        left -= moved
    return masses


def _number(level: object) -> Number:
    return INFINITY if level == float("inf") else log_of(rational(level))  # type: ignore[arg-type]


def test_no_channel_within_the_intervals_leaks_more() -> None:
    random, closest = Random(4), Fraction(0)
    for _ in range(12):
        table = [[random.randrange(1, 60) for _ in range(3)] for _ in range(2)]
        boxes = channel_intervals(table, confidence="0.8")
        priors = intervals([sum(row) for row in table], confidence="0.8")
        bounds = bounds_over(boxes, priors)
        for _ in range(8):
            masses = _inside(random, priors)
            rows = [_inside(random, box) for box in boxes]
            assert sum(masses) == 1 and all(sum(row) == 1 for row in rows)
            assert _number(exp_pml(masses, rows)) <= bounds.pml
            assert _number(exp_maxleak(rows)) <= bounds.maxleak
            assert _number(exp_capacity(rows)) <= bounds.capacity
            for y, most in enumerate(bounds.outcomes):
                own = exp_pml_at(masses, rows, y)
                assert _number(own) <= most
            closest = max(closest, Fraction(float(_number(exp_pml(masses, rows)) / bounds.pml)))
    assert closest > Fraction(9, 10)


def test_a_known_channel_has_its_own_leakage() -> None:
    rows = [
        tuple((Fraction(e), Fraction(e)) for e in row) for row in (("3/4", "1/4"), ("1/4", "3/4"))
    ]
    bounds = bounds_over(rows, HALF)
    assert (bounds.pml, bounds.maxleak, bounds.capacity) == tuple(
        log_of(rational(level)) for level in ("3/2", "3/2", "3")
    )


def test_an_attained_supremum() -> None:
    """Of W(0,0) in [1/2, 3/4] and W(1,0) in [1/4, 1/2] the worst is 3/4 over (3/4 + 1/4)/2."""
    low, high = Fraction(1, 4), Fraction(3, 4)
    rows = [((Fraction(1, 2), high), (low, Fraction(1, 2))), ((low, Fraction(1, 2)), (low, high))]
    assert bounds_over(rows, HALF).outcomes[0] == log_of(rational("3/2"))


def test_nothing_seen_leaves_everything_open() -> None:
    anything = ((Fraction(0), Fraction(1)),) * 2
    bounds = bounds_over([anything, anything], HALF)
    assert bounds.pml == log_of(rational(2)) and bounds.capacity == INFINITY
    assert bounds_over([anything, anything], anything).pml == INFINITY
    one = bounds_from_counts([[5]])
    assert (one.pml, one.maxleak, one.capacity) == (0, 0, 0)


def test_more_counts_come_closer() -> None:
    tables = [[[90 * n, 10 * n], [20 * n, 80 * n]] for n in (1, 100, 10**4, 10**8)]
    uniform = [Fraction(1, 2)] * 2
    found = [float(bounds_from_counts(table, prior=uniform).pml) for table in tables]
    assert found == sorted(found, reverse=True)
    assert log(16 / 9) < found[-1] < log(16 / 9) + 1e-3


def test_what_is_refused() -> None:
    with pytest.raises(AlphabetMismatch, match="1 masses"):
        bounds_from_counts([[1, 1], [1, 1]], prior=[Fraction(1)])
    with pytest.raises(InvalidInput, match="no distribution is within the intervals of the prior"):
        bounds_from_counts([[1, 1], [1, 1]], prior=[Fraction(1), Fraction(1)])
    with pytest.raises(InvalidInput, match="row 1 has 1 counts"):
        bounds_from_counts([[1, 1], [1]], prior=[Fraction(1, 2)] * 2)
    with pytest.raises(InvalidInput, match="no rows"):
        bounds_from_counts([])
    with pytest.raises(InvalidInput, match="row 1: nothing was counted"):
        bounds_from_counts([[1, 1], [0, 0]])


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "seen.csv"
    file.write_text(",no,yes\nhealthy,900,100\nill,20,80\n", encoding="utf-8")
    assert run(["measure", str(file), "--counts", "--json", "--prior", "1/2,1/2"]) == 0
    data = json.loads(capsys.readouterr().out)
    exact = bounds_from_counts([[900, 100], [20, 80]], prior=[Fraction(1, 2)] * 2)
    assert Fraction(data["bounds"]["pml"]) >= exact.pml.enclose(30)[1]
    assert data["pml"] == {"log": "16/9"} and data["bounds"]["confidence"] == "19/20"
    same = tmp_path / "seen.json"
    same.write_text('{"counts": [[900, 100], [20, 80]]}', encoding="utf-8")
    assert run(["measure", str(same)]) == 0
    shown = capsys.readouterr().out
    assert "prior: the totals of the rows" in shown and "With confidence 0.95" in shown


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("1,0\n0,1/2", ["--counts"], "entry 2 of row 2 is 1/2; a count is"),
        ("1,0\n0,0", ["--counts"], "row 2: nothing was counted"),
        ("1,-1\n0,1", ["--counts"], "not negative"),
        ("1,1\n1,1", ["--counts", "--confidence", "1"], "the confidence is 1"),
        ("1,1\n1,1", ["--counts", "--confidence", "high"], "the confidence is 'high'"),
        ("1,1\n1,1", ["--counts", "--prior", "1"], "the prior has 1 entry"),
        ("1,0\n0,1", ["--out", "x.png"], "add distribution"),
        ("1,0\n0,1", ["--distribution", "--bins", "0"], "--bins is 0"),
        ('{"counts": [[1]], "channel": [[1]]}', [], 'needs the key "channel"'),
    ],
)
def test_bad_requests_are_one_line(
    text: str, options: list[str], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / ("c.json" if text.startswith("{") else "c.csv")
    file.write_text(text, encoding="utf-8")
    assert run(["measure", str(file), *options]) == 2
    error = capsys.readouterr().err
    assert words in error and error.count("\n") == 1


def test_one_order_for_all_letters_gives_each_its_least_mixture() -> None:
    """Against filling up letter by letter, as the definition says."""
    draw = Random(11)
    compared = 0
    while compared < 300:
        letters = draw.randint(1, 6)
        column = [sorted(Fraction(draw.randint(0, 6), 6) for _ in "ab") for _ in range(letters)]
        masses = [sorted(Fraction(draw.randint(0, 6), 6) for _ in "ab") for _ in range(letters)]
        if not sum(low for low, _ in masses) <= 1 <= sum(high for _, high in masses):
            continue
        compared += 1
        for x, found in enumerate(_least_mixtures(column, masses)):
            entries = [high if k == x else low for k, (low, high) in enumerate(column)]
            assert found == filled_up(entries, masses)


def filled_up(entries: list[Fraction], masses: list[list[Fraction]]) -> Fraction:
    left = 1 - sum(low for low, _ in masses)
    total = sum((low * e for (low, _), e in zip(masses, entries, strict=True)), Fraction(0))
    for entry, (low, high) in sorted(zip(entries, masses, strict=True)):
        moved = min(left, high - low)
        total, left = total + moved * entry, left - moved
    return total
