"""`pmlsym measure`: exact leakage of a channel of one's own, and refusals in one line."""

from __future__ import annotations

import json
from fractions import Fraction
from math import log
from pathlib import Path
from typing import Any

import pytest

import pmlsym as ps
from pmlsym.cli import run
from tests.definitions import exp_pml_at
from tests.exact_instances import exact_instances
from tests.examples import some_of

EXAMPLE_5 = "0,0,1/2,1/2\n0,0,1/2,1/2\n0,1/3,1/3,1/3\n1/3,0,1/3,1/3\n"

REFUSED = {
    "": "is empty",
    " \n \n": "is empty",
    "1/2,1/4\n0,1": "row 1 sums to 3/4, not 1",
    "0.5,0.5\n0.5,0.499": "row 2 sums to 999/1000, not 1",
    "1,0\n-1/2,3/2": "entry 1 of row 2 is -1/2, but a probability is not negative",
    "1,0\nnan,1": "entry 1 of row 2 is 'nan'; write a number",
    "1,0\ninf,1": "entry 1 of row 2 is 'inf'",
    "1,0\n1/0,1": "a division by zero",
    "1,0\n0,1/3,2/3": "row 2 has 3 entries, but row 1 has 2",
    "1,0\n0.5;0.5": "entry 1 of row 2 is '0.5;0.5'",
    "1,\n0,1": "entry 2 of row 1 is ''",
    '{"channel": [[1, 0], [0': "no complete JSON",
    '{"channel": [[1, 0], [NaN, 1]]}': "NaN is no number",
    '{"channel": [[1, 0], [true, 1]]}': "entry 1 of row 2 is 'True'",
    '{"channel": [1, 0]}': "row 1 of channel has to be a list",
    '{"channel": []}': "no entries",
    '{"channel": [[]]}': "no entries",
    '{"prior": [1]}': 'needs the key "channel"',
    '{"channel": [[1]], "proir": [1]}': "did you mean 'prior'?",
    '{"channel": [[1]], "channel": [[1]]}': "occurs twice",
    '{"channel": [[1]], "labels": ["a", "b"]}': "1 letters there, but 2 labels",
    '{"channel": [[1, 0], [0, 1]], "prior": [1]}': "the prior has 1 entry, but the channel has 2",
    '{"channel": [[1, 0], [0, 1]], "prior": [1, 1]}': "the prior sums to 2, not 1",
    '{"channel": [[1, 0], [0, 1]], "prior": ["3/2", "-1/2"]}': "is not negative",
    "[" * 100000: "nested too deeply",
}


def test_example_5_of_the_pml_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = _measured(EXAMPLE_5, tmp_path, capsys, "--prior", "uniform")
    assert [o["pml"] for o in found["outcomes"]] == [
        {"log": "4"},
        {"log": "4"},
        {"log": "6/5"},
        {"log": "6/5"},
    ]
    assert [o["probability"]["rational"] for o in found["outcomes"]] == ["1/12"] * 2 + ["5/12"] * 2
    assert found["pml"] == {"log": "4"}
    assert found["density_min"] == {"inf": -1}
    assert found["maxleak"] == {"log": "5/3"}
    assert found["capacity"] == {"inf": 1}
    assert found["prior_from"] == "uniform, as asked"


def test_there_is_no_value_for_a_prior_that_nobody_gave(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(_file(EXAMPLE_5, tmp_path))
    assert run(["measure", file]) == 0
    shown = capsys.readouterr().out
    assert "maximal leakage    log(5/3)" in shown and "worst case" not in shown
    assert run(["measure", file, "--only", "mi"]) == 2
    assert "none was given; write its masses, or 'uniform'" in capsys.readouterr().err
    assert run(["measure", file, "--prior", "uniform"]) == 0
    shown = capsys.readouterr().out
    assert "prior: uniform, as asked" in shown
    assert [line.split()[-2] for line in shown.splitlines() if line.startswith("  y")] == [
        "log(4)",
        "log(4)",
        "log(6/5)",
        "log(6/5)",
    ]


def test_csv_with_labels_and_json_say_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    csv = "input,no,yes\nhealthy,0.75,0.25\nill,1/3,2/3\n"
    data = {
        "channel": [[0.75, 0.25], ["1/3", "2/3"]],
        "prior": [0.9, "1/10"],
        "outputs": ["no", "yes"],
    }
    first = _measured(csv, tmp_path, capsys, "--prior", "9/10,0.1")
    second = _measured(json.dumps(data), tmp_path, capsys)
    assert first.pop("prior_from") != second.pop("prior_from")
    assert first.pop("inputs") == ["healthy", "ill"]
    assert first == second
    assert [o["label"] for o in first["outcomes"]] == ["no", "yes"]


@pytest.mark.parametrize("command", some_of(["measure", "derive", "figure", "report", "design"]))
def test_a_prior_is_a_file_wherever_it_is_one(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if command == "figure":
        pytest.importorskip("matplotlib", reason="the extra `plot`")
    prior = tmp_path / "prior.csv"
    prior.write_text("young,1/4\nold,3/4\n", encoding="utf-8")
    asked = {
        "measure": ["examples/survey.csv"],
        "derive": ["z-channel"],
        "figure": ["leakage", "--channel", "examples/survey.csv", "--out", "FIGURE.svg"],
        "report": ["z-channel", "--out", "PAGE.html"],
        "design": ["--pml", "log(6/5)"],
    }[command]
    words = [
        str(tmp_path / word) if word.isupper() or word[0].isupper() else word for word in asked
    ]
    if command in ("measure", "figure"):
        prior.write_text("healthy,1/4\nill,3/4\n", encoding="utf-8")
    assert run([command, *words, "--prior", str(prior)]) == 0, capsys.readouterr().err
    assert run([command, *words, "--prior", "nothing.csv"]) == 2
    assert "is no file, and no masses; write uniform" in capsys.readouterr().err


def test_an_outcome_that_cannot_occur_leaks_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    found = _measured("1,0\n1/2,1/2", tmp_path, capsys, "--prior", "1,0")
    assert found["outcomes"][1] == {
        "label": "y2",
        "probability": {"rational": "0"},
        "pml": {"log": "1"},
    }


@pytest.mark.seconds
def test_outcomes_agree_with_the_definition(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for case in exact_instances(5, 60):
        text = json.dumps({"prior": _plain(case.prior), "channel": _plain(case.channel)})
        found = _measured(text, tmp_path, capsys)
        for k, outcome in enumerate(found["outcomes"]):
            assert outcome["pml"] == {"log": str(exp_pml_at(case.prior, case.channel, k))}


def test_rows_of_floats_give_intervals_that_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = json.dumps({"channel": [[1 / 3, 0.6666666666666665], [0.25, 0.75]]})
    found = _measured(text, tmp_path, capsys, "--prior", "uniform")
    assert found["exact"] is False
    low, high = (Fraction(end) for end in found["pml"]["ball"])
    assert low < Fraction(log(8 / 7)) < high < low + Fraction(1, 10**10)
    assert run(["measure", str(_file(text, tmp_path))]) == 0
    assert "only nearly" in capsys.readouterr().out


@pytest.mark.parametrize("text", REFUSED)
def test_bad_files_are_refused_in_one_line(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["measure", str(_file(text, tmp_path))]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert REFUSED[text] in shown.err
    assert shown.err.count("\n") == 1


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_may_end_as_they_do_elsewhere(
    ending: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "channel.csv"
    file.write_bytes(ending.join(["input,no,yes", "healthy,3/4,1/4", "ill,1/3,2/3", ""]).encode())
    assert run(["measure", str(file), "--prior", "uniform", "--json"]) == 0
    assert [o["label"] for o in json.loads(capsys.readouterr().out)["outcomes"]] == ["no", "yes"]


def test_a_cell_without_an_end_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "channel.csv"
    file.write_text('1,"' + "0" * 200_000, encoding="utf-8")
    assert run(["measure", str(file)]) == 2
    assert "line 1 is no CSV" in capsys.readouterr().err


def test_a_file_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["measure", str(tmp_path / "none.csv")]) == 2
    assert "cannot be read: No such file" in capsys.readouterr().err
    assert run(["measure", "z-channel"]) == 2
    assert "z-channel is a family of mechanisms, and no table" in capsys.readouterr().err


def _plain(entries: object) -> object:
    return [_plain(e) for e in entries] if isinstance(entries, list | tuple) else str(entries)


def _file(text: str, folder: Path) -> Path:
    file = folder / ("channel.json" if text.startswith("{") else "channel.csv")
    file.write_text(text, encoding="utf-8")
    return file


def _measured(
    text: str, folder: Path, capsys: pytest.CaptureFixture[str], *options: str
) -> dict[str, Any]:
    assert run(["measure", str(_file(text, folder)), "--json", *options]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_designed_mechanism_is_measured_under_its_own_prior(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It leaks exactly what its guarantee allows; a prior that is asked for goes before its own."""
    assert run(["design", "--prior", "1/4,3/4", "--pml", "log(6/5)", "--json"]) == 0
    place = tmp_path / "best.json"
    place.write_text(capsys.readouterr().out, encoding="utf-8")
    found = ps.measure(place)
    assert found.pml == ps.evaluate(ps.log(Fraction(6, 5)))
    assert ps.measure(place, prior="1/2,1/2").pml != found.pml
    assert ps.evaluate(ps.maxleak(ps.channel(place))) == found.maxleak
    assert run(["measure", str(place)]) == 0
    assert "prior: from the file" in capsys.readouterr().out
