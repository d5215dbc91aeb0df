"""Claims about a set of priors and given channels that speak of other channels and numbers too."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import pmlsym as ps
from pmlsym.claim_text.question_about import claim_about
from pmlsym.claims.evaluation import holds
from pmlsym.engines.polytope.entry_point import drawn_priors
from pmlsym.engines.sampling.refuter import search
from pmlsym.evidence.verdict import CertificateProof
from pmlsym.prior_sets.prior_set_text import priors_given
from tests.definitions import exp_pml

ROWS = [["7/10", "1/10", "1/5"], ["1/5", "2/5", "2/5"]]
LATER = ["U: Y -> Z"]
SETS = (
    "p(x) >= 1/4",
    "p1 in [0, 1/3]",
    "hull (1/7, 6/7), (1/2, 1/2)",
    "tv(1/3, 2/3) <= 1/9",
    "p1 <= 2*p2",
)


@pytest.mark.parametrize("over", SETS)
@pytest.mark.parametrize(
    "text",
    [
        "pml(P, W >> U) <= pml(P, W)",
        "pml(P, W) <= eps => pml(P, W >> U) <= eps",
        "ldp(W) <= eps => pml(P, W >> U) <= eps",
    ],
)
def test_a_theorem_holds_for_the_priors_of_a_set(text: str, over: str) -> None:
    found = ps.decide(text, let=LATER, channel={"W": ROWS}, over=over, effort=10)
    assert isinstance(found, ps.Proved) and isinstance(found.evidence, CertificateProof)
    assert found.witness is not None
    assert tuple(found.witness.tensors["P"]) in priors_given(over, 2)


@pytest.mark.parametrize("over", SETS)
def test_what_fails_with_another_channel_is_refuted_by_a_prior_of_the_set(over: str) -> None:
    """PML after U is at most that before it, and reaches it where U says all."""
    text = "pml(P, W >> U) <= 1/10"
    found = ps.decide(text, let=LATER, channel={"W": ROWS}, over=over, effort=10)
    assert isinstance(found, ps.Refuted)
    prior, later = found.instance.tensors["P"], found.instance.tensors["U"]
    assert tuple(prior) in priors_given(over, 2)
    own = [[Fraction(e) for e in row] for row in ROWS]
    columns = range(len(later[0]))
    after = [[sum(row[y] * later[y][z] for y in range(3)) for z in columns] for row in own]
    assert exp_pml(prior, after) > Fraction(11, 10)  # e^(1/10) > 11/10


def test_letters_of_given_channels_are_never_fewer() -> None:
    """A counterexample shrinks, but not the channel that was given; once that took for ever."""
    claim = claim_about("pml(P, W >> U) <= 1/10", LATER, (), {"W": ROWS}, None)
    found = search(claim, effort=2)
    assert found.instance is not None and found.instance.sizes["Y"] == 3
    assert not holds(claim, found.instance)


@pytest.mark.parametrize("over", SETS)
def test_priors_that_are_drawn_are_of_the_set(over: str) -> None:
    priors = priors_given(over, 2)
    found = drawn_priors(priors, Random(3), 60)
    assert len(found) == 60 and all(prior in priors for prior in found)
    assert len(set(found)) > 10
