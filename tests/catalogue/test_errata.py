"""Every finding against a paper has an exact reproduction of its own, apart from the catalogue."""

from __future__ import annotations

import pytest

from pmlsym.catalogue import ENTRIES, entry_of
from pmlsym.catalogue.finding import OPEN, REFUTED
from pmlsym.report.catalogue_report import SORTS, sort_of
from tests.catalogue import (
    test_pml23_findings,
    test_psp_findings,
    test_qid24_findings,
    test_rdp_findings,
)
from tests.catalogue.reproduction import reproduced_in
from tests.design import test_printed_statements_that_fail

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


LONG = {"PML23/thm-4.5"}
"""Findings whose correction is proved in a quarter of a minute."""


@pytest.mark.parametrize(
    "row", [pytest.param(r, marks=pytest.mark.slow) if r in LONG else r for r in FINDINGS]
)
def test_the_catalogue_finds_it_and_corrects_it(row):
    entry = entry_of(row)
    finding = entry.check(effort=60.0)
    assert finding.fails and finding.verdict == entry.expected
    assert finding.corrected_status not in (REFUTED, OPEN)
    correction = entry.correction
    expected = 3 if correction.boundary else 1 if correction.reading else 0
    assert sort_of(finding) in ({expected, 2} if expected == 0 else {expected})
    assert SORTS[sort_of(finding)]
