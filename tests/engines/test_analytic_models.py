"""What the papers say of particular mechanisms, on exact instances: where bounds are attained."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from random import Random

import pytest

from pmlsym.calculus.polynomial import atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import evaluate
from pmlsym.engines.certificates.sequent_search import prove_schematically
from pmlsym.kernel.checker import check
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import log_of

PML = parse("pml(P, W) <= 0").left
DENSITY = parse("density_min(P, W) <= 0").left


def _channel(prior: list[Fraction], posterior: list[Fraction]) -> Instance:
    """Two outcomes, the first rare, with that posterior."""
    share = min(p / r for p, r in zip(prior, posterior, strict=True) if r) / 10_000
    first = [share * r / p for p, r in zip(prior, posterior, strict=True)]
    return Instance({"X": len(prior), "Y": 2}, {"P": prior, "W": [[w, 1 - w] for w in first]})


def _prior(random: Random) -> list[Fraction]:
    weights = [random.randint(1, 9) for _ in range(random.randint(2, 5))]
    return sorted(Fraction(w, sum(weights)) for w in weights)


def test_the_lower_bound_of_density_is_attained_at_every_level():
    """QID24, Proposition 1: eps_l(eps) is tight for every prior and every eps of the regime."""
    random = Random(0)
    for _ in range(40):
        prior = _prior(random)
        least = prior[0]
        t = 1 + (1 / (1 - least) - 1) * Fraction(random.randint(1, 9), 10)
        instance = _channel(prior, [1 - t * (1 - least), *(t * p for p in prior[1:])])
        assert evaluate(PML, instance) == log_of(t)
        assert evaluate(DENSITY, instance) == -log_of(least / (1 - t * (1 - least)))


def test_the_upper_bound_of_density_is_attained_at_every_level():
    """QID24, Proposition 2: eps_u(eps_l) is tight for every prior and every eps_l >= 0."""
    random = Random(1)
    for _ in range(40):
        prior = _prior(random)
        least = prior[0]
        s = Fraction(random.randint(1, 9), 10)  # exp(-eps_l)
        instance = _channel(prior, [1 - s * (1 - least), *(s * p for p in prior[1:])])
        assert evaluate(DENSITY, instance) == log_of(s)
        assert evaluate(PML, instance) == log_of((1 - s * (1 - least)) / least)


def _densities(n: int, p: Fraction, u: Fraction, j: int) -> tuple[Fraction, Fraction]:
    """Given the first entry: densities of a Laplace answer at y = j/n, with u = exp(-1/(nb))."""
    others = [(comb(n - 1, k) * p**k * (1 - p) ** (n - 1 - k), k) for k in range(n)]
    first, second = (sum(mass * u ** abs(j - k - entry) for mass, k in others) for entry in (0, 1))
    return Fraction(first), Fraction(second)


@pytest.mark.parametrize("n", [1, 2, 3, 5])
def test_leakage_of_a_counting_query_is_largest_outside_the_unit_interval(n: int):
    """RDP, Proposition 4.6: sup_y is attained for y >= 1 or y <= 0, with the printed values."""
    for p in (Fraction(1, 5), Fraction(1, 2), Fraction(2, 3)):
        for u in (Fraction(1, 10), Fraction(1, 2), Fraction(9, 10)):
            above, below = 1 / ((1 - p) * u + p), 1 / ((1 - p) + p * u)
            largest = max(above, below)
            for j in range(-3, n + 4):
                zero, one = _densities(n, p, u, j)
                assert u * zero <= one <= zero / u
                ratio = max(zero, one) / ((1 - p) * zero + p * one)
                assert ratio <= largest
                if j >= n:
                    assert ratio == above
                if j <= 0:
                    assert ratio == below


@pytest.mark.seconds
def test_information_under_a_tail_is_bounded_for_every_alphabet():
    """PML23, Proposition 7.2: I <= eps + delta eps_max, with b the indicator of bad outcomes."""
    x, y = Index("X", "x"), Index("Y", "y")
    prior = atom(Tensor("p", ("X",), nonnegative=True, stochastic=(0,)), x)
    channel = atom(Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,)), x, y)
    bad = atom(Tensor("b", ("Y",), indicator=True), y)
    density = atom(Tensor("i", ("X", "Y")), x, y)
    eps, top = atom(Tensor("eps", nonnegative=True)), atom(Tensor("eps_max", nonnegative=True))
    delta = atom(Tensor("d", nonnegative=True))
    weight = prior * channel
    facts = (
        Fact("good outcomes leak at most eps", (1 - bad) * weight * (eps - density), (x, y)),
        Fact("no outcome leaks more than eps_max", weight * (top - density), (x, y)),
        Fact("bad outcomes are rare", delta - sum_over(bad * weight, x, y)),
    )
    goal = eps + delta * top - sum_over(weight * density, x, y)
    certificate, _ = prove_schematically(Sequent(facts, goal), effort=20)
    assert certificate is not None
    check(certificate)
    for missing in range(3):
        rest = tuple(fact for k, fact in enumerate(facts) if k != missing)
        assert prove_schematically(Sequent(rest, goal), effort=1)[0] is None
