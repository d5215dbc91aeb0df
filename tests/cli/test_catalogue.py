"""`pmlsym catalogue` checks rows and prints what it found."""

from __future__ import annotations

import json
import re
from pathlib import Path
from time import process_time

import pytest

from pmlsym.cli import run


def test_a_row_is_printed_with_its_parts(capsys):
    assert run(["catalogue", "--id", "PML23/lemma-2.1"]) == 0
    printed = capsys.readouterr().out
    assert "refuted: -log(pmin(P)) >= log(2)" in printed and "suppsize(P) >= 2" in printed
    assert "P = (1)" in printed and "found by the engine's own search" in printed


@pytest.mark.seconds
def test_rows_as_json(capsys):
    arguments = ["catalogue", "--id", "PML23/lemma-1.3", "--id", "PSP/eq-13", "--json"]
    assert run(arguments) == 0
    data = json.loads(capsys.readouterr().out)
    assert [entry["status"] for entry in data["entries"]] == ["proved", "sampled"]
    assert data["counts"] == {"proved": 1, "sampled": 1}
    assert data["entries"][0]["statement"][0]["shown_by"] == "certificate"
    assert data["entries"][1]["statement"][0]["instances"] == 60


def test_rows_of_one_status(capsys):
    arguments = ["catalogue", "--id", "PML23/lemma-1.3", "--status", "sampled"]
    assert run(arguments) == 0
    assert "0 entries" in capsys.readouterr().out


def test_the_errata_are_those_of_the_last_run_with_its_day_and_version(capsys):
    start = process_time()
    assert run(["catalogue", "--errata"]) == 0
    printed = capsys.readouterr().out
    assert process_time() - start < 1
    assert printed.index("ex-1-eq-11") < printed.index("Only at a degenerate boundary")
    assert printed.index("Only at a degenerate boundary") < printed.index("lemma-2.1")
    assert re.search(r"Found on \d{4}-\d\d-\d\d by pmlsym \d+\.\d+", printed)
    assert run(["catalogue", "--errata", "--id", "PML23/lemma-2.1"]) == 0
    printed = capsys.readouterr().out
    assert "lemma-2.1" in printed and "ex-1-eq-11" not in printed
    assert run(["catalogue", "--errata", "--paper", "RDP", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["date"] and {row["id"].split("/")[0] for row in data["errata"]} == {"RDP"}
    assert run(["catalogue", "--errata", "--id", "PML23/lemma-2.11"]) == 2
    assert "did you mean PML23/lemma-2.1" in capsys.readouterr().err
    assert run(["catalogue", "--errata", "--journal", "rows.jsonl"]) == 2


@pytest.mark.seconds
def test_an_erratum_is_found_again_by_the_command_of_its_page(capsys):
    page = (Path(__file__).parents[2] / "docs" / "errata.md").read_text(encoding="utf-8")
    for row in ("PML23/lemma-2.1", "RDP/sec-4.1-remark", "QID24/eq-30"):
        assert run(["catalogue", "--reproduce", row]) == 0
        command = f"$ pmlsym catalogue --reproduce {row}\n"
        assert f"{command}{capsys.readouterr().out}```" in page
    assert run(["catalogue", "--reproduce", "PML23/lemma-1.3"]) == 2
    assert "nothing that is printed in PML23/lemma-1.3 was refuted" in capsys.readouterr().err


def test_an_unknown_row_paper_or_status_is_an_error(capsys):
    assert run(["catalogue", "--id", "PML23/lemma-1.33"]) == 2
    assert "did you mean PML23/lemma-1.3?" in capsys.readouterr().err
    assert run(["catalogue", "--paper", "PML24"]) == 2
    assert run(["catalogue", "--status", "true"]) == 2


def test_progress_goes_to_standard_error(capsys):
    run(["catalogue", "--id", "PML23/remark-5"])
    assert "1/1  checked  PML23/remark-5" in capsys.readouterr().err


@pytest.mark.seconds
def test_shards_have_all_rows_between_them(capsys, tmp_path):
    rows = ["PML23/lemma-1.3", "PML23/eq-13"]
    asked = ["catalogue", *(word for row in rows for word in ("--id", row)), "--json"]
    journal = tmp_path / "rows.jsonl"
    found = []
    for k in range(2):
        assert run([*asked, "--shard", f"{k}/2", "--journal", str(journal)]) == 0
        found += [entry["id"] for entry in json.loads(capsys.readouterr().out)["entries"]]
    assert sorted(found) == sorted(rows)
    known = journal.read_text("utf-8")
    assert all(row in known for row in rows)
