"""What the checks of [RDP] are made of is what the paper says."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claims.evaluation import evaluate
from pmlsym.measures.differential_privacy import dp_entry
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import leakage
from proofs.papers.attributes import shattering
from proofs.papers.drawing import draw_distribution
from proofs.papers.joint import mean_of
from proofs.papers.rdp.databases import E, draw_mechanism, limit, near_point_mass
from tests.definitions import exp_dp, exp_flp, shattering_channel


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


def test_other_entries_as_one_letter_keep_the_privacy_of_an_entry_and_not_that_of_all():
    """Three bits, each answered at odds 2: (e, f) as one entry changes as a whole, at odds 4."""
    answers = {0: (Fraction(2, 3), Fraction(1, 3)), 1: (Fraction(1, 3), Fraction(2, 3))}
    outcomes = list(product(range(2), repeat=3))

    def row(d):
        return [answers[d[0]][y[0]] * answers[d[1]][y[1]] * answers[d[2]][y[2]] for y in outcomes]

    three = {d: row(d) for d in product(range(2), repeat=3)}
    two = {(d, 2 * e + f): row((d, e, f)) for d, e, f in product(range(2), repeat=3)}
    assert exp_dp(three) == 2 and exp_dp(two) == 4
    entries = [[three[d, *others] for others in product(range(2), repeat=2)] for d in range(2)]
    d, e, y = alphabets("D E Y")
    odds = evaluate(
        dp_entry(Channel("W", (d, e), y), 1),
        Instance({"D": 2, "E": 4, "Y": 8}, {"W": entries}),
    )
    assert odds == leakage(Fraction(2))
