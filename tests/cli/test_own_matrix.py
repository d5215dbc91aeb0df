"""One's own matrix on the command line: a channel from a file, under a set of priors."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import pmlsym as ps
from pmlsym.cli import run

Capture = pytest.CaptureFixture[str]
TEXT = ["pml(P, W) <= log(5)", "--over", "p(x) >= 1/10"]


@pytest.fixture
def flip(tmp_path: Path) -> Path:
    place = tmp_path / "ch.csv"
    place.write_text("no,yes\n9/10,1/10\n0.1,0.9\n", encoding="utf-8")
    return place


def test_the_worst_prior_is_named_and_checked(flip: Path, tmp_path: Path, capsys: Capture) -> None:
    """A proof and a counterexample, as evidence and as answers, are decided again by `check`."""
    files = []
    for bound, status in (("5", 0), ("3", 1)):
        claim = ["ask", f"pml(P, W) <= log({bound})", "--channel", f"W={flip}", *TEXT[1:]]
        saved, answer = tmp_path / f"{bound}.json", tmp_path / f"answer{bound}.json"
        assert run([*claim, "--save", str(saved)]) == status
        text = capsys.readouterr().out
        assert "largest pml(P, W) = log(5) = 1.609438, attained at (1/10, 9/10)" in text
        assert run([*claim, "--json"]) == status
        answer.write_text(capsys.readouterr().out, encoding="utf-8")
        data = json.loads(answer.read_text(encoding="utf-8"))
        assert data["priors"] == "p(x) >= 1/10" and data["bounds"][0]["attained"] is True
        files += [str(saved), str(answer)]
    assert run(["check", *files]) == 0
    assert capsys.readouterr().out.count("valid") == 4


def _edit(path: list[Any], value: Any) -> Callable[[dict[str, Any]], None]:
    def edit(data: dict[str, Any]) -> None:
        for key in path[:-1]:
            data = data[key]
        assert data[path[-1]] != value
        data[path[-1]] = value

    return edit


DECISION_EDITS = [
    _edit(["claim", "text"], "pml(P, W) <= log(4)"),
    _edit(["claim", "priors"], "simplex"),
    _edit(["claim", "priors"], "p(x) >= 1/20"),
    _edit(["claim", "priors"], "no set"),
    _edit(["claim", "channels", "W", 0], ["19/20", "1/20"]),
    _edit(["claim", "channels", "W", 0], ["9/10", "1/20"]),
    _edit(["claim", "channels"], {}),
    _edit(["bounds", 0, "attained"], False),
    _edit(["bounds", 0, "prior"], ["9/10", "1/10"]),
    _edit(["bounds", 0, "value"], {"log": "4"}),
    _edit(["bounds"], []),
]


@pytest.mark.parametrize("number", range(len(DECISION_EDITS)))
def test_an_edited_decision_is_refused(
    number: int, flip: Path, tmp_path: Path, capsys: Capture
) -> None:
    saved = tmp_path / "saved.json"
    assert run(["ask", *TEXT, "--channel", f"W={flip}", "--save", str(saved)]) == 0
    data = json.loads(saved.read_text(encoding="utf-8"))
    DECISION_EDITS[number](data)
    saved.write_text(json.dumps(data), encoding="utf-8")
    assert run(["check", str(saved)]) == 2
    assert "valid" not in capsys.readouterr().out.split("\n")[-1]


def test_a_counterexample_outside_the_set_is_refused(
    flip: Path, tmp_path: Path, capsys: Capture
) -> None:
    saved = tmp_path / "saved.json"
    claim = ["pml(P, W) <= log(3)", *TEXT[1:], "--channel", f"W={flip}"]
    assert run(["ask", *claim, "--save", str(saved)]) == 1
    data = json.loads(saved.read_text(encoding="utf-8"))
    for edit in (
        _edit(["instance", "tensors", "P"], ["1/20", "19/20"]),
        _edit(["instance", "tensors", "W"], [["1", "0"], ["0", "1"]]),
    ):
        other = json.loads(json.dumps(data))
        edit(other)
        saved.write_text(json.dumps(other), encoding="utf-8")
        assert run(["check", str(saved)]) == 2
    capsys.readouterr()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--channel", "W"], "write W=ch.csv"),
        (["--channel", "V={}"], "the claim has no channel V; it speaks of P, W"),
        (["--channel", "W={}", "--channel", "W={}"], "two files are given for W"),
        (
            ["--over", "p(x) >= 1/10"],
            "letters P has is not known; give the entries of its channel, --channel",
        ),
        (["--channel", "W={}", "--over", "p(x) >= 3/4"], "masses of at least 3/4"),
        (["--channel", "W={}", "--over", "p(x) >= c"], "c is a name; write a number"),
        (["--channel", "W={}", "--over", "p in (c, 1-c)"], "is about a family"),
        (["--channel", "W={}", "--over", "hull (1, 0, 0)"], "priors of 3 letters"),
        (["--channel", "W={}", "--over", "p3 in [0, 1]"], "the letters p1 to p2"),
        (["--channel", "W=nowhere.csv"], "cannot be read"),
    ],
)
def test_what_is_no_channel_and_no_set(
    options: list[str], message: str, flip: Path, capsys: Capture
) -> None:
    given = [option.replace("{}", str(flip)) for option in options]
    assert run(["ask", "pml(P, W) <= 1", *given]) == 2
    said = capsys.readouterr().err
    assert message in said and said.count("\n") == 1


def test_a_small_matrix_is_written_out(flip: Path, capsys: Capture) -> None:
    matrix = "W=[[9/10, 0.1], [1/10, 9/10]]"
    assert run(["ask", "pml(P, W) <= log(9)", "--channel", matrix]) == 0
    assert run(["ask", "pml(P, W) <= log(8)", "--channel", matrix]) == 1
    capsys.readouterr()
    for wrong in ("W=[[9/10, a], [1, 0]]", "W=[[1, 0], [0", "W=[[1/2, 1/3], [1, 0]]"):
        assert run(["ask", "pml(P, W) <= 1", "--channel", wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_measure_names_the_worst_priors(flip: Path, capsys: Capture) -> None:
    assert run(["measure", str(flip), "--over", "p1 in [0, 1/2]", "--json"]) == 0
    over = json.loads(capsys.readouterr().out)["over"]
    assert [(each["measure"], each["attained"]) for each in over][:2] == [
        ("pml(P, W)", False),
        ("density_min(P, W)", False),
    ]
    found = ps.measure(flip, over="p(x) >= 1/10")
    assert [str(bound.value) for bound in found.over] == [
        *("log(5)", "log(5/41)", "log(41/5)"),
        *("log(81)", "log(9/5)", "log(9)"),
    ]
    assert "Over all priors of the set" in found.text()


def test_over_a_set_of_priors_alone_nothing_is_said_under_another_prior() -> None:
    """The set does not have the uniform prior; under it the leakage is log(9/5), over it more."""
    found = ps.measure([["9/10", "1/10"], ["1/10", "9/10"]], over="p1 in [1/10, 1/5]")
    by_name = {bound.text: bound.value for bound in found.over}
    assert str(found.pml) == "log(5)" and found.pml == by_name["pml(P, W)"]
    assert found.density_min == by_name["density_min(P, W)"]
    assert found.maxleak == by_name["maxleak(P, W)"]
    assert found.capacity == by_name["ldp(P, W)"]
    assert not {"pml", "outcomes", "prior"} & set(found.to_json())
    for ask in (
        lambda: found.outcomes,
        lambda: ps.measure([[1, 0], [0, 1]], over="simplex", distribution=True),
    ):
        with pytest.raises(ps.PmlError, match="one prior"):
            ask()
    beside = ps.measure([["9/10", "1/10"], ["1/10", "9/10"]], over="simplex", prior="1/2,1/2")
    assert str(beside.pml) == "log(9/5)" and beside.to_json()["prior_from"] == "as asked"


def test_values_over_a_set_of_priors_from_counts_are_said_to_have_no_confidence() -> None:
    found = str(ps.measure([[90, 10], [20, 80]], counts=True, over="p(x) >= 1/4"))
    bounds, over = found.index("With confidence 0.95"), found.index("Over all priors of the set")
    assert bounds < over
    assert "no confidence" in found[over:]
    assert "confidence" not in str(ps.measure([["9/10", "1/10"], [0, 1]], over="p(x) >= 1/4"))


def test_python_and_the_command_line_ask_the_same(flip: Path) -> None:
    rows = [["9/10", "1/10"], ["1/10", "9/10"]]
    asked = [
        ps.ask(TEXT[0], channel=f"W={flip}", over=TEXT[2]),
        ps.ask(TEXT[0], channel={"W": rows}, over=TEXT[2]),
        ps.decide(TEXT[0], channel={"W": ps.channel(flip)}, over=TEXT[2]),
        ps.decide(TEXT[0], channel={"W": flip}, over={"P": TEXT[2]}),
    ]
    assert {verdict.name for verdict in asked} == {"proved"}
    bounds = [verdict.bounds for verdict in asked if isinstance(verdict, ps.Proved)]
    assert len({str([bound.to_json() for bound in own]) for own in bounds}) == 1  # but for labels
    one = ps.decide("pml(P, W) <= log(9/5)", channel={"W": rows}, over=[0.5, 0.5])
    assert isinstance(one, ps.Proved) and one.bounds[0].attained


def test_proofs_and_counterexamples_alone_are_asked_for_with_the_same_words() -> None:
    flip = {"W": [["9/10", "1/10"], ["1/10", "9/10"]]}
    found = ps.prove("pml(P, W) <= log(5)", channel=flip, over="p(x) >= 1/10")
    assert found == ps.decide("pml(P, W) <= log(5)", channel=flip, over="p(x) >= 1/10")
    against = ps.refute("pml(P, W) <= log(2)", channel=flip, over="p(x) >= 1/10")
    assert isinstance(against, ps.Refuted)
    assert min(against.instance.tensors["P"]) >= Fraction(1, 10)
    assert ps.prove("pml(P, V) <= 1", let="V: A -> B", assume="ldp(V) <= 1").name == "proved"


def test_a_channel_is_typed_in_python_as_on_the_command_line() -> None:
    text, rows = "W=[[9/10, 1/10], [1/10, 9/10]]", [["9/10", "1/10"], ["1/10", "9/10"]]
    asked, over = "pml(P, W) <= log(5)", "p(x) >= 1/10"
    for ask in (ps.decide, ps.prove, ps.ask):
        assert ask(asked, channel=text, over=over) == ps.decide(
            asked, channel={"W": rows}, over=over
        )


def test_a_prior_that_refutes_is_told_from_a_supremum_that_none_attains(capsys: Capture) -> None:
    asked = ["ask", "pml(P, W) <= log(8)", "--channel", "W=[[9/10, 1/10], [1/10, 9/10]]"]
    assert run([*asked, "--over", "simplex"]) == 1
    shown = " ".join(capsys.readouterr().out.split())
    said = "refuted at the prior above; over the set the supremum log(9) = 2.197225 of pml(P, W)"
    assert f"{said} is approached towards (0, 1), x=1, y=1, and attained by no prior" in shown
    assert run([*asked, "--over", "p(x) >= 1/100"]) == 1
    assert "attained at (1/100, 99/100)" in " ".join(capsys.readouterr().out.split())
