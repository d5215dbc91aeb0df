"""Closed forms against the vertices and against the linear program; [QID24], section IV."""

from fractions import Fraction
from functools import partial
from itertools import permutations
from random import Random

import pytest
import sympy

from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.mechanisms.guarantee import Bounded, InformationDensity
from pmlsym.mechanisms.independence import perfect_sample_privacy
from pmlsym.mechanisms.optimal_mechanism import optimal_mechanism
from pmlsym.mechanisms.posterior_polytope import posterior_polytope
from pmlsym.mechanisms.utilities import (
    ChiSquared,
    ExpectedGain,
    GuessProbability,
    MutualInformation,
    UserUtility,
)
from proofs.papers.mechanisms.closed_forms import (
    high_privacy_limit,
    high_privacy_mechanism,
    privacy_region,
    uniform_prior_information,
    uniform_prior_mechanism,
)
from tests.examples import LONG, some_of
from tests.mechanisms.naive import random_masses
from tests.mechanisms.symbolic_vertices import (
    independence_constraints,
    level_constraints,
    vertices_by_parameters,
)

CONVEX = (
    MutualInformation(),
    GuessProbability(),
    ChiSquared(),
    UserUtility(lambda r: max(r) ** 3, name="cubed"),
)


def _posteriors(prior, channel):
    found = {}
    for column in zip(*channel, strict=True):
        joint = [p * w for p, w in zip(prior, column, strict=True)]
        if sum(joint):
            r = tuple(m / sum(joint) for m in joint)
            found[r] = found.get(r, Fraction(0)) + sum(joint)
    return found


@pytest.mark.parametrize("seed", range(8))
def test_corollary_4_is_the_only_split_into_vertices_and_optimal_for_every_utility(seed):
    random = Random(seed)
    prior = random_masses(random, random.randint(2, 5))
    limit = high_privacy_limit(prior)
    for level in (1 + (limit - 1) * Fraction(k, 4) for k in range(1, 5)):
        polytope = posterior_polytope(prior, [Bounded("pml", level)])
        vertices = polytope.vertices()
        # A simplex: as many vertices as dimension + 1, so the weights are unique.
        assert len(vertices) == len(prior) == polytope.dimension + 1
        channel = high_privacy_mechanism(prior, level)
        assert all(sum(row) == 1 for row in channel)
        split = _posteriors(prior, channel)
        assert set(split) == set(vertices)
        assert Bounded("pml", level).violation(prior, channel) == ""
        for utility in (
            *CONVEX,
            ExpectedGain(tuple((Fraction(k), Fraction(1)) for k in range(len(prior)))),
        ):
            found = optimal_mechanism(polytope, utility)
            assert dict(zip(found.posteriors, found.weights, strict=True)) == split


@pytest.mark.parametrize("seed", range(6))
def test_corollary_1_attained_and_proposition_3(seed):
    """eps-PML forces the density of eq. 7 and some outcome attains it: ALIP changes nothing."""
    prior = random_masses(Random(seed), 4)
    least = min(prior)
    level = 1 + (high_privacy_limit(prior) - 1) * Fraction(2, 3)
    lower = least / (1 - level * (1 - least))
    pml = posterior_polytope(prior, [Bounded("pml", level)])
    worst = min(min(r / p for r, p in zip(v, prior, strict=True)) for v in pml.vertices())
    assert worst == 1 / lower
    for extra in (Fraction(0), Fraction(1)):
        alip = posterior_polytope(prior, [InformationDensity(lower=lower + extra, upper=level)])
        assert alip.vertices() == pml.vertices()
    tighter = posterior_polytope(prior, [InformationDensity(lower=(lower + 1) / 2, upper=level)])
    assert tighter.vertices() != pml.vertices()


@pytest.mark.parametrize("seed", range(6))
def test_proposition_2_of_qid24_a_lower_bound_implies_an_upper_one_and_some_posterior_has_it(seed):
    prior = random_masses(Random(seed), 4)
    least = min(prior)
    for lower in (Fraction(11, 10), Fraction(2), Fraction(7)):
        polytope = posterior_polytope(prior, [InformationDensity(lower=lower)])
        largest = max(
            max(r / p for r, p in zip(v, prior, strict=True)) for v in polytope.vertices()
        )
        assert largest == (1 - (1 - least) / lower) / least


@pytest.mark.parametrize("level", [Fraction(11, 10), Fraction(3, 2), Fraction(19, 10)])
def test_example_1_of_qid24_four_guarantees_one_polytope(level):
    half = (Fraction(1, 2), Fraction(1, 2))
    lower = Fraction(1, 2) / (1 - level / 2)
    polytopes = [
        posterior_polytope(half, [rule]).vertices()
        for rule in (
            Bounded("pml", level),
            InformationDensity(lower=lower, upper=level),
            InformationDensity(lower=lower),
            InformationDensity(lower=lower, upper=lower),
            Bounded("ldp", lower * level),
        )
    ]
    assert polytopes[0] == polytopes[1] == polytopes[2] == polytopes[4]
    # LIP at eps_LIP >= eps is implied, and the lower half of it is what binds.
    assert polytopes[3] == polytopes[0]
    response = high_privacy_mechanism(half, level)
    kept = lower * level / (1 + lower * level)
    assert {max(row) for row in response} == {kept} == {level / 2}


@pytest.mark.parametrize("letters", some_of([2, 3, 4, 5]))
def test_uniform_priors_in_every_region(letters):
    prior = (Fraction(1, letters),) * letters
    regions = set()
    for k in range(2 * letters, 2 * letters * letters + 1, 1):
        level = Fraction(k, 2 * letters)
        regions.add(privacy_region(letters, level))
        rule = Bounded("pml", level)
        polytope = posterior_polytope(prior, [rule])
        channel = uniform_prior_mechanism(letters, level)
        assert rule.violation(prior, channel) == ""
        split = _posteriors(prior, channel)
        assert set(split) <= set(polytope.vertices())
        assert max(sum(m == 0 for m in r) for r in polytope.vertices()) == privacy_region(
            letters, level
        )
        if polytope.is_point:
            continue
        vertex = polytope.vertices()[0]
        assert set(polytope.vertices()) == set(permutations(vertex))
        value = uniform_prior_information(letters, level)
        best = optimal_mechanism(polytope, MutualInformation()).optimum
        assert value.lower <= best.upper and best.lower <= value.upper
    assert regions == set(range(letters))


def density_constraints(prior, lower, upper):
    return (
        *level_constraints("costleak", prior, lower),
        *level_constraints("pml", prior, upper),
    )


SYMBOLIC = (
    (partial(level_constraints, "pml"), partial(Bounded, "pml")),
    (partial(level_constraints, "lip"), partial(Bounded, "lip")),
    (
        lambda prior, t: density_constraints(prior, 2 * t, t),
        lambda level: InformationDensity(lower=2 * level, upper=level),
    ),
    (partial(level_constraints, "ldp"), partial(Bounded, "ldp")),
)


@pytest.mark.parametrize("masses", [("1/4", "3/4"), ("1/6", "1/3", "1/2"), ("1/5", "2/5", "2/5")])
@pytest.mark.parametrize("rule", some_of(range(len(SYMBOLIC))))
def test_symbolic_vertices_agree_with_exact_ones_inside_every_region(masses, rule):
    symbolic, guarantee = SYMBOLIC[rule]
    t = sympy.Symbol("t", positive=True)
    prior = [sympy.Rational(m) for m in masses]
    regions = vertices_by_parameters(symbolic(prior, t), [t], [t - 1])
    met = 0
    for share in range(1, 120, 1 if LONG else 6):
        level = 1 + Fraction(share, 17)
        here = [r for r in regions if all(c.subs(t, level) > 0 for c in r.conditions)]
        if not here:
            assert any(c.subs(t, level) == 0 for r in regions for c in r.conditions)
            continue
        (region,) = here
        exact = posterior_polytope(masses, [guarantee(level)]).vertices()
        found = [tuple(Fraction(str(e.subs(t, level))) for e in v) for v in region.vertices]
        assert sorted(found) == list(exact)
        met += 1
    assert met > (100 if LONG else 16)


def equation_24(alpha, beta, r):
    """[PSP, eq. 24] where alpha <= beta; the paper has 0 in place of max(0, alpha - beta)."""
    prior, signs = (alpha - r, r, beta - alpha + r, 1 - beta - r), (1, -1, -1, 1)
    steps = (r - min(alpha, 1 - beta), r - max(0, alpha - beta))
    return {tuple(m + step * s for m, s in zip(prior, signs, strict=True)) for step in steps}


def test_symbolic_vertices_of_two_binary_samples_in_r():
    """alpha = 1/3, beta = 1/2: the segment of eq. 24 for every r in (0, 1/3)."""
    r = sympy.Symbol("r", positive=True)
    a, b = sympy.Rational(1, 3), sympy.Rational(1, 2)
    prior = (a - r, r, b - a + r, 1 - b - r)
    samples = [(1, 0, 1, 0), (1, 0, 0, 1), (0, 1, 1, 0), (0, 1, 0, 1)]
    given = independence_constraints(prior, samples)
    (region,) = vertices_by_parameters(given, [r], [r, sympy.Rational(1, 3) - r])
    expected = {tuple(map(sympy.expand, vertex)) for vertex in equation_24(a, b, r)}
    assert set(region.vertices) == expected


P, Q, T, S = sympy.symbols("p q t s", positive=True)
SEVERAL = {
    "binary PML": (
        level_constraints("pml", [P, 1 - P], T),
        (P, T),
        [P, 1 - P, T - 1],
        lambda p, t: ((p, 1 - p), [Bounded("pml", t)]),
        4,
    ),
    "binary ALIP": (
        density_constraints([P, 1 - P], S, T),
        (P, S, T),
        [P, 1 - 2 * P, S - 1, T - 1],
        lambda p, s, t: ((p, 1 - p), [InformationDensity(lower=s, upper=t)]),
        6,
    ),
    "ternary PML": (
        level_constraints("pml", [P, Q, 1 - P - Q], T),
        (P, Q, T),
        [P, Q - P, 1 - P - 2 * Q, T - 1],
        lambda p, q, t: ((p, q, 1 - p - q), [Bounded("pml", t)]),
        8,
    ),
}


def _inside(region, domain, point):
    return all(e.subs(point) > 0 for e in (*region.conditions, *domain))


@pytest.mark.seconds
@pytest.mark.parametrize("name", SEVERAL)
def test_vertices_in_several_parameters_agree_with_exact_ones_and_regions_cover(name):
    constraints, parameters, domain, guarantee, count = SEVERAL[name]
    regions = vertices_by_parameters(constraints, parameters, domain)
    assert len(regions) == count and all(r.witness is not None for r in regions)
    random, met = Random(7), set()
    for _ in range(240):
        values = [Fraction(random.randint(1, 40), random.choice((41, 83, 13))) for _ in parameters]
        values = [1 + 3 * v if p in (S, T) else v for v, p in zip(values, parameters, strict=True)]
        point = {p: sympy.Rational(v) for p, v in zip(parameters, values, strict=True)}
        if not all(e.subs(point) > 0 for e in domain):
            continue
        here = [k for k, region in enumerate(regions) if _inside(region, domain, point)]
        if not here:
            assert any(e.subs(point) == 0 for region in regions for e in region.conditions)
            continue
        (k,) = here
        if k in met and random.random() < 0.8:
            continue
        met.add(k)
        prior, guarantees = guarantee(*values)
        exact = posterior_polytope(prior, guarantees).vertices()
        found = [tuple(Fraction(str(e.subs(point))) for e in v) for v in regions[k].vertices]
        assert sorted(found) == list(exact)
    assert len(met) >= count - 2


def test_equation_24_in_all_three_parameters_with_the_case_the_paper_leaves_out():
    """alpha, beta, r symbolic: four regions, by alpha < beta and alpha + beta < 1."""
    a, b, r = sympy.symbols("alpha beta r", positive=True)
    prior = (a - r, r, b - a + r, 1 - b - r)
    first, second = [[1, 0], [1, 0], [0, 1], [0, 1]], [[1, 0], [0, 1], [1, 0], [0, 1]]
    given = (*independence_constraints(prior, first), *independence_constraints(prior, second))
    regions = vertices_by_parameters(given, (a, b, r), [*prior, 1 - a, 1 - b, a, b])
    assert len(regions) == 4
    for region in regions:
        point = dict(zip((a, b, r), map(sympy.Rational, region.witness), strict=True))
        expected = equation_24(point[a], point[b], point[r])
        assert {tuple(e.subs(point) for e in v) for v in region.vertices} == expected
    assert {
        bool((b - a).subs(dict(zip((a, b, r), g.witness, strict=True))) > 0) for g in regions
    } == {
        True,
        False,
    }


def test_sample_privacy_and_pml_together_in_two_parameters():
    """Two samples, P[0,0] = P[1,1] = 1/2 - p and P[0,1] = P[1,0] = p, under PML at level t too."""
    prior = (sympy.Rational(1, 2) - P, P, P, sympy.Rational(1, 2) - P)
    first, second = [[1, 0], [1, 0], [0, 1], [0, 1]], [[1, 0], [0, 1], [1, 0], [0, 1]]
    given = (
        *independence_constraints(prior, first),
        *independence_constraints(prior, second),
        *level_constraints("pml", prior, T),
    )
    regions = vertices_by_parameters(given, (P, T), [P, sympy.Rational(1, 4) - P, T - 1])
    met = 0
    for region in regions:
        p, t = region.witness
        masses = (Fraction(1, 2) - p, p, p, Fraction(1, 2) - p)
        rules = [perfect_sample_privacy((2, 2)), Bounded("pml", t)]
        exact = posterior_polytope(masses, rules).vertices()
        point = {P: sympy.Rational(p), T: sympy.Rational(t)}
        found = [tuple(Fraction(str(e.subs(point))) for e in v) for v in region.vertices]
        assert sorted(found) == list(exact)
        met += 1
    assert met == len(regions) >= 3


def test_ldi_of_two_letters_in_one_parameter():
    t = sympy.Symbol("t", positive=True)
    prior = [sympy.Rational(1, 3), sympy.Rational(2, 3)]
    (region,) = vertices_by_parameters(level_constraints("ldi", prior, t), [t], [t - 2])
    level = Fraction(5)
    exact = posterior_polytope(["1/3", "2/3"], [Bounded("ldi", level)]).vertices()
    found = [tuple(Fraction(str(e.subs(t, 5))) for e in v) for v in region.vertices]
    assert sorted(found) == list(exact)


def test_a_symbol_that_is_no_parameter_is_refused():
    with pytest.raises(InvalidInput, match="q occurs in the constraints"):
        vertices_by_parameters(level_constraints("pml", [Q, 1 - Q], T), (T,), [T - 1])


def test_symbolic_vertices_need_dimension_at_most_two():
    t = sympy.Symbol("t", positive=True)
    with pytest.raises(Unsupported, match="dimension 1 or 2"):
        vertices_by_parameters(
            level_constraints("pml", [sympy.Rational(1, 4)] * 4, t), [t], [t - 1]
        )
