"""Every outlined or deduced part of a row has its certificates kept, and they are accepted."""

from __future__ import annotations

import json

import pytest

from pmlsym.catalogue import ENTRIES
from pmlsym.errors import InvalidCertificate
from pmlsym.saved_evidence import check_saved
from proofs.__main__ import CERTIFICATES, SEQUENTS, STATEMENTS
from proofs.catalogue_parts import STATEMENTS as PARTS
from proofs.derived import Derived

IDS = {entry.id for entry in ENTRIES}
FILES = sorted(SEQUENTS.glob("*.json"))


def test_every_derived_statement_is_kept_under_its_row():
    derived = [statement for statement in STATEMENTS if isinstance(statement, Derived)]
    linked = {statement.name for statement in derived if statement.question is not None}
    assert {path.stem for path in FILES} == {s.name for s in derived} - linked
    assert all((CERTIFICATES / f"{name}.json").is_file() for name in linked)
    assert {statement.row for statement in derived} <= IDS
    assert len(PARTS) >= 15


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_file_is_accepted_and_names_its_row(path):
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data["row"] in check_saved(json.dumps(data)) and data["row"] in IDS


def test_files_that_show_nothing_are_refused():
    data = json.loads((SEQUENTS / "qid24-cor-4-eq-20.json").read_text(encoding="utf-8"))
    assert "3 certificates" in check_saved(json.dumps(data))
    changed = json.loads(json.dumps(data))
    changed["certificates"][0]["steps"][0]["terms"][0]["coefficient"] = "2"
    for bad in (
        {**data, "certificates": []},
        {**data, "version": 2},
        {**data, "row": "two\nlines"},
        {**data, "claim": {}},
        changed,
    ):
        with pytest.raises(InvalidCertificate):
            check_saved(json.dumps(bad))
