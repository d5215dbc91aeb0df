"""The bound over cells holds at any prices: floats decide only how small it is."""

from dataclasses import replace
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from pmlsym.mechanisms.guarantee import Bounded
from pmlsym.mechanisms.independence import perfect_sample_privacy
from pmlsym.mechanisms.optimal_mechanism import largest_utility
from pmlsym.mechanisms.posterior_polytope import posterior_polytope
from pmlsym.mechanisms.utilities import MutualInformation
from proofs.papers.mechanisms.cell_generation import _Allowed
from proofs.papers.mechanisms.cell_program import CellProgram, cells_to_begin
from proofs.papers.mechanisms.synergistic.mean_leakage import (
    LeakageProblem,
    _Hidden,
    disclose_within,
)
from tests.mechanisms.naive import random_masses


def _at_any_prices(program, random, count=8):
    """Bounds at the prices of the solver, and at prices that have nothing to do with it."""
    solved = program.solve()
    bounds = [program.bound(solved)]
    numbers = np.random.default_rng(random.randrange(10**6))
    for _ in range(count):
        size = 10.0 ** numbers.integers(-6, 0)
        wrong = replace(
            solved,
            slopes=solved.slopes + size * numbers.standard_normal(solved.slopes.shape),
            equal=solved.equal + size * numbers.standard_normal(solved.equal.shape),
            below=tuple(b + size * numbers.standard_normal(b.shape) for b in solved.below),
        )
        bounds.append(program.bound(wrong))
    return bounds


@pytest.mark.parametrize("seed", range(4))
def test_any_prices_bound_every_private_mechanism(seed):
    random = Random(seed)
    prior = random_masses(random, 4)
    rules = [[perfect_sample_privacy((2, 2))], [Bounded("pml", Fraction(6, 5))]][seed % 2]
    polytope = posterior_polytope(prior, rules)
    latent = tuple(random_masses(random, 2 + seed % 2) for _ in range(4))
    first = cells_to_begin(len(latent[0]), at_least=4)
    program = CellProgram(polytope.prior, latent, _Allowed(polytope), first)
    best = largest_utility(polytope, MutualInformation(latent))
    bounds = _at_any_prices(program, random)
    assert min(bounds) >= best.lower > 0
    assert len({bound for bound in bounds if bound < max(bounds)}) > 2


@pytest.mark.parametrize("seed", range(3))
def test_any_prices_bound_every_mechanism_within_an_allowance(seed):
    random = Random(seed)
    prior = random_masses(random, 3)
    told = tuple(tuple(Fraction(int(x == w)) for w in range(3)) for x in range(3))
    hidden = tuple(random_masses(random, 2) for _ in range(3))
    problem = LeakageProblem(prior, told, hidden, Fraction(1, 100))
    side = _Hidden(problem)
    first = cells_to_begin(3, at_least=16, tangents=(side.tangent(prior),))
    program = CellProgram(prior, told, side, first)
    reached = disclose_within(problem, rounds=12, effort=60.0)
    assert reached.leakage.upper <= problem.allowance
    assert min(_at_any_prices(program, random)) >= reached.value.lower > 0
