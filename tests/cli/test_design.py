"""`pmlsym design` and `pmlsym figure`: exact mechanisms, their certificates, and refusals."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import pmlsym as ps
from pmlsym.cli import run
from tests.definitions import exp_pml_at

Capture = pytest.CaptureFixture[str]

FAIR = "1/4,1/4,1/4,1/4"

REFUSED = {
    "--prior 1/4,3/4": "no guarantee was asked for",
    "--prior 1/4,1/4 --pml 1": "sums to 1/2, not 1",
    "--prior 1/2,a --pml 1": "write a number",
    "--prior 1/4,3/4 --pml nope": "is no number",
    "--prior 1/4,3/4 --pml log(1/2)": "is below zero",
    "--prior 1/4,3/4 --alip 1": "is a pair",
    "--prior 1/4,3/4 --pml 0": "is the only posterior",
    "--prior 1/4,3/4 --ldi 0": "violates it",
    "--prior 1/4,3/4 --pml 1 --utility luck": "no utility 'luck'",
    "--prior 1/4,3/4 --pml 1 --utility gain": "needs rows g",
    "--prior 1/4,3/4 --pml 1 --gain 1,0;0,1": "gain is for the utility gain",
    "--prior 1/4,3/4 --pml 1 --utility guess --latent 1,0;0,1": "latent is for the utility mi",
    "--prior 1/4,3/4 --pml 1 --window 2": "window protects samples",
    "--prior 1/4,3/4 --samples 2,2": "make 4 datasets, the prior has 2 letters",
    f"--prior {FAIR} --samples 2,two": "are alphabet sizes",
    f"--prior {FAIR} --samples 2,2 --groups 1,5": "samples are numbered 1 to 2",
    f"--prior {FAIR} --samples 2,2 --groups 1;x": "groups are such as 1,3;2",
    f"--prior {FAIR} --samples 2,2 --groups 1 --window 1": "are two ways",
    f"--prior {FAIR} --groups 1": "groups protects samples",
    f"--prior {FAIR} --samples 2,2 --window 3": "window",
    "--prior 1/4,3/4 --pml 1 --latent 1,0;x,1": "entry 1 of row 2 of the latent is 'x'",
}


def designed(capsys: Capture, *arguments: str) -> dict[str, Any]:
    assert run(["design", *arguments, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def fractions(row: list[str]) -> tuple[Fraction, ...]:
    return tuple(Fraction(entry) for entry in row)


def test_a_binary_secret(capsys: Capture) -> None:
    found = designed(capsys, "--prior", "1/4,3/4", "--pml", "log(6/5)", "--utility", "mi")
    channel = [fractions(row) for row in found["channel"]]
    assert channel == [(Fraction(1, 10), Fraction(9, 10)), (Fraction(3, 10), Fraction(7, 10))]
    prior = fractions(found["prior"])
    assert [exp_pml_at(prior, channel, y) for y in range(2)] == [Fraction(6, 5)] * 2
    certificate = found["certificate"]
    bound = Fraction(certificate["bound"])
    assert bound == sum(y * p for y, p in zip(fractions(certificate["prices"]), prior, strict=True))
    assert 0 <= bound - Fraction(found["value"]["lower"]) < Fraction(1, 10**50)


def test_guarantees_hold_together(capsys: Capture) -> None:
    prior = ["--prior", "1/6,1/3,1/2", "--utility", "guess"]
    one = designed(capsys, *prior, "--pml", "log(3/2)")
    other = designed(capsys, *prior, "--ldp", "log(2)")
    both = designed(capsys, *prior, "--pml", "log(3/2)", "--ldp", "log(2)")
    assert both["guarantees"] == ["pml <= log(3/2)", "ldp <= log(2)"]
    assert both["value_float"] <= min(one["value_float"], other["value_float"])
    for row, next_row in product(both["channel"], repeat=2):
        for a, b in zip(fractions(row), fractions(next_row), strict=True):
            assert a <= 2 * b


def test_samples_stay_independent(capsys: Capture) -> None:
    rows = designed(capsys, "--prior", FAIR, "--samples", "2,2")["channel"]
    assert sorted(map(tuple, rows)) == [("0", "1"), ("0", "1"), ("1", "0"), ("1", "0")]
    assert rows[0] == rows[3] != rows[1] == rows[2]


def test_a_chosen_group_of_samples_stays_independent(capsys: Capture) -> None:
    prior = ",".join(["1/8"] * 8)
    rows = designed(capsys, "--prior", prior, "--samples", "2,2,2", "--groups", "1,3")["channel"]
    table = [fractions(row) for row in rows]
    for column in zip(*table, strict=True):
        pairs = [column[0] + column[2], column[1] + column[3]]
        pairs += [column[4] + column[6], column[5] + column[7]]
        assert len(set(pairs)) == 1


def test_an_attribute_stays_hidden(capsys: Capture) -> None:
    attribute = "1,0;1,0;0,1;0,1"
    rows = designed(capsys, "--prior", FAIR, "--attribute", attribute)["channel"]
    table = [fractions(row) for row in rows]
    for a, b, c, d in zip(*table, strict=True):
        assert a + b == c + d


def test_the_text_says_what_was_verified(capsys: Capture) -> None:
    assert run(["design", "--prior", "1/2,1/2", "--pml", "log(3/2)", "--utility", "guess"]) == 0
    shown = capsys.readouterr().out
    assert "verified exactly on the channel" in shown
    assert "no private mechanism exceeds 3/4 = y . p" in shown


@pytest.mark.parametrize("arguments", REFUSED)
def test_bad_input_is_refused_in_one_line(arguments: str, capsys: Capture) -> None:
    assert run(["design", *arguments.split()]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert REFUSED[arguments] in shown.err


@pytest.mark.seconds
def test_a_trade_off_is_drawn(tmp_path: Path, capsys: Capture) -> None:
    pytest.importorskip("matplotlib")
    file = tmp_path / "curve.svg"
    asked = ["figure", "trade-off", "--prior", "1/3,2/3", "--utility", "guess"]
    assert run([*asked, "--out", str(file)]) == 0
    assert capsys.readouterr().out == f"wrote {file}\n"
    assert file.read_text(encoding="utf-8").lstrip().startswith("<?xml")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["psp-9", "--out", "curve.png"], "no figure psp-9; there are channel"),
        (["trade-off", "--out", "curve.gif"], "does not end in .pdf, .png or .svg"),
        (
            ["leakage", "--out", "curve.png", "--eps", "1"],
            "eps is not for the figure leakage; it takes channel, prior",
        ),
        (["trade-off", "--out", "c.png", "--utility", "luck"], "no utility 'luck'"),
        (["trade-off", "--out", "no/such/folder/c.png", "--prior", "1/2,1/2"], "cannot be written"),
    ],
)
def test_figures_that_cannot_be_drawn(arguments: list[str], words: str, capsys: Capture) -> None:
    if words == "cannot be written" and find_spec("matplotlib") is None:
        pytest.skip("matplotlib is not installed")
    assert run(["figure", *arguments]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert words in shown.err


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    drawing = import_module("pmlsym.pages.drawing")
    monkeypatch.setattr(drawing, "find_spec", lambda name: None)
    assert run(["figure", "trade-off", "--out", "curve.png"]) == 2
    assert "need matplotlib: pip install 'pmlsym[plot]'" in capsys.readouterr().err


TABLES = {
    "one below the other": "young,1/4\n65+,3/4\n",
    "one beside the other": "young,65+\n1/4,3/4\n",
    "with a head": "letter,mass\nyoung,1/4\n65+,3/4\n",
}


@pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))
def test_a_design_has_the_letters_of_its_prior(table: str, tmp_path: Path, capsys: Capture) -> None:
    file, saved = tmp_path / "prior.csv", tmp_path / "mechanism.json"
    file.write_text(table, encoding="utf-8")
    asked = ["design", "--prior", str(file), "--pml", "log(6/5)"]
    assert run(asked) == 0
    shown = capsys.readouterr().out
    assert 'P(young)=1/4, P("65+")=3/4' in shown
    assert "    young    1/10  9/10\n    65+      3/10  7/10\n" in shown
    assert run([*asked, "--json"]) == 0
    saved.write_text(capsys.readouterr().out, encoding="utf-8")
    assert "private under pml <= log(6/5)" in ps.check(saved)[0]
    assert ps.channel(saved).data[0].labels == (("young", "65+"), ())


def test_letters_are_those_of_a_series_too() -> None:
    named = ps.design({"young": "1/4", "old": 0.75}, pml="log(6/5)")
    assert named.channel == ps.design("1/4,3/4", pml="log(6/5)").channel
    assert named.letters == ("young", "old")
    assert named.channel_object().data[0].labels == (("young", "old"), named.outcomes)
    same = ps.design(ps.prior({"young": "1/4", "old": "3/4"}), pml="log(6/5)")
    assert str(same) == str(named)


def test_a_table_that_does_not_fit_is_rounded_and_stands_in_parts(capsys: Capture) -> None:
    prior = ",".join(["1/12"] * 12)
    assert run(["design", "--prior", prior, "--pml", "0.2", "--utility", "chi2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    assert sum(line.startswith("  W(x, y)") for line in lines) > 1
    assert any("rounded to 12 digits" in line for line in lines)
