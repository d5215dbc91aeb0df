"""Claims shown through another that implies them: about a term, a measure, any number of uses."""

from __future__ import annotations

from dataclasses import replace

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.claims.opening import open_quantifiers
from pmlsym.engines.decide.decisions import prove
from pmlsym.engines.decide.judge import check_implied
from pmlsym.engines.implying.bounded_number import without_bounded_numbers
from pmlsym.engines.implying.every_way import with_something_put_in
from pmlsym.engines.implying.general_number import for_every_number
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.verdict import EVERY_SIZE, Implied, Proved
from tests.examples import effort, few_of

PROVED = {
    "exists P: L[id](P, W) >= maxleak(W)": "P is uniform",
    "exists P: mi(P, W) == 0": "P is id[x]",
    "exists V: pml(P, V) == -log(pmin(P))": "V is id",
    "exists V: X -> Y: mi(P, V) >= H[1](P)": "V is id",
    "exists P: mi(P, W) >= 0 and fullsupport(P)": "P is uniform",
    "(sup P: I[2](P, W >> V)) <= (sup P: I[2](P, W))": "P2 is P, and s is at least I[2](P, W)",
    "I[2](P, W) <= s => I[2](P, W >> V) <= 2*s/2": "a is 2",
    "maxleak(W^20) == 20*maxleak(W)": "n is 20",
    "ldpdelta(W^&20, 20*eps) <= 20*ldpdelta(W, eps)": "n is 20",
    "mi(P^9, W^9) >= 9*mi(P, W)": "n is 9",
}
NOT_PROVED = (
    # what another quantifier binds is no term: it would be captured
    "(forall P: exists Q: P == Q) => (exists Q: forall P: P == Q)",
    "exists Q: forall P: mi(P, W) <= mi(Q, W)",
    "(forall P: exists Q: pml(P, W) <= mi(Q, W)) => (exists Q: forall P: pml(P, W) <= mi(Q, W))",
    "exists P: (forall x: P[x] == 1)",
    "exists P: sum(x, P[x]*P[x]) >= 2",
    "exists P: L[id](P, W) > maxleak(W)",
    "exists P: pml(P, W) >= ldp(W)",
    "exists P: mi(P, W) > 0",
    "forall W: X -> Y: ldp(W) >= 0 => (exists V: X -> Y: mi(P, V) >= H[1](P))",  # Y is W's
    "exists V: mi(P, V) > H[1](P)",
    "exists V: X -> X with ldp(V) <= 1: pml(P, V) >= -log(pmin(P))",
    "(sup P: I[2](P, W)) <= (sup P: I[2](P, W >> V))",
    "(forall P: mi(P, W) <= eps) => ldp(W) <= eps",
    "(forall P: pml(P, W, y) <= eps) => ldp(W) <= eps",
    "I[2](P, W) <= s => I[2](P, W >> V) <= s/2",
    "I[2](P, W) <= s and s <= 1 => I[2](P, W >> V) <= s - 1",
    "mi(P, W) >= s => mi(P, W >> V) <= s",
    "maxleak(W^&20) == 20*maxleak(W)",
    "maxleak(W^20) <= 19*maxleak(W)",
    "mi(P^9, W^9) >= 10*mi(P, W)",
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", few_of(list(PROVED)))
def test_a_claim_is_shown_through_another(text: str) -> None:
    verdict = prove(text)
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, Implied)
    assert verdict.scope == EVERY_SIZE and verdict.evidence.where == PROVED[text]
    assert PROVED[text] in " ".join(str(verdict).split())


@pytest.mark.seconds
@pytest.mark.parametrize("text", few_of(NOT_PROVED))
def test_what_is_false_is_implied_by_nothing_that_is_proved(text: str) -> None:
    assert not isinstance(prove(text, effort=effort(0.75, in_full=3)), Proved)


def test_where_a_term_has_no_value_nothing_is_implied() -> None:
    """Of an outcome that cannot occur there is no posterior: for none is not for some."""
    for text in (
        "exists P: mi(P, W, y) >= 0",
        "(forall P: tv(P, W, y) <= eps) => eps >= 0",
        "exists P: L[G](P, W) >= 0",
    ):
        assert list(with_something_put_in(open_quantifiers(parse(text)))) == []


def test_a_bound_stands_for_a_number_only_where_the_larger_side_grows_in_it() -> None:
    for conclusion in ("mi(P, W) <= 1 - s", "mi(P, W) <= s*s", "mi(P, W) <= s*ldp(W)", "s >= 0"):
        claim = parse(f"pml(P, W) <= s => {conclusion}")
        bounded = conclusion == "s >= 0"
        assert len([*without_bounded_numbers(claim)]) == bounded
    for text in ("pml(P, W) <= s and s <= 1 => mi(P, W) <= s", "tail(P, W, s) <= s => 1 <= s"):
        assert list(without_bounded_numbers(parse(text))) == []


def test_a_claim_is_a_case_of_the_one_for_every_number() -> None:
    """The letter stands for uses and multiples; what it cannot be put back into is left."""
    assert [*for_every_number(parse("ldp(W & V) <= 2*ldp(W)", lets=["V: X -> Z"]))] == []
    assert [*for_every_number(parse("ldp(W^&2) <= 2*ldp(W)"))] == []
    (made,) = for_every_number(parse("maxleak(W^&5) <= 5*maxleak(W) + log(5)"))
    assert [*map(str, made.claims)] == ["maxleak(W^&n) <= n*maxleak(W) + log(n)"]
    (made,) = for_every_number(parse("ldpdelta(W^&5, 5*eps) <= 5*ldpdelta(W, eps)"))
    assert [*map(str, made.claims)] == ["ldpdelta(W^&n, n*eps) <= n*ldpdelta(W, eps)"]


def test_a_witness_that_is_given_is_the_term() -> None:
    claim = parse("exists P: mi(P, W) >= mi(Q, W) - 1")
    given = {"P": ps.Prior("Q", ps.Alphabet("X"))}
    assert [each.where for each in with_something_put_in(claim, given)] == ["P is Q"]


@pytest.mark.seconds
def test_proofs_of_other_claims_are_not_linked() -> None:
    claim, other = parse("maxleak(W^9) == 9*maxleak(W)"), parse("maxleak(W^9) == 8*maxleak(W)")
    verdict = prove(claim)
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, Implied)
    assert check_implied(claim, verdict.evidence, 2.0)
    for wrong, about in (
        (replace(verdict.evidence, where="n is 8"), claim),
        (replace(verdict.evidence, parts=()), claim),
        (verdict.evidence, other),
    ):
        with pytest.raises(InvalidCertificate):
            check_implied(about, wrong, 2.0)
