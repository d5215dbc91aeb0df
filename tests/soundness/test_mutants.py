"""Near misses: of the false claims that mutation makes of true ones, none may be proved.

tests/soundness/false_claims.json has them, each with an exact counterexample;
`python -m tests.soundness.mutants` writes it anew. Not proving them is a must; refuting them is
counted. A sample runs by default, all of them with `-m slow`.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from pmlsym.engines.decide.decisions import decide
from pmlsym.evidence.verdict import Proved, Refuted
from pmlsym.model.instance import Instance
from tests.examples import share_of, some_of
from tests.soundness.mutants import FILE
from tests.soundness.oracle_truth import false_by_definition
from tests.statements.every import STATEMENTS
from tests.statements.statement import Text

ROWS: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
SAMPLE = some_of(ROWS[:: len(ROWS) // 60])
SECONDS = 1.0
RATE = 0.8


def text_of(row: dict[str, Any]) -> Text:
    return Text(row["text"], tuple(row["lets"]), tuple(row["assume"]))


def test_there_are_enough_of_every_kind() -> None:
    kinds = Counter(row["mutation"] for row in ROWS)
    origins = {row["from"] for row in ROWS}
    assert len(ROWS) >= 300 and min(kinds.values()) >= 10 and len(kinds) == 6, kinds
    assert len(origins) >= 40 and origins <= {statement.text for statement in STATEMENTS}
    assert len({text_of(row) for row in ROWS}) == len(ROWS)
    assert sum("1/1000000000" in row["text"] for row in ROWS) >= 40
    assert sum("/1000000000*" in row["text"] for row in ROWS) >= 20


def test_every_one_is_false_by_definition() -> None:
    for row in ROWS:
        instance = Instance.from_json(row["instance"])
        assert false_by_definition(text_of(row).claim, instance), row["text"]


def ask(rows: list[dict[str, Any]], seconds: float) -> float:
    """The share that is refuted; a claim that is proved fails the test."""
    refuted = 0
    for row in rows:
        verdict = decide(text_of(row).claim, effort=seconds)
        assert not isinstance(verdict, Proved), row
        refuted += isinstance(verdict, Refuted)
    return refuted / len(rows)


def test_a_sample_is_not_proved() -> None:
    rate = ask(SAMPLE, SECONDS)
    assert len(SAMPLE) >= share_of(60) and rate >= RATE, rate


@pytest.mark.slow
@pytest.mark.processor_seconds(3600)
def test_none_is_proved() -> None:
    assert ask(ROWS, 3.0) >= RATE
