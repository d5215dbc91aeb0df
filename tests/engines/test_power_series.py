"""Power series in one number: limits at the ends of ranges, and coefficients without a minus."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from mpmath import mp, mpf

from pmlsym.claim_text.question import parse
from pmlsym.engines.analytic.checking import check_analytic, prove_analytic
from pmlsym.engines.analytic.power_series import has_nonnegative_coefficients, limit_at_end
from pmlsym.engines.analytic.problem import NumberFact, NumberProblem
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.engines.analytic.rules import expand
from pmlsym.errors import InvalidCertificate, OutOfDomain
from pmlsym.evidence.enclosure import Move, PowerSeries

X, Y = NumberRatio.variable("x"), NumberRatio.variable("y")
E = X.exp()
ZERO, ONE = Fraction(0), Fraction(1)

LIMITS = {
    "e^x - 1 over x": ((E - 1) * X.inverse(), ZERO, True, "1"),
    "x e^x/(e^x - 1)": (X * E * (E - 1).inverse(), ZERO, True, "1"),
    "log(e^x - 1) - log x": ((E - 1).log() - X.log(), ZERO, True, "0"),
    "log(2 x) - log x": ((X * 2).log() - X.log(), ZERO, True, "log(2)"),
    "x log x": (X * X.log(), ZERO, True, "0"),
    "x^x": ((X * X.log()).exp(), ZERO, True, "1"),
    "x log x at 1": (X * X.log(), ONE, True, "0"),
    "(1 - x) log(1 - x)": ((-X + 1) * (-X + 1).log(), ONE, False, "0"),
    "1/x - 1/(e^x - 1)": (X.inverse() - (E - 1).inverse(), ZERO, True, "1/2"),
}


@pytest.mark.parametrize("name", LIMITS)
def test_limits_at_an_end(name: str) -> None:
    form, end, from_above, limit = LIMITS[name]
    assert str(limit_at_end(form, "x", end, from_above=from_above)) == limit


@pytest.mark.parametrize(
    ("form", "end"),
    [
        (X.inverse(), ZERO),
        (X.log(), ZERO),
        (X * X.log() * X.inverse(), ZERO),
        (X.inverse().exp(), ZERO),
        (E * (X - 1).inverse(), ONE),  # infinite, and e is no rational
        (E, ONE),
        ((X * Y).exp() * X.inverse(), ZERO),
        (((X**13).exp() - 1) * (X**13).inverse(), ZERO),  # beyond the coefficients that are kept
    ],
    ids=str,
)
def test_no_limit_is_said_where_none_is_known(form: NumberRatio, end: Fraction) -> None:
    with pytest.raises(OutOfDomain):
        limit_at_end(form, "x", end, from_above=True)


def _value(form: NumberRatio, x: mpf) -> mpf:
    """The value of a polynomial in x and exp(x/2)."""
    total = mpf(0)
    for powers, c in form.numerator.terms:
        term = mpf(c.numerator) / c.denominator
        for generator, exponent in powers:
            term *= (x if generator.inside is None else mp.exp(x / 2)) ** exponent
        total += term
    return total


@pytest.mark.seconds
def test_what_has_a_series_without_a_minus_is_nonnegative() -> None:
    """Of 400 random forms, none that is accepted is negative anywhere, and some are accepted."""
    random, accepted = Random(3), 0
    half = (X * Fraction(1, 2)).exp()
    for _ in range(400):
        form = NumberRatio.number(0)
        for _ in range(random.randint(2, 5)):
            term = X ** random.randint(0, 3) * half ** random.randint(0, 4)
            form = form + term * Fraction(random.randint(-6, 6), random.randint(1, 3))
        if has_nonnegative_coefficients(form, "x"):
            accepted += 1
            with mp.workdps(60):
                for k in range(120):
                    assert _value(form, mpf(k * k) / 400) >= -(mpf(10) ** -50)
    assert accepted > 40


@pytest.mark.parametrize(
    ("form", "accepted"),
    [
        ((X - 2) * E + X + 2, True),  # tanh(x/2) <= x/2
        ((X - 3) * E + X + 3, False),
        (E - 1 - X, True),
        (E - 1 - X * Fraction(101, 100), False),
        (X + 1 - E, False),
        (E * E - E * X * X * 5 + X**3 * 100, False),  # negative between 1 and 3
        (E.inverse() - 1 + X, False),  # another kind
        (X * Y, False),
        (X.log(), False),
    ],
    ids=str,
)
def test_series_without_a_minus(form: NumberRatio, accepted: bool) -> None:
    assert has_nonnegative_coefficients(form, "x") == accepted


@pytest.mark.parametrize(
    ("facts", "goal"),
    [
        ((), NumberFact(E - 1 - X)),  # of numbers below zero nothing is said
        ((NumberFact(X + 1),), NumberFact(E - 1 - X)),
        ((NumberFact(X),), NumberFact(E - 1 - X, is_strict=True)),  # zero at zero
        ((NumberFact(X, is_strict=True),), NumberFact(X + 1 - E)),
    ],
    ids=str,
)
def test_a_series_shows_nothing_else(facts: tuple[NumberFact, ...], goal: NumberFact) -> None:
    with pytest.raises(InvalidCertificate):
        expand(NumberProblem(facts, goal), PowerSeries("x"))


def test_a_goal_above_zero_needs_a_number_above_zero() -> None:
    problem = NumberProblem((NumberFact(X, is_strict=True),), NumberFact(E - 1 - X, is_strict=True))
    assert expand(problem, PowerSeries("x")) == ()


def test_where_the_end_has_no_value_the_limit_is_left() -> None:
    goal = NumberFact((E - 1).log() - X.log())
    slope, base = expand(NumberProblem((NumberFact(X, is_strict=True),), goal), Move("x", True))
    assert str(base.goal) == "0 >= 0" and slope.goal.form.factors
    with pytest.raises(InvalidCertificate):  # at zero itself it is not defined
        expand(NumberProblem((NumberFact(X),), goal), Move("x", True))


@pytest.mark.parametrize(
    "text",
    [
        # [Hoeffding 1963], at the weight that is worst: information under eps-LDP
        "a > 0 => a*exp(a)/(exp(a) - 1) - 1 - log(a*exp(a)/(exp(a) - 1)) <= a^2/8",
        "a > 0 => log((exp(a) - 1)/a) <= a/2 + a^2/24",
        "a >= 0 => (exp(a) - 1)*2 <= a*(exp(a) + 1)",
    ],
)
def test_claims_that_end_in_a_series(text: str) -> None:
    proof = prove_analytic(parse(text), effort=8)
    assert proof is not None and check_analytic(parse(text), proof)


@pytest.mark.parametrize(
    "text",
    [
        "a > 0 => a*exp(a)/(exp(a) - 1) - 1 - log(a*exp(a)/(exp(a) - 1)) <= a^2/9",
        "a > 0 => log((exp(a) - 1)/a) <= a/2 + a^2/25",
        "a > 0 => log((exp(a) - 1)/a) <= a/2",
        "a >= 0 => (exp(a) - 1)*201/100 <= a*(exp(a) + 1)",
    ],
)
def test_what_is_off_by_a_little_is_not_proved(text: str) -> None:
    assert prove_analytic(parse(text), effort=1) is None
