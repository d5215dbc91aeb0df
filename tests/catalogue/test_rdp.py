"""What the checks of [RDP] are made of is what the paper says."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from pmlsym.catalogue.attributes import shattering
from pmlsym.catalogue.drawing import draw_distribution
from pmlsym.catalogue.joint import mean_of
from pmlsym.catalogue.rdp.databases import E, draw_mechanism, limit, near_point_mass
from tests.definitions.disclosure import exp_dp, exp_flp
from tests.definitions.pointwise_maximal_leakage import shattering_channel


def test_the_shattering_attribute_has_letters_of_the_least_mass():
    random, met = Random(2), 0
    for _ in range(60):
        prior = draw_distribution(random, random.randint(1, 5), zeros=False)
        law, other = mean_of(prior, shattering(prior)), mean_of(prior, shattering_channel(prior))
        assert max(law) == max(other) == min(prior)
        met += len(law) > len(prior)
    assert met > 10


def test_databases_have_the_privacy_of_the_definitions():
    random, finite, infinite = Random(3), 0, 0
    for _ in range(40):
        mechanism = draw_mechanism(random)
        dp, flp = exp_dp(mechanism.rows), exp_flp(mechanism.rows)
        own, pair = mechanism.worst_neighbours().level, mechanism.worst_pair().level
        if own is None or pair is None:
            infinite += 1
            assert pair is None and float(flp) == float("inf")
            assert (own is None) == (float(dp) == float("inf"))
            continue
        finite += 1
        assert (own, pair) == (dp, flp) and 1 <= own <= pair
    assert min(finite, infinite) > 5


def test_priors_near_a_point_mass_are_priors_and_tend_to_it():
    for count in (2, 3, 4):
        masses = near_point_mass(count, 1)
        assert sum(masses).simplify() == 1
        assert [limit(mass) for mass in masses] == [Fraction(int(k == 1)) for k in range(count)]
        assert all(mass.subs(E, Fraction(1, 2)) > 0 for mass in masses)
