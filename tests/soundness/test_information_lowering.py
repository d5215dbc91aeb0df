"""Claims about informations, in convex terms, say what they say, at every large N.

As in tests/soundness/test_lowering.py: where a claim is false by the definitions, some sequent of
it is false, whose terms have the value that docs/convex_terms.md gives them; infinite divergences,
zeros, outcomes without mass and single letters are among the instances. A lowering that is spoilt
is noticed.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.claim_text.writing import write
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.lowering.merged_letters import merge_letters
from pmlsym.lowering.sequents import lower
from tests.examples import share_of, some_of
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.information_claims import lets_of, random_claim
from tests.soundness.lowered_truth import Lowering


def met_of(seed: int, claims: range, instances: int) -> Counter[str]:
    """What was met on claims with convex terms; fails at a hole."""
    met = Counter[str]()
    for k in claims:
        claim = random_claim(Random(f"{seed}/{k}"))
        try:
            lowering = Lowering(claim)
        except Unsupported:
            met["no level form"] += 1
            continue
        sequents = [one.sequent for found in lowering.branches.values() for one in found]
        if not any(tensor.term for sequent in sequents for tensor in sequent.tensors):
            continue
        for instance in hostile_instances(claim, k, instances):
            try:
                outcomes = [*lowering.met(instance)]
            except (OutOfDomain, Unsupported):
                met["beyond exact arithmetic"] += 1
                continue
            met["instances"] += 1
            for outcome, branch in outcomes:
                assert not outcome.startswith("hole"), (k, write(claim), outcome, branch, instance)
                met[outcome] += 1
    return met


@pytest.mark.seconds
def test_a_sample_of_random_claims() -> None:
    met = met_of(1, range(share_of(180)), 3)
    assert met["instances"] >= share_of(200), met
    assert min(met["false"], met["true"]) >= share_of(50), met


@pytest.mark.parametrize(
    "text",
    [
        "mi(P, id) <= c",
        "c <= mi(P, id)",
        "chi2(P, q*id + (1 - q)*const(Q)) <= c",
        "I[js](P, id & W) <= c",
        "c <= I[H2](P, id)",
        "I[1/2](P, q*id + (1 - q)*W) <= c",
    ],
)
def test_where_two_letters_are_one(text: str) -> None:
    """Terms of the identity are those of one letter, and of none where the two differ."""
    claim = parse(text)
    lowering, outcomes = Lowering(claim), Counter[str]()
    for instance in hostile_instances(claim, 2, 12):
        try:
            outcomes.update(outcome for outcome, _ in lowering.met(instance))
        except (OutOfDomain, Unsupported):
            continue
    assert outcomes["false"] and not any(outcome.startswith("hole") for outcome in outcomes)


@pytest.mark.slow
@pytest.mark.processor_seconds(3600)
@pytest.mark.parametrize("seed", range(2, 6))
def test_many_random_claims(seed: int) -> None:
    met = met_of(seed, range(2000), 5)
    assert met["instances"] >= 6000 and min(met["false"], met["true"]) >= 1500, met


AT_INFINITY = (
    "D[kl](P || Q) <= c",
    "c <= D[kl](P || Q) => 1 <= c",
    "D[kl](P || Q) <= D[kl](Q || P)",
    "D[chi2](P || Q) <= c => D[kl](P || Q) <= c - 1/3",
    "ldp(W) <= D[kl](P || Q)",
    "D[kl](P || Q) <= ldp(W)",
    "exp(-D[chi2](P || Q)) <= c",
    "log(D[chi2](P || Q)) <= D[kl](Q || P)",
    "mi(P, W) <= log(chi2(P, W))",
    "mi(P, W) <= density_min(P, W)",
    "expected_costleak(P, W) <= log(c)",
    "log(c) <= expected_costleak(P, W)",
    "D[kl](P || Q) <= max(D[kl](Q || P), log(2))",
    "D[chi2](P || Q) <= D[kl](P || Q) => D[kl](P || Q) <= c",
    "expected_pml(P, W >> V) <= c",
    "expected_pml(P, W) <= c => mi(P, W) <= c - 1/10",
)


@pytest.mark.parametrize("text", some_of(AT_INFINITY))
def test_what_is_infinite_or_a_logarithm_of_zero(text: str) -> None:
    claim = parse(text, lets=lets_of(text))
    lowering, met = Lowering(claim), Counter[str]()
    for instance in hostile_instances(claim, 1, 60):
        met.update(outcome for outcome, _ in lowering.met(instance))
    assert met["false"] and not any("hole" in outcome for outcome in met), met


ROOTS_AND_MEANS = (
    "I[2](P, W) <= log(1 + 99/100*chi2(P, W))",
    "I[2](P, W) <= log(1/2 + chi2(P, W))",
    "log(0 + chi2(P, W)) <= c => I[2](P, W) <= c",
    "D[1/2](P || Q) <= -log(1 - D[H2](P || Q))",
    "I[1/2](P, W) <= tv(P, W)",
    "I[1/3](P, W) <= mi(Q, W)",
    "I[1/2](P, W >> V) <= I[1/3](P, W)",
    "tv(P, W) <= 1/3 or D[tv](P || Q) <= 1/3",
    "tv(P, W) >= c => tail(P, W, 0) >= 3*c",
    "spread(P, W) <= c => guess(P, W) <= 1 + c",
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(ROOTS_AND_MEANS))
def test_roots_of_sums_and_means_below_order_one(text: str) -> None:
    claim = parse(text, lets=lets_of(text))
    lowering, met = Lowering(claim), Counter[str]()
    for instance in hostile_instances(claim, 1, 80):
        try:
            met.update(outcome for outcome, _ in lowering.met(instance))
        except (OutOfDomain, Unsupported):
            continue
    assert met["false"] and not any("hole" in outcome for outcome in met), met


@pytest.mark.parametrize("text", ["mi(P, W) >= 0", "expected_pml(P, W) <= maxleak(P, W)"])
def test_letters_of_a_convex_term_are_looked_at(text: str) -> None:
    """Merged outside of the term alone, P(a, b) would be two tensors that nothing relates."""
    for sequent in lower(parse(text, lets=("W: A, B -> Y",))):
        assert merge_letters(sequent) == sequent
