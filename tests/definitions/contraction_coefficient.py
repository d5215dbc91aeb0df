"""Contraction coefficients and maximal correlation, where they have a form to write down.

    eta[tv](P, W)     the largest total variation of two rows of the support
    eta[chi2](P, W)   the second eigenvalue of  K(y, z) = sum_x p(x)W(x,y)W(x,z)/P_Y(y),  which has
                      eigenvalue 1; of two or three outcomes, by the trace and the determinant of K
    eta[f](W)         of two rows a, b with two outcomes  1 - (sum_y sqrt(a(y)b(y)))^2
    rho(P, W)         the root of eta[chi2](P, W)

Sources: [Dobrushin 1956], [Renyi 1959], [Choi, Ruskai, Seneta 1994].
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Ratio, Rows, output_distribution
from .root_sum import RootSum
from .total_variation_privacy import total_variation

ONE, ZERO = Fraction(1), Fraction(0)


def dobrushin(channel: Rows) -> Ratio:
    """The largest total variation of two rows.

    >>> from tests.definitions import matrix
    >>> dobrushin(matrix("1 0; 1/3 2/3"))
    Fraction(2, 3)
    """
    return max(total_variation(row, other) for row in channel for other in channel)


def steps(prior: Prior, channel: Rows) -> list[list[Fraction]]:
    """From an outcome to a letter and on to an outcome, of those that can occur."""
    totals = output_distribution(prior, channel)
    seen = [y for y, total in enumerate(totals) if total > 0]
    pairs = list(zip(prior, channel, strict=True))
    return [
        [sum((p * w[y] * w[z] for p, w in pairs), ZERO) / totals[y] for z in seen] for y in seen
    ]


def second_eigenvalue(prior: Prior, channel: Rows) -> RootSum:
    """Of at most three outcomes: the larger root of  u^2 - (trace - 1) u + determinant.

    >>> from tests.definitions import matrix, vector
    >>> second_eigenvalue(vector("1/2 1/2"), matrix("1 0; 1/3 2/3")).value
    0.5
    """
    rows = steps(prior, channel)
    rest = sum((rows[k][k] for k in range(len(rows))), ZERO) - 1
    if len(rows) < 3:
        return RootSum(((rest, ONE),))
    (a, b, c), (d, e, f), (g, h, i) = rows
    product = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    return RootSum(((rest / 2, ONE), (ONE, rest**2 / 4 - product)))


def contraction(function: str, channel: Rows) -> Ratio | RootSum:
    """The coefficient over all priors: of total variation, or of two outcomes.

    >>> from tests.definitions import matrix
    >>> round(contraction("kl", matrix("2/3 1/3; 1/3 2/3")).value, 12)
    0.111111111111
    """
    if function == "tv":
        return dobrushin(channel)
    if len(channel[0]) == 1:
        return ZERO
    pairs = [(row, other) for row in channel for other in channel]
    return max((_of_two(*pair) for pair in pairs), key=lambda found: found.value)


def _of_two(row: Prior, other: Prior) -> RootSum:
    products = [a * b for a, b in zip(row, other, strict=True)]
    return RootSum(((1 - sum(products, ZERO), ONE), (Fraction(-2), products[0] * products[1])))


def contraction_at(function: str, prior: Prior, channel: Rows) -> Ratio | RootSum:
    """The coefficient at a prior, of total variation or chi2."""
    if function == "tv":
        return dobrushin([row for p, row in zip(prior, channel, strict=True) if p > 0])
    return second_eigenvalue(prior, channel)


def correlation(prior: Prior, channel: Rows) -> RootSum:
    """Of at most two outcomes that can occur: a root of a rational.

    >>> from tests.definitions import matrix, vector
    >>> correlation(vector("1/2 1/2"), matrix("1 0; 0 1")).value
    1.0
    """
    ((eigenvalue, _),) = second_eigenvalue(prior, channel).terms
    return RootSum(((ONE, eigenvalue),))


def has_few_outcomes(most: int, prior: Prior, channel: Rows) -> bool:
    """Whether so many outcomes can occur."""
    return len(steps(prior, channel)) <= most


DEFINITIONS = {
    "eta[f](W)": Definition(
        contraction, is_log=False, fits=lambda f, rows: f == "tv" or len(rows[0]) <= 2
    ),
    "eta[f](P, W)": Definition(
        contraction_at,
        is_log=False,
        fits=lambda f, p, rows: f == "tv" or (f == "chi2" and has_few_outcomes(3, p, rows)),
    ),
    "dobrushin(W)": Definition(dobrushin, is_log=False),
    "rho(P, W)": Definition(correlation, is_log=False, fits=partial(has_few_outcomes, 2)),
}
STATEMENTS = (
    theorem("eta[tv](W) <= 1 - exp(-ldp(W))", "schematic"),
    theorem("rho(P, W)^2 == eta[chi2](P, W)", "schematic"),
    theorem("rho(P, W >> V) <= rho(P, W)*rho(P >> W, V)"),
    near_miss("dobrushin(W) <= 99/100", "sampling"),
    near_miss("eta[tv](W) <= tv(P, W)", "sampling"),
    near_miss("1 - exp(-ldp(W)) <= eta[tv](W)", "sampling"),
    near_miss("eta[tv](W) <= eta[tv](P, W)", "sampling"),
    near_miss("eta[chi2](W) <= eta[tv](W)^2", "sampling"),
    near_miss("eta[kl](W) <= 99/100*eta[kl](W)*eta[tv](W)", "sampling"),
    near_miss("rho(P, W) <= chi2(P, W)", "sampling"),
    near_miss("rho(P, W & V) <= max(rho(P, W), rho(P, V))", "sampling"),
)
