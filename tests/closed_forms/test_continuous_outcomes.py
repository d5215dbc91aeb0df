"""Suprema over a continuum of outcomes, against dense grids of outcomes."""

from __future__ import annotations

from fractions import Fraction
from math import comb, exp, log

import pytest
import sympy
from scipy.integrate import quad

from pmlsym.closed_forms import derive
from pmlsym.closed_forms.at_values import family_report
from pmlsym.closed_forms.line.enclosed_quantities import worst_outcome
from pmlsym.closed_forms.line.line_densities import line_of
from pmlsym.mechanism_families.gaussian import gaussian
from pmlsym.mechanism_families.laplace import laplace
from pmlsym.mechanism_families.laplace_count import laplace_count
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.staircase import staircase
from pmlsym.mechanism_families.truncated_laplace import truncated_laplace
from tests.examples import some_of

GRID = [k / 50 - 6 for k in range(601)]


def _largest(density: object, masses: list[float], grid: list[float]) -> float:
    def leak(y: float) -> float:
        values = [density(x, y) for x in range(len(masses))]  # type: ignore[operator]
        return log(max(values) / sum(p * v for p, v in zip(masses, values, strict=True)))

    return max(leak(y) for y in grid)


@pytest.mark.parametrize("masses", [[0.2, 0.5, 0.3], [0.45, 0.05, 0.5], [0.05, 0.9, 0.05]])
def test_laplace_with_three_means(masses: list[float]) -> None:
    means, gaps = [0.0, 1.0, 1.5], {"d1": 1, "d2": "1/2"}
    prior = [sympy.Rational(str(m)) for m in masses]
    exact = float(derive(laplace(3), "pml").at(prior=prior, **gaps))
    on_grid = _largest(lambda x, y: exp(-abs(y - means[x])), masses, GRID)
    assert exact == pytest.approx(on_grid, abs=1e-9)


def test_maximal_leakage_of_laplace_is_the_integral_of_the_largest_density() -> None:
    means = [0.0, 1.0, 1.5]
    integral, _ = quad(
        lambda y: max(exp(-abs(y - m)) for m in means) / 2, -40, 40, points=means, limit=400
    )
    closed = derive(laplace(3), "maxleak").at(d1=1, d2="1/2")
    assert float(closed) == pytest.approx(log(integral), abs=1e-8)


def test_truncated_laplace() -> None:
    """Interval [-1, 3], means 0 and 1, b = 1: distances 1, 1, 2."""
    means, masses = [0.0, 1.0], [0.3, 0.7]
    scale = [1 / (2 - exp(-1 - m) - exp(m - 3)) for m in means]
    grid = [y for y in GRID if -1 <= y <= 3]
    exact = derive(truncated_laplace(2), "pml").at(d0=1, d1=1, d2=2, prior=["3/10", "7/10"])
    on_grid = _largest(lambda x, y: scale[x] * exp(-abs(y - means[x])), masses, grid)
    assert float(exact) == pytest.approx(on_grid, abs=1e-9)


def test_staircase_rows_are_the_masses_of_its_cells() -> None:
    closed = derive(staircase(2), "distribution").at(eps=1, g="1/3", prior=["1/4", "3/4"])
    probabilities = closed[len(closed) // 2 :]
    assert sympy.simplify(sum(probabilities) - 1) == 0


def test_the_entry_of_a_counted_database() -> None:
    n, p, eps = 3, 0.3, 0.8

    def density(d: int, y: float) -> float:
        masses = [comb(n - 1, s) * p**s * (1 - p) ** (n - 1 - s) for s in range(n)]
        return sum(m * exp(-eps * abs(y - d - s)) for s, m in enumerate(masses))

    exact = derive(laplace_count(n), "entry_pml").at(eps="4/5", p="3/10")
    assert float(exact) == pytest.approx(_largest(density, [1 - p, p], GRID), abs=1e-9)


CONTINUOUS = [
    (laplace(2), ("maxleak", "mi", "tv", "expected_pml", "tail", "eml", "distribution")),
    (laplace(4), ("maxleak", "mi", "tv", "expected_pml", "tail", "distribution")),
    (truncated_laplace(2), ("maxleak", "mi", "tv", "expected_pml", "tail", "eml", "distribution")),
    (truncated_laplace(3), ("maxleak", "mi", "tv", "expected_pml", "tail")),
    (laplace_count(1), ("maxleak", "mi", "tv", "expected_pml", "tail", "eml")),
    (laplace_count(3), ("maxleak", "mi", "tv", "expected_pml", "tail")),
    (gaussian(2), ("maxleak", "tv", "tail", "distribution")),
    (gaussian(3), ("maxleak", "pml", "alip", "distribution")),
]
LONGEST = CONTINUOUS[3]
"""It takes longer than all others together; the others have each of its quantities."""


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("mechanism", "quantities"),
    some_of(c for c in CONTINUOUS if c != LONGEST),
    ids=lambda v: str(v)[:24],
)
def test_integrals_agree_with_sums_over_a_fine_grid(
    mechanism: Mechanism, quantities: tuple[str, ...]
) -> None:
    for quantity in quantities:
        assert derive(mechanism, quantity, checks=2, seed=8).checked == 2, quantity


@pytest.mark.slow
@pytest.mark.parametrize(("mechanism", "quantities"), CONTINUOUS, ids=lambda v: str(v)[:24])
def test_integrals_agree_at_two_hundred_points(
    mechanism: Mechanism, quantities: tuple[str, ...]
) -> None:
    for quantity in quantities:
        assert derive(mechanism, quantity, checks=200, seed=9).checked == 200, quantity


def test_information_of_two_laplace_means() -> None:
    """-p1 log(p1 + p2 r) - p2 log(p2 + p1 r) - an arc, r = exp(-d); nothing at d = 0."""
    closed = derive(laplace(2), "mi")
    p1, p2, d = sympy.symbols("p1 p2 d1")
    assert sympy.simplify(closed.expr.subs({d: 0, p2: 1 - p1})) == 0
    value = closed.at(d1=1, prior=["3/10", "7/10"])

    def integrand(y: float) -> float:
        f = [exp(-abs(y)) / 2, exp(-abs(y - 1)) / 2]
        m = 0.3 * f[0] + 0.7 * f[1]
        return sum(p * v * log(v / m) for p, v in zip((0.3, 0.7), f, strict=True))

    wanted, _ = quad(integrand, -30, 30, points=[0, 1], limit=400)
    assert float(value) == pytest.approx(wanted, abs=1e-8)


@pytest.mark.seconds
def test_total_variation_of_two_means_is_that_of_the_densities() -> None:
    p1, p2, d = sympy.symbols("p1 p2 d1")
    laplacian = 2 * p1 * p2 * (1 - sympy.exp(-d / 2))
    assert sympy.simplify(derive(laplace(2), "tv").expr - laplacian) == 0
    normal = 2 * p1 * p2 * sympy.erf(d / (2 * sympy.sqrt(2)))
    assert sympy.simplify(derive(gaussian(2), "tv").expr - normal) == 0


def test_three_gaussian_means_have_a_closed_form_and_four_an_enclosure() -> None:
    tiny = "1/1000000000"
    rest = "999999999/2000000000"
    gaps = {"n": "3", "d1": "10", "d2": "10"}
    data = family_report("gaussian", "pml", settings=gaps, prior=[rest, tiny, rest]).to_json()
    low, high = (float(end) for end in data["value"]["ball"])
    assert low <= high < low + 1e-9 and 20.72 < data["value_float"] < log(10**9)
    four = {"n": "4", "d1": "10", "d2": "10", "d3": "10"}
    prior = [rest, tiny, "1/4", "499999999/2000000000"]
    data = family_report("gaussian", "pml", settings=four, prior=prior).to_json()
    assert data["expr"].startswith("Max(") and 20.72 < data["value_float"] < log(10**9)


def test_values_of_integrals_are_balls() -> None:
    data = family_report("laplace", "tv", settings={"n": "2", "d1": "1"}, prior=["1/2", "1/2"])
    found = data.to_json()
    assert list(found["value"]) == ["ball"]
    assert found["value_float"] == pytest.approx((1 - exp(-0.5)) / 2, abs=1e-12)


def test_an_inner_mean_of_tiny_mass_dominates_a_gaussian() -> None:
    tiny = Fraction(1, 10**9)
    rest = (1 - tiny) / 2
    value, letter = worst_outcome(line_of("Gaussian", [rest, tiny, rest], [Fraction(10)] * 2))
    low, high = value.enclose(12)
    assert letter == 1 and high - low < Fraction(1, 10**9) and 20.72 < float(value) < log(10**9)


def test_two_gaussian_means_leak_most_at_infinity() -> None:
    value, letter = worst_outcome(
        line_of("Gaussian", [Fraction(2, 3), Fraction(1, 3)], [Fraction(1)])
    )
    assert str(value) == "log(3)" and letter == 1


def test_gaussian_against_a_grid() -> None:
    means, masses = [0.0, 1.0, 4.0], [0.5, 0.1, 0.4]
    prior = [Fraction(1, 2), Fraction(1, 10), Fraction(2, 5)]
    value, _ = worst_outcome(line_of("Gaussian", prior, [Fraction(2), Fraction(6)]))
    grid = [k / 500 - 3 for k in range(5001)]
    on_grid = _largest(lambda x, y: exp(-((y - means[x]) ** 2) * 2) + 1e-300, masses, grid)
    assert float(value) == pytest.approx(on_grid, abs=1e-4)
