"""Every proof that a row counts is kept in a file, of that claim, and accepted."""

from __future__ import annotations

import json

import pytest

from pmlsym.claim_text.question import Question
from pmlsym.engines.decide.decisions import prove
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.verdict import Evaluated, Proved
from pmlsym.pages.saved_evidence import check_saved
from pmlsym.papers import ENTRIES
from proofs.__main__ import IN_LEDGER, ROWS, SEQUENTS, STATEMENTS, file_of
from proofs.derived import Derived
from proofs.table import Statement

SAMPLE = 12
"""Every so many kept proofs are checked always, all of them when slow tests run."""

IDS = {entry.id for entry in ENTRIES}
FILES = sorted([*SEQUENTS.glob("*.json"), *IN_LEDGER.glob("*.json")])


def test_every_derived_statement_is_kept_under_its_row():
    derived = [statement for statement in STATEMENTS if isinstance(statement, Derived)]
    assert all(file_of(statement).is_file() for statement in derived)
    assert {statement.row for statement in derived} <= IDS


def test_every_file_is_of_a_statement():
    assert set(FILES) <= {file_of(statement) for statement in STATEMENTS}


CLAIMS = [s for s in STATEMENTS if isinstance(s, Statement) and s.verdict == "proved"]


def test_every_claim_that_a_row_counts_as_proved_is_kept():
    missing = [statement for statement in CLAIMS if not file_of(statement).is_file()]
    for statement in missing:  # numbers alone, which are compared where they are claimed
        verdict = prove(statement.claimed.to_claim(), effort=20)
        assert isinstance(verdict, Proved) and isinstance(verdict.evidence, Evaluated)
    assert len(missing) < 9 and len(CLAIMS) > 200
    assert set(ROWS.glob("*.json")) <= {file_of(statement) for statement in CLAIMS}


@pytest.mark.parametrize("statement", CLAIMS, ids=lambda statement: statement.name)
def test_a_kept_proof_is_of_the_claim_of_its_row(statement):
    if not file_of(statement).is_file():
        return  # numbers alone, as above
    data = json.loads(file_of(statement).read_text(encoding="utf-8"))
    claimed = statement.claimed
    if claimed.claim is not None:
        assert (data["row"], data["says"]) == (statement.row, claimed.text)
        return
    texts = data["claim"]
    kept = Question(texts["text"], tuple(texts["lets"]), tuple(texts["assume"]))
    assert repr(kept.claim()) == repr(claimed.to_claim())


@pytest.mark.parametrize(
    "statement",
    [
        pytest.param(s, marks=pytest.mark.slow) if k % SAMPLE else s
        for k, s in enumerate(CLAIMS)
        if file_of(s).is_file()
    ],
    ids=lambda statement: statement.name,
)
def test_a_kept_proof_is_accepted(statement):
    assert check_saved(file_of(statement).read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_accepted_and_names_its_row(path):
    data = json.loads(path.read_text(encoding="utf-8"))
    said = check_saved(json.dumps(data))
    if "claim" in data:
        assert data["claim"]["text"] in said
    else:
        assert data["row"] in said and data["row"] in IDS


def test_files_that_show_nothing_are_refused():
    data = json.loads((IN_LEDGER / "pml23-eq-22-claim-1.json").read_text(encoding="utf-8"))
    assert "3 certificates" in check_saved(json.dumps(data))
    changed = json.loads(json.dumps(data))
    changed["certificates"][0]["steps"][0]["terms"][0]["coefficient"] = "2"
    for bad in (
        {**data, "certificates": []},
        {**data, "version": 3},
        {**data, "row": "two\nlines"},
        {**data, "claim": {}},
        changed,
    ):
        with pytest.raises(InvalidCertificate):
            check_saved(json.dumps(bad))
