"""The refuter finds what is false, reports nothing that is true, and repeats itself."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import pytest

from pmlsym.calculus.effort import Stopwatch
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import holds
from pmlsym.engines.sampling.refuter import search
from pmlsym.language.building import log
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from tests.examples import examples, some_of
from tests.statements.conjectures import KNOWN, OWN, RARE_PREMISES
from tests.statements.entropies import TRUE as ENTROPIES
from tests.statements.every import CONJECTURES, THEOREMS
from tests.statements.found import counterexample_to
from tests.statements.leakages import DERIVED
from tests.statements.statement import Statement

ROOT = Path(__file__).parents[2]


TRUE = (*THEOREMS, *DERIVED, *ENTROPIES[:3])
ROUNDS = examples(2)


@pytest.mark.parametrize("conjecture", some_of(CONJECTURES), ids=str)
def test_false_conjectures_are_refuted_by_few_letters(conjecture: Statement) -> None:
    claim = conjecture.claim
    found = counterexample_to(conjecture)
    assert found.instance is not None, found
    assert not holds(claim, found.instance)
    assert max(found.instance.sizes.values()) <= conjecture.letters
    assert not holds(claim, Instance.from_json(json.loads(json.dumps(found.instance.to_json()))))


@pytest.mark.parametrize("true", some_of(TRUE), ids=str)
def test_true_claims_are_never_refuted(true: Statement) -> None:
    found = search(true.claim, effort=60, seed=5, rounds=ROUNDS)
    assert found.instance is None, found.instance
    assert found.rounds == ROUNDS
    assert 3 * found.met > 25 * ROUNDS, "the premises are met too rarely for this to mean anything"


def test_there_are_two_hundred_true_claims() -> None:
    assert len({true.text for true in TRUE}) >= 200


def test_premises_are_met_tightly() -> None:
    """A search that only guesses eps would not meet pml(P, W) == eps at all."""
    claim = parse("pml(P, W) == eps and maxleak(P, W) <= eps/2 => ldp(P, W) >= 2*eps")
    found = search(claim, effort=10, seed=2)
    assert found.met > 20


@pytest.mark.parametrize("seed", some_of(range(4)))
def test_one_seed_gives_one_answer(seed: int) -> None:
    conjecture = RARE_PREMISES[0]
    first, second = (search(conjecture.claim, effort=10, seed=seed) for _ in range(2))
    assert first.instance == second.instance
    assert (first.tried, first.met, first.counts) == (second.tried, second.met, second.counts)


@pytest.mark.seconds
def test_one_seed_gives_one_answer_in_every_process() -> None:
    program = (
        "import json, sys; from pmlsym.claim_text.question import parse;"
        "from pmlsym.engines.sampling.refuter import search;"
        "print([search(parse(c), seed=3).instance.to_json() for c in json.loads(sys.argv[1])])"
    )
    claims = json.dumps([c.text for c in (*RARE_PREMISES, OWN[0], KNOWN[6])])
    outputs = {
        subprocess.run(
            [sys.executable, "-c", program, claims],
            env={**os.environ, "PYTHONHASHSEED": salt, "PYTHONPATH": str(ROOT)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for salt in ("1", "2")
    }
    assert len(outputs) == 1


def test_what_was_tried_is_reported() -> None:
    seen: list[tuple[int, float | None, str]] = []
    claim = parse("pml(P, W >> V) <= pml(P, W)")
    found = search(claim, effort=60, seed=0, rounds=8, progress=lambda *line: seen.append(line))
    assert found.alphabets == ("X", "Y", "Z")
    assert sum(found.counts.values()) == found.tried == seen[-1][0]
    assert {way for _, _, way in seen} == {"sampling", "climbing"}
    assert found.best_slack == 0
    assert found.equality
    assert found.best_instance is not None
    assert holds(claim, found.best_instance)


def test_a_gap_that_nothing_closes_is_reported_as_slack() -> None:
    found = search(parse("pml(P, W) <= -log(pmin(P)) + 1/2"), effort=60, seed=0, rounds=8)
    assert found.best_slack == pytest.approx(0.5)
    assert not found.equality


def test_sizes_can_be_narrowed() -> None:
    sizes = {"X": [3], "Y": [2, 4]}
    found = search(parse("pml(P, W) <= ldp(W)"), sizes=sizes, effort=60, rounds=6)
    assert set(found.counts) <= {(3, 2), (3, 4)}


@pytest.mark.parametrize(
    "text",
    [
        "size(X) == 9 and size(Y) == 10 => maxleak(W) <= log(8)",
        "10 == size(Y) => (size(X) == 9 => maxleak(W) <= log(8))",
    ],
)
def test_sizes_are_taken_from_what_the_claim_says(text: str) -> None:
    found = search(parse(text), effort=2.0).instance
    assert found is not None and found.sizes == {"X": 9, "Y": 10}


def test_the_effort_is_kept() -> None:
    watch = Stopwatch()
    found = search(parse("pml(P, W & U) <= pml(P, W) + pml(P, U | W)"), effort=0.5, seed=1)
    assert found.instance is None and 0.5 <= watch.units < 1.5  # a round is not cut


def test_a_violation_of_size_zero_is_none() -> None:
    """Equalities on which floats see rounding in either direction."""
    for text in (
        "pml(P, W & V) <= pml(P, W)",
        "pml(P, W & V) >= pml(P, W)",
        "pml(P, W) - 1/3 <= pml(P, W & V) - 1/3",
    ):
        claim = parse(text, lets=["V: X -> Z"], assume=["size(Z) <= 1"])
        found = search(claim, sizes={"Z": [1]}, effort=60, seed=0, rounds=8)
        assert found.instance is None
        assert found.met == found.tried


@pytest.mark.seconds
def test_a_search_goes_on_where_it_ended() -> None:
    claim = RARE_PREMISES[1].claim
    whole = search(claim, effort=60, seed=0)
    assert whole.instance is not None
    assert whole.rounds > 2
    before = search(claim, effort=60, seed=0, rounds=2)
    assert before.instance is None
    assert search(claim, effort=60, seed=0, first=before.rounds).instance is not None


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("eps <= 2*eps", "-1"),
        ("eps >= 3/2 => eps >= 16/10", "3/2"),
        ("exp(eps) <= 1 + eps + eps*eps", "2"),
        ("log(eps) <= eps - 2", "1"),
    ],
)
def test_claims_about_numbers_alone(text: str, value: str) -> None:
    found = search(parse(text), effort=10, seed=0)
    assert found.instance is not None
    assert found.instance.to_json()["scalars"] == {"eps": {"rational": value}}


def test_a_near_miss_that_no_sample_attains() -> None:
    """The supremum log 3 of a concrete channel is approached by priors at the edge only."""
    flip = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    prior = Prior("P", *flip.inputs)
    assert search(pml(prior, flip) <= log(3), effort=60, seed=0, rounds=12).instance is None
    found = search(pml(prior, flip) <= log(3) - Fraction(1, 10**9), effort=10, seed=0)
    assert found.instance is not None
    assert list(found.instance.tensors) == ["P"]


@pytest.mark.seconds
def test_the_least_delta_of_an_instance_is_tried() -> None:
    """Group privacy of two costs (1 + exp(eps)) delta, not twice delta."""
    claim = parse("dp(W, delta) <= log(2) => flp(W, 2*delta) <= 2*log(2)", lets=("W: A, B -> Y",))
    found = search(claim, seed=0, effort=10)
    assert found.instance is not None
    assert holds(claim, found.instance) is False
