"""Comparisons of levels: a number below another has a smaller exponential."""

from __future__ import annotations

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.decisions import prove, refute
from pmlsym.evidence.verdict import Proved, Refuted
from tests.examples import some_of

TRUE = (
    "tail(P, W, eps) <= 1",
    "tail(P, U | W, eps) <= 3/2",
    "eps1 <= eps2 => tail(P, W, eps2) <= tail(P, W, eps1)",
    "eps1 <= eps2 => pml(P, W) <= eps1 => pml(P, W) <= eps2",
    "eps1 <= eps2 and eml(P, W, delta) <= eps1 => eml(P, W, delta) <= eps2",
    "pml(P, W) <= eps1 and eps1 + eps3 <= eps2 and eps3 >= 0 => pml(P, W) <= eps2",
    "eps1 <= 2*eps2 and eps2 <= eps3 and pml(P, W) <= eps1 => pml(P, W) <= 2*eps3",
    "eps <= 1/2 and pml(P, W) <= eps => pml(P, W) <= log(2)",
    "log(3) <= maxleak(W) and maxleak(W) <= eps => eps >= 1",
)
FALSE = (
    "tail(P, W, eps) <= 99/100",
    "eps1 < eps2 => tail(P, W, eps1) <= tail(P, W, eps2)",
    "eps1 <= eps2 => pml(P, W) <= eps2 => pml(P, W) <= eps1",
    "eps <= 3/4 and pml(P, W) <= eps => pml(P, W) <= log(2)",
    "log(3) <= maxleak(W) and maxleak(W) <= eps => eps >= 11/10",
)


@pytest.mark.parametrize("text", some_of(TRUE))
def test_levels_are_ordered_as_their_exponentials(text: str) -> None:
    assert isinstance(prove(parse(text)), Proved)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(FALSE))
def test_no_more_than_that(text: str) -> None:
    assert not isinstance(prove(parse(text), effort=1.0), Proved)
    assert isinstance(refute(parse(text)), Refuted)
