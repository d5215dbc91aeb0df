"""`pmlsym catalogue` checks rows and prints what it found."""

from __future__ import annotations

import json
from pathlib import Path

from pmlsym.cli import run


def test_a_row_is_printed_with_its_parts(capsys):
    assert run(["catalogue", "--id", "PML23/lemma-2.1"]) == 0
    printed = capsys.readouterr().out
    assert "refuted: -log(pmin(P)) >= log(2)" in printed and "suppsize(P) >= 2" in printed
    assert "P = (1)" in printed and "found by the engine's own search" in printed


def test_rows_as_json(capsys):
    arguments = ["catalogue", "--id", "PML23/lemma-1.3", "--id", "PML23/remark-7", "--json"]
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


def test_the_errata_keep_boundary_cases_apart(capsys):
    arguments = ["catalogue", "--errata", "--id", "PML23/lemma-2.1", "--id", "PML23/ex-1-eq-11"]
    assert run(arguments) == 0
    printed = capsys.readouterr().out
    assert printed.index("ex-1-eq-11") < printed.index("Only at a degenerate boundary")
    assert printed.index("Only at a degenerate boundary") < printed.index("lemma-2.1")


def test_an_unknown_row_paper_or_status_is_an_error(capsys):
    assert run(["catalogue", "--id", "PML23/lemma-1.33"]) == 2
    assert "did you mean PML23/lemma-1.3?" in capsys.readouterr().err
    assert run(["catalogue", "--paper", "PML24"]) == 2
    assert run(["catalogue", "--status", "true"]) == 2


def test_progress_goes_to_standard_error(capsys):
    run(["catalogue", "--id", "PML23/remark-5"])
    assert "1/1  checked  PML23/remark-5" in capsys.readouterr().err


def test_what_fails_is_a_page_of_the_manual(capsys):
    """The page is what the command prints, of the row that stands first."""
    run(["catalogue", "--errata", "--markdown", "--id", "PML23/ex-1-eq-11"])
    shown = capsys.readouterr().out.removesuffix("```\n").rstrip("\n")
    page = (Path(__file__).parents[2] / "docs" / "errata.md").read_text(encoding="utf-8")
    assert page.startswith(shown)


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
