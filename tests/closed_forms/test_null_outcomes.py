"""Points of a domain at which an outcome does not occur: a column of the channel vanishes.

There the ratios of the outcome do not count, and a closed form, from which what its column has in
common is cancelled, is only their limit.
"""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

from pmlsym.closed_forms import derive
from pmlsym.closed_forms.at_values import family_report
from pmlsym.closed_forms.closed_form import ClosedForm
from pmlsym.closed_forms.forms.expression_value import expression_at
from pmlsym.closed_forms.own_channels.own_channel import family_of
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.mechanism_families.binary_asymmetric import binary_asymmetric
from pmlsym.mechanism_families.listed import family_named
from pmlsym.mechanism_families.mechanism import Family
from tests.examples import some_of

DOUBLED = "[[1-a, a], [1-2*a, 2*a]]", "0 <= a <= 1/2"
SQUARED = "[[1-a, a], [1-a**2, a**2]]", "0 <= a <= 1"
DECAY = "[[exp(-a/2), 1-exp(-a/2)], [exp(-a), 1-exp(-a)]]", "a >= 0"
CAN = "so that every outcome can occur"


def own(rows: str, *domain: str) -> Family:
    return family_of(rows, domain)


def form(channel: tuple[str, ...], quantity: str, checks: int = 12) -> ClosedForm:
    return derive(own(*channel).mechanism(), quantity, checks=checks)


@pytest.mark.parametrize("quantity", ["pml", "density_min", "capacity", "alip", "lip", "ldi"])
@pytest.mark.parametrize(
    ("channel", "condition"), [(DOUBLED, "a > 0"), (SQUARED, "a < 1 and a > 0"), (DECAY, "a > 0")]
)
def test_extremes_hold_where_the_outcomes_occur(
    channel: tuple[str, ...], condition: str, quantity: str
) -> None:
    closed = form(channel, quantity)
    assert closed.checked == 12
    assert closed.assumptions[-1] == f"{condition}, {CAN}"
    with pytest.raises(InvalidInput, match="at a = 0 an outcome cannot occur"):
        closed.at(a=0)
    assert closed.at(a=sympy.Rational(1, 3)).is_number == (quantity == "capacity")


@pytest.mark.parametrize("quantity", ["maxleak", "mi", "tv", "expected_pml", "tail", "eml"])
def test_sums_over_outcomes_need_no_condition(quantity: str) -> None:
    closed = form(DOUBLED, quantity)
    assert closed.checked == 12 and not any("occur" in text for text in closed.assumptions)


@pytest.mark.parametrize("quantity", ["pml_at", "distribution"])
def test_what_an_outcome_leaks_is_not_compared_where_it_is_null(quantity: str) -> None:
    closed = form(DOUBLED, quantity)
    assert closed.checked == 12 and "P_Y(y) > 0 at the outcome" in closed.assumptions
    assert list(closed.at(a=0))[:2] == [0, 0]


@pytest.mark.seconds
def test_repetitions_and_compositions_with_null_outcomes_are_compared() -> None:
    twice = derive(family_named("erasure^2").mechanism(), "pml_at", checks=12)
    assert twice.checked == 12 and "P_Y(y) > 0 at the outcome" in twice.assumptions
    both = family_named("geometric & randomized-response(eps=eta)").mechanism(n=2, k=3)
    assert derive(both, "pml_at").checked == 3


def test_a_common_outcome_that_is_null_does_no_harm() -> None:
    rows = "[[1-a-b, a, b], [1-2*a-b, 2*a, b]]"
    closed = derive(own(rows, "0 <= a <= 1/4", "0 <= b <= 1/2").mechanism(), "capacity")
    assert closed.assumptions == ("a > 0, so that every outcome that decides can occur",)
    erasure = family_named("erasure").concrete()
    for quantity in ("pml", "density_min", "capacity"):
        assert not any("occur" in text for text in derive(erasure, quantity).assumptions)


def test_limits_that_other_outcomes_reach_do_no_harm() -> None:
    """At eps = 0 the geometric mechanism has two outcomes, which leak nothing; so its form says."""
    closed = derive(family_named("geometric").concrete(), "pml", checks=12)
    assert not any("occur" in text for text in closed.assumptions)
    assert closed.at(eps=0) == 0


def test_a_density_of_zero_holds_where_its_outcome_occurs() -> None:
    rows = "[[b/8, a**2/12, 1-b/8-a**2/12], [0, b/10, 1-b/10]]"
    closed = form((rows, "0 <= a <= 1", "0 <= b <= 1"), "density_min")
    assert closed.expr == -sympy.oo and closed.assumptions[-1].startswith("b > 0, ")


def test_an_infinite_ratio_holds_where_its_outcome_occurs() -> None:
    closed = form(("[[1, 0], [a, 1-a]]", "0 <= a <= 1"), "capacity")
    assert closed.expr == sympy.oo and closed.assumptions == (f"a < 1, {CAN}",)
    with pytest.raises(InvalidInput, match="cannot occur"):
        closed.at(a=1)


def test_binary_asymmetric_without_one_of_its_outcomes() -> None:
    """At a = 1, b = 0 both rows are (0, 1)."""
    closed = derive(binary_asymmetric(), "capacity", checks=30)
    assert closed.checked == 30
    with pytest.raises(InvalidInput, match=r"it needs -a \+ b \+ 1 > 0"):
        closed.at(a=1, b=0)
    assert derive(binary_asymmetric(), "pml_at").at(a=1, b=0) == sympy.Tuple(0, 0)
    assert "a + b <= 1" in closed.domain


def test_the_tail_at_a_null_outcome_is_that_of_the_other() -> None:
    tail = derive(binary_asymmetric(), "tail")
    prior = [sympy.Rational(1, 4), sympy.Rational(3, 4)]
    assert tail.at(a=1, b=0, tau=sympy.log(sympy.Rational(5, 4)), prior=prior) == 0
    assert tail.at(a=1, b=0).subs(sympy.Symbol("tau"), 0) == 0


@pytest.mark.parametrize("quantity", some_of(["eml", "tail", "expected_pml", "mi", "distribution"]))
@pytest.mark.parametrize("at", [{"a": "1", "b": "0"}, {"a": "0", "b": "1"}])
def test_sums_at_null_outcomes_are_those_of_the_evaluator(
    quantity: str, at: dict[str, str]
) -> None:
    settings = at | {"eml": {"delta": "1/3"}, "tail": {"tau": "log(5/4)"}}.get(quantity, {})
    report = family_report("binary-asymmetric", quantity, settings=settings, prior=["1/4", "3/4"])
    numbers = report.quantities[0].values
    found = derive(binary_asymmetric(), quantity).at(**settings, prior=["1/4", "3/4"])
    shown = found if isinstance(found, sympy.Tuple) else [found]
    assert numbers is not None and len(numbers) == len(shown)
    assert [float(value) for value in shown] == [float(number) for number in numbers]


def test_a_choice_of_zeros_is_zero_whatever_its_conditions_say() -> None:
    a, tau = sympy.symbols("a tau")
    step = sympy.Piecewise((a, tau < a / a**2), (0, True))
    assert expression_at(step, {a: sympy.Integer(0)}, {}) == 0
    weighed = sympy.Piecewise((1, tau < sympy.log((1 - a) / a)), (0, True))
    assert expression_at(sympy.Mul(a, weighed, evaluate=False), {a: sympy.Integer(0)}, {}) == 0


def test_the_number_stands_alone_where_the_form_does_not_hold() -> None:
    report = family_report(own(*DOUBLED), "ldi", settings={"a": "0"}, prior=["1/3", "2/3"])
    assert str(report.quantities[0].closed) == "log(2)"
    assert "a = 0, where an outcome cannot occur" in report.text()
    report = family_report(own(*DOUBLED), "ldi", settings={"a": "1/4"}, prior=["1/3", "2/3"])
    assert "Max" in report.text() and f"a > 0, {CAN}" in report.text()
    report = family_report("binary-asymmetric", "capacity", settings={"a": "1", "b": "0"})
    assert report.to_json()["expr"] == "0" and report.to_json()["value_float"] == 0


def test_intervals_do_not_enclose_a_limit() -> None:
    rows = "[[1-a*exp(-eps), a*exp(-eps)], [1-a*exp(-2*eps), a*exp(-2*eps)]]"
    family = own(rows, "0 <= a <= 1", "eps >= 0")
    with pytest.raises(Unsupported, match="an outcome cannot occur there"):
        family_report(family, "capacity", settings={"a": "0", "eps": "1"})
    report = family_report(family, "pml_at", settings={"a": "0", "eps": "1"}, prior=["1/3", "2/3"])
    numbers = report.quantities[0].values
    assert numbers is not None
    assert all(abs(Fraction(float(number))) < Fraction(1, 10**9) for number in numbers)
