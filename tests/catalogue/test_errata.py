"""Every finding against a paper has an exact reproduction of its own, apart from the catalogue."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from pmlsym.papers import ENTRIES
from pmlsym.papers.errata import SORTS, errata_page, erratum_of, last_errata, sort_of
from pmlsym.papers.finding import OPEN, REFUTED
from proofs.papers.made import LIVE
from tests.catalogue import (
    test_pml23_findings,
    test_psp_findings,
    test_qid24_findings,
    test_rdp_findings,
)
from tests.catalogue.reproduction import reproduced_in
from tests.examples import few_of
from tests.mechanisms import test_printed_statements_that_fail

MODULES = (
    test_pml23_findings,
    test_rdp_findings,
    test_qid24_findings,
    test_psp_findings,
    test_printed_statements_that_fail,
)
FINDINGS = [entry.id for entry in ENTRIES if entry.correction]


def test_every_finding_is_reproduced_once():
    assert sorted(row for module in MODULES for row in reproduced_in(module)) == sorted(FINDINGS)


MADE = {entry.id: entry for entry in LIVE}
KEPT = {erratum.id: erratum for erratum in last_errata().every}
PAGE_WIDTH = (Path(__file__).parents[2] / "docs" / "errata.md").read_text(encoding="utf-8")


def test_the_results_that_are_kept_are_those_of_the_table():
    """After a change of the table: python -m pmlsym.papers.errata docs."""
    assert list(KEPT) == FINDINGS
    for entry in ENTRIES:
        if entry.correction:
            kept, correction = KEPT[entry.id], entry.correction
            assert (kept.place, kept.name) == (entry.place, entry.name)
            assert (kept.correction, kept.reason) == (correction.text, correction.reason)
            assert (kept.boundary, kept.reading) == (correction.boundary, correction.reading)


def test_the_page_shows_the_results_that_are_kept():
    assert f"{errata_page(last_errata())}\n" == PAGE_WIDTH


def test_each_erratum_has_an_anchor_and_its_command_and_is_short():
    anchors = re.findall(r'^### <a id="([^"]+)"></a>(\S+)$', PAGE_WIDTH, re.MULTILINE)
    assert [anchor for anchor, shown in anchors if anchor == shown] == [row for row, _ in anchors]
    assert {row for row, _ in anchors} == set(FINDINGS)
    assert re.findall(r"\]\(#([^)]+)\)", PAGE_WIDTH) == [row for row, _ in anchors]
    assert re.findall(r"^\$ pmlsym catalogue --reproduce (\S+)$", PAGE_WIDTH, re.MULTILINE) == [
        row for row, _ in anchors
    ]
    assert max(block.count("\n") for block in PAGE_WIDTH.split("\n### ")) <= 45


LONG = {"PML23/thm-4.2", "PML23/thm-4.4b", "PML23/thm-4.5", "RDP/prop-4.6"}
"""Findings whose check takes several seconds: the certificates of their corrections are kept."""


@pytest.mark.seconds
@pytest.mark.parametrize(
    "row", [pytest.param(r, marks=pytest.mark.slow) if r in LONG else r for r in few_of(FINDINGS)]
)
def test_the_catalogue_finds_it_and_corrects_it(row):
    """With what Python makes, not what is recorded of it."""
    entry = MADE[row]
    finding = entry.check(effort=60.0)
    assert finding.fails and finding.verdict == entry.expected
    assert finding.corrected_status not in (REFUTED, OPEN)
    correction = entry.correction
    expected = 3 if correction.boundary else 1 if correction.reading else 0
    assert SORTS.index(sort_of(finding)) in ({expected, 2} if expected == 0 else {expected})
    kept = KEPT[row]
    failing = tuple(replace(part, recorded=False) for part in kept.failing)
    assert replace(erratum_of(finding), status=kept.status) == replace(kept, failing=failing)
