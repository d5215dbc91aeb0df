"""Closed forms of randomised response at every size and level, proved beside false ones."""

import pytest

import pmlsym as ps
from tests.examples import effort, some_of

SHARE = "exp(eps)/(exp(eps) + k - 1)"
TRUE = (
    "maxleak(id) >= log(size(X))",
    "maxleak(q*id + (1 - q)*const(U)) >= log(1 - q + q*size(X))",
    f"maxleak(rr(k, eps)) >= log(k*{SHARE})",
    f"uniform(P) => V[id](P, rr(k, eps)) <= {SHARE}",
    f"uniform(P) => V[id](P, rr(k, eps)) >= {SHARE}",
)
FALSE = (
    "maxleak(id) >= log(size(X) + 1/1000)",
    f"maxleak(rr(k, eps)) >= log(k*{SHARE} + 1/1000)",
    f"V[id](P, rr(k, eps)) <= {SHARE}",  # a sure letter is known anyhow
    f"uniform(P) => V[id](P, rr(k, eps)) <= {SHARE} - 1/1000",
    "uniform(P) => V[id](P, rr(k, eps)) >= exp(eps)/(exp(eps) + k - 2)",
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(TRUE))
def test_a_closed_form_is_proved(text: str) -> None:
    assert isinstance(ps.prove(text), ps.Proved)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(FALSE))
def test_a_false_one_is_refuted_and_not_proved(text: str) -> None:
    assert not isinstance(ps.prove(text, effort=effort(1, in_full=4)), ps.Proved)
    assert isinstance(ps.decide(text), ps.Refuted)
