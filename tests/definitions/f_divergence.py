"""f-divergences of two distributions, and those of joint and product.

    kl     sum p log(p/q)                     chi2   sum (p - q)^2/q
    tv     sum |p - q| / 2                    H2     1 - sum sqrt(p q)
    js     half of each kl from (p + q)/2     lc     sum (p - q)^2/(p + q) / 2

A letter without either mass counts nothing; kl and chi2 are infinite where some letter has mass p
and no mass q. I[f](P, W) is the divergence of p(x)W(x,y) and p(x)P_Y(y).
Sources: [Csiszar 1967], [Polyanskiy and Wu, Information Theory, ch. 7].
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Ratio, Rows, joint, output_distribution, posterior
from .log_sum import LogSum
from .root_sum import RootSum
from .total_variation_privacy import total_variation

Divergence = Ratio | LogSum | RootSum
"""A number as a fraction, as a sum of logarithms or of square roots, or `math.inf`."""


def kl(first: Prior, second: Prior) -> Divergence:
    """The relative entropy, in nats.

    >>> from tests.definitions import vector
    >>> kl(vector("1/2 1/2"), vector("1/4 3/4")).terms
    ((Fraction(1, 2), Fraction(2, 1)), (Fraction(1, 2), Fraction(2, 3)))
    >>> kl(vector("1/2 1/2"), vector("1 0"))
    inf
    """
    pairs = [(p, q) for p, q in zip(first, second, strict=True) if p > 0]
    if any(q == 0 for _, q in pairs):
        return math.inf
    return LogSum(tuple((p, p / q) for p, q in pairs))


def chi_squared(first: Prior, second: Prior) -> Divergence:
    """Pearson's divergence.

    >>> from tests.definitions import vector
    >>> chi_squared(vector("1/2 1/2"), vector("1/4 3/4"))
    Fraction(1, 3)
    """
    pairs = [(p, q) for p, q in zip(first, second, strict=True) if p > 0 or q > 0]
    if any(q == 0 for _, q in pairs):
        return math.inf
    return sum(((p - q) ** 2 / q for p, q in pairs), Fraction(0))


def hellinger(first: Prior, second: Prior) -> Divergence:
    """Hellinger's squared distance, at most 1: one less the sum of sqrt(p q).

    >>> from tests.definitions import vector
    >>> hellinger(vector("1/2 1/2"), vector("1/2 1/2")).value
    0.0
    """
    roots = ((Fraction(-1), p * q) for p, q in zip(first, second, strict=True))
    return RootSum(((Fraction(1), Fraction(1)), *roots))


def jensen_shannon(first: Prior, second: Prior) -> Divergence:
    """Half of what each is from the mean of both, at most log(2).

    >>> from tests.definitions import vector
    >>> jensen_shannon(vector("1 0"), vector("0 1")).terms
    ((Fraction(1, 2), Fraction(2, 1)), (Fraction(1, 2), Fraction(2, 1)))
    """
    mean = [(p + q) / 2 for p, q in zip(first, second, strict=True)]
    parts = [kl(one, mean) for one in (first, second)]
    return LogSum(tuple((c / 2, a) for part in parts for c, a in part.terms))


def le_cam(first: Prior, second: Prior) -> Divergence:
    """Vincze and Le Cam's divergence, at most 1.

    >>> from tests.definitions import vector
    >>> le_cam(vector("1 0"), vector("0 1"))
    Fraction(1, 1)
    """
    pairs = [(p, q) for p, q in zip(first, second, strict=True) if p > 0 or q > 0]
    return sum(((p - q) ** 2 / (p + q) for p, q in pairs), Fraction(0)) / 2


BY_NAME: Mapping[str, Callable[[Prior, Prior], Divergence]] = {
    "kl": kl,
    "chi2": chi_squared,
    "tv": total_variation,
    "H2": hellinger,
    "js": jensen_shannon,
    "lc": le_cam,
}


def divergence(function: str, first: Prior, second: Prior) -> Divergence:
    """The f-divergence of that name.

    >>> from tests.definitions import vector
    >>> divergence("tv", vector("1/2 1/2"), vector("1/4 3/4"))
    Fraction(1, 4)
    """
    return BY_NAME[function](first, second)


def information(function: str, prior: Prior, channel: Rows) -> Divergence:
    """The f-divergence of the joint distribution and of the product of its marginals.

    >>> from tests.definitions import matrix, uniform
    >>> information("chi2", uniform(2), matrix("1 0; 0 1"))
    Fraction(1, 1)
    """
    masses = output_distribution(prior, channel)
    both = [mass for row in joint(prior, channel) for mass in row]
    return divergence(function, both, [p * mass for p in prior for mass in masses])


def information_at(function: str, prior: Prior, channel: Rows, y: int) -> Divergence:
    """The f-divergence of the posterior from the prior; raises ZeroDivisionError without one.

    >>> from tests.definitions import matrix, uniform
    >>> information_at("chi2", uniform(2), matrix("1 0; 0 1"), 0)
    Fraction(1, 1)
    """
    return divergence(function, posterior(prior, channel, y), prior)


DEFINITIONS = {
    "D[f](P || Q)": Definition(divergence, is_log=False),
    "I[f](P, W)": Definition(information, is_log=False),
    "I[f](P, W, y)": Definition(information_at, is_log=False),
}
STATEMENTS = (
    theorem("D[kl](P >> W || Q >> W) <= D[kl](P || Q)", "schematic"),
    theorem("D[tv](P || Q) == D[tv](Q || P)", "schematic z3"),
    theorem("D[js](P || Q) == D[js](Q || P)", "schematic z3"),
    theorem("D[H2](P || Q) <= 1", "schematic"),
    near_miss("D[kl](P || Q) <= D[kl](Q || P)", "sampling"),
    near_miss("D[chi2](P || Q) <= D[kl](P || Q)", "sampling"),
    near_miss("D[tv](P || Q) <= 99/100", "sampling solver z3"),
    near_miss("D[tv](P || Q) <= D[H2](P || Q)", "sampling"),
    near_miss("D[tv](P || Q) <= D[lc](P || Q)", "sampling"),
    near_miss("D[js](P || Q) <= 1/2*D[lc](P || Q)", "sampling"),
    near_miss("2*D[tv](P || Q) <= D[kl](P || Q)", "sampling"),
    near_miss("I[chi2](P, W) <= I[kl](P, W)", "sampling"),
    near_miss("I[tv](P, W) <= I[H2](P, W)", "sampling"),
    near_miss("I[js](P, W) <= 1/2*I[lc](P, W)", "sampling"),
    near_miss("I[H2](P, W, y) <= I[H2](P, W)", "sampling"),
)
