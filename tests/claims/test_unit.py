"""Units of quantities: what is in nats may be shown in bits, and plain numbers never are."""

from __future__ import annotations

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.claims.unit import is_in_nats
from pmlsym.language.nodes import Comparison

ROWS = [["41/50", "9/50"], ["21/100", "79/100"]]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pml(P, W) <= 1", True),
        ("expected_pml(P, W) <= mi(P, W) + log(2)", True),
        ("max(ldp(W), eps) <= maxleak(W)", True),
        ("I(X;Y) <= H(X)", True),
        ("eps*mi(P, W) <= ldp(W)", True),
        ("mi(P, W)/ldp(W) <= 1", False),
        ("mi(P, W)^2 <= 1", False),
        ("exp(pml(P, W)) <= 3", False),
        ("chi2(P, W) <= 1", False),
        ("tail(P, W, eps) <= delta", False),
        ("2*tv(P, W)^2 <= mi(P, W)", False),
        ("doeblin(W) <= 1", False),
    ],
)
def test_only_logarithms_and_their_means_are_in_nats(text: str, expected: bool) -> None:
    claim = parse(text)
    assert isinstance(claim, Comparison)
    assert is_in_nats(claim) == expected


@pytest.mark.parametrize("side", ["tv(P, W)", "chi2(P, W)", "exp(pml(P, W))", "mi(P, W)^2"])
def test_a_plain_number_is_never_shown_in_bits(side: str) -> None:
    refuted = ps.refute(f"{side} <= 1/100")
    assert isinstance(refuted, ps.Refuted)
    *_, left, right, _ = refuted.text(bits=True).splitlines()
    assert [left, right] == refuted.text().splitlines()[-2:]
    assert "nats" not in left and right.endswith("1/100 = 0.010000")


def test_every_number_has_its_unit_beside_it_in_bits() -> None:
    refuted = ps.decide("mi(P, W) <= 1/10", channel={"W": ROWS}, over="p(x) >= 1/10")
    proved = ps.decide("mi(P, W) <= 1/2", channel={"W": ROWS}, over="p(x) >= 1/10")
    assert isinstance(refuted, ps.Refuted) and isinstance(proved, ps.Proved)
    shown = " ".join(refuted.text(bits=True).split())
    assert "1/10 = 1/10 nats = 0.144270 bits" in shown
    for verdict in (refuted, proved):
        assert "numbers within the claim are in nats" in " ".join(verdict.text(bits=True).split())
        assert "numbers within" not in verdict.text()
    assert " nats on the set" in " ".join(proved.text().split())
