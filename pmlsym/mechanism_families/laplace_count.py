"""A counting query over n i.i.d. entries, answered with Laplace noise.

    Y = S + noise of scale b,    S = the number of entries that satisfy a predicate, prob. p each

In units of the count, eps = 1/b (in [RDP] the answer is S/n and eps = 1/(n b)). The database
matters only through S. One entry's densities are binomial mixtures of Laplace densities; their
ratios are Moebius functions of u^2 = exp(2y/b) between neighbouring counts, so suprema are taken at
counts. Source: [RDP, Prop. 4.6].
"""

from __future__ import annotations

from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.errors import InvalidInput
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.mechanism import Densities, Mechanism, matrix_mechanism
from pmlsym.mechanism_families.parameter import exponent, quotient, real
from pmlsym.mechanism_families.threshold_count import binomial_masses


def laplace_count(n: int = 2, eps: object = None, p: object = None) -> Mechanism:
    """The family's Laplace mechanism for a count of n entries; `entry` is that for one person's.

    >>> laplace_count(2).entry.outcome_names
    ('y <= 0', 'y = 1', 'y >= 2')
    """
    if n < 1:
        raise InvalidInput(f"n = {n}: a database has at least one entry")
    level = exponent("eps", "1/b, the differential privacy parameter")
    share = real("p", "probability of the predicate", 0, 1, low_open=True, high_open=True)
    odds, one = level.scalar, share.scalar
    names = ("y <= 0", *(f"y = {y}" for y in range(1, n)), f"y >= {n}")
    settings = {"eps": eps, "p": p}
    rows = [[quotient(1, odds ** abs(y - s)) for y in range(n + 1)] for s in range(n + 1)]
    entry = matrix_mechanism(
        [[_binomial_mixture(d, y, n, odds, one) for y in range(n + 1)] for d in (0, 1)],
        [level, share],
        text="entry",
        masses=(quotient(1 - one), quotient(one)),
        settings=settings,
        outcome_names=names,
        is_density=True,
    )
    return matrix_mechanism(
        rows,
        [level, share],
        text="Laplace-count",
        masses=tuple(quotient(mass) for mass in binomial_masses(n, one)),
        settings=settings,
        outcome_names=names,
        entry=entry,
        densities=Densities("Laplace", (level.name,) * n),
    )


def _binomial_mixture(d: int, y: int, n: int, odds: Polynomial, p: Polynomial) -> Ratio:
    """An entry for one person in the Laplace count family: sum_s Bin(s) exp(-eps |y - d - s|)."""
    total = constant(0)
    for s, mass in enumerate(binomial_masses(n - 1, p)):
        total = total + mass * odds ** (n - abs(y - d - s))
    return quotient(total, odds**n)
