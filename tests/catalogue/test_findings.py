"""Every status is computed: a sample of the rows always, the whole ledger when slow tests run."""

from __future__ import annotations

import re
from pathlib import Path
from time import monotonic

import pytest

import pmlsym.catalogue
from pmlsym.catalogue import ENTRIES, entry_of, ledger
from pmlsym.catalogue.finding import ANALYTIC, CHECKED, OPEN, PROVED, REFUTED
from pmlsym.catalogue.part import UNMET, Checked, Claimed, Denied, Fails, Holds

FOLDER = Path(pmlsym.catalogue.__file__).parent
DOCUMENT = Path(__file__).parents[2] / "docs" / "catalogue.md"
SAMPLE = tuple(entry.id for entry in ENTRIES if not entry.correction)[::16]
BUDGET = 20.0
SECONDS = 600
SHARE_OPEN = 0.05
SHARE_PROVED = 0.8


def documented() -> dict[str, tuple[str, str]]:
    """The status of each row in docs/catalogue.md, and that of its correction."""
    rows = re.findall(
        r"^\| `([^`]+)` \|.*\| ([^|;]+)(?:; corrected: ([^|]+))? \|$",
        DOCUMENT.read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    return {row: (status, corrected or status) for row, status, corrected in rows}


@pytest.mark.parametrize("row", SAMPLE)
def test_a_row_is_found_as_documented(row):
    finding = entry_of(row).check()
    assert (finding.status, finding.corrected_status) == documented()[row]


def test_no_module_of_a_paper_writes_a_status():
    for path in FOLDER.glob("*/*.py"):
        text = path.read_text(encoding="utf-8")
        assert "catalogue.finding" not in text and "Finding(" not in text, path


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.correction], ids=lambda e: e.id)
def test_a_correction_says_what_holds_and_why(entry):
    assert entry.correction.text and entry.correction.reason and entry.correction.parts


def test_a_false_claim_refutes_and_a_true_one_is_not_denied():
    false, true = "maxleak(W) <= pml(P, W)", "pml(P, W) >= 0"
    assert Claimed(false).find(budget=BUDGET, seed=0).status == REFUTED
    assert Claimed(false).find(budget=BUDGET, seed=0).instance is not None
    assert Denied(false).find(budget=BUDGET, seed=0).status == CHECKED
    assert Denied(true).find(budget=BUDGET, seed=0).status == REFUTED


def test_a_check_that_fails_once_refutes():
    failing = Checked("..", lambda random: Fails("x") if random.random() < 0.5 else Holds(), 20)
    assert failing.find(budget=1, seed=0).status == REFUTED


def test_a_check_without_instances_or_without_a_case_is_open():
    never = Checked("..", lambda random: UNMET, 5)
    one_case = Checked("..", lambda random: Holds("a"), 5, 5, ("a", "b"))
    assert never.find(budget=1, seed=0).status == OPEN
    assert one_case.find(budget=1, seed=0).status == OPEN


def test_seeds_repeat():
    part = entry_of("PML23/lemma-1.6-equality").also[0]
    assert part.find(budget=1, seed=3).detail == part.find(budget=1, seed=3).detail


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_the_whole_ledger_is_recomputed_as_documented():
    """Run with: python -m pytest -m slow tests/catalogue/test_findings.py"""
    start = monotonic()
    findings = ledger(ENTRIES)
    assert monotonic() - start < SECONDS
    found = {f.id: (f.status, f.corrected_status) for f in findings}
    assert {row: pair for row, pair in found.items() if documented()[row] != pair} == {}
    missing = [f.id for f in findings if OPEN in (f.status, f.corrected_status)]
    assert len(missing) <= SHARE_OPEN * len(findings), missing
    assert [f.id for f in findings if OPEN in {part.status for part in f.also}] == []
    inequalities = [f for f in findings if f.kind == "inequality"]
    proved = [f for f in inequalities if f.corrected_status in (PROVED, ANALYTIC)]
    assert len(proved) >= SHARE_PROVED * len(inequalities), len(proved)
