"""Cross-checks pass where all agrees, and see what does not."""

from __future__ import annotations

from dataclasses import replace
from itertools import zip_longest
from pathlib import Path

import numpy as np
import pytest
import sympy

from pmlsym.claim_text.question import Question
from pmlsym.cli import run
from pmlsym.closed_forms.derivation import derive
from pmlsym.closed_forms.quantities import QUANTITIES
from pmlsym.evidence.verdict import EVERY_SIZE, Attempt, Evaluated, Proved, Unknown
from pmlsym.mechanism_families.listed import FAMILIES, family_named
from pmlsym.papers.comparisons import claim_check, closed_form_check, comparison, everything
from pmlsym.papers.comparisons.claim_check import check_question
from pmlsym.papers.comparisons.closed_form_check import check_family, check_quantities, differences
from pmlsym.papers.comparisons.comparison import comparisons, lines_of
from pmlsym.papers.comparisons.everything import EVERYTHING, catalogue_claims
from pmlsym.parallel.campaigns import campaign
from pmlsym.parallel.workers import in_this_process, processes
from pmlsym.verbs import crosscheck as verb
from tests.examples import examples
from tests.planted import Planted

Capture = pytest.CaptureFixture[str]
SOME = ("binary-asymmetric", "disclosing", "laplace-count", "threshold-count")
STOPPED = Attempt("none", 0.0, "was not asked")


@pytest.mark.seconds
@pytest.mark.parametrize("name", SOME)
def test_closed_forms_agree(name: str) -> None:
    lines = check_family(family_named(name), instances=examples(80))
    assert len(lines) >= 6
    for line in lines:
        assert line.is_well, line


@pytest.mark.seconds
def test_every_quantity_that_is_derived_is_compared() -> None:
    """A database has all: those of one entry, of its outcomes, at events and beyond a level."""
    found = check_family(family_named("threshold-count"), instances=50)
    assert {line.what for line in found} == {quantity.name for quantity in QUANTITIES} - {"ldp"}
    joint = family_named("repeated-response").concrete()
    (line,) = check_quantities(joint, ["eml"], "two outcomes together", instances=200)
    assert line.is_well, line


@pytest.mark.seconds
def test_claims_of_the_catalogue() -> None:
    found = {str(claim): claim for claim in catalogue_claims()}
    assert len(found) > 100
    assert {str(subject) for subject in EVERYTHING} >= set(found)
    for words, what in (
        ("maxleak(P, W) <= maxleak(W)", "proved"),
        ("pml(P, W >> V, z) <= pml(P, W, y)", "refuted"),
        ("binomial(0, n, p) == exp(n*log(1-p))", "proved"),
    ):
        (claim,) = [claim for text, claim in found.items() if text.endswith(words)]
        line = claim.check(instances=100)
        assert (line.what, line.is_well) == (what, True), line


def test_what_is_unknown_is_sampled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claim_check, "decide", lambda claim, **options: Unknown(claim, (STOPPED,)))
    line = check_question(Question("maxleak(W >> V) <= maxleak(W)"), instances=200)
    assert (line.what, line.compared, line.is_well) == ("unknown", 200, True)
    line = check_question(Question("ldp(W) <= 2*pml(P, W)"), instances=500)
    assert (line.what, line.is_well) == ("unknown", False)


@pytest.mark.seconds
def test_every_family_has_a_comparison() -> None:
    assert set(EVERYTHING) >= {family.name for family in FAMILIES}
    for family in FAMILIES:
        (line,) = check_quantities(family.mechanism(), ["capacity"], family.name, instances=16)
        assert line.is_well, line


def test_a_wrong_closed_form_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*args: object, **options: object) -> object:
        closed = derive(*args, **options)  # type: ignore[arg-type]
        part = closed.parts[0]
        return replace(closed, parts=(replace(part, expr=part.expr + sympy.Rational(1, 10**6)),))

    monkeypatch.setattr(closed_form_check, "derive", wrong)
    mechanism = family_named("z-channel").mechanism()
    (line,) = check_quantities(mechanism, ["maxleak"], "z", instances=200)
    assert not line.is_well
    assert 1e-7 < line.worst < 1e-5


def test_a_wrong_proof_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    def credulous(claim: object, **options: object) -> Proved:
        return Proved(claim, EVERY_SIZE, Planted(Evaluated()), None, ())

    monkeypatch.setattr(claim_check, "decide", credulous)
    line = check_question(Question("ldp(W) <= 2*pml(P, W)"), instances=500)
    assert not line.is_well
    assert "false" in line.note


def test_differences_are_relative_and_see_infinities() -> None:
    assert differences(1.0, np.array([1.0, np.inf])).tolist() == [0.0, np.inf]


@pytest.mark.seconds
def test_several_processes_give_what_one_gives() -> None:
    tasks = comparisons(["z-channel", Question("pml(P, W) <= maxleak(W)")], instances=100)
    with processes(2) as two:
        both = campaign(tasks, executor=two)
    for one, other in zip(campaign(tasks, executor=in_this_process()), both, strict=True):
        assert one.task == other.task
        seen = [[(x.what, x.compared, x.worst) for x in done.result] for done in (one, other)]
        assert seen[0] == seen[1]


@pytest.mark.seconds
def test_blocks_add_up_wherever_they_are_done(monkeypatch: pytest.MonkeyPatch) -> None:
    subjects = ("z-channel", Question("pml(P, W) <= maxleak(W)"), Question("maxleak(W) >= 0"))
    monkeypatch.setattr(comparison, "BLOCK", 60)
    tasks = comparisons(subjects, instances=150)
    assert [task.instances for task in tasks] == [60, 60, 30] * 3
    done = campaign(tasks, executor=in_this_process())
    parts = [campaign(tasks, executor=in_this_process(), shard=(k, 2)) for k in range(2)]
    both = [one for pair in zip_longest(*parts) for one in pair if one is not None]
    lines = [[replace(x, seconds=0.0) for x in lines_of(found)] for found in (done, both)]
    assert lines[0] == lines[1]
    first = {(x.subject, x.what): x for x in lines_of(done[::3])}
    for line in lines[0]:
        counted = 1 if line.what == "refuted" else 150
        assert (line.compared, line.is_well) == (counted, True)
        assert line.worst >= first[line.subject, line.what].worst
    own = [[x.worst for x in one.result] for one in done[:3]]
    assert own[0] != own[1] != own[2]  # other instances


@pytest.mark.seconds
def test_shards_give_together_what_the_whole_gives(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    subjects = ("z-channel", Question("pml(P, W) <= maxleak(W)"), Question("maxleak(W) >= 0"))
    monkeypatch.setattr(everything, "EVERYTHING", subjects)
    whole = verb.crosscheck(all=True, instances=50, executor=in_this_process())
    journals = [tmp_path / f"{k}.jsonl" for k in range(2)]
    for k, journal in enumerate(journals):
        assert run(["crosscheck", "--all", "--instances", "50", "--shard", f"{k}/2",
                    "--journal", str(journal)]) == 0  # fmt: skip
    both = tmp_path / "both.jsonl"
    both.write_text("".join(journal.read_text("utf-8") for journal in journals), "utf-8")
    joined = both.stat().st_size
    again = verb.crosscheck(all=True, instances=50, executor=in_this_process(), journal=both)
    assert both.stat().st_size == joined  # nothing was left to do
    assert [replace(x, seconds=0.0) for x in again] == [replace(x, seconds=0.0) for x in whole]


@pytest.mark.seconds
def test_the_command(capsys: Capture) -> None:
    assert run(["crosscheck", "z-channel", "--instances", "200"]) == 0
    assert "All is well" in capsys.readouterr().out
    assert run(["crosscheck", "z-channel >> binary-symmetric(a=b)", "--instances", "20"]) == 0
    assert "z-channel >> binary-symmetric(a=b)" in capsys.readouterr().out
    assert run(["crosscheck", "pml(P, W) <= maxleak(W)", "--instances", "50"]) == 0
    assert "refuted" in capsys.readouterr().out


def test_the_exit_status_is_two_where_something_is_wrong(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    assert run(["crosscheck", "pml(P, W) <= -1 => 1 <= 0", "--instances", "20"]) == 2
    assert "no instance met the hypotheses" in capsys.readouterr().out
    monkeypatch.setattr(
        claim_check,
        "decide",
        lambda claim, **options: Proved(claim, EVERY_SIZE, Planted(Evaluated()), None, ()),
    )
    assert run(["crosscheck", "ldp(W) <= 2*pml(P, W)", "--instances", "500"]) == 2
    assert "Not well: 1 of 1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "name a family"),
        (["z-channel", "--all"], "name a family"),
        (["z-chanel"], "did you mean z-channel?"),
        (["z-channel^"], "expected a number"),
        (["z-channel >> erasure(q=3)"], "3 letters"),
        (["maxleak(W)"], "a claim compares two quantities"),
        (["pml(P, W) <="], "neither a family nor a claim"),
        (["z-channel", "--instances", "0"], "--instances is 0"),
        (["z-channel", "--seed", "-1"], "--seed is -1"),
        (["z-channel", "--shard", "2/2"], "the k of --shard k/n is 2"),
        (["z-channel", "--shard", "1"], "the n of --shard k/n is ''"),
    ],
)
def test_bad_requests(arguments: list[str], words: str, capsys: Capture) -> None:
    assert run(["crosscheck", *arguments]) == 2
    assert words in capsys.readouterr().err
