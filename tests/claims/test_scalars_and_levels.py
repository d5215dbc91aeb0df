"""Scalars, levels and deltas that share a name stay apart; probabilities are no logarithms.

Each false claim here would be proved if a name stood for two things, or if the level of a
probability were taken for the exponential of it.
"""

from __future__ import annotations

import pytest

from pmlsym.ask import decide, prove, refute
from pmlsym.claims.lowering import lower
from pmlsym.claims.parsing import parse

FALSE = (
    "pmin(P) + pml(P, W) <= 0",
    "pmin(P) <= pml(P, W)",
    "pmin(P) <= m1",
    "mi(P, W) <= m1 or m1 < 0",
    "pml(P, W) <= t1",
    "tv(P, W) <= m1 or m1 < 0 or m1 > 1",
    "delta <= 1/2",
    "eml(P, W, delta) <= delta",
)


@pytest.mark.parametrize("text", FALSE)
def test_false_claims_about_homonyms_are_not_proved(text: str) -> None:
    assert prove(text, effort=1).name != "proved"
    assert refute(text, effort=20).name == "refuted"


@pytest.mark.parametrize("text", ["exp(delta) >= delta", "eml(P, W, delta) <= pml(P, W)"])
def test_a_scalar_may_be_called_delta(text: str) -> None:
    assert decide(text).name == "proved"


def test_the_tensor_of_a_scalar_called_delta_is_no_kronecker_delta() -> None:
    (sequent,) = lower(parse("delta <= 1"))
    (tensor,) = sequent.goal.tensors
    assert not tensor.is_delta and tensor.name == "delta'"
