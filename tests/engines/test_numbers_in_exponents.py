"""Numbers in the place of letters: exponentials of numbers compose as those of letters do."""

from __future__ import annotations

from fractions import Fraction

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.lowering.sequents import lowered_sequents
from pmlsym.numbers.coprime_base import rational_power
from tests.examples import effort, some_of

COMPOSITIONS = [
    "pml(P, W) <= {a} and pml(P, U | W) <= {b} => pml(P, W & U) <= {c}",
    "ldp(W) <= {a} and ldp(V) <= {b} => ldp(W & V) <= {c}",
    "pml(P, W) <= {a} and maxleak(V) <= {b} => pml(P, W) <= {c} and maxleak(V) <= {c}",
]
LEVELS = [("1", "1", "2"), ("1/2", "1/10", "3/5"), ("2/3", "1", "5/3"), ("1/100", "1", "101/100")]


@pytest.mark.parametrize("levels", some_of(LEVELS), ids=str)
@pytest.mark.parametrize("claim", COMPOSITIONS)
def test_levels_that_are_numbers_compose(claim: str, levels: tuple[str, str, str]) -> None:
    text = claim.format(**dict(zip("abc", levels, strict=True)))
    assert ps.prove(text, effort=4).name == "proved"


@pytest.mark.seconds
@pytest.mark.parametrize("levels", some_of(LEVELS), ids=str)
def test_levels_a_little_smaller_are_refuted(levels: tuple[str, str, str]) -> None:
    a, b, c = levels
    less = str(Fraction(c) - Fraction(1, 100))
    text = COMPOSITIONS[0].format(a=a, b=b, c=less)
    assert ps.prove(text, effort=0.3).name == "unknown"
    assert ps.refute(text, effort=4).name == "refuted"


@pytest.mark.seconds
def test_a_common_factor_changes_nothing() -> None:
    wrong = "2*pml(P, W) <= 4*pml(P, V) => pml(P, W) <= pml(P, V)"
    assert ps.prove("2*pml(P, W) <= 2*pml(P, V) => pml(P, W) <= pml(P, V)").name == "proved"
    assert ps.prove(wrong, effort=effort(0.5, in_full=2)).name == "unknown"


def test_a_bound_of_an_exponential_has_digits() -> None:
    wrong = "pml(P, W) <= 2 => exp(pml(P, W)) <= 738905/100000"
    assert ps.prove("pml(P, W) <= 2 => exp(pml(P, W)) <= 738906/100000").name == "proved"
    assert ps.prove(wrong, effort=effort(0.5, in_full=2)).name == "unknown"


REDUNDANT = [
    "0 < d and d <= 1 and pml(P, W) <= eps => eml(P, W, d) <= eps",
    "d >= 0 and d <= 1 and tail(P, W, eps) <= d => tail(P, W >> V, eps) <= d or d <= 1",
    "delta_X <= 1 and delta_X >= 0 and pml(P, W) <= eps => pml(P, W) <= eps + delta_X",
]


@pytest.mark.parametrize("claim", REDUNDANT)
def test_what_is_known_may_be_supposed_as_well(claim: str) -> None:
    verdict = ps.prove(claim, effort=2)
    assert verdict.name == "proved"


@pytest.mark.parametrize("claim", REDUNDANT)
def test_no_hypothesis_has_the_name_of_a_declared_fact(claim: str) -> None:
    from pmlsym.calculus.sequent import declared_facts

    for each in lowered_sequents(parse(claim)):
        declared = {fact.name for fact in declared_facts(each.sequent.tensors)}
        assert declared.isdisjoint(fact.name for fact in each.sequent.facts)


def test_roots_of_any_degree_are_looked_for_at_once() -> None:
    large = 10**10 + 19
    assert rational_power([(Fraction(3), Fraction(1, large))]) is None
    assert rational_power([(Fraction(9, 4), Fraction(1, 2))]) == Fraction(3, 2)
    assert rational_power([(Fraction(2) ** 50, Fraction(1, 50))]) == 2
    assert rational_power([(Fraction(2) ** 49, Fraction(1, 50))]) is None
