"""Every status is computed: a sample of the rows always, the whole ledger when slow tests run."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest

from pmlsym.papers import ENTRIES, entry_of
from pmlsym.papers.catalogue_report import finding_text
from pmlsym.papers.entry import ComposedPart, Correction, Entry, states_theorem
from pmlsym.papers.errata import SORTS, sort_of
from pmlsym.papers.finding import (
    AMBIGUOUS,
    BOUNDARY,
    CHECKED,
    COMPOSED,
    ENGINE,
    KNOWN,
    OPEN,
    PROVED,
    REFUTED,
    SAMPLED,
)
from pmlsym.papers.ledger import ledger
from pmlsym.papers.paper_claim import PaperClaim
from proofs.papers.checked import SampledPart, assume, require
from proofs.papers.drawing import Draws, draw_distribution, draw_joint
from proofs.papers.made import LIVE

FOLDER = Path(__file__).resolve().parents[2] / "proofs" / "papers"
MADE = {entry.id: entry for entry in LIVE}
SAMPLE = tuple(entry.id for entry in ENTRIES if not entry.correction)[::16]
BUDGET = 20.0
SECONDS = 600
SHARE_OPEN = 0.05
SHARE_SHOWN = 0.8


@pytest.mark.seconds
@pytest.mark.parametrize("row", SAMPLE)
def test_a_row_is_found_as_expected(row):
    """What is recorded comes to the same as what Python makes."""
    for entry in (entry_of(row), MADE[row]):
        assert entry.check().verdict == entry.expected


def test_no_module_of_a_paper_writes_a_status():
    paths = [path for path in FOLDER.glob("*/*.py") if path.parent.name != "mechanisms"]
    assert len(paths) > 30
    for path in paths:
        text = path.read_text(encoding="utf-8")
        assert "papers.finding" not in text and "Finding(" not in text, path


@pytest.mark.parametrize("entry", [e for e in ENTRIES if e.correction], ids=lambda e: e.id)
def test_a_correction_says_what_holds_and_why(entry):
    assert entry.correction.text and entry.correction.reason and entry.correction.parts


def denied(text):
    return PaperClaim(text, is_denied=True)


def test_a_false_claim_refutes_and_a_true_one_is_not_denied():
    false, true = "maxleak(W) <= pml(P, W)", "pml(P, W) >= 0"
    assert PaperClaim(false).find(effort=BUDGET, seed=0).status == REFUTED
    assert PaperClaim(false).find(effort=BUDGET, seed=0).instance is not None
    assert denied(false).find(effort=BUDGET, seed=0).status == CHECKED
    assert denied(true).find(effort=BUDGET, seed=0).status == REFUTED
    assert PaperClaim(false).find(effort=BUDGET, seed=0).shown_by == ENGINE


BOUND, FALSE = PaperClaim("pml(P, W) >= 0"), PaperClaim("maxleak(W) <= pml(P, W)")
COIN = SampledPart("..", lambda random: require(random.randrange(999) >= 0), 9)


def entry(*statement, kind="inequality", **words):
    """An entry of a theorem, or of another row."""
    return Entry("..", kind, "..", "..", "..", statement, **words).check(effort=BUDGET)


def test_a_status_comes_from_the_statement_alone():
    assert entry(BOUND, remarks=(COIN,)).status == PROVED
    assert entry(COIN, lemmas=(BOUND,), remarks=(BOUND,)).status == SAMPLED
    beside = entry(BOUND, remarks=(FALSE,))
    assert beside.status == PROVED and beside.fails and beside.found_by == ENGINE


def test_a_theorem_that_was_tried_is_sampled_and_a_definition_is_checked():
    assert entry(COIN).status == SAMPLED
    assert entry(COIN, kind="definition").status == CHECKED


def test_a_theorem_is_one_whatever_its_kind():
    def row(kind, place):
        return Entry("..", kind, "..", "..", place, (COIN,)).check(effort=BUDGET).status

    assert row("construction", "Proposition 3.6") == row("algorithm", "Theorem 1") == SAMPLED
    assert row("construction", "after Corollary 1") == row("inequality", "Section 2") == SAMPLED
    assert row("construction", "Definition 9") == row("definition", "Theorem 4.3") == CHECKED
    theorems = [e for e in ENTRIES if states_theorem(e.kind, e.place)]
    assert len(theorems) > 170 and not [e for e in theorems if e.expected.startswith("checked, ")]
    tried = ("PSP/thm-1", "PSP/prop-3", "PSP/eq-17")
    assert {entry_of(row).expected for row in tried} == {"sampled"}


def test_what_fails_at_a_boundary_alone_is_no_refutation():
    edge = Correction("..", "..", (BOUND,), boundary="one letter")
    found = entry(FALSE, correction=edge)
    assert found.status == BOUNDARY and found.fails and sort_of(found) == SORTS[3]
    assert found.verdict == "boundary by the engine, proved instead"
    definitions = [e for e in ENTRIES if e.kind == "definition"]
    assert definitions and not [e for e in definitions if e.expected.startswith("refuted")]


def test_a_claim_about_densities_is_proved_by_certificates_of_densities_alone():
    of_densities = PaperClaim("pml(P, W) <= ldp(W)", densities="Y").find(effort=9, seed=0)
    assert of_densities.status == PROVED and "densities over Y" in of_densities.detail
    summed = PaperClaim("maxleak(P, W) <= ldp(W)", densities="Y").find(effort=9, seed=0)
    assert summed.status == OPEN and "not of densities" in summed.detail


@pytest.mark.seconds
def test_what_is_shown_of_less_than_is_printed_is_composed_at_most():
    assert entry(BOUND, scope="finite Y").status == COMPOSED
    assert entry(COIN, scope="finite Y").status == SAMPLED
    less = Correction("..", "..", (BOUND,), boundary="one letter")
    assert entry(FALSE, correction=less, scope="finite Y").corrected_status == COMPOSED
    assert "as shown: finite Y" in finding_text(entry_of("RDP/def-2.6").check())


def test_a_check_that_raises_is_the_failure_of_its_row_alone():
    raising = SampledPart("..", lambda random: str(1 / 0))
    found = entry(raising, BOUND)
    assert [part.status for part in found.statement] == [OPEN, PROVED] and found.status == OPEN
    assert found.statement[0].detail == "it raises ZeroDivisionError: division by zero"
    whole = ComposedPart("..", "..", (BOUND, raising)).find(effort=BUDGET, seed=0)
    assert [part.status for part in whole.ingredients] == [PROVED, OPEN] and whole.status == OPEN


def test_one_of_two_readings_that_fails_makes_the_statement_ambiguous():
    read = Correction("..", "..", (BOUND,), reading="the other way")
    assert entry(FALSE, correction=read).status == AMBIGUOUS
    assert entry(FALSE, correction=Correction("..", "..", (BOUND,))).status == REFUTED


def test_ingredients_compose_a_statement_and_do_not_refute_it():
    def whole(*ingredients):
        return ComposedPart("..", "..", ingredients).find(effort=BUDGET, seed=0).status

    assert whole(BOUND, BOUND) == COMPOSED
    assert whole(BOUND, COIN) == CHECKED
    assert whole(BOUND, FALSE) == OPEN


def test_a_check_that_fails_reproduces_a_known_instance():
    known = SampledPart("..", lambda _: require(False, "x")).find(effort=1, seed=0)
    assert (known.status, known.shown_by) == (REFUTED, KNOWN)


def test_instances_are_counted_once():
    def die(faces):
        return SampledPart("..", lambda random: str(random.randint(1, faces)), 60, 2)

    assert die(6).find(effort=1, seed=0).instances == 6
    assert die(2).find(effort=1, seed=0).instances == 2
    fixed = SampledPart("..", lambda _: None, 60)
    assert fixed.find(effort=1, seed=0).instances == 1
    enough = SampledPart("..", lambda _: None, 60, 2)
    assert enough.find(effort=1, seed=0).status == OPEN


def test_what_is_drawn_names_an_instance_by_its_value():
    draws, same = Draws("3"), Draws("3")
    draw_joint(draws)
    draw_joint(same)
    assert draws.instance == same.instance and len(draws.instance) == 1
    halves = {draw_distribution(Draws(str(k)), 2, zeros=False) for k in range(200)}
    seen = set()
    for k in range(200):
        draws = Draws(str(k))
        draw_distribution(draws, 2, zeros=False)
        seen.add(draws.instance)
    assert len(seen) == len(halves) < 16


def test_a_check_that_fails_once_refutes():
    failing = SampledPart("..", lambda random: require(random.randrange(2)), 20)
    found = failing.find(effort=1, seed=0)
    assert (found.status, found.detail) == (REFUTED, "0")  # what was drawn


def test_a_check_without_instances_or_without_a_case_is_open():
    never = SampledPart("..", lambda random: assume(False), 5)
    one_case = SampledPart("..", lambda random: "a", 5, 5, ("a", "b"))
    assert never.find(effort=1, seed=0).status == OPEN
    assert one_case.find(effort=1, seed=0).status == OPEN


def test_seeds_repeat():
    part = MADE["PML23/lemma-1.6-equality"].remarks[0]
    assert part.find(effort=1, seed=3).detail == part.find(effort=1, seed=3).detail


@pytest.mark.slow
@pytest.mark.processor_seconds(1200)
def test_the_whole_ledger_is_recomputed_as_expected():
    """Run with: python -m pytest -m slow tests/catalogue/test_findings.py"""
    start = monotonic()
    findings = ledger(ENTRIES)
    assert monotonic() - start < SECONDS
    assert {f.id: f.verdict for f in findings if f.verdict != entry_of(f.id).expected} == {}
    missing = [f.id for f in findings if OPEN in (f.status, f.corrected_status)]
    assert len(missing) <= SHARE_OPEN * len(findings), missing
    undecided = [f.id for f in findings for p in (*f.lemmas, *f.remarks) if p.status == OPEN]
    assert undecided == []
    inequalities = [f for f in findings if f.kind == "inequality"]
    shown = [f for f in inequalities if f.corrected_status in (PROVED, COMPOSED)]
    assert len(shown) >= SHARE_SHOWN * len(inequalities), len(shown)
