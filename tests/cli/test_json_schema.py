"""The published schema of `pmlsym ask --json`: every kind of answer keeps to it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pmlsym.cli import run
from tests.cli.json_schema import faults

SCHEMA = json.loads(Path("docs/answer.schema.json").read_text(encoding="utf-8"))

ASKED = (
    ["pml(P, W >> V) <= pml(P, W)"],
    ["pml(P, W & U) <= pml(P, W) + pml(P, U | W)", "--budget", "0.001"],
    ["maxleak(W) <= pml(P, W)"],
    ["ldp(W) <= pml(P, W, y)", "--let", "W: X -> Y"],
    ["mi(P, W) <= chi2(P, W) - 1"],
    ["b/b == 1"],
    ["exp(1) > 2"],
    ["H(A,B) <= H(A) + H(B)"],
    ["pml(P, W) <= log(2)", "--engine", "z3", "--assume", "ldp(W) <= log(2)"],
    ["pml(P, W) <= 1", "--assume", "eps < 0 and eps > 1"],
    ["fullsupport(P)"],
    ["examples/guarantees.pml"],
)


@pytest.mark.parametrize("arguments", ASKED, ids=lambda arguments: arguments[0])
def test_answers_keep_to_the_schema(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["ask", *arguments, "--json"]) in (0, 1, 3)
    data = json.loads(capsys.readouterr().out)
    assert list(faults(data, SCHEMA, SCHEMA)) == []


def answer(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    run(["ask", "pml(P, W) <= maxleak(W)", "--json"])
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


def test_the_schema_refuses_what_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    data = answer(capsys)
    for key in data:
        assert list(faults({k: v for k, v in data.items() if k != key}, SCHEMA, SCHEMA)), key
    for change in (
        {"verdict": "maybe"},
        {"more": 1},
        {"seconds": "1"},
        {"lets": "V: X"},
        {"counterexample": {**data["counterexample"], "left": {"log": "0.5"}}},
        {"counterexample": {**data["counterexample"], "alphabets": {"X": 0}}},
        {"attempts": [{"engine": "sampling"}]},
    ):
        assert list(faults({**data, **change}, SCHEMA, SCHEMA)), change
