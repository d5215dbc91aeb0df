"""Claims about binary symmetric and erasure channels, all of whose letters are given, by Z3."""

from __future__ import annotations

import pytest

import pmlsym as ps
from pmlsym.evidence.verdict import Proved, SolverProof
from tests.examples import some_of

PROVED = (
    "maxleak(bec(q)) == log(2 - q)",
    "maxleak(bsc(p)) <= log(2)",
    "0 < p and p <= 1/2 => ldp(bsc(p)) == log((1 - p)/p)",
    "p <= 1/2 => eta[tv](bsc(p)) == 1 - 2*p",
    "p <= 1/2 and uniform(P) => pml(P, bsc(p)) == log(2*(1 - p))",
    "chi2(P, bsc(p)) <= (1 - 2*p)^2",
    "bsc(p) >> bsc(q) == bsc(p*(1 - q) + q*(1 - p))",
)
FALSE = (
    "maxleak(bec(q)) == log(2 - 2*q)",
    "maxleak(bec(q)) <= log(199/100 - q)",
    "0 < p => ldp(bsc(p)) == log((1 - p)/p)",
    "p <= 1/2 => eta[tv](bsc(p)) <= 1 - 201/100*p",
    "p <= 1/2 => pml(P, bsc(p)) <= log(2*(1 - p))",
    "chi2(P, bsc(p)) <= 99/100*(1 - 2*p)^2",
    "bsc(p) >> bsc(q) == bsc(p*q)",
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(PROVED))
def test_what_is_known_of_these_channels_is_proved(text):
    verdict = ps.ask(text, effort=20)
    assert isinstance(verdict, Proved)
    assert isinstance(verdict.evidence, SolverProof)
    assert verdict.scope.startswith("alphabets of these sizes")


@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_not_is_refuted(text):
    assert ps.ask(text, effort=20).name == "refuted"
    assert ps.ask(text, engine="z3").name != "proved"
