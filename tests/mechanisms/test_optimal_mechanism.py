"""Optimal mechanisms: certificates re-checked, no random mechanism better, guarantees hold."""

from fractions import Fraction
from random import Random

import pytest

from pmlsym.errors import AlphabetMismatch, InvalidInput, PmlError, UnknownName
from pmlsym.mechanisms.bracket import total
from pmlsym.mechanisms.certificate_of_optimality import OptimalityCertificate
from pmlsym.mechanisms.guarantee import Bounded, InformationDensity
from pmlsym.mechanisms.independence import AttributeIndependence, perfect_sample_privacy
from pmlsym.mechanisms.optimal_mechanism import optimal_mechanism
from pmlsym.mechanisms.posterior_polytope import posterior_polytope
from pmlsym.mechanisms.utilities import (
    ChiSquared,
    ExpectedGain,
    GuessProbability,
    MutualInformation,
    UserUtility,
)
from pmlsym.verbs.design import design
from tests.examples import some_of
from tests.mechanisms.naive import barycentre, random_masses

GAIN = tuple(
    tuple(Fraction(entry) for entry in row) for row in ((2, 0, 1), (0, 3, 1), (1, 1, 1), (0, 0, 4))
)
LATENT = tuple((Fraction(k + 1, 6), Fraction(5 - k, 6)) for k in range(4))
UTILITIES = (
    MutualInformation(),
    MutualInformation(LATENT),
    GuessProbability(),
    ExpectedGain(GAIN),
    ChiSquared(),
    UserUtility(lambda r: max(r) ** 2, name="largest mass squared"),
)


def _settings(random):
    prior = random_masses(random, 4)
    level = Fraction(random.randint(11, 30), 10)
    yield prior, [Bounded("pml", level)]
    yield prior, [InformationDensity(lower=level, upper=level)]
    yield prior, [Bounded("ldp", level)]
    yield prior, [perfect_sample_privacy((2, 2))]
    yield prior, [AttributeIndependence(LATENT), Bounded("pml", level)]


def _random_private_split(random, polytope):
    """A random split of the prior into points of the polytope: convex weights solved greedily."""
    vertices = polytope.vertices()
    point = polytope.prior
    left, weights, points = Fraction(1), [], []
    for _ in range(6):
        mix = random_masses(random, len(vertices), largest=3)
        target = barycentre(mix, vertices)
        # The prior minus a share of the target must stay inside the polytope when rescaled.
        share = left * Fraction(random.randint(1, 4), 8)
        rest = tuple(
            (left * a - share * b) / (left - share) for a, b in zip(point, target, strict=True)
        )
        if polytope.contains(rest):
            weights.append(share)
            points.append(target)
            left, point = left - share, rest
    return (*weights, left), (*points, point)


@pytest.mark.seconds
@pytest.mark.parametrize("seed", some_of(range(5)))
def test_no_random_private_mechanism_is_better(seed):
    random = Random(seed)
    compared = 0
    for prior, guarantees in _settings(random):
        polytope = posterior_polytope(prior, guarantees)
        splits = [_random_private_split(random, polytope) for _ in range(15)]
        for utility in UTILITIES:
            best = optimal_mechanism(polytope, utility)
            for weights, points in splits:
                assert barycentre(weights, points) == prior
                value = total(
                    utility.at(r, prior).scaled(w) for w, r in zip(weights, points, strict=True)
                )
                assert value.lower <= best.certificate.bound
                compared += len(points) > 1
    assert compared > 100


@pytest.mark.parametrize("seed", some_of(range(4)))
def test_the_certificate_holds_and_the_gap_is_tiny(seed):
    for prior, guarantees in _settings(Random(seed)):
        polytope = posterior_polytope(prior, guarantees)
        for utility in UTILITIES:
            found = optimal_mechanism(polytope, utility)
            points = polytope.vertices()
            values = [utility.at(point, prior) for point in points]
            assert found.certificate.holds(points, values, prior)
            assert 0 <= found.gap < Fraction(1, 10**40)
            assert found.value.is_exact is (found.gap == 0)
            assert found.violations() == ()
            assert barycentre(found.weights, found.posteriors) == prior
            assert min(found.weights) > 0
            assert len(found.weights) <= polytope.dimension + 1
            assert all(sum(row) == 1 and min(row) >= 0 for row in found.channel)


def test_a_lowered_price_is_no_certificate():
    found = design("1/4,3/4", pml="log(6/5)", utility="guess")
    points = found.polytope.vertices()
    values = [found.utility.at(p, found.polytope.prior) for p in points]
    prices = (found.certificate.prices[0] - Fraction(1, 100), *found.certificate.prices[1:])
    low = OptimalityCertificate(
        prices, sum(a * b for a, b in zip(prices, found.polytope.prior, strict=True)), 2
    )
    assert not low.holds(points, values, found.polytope.prior)


def test_violations_are_found_on_the_channel_itself():
    identity = tuple(tuple(Fraction(int(i == j)) for j in range(4)) for i in range(4))
    prior = (Fraction(1, 4),) * 4
    for rule in (
        Bounded("pml", Fraction(2)),
        InformationDensity(lower=Fraction(2)),
        Bounded("ldp", Fraction(2)),
        perfect_sample_privacy((2, 2)),
        AttributeIndependence(LATENT),
    ):
        assert rule.violation(prior, identity) != ""


def test_the_command_of_the_manual():
    found = design("1/4,3/4", pml="log(6/5)", utility="mi")
    assert found.channel == (
        (Fraction(1, 10), Fraction(9, 10)),
        (Fraction(3, 10), Fraction(7, 10)),
    )
    text = found.text()
    assert "W(x, y)" in text and "verified exactly" in text and "y . v >= u(v) at all 2" in text
    data = found.to_json()
    assert data["channel"] == [["1/10", "9/10"], ["3/10", "7/10"]]
    assert Fraction(data["certificate"]["gap"]) < Fraction(1, 10**40)


def test_letters_of_mass_zero_get_a_row_that_keeps_ldp():
    found = design(["1/2", 0, "1/2"], ldp="log(2)", utility="guess")
    assert found.channel[1] == found.weights
    assert found.violations() == ()


def test_more_privacy_is_never_more_useful():
    values = [
        design("1/6,1/3,1/2", pml=f"log({t})", utility="guess").value.lower
        for t in ("11/10", "6/5", "3/2", "2", "3", "6")
    ]
    assert values == sorted(values)
    assert values[-1] == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"prior": "1/4,1/4", "pml": 1}, "the prior sums to 1/2, not 1"),
        ({"prior": "1/2,-1/2,1", "pml": 1}, "entry (2) of the prior is -1/2, which is negative"),
        ({"prior": "1/2,x", "pml": 1}, "entry (2) of the prior is 'x'"),
        ({"prior": "1/2,1/2", "pml": -1}, "eps = -1 is below zero"),
        ({"prior": "1/2,1/2", "pml": "log(1/2)"}, "below zero"),
        ({"prior": "1/2,1/2", "pml": "log(x)"}, "is no number"),
        ({"prior": "1/2,1/2"}, "no guarantee was asked for"),
        ({"prior": "1/2,1/2", "pml": 0}, "the prior is the only posterior"),
        ({"prior": "1/2,1/2", "pml": 1, "utility": "entropy"}, "no utility 'entropy'"),
        ({"prior": "1/2,1/2", "pml": 1, "utility": "gain"}, "needs rows g"),
        ({"prior": "1/2,1/2", "samples": "2,2"}, "make 4 datasets, the prior has 2 letters"),
        ({"prior": "1/2,1/2", "samples": "2,a"}, "alphabet sizes"),
        ({"prior": "1/2,1/2", "alip": "1"}, "a pair eps_l, eps_u"),
        ({"prior": "1/2,1/2", "pml": 1, "latent": [[1, 0]]}, "the latent has 1 rows"),
        ({"prior": "1/10,9/10", "ldi": "log(2)"}, "the prior itself"),
    ],
)
def test_bad_input_says_what_would_be_right(arguments, message):
    with pytest.raises(PmlError, match=message.replace("(", r"\(").replace(")", r"\)")):
        design(**arguments)


def test_errors_are_value_errors():
    assert issubclass(InvalidInput, ValueError)
    assert issubclass(AlphabetMismatch, ValueError)
    assert issubclass(UnknownName, ValueError)


def test_a_concave_user_utility_is_refused():
    polytope = posterior_polytope(["1/2", "1/2"], [Bounded("pml", Fraction(3, 2))])
    with pytest.raises(InvalidInput, match="is not convex"):
        optimal_mechanism(polytope, UserUtility(lambda r: -max(r)))
    with pytest.raises(InvalidInput, match="returned float"):
        optimal_mechanism(polytope, UserUtility(lambda r: 0.5))
