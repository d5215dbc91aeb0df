"""Proofs are as short as the shortest known: so many products of facts, in so many steps.

One term is a product of nonnegative facts, summed over letters; a longer proof of the same claim is
as true, and worse. A shorter one than is written here is good news: write it here.
"""

from __future__ import annotations

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.decisions import prove
from pmlsym.evidence.verdict import CertificateProof, Proved
from pmlsym.exposition.certificate_summary import count_terms

FULL = ("fullsupport(P)",)
SHORTEST: tuple[tuple[str, int, int], ...] = (
    ("pml(P, W >> V) <= pml(P, W)", 1, 1),
    ("pml(P, W >> V) <= pml(P >> W, V)", 1, 1),
    ("pml(P, W & U) <= pml(P, W) + pml(P, U | W)", 3, 1),
    ("maxleak(W >> V) <= maxleak(W)", 2, 1),
    ("maxleak(W >> V) <= maxleak(V)", 2, 1),
    ("ldp(W) <= eps => pml(P, W) <= eps", 1, 1),
    ("ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + exp(-eps)*(1 - pmin(P)))", 3, 2),
    ("fullsupport(P) => maxleak(W) <= pml(P, W)", 2, 2),
    ("pml(P, W) <= -log(pmin(P))", 3, 2),
    ("ldp(P, W) <= pml(P, W) - density_min(P, W)", 2, 1),
    (
        "-density_min(P, W) <= eps => pml(P, W) <= log((1 - exp(-eps)*(1 - pmin(P)))/pmin(P))",
        4,
        3,
    ),
    ("eml(P, W >> V, delta) <= eml(P, W, delta)", 7, 7),
    ("mi(P, W) <= expected_pml(P, W)", 6, 5),
    ("pml(P, W) == 0 => ldp(P, W) == 0", 3, 2),
    ("tv(P, W >> V) <= tv(P, W)", 3, 2),
)


@pytest.mark.parametrize(("text", "terms", "steps"), SHORTEST, ids=[row[0] for row in SHORTEST])
def test_no_proof_is_longer_than_the_shortest_known(text: str, terms: int, steps: int) -> None:
    verdict = prove(parse(text), effort=60)
    assert isinstance(verdict, Proved)
    assert isinstance(verdict.evidence, CertificateProof)
    certificates = verdict.evidence.certificates
    assert count_terms(certificates) <= terms
    assert sum(len(certificate.steps) for certificate in certificates) <= steps
