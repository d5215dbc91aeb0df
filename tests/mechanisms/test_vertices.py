"""Vertices: three independent methods agree, and each vertex is a vertex and comes once."""

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

import pytest

from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.linear.matrix import dot, rank
from pmlsym.linear.vertices import extreme_points
from pmlsym.mechanisms import check_mechanism
from pmlsym.mechanisms.guarantee import Bounded, InformationDensity
from pmlsym.mechanisms.independence import (
    AttributeIndependence,
    SamplePrivacy,
    perfect_sample_privacy,
    window_privacy,
)
from pmlsym.mechanisms.optimal_mechanism import optimal_mechanism
from pmlsym.mechanisms.posterior_polytope import posterior_polytope
from pmlsym.mechanisms.utilities import ChiSquared, GuessProbability, MutualInformation
from proofs.papers.psp.basis_enumeration import enumerate_bases
from tests.mechanisms.naive import random_masses
from tests.mechanisms.parma import parma_is_installed, parma_vertices


def _guarantees(random, size):
    level = Fraction(random.randint(11, 40), 10)
    attribute = tuple(random_masses(random, 2) for _ in range(size))
    return [
        [Bounded("pml", level)],
        [InformationDensity(lower=level, upper=level + 1)],
        [InformationDensity(lower=level)],
        [Bounded("ldp", level)],
        [Bounded("ldi", 9 * level)],
        [Bounded("pml", level), Bounded("ldp", level + 1)],
        [AttributeIndependence(attribute)],
        [AttributeIndependence(attribute), Bounded("pml", level)],
    ]


def _is_vertex(polytope, point):
    equalities, inequalities = polytope.homogeneous
    units = [tuple(int(k == x) for k in range(len(point))) for x in range(len(point))]
    rows = [tuple(map(Fraction, row)) for row in (*units, *inequalities)]
    tight = [row for row in rows if dot(row, point) == 0]
    tight += [tuple(map(Fraction, row)) for row in equalities]
    return polytope.contains(point) and rank([(Fraction(1),) * len(point), *tight]) == len(point)


@pytest.mark.parametrize("seed", range(6))
def test_every_vertex_is_feasible_tight_and_listed_once(seed):
    random = Random(seed)
    prior = random_masses(random, 3 + seed % 3)
    for guarantees in _guarantees(random, len(prior)):
        polytope = posterior_polytope(prior, guarantees)
        vertices = polytope.vertices()
        assert vertices
        assert len(set(vertices)) == len(vertices)
        assert all(_is_vertex(polytope, v) for v in vertices)


@pytest.mark.skipif(not parma_is_installed(), reason="pplpy is not installed")
@pytest.mark.parametrize("seed", range(8))
def test_double_description_and_ppl_find_the_same_vertices(seed):
    random = Random(seed)
    prior = random_masses(random, 3 + seed % 4)
    for guarantees in _guarantees(random, len(prior)):
        polytope = posterior_polytope(prior, guarantees)
        assert polytope.vertices() == parma_vertices(polytope)


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (2, 2, 2), (2, 2, 3)])
def test_double_description_and_algorithm_1_find_the_same_vertices(shape):
    rule = perfect_sample_privacy(shape)
    for prior in (
        random_masses(Random(1), len(rule.states)),
        [Fraction(1, len(rule.states))] * len(rule.states),
    ):
        polytope = posterior_polytope(prior, [rule])
        rows = [event for _, event in rule.events()]
        assert polytope.vertices() == enumerate_bases(rows, polytope.prior).vertices


def test_algorithm_1_as_printed_repeats_degenerate_vertices_and_meets_singular_bases():
    rule = perfect_sample_privacy((2, 2, 2))
    prior = (Fraction(1, 8),) * 8
    rows = [event for _, event in rule.events()]
    found = enumerate_bases(rows, prior)
    assert found.complete and found.subsets == comb(8, 4) == 70
    assert len(found.vertices) == 6
    assert found.singular == 12
    # Four pairs of opposite datasets, each under 12 bases, and the two parity classes, once each.
    assert sorted(found.repeated.values()) == [1, 1, 12, 12, 12, 12]


@pytest.mark.parametrize(("bits", "count"), [(2, 2), (3, 6), (4, 48), (5, 2712)])
def test_number_of_vertices_for_fair_bits(bits, count):
    polytope = posterior_polytope(
        [Fraction(1, 2**bits)] * 2**bits, [perfect_sample_privacy((2,) * bits)]
    )
    vertices = polytope.vertices()
    assert len(vertices) == count
    assert polytope.dimension == 2**bits - bits - 1
    assert max(sum(m > 0 for m in v) for v in vertices) <= bits + 1


@pytest.mark.parametrize(("level", "zeros"), [("9/8", 0), ("3/2", 2), ("2", 4), ("5", 6)])
def test_pml_vertices_of_eight_equal_letters_are_one_orbit(level, zeros):
    polytope = posterior_polytope([Fraction(1, 8)] * 8, [Bounded("pml", Fraction(level))])
    vertices = polytope.vertices()
    assert len({tuple(sorted(v)) for v in vertices}) == 1
    assert sum(m == 0 for m in vertices[0]) == zeros


def test_every_posterior_of_k_tuple_privacy_keeps_the_law_of_every_window():
    prior = random_masses(Random(3), 16)
    rule = window_privacy((2, 2, 2, 2), 2)
    for vertex in posterior_polytope(prior, [rule]).vertices():
        for i, value in product(range(3), product((0, 1), repeat=2)):
            law = [
                sum(m for m, s in zip(r, rule.states, strict=True) if s[i : i + 2] == value)
                for r in (vertex, prior)
            ]
            assert law[0] == law[1]


def test_letters_of_mass_zero_keep_mass_zero():
    polytope = posterior_polytope(["1/2", 0, "1/2"], [Bounded("pml", Fraction(3, 2))])
    assert all(v[1] == 0 for v in polytope.vertices())
    assert polytope.dimension == 1
    ldi = posterior_polytope(["1/2", 0, "1/2"], [Bounded("ldi", Fraction(2))])
    assert len(ldi.vertices()) == 2


def test_intersections_lie_inside_both():
    prior = random_masses(Random(5), 4)
    pml = Bounded("pml", Fraction(3, 2))
    ldp = Bounded("ldp", Fraction(2))
    both = posterior_polytope(prior, [pml, ldp])
    for vertex in both.vertices():
        assert posterior_polytope(prior, [pml]).contains(vertex)
        assert posterior_polytope(prior, [ldp]).contains(vertex)


def test_dimension_counts_implicit_equalities():
    # A one-sided bound at level 1 leaves only the prior although no equality says so.
    one = Fraction(1)
    for size in (2, 40):
        prior = [Fraction(2 * k, size * (size + 1)) for k in range(1, size + 1)]
        for rule in (
            Bounded("pml", one),
            InformationDensity(lower=one),
            InformationDensity(lower=one, upper=Fraction(3)),
        ):
            assert posterior_polytope(prior, [rule]).is_point
    assert posterior_polytope(["1/6", "1/3", "1/2"], [Bounded("ldp", one)]).is_point
    # Tight at the prior, but not on all of S: LDI at exactly the ratio of the prior.
    ldi = posterior_polytope(["1/4", "3/4"], [Bounded("ldi", Fraction(3))])
    assert ldi.dimension == 1


def test_a_problem_too_large_names_its_size_and_other_methods():
    six = posterior_polytope([Fraction(1, 64)] * 64, [perfect_sample_privacy((2,) * 6)])
    with pytest.raises(Unsupported, match=r"64 inequalities in dimension 57.*column generation"):
        six.vertices()
    eight = posterior_polytope(
        [Fraction(k, 36) for k in range(1, 9)], [Bounded("pml", Fraction(2))]
    )
    rows = eight.homogeneous[1]
    units = [tuple(int(k == x) for k in range(8)) for x in range(8)]
    assert extreme_points((units, range(8)), rows) == eight.vertices()
    with pytest.raises(Unsupported, match=r"compare 1\.[0-9]e\+02 pairs of rays"):
        extreme_points((units, range(8)), rows, most_pairs=100)


def test_ldp_of_nine_letters_is_within_reach():
    """Every vertex is proportional to p(x) t^s(x) with s in {0, 1}, not constant: 2^N - 2."""
    prior = [Fraction(k, 45) for k in range(1, 10)]
    polytope = posterior_polytope(prior, [Bounded("ldp", Fraction(3))])
    assert len(polytope.vertices()) == 2**9 - 2


def _hostile_rule(random, size, shape):
    level = random.choice([Fraction(k) for k in ("1", "11/10", "3/2", "2", "1000000000")])
    rows = tuple(random_masses(random, 2) for _ in range(size))
    rules = [
        Bounded("pml", level),
        InformationDensity(lower=level, upper=random.choice([None, Fraction(7, 5)])),
        Bounded("ldp", level),
        AttributeIndependence(rows),
        AttributeIndependence(tuple((Fraction(x % 2), Fraction(1 - x % 2)) for x in range(size))),
    ]
    if shape:
        rules += [perfect_sample_privacy(shape), window_privacy(shape, 2)]
    return random.choice(rules)


@pytest.mark.skipif(not parma_is_installed(), reason="pplpy is not installed")
@pytest.mark.parametrize("seed", range(4))
def test_random_intersections_with_zeros_equal_masses_and_extreme_levels(seed):
    """The vertices are those of PPL; the prior alone is one; else the optimum re-checks."""
    random, designed, alone = Random(seed), 0, 0
    for _ in range(30):
        shape = random.choice([None, (2, 2), (2, 3), (2, 2, 2)])
        size = len(perfect_sample_privacy(shape).states) if shape else random.randint(1, 6)
        counts = [random.choice((0, 1, 1, 2, 5)) for _ in range(size)]
        if not any(counts):
            continue
        prior = tuple(Fraction(count, sum(counts)) for count in counts)
        rules = [_hostile_rule(random, size, shape) for _ in range(random.randint(1, 3))]
        polytope = posterior_polytope(prior, rules)
        vertices = polytope.vertices()
        assert vertices == parma_vertices(polytope)
        if polytope.is_point:
            assert vertices == (prior,)
            alone += 1
            continue
        utility = random.choice([MutualInformation(), GuessProbability(), ChiSquared()])
        check_mechanism(optimal_mechanism(polytope, utility).to_json())
        designed += 1
    assert designed >= 5 and alone >= 3


def test_a_guarantee_that_the_prior_violates_is_an_error():
    with pytest.raises(InvalidInput, match="the prior itself"):
        posterior_polytope(["1/10", "9/10"], [Bounded("ldi", Fraction(2))])


def test_sample_privacy_refuses_what_does_not_fit():
    with pytest.raises(InvalidInput, match="samples are numbered 1 to 2"):
        SamplePrivacy(((0, 0), (0, 1)), ((2,),))
    with pytest.raises(InvalidInput, match="listed twice"):
        SamplePrivacy(((0, 0), (0, 0)), ((0,),))
