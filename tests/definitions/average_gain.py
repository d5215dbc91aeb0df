"""Vulnerabilities and leakages of quantitative information flow [Alvim et al. 2020].

    V_g(p)      = max_w sum_x p(x) g(x, w)
    V_g(p, W)   = sum_y P_Y(y) V_g(posterior of y)

A gain is a matrix by letters and guesses, or `id` for a guess of the letter, or `tries(k)` for k
guesses of it: then the best guesses are the most likely letters, and none is looked for.
"""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, outcomes, output_distribution, posterior
from .gain_leakage import expectations

Gain = Rows | str


def vulnerability(gain: Gain, prior: Prior) -> Fraction:
    """The largest expected gain; of k tries, the mass of the k most likely letters.

    >>> from tests.definitions import vector
    >>> vulnerability("tries(2)", vector("1/2 1/3 1/6"))
    Fraction(5, 6)
    """
    if not isinstance(gain, str):
        return max(expectations(prior, gain))
    tries = 1 if gain == "id" else int(gain.removeprefix("tries(").removesuffix(")"))
    return sum(sorted(prior, reverse=True)[:tries], Fraction(0))


def vulnerability_after(gain: Gain, prior: Prior, channel: Rows) -> Fraction:
    """The mean over outcomes of the vulnerability of the posterior.

    >>> from tests.definitions import matrix, uniform
    >>> vulnerability_after("id", uniform(2), matrix("3/4 1/4; 1/4 3/4"))
    Fraction(3, 4)
    """
    masses = output_distribution(prior, channel)
    reached = outcomes(prior, channel)
    after = (masses[y] * vulnerability(gain, posterior(prior, channel, y)) for y in reached)
    return sum(after, Fraction(0))


def vulnerability_at(gain: Gain, prior: Prior, channel: Rows, y: int) -> Fraction:
    """The vulnerability of the posterior; raises ZeroDivisionError where there is none."""
    return vulnerability(gain, posterior(prior, channel, y))


def exp_multiplicative_leakage(gain: Gain, prior: Prior, channel: Rows) -> Fraction:
    """The quotient of both; raises ZeroDivisionError where nothing is gained."""
    return vulnerability_after(gain, prior, channel) / vulnerability(gain, prior)


def additive_leakage(gain: Gain, prior: Prior, channel: Rows) -> Fraction:
    """The difference of both."""
    return vulnerability_after(gain, prior, channel) - vulnerability(gain, prior)


DEFINITIONS = {
    "V[G](P)": Definition(vulnerability, is_log=False),
    "V[G](P, W)": Definition(vulnerability_after, is_log=False),
    "V[G](P, W, y)": Definition(vulnerability_at, is_log=False),
    "L[G](P, W)": Definition(exp_multiplicative_leakage),
    "Ladd[G](P, W)": Definition(additive_leakage, is_log=False),
}
STATEMENTS = (
    theorem("V[G](P) <= V[G](P, W)", "schematic z3"),
    theorem("V[id](P) == exp(-hmin(P))"),
    theorem("V[id](P, W) - V[id](P) <= tv(P, W)"),
    near_miss("V[G](P, W) <= V[G](P)", "sampling"),
    near_miss("V[G](P, W) <= 1"),
    near_miss("V[id](P) <= V[id](P, W, y)", "sampling"),
    near_miss("V[G](P) >= 0 => V[G](P) > 0"),
    near_miss("V[id](P, W) <= 99/100"),
    near_miss("V[tries(2)](P, W) <= 3/2*V[id](P, W)"),
    near_miss("V[G](P, W) <= V[G](P)*exp(mi(P, W))"),
    near_miss("L[G](P, W) <= 0", "sampling"),
    near_miss("L[id](P, W) <= mi(P, W)"),
    near_miss("uniform(P) => L[id](P, W) <= 99/100*maxleak(W)"),
    near_miss("L[tries(2)](P, W) <= L[id](P, W)", letters=3),
    near_miss("Ladd[G](P, W) <= 0", "sampling"),
    near_miss("Ladd[G](P, W) <= tv(P, W)"),
)
