"""Reading proofs: hypotheses used, slack term by term, tightness of bounds."""

from __future__ import annotations

from fractions import Fraction

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.engines.decide.tightness import bound_of
from pmlsym.errors import InvalidInput
from pmlsym.evidence.tightness import Apart, Approached, Attained
from pmlsym.evidence.verdict import Proved, Refuted

POST = "pml(P, W >> V) <= pml(P, W)"
LDP = "ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))"


def _proved(claim: str, *assume: str) -> Proved:
    verdict = ps.prove(parse(claim, assume=assume))
    assert isinstance(verdict, Proved)
    return verdict


def test_unnecessary_hypotheses_are_told() -> None:
    claim = "pml(P, W) <= 1 and tv(P, W) <= 1/2 => pml(P, W >> V) <= 1"
    reading = ps.read_proof(_proved(claim, "fullsupport(P)"))
    assert reading.used == ("pml(P, W) <= 1",)
    assert set(reading.unnecessary) == {"tv(P, W) <= 1/2", "fullsupport(P)"}
    needed = ps.read_proof(_proved("maxleak(W) <= pml(P, W)", "fullsupport(P)"))
    assert (needed.used, needed.unnecessary) == (("fullsupport(P)",), ())


def test_a_hypothesis_from_above_is_recognised_as_used() -> None:
    reading = ps.read_proof(_proved("eps >= pml(P, W) => pml(P, W >> V) <= eps"))
    assert len(reading.used) == 1 and reading.unnecessary == ()


@pytest.mark.parametrize(
    ("claim", "densities"),
    [
        (POST, ("Z",)),
        (LDP, ("Y",)),
        ("maxleak(W >> V) <= maxleak(W)", ()),  # the outcomes are summed over
        ("mi(P, W) <= expected_pml(P, W)", ()),
        ("pml(P, W) <= -log(pmin(P))", ("Y",)),
    ],
)
def test_outcomes_that_are_constants(claim: str, densities: tuple[str, ...]) -> None:
    assert ps.read_proof(_proved(claim)).densities == densities


@pytest.mark.parametrize("claim", [POST, "maxleak(W >> V) <= maxleak(W)", LDP])
def test_slack_is_the_sum_of_nonnegative_terms(claim: str) -> None:
    verdict = _proved(claim)
    assert verdict.witness is not None
    (slack,) = ps.slack(verdict, verdict.witness)
    assert all(value >= 0 for _, value in slack.terms)
    assert slack.total == sum(value for _, value in slack.terms)


def test_slack_of_post_processing_is_the_gap_of_the_levels() -> None:
    channel = (("2/3", "1/3"), ("1/3", "2/3"))
    instance = ps.Instance({"X": 2, "Y": 2, "Z": 2}, {"P": ("1/2", "1/2"), "W": channel,
                           "V": channel})  # fmt: skip
    (slack,) = ps.slack(_proved(POST), instance)
    # t = 4/3, P_Z = 1/2, P(z|x) is 5/9 at most: 1/2 (4/3 * 1/2 - 5/9) = 1/18.
    assert slack.total == Fraction(1, 18)


def test_slack_vanishes_where_the_sides_agree() -> None:
    verdict = _proved(LDP)
    found = ps.tight(LDP)
    assert isinstance(found, Attained)
    (slack,) = ps.slack(verdict, found.at.instance)
    assert slack.total == 0
    assert "tight here" in str(slack)


def test_slack_needs_an_instance_of_the_claim() -> None:
    verdict = _proved("pml(P, W) <= 0 => pml(P, W >> V) <= 0")
    assert verdict.witness is not None
    with pytest.raises(InvalidInput):
        ps.slack(verdict, ps.Instance({"X": 2}, {}))


@pytest.mark.parametrize(
    "claim", [POST, LDP, "mi(P, W) <= pml(P, W)", "maxleak(W) <= log(size(X))"]
)
def test_equality_is_attained_exactly(claim: str) -> None:
    found = ps.tight(claim)
    assert isinstance(found, Attained) and not found.trivial
    parsed = parse(claim)
    comparison = bound_of(parsed)
    assert holds(parsed, found.at.instance)
    sides = [evaluate(s, found.at.instance) for s in (comparison.left, comparison.right)]
    assert sides == [found.at.left, found.at.right]
    assert sides[0] == sides[1] and float(sides[0]) > 0


@pytest.mark.seconds
def test_a_supremum_is_approached() -> None:
    found = ps.tight("pml(P, W) <= ldp(W)", effort=8)
    assert isinstance(found, Approached)
    gaps = [sides.gap for sides in found.steps]
    assert gaps == sorted(gaps, reverse=True) and 0 < gaps[-1] <= 1e-3
    assert all(holds(parse("pml(P, W) < ldp(W)"), s.instance) for s in found.steps)


@pytest.mark.seconds
def test_a_loose_bound_is_tight_nowhere_but_trivially() -> None:
    found = ps.tight("pml(P, W) <= 2*ldp(W)", effort=4)
    assert isinstance(found, Attained) and found.trivial
    apart = ps.tight("pml(P, W) <= pml(P, W) + 1", effort=3)
    assert isinstance(apart, Apart)


def test_a_false_bound_is_refuted_or_shown_with_equality() -> None:
    found = ps.tight("1 + pml(P, W) <= pml(P, W)", effort=3)
    assert isinstance(found, Refuted)


def test_only_bounds_are_tight() -> None:
    with pytest.raises(InvalidInput):
        ps.tight("pml(P, W) < ldp(W)")


@pytest.mark.seconds
def test_a_hypothesis_on_an_order_tells_which_cases_there_are() -> None:
    """No certificate refers to it, and without it the claim is false."""
    verdict = _proved("alpha <= 1 => H[alpha](P) >= H[1](P)")
    assert ps.read_proof(verdict).unnecessary == ()
    assert "orders that are 0 or 1 are limits" in " ".join(str(verdict).split())
    assert isinstance(ps.refute("H[alpha](P) >= H[1](P)", effort=4), Refuted)
