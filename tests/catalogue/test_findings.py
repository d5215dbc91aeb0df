"""What the catalogue finds: a quick sample always, every status of a paper when slow tests run."""

from __future__ import annotations

import pytest

from pmlsym.catalogue import ENTRIES, entry_of, ledger
from pmlsym.catalogue.finding import ANALYTIC, CHECKED, OPEN, PROVED, REFUTED
from pmlsym.catalogue.part import UNMET, Checked, Claimed, Denied, Fails, Holds

SAMPLE = (
    ("PML23/sec-i-example", CHECKED),
    ("PML23/lemma-1.1-bounds", PROVED),
    ("PML23/lemma-1.3", PROVED),
    ("PML23/remark-5", CHECKED),
    ("PML23/lemma-2.1", REFUTED),
    ("PML23/ex-1-eq-11", REFUTED),
    ("PML23/ex-6", CHECKED),
    ("PML23/prop-3.2", PROVED),
    ("PML23/lip-pml", PROVED),
)
BUDGET = 20.0
SHARE_OPEN = 0.05
SHARE_PROVED = 0.8


@pytest.mark.parametrize(("row", "status"), SAMPLE)
def test_a_row_has_its_status(row, status):
    assert entry_of(row).check(budget=BUDGET).status == status


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
    part = entry_of("PML23/lemma-1.6-equality").parts[0]
    assert part.find(budget=1, seed=3).detail == part.find(budget=1, seed=3).detail


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_few_rows_are_open_and_most_inequalities_proved():
    findings = ledger(ENTRIES, budget=BUDGET)
    missing = [finding.id for finding in findings if OPEN in (finding.status, _best(finding))]
    assert len(missing) <= SHARE_OPEN * len(findings), missing
    inequalities = [finding for finding in findings if finding.kind == "inequality"]
    proved = [finding for finding in inequalities if _best(finding) in (PROVED, ANALYTIC)]
    assert len(proved) >= SHARE_PROVED * len(inequalities), len(proved)


def _best(finding):
    return finding.corrected_status if finding.correction else finding.status
