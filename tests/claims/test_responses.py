"""Randomised response at every size and level: what a claim that calls it is read as."""

import re

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import Question, parse, parse_quantity
from pmlsym.errors import AlphabetMismatch, ClaimSyntaxError, Unsupported
from pmlsym.language.fold import key
from tests.examples import some_of

PREMISES = "uniform(U) and q*(exp(eps) + size(X) - 1) == exp(eps) - 1"


def test_a_response_is_a_mixture_with_its_premises() -> None:
    read = parse("ldp(rr(k, eps)) <= eps")
    assert key(read) == key(parse(f"{PREMISES} => ldp(q*id + (1 - q)*const(U)) <= eps"))
    assert key(parse(str(read))) == key(read)


def test_names_of_the_claim_are_left_alone() -> None:
    shown = str(parse("pml(U, rr(k, eps)) <= q", assume=["q2 == 1"]))
    assert "q3*id + (1 - q3)*const(U2)" in shown


def test_two_levels_share_the_uniform_prior() -> None:
    read = str(parse("maxleak(rr(k, a) >> rr(k, b)) <= maxleak(rr(k, a))"))
    assert read.count("uniform(") == 1
    assert "(q*id + (1 - q)*const(U)) >> (q2*id + (1 - q2)*const(U))" in read


def test_responses_of_k_letters_are_of_the_same_letters() -> None:
    with pytest.raises(AlphabetMismatch, match="takes X, X"):
        parse("pml(P & Q, rr(k, a) * rr(k, b)) <= a + b", lets=["P: X", "Q: Y"])
    assert "size(Y)" in str(parse("pml(P & Q, rr(k, a) * rr(n, a)) <= 2*a"))


def test_the_letter_k_is_the_size_wherever_it_stands() -> None:
    assert key(parse("k >= 2 => maxleak(rr(k, eps)) <= log(k)")) == key(
        parse(f"{PREMISES} => size(X) >= 2 => maxleak(q*id + (1 - q)*const(U)) <= log(size(X))")
    )
    inside = str(parse("tail(P, rr(k, eps), k) <= 1"))
    assert inside.startswith("size(X) == k => ")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ldp(rr(0, eps)) <= eps", "has 0 letters"),
        ("ldp(rr(5/2, eps)) <= eps", "has 5/2 letters"),
        ("ldp(rr(k)) <= 1", "write rr(k, eps)"),
        ("ldp(rr(k, eps, 1)) <= 1", "write rr(k, eps)"),
        ("ldp(rr(k, -1)) <= 1", "a level is"),
        ("ldp(rr(k, W)) <= 1", "W cannot be a number"),
    ],
)
def test_what_is_no_response(text: str, words: str) -> None:
    with pytest.raises(ClaimSyntaxError, match=re.escape(words)):
        parse(text)


def test_a_quantity_alone_has_no_premises() -> None:
    with pytest.raises(Unsupported, match="write a claim"):
        parse_quantity("ldp(rr(k, eps))")


def test_the_report_says_what_stands_for_it() -> None:
    question = Question("ldp(rr(k, eps)) <= eps")
    assert str(question).endswith("where k is size(X); rr(k, eps) is q*id + (1 - q)*const(U)")


@pytest.mark.seconds
@pytest.mark.parametrize(
    "text",
    [
        "ldp(rr(k, eps)) <= eps",
        "maxleak(rr(k, eps)) <= log(k*exp(eps)/(exp(eps) + k - 1))",
        "pmin(P) >= c and c > 0 => pml(P, rr(k, eps)) <= -log(c)",
    ],
)
def test_bounds_at_every_size_and_level(text: str) -> None:
    assert isinstance(ps.prove(text), ps.Proved)


@pytest.mark.parametrize(
    "text",
    some_of(
        [
            "ldp(rr(k, eps)) <= eps/2",
            "maxleak(rr(k, eps)) <= log(2)",
            "ldp(rr(k, eps)) == eps",  # of one letter it is 0
            "size(X) >= 3 => maxleak(rr(k, eps)) <= log(2*exp(eps)/(exp(eps) + 1))",
            "maxleak(rr(k, eps)) <= log(k*exp(eps)/(exp(eps) + k))",
        ]
    ),
)
def test_a_wrong_form_is_refuted(text: str) -> None:
    assert isinstance(ps.decide(text), ps.Refuted)
