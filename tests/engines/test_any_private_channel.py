"""What holds of every eps-LDP channel holds of randomised response with that eps."""

from __future__ import annotations

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.claims.hypotheses import conclusion_of
from pmlsym.engines.implying.any_private_channel import with_any_private_channel
from pmlsym.evidence.verdict import Implied, Proved
from tests.examples import effort, some_of

PROVED = (
    "mi(P, rr(k, eps)) <= eps",
    "rdp(rr(k, eps), 2) <= eps^2",
    "zcdp(rr(k, eps)) <= eps^2/2",
    "tv(P, rr(k, eps)) <= (exp(eps) - 1)/(exp(eps) + 1)",
    "ldp(rr(k, eps)^&n) <= n*eps",
)
FALSE = (
    "mi(P, rr(k, eps)) <= eps/4",
    "zcdp(rr(k, eps)) <= eps^2/3",
    "ldp(rr(k, eps)^&n) <= n*eps/2",
    "ldp(rr(k, eps)) <= a",
    "mi(P, rr(k, eps)) <= mi(P, rr(k, a))",
)
NONE = (
    "mi(P, rr(3, log(2))) <= log(2)",  # written out
    "(sup P: mi(P, rr(k, eps))) <= eps",  # under a quantifier
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(PROVED))
def test_it_is_proved_by_any_private_channel(text: str) -> None:
    verdict = ps.ask(text)
    assert isinstance(verdict, Proved)
    assert isinstance(verdict.evidence, Implied)
    assert "V is q*id + (1 - q)*const(U)" in verdict.evidence.where


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_false_is_not_proved(text: str) -> None:
    assert ps.prove(text, effort=effort(1, in_full=20)).name == "unknown"


@pytest.mark.parametrize("text", NONE)
def test_there_is_no_such_claim_without_a_mixture_that_a_premise_fixes(text: str) -> None:
    assert not list(with_any_private_channel(parse(text)))


def test_what_is_left_speaks_of_nothing_that_the_mixture_is_made_of() -> None:
    text = "pml(P, rr(k, eps) & W) <= pml(P, W) + eps"
    ((known, general, _),) = with_any_private_channel(parse(text))
    assert f"{conclusion_of(known)}" == "ldp(q*id + (1 - q)*const(U)) <= eps"
    assert f"{general}" == "ldp(V) <= eps => pml(P, V & W) <= pml(P, W) + eps"
    two = parse("mi(P, rr(k, eps)) <= mi(P, rr(k, a))")
    for known, general, _ in with_any_private_channel(two):
        assert "U" in f"{known}" and f"{general}".count("ldp(V)") == 1
