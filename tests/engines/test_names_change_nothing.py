"""What a user calls priors, channels and letters changes no verdict and no search."""

from __future__ import annotations

import re
from collections import Counter

import pytest

import pmlsym as ps
from pmlsym.evidence.verdict import Verdict
from pmlsym.kernel.certificate import Combine, every_step
from tests.examples import some_of

CLAIMS = (
    "pml(P, W >> V) <= pml(P, W)",
    "pml(P, W & U) <= pml(P, W) + pml(P, U | W)",
    "maxleak(W >> V) <= maxleak(W)",
    "pml(P, W) <= -log(pmin(P))",
    "tv(P, W >> V) <= tv(P, W)",
    "eml(P, W, d) <= pml(P, W)",
    "mi(P, W) <= expected_pml(P, W)",
    "ldp(W) <= eps => pml(P, W) <= eps",
)
OTHERS = {"P": "Q9", "W": "Zw", "V": "A", "U": "M1", "eps": "c", "d": "t1"}
"""Names that sort the other way round, and names that proofs use themselves."""


def _renamed(text: str) -> str:
    return re.sub(r"\b(P|W|V|U|eps|d)\b", lambda match: OTHERS[match[1]], text)


def _shape(verdict: Verdict) -> tuple[object, ...]:
    """The verdict, what the search tried, and the certificates up to the names in them."""
    certificates = getattr(getattr(verdict, "evidence", None), "certificates", ())
    steps = [step for certificate in certificates for step in every_step(certificate.steps)]
    sums = Counter(
        tuple(sorted((term.coefficient, len(term.uses), len(term.summed)) for term in step.terms))
        for step in steps
        if isinstance(step, Combine)
    )
    kinds = Counter(type(step).__name__ for step in steps)
    return verdict.name, [attempt.ending for attempt in verdict.attempts], kinds, sums


@pytest.mark.parametrize("text", some_of(CLAIMS))
def test_other_names_give_the_same_proof_after_the_same_search(text: str) -> None:
    mine, other = (ps.prove(claim, effort=600) for claim in (text, _renamed(text)))
    assert mine.name == "proved"
    assert _shape(mine) == _shape(other)
