"""The public strategies: what they draw has the declared facts, and it shrinks to little."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, find, given, settings
from hypothesis import strategies as st

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import completed, holds
from pmlsym.errors import InvalidInput
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.testing import MarkovChain, channels, distributions, instances, markov_chains, priors
from tests.examples import share_of

FEW = settings(derandomize=True, deadline=None, max_examples=share_of(30))

CLAIMS = (
    "pml(P, W & U) <= pml(P, W) + pml(P, U | W)",
    "pml(P, W, y) <= eps => pml(P, W >> V) <= eps",
    "pml(P >> W, V) <= size(Y)",
)


@FEW
@given(priors(), channels(full_support=True), markov_chains(3))
def test_everything_is_stochastic(
    prior: tuple[Fraction, ...], rows: tuple[tuple[Fraction, ...], ...], chain: MarkovChain
) -> None:
    assert sum(prior) == 1
    assert all(sum(row) == 1 and min(row) > 0 for row in rows)
    before = len(chain.prior)
    for channel in chain.channels:
        assert len(channel) == before
        assert all(sum(row) == 1 for row in channel)
        before = len(channel[0])
    assert len(chain.channels) == 3


@FEW
@given(st.sampled_from(CLAIMS).map(parse).flatmap(lambda c: st.tuples(st.just(c), instances(c))))
def test_instances_fit_their_claim(drawn: tuple[object, Instance]) -> None:
    claim, instance = drawn
    completed(claim, instance)  # type: ignore[arg-type]


@FEW
@given(markov_chains())
def test_post_processing_by_the_public_objects(chain: MarkovChain) -> None:
    first, second = chain.channels
    prior, channel = Prior.from_masses(chain.prior), Channel.from_rows(first)
    post = Channel.from_rows(second, "V", *alphabets("Y Z"))
    assert holds(pml(prior, channel >> post) <= pml(prior, channel), Instance({}))


@FEW
@given(st.data())
def test_premises_are_met_often_enough_to_assume_them(data: st.DataObject) -> None:
    claim = parse("pml(P, W) <= eps => maxleak(P, W) <= eps")
    instance = data.draw(instances(claim))
    assume(holds(parse("pml(P, W) <= eps"), instance))
    assert holds(claim, instance)


@pytest.mark.seconds
def test_what_fails_shrinks_to_a_whiteboard() -> None:
    leaky = find(markov_chains(1), lambda c: c.channels[0][0] != c.channels[0][-1])
    assert leaky == MarkovChain((1, 0), (((1, 0), (0, 1)),))
    found = {}
    for text in ("maxleak(W) <= pml(P, W)", "pml(P, W) <= maxleak(W)"):
        claim = parse(text)
        found[text] = find(
            instances(claim),
            lambda instance, claim=claim: not holds(claim, instance),
            settings=settings(FEW, max_examples=share_of(250)),
        )
    first, second = found.values()
    assert first == Instance({"X": 2, "Y": 2}, {"P": [1, 0], "W": [[1, 0], [0, 1]]})
    assert sum(second.sizes.values()) <= 5
    assert max(mass.denominator for mass in second.tensors["P"]) <= 3


def test_impossible_requests_are_refused() -> None:
    for wrong in (lambda: distributions(0), lambda: markov_chains(0)):
        with pytest.raises(InvalidInput):
            wrong()
