"""Premises that no rule assumes are left out, and of a disjunction a part is proved that can be."""

from __future__ import annotations

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.judge import accept_certificates
from pmlsym.evidence.verdict import CertificateProof
from pmlsym.lowering.branches import goal_choices
from pmlsym.lowering.sequents import lowered_sequents
from tests.examples import some_of

ODD = "worst_gleak(P, W, G)*ldp(W) <= 1"
"""A comparison without a level form."""

POST = "pml(P, W >> V) <= pml(P, W)"


@pytest.mark.parametrize(
    "text",
    [
        f"{ODD} => {POST}",
        f"{POST} or {ODD}",
        f"{ODD} or {POST}",
        f"{ODD} and pml(P, W) <= eps => pml(P, W >> V) <= eps",
        f"not ({ODD}) or {POST}",
        "mi(P, W) <= pml(P, W) or mi(P, W)*ldp(W) <= pml(P, W)",
    ],
)
def test_what_holds_without_a_premise_holds_with_it(text: str) -> None:
    found = ps.prove(text, effort=5)
    assert isinstance(found, ps.Proved)
    assert isinstance(found.evidence, CertificateProof)
    accept_certificates(parse(text), found.evidence)


def test_what_is_left_out_is_said() -> None:
    (found,) = lowered_sequents(parse(f"{ODD} => {POST}"))
    assert found.unread == (ODD,)
    unknown = ps.prove(f"{ODD} => pml(P, W) <= maxleak(W)", effort=1)
    assert any(f"without {ODD}, which has no level form" in a.ending for a in unknown.attempts)


@pytest.mark.parametrize(
    "text",
    some_of(
        [
            f"{ODD} => pml(P, W) <= maxleak(W)",
            f"{ODD} and pml(P, W) <= 2*eps => pml(P, W >> V) <= eps",
            f"{ODD} or pml(P, W) <= log(2)",
            f"{ODD} => worst_gleak(P, W, G)*ldp(W) < 2",
            f"{POST} => {ODD}",
        ]
    ),
)
def test_nothing_else_is_proved(text: str) -> None:
    assert ps.prove(text, effort=1).name == "unknown"


def test_every_part_of_a_disjunction_has_a_turn() -> None:
    text = "eps >= 0 => pml(P, W) <= eps or ldp(W) <= eps or maxleak(W) <= eps"
    assert goal_choices(parse(text)) == 3
