"""What is printed fits its lines, and an Unknown speaks to people."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pmlsym.claim_text.question import Question, parse
from pmlsym.cli import run
from pmlsym.engines.decide.decisions import decide
from pmlsym.evidence.verdict import Attempt, Refuted, Unknown
from pmlsym.language import value
from pmlsym.lowering import level_form
from pmlsym.model.instance import Instance
from pmlsym.pages.verdict_text import verdict_text
from tests.examples import some_of

Capture = pytest.CaptureFixture[str]

CLAIMS = (
    "pml(P, W >> V) <= pml(P, W)",
    "pml(P, W & U) <= pml(P, W) + pml(P, U | W)",
    "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))",
    "pml(P, W) <= maxleak(W)",
    "pml(P, W) <= 1 => maxleak(W >> V) <= maxleak(V) and pml(P, W >> V) <= 1 and ldp(W) >= 0",
    "H(A,B|C) <= H(A|C) + H(B|C)",
)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("text", CLAIMS)
def test_a_verdict_fits_its_lines(text: str, width: int) -> None:
    shown = verdict_text(Question(text), decide(text), width=width).splitlines()
    assert max(map(len, shown)) <= width
    words = " ".join(" ".join(shown).split())
    assert text in words, "what was asked stands on the page whole"


FILES = {
    "LABELS.csv": f',"no, {"never " * 20}",yes\na,0.123456789012345,0.876543210987655\nb,1/3,2/3\n',
    "NEARLY.csv": "0.333333333333,0.666666666667\n0.6666666666667,0.33333333333333\n",
    "LONG.pml": f"claim {'long' * 12}: 1 < 2 expect refuted\nclaim b: 2 < 1 expect refuted\n",
}


@pytest.mark.parametrize(
    "arguments",
    some_of(
        [
            ["ask", "pml(P, W & U) <= pml(P, W) + pml(P, U | W)"],
            ["derive", "subset-selection"],
            ["derive", "randomized-response", "--set", "k=3", "--set", "eps=log(3)"],
            ["measure", "examples/survey.csv", "--prior", "9/10,1/10"],
            ["measure", "LABELS.csv"],
            ["measure", "NEARLY.csv"],
            ["measure", "LABELS.csv", "--over", "p(x) >= 1/10"],
            ["ask", "examples/guarantees.pml"],
            ["ask", "LONG.pml"],
            ["refute", "pml(P, W) <= ldp(W)", "--effort", "1/2"],
            ["crosscheck", "z-channel", "--instances", "5"],
            ["catalogue", "--id", "PML23/ex-1-eq-11"],
            ["catalogue", "--errata"],
            ["design", "--prior", "0.123456789,0.376543211,1/4,1/4", "--pml", "0.2"],
            ["design", "--prior", "1/3,2/3", "--pml", "log(6/5)", "--lip", "0.3", "--ldp", "0.7"],
        ]
    ),
)
def test_a_pipe_has_eighty_columns(arguments: list[str], tmp_path: Path, capsys: Capture) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    given = [str(tmp_path / word) if word in FILES else word for word in arguments]
    assert run(given) in (0, 1, 3, 4)
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80


def test_what_check_says_fits(tmp_path: Path, capsys: Capture) -> None:
    assert run(["design", "--prior", "1/3,2/3", "--pml", "0.2", "--ldp", "0.7", "--json"]) == 0
    file = tmp_path / "m.json"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert run(["check", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert all(len(line) <= 80 or str(file) in line for line in lines)
    assert len(lines) > 1


def test_an_unknown_says_each_thing_once_and_what_to_try() -> None:
    again = Attempt("schematic", 1.0, "every candidate was tried", effort=0.5)
    claim = "pml(P, W) <= 1"
    attempts = (again, Attempt("sampling", 1.0, "nothing"), again)
    shown = verdict_text(Question(claim), Unknown(claim, attempts))
    assert shown.count("every candidate was tried") == 1
    assert "certificates at every size, effort 1.00:" in shown and "schematic" not in shown
    assert "to try: a larger --effort" in shown


def test_what_an_engine_cannot_read_has_a_name_for_people() -> None:
    nodes = [each for each in vars(value).values() if isinstance(each, type)]
    named = [each for each in nodes if issubclass(each, value.Value) and each is not value.Value]
    forms = [each for each in vars(level_form).values() if hasattr(each, "words")]
    assert len(named) >= 10 and len(forms) >= 7
    for each in (*named, *forms):
        assert each is value.Value or re.match("an? |one |several ", each.words), each


@pytest.mark.seconds
def test_no_class_of_the_program_stands_in_an_unknown() -> None:
    text = "chi2(P, W) >= mi(P, W)^2"
    shown = verdict_text(Question(text), decide(text, effort=0.5))
    classes = {each.__name__ for each in vars(value).values() if isinstance(each, type)}
    assert shown.startswith("Unknown") and "Weighted" in classes
    assert not set(re.findall(r"\w+", shown)) & classes


def test_a_wide_instance_is_within_the_width() -> None:
    """Sixteen outcomes in a row do not fit: the row goes on below."""
    row = ["1/100"] * 15 + ["85/100"]
    claim = parse("maxleak(W) <= 0")
    rows = [row, row[::-1]]
    found = Refuted(claim, Instance({"X": 2, "Y": 16}, {"W": rows}), None, None, ())
    shown = verdict_text(Question("maxleak(W) <= 0"), found)
    assert max(map(len, shown.splitlines())) <= 80
    assert shown.count("1/100") == 30 and shown.count("17/20") == 2
