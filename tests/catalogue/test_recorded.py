"""What the ledger records of checks in Python: of every line, of these lines, and as they are."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import partial

import pytest

from pmlsym.cli import run
from pmlsym.errors import InvalidInput
from pmlsym.kernel.checker import check
from pmlsym.papers import ENTRIES, PAPERS
from pmlsym.papers.comparisons.everything import check_part
from pmlsym.papers.entry import leaves_of
from pmlsym.papers.finding import CERTIFICATE, OPEN, PROVED
from pmlsym.papers.ledger import claims, entries_of, recorded_part
from pmlsym.papers.paper_claim import PaperClaim
from pmlsym.papers.recorded import (
    CERTIFICATES,
    RecordedPart,
    file_of,
    results_of,
    results_text,
    sequents_of,
)
from pmlsym.papers.statements import OutlineLine
from proofs.papers.__main__ import main
from proofs.papers.checking import checked, parts, rows
from proofs.papers.mechanisms.figures import COMPUTED, FILE, figures_text, recorded_figure

SAMPLE = 16
"""Every so many lines are checked always, all of them by `python -m proofs.papers`."""

LINES = tuple(parts())
KEPT = [part for e in ENTRIES for part in leaves_of(e.parts) if isinstance(part, RecordedPart)]


def test_every_line_has_a_result_and_every_result_a_line():
    assert len(LINES) > 300 and len(rows()) > 200
    for paper in PAPERS:
        lines = [line.text for line in LINES if line.paper == paper.key]
        assert list(results_of(paper.key)) == lines
        assert file_of(paper.key).read_text(encoding="utf-8") == results_text(results_of(paper.key))


@pytest.mark.parametrize("line", LINES[::SAMPLE], ids=lambda line: line.text[:60])
def test_a_line_comes_to_what_is_recorded(line):
    assert checked(line)[0] == results_of(line.paper)[line.text]


def test_every_certificate_that_a_result_names_is_one_and_no_other_is_kept():
    named = {part.result.certificate for part in KEPT if part.result} - {""}
    asked = {claim.saved for claim in claims() if claim.proof}
    assert named | asked == {path.stem for path in CERTIFICATES.glob("*.json")}
    for part in KEPT:
        assert bool(part.result.certificate) == (part.result.shown_by == CERTIFICATE)
    for name in named:
        assert all(check(certificate) for certificate in sequents_of(name).certificates)


def test_a_line_that_is_changed_has_no_result():
    def other(line: OutlineLine):
        return recorded_part("PML23", replace(line, text=line.text.replace("60", "61")))

    (entry,) = (e for e in entries_of("PML23", other) if e.id == "PML23/eq-3")
    assert entry.check().status == OPEN
    assert entry.check().statement[0].detail == "nothing is recorded of this line"


def part_with(certificate: str) -> RecordedPart:
    return next(p for p in KEPT if p.result and p.result.certificate == certificate)


def test_what_rests_on_a_certificate_is_open_without_it(tmp_path, monkeypatch):
    part = part_with("pml23-lemma-1.6-claim-1")
    assert part.find(effort=1, seed=0).status == PROVED
    text = (CERTIFICATES / "pml23-lemma-1.6-claim-1.json").read_text(encoding="utf-8")
    changed = json.loads(text)
    changed["certificates"][0]["steps"][0]["terms"][0]["coefficient"] = "2"
    monkeypatch.setattr("pmlsym.papers.recorded.CERTIFICATES", tmp_path)
    assert part.find(effort=1, seed=0).status == OPEN
    for bad in (changed, {**json.loads(text), "says": "another"}, {"format": "none"}):
        (tmp_path / "pml23-lemma-1.6-claim-1.json").write_text(json.dumps(bad), encoding="utf-8")
        assert part.find(effort=1, seed=0).status == OPEN
    (tmp_path / "pml23-lemma-1.6-claim-1.json").write_text(text, encoding="utf-8")
    assert part.find(effort=1, seed=0).status == PROVED


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["composition-of-tails", "pml23-eq-25"])
def test_a_claim_with_a_kept_proof_is_open_without_it(name, tmp_path, monkeypatch):
    (claim,) = (p for e in ENTRIES for p in leaves_of(e.parts) if getattr(p, "saved", "") == name)
    text = (CERTIFICATES / f"{name}.json").read_text(encoding="utf-8")
    assert claim.find(effort=20, seed=0).status == PROVED
    other = json.loads(text)
    other["certificates"][0]["steps"].pop(0)
    (tmp_path / f"{name}.json").write_text(json.dumps(other), encoding="utf-8")
    monkeypatch.setattr("pmlsym.papers.recorded.CERTIFICATES", tmp_path)
    assert claim.find(effort=20, seed=0).status == OPEN
    wrong = replace(claim, text=claim.text.replace(" <= ", " <= 1/2*"))
    (tmp_path / f"{name}.json").write_text(text, encoding="utf-8")
    assert (
        replace(wrong, proof=partial(claim.proof.func, wrong)).find(effort=20, seed=0).status
        == OPEN
    )


def test_a_result_is_read_strictly(tmp_path, monkeypatch):
    monkeypatch.setattr("pmlsym.papers.recorded.FOLDER", tmp_path)
    for data in ({"x": {"text": ".."}}, {"x": {"text": "..", "status": "..", "detail": 1}}):
        (tmp_path / "none.json").write_text(json.dumps(data), encoding="utf-8")
        with pytest.raises(InvalidInput):
            results_of.__wrapped__("none")


MADE = [(line.text, part) for line, part in parts().items() if isinstance(part, PaperClaim)]


@pytest.mark.slow
@pytest.mark.parametrize(("line", "part"), MADE, ids=lambda value: str(value)[:60])
def test_a_claim_beyond_words_agrees_with_instances(line, part):
    """As `pmlsym crosscheck` compares those of the ledger that have words."""
    assert check_part(line, part, instances=1000).is_well


@pytest.mark.seconds
def test_the_figures_are_as_they_are_computed():
    drawn = {name: make() for name, make in COMPUTED.items()}
    assert drawn == {name: recorded_figure(name) for name in COMPUTED}
    assert FILE.read_text(encoding="utf-8") == figures_text(drawn)


@pytest.mark.seconds
def test_the_catalogue_says_what_takes_a_clone(capsys):
    assert run(["catalogue", "--id", "PML23/remark-5", "--id", "PML23/lemma-1.3"]) == 0
    printed = capsys.readouterr().out
    assert "checked*: " in printed and "proved: " in printed
    assert "python -m proofs.papers --id PML23/remark-5" in printed
    assert "--id PML23/lemma-1.3" not in printed
    assert run(["catalogue", "--id", "PML23/remark-5", "--id", "PML23/lemma-1.3", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {e["id"]: e["recorded"] for e in data["entries"]} == {
        "PML23/remark-5": True,
        "PML23/lemma-1.3": False,
    }


def test_the_command_of_the_clone_compares(capsys, monkeypatch):
    words = ["papers", "--workers", "1", "--id", "PML23/eq-1"]
    monkeypatch.setattr("sys.argv", words)
    assert main() == 0
    assert "1 rows: 2 checks, " in (printed := capsys.readouterr().out)
    assert printed.endswith("0 not as recorded\n")
    one = results_of("PML23")["check two_channels: both channels"]
    monkeypatch.setattr("proofs.papers.__main__._recorded", lambda line: one)
    assert main() == 1
    assert "differs: PML23: check is_the_log_of_a_sum_of_maxima" in capsys.readouterr().out
