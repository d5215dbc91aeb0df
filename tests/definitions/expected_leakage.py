"""The mean of the leakage over outcomes: sum_y P_Y(y) l(X->y) [PML23, Sec. II]."""

from __future__ import annotations

from tests.statements.statement import near_miss

from .definition import Definition
from .distributions import Prior, Rows, outcomes, output_distribution
from .log_sum import LogSum
from .pointwise_maximal_leakage import exp_pml_at


def expected_pml(prior: Prior, channel: Rows) -> LogSum:
    """The expected leakage `E[l(X->Y)]` (of the leakage itself, not of its exponential).

    >>> from tests.definitions import matrix, uniform
    >>> expected_pml(uniform(2), matrix("1 0; 1/2 1/2")).terms
    ((Fraction(3, 4), Fraction(4, 3)), (Fraction(1, 4), Fraction(2, 1)))
    """
    masses = output_distribution(prior, channel)
    reached = outcomes(prior, channel)
    return LogSum(tuple((masses[y], exp_pml_at(prior, channel, y)) for y in reached))


DEFINITIONS = {
    "expected_pml(P, W)": Definition(expected_pml),
}
STATEMENTS = (
    near_miss(
        "expected_pml(P, W) <= mi(P, W)",
        "sampling",
        source="PML23 Prop. 7, the other way round",
    ),
)
