"""Mechanisms of many letters: the same optimum as over all vertices, and proofs that can fail."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pmlsym.errors import InvalidCertificate, Unsupported
from pmlsym.linear.matrix import dot
from pmlsym.linear.program import best_combination
from pmlsym.mechanisms import box_pricing
from pmlsym.mechanisms.box_generation import generate_split
from pmlsym.mechanisms.box_pricing import pricing_of
from pmlsym.mechanisms.guarantee import Bounded, InformationDensity
from pmlsym.mechanisms.optimal_mechanism import optimal_mechanism
from pmlsym.mechanisms.posterior_polytope import (
    PosteriorPolytope,
    box_of,
    cover,
    filled,
    posterior_polytope,
)
from pmlsym.mechanisms.saved_mechanism import check_mechanism
from pmlsym.mechanisms.utilities import (
    ChiSquared,
    ExpectedGain,
    GuessProbability,
    MutualInformation,
    Utility,
)
from pmlsym.verbs.design import design

GUARANTEES = (
    Bounded("pml", Fraction(3, 2)),
    Bounded("pml", Fraction(3)),
    InformationDensity(lower=Fraction(2), upper=Fraction(3, 2)),
    InformationDensity(lower=Fraction(3), upper=Fraction(7, 3)),
)


def prior_of(size: int, random: Random) -> list[Fraction]:
    weights = [random.randint(1, 5) for _ in range(size)]
    return [Fraction(weight, sum(weights)) for weight in weights]


def utilities(size: int, random: Random) -> list[Utility]:
    gain = [[Fraction(random.randint(-3, 9)) for _ in range(4)] for _ in range(size)]
    return [GuessProbability(), MutualInformation(), ExpectedGain(tuple(map(tuple, gain)))]


def cases() -> list[tuple[PosteriorPolytope, Utility, Random]]:
    random = Random(5)
    return [
        (posterior_polytope(prior_of(size, random), [guarantee]), utility, random)
        for size in (3, 4, 5, 6)
        for guarantee in GUARANTEES
        for utility in utilities(size, random)
    ]


@pytest.mark.seconds
def test_the_excess_is_the_largest_over_all_vertices() -> None:
    for polytope, utility, random in cases():
        box = box_of(polytope)
        assert box is not None
        assert all(filled(box, range(len(v))) in polytope.vertices() for v in polytope.vertices())
        pricing = pricing_of(box, utility, polytope.prior)
        for _ in range(4):
            prices = tuple(Fraction(random.randint(-20, 20), 10) for _ in polytope.prior)
            above = [
                utility.at(v, polytope.prior).middle - dot(prices, v) for v in polytope.vertices()
            ]
            assert 0 <= pricing.excess(prices) - max(above) < Fraction(1, 10**11)
            best = max(above) > Fraction(1, 10**6)
            found = dict(pricing.improving(prices_in_floats(prices)))
            assert bool(found) or not best
            assert set(found) <= set(polytope.vertices())
            if best:
                reached = max(value - float(dot(prices, v)) for v, value in found.items())
                assert reached == pytest.approx(float(max(above)), abs=1e-9)


def prices_in_floats(prices: tuple[Fraction, ...]) -> box_pricing.Floats:
    return box_pricing.np.array([float(price) for price in prices])


@pytest.mark.seconds
def test_the_optimum_is_that_over_all_vertices() -> None:
    for polytope, utility, _ in cases():
        box = box_of(polytope)
        assert box is not None
        split = generate_split(box, utility, polytope.prior)
        whole = optimal_mechanism(polytope, utility)
        assert abs(split.certificate.bound - whole.certificate.bound) < Fraction(1, 10**10)
        masses = [dot(split.weights, column) for column in zip(*split.points, strict=True)]
        assert tuple(masses) == polytope.prior
        assert sum(split.weights) == 1


@pytest.mark.parametrize("size", [14, 16, pytest.param(64, marks=pytest.mark.slow)])
@pytest.mark.parametrize("utility", ["guess", "gain", "mi"])
def test_many_letters(size: int, utility: str) -> None:
    random = Random(size)
    gain = [[Fraction(random.randint(0, 9)) for _ in range(6)] for _ in range(size)]
    prior = prior_of(size, random)
    more = {"gain": gain} if utility == "gain" else {}
    found = design(prior, pml="log(3)", utility=utility, **more)
    assert not found.violations()
    assert found.gap < Fraction(1, 10**11)
    if utility != "mi":
        assert found.gap == 0
    assert "by knapsacks" in found.text()
    assert "private under pml <= log(3)" in check_mechanism(found.to_json())


@pytest.mark.seconds
def test_masses_of_a_large_common_denominator() -> None:
    random = Random(24)
    weights = [random.randint(1, 1000) for _ in range(24)]
    prior = [Fraction(weight, sum(weights)) for weight in weights]
    box = box_of(posterior_polytope(prior, [Bounded("pml", Fraction(3, 2))]))
    assert box is not None and max(mass.denominator for mass in box.upper) > 5000
    found = design(prior, pml="log(3/2)", utility="mi")
    assert not found.violations()
    assert found.gap < Fraction(1, 10**11)


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("prior", "pml", "utility"),
    [
        ([Fraction(1, 64)] * 64, "log(5/3)", "mi"),
        ([Fraction(1, 2**k) for k in range(1, 64)] + [Fraction(1, 2**63)], "log(2)", "guess"),
    ],
)
def test_what_covers_the_prior_in_floats_alone_is_completed(
    prior: list[Fraction], pml: str, utility: str
) -> None:
    """The weights of floats leave a rest that no vertex among those found has."""
    found = design(prior, pml=pml, utility=utility)
    assert not found.violations()
    assert found.gap < Fraction(1, 10**8)
    assert "private under pml" in check_mechanism(found.to_json())


@pytest.mark.seconds
def test_a_cover_has_the_point_in_its_hull() -> None:
    for polytope, _, random in cases():
        box = box_of(polytope)
        assert box is not None
        some = random.sample(polytope.vertices(), 2)
        middle = tuple((a + b) / 2 for a, b in zip(*some, strict=True))
        for point in (polytope.prior, middle, some[0]):
            around = cover(box, point)
            assert set(around) <= set(polytope.vertices()) and len(around) <= len(point)
            weights = best_combination(around, [Fraction(0)] * len(around), point).weights
            columns = zip(*around, strict=True)
            assert tuple(dot(weights, column) for column in columns) == point


@pytest.mark.parametrize("utility", ["guess", "mi"])
def test_a_bound_that_is_too_low_is_refused(utility: str) -> None:
    found = design(["1/16"] * 16, pml="log(3)", utility=utility)
    less = Fraction(1, 1000)
    certificate = replace(
        found.certificate,
        prices=tuple(price - less for price in found.certificate.prices),
        bound=found.certificate.bound - less,
    )
    with pytest.raises(InvalidCertificate, match="do not prove the bound"):
        check_mechanism(replace(found, certificate=certificate).to_json())
    huge = replace(found.certificate, prices=(Fraction(2**40), *found.certificate.prices[1:]))
    with pytest.raises(InvalidCertificate):
        check_mechanism(replace(found, certificate=huge).to_json())


def test_what_ties_letters_together_is_no_box() -> None:
    assert box_of(posterior_polytope(["1/4"] * 4, [Bounded("ldp", Fraction(2))])) is None


def test_what_is_refused_names_what_works() -> None:
    with pytest.raises(Unsupported, match=r"no pricing.*column generation"):
        design(["1/24"] * 24, pml="log(3)", utility=ChiSquared())
    odd = [Fraction(1, 64) + Fraction(k - 12, 10**6 + 3) for k in range(24)]
    odd = [mass / sum(odd) for mass in odd]
    with pytest.raises(Unsupported, match=r"common denominator.*column_generation"):
        design(odd, pml="log(3)", utility="mi")
    assert design(odd, pml="log(3)", utility="guess").gap == 0
