"""Whatever is proved of random claims is true on hostile instances.

Random claims (tests/soundness/random_claims.py) are put to the prover; each proof is tried on exact
instances with zeros, null outcomes, single letters and extreme numbers, measured by the library and
by the definitions. The tests say how many proofs were tried, and fail where there were few.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from pmlsym.claim_text.writing import write
from pmlsym.engines.decide.decisions import prove
from pmlsym.errors import AlphabetMismatch, OutOfDomain, Unsupported
from pmlsym.evidence.verdict import Proved
from pmlsym.language.nodes import Claim
from tests.examples import share_of
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.oracle_truth import OracleEvaluation
from tests.soundness.random_claims import random_claim


def try_proofs(seed: int, claims: int, seconds: float, instances: int) -> Counter[str]:
    """How many claims were asked and proved, and on how many instances the proofs were tried."""
    rng, met = Random(seed), Counter[str]()
    while met["asked"] < claims:
        claim = random_claim(rng)
        try:
            verdict = prove(claim, effort=seconds)
        except AlphabetMismatch:
            continue
        met["asked"] += 1
        if isinstance(verdict, Proved):
            met["proved"] += 1
            met.update(try_on_instances(claim, rng.randrange(10**9), instances))
    return met


def try_on_instances(claim: Claim, seed: int, count: int) -> Counter[str]:
    """Fail if the claim is false on an instance, by its measures or by their definitions."""
    met = Counter[str]()
    for instance in hostile_instances(claim, seed, count):
        try:
            evaluation = OracleEvaluation(claim, instance)
            true = evaluation.truth(claim)
        except OutOfDomain:
            met["outside"] += 1
            continue
        except Unsupported:
            met["beyond exact arithmetic"] += 1
            continue
        assert true, (write(claim), instance.to_json())
        met["true"] += 1
        met["by definition"] += bool(evaluation.known) and not evaluation.unknown
    return met


@pytest.mark.seconds
def test_proofs_of_random_claims_hold() -> None:
    met = try_proofs(3, share_of(150), 0.1, 50)
    assert met["proved"] >= 3 and met["true"] >= 60 and met["by definition"] >= 20, met


@pytest.mark.slow
@pytest.mark.processor_seconds(3600)
@pytest.mark.parametrize("seed", range(2, 8))
def test_proofs_of_many_random_claims_hold(seed: int) -> None:
    met = try_proofs(seed, 1500, 0.4, 150)
    assert met["proved"] >= 60 and met["true"] >= 6000 and met["by definition"] >= 1000, met
