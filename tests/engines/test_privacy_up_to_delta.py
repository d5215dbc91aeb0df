"""From concentrated privacy to privacy up to delta, and advanced composition from there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.engines.analytic.checking import prove_analytic
from pmlsym.engines.decide.decisions import prove
from pmlsym.engines.decide.judge import check_implied
from pmlsym.engines.implying.privacy_up_to_delta import bounded_by_concentration
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.verdict import EVERY_SIZE, Implied, Proved
from tests.examples import few_of, some_of

PROVED = (
    # [Bun, Steinke 2016, Prop. 1.3]
    "zcdp(W) <= rho => ldp(W, delta) <= rho + 2*(rho*log(1/delta))^(1/2)",
    "delta > 0 and zcdp(W) <= c => ldp(W, delta) <= c + 2*sqrt(-c*log(delta))",
    "ldp(W, delta) <= zcdp(W) + 2*(zcdp(W)*log(1/delta))^(1/2)",
    "dpzcdp(W) <= rho => dp(W, delta) <= rho + 2*(rho*log(1/delta))^(1/2)",
    "zcdp(W) <= 2 => ldp(W, 1/1000) <= 2 + 2*(2*log(1000))^(1/2)",
    "zcdp(W) <= rho and rho <= 1 => ldp(W, 1/100) <= rho + 5*rho^(1/2)",
)
FALSE = (
    "zcdp(W) <= rho => ldp(W, delta) <= rho + (rho*log(1/delta))^(1/2)",
    "zcdp(W) <= rho => ldp(W, delta) <= 2*(rho*log(1/delta))^(1/2)",
    "zcdp(W) <= 2 => ldp(W, 1/1000) <= 2 + (2*log(1000))^(1/2)",
    "ldp(W) <= eps => ldp(W^&n, delta) <= eps*sqrt(n*log(1/delta)) + n*eps^2/2",
    "ldp(W) <= eps => ldp(W^&n, delta) <= eps*sqrt(2*n*log(1/delta)) + n*eps^2/3",
)
NONE = (
    "zcdp(W) <= rho => ldp(W, delta) <= rho + 2*rho^(1/2)",  # nothing keeps delta from zero
    "zcdp(W) <= rho => ldp(W, 0) <= rho + 1",
    "zcdp(W) <= rho => ldp(V, delta) <= rho + 2*(rho*log(1/delta))^(1/2)",
    "zcdp(W) >= rho => ldp(W, delta) <= rho + 2*(rho*log(1/delta))^(1/2)",
    "zcdp(W) <= 0 => ldp(W, delta) <= log(1/delta)",  # there is no best order
    "ldp(W, delta) <= 1 + log(1/delta)",
)


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(PROVED))
def test_concentrated_privacy_is_privacy_up_to_delta(text: str) -> None:
    verdict = prove(text, effort=12)
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, Implied)
    assert verdict.scope == EVERY_SIZE and not verdict.vacuous


@pytest.mark.seconds
@pytest.mark.parametrize(
    "text",
    few_of(
        (
            # [Dwork, Rothblum, Vadhan 2010; Dwork and Roth, Theorem 3.20]
            "delta > 0 and ldp(W) <= eps =>"
            " ldp(W^&n, delta) <= eps*sqrt(2*n*log(1/delta)) + n*eps*(exp(eps) - 1)",
            "delta > 0 and ldp(W) <= eps =>"
            " ldp(W^&n, delta) <= eps*sqrt(2*n*log(1/delta)) + n*eps^2/2",
        )
    ),
)
def test_advanced_composition(text: str) -> None:
    verdict = prove(text)
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, Implied)
    assert verdict.scope == EVERY_SIZE and "zcdp(W^&n)" in verdict.evidence.where


@pytest.mark.parametrize("text", FALSE)
def test_numbers_do_not_prove_what_is_false(text: str) -> None:
    (parts,) = bounded_by_concentration(parse(text))
    assert prove_analytic(parts.claims[0], effort=1) is None


@pytest.mark.parametrize("text", NONE)
def test_where_a_case_is_open_there_is_no_way(text: str) -> None:
    assert list(bounded_by_concentration(parse(text))) == []


@pytest.mark.seconds
def test_no_part_may_be_missing() -> None:
    claim = parse(PROVED[4])
    verdict = prove(claim, effort=12)
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, Implied)
    found = verdict.evidence
    assert check_implied(claim, found, 2.0).evidence.parts
    for k in range(len(found.parts)):
        fewer = (*found.parts[:k], *found.parts[k + 1 :])
        with pytest.raises(InvalidCertificate):
            check_implied(claim, replace(found, parts=fewer), 2.0)


def test_letters_of_the_parts_are_none_of_the_claim() -> None:
    """A letter of a hypothesis that is left out of the bound is none of those that are new."""
    for name in ("s", "a", "rho", "l"):
        text = f"{name} <= 0 and zcdp(W) <= c => ldp(W, delta) <= c + 2*(c*log(1/delta))^(1/2)"
        (parts,) = bounded_by_concentration(parse(text))
        for claim in parts.claims[:3]:
            above = {f"0 < {name}", f"1 < {name}"}
            assert above.isdisjoint(str(claim).split(" => ")[0].split(" and ")), claim
