"""Quantities of continuous outcomes without closed forms: enclosures against the definitions."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import erf, exp, inf, log, pi, sqrt
from random import Random

import numpy as np
import pytest
from flint import arb, ctx
from scipy.integrate import quad

from pmlsym.closed_forms import derive
from pmlsym.closed_forms.at_values import family_report
from pmlsym.closed_forms.line.enclosed_quantities import event_ratio, total_variation, worst_outcome
from pmlsym.closed_forms.line.line_densities import isolate, line_of
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.mechanism_families.gaussian import gaussian
from pmlsym.mechanism_families.laplace import laplace
from pmlsym.mechanism_families.laplace_count import laplace_count
from pmlsym.mechanism_families.truncated_laplace import truncated_laplace
from tests.examples import some_of

Masses = list[float]
TINY = "1/1000000000"
REST = "999999999/2000000000"


def _value(family: str, quantity: str, prior: str | None, **settings: object) -> float:
    given = {name: str(value) for name, value in settings.items()}
    masses = prior.split(",") if prior and prior != "uniform" else prior
    data = family_report(family, quantity, settings=given, prior=masses).to_json()
    if "ball" in data["value"]:
        low, high = map(float, data["value"]["ball"])
        assert low <= data["value_float"] <= high or high - low < 1e-15
    return float(data["value_float"])


class Line:
    """The definitions once more, in floats."""

    def __init__(self, kind: str, masses: Masses, gaps: Masses, ends: Masses | None = None):
        self.kind, self.masses = kind, masses
        self.means = [sum(gaps[:k]) for k in range(len(gaps) + 1)]
        far = 12.0 if kind == "Gaussian" else 40.0
        self.low, self.high = -far, self.means[-1] + far
        self.scales = [0.5] * len(masses)
        if ends:
            self.low, self.high = -ends[0], self.means[-1] + ends[1]
            self.scales = [1 / (2 - exp(self.low - m) - exp(m - self.high)) for m in self.means]

    def each(self, y: float) -> Masses:
        if self.kind == "Gaussian":
            return [exp(-((y - m) ** 2) / 2) / sqrt(2 * pi) for m in self.means]
        return [c * exp(-abs(y - m)) for c, m in zip(self.scales, self.means, strict=True)]

    def mixture(self, f: Masses) -> float:
        return sum(p * v for p, v in zip(self.masses, f, strict=True))

    def integral(self, of: str, level: float = 0.0, x: int = 0) -> float:
        def integrand(y: float) -> float:
            f = self.each(y)
            m = self.mixture(f)
            if m == 0:
                return 0.0
            if of == "mi":
                return sum(p * v * log(v / m) for p, v in zip(self.masses, f, strict=True) if v > 0)
            if of == "expected_pml":
                return m * log(max(f) / m)
            if of == "tv":
                return sum(p * max(0.0, v - m) for p, v in zip(self.masses, f, strict=True))
            return max(0.0, f[x] - level * m)

        borders = sorted(
            {self.low, self.high, *self.means, *((a + b) / 2 for a, b in pairwise(self.means))}
        )
        return sum(quad(integrand, a, b, limit=200)[0] for a, b in pairwise(borders))

    def quantised(self, cells: int) -> tuple[np.ndarray, np.ndarray]:
        """f_x and P_Y of equal cells of the line."""
        edges = np.linspace(self.low, self.high, cells + 1)
        if self.kind == "Gaussian":
            below = np.array(
                [[(1 + erf((y - m) / sqrt(2))) / 2 for y in edges] for m in self.means]
            )
        else:
            rows = []
            for c, m in zip(self.scales, self.means, strict=True):
                rows.append(
                    [
                        c * (exp(min(y, m) - m) + 1 - exp(m - max(y, m)) - exp(self.low - m))
                        for y in edges
                    ]
                )
            below = np.array(rows)
        rows = np.diff(below, axis=1)
        return rows, np.array(self.masses) @ rows

    def event(self, delta: float, cells: int = 20000) -> tuple[float, float]:
        """Bounds of EML: of events made of cells from below, by the dual from above."""
        rows, whole = self.quantised(cells)
        low = high = 0.0
        for x, row in enumerate(rows):
            order = np.argsort(-row / np.maximum(whole, 1e-300))
            mass, own = np.cumsum(whole[order]), np.cumsum(row[order])
            k = min(int(np.searchsorted(mass, delta)), len(order) - 1)
            before = (mass[k - 1], own[k - 1]) if k else (0.0, 0.0)
            share = row[order[k]] / whole[order[k]]
            low = max(low, (before[1] + (delta - before[0]) * share) / delta)
            dual = self.integral("excess", share, x) + share * delta
            high = max(high, dual / delta)
        return log(low), log(high)


GAUSSIANS = [
    ("1/2,1/2", {"n": 2, "d1": 1}),
    ("1/2,1/6,1/3", {"n": 3, "d1": 1, "d2": "5/2"}),
    ("1/4,1/8,1/8,1/2", {"n": 4, "d1": "1/2", "d2": 4, "d3": 1}),
]


def _gaussian(prior: str, settings: dict[str, object]) -> Line:
    masses = [float(Fraction(p)) for p in prior.split(",")]
    gaps = [float(Fraction(str(settings[f"d{k}"]))) for k in range(1, len(masses))]
    return Line("Gaussian", masses, gaps)


@pytest.mark.parametrize(("prior", "settings"), GAUSSIANS)
@pytest.mark.parametrize("quantity", ["mi", "expected_pml", "tv"])
def test_integrals_of_gaussians(prior: str, settings: dict[str, object], quantity: str) -> None:
    wanted = _gaussian(prior, settings).integral(quantity)
    assert _value("gaussian", quantity, prior, **settings) == pytest.approx(wanted, abs=1e-7)


@pytest.mark.seconds
@pytest.mark.parametrize(("prior", "settings"), GAUSSIANS)
def test_tails_of_gaussians(prior: str, settings: dict[str, object]) -> None:
    line = _gaussian(prior, settings)
    rows, whole = line.quantised(20000)
    ratio = rows.max(axis=0) / np.maximum(whole, 1e-300)
    for tau in ("1/10", "1/2", "1", "3/2"):
        level = exp(float(Fraction(tau)))
        found = _value("gaussian", "tail", prior, tau=tau, **settings)
        assert found == pytest.approx(whole[ratio > level].sum(), abs=2e-3), tau


@pytest.mark.parametrize(("prior", "settings"), GAUSSIANS)
@pytest.mark.parametrize("delta", ["1/100", "3/10", "19/20"])
def test_worst_events_of_gaussians(prior: str, settings: dict[str, object], delta: str) -> None:
    low, high = _gaussian(prior, settings).event(float(Fraction(delta)))
    found = _value("gaussian", "eml", prior, delta=delta, **settings)
    assert low - 1e-9 <= found <= high + 1e-7 and high - low < 1e-4


LAPLACES = [
    ("laplace", [1.0, 2.5], None),
    ("laplace", [1.0, 1.0], None),
    ("truncated-laplace", [1.0, 2.5], [0.5, 3.0]),
]


@pytest.mark.parametrize(("family", "gaps", "ends"), some_of(LAPLACES))
@pytest.mark.parametrize("prior", ["1/3,1/3,1/3", "9/10,1/20,1/20"])
def test_worst_events_of_three_laplace_means(
    family: str, gaps: Masses, ends: Masses | None, prior: str
) -> None:
    line = Line("Laplace", [float(Fraction(p)) for p in prior.split(",")], gaps, ends)
    distances = gaps if ends is None else [ends[0], *gaps, ends[1]]
    first = 1 if ends is None else 0
    settings = {f"d{k}": Fraction(str(d)) for k, d in enumerate(distances, first)}
    for delta in ("1/50", "1/3", "4/5"):
        low, high = line.event(float(Fraction(delta)))
        found = _value(family, "eml", prior, n=3, delta=delta, **settings)
        assert low - 1e-9 <= found <= high + 1e-6 and high - low < 1e-3, delta


def test_worst_events_of_two_laplace_means_agree_with_the_closed_form() -> None:
    rng, done = Random(4), 0
    for _ in range(4):
        p, gap = Fraction(rng.randint(1, 9), 10), Fraction(rng.randint(1, 30), 10)
        delta = Fraction(rng.randint(1, 10), 10)
        line = line_of("Laplace", [p, 1 - p], [gap])
        at = {"d1": str(gap), "delta": str(delta)}
        closed = family_report("laplace", "eml", settings=at, prior=[str(p), str(1 - p)])
        (number,) = closed.quantities[0].values or ()
        found = event_ratio(line.in_balls(), arb(delta.numerator) / delta.denominator).log()
        assert float(found.mid()) == pytest.approx(float(number), abs=1e-9)
        done += 1
    assert done == 4


@pytest.mark.seconds
def test_total_variation_of_laplace_means_agrees_with_the_closed_form() -> None:
    masses, gaps = [Fraction(1, 2), Fraction(1, 6), Fraction(1, 3)], [Fraction(1), Fraction(5, 2)]
    found = float(total_variation(line_of("Laplace", masses, gaps).in_balls()).mid())
    assert _value("laplace", "tv", "1/2,1/6,1/3", d1=1, d2="5/2") == pytest.approx(found, abs=1e-9)


def test_a_count_of_entries_is_laplace_noise_under_a_binomial_prior() -> None:
    counted = _value("laplace-count", "eml", None, n=2, eps=1, p="1/3", delta="1/5")
    assert counted == pytest.approx(
        _value("laplace", "eml", "4/9,4/9,1/9", d1=1, d2=1, delta="1/5"), abs=1e-15
    )


# --- boundaries -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("family", "quantity"),
    some_of(
        [("gaussian", q) for q in ("mi", "expected_pml", "tv", "tail", "eml", "pml")]
        + [("laplace", q) for q in ("mi", "eml", "pml")]
    ),
)
def test_letters_without_mass_do_not_count(family: str, quantity: str) -> None:
    level = {"tail": {"tau": "1/3"}, "eml": {"delta": "1/3"}}.get(quantity, {})
    found = _value(family, quantity, "1/3,0,2/3", d1=1, d2="1/2", **level)
    assert found == pytest.approx(_value(family, quantity, "1/3,2/3", d1="3/2", **level), abs=1e-14)
    assert _value(family, quantity, "0,1,0", d1=1, d2=2, **level) == 0


@pytest.mark.seconds
@pytest.mark.parametrize("quantity", ["tv", "eml"])
def test_letters_without_mass_do_not_count_where_noise_is_cut(quantity: str) -> None:
    level = {"tail": {"tau": "1/3"}, "eml": {"delta": "1/3"}}.get(quantity, {})
    own = _value("truncated-laplace", quantity, "0,1/3,2/3", d0=1, d1=1, d2=2, d3=3, **level)
    less = _value("truncated-laplace", quantity, "1/3,2/3", d0=2, d1=2, d2=3, **level)
    assert own == pytest.approx(less, abs=1e-14)


@pytest.mark.seconds
def test_equal_means_are_one_letter() -> None:
    for quantity, level in (("mi", {}), ("eml", {"delta": "1/3"})):
        joined = _value("laplace", quantity, "1/4,1/4,1/2", d1=0, d2=1, **level)
        apart = _value("laplace", quantity, "1/2,1/2", d1=1, **level)
        assert joined == pytest.approx(apart, abs=1e-14)
    assert _value("laplace-count", "eml", None, n=3, eps=0, p="1/3", delta="1/2") == 0


def test_the_largest_events_leak_nothing_and_the_smallest_like_an_outcome() -> None:
    prior, gaps = "1/2,1/4,1/4", {"d1": 1, "d2": 2}
    for family in ("gaussian", "laplace"):
        assert _value(family, "eml", prior, delta=1, **gaps) == 0
        none = _value(family, "eml", prior, delta=0, **gaps)
        assert none == pytest.approx(_value(family, "pml", prior, **gaps), abs=1e-12)
        small = _value(family, "eml", prior, delta="1/1000000", **gaps)
        assert none - 1e-2 < small <= none
    assert _value("laplace", "eml", "1/2,1/2", d1="log(3)", delta=0) == pytest.approx(log(3 / 2))


def test_tails_are_exact_where_no_outcome_or_all_leak_more() -> None:
    prior, gaps = ["1/2", "1/4", "1/4"], {"d1": "1", "d2": "1"}
    for tau, share in (("0", "1"), ("log(4)", "0"), ("7", "0")):
        data = family_report("gaussian", "tail", settings={**gaps, "tau": tau}, prior=prior)
        assert data.to_json()["value"] == {"rational": share}


@pytest.mark.parametrize("tau", ["log(2)", "log(19/10)", "3"])
def test_no_laplace_outcome_leaks_more_than_the_worst(tau: str) -> None:
    """Beyond the worst leakage, log(1.81), at -log p = log 2 and further, the tail is zero."""
    data = family_report("laplace", "tail", settings={"d1": "9/4", "tau": tau}, prior=["1/2"] * 2)
    assert data.to_json()["value"] == {"rational": "0"}


def test_a_laplace_tail_where_a_root_is_of_zero() -> None:
    """At tau = -log p(2), which is what the second letter leaks at most, and never quite."""
    tail = _value("laplace", "tail", "1/3,2/3", d1="9/4", tau="log(3/2)")
    line = Line("Laplace", [1 / 3, 2 / 3], [9 / 4])

    def integrand(y: float) -> float:
        f = line.each(y)
        return line.mixture(f) if max(f) > 1.5 * line.mixture(f) else 0.0

    (whole, _) = quad(integrand, line.low, line.high, limit=400, points=[0.0, 9 / 8, 9 / 4])
    assert tail == pytest.approx(whole, abs=1e-6)


@pytest.mark.seconds
def test_an_inner_mean_of_tiny_mass_leaks_in_its_small_event() -> None:
    prior, gaps = f"{REST},{TINY},{REST}", {"d1": 10, "d2": 10}
    small = _value("gaussian", "eml", prior, delta="1/1000000000000", **gaps)
    large = _value("gaussian", "eml", prior, delta="1/1000", **gaps)
    assert 20.72 < small < log(10**9) and large == pytest.approx(log(1000), abs=1e-6)
    assert _value("gaussian", "tail", prior, tau=20, **gaps) == pytest.approx(1e-9, rel=1e-2)
    assert 0 < _value("gaussian", "mi", prior, **gaps) - log(2) < 1e-7


@pytest.mark.seconds
def test_huge_noise_leaves_almost_nothing_and_tiny_noise_everything() -> None:
    third = "1/3,1/3,1/3"
    near = {"d1": TINY, "d2": TINY}
    assert _value("gaussian", "mi", third, **near) == pytest.approx(1e-18 / 3, rel=1e-6)
    assert _value("gaussian", "expected_pml", third, **near) == pytest.approx(1e-9 * sqrt(2 / pi))
    far = {"d1": 10**6, "d2": 10**6}
    assert _value("gaussian", "mi", third, **far) == pytest.approx(log(3), abs=1e-12)
    assert _value("gaussian", "eml", third, delta="1/3", **far) == pytest.approx(log(3), abs=1e-9)
    assert _value("gaussian", "tv", third, **far) == pytest.approx(2 / 3, abs=1e-12)


def test_inner_means_that_lie_alike() -> None:
    prior = [Fraction(k, 20) for k in (9, 1, 1, 9)]
    value, letter = worst_outcome(line_of("Gaussian", prior, [Fraction(1)] * 3))
    assert letter in (1, 2) and log(2) < float(value) < log(20)


@pytest.mark.parametrize(
    ("family", "quantity", "settings", "words"),
    [
        ("gaussian", "mi", {}, "give d1 and the prior"),
        ("gaussian", "expected_pml", {"n": "3", "d1": "1"}, "give d2 and the prior"),
        ("gaussian", "tail", {"n": "3", "d1": "1", "d2": "1"}, "give tau and the prior"),
        ("laplace", "eml", {"n": "3", "d1": "1", "d2": "1"}, "give delta and the prior"),
        ("laplace-count", "eml", {"n": "2", "eps": "1"}, "give p and delta"),
    ],
)
def test_what_is_missing_is_said(
    family: str, quantity: str, settings: dict[str, str], words: str
) -> None:
    with pytest.raises(Unsupported, match=words):
        family_report(family, quantity, settings=settings)


@pytest.mark.parametrize("quantity", ["mi", "maxleak", "capacity"])
def test_letters_without_mass_at_an_irrational_exponential(quantity: str) -> None:
    """Which letters have mass changes nothing about the number of letters in the channel."""
    near = "1.386294361119890618834464242916353136151"
    for prior in ("1/2,0,0,1/2", "0,0,1,0"):
        exact = _value("randomized-response", quantity, prior, eps="log(4)")
        found = _value("randomized-response", quantity, prior, eps=near)
        assert found == pytest.approx(exact, abs=1e-12), prior
    assert _value("laplace", "capacity", "1/2,1/2,0", d1=1, d2=2) == pytest.approx(3)


def test_bad_values_are_refused() -> None:
    for delta in ("-1/10", "11/10"):
        with pytest.raises(InvalidInput, match="outside its domain"):
            _value("gaussian", "eml", "1/2,1/2", d1=1, delta=delta)
    with pytest.raises(InvalidInput, match="2 masses"):
        _value("gaussian", "mi", "1/2,1/2", n=3, d1=1, d2=1)
    with pytest.raises(InvalidInput, match="outside its domain"):
        _value("gaussian", "mi", "1/2,1/2", d1=0)


def test_uniform_priors_and_values_in_the_name() -> None:
    half = _value("gaussian", "mi", "1/2,1/2", d1=1)
    assert _value("gaussian", "mi", "uniform", d1=1) == pytest.approx(half, abs=1e-15)
    assert _value("gaussian(d1=1)", "mi", "1/2,1/2") == pytest.approx(half, abs=1e-15)
    assert _value("gaussian(d1=g)", "mi", "uniform", g=1) == pytest.approx(half, abs=1e-15)
    assert _value("laplace", "tv", "uniform", n=2, d1=1) == pytest.approx((1 - exp(-0.5)) / 2)
    assert _value("gaussian", "pml", "uniform", n=4, d1=1, d2=1, d3=1) == pytest.approx(log(4))


def test_symbolic_forms_where_there_are_any() -> None:
    for mechanism, quantity in (
        (gaussian(3), "tv"),
        (gaussian(2), "eml"),
        (laplace(3), "eml"),
        (laplace_count(2), "eml"),
        (truncated_laplace(3), "eml"),
    ):
        with pytest.raises(Unsupported, match="no closed form; it is enclosed"):
            derive(mechanism, quantity)
    assert derive(laplace(2), "eml", checks=1).checked == 1


# --- what it rests on -------------------------------------------------------------------------


def test_narrower_enclosures_lie_in_wider_ones() -> None:
    settings = {"d1": "1", "d2": "1/2", "delta": "1/3"}
    report = family_report("gaussian", "eml", settings=settings, prior=["1/2", "1/4", "1/4"])
    (number,) = report.quantities[0].values or ()
    wide, narrow = number.enclose(25), number.enclose(70)
    assert wide[0] <= narrow[0] < narrow[1] <= wide[1]
    assert narrow[1] - narrow[0] < Fraction(1, 10**69)


def test_changes_of_sign_are_enclosed() -> None:
    rng, met = Random(3), 0
    for _ in range(60):
        root = arb(rng.randint(-50, 50)) / rng.choice([1, 2, 7])
        steep = arb(10) ** rng.randint(-3, 6)
        shapes = (
            lambda y, r=root, s=steep: (y - r) * s,
            lambda y, r=root, s=steep: (y - r) ** 3 * s,
            lambda y, r=root, s=steep: ((y - r) * s / 1000).exp() - 1,
            lambda y, r=root: arb(1) if y > r else arb(-1) if y < r else arb(0, 1),
        )
        before, after = isolate(rng.choice(shapes), arb(-60), arb(70), arb(2) ** -20)
        assert before is not None and after is not None
        assert not before > root and not after < root and after - before < arb(2) ** -10
        met += 1
    assert met == 60 and ctx.prec == 53


def test_functions_of_one_sign_have_no_change() -> None:
    one, ten = arb(1), arb(10)
    assert isolate(lambda y: y, one, ten, arb(1)) == (None, one)
    assert isolate(lambda y: -y, one, ten, arb(1)) == (ten, None)
    assert isolate(lambda y: arb(0, 1), one, ten, arb(1)) == (None, None)
    assert exp(-inf) == 0
