"""The probability that the leakage is larger than a level [PML23, Def. 5]."""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, output_distribution
from .pointwise_maximal_leakage import exp_pml_at


def tail(prior: Prior, channel: Rows, exp_eps: Fraction) -> Fraction:
    """The probability that the leakage is strictly larger than eps [PML23, Def. 5].

    (eps, delta)-PML holds iff this is at most delta. The level is given exponentiated.

    >>> from tests.definitions import matrix, uniform
    >>> tail(uniform(2), matrix("1 0; 1/2 1/2"), Fraction(4, 3))
    Fraction(1, 4)
    """
    masses = output_distribution(prior, channel)
    return sum(
        (mass for y, mass in enumerate(masses) if exp_pml_at(prior, channel, y) > exp_eps),
        Fraction(0),
    )


DEFINITIONS = {
    "tail(P, W, eps)": Definition(tail, is_log=False),
}
STATEMENTS = (
    theorem("pml(P, W) <= eps => tail(P, W, eps) <= 0", "schematic z3"),
    theorem("tail(P, W & U, eps1 + eps2) <= 1", lets=("U: X -> Z",)),
    near_miss(
        "tail(P, W, eps) <= delta => eml(P, W, delta) <= eps", source="bad outcomes are unbounded"
    ),
    near_miss("tail(P, W >> V, eps) <= tail(P, W, eps)", source="V may mix the bad outcomes in"),
    near_miss("tail(P, W, eps1) <= tail(P, W, eps1 + eps2)"),
    near_miss("tail(P, W, log(6/5)) <= 1/2"),
    near_miss("tail(P, W, eps) <= tv(P, W)"),
    near_miss("tail(P, W & U, eps1 + eps2) <= tail(P, W, eps1)", lets=("U: X -> Z",)),
)
