"""Closed forms against what the papers print."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy

from pmlsym.closed_forms import derive
from pmlsym.closed_forms.over_priors.interval_worst_case import worst_over_interval
from pmlsym.closed_forms.own_channels.own_channel import channel_from_sympy
from pmlsym.mechanism_families.disclosing import disclosing
from pmlsym.mechanism_families.laplace_count import laplace_count
from pmlsym.mechanism_families.one_zero import one_zero
from pmlsym.mechanism_families.prior_matched import prior_matched
from pmlsym.mechanism_families.randomized_response import randomized_response
from pmlsym.mechanism_families.threshold_count import threshold_count

N, EPS, C, K, P = sympy.symbols("n eps c k p")
P_MIN = sympy.Symbol("p_min")


def _same(left: sympy.Expr, right: sympy.Expr) -> bool:
    return bool(sympy.simplify(sympy.exp(left) - sympy.exp(right)) == 0)


def test_the_channel_with_one_zero_for_every_n() -> None:
    """[PML23, Sec. IV-B]: log n/(n-1) at the first outcome, log n^2/(n^2-n+1) at the others."""
    closed = derive(one_zero(), "pml_at")
    found = {part.outcome: part.expr for part in closed.parts}
    assert _same(found["y = 1"], sympy.log(N / (N - 1)))
    assert _same(found["y != 1"], sympy.log(N**2 / (N**2 - N + 1)))
    assert _same(derive(one_zero(), "pml").expr, sympy.log(N / (N - 1)))
    assert derive(one_zero(), "capacity").expr == sympy.oo


def test_the_two_outcomes_of_the_cheapest_disclosure() -> None:
    """[RDP, Prop. 3.8]: log 1/(1-p_min), and log 1/(1 - alpha (1-p_min))."""
    alpha, least = sympy.Symbol("alpha"), sympy.Function("p")(sympy.Symbol("x_min"))
    told, other = (part.expr for part in derive(disclosing(), "pml_at").parts)
    assert _same(told, -sympy.log(1 - least))
    assert _same(other, -sympy.log(1 - alpha * (1 - least)))


def test_the_first_outcome_dominates_only_while_alpha_is_small() -> None:
    regions = derive(disclosing(), "pml").regions
    alpha, least = sympy.Symbol("alpha"), sympy.Function("p")(sympy.Symbol("x_min"))
    for share, mass in ((Fraction(1, 10), Fraction(1, 4)), (Fraction(9, 10), Fraction(1, 4))):
        point = {alpha: sympy.Rational(str(share)), least: sympy.Rational(str(mass))}
        (region,) = [r for r in regions if r.condition.subs(point) == sympy.true]
        small = share * (1 - mass) <= mass
        assert _same(region.expr.subs(point), -sympy.log(1 - point[least])) is small


def test_prior_matched_response_leaks_eps_and_has_the_printed_lower_bound() -> None:
    """[QID24, (20)]: PML eps at every outcome; eps_l = log p_min / (1 - e^eps (1 - p_min))."""
    lower, upper = (part.expr for part in derive(prior_matched(), "alip").parts)
    assert upper == EPS
    assert _same(lower, sympy.log(P_MIN / (1 - sympy.exp(EPS) * (1 - P_MIN))))


@pytest.mark.seconds
def test_laplace_count_meets_the_bound_for_one_entry_with_equality() -> None:
    """[RDP, Prop. 4.6] with 1/(n b) = eps: the bound is the supremum itself."""
    printed = EPS - sympy.log((1 - C) + C * sympy.exp(EPS))
    for n in (1, 2, 3):
        found = worst_over_interval(laplace_count(n), "entry_pml", "p", "c", "1-c")
        assert _same(found.closed.expr, printed), n


def test_as_c_tends_to_one_half_the_leakage_is_below_half_of_eps() -> None:
    """[RDP, Sec. 4.1] says "almost a factor of one half": it is a little below it."""
    half = EPS - sympy.log((1 + sympy.exp(EPS)) / 2)
    assert sympy.limit(half / EPS, EPS, 0) == sympy.Rational(1, 2)
    assert _same(half, EPS / 2 - sympy.log(sympy.cosh(EPS / 2).rewrite(sympy.exp)))
    assert (half / EPS).subs(EPS, 4).evalf() < 0.34


def test_more_than_m_of_n_answered_exactly() -> None:
    """[RDP, Example 3.11]: -log(1 - sum_{k<=m} C(n,k) p^k (1-p)^(n-k)) at the answer yes."""
    for n, m in ((3, 1), (4, 0), (5, 3)):
        below = sum(sympy.binomial(n, k) * P**k * (1 - P) ** (n - k) for k in range(m + 1))
        closed = derive(threshold_count(n, m), "pml_at")
        found = {part.outcome: part.expr for part in closed.parts}
        assert _same(found["1"], -sympy.log(1 - below))
        assert _same(found["0"], -sympy.log(below))


def test_the_introduction_has_two_channels_of_equal_maximal_leakage() -> None:
    """[PML23, Sec. I]: both log 2, but the leakages of their outcomes differ."""
    half, sixth, two = sympy.Rational(1, 2), sympy.Rational(1, 6), sympy.Rational(2, 3)
    first = channel_from_sympy([[1, 0, 0], [half, half, 0], [0, half, half]])
    second = channel_from_sympy([[two, sixth, sixth], [sixth, two, sixth], [sixth, sixth, two]])
    uniform = [sympy.Rational(1, 3)] * 3
    for mechanism, at in ((first, (2, 3 * half, 3)), (second, (2, 2, 2))):
        assert _same(derive(mechanism, "maxleak").expr, sympy.log(2))
        values = derive(mechanism, "pml_at").at(prior=uniform)
        assert all(_same(v, sympy.log(a)) for v, a in zip(values, at, strict=True))


EXAMPLE_FIVE = [
    [0, 0, "1/2", "1/2"],
    [0, 0, "1/2", "1/2"],
    [0, "1/3", "1/3", "1/3"],
    ["1/3", 0, "1/3", "1/3"],
]
MERGED = [["1/2", "1/2"], ["1/2", "1/2"], ["1/3", "2/3"], ["2/3", "1/3"]]


@pytest.mark.parametrize(
    ("rows", "printed"), [(EXAMPLE_FIVE, "12/5"), (MERGED, "4/3")], ids=["Y", "Z"]
)
def test_event_maximal_leakage_of_example_six(rows: list[list[object]], printed: str) -> None:
    """[PML23, Example 6] at delta = 1/6, under the uniform prior."""
    closed = derive(channel_from_sympy(rows), "eml")
    value = closed.at(delta=sympy.Rational(1, 6), prior=[sympy.Rational(1, 4)] * 4)
    assert _same(value, sympy.log(sympy.Rational(printed)))


def test_maximal_leakage_of_randomised_response() -> None:
    closed = derive(randomized_response(), "maxleak")
    assert _same(closed.expr, sympy.log(K * sympy.exp(EPS) / (K - 1 + sympy.exp(EPS))))
