"""Leakage to an adversary with a gain function [PML23, (10)].

    exp l_g(X->y) = max_w E[g(X,w) | y] / max_w E[g(X,w)]

A gain is a matrix by letters and guesses. Outcomes of probability zero give 1. A quotient 0/0, of
a gain that is zero on the support, raises ZeroDivisionError.
"""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, outcomes, outputs, posterior


def expectations(distribution: Prior, table: Rows) -> list[Fraction]:
    """The expectation `E[table(X, w)]` of each column.

    >>> from tests.definitions import matrix, uniform
    >>> expectations(uniform(2), matrix("3 0; 1 5"))
    [Fraction(2, 1), Fraction(5, 2)]
    """
    return [
        sum((mass * row[w] for mass, row in zip(distribution, table, strict=True)), Fraction(0))
        for w in outputs(table)
    ]


def exp_gain_leakage_at(prior: Prior, channel: Rows, gain: Rows, y: int) -> Fraction:
    """The exponentiated g-leakage at an outcome, for a gain `g(x, w) >= 0` [PML23, (10)].

    >>> from tests.definitions import matrix, vector
    >>> exp_gain_leakage_at(vector("3/4 1/4"), matrix("1/2 1/2; 1 0"), matrix("1 0; 0 1"), 0)
    Fraction(4, 5)
    """
    if y not in outcomes(prior, channel):
        return Fraction(1)
    after = posterior(prior, channel, y)
    return max(expectations(after, gain)) / max(expectations(prior, gain))


def exp_gain_leakage(prior: Prior, channel: Rows, gain: Rows) -> Fraction:
    """The worst case of the g-leakage over the outcomes of positive probability.

    >>> from tests.definitions import matrix, vector
    >>> exp_gain_leakage(vector("3/4 1/4"), matrix("1/2 1/2; 1 0"), matrix("1 0; 0 1"))
    Fraction(4, 3)
    """
    return max(exp_gain_leakage_at(prior, channel, gain, y) for y in outcomes(prior, channel))


def exp_gain(prior: Prior, gain: Rows) -> Fraction:
    """The largest expected gain."""
    return max(expectations(prior, gain))


def exp_gain_after_at(prior: Prior, channel: Rows, gain: Rows, y: int) -> Fraction:
    """The same after an outcome; raises ZeroDivisionError when `P_Y(y) = 0`."""
    return exp_gain(posterior(prior, channel, y), gain)


def exp_gain_after(prior: Prior, channel: Rows, gain: Rows) -> Fraction:
    """The largest of these over the outcomes of positive probability."""
    return max(exp_gain_after_at(prior, channel, gain, y) for y in outcomes(prior, channel))


DEFINITIONS = {
    "worst_gain(P, G)": Definition(exp_gain),
    "worst_gain(P, W, G)": Definition(exp_gain_after),
    "worst_gain(P, W, G, y)": Definition(exp_gain_after_at),
    "worst_gleak(P, W, G)": Definition(exp_gain_leakage),
    "worst_gleak(P, W, G, y)": Definition(exp_gain_leakage_at, at_null=False),
}
STATEMENTS = (
    theorem("worst_gain(P, G) <= worst_gain(P, W, G)", "schematic z3"),
    near_miss("worst_gleak(P, W, G) <= 0", "sampling solver z3"),
    near_miss("worst_gleak(P, W, G, y) >= 0"),
    near_miss("pml(P, W) <= worst_gleak(P, W, G)"),
    near_miss("worst_gleak(P, W, G) <= maxleak(P, W)"),
    near_miss("worst_gain(P, W, G) <= worst_gain(P, G)"),
)
