"""Claims without names are evaluated; log 0 is minus infinity, and exp of it zero."""

from __future__ import annotations

import pytest

from pmlsym.claim_text.question import Question, parse
from pmlsym.engines.decide.decisions import decide, prove
from pmlsym.evidence.verdict import EVERY_NUMBER, NOWHERE, Proved, Refuted
from pmlsym.pages.verdict_text import verdict_text

TRUE = (
    *("log(0) <= 1", "log(0) == log(0)", "exp(log(0)) == 0", "log(0) < -1000", "2 + 2 == 4"),
    *("max(log(0), 3) == 3", "1/log(0) == 0", "exp(1) < 2.718281829", "log(2) > 0.6931"),
    *("binomial(1, 2, 1/2) == 3/4", "sum(k, 1, 100, k) == 5050", "exp(log(2)/2) < 1.415"),
)
FALSE = (
    *("log(0) >= 1", "log(0) > log(0)", "exp(log(0)) >= 1/10", "log(2) <= 0.6931", "1 < 1"),
    *("binomial(1, 2, 1/2) < 3/4", "sum(k, 1, 100, k) == 5051", "not (log(0) <= 1)"),
)


@pytest.mark.parametrize("text", TRUE)
def test_true_ones_are_evaluated(text: str) -> None:
    verdict = decide(parse(text), effort=5.0)
    assert isinstance(verdict, Proved) and verdict.scope == EVERY_NUMBER
    assert verdict.caveat == "" and verdict.evidence.trust == "evaluated exactly"
    assert verdict_text(Question(text), verdict).startswith("Proved  ")


@pytest.mark.parametrize("text", FALSE)
def test_false_ones_are_evaluated(text: str) -> None:
    assert isinstance(decide(parse(text), effort=5.0), Refuted)


@pytest.mark.parametrize("text", ["log(0) - log(0) <= 1", "0*log(0) == 0", "log(-1) <= 1"])
def test_what_has_no_value_says_nothing(text: str) -> None:
    verdict = decide(parse(text), effort=5.0)
    assert isinstance(verdict, Proved) and verdict.vacuous and verdict.scope == NOWHERE


@pytest.mark.parametrize(
    "text",
    [
        "x >= 0 => exp(log(x)) == x",
        "x >= 0 => exp(log(0)) <= x",
        "x >= 0 => log(0) <= x",
        "x >= 0 and y >= 0 => exp(log(x)) <= x + exp(log(y))",
    ],
)
def test_logarithms_of_zero_within_claims(text: str) -> None:
    assert isinstance(decide(parse(text), effort=8.0), Proved)


@pytest.mark.parametrize("text", ["exp(log(x)) == x", "x >= -1 => exp(log(x)) >= x"])
def test_a_logarithm_of_what_may_be_negative_is_not_read(text: str) -> None:
    """Where x < 0 the claim has no value; that is not known of it beforehand."""
    assert not isinstance(decide(parse(text), effort=2.0), Refuted)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "conclusion",
    [
        "x*log(x - x) <= 1",
        "x <= exp(-y*log((1 - x/x)/(1-y)))",
        "binomial(x, z, y) <= exp(-z*(x/z*log(x/z/y) + (1 - x/z)*log((1 - x/x)/(1-y))))",
    ],
)
def test_a_part_that_is_log_of_zero_everywhere_ends_no_engine(conclusion: str) -> None:
    """Such a claim is not read by numbers, and that is said; no engine falls over it."""
    verdict = prove(f"0 < x and x < z and 0 < y and y < 1 and x <= z*y => {conclusion}", effort=3)
    endings = [attempt.ending for attempt in verdict.attempts]
    assert any("no finite value: log(0)" in ending for ending in endings)
    assert not any("failed" in ending for ending in endings)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "text",
    [
        *("h(p) <= log(2)", "h(p) > 0", "0 <= p and p <= 1 => h(p) <= log(2)"),
        *("p*log(p) >= -exp(-1)", "h(p) >= 4*p*(1 - p)*log(2)", "p <= 1 => 2*(p*log(p)) <= 0"),
    ],
)
def test_a_number_times_its_logarithm_has_a_value_where_it_is_positive(text: str) -> None:
    """p*log(p) is 0*inf at zero, so that the claim is about positive numbers alone."""
    verdict = prove(parse(text), effort=5.0)
    assert isinstance(verdict, Proved) and any("is not 0*inf" in each for each in verdict.domain)


@pytest.mark.parametrize(
    "text",
    ["h(p) <= 69/100", "p*log(p) >= -1/3", "q*log(p) <= 0", "p*log(p) <= 0", "h(p) >= p*log(2)*3"],
)
def test_nothing_more_is_taken_to_be_positive(text: str) -> None:
    assert prove(parse(text), effort=5.0).name == "refuted"
