"""`pmlsym check`: whatever is edited in a file of evidence, it is refused in one line."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pmlsym.cli import run

Capture = pytest.CaptureFixture[str]
Edit = Callable[[dict[str, Any]], None]

CLAIM = "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))"
FALSE = "pml(P, W) <= maxleak(W)"


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return _saved(CLAIM, tmp_path_factory.mktemp("proof"))


@pytest.fixture(scope="module")
def counterexample(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return _saved(FALSE, tmp_path_factory.mktemp("counterexample"))


def _coefficient(data: dict[str, Any]) -> None:
    data["certificates"][0]["steps"][-1]["terms"][0]["coefficient"] = "2"


def _sign(data: dict[str, Any]) -> None:
    data["certificates"][0]["steps"][-1]["terms"][0]["coefficient"] = "-1"


def _tensor_fact(data: dict[str, Any]) -> None:
    data["certificates"][0]["tensors"]["W"]["facts"] = ["positive"]


def _tensor_fact_dropped(data: dict[str, Any]) -> None:
    tensor = data["certificates"][0]["tensors"]["P"]
    tensor["stochastic"] = []


def _hypothesis(data: dict[str, Any]) -> None:
    facts = data["certificates"][0]["sequent"]["facts"]
    facts[1]["relation"] = ">"


def _hypothesis_dropped(data: dict[str, Any]) -> None:
    del data["certificates"][0]["sequent"]["facts"][1]


def _claim_false(data: dict[str, Any]) -> None:
    data["claim"]["text"] = "ldp(W) <= eps => pml(P, W) <= 1/2*eps"


def _claim_nearly_the_same(data: dict[str, Any]) -> None:
    data["claim"]["text"] = CLAIM.replace("1 - pmin(P)", "0.999999999 - pmin(P)")


def _claim_unreadable(data: dict[str, Any]) -> None:
    data["claim"]["text"] = "pml(P, W"


def _claim_assumed(data: dict[str, Any]) -> None:
    data["claim"]["assume"] = ["pmin(P) >= 1/2"]


def _certificate_dropped(data: dict[str, Any]) -> None:
    data["certificates"] = []


def _certificate_twice(data: dict[str, Any]) -> None:
    data["certificates"] *= 2


def _version(data: dict[str, Any]) -> None:
    data["version"] = 3


def _format(data: dict[str, Any]) -> None:
    data["format"] = "a proof"


EDITS = (
    _coefficient,
    _sign,
    _tensor_fact,
    _tensor_fact_dropped,
    _hypothesis,
    _hypothesis_dropped,
    _claim_false,
    _claim_nearly_the_same,
    _claim_unreadable,
    _claim_assumed,
    _certificate_dropped,
    _certificate_twice,
    _version,
    _format,
)


@pytest.mark.parametrize("edit", EDITS)
def test_an_edited_proof_is_refused(
    edit: Edit, proof: dict[str, Any], tmp_path: Path, capsys: Capture
) -> None:
    data = deepcopy(proof)
    edit(data)
    assert data != proof
    _refused(json.dumps(data), tmp_path, capsys)


@pytest.mark.parametrize("edit", [_claim_false, _claim_nearly_the_same, _claim_unreadable])
def test_a_proof_of_something_else_is_not_linked(
    edit: Edit, proof: dict[str, Any], tmp_path: Path, capsys: Capture
) -> None:
    data = deepcopy(proof)
    edit(data)
    assert "not linked to a claim" in _refused(json.dumps(data), tmp_path, capsys)


def test_the_claim_of_an_answer_is_the_claim_of_its_proof(tmp_path: Path, capsys: Capture) -> None:
    run(["ask", "pml(P, W >> V) <= pml(P, W)", "--json"])
    answer = json.loads(capsys.readouterr().out)
    answer["claim"] = "pml(P, W >> V) <= 0"
    assert "not linked to a claim" in _refused(json.dumps(answer), tmp_path, capsys)


STATED = {
    "pml(P, W >> V) <= pml(P, W)": {
        "scope": "all random variables with finitely many values",
        "trust": "a notary",
        "engine": "z3",
        "version": 2,
        "note": "anything",
        "witness": {"alphabets": {}, "priors": {}, "channels": {}, "scalars": {}, "outcomes": {}},
    },
    "pml(P, W) <= maxleak(W)": {"version": "1", "verdict": "proved", "counterexample": None},
    "x >= 0 => exp(x) >= 1 + x": {"scope": "every finite alphabet, zeros allowed", "trust": None},
}


@pytest.mark.parametrize("claim", STATED)
def test_whatever_an_answer_states_is_checked(claim: str, tmp_path: Path, capsys: Capture) -> None:
    run(["ask", claim, "--json"])
    answer = json.loads(capsys.readouterr().out)
    file = tmp_path / "answer.json"
    file.write_text(json.dumps(answer), encoding="utf-8")
    assert run(["check", str(file)]) == 0
    capsys.readouterr()
    for key, value in STATED[claim].items():
        assert answer.get(key, "nothing") != value
        _refused(json.dumps({**answer, key: value}), tmp_path, capsys)


@pytest.mark.parametrize(
    ("key", "stated"),
    [
        ("fails", "pml(P, W) <= 2"),
        ("hypotheses", [{"claim": "0 <= 1", "left": None, "right": None}]),
    ],
)
def test_the_parts_of_a_counterexample_are_found_again(
    key: str, stated: object, tmp_path: Path, capsys: Capture
) -> None:
    run(["ask", FALSE, "--json"])
    answer = json.loads(capsys.readouterr().out)
    without = {
        k: v for k, v in answer["counterexample"].items() if k not in ("fails", "hypotheses")
    }
    file = tmp_path / "older.json"
    file.write_text(json.dumps({**answer, "counterexample": without}), encoding="utf-8")
    assert run(["check", str(file)]) == 0
    capsys.readouterr()
    answer["counterexample"][key] = stated
    assert f"{key}: it is not what is stated" in _refused(json.dumps(answer), tmp_path, capsys)


@pytest.mark.parametrize("side", ["left", "right"])
def test_the_sides_of_a_counterexample_are_evaluated_again(
    side: str, tmp_path: Path, capsys: Capture
) -> None:
    run(["ask", FALSE, "--json"])
    answer = json.loads(capsys.readouterr().out)
    answer["counterexample"][side] = {"log": "7/3"}
    assert "not what is stated" in _refused(json.dumps(answer), tmp_path, capsys)


@pytest.mark.parametrize("version", [2, "1", 1.0, True, None])
def test_a_counterexample_of_another_version_is_refused(
    version: object, counterexample: dict[str, Any], tmp_path: Path, capsys: Capture
) -> None:
    changed = {**counterexample, "version": version}
    assert "version" in _refused(json.dumps(changed), tmp_path, capsys)


def test_a_truncated_file_is_refused(
    proof: dict[str, Any], tmp_path: Path, capsys: Capture
) -> None:
    text = json.dumps(proof)
    for length in (0, 1, 20, len(text) // 2, len(text) - 1):
        _refused(text[:length], tmp_path, capsys)


@pytest.mark.parametrize("text", ["[]", "3", "null", "{}", "NaN", '{"format": 3}', "[" * 10**5])
def test_what_is_no_evidence_is_refused(text: str, tmp_path: Path, capsys: Capture) -> None:
    _refused(text, tmp_path, capsys)


def test_an_instance_on_which_the_claim_holds_is_no_counterexample(
    counterexample: dict[str, Any], tmp_path: Path, capsys: Capture
) -> None:
    data = deepcopy(counterexample)
    data["instance"]["tensors"]["P"] = ["1/2", "1/2"]
    assert "no counterexample" in _refused(json.dumps(data), tmp_path, capsys)


@pytest.mark.parametrize(
    ("prior", "words"),
    [
        (["1/2", "1/3"], "sums to 5/6"),
        (["3/2", "-1/2"], "P(1) is 3/2"),
        (["1"], "1 entries, not 2"),
        ("1", "P"),
        (["nan", "1"], "nan"),
    ],
)
def test_an_instance_that_is_none_is_refused(
    prior: object,
    words: str,
    counterexample: dict[str, Any],
    tmp_path: Path,
    capsys: Capture,
) -> None:
    data = deepcopy(counterexample)
    data["instance"]["tensors"]["P"] = prior
    assert words in _refused(json.dumps(data), tmp_path, capsys)


def test_one_bad_file_among_good_ones_fails_the_run(
    proof: dict[str, Any], tmp_path: Path, capsys: Capture
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps(proof), encoding="utf-8")
    bad.write_text("{", encoding="utf-8")
    assert run(["check", str(good), str(good)]) == 0
    assert capsys.readouterr().out.count("valid") == 2
    assert run(["check", str(good), str(bad), str(tmp_path / "none.json"), str(good)]) == 2
    shown = capsys.readouterr()
    lines = [line for line in shown.out.splitlines() if not line.startswith("  ")]
    assert [line.split()[0] for line in lines] == ["valid", "invalid", "invalid", "valid"]
    assert "bad.json:" in lines[1] and "none.json cannot be read" in " ".join(shown.out.split())
    assert shown.err.startswith("pmlsym: 2 of 4 files are invalid: ")


def _saved(claim: str, folder: Path) -> dict[str, Any]:
    file = folder / "saved.json"
    run(["ask", claim, "--save", str(file)])
    data: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return data


def _refused(text: str, folder: Path, capsys: Capture) -> str:
    file = folder / "evidence.json"
    file.write_text(text, encoding="utf-8")
    capsys.readouterr()
    assert run(["check", str(file)]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    return shown.err


def test_a_proof_under_long_hypotheses_is_read_again(tmp_path: Path, capsys: Capture) -> None:
    name = "a_level_with_a_name_" + "that_goes_on_" * 30
    file = tmp_path / "proof.json"
    options = ["--assume", f"pml(P, W) <= {name}", "--save", str(file)]
    assert run(["ask", f"pml(P, W >> V) <= {name}", *options]) == 0
    assert run(["check", str(file)]) == 0
    assert name in capsys.readouterr().out
