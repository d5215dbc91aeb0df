"""Every row has its entry, in order, and every entry says what it states."""

from __future__ import annotations

from pmlsym.catalogue import ENTRIES, IDS, PAPERS

COMPLETE = ("PML23", "RDP", "QID24", "PSP")


def test_the_rows_of_complete_papers_are_the_entries():
    for paper in COMPLETE:
        rows = {row for row in IDS if row.startswith(f"{paper}/")}
        entries = [entry.id for entry in ENTRIES if entry.paper == paper]
        assert rows - set(entries) == set()
        assert len(entries) == len(set(entries))


def test_no_row_is_listed_twice():
    assert len(IDS) == len(set(IDS)) == 270


def test_every_paper_has_rows():
    assert {row.split("/")[0] for row in IDS} == {paper.key for paper in PAPERS}


def test_entries_have_names_and_places():
    assert all(entry.name and entry.place for entry in ENTRIES)
