"""[QID24, Sec. V-B, V-C]: maximal cost leakage, maximal realizable cost, and what they average.

L^c = -log sum_y min_x P(y|x) = -log E exp -Lambda(X->Y),      L^rc = max_y Lambda(X->y)
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

from pmlsym.numbers.number import log_of, rational
from proofs.papers.attributes import draw_attribute
from proofs.papers.checked import assume, require
from proofs.papers.drawing import draw_joint
from proofs.papers.joint import Joint, Row, Rows, matrix, mean_of, times, total, uniform
from proofs.papers.qid24.risk_averse import cost_leakage, cost_of_the_worst, draw_costs, level_of


def maximal_cost_leakage(random: Random) -> str:
    """L^c by costs 1[u = uhat]/P(u) of U = X: it attains -log sum_y min_x P(y|x); none is above."""
    joint = draw_joint(random, full_support=True)
    common = total(min(column) for column in zip(*joint.rows, strict=True))
    attribute = draw_attribute(random, len(joint.prior))
    costs = draw_costs(random, len(attribute[0]))
    whole = times(attribute, costs)
    inverse = tuple(
        tuple(Fraction(int(x == w)) / p for w in range(len(joint.prior)))
        for x, p in enumerate(joint.prior)
    )
    for table, attained in ((whole, False), (inverse, True)):
        before = min(mean_of(joint.prior, table))
        after = total(
            joint.masses[y] * min(mean_of(joint.posterior(y), table)) for y in joint.outcomes
        )
        require(after >= common * before and (not attained or after == common * before))
    return "infinite" if common == 0 else "finite"


def maximal_realizable_cost(random: Random) -> str:
    """L^rc: max_y Lambda(X->y) bounds every cost of every attribute, and some cost attains it."""
    joint = draw_joint(random, full_support=True)
    levels = [level_of(joint, y) for y in joint.outcomes]
    largest = None if None in levels else max(t for t in levels if t is not None)
    costs = draw_costs(random, len(joint.prior))
    before = min(mean_of(joint.prior, costs))
    after = min(min(mean_of(joint.posterior(y), costs)) for y in joint.outcomes)
    require(largest is None or before <= largest * after)
    y = joint.outcomes[levels.index(largest)]
    require(cost_leakage(joint, y, cost_of_the_worst(joint, y)) == largest)
    return "infinite" if largest is None else "finite"


def _inverse_mean(joint: Joint) -> Fraction:
    """E exp -Lambda(X->Y)."""
    levels = [(joint.masses[y], level_of(joint, y)) for y in joint.outcomes]
    return total(mass / level for mass, level in levels if level is not None)


def expression_of_l_c(random: Random) -> str:
    """-log E exp -Lambda(U->Y) for U = X is L^c; a random U, with its own prior, is not above."""
    joint = draw_joint(random, full_support=True)
    common = total(min(column) for column in zip(*joint.rows, strict=True))
    attribute = draw_attribute(random, len(joint.prior))
    law = mean_of(joint.prior, attribute)
    values = [u for u, mass in enumerate(law) if mass]
    backward: Rows = tuple(
        tuple(p * row[u] / law[u] for p, row in zip(joint.prior, attribute, strict=True))
        for u in values
    )
    prior: Row = tuple(law[u] for u in values)
    of_attribute = Joint(prior, backward).after(joint.rows)
    require(_inverse_mean(joint) == common and _inverse_mean(of_attribute) >= common)
    return "infinite" if common == 0 else "finite"


def _jensen(random: Random, *, equality: bool) -> str:
    """L^c against E Lambda(X->Y), both finite; equal iff Lambda is constant on the support."""
    joint = draw_joint(random, full_support=True)
    levels = [level_of(joint, y) for y in joint.outcomes]
    assume(None not in levels)
    mean = sum(
        (
            joint.masses[y] * log_of(level)
            for y, level in zip(joint.outcomes, levels, strict=True)
            if level is not None
        ),
        rational(0),
    )
    below = -log_of(_inverse_mean(joint))
    constant = len(set(levels)) == 1
    require(below <= mean and (not equality or (below == mean) == constant))
    return "constant" if constant else "not constant"


def jensen_holds(random: Random) -> str:
    return _jensen(random, equality=False)


def jensen_is_strict_unless_constant(random: Random) -> str:
    return _jensen(random, equality=True)


BSC = Joint(uniform(2), matrix("3/5 2/5; 2/5 3/5"))
"""A binary symmetric channel: both outcomes leak alike to risk-averse adversaries."""


def strict(random: Random) -> None:
    mean = total(mass for mass in BSC.masses) * log_of(level_of(BSC, 0) or 0)
    require(
        level_of(BSC, 0) != level_of(BSC, 1) or -log_of(_inverse_mean(BSC)) != mean,
        f"BSC(2/5), X uniform: Lambda = {mean} at both outcomes, and L^c is the same",
    )


def formula(random: Random) -> str:
    joint = draw_joint(random, full_support=True)
    y = random.choice(joint.outcomes)
    posterior = joint.posterior(y)
    if 0 in posterior:
        require(level_of(joint, y) is None)
        return "infinite"
    ratio = max(p / q for p, q in zip(joint.prior, posterior, strict=True))
    require(level_of(joint, y) == ratio)
    return "finite"


def certain_outcome(random: Random) -> None:
    """P_X(0) = 0.99 and P_{X|y}(0) = 1: Lambda is infinite, the Renyi entropies are finite."""
    prior: Row = (Fraction(99, 100), Fraction(1, 100))
    joint = Joint(prior, matrix("1/2 1/2; 0 1"))
    entropies = (
        log_of(2),
        -sum((p * log_of(p) for p in prior), rational(0)),
        -log_of(total(p * p for p in prior)),
        -log_of(max(prior)),
    )
    falling = all(a > b for a, b in pairwise(entropies))
    require(joint.posterior(0)[0] == 1 and level_of(joint, 0) is None)
    require(falling and entropies[-1] > rational(0))
