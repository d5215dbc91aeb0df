"""Conditions on priors and channels as hypotheses and as conclusions, for every engine."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import holds
from pmlsym.engines.sampling.rounds import sampling_of
from pmlsym.evidence.verdict import Refuted
from pmlsym.lowering.sequents import lower
from tests.examples import effort, some_of

TRUE = (
    "deterministic(W) => mi(P, W) <= log(size(Y))",
    "deterministic(W) => pml(P, W & W) <= pml(P, W)",
    "deterministic(W) => maxleak(W & W) <= maxleak(W)",
    "deterministic(W) and deterministic(V) => deterministic(W >> V)",
    "deterministic(W & W & W) => deterministic(W & W & W)",
    "deterministic(W) => deterministic(W & W & W)",
    "deterministic(P) => pml(P, W) <= 0",
    "deterministic(P) => mi(P, W) == 0",
    "deterministic(P) => H[1](P) == 0",
    "deterministic(P) => H[3](P) <= 0",
    "deterministic(W) => mi(P, W) == H[1](P >> W)",
    "deterministic(W) => H[1](P | W) == H[1](P) - H[1](P >> W)",
    "deterministic(W) => mi(P, W >> V) <= mi(P >> W, V)",
    "deterministic(P) => deterministic(P >> W) or pml(P, W) <= 0",
    "uniform(P) => fullsupport(P)",
    "mi(P, W) >= -1 or uniform(P)",
    "pml(P, W) <= -1 => uniform(P)",
    "uniform(P) and not fullsupport(P) => uniform(P >> W)",
    "deterministic(W & W) => deterministic(W)",
    "uniform(P) => pmin(P) >= 1/size(X)",
    "uniform(P) => hmin(P) == log(size(X))",
    "uniform(P) => pml(P, W) <= ldp(W)",
    "uniform(P >> W) => pml(P, W) <= log(size(Y))",
    "uniform(P) => L[id](P, W) == maxleak(W)",
    "uniform(P) and deterministic(P) => size(X) <= 1",
    "P == Q >> K => pml(Q, K >> W) <= pml(P, W)",
    "P == Q >> K and Q == R >> L => mi(R, L >> K >> W) <= mi(P, W)",
    "Q >> K == P and pml(P, W) <= eps => pml(Q, K >> W) <= eps",
    "P == Q >> K and fullsupport(P) => maxleak(W) <= pml(P, W)",
    "P == Q >> K => D(P || Q >> K) == 0",
    "W == V >> R => mi(P, W) <= mi(P, V)",
    "(exists R: W == V >> R) => I[2](P, W) <= I[2](P, V)",
    "W == V => mi(P, W) == mi(P, V)",
    "V == id => pml(P, W >> V) == pml(P, W)",
    "id == W >> V => maxleak(W) >= log(size(X))",
)
FALSE = (
    "exists V: W >> V == id",
    "id == W >> V => maxleak(W) >= log(size(X)) + 1/10",
    "W == id => dobrushin(W) == 1",
    "maxleak(W & W) <= maxleak(W)",
    "deterministic(W) => ldp(W) <= 1",
    "deterministic(W >> V) => deterministic(V)",
    "deterministic(W) => mi(P, W) == 0",
    "deterministic(W) => mi(P, W) >= H[1](P)",
    "deterministic(W) => 100/101*mi(P, W) >= H[1](P >> W)",
    "deterministic(V) => mi(P, W >> V) >= H[1](P >> W >> V)",
    "deterministic(Q) => D(P || Q) <= 1",
    "deterministic(P >> W) => H[1](P) <= 0",
    "maxleak(W) <= 0 => deterministic(W)",
    "pmin(P) == 1/size(X) => uniform(P)",
    "uniform(P) => uniform(P >> W)",
    "uniform(P) => pml(P, W) <= maxleak(W)",
    "uniform(P) => pml(P, W) <= 1",
    "pml(P, W) <= 0 => fullsupport(P)",
    "fullsupport(P) => uniform(P)",
    "fullsupport(P) => L[id](P, W) >= maxleak(W)",
    "P == Q >> K => pml(P, W) <= pml(Q, K >> W)",
    "P == Q >> K => hmin(P) <= hmin(Q)",
    "W == V >> R => mi(P, V) <= mi(P, W)",
    "(exists R: W == V >> R) => chi2(P, V) <= chi2(P, W)",
    "P == Q >> K and fullsupport(Q) => maxleak(W) <= pml(P, W)",
    "P == P >> K => pml(P, K) <= pml(P, W)",
)


@pytest.mark.parametrize("claim", some_of(TRUE))
def test_what_follows_from_a_condition_is_proved(claim: str) -> None:
    assert ps.prove(claim, effort=4).name == "proved"


@pytest.mark.parametrize("claim", some_of(FALSE))
def test_what_does_not_is_refuted_and_never_proved(claim: str) -> None:
    assert ps.prove(claim, effort=effort(0.2, in_full=0.5)).name == "unknown"
    assert isinstance(ps.refute(claim, effort=2), Refuted)


def test_a_conclusion_about_all_letters_is_not_shown_for_those_that_occur_alone() -> None:
    for claim in ("pml(P, W) <= 0 => fullsupport(P)", "pml(P, W) <= 0 => deterministic(W)"):
        (sequent,) = lower(parse(claim))
        assert not any(fact.origin.kind == "support" for fact in sequent.facts)


def test_every_instance_that_is_drawn_meets_a_condition_that_a_violation_needs() -> None:
    sampling = sampling_of(parse("uniform(P) and deterministic(W) => pml(P, W) <= 1"))
    for number in range(4):
        found = sampling.round(np.random.default_rng(number), number).batch
        masses, rows = found.entries["P"], found.entries["W"]
        assert (masses == 1 / masses.shape[0]).all()
        assert ((rows == 0) | (rows == 1)).all()


def test_uniform_is_decided_exactly() -> None:
    step = Fraction(1, 10**30)
    for off, wanted in ((Fraction(0), True), (step, False)):
        masses = [Fraction(1, 2) + off, Fraction(1, 2) - off]
        assert holds(parse("uniform(P)"), ps.Instance({"X": 2}, {"P": masses})) is wanted
