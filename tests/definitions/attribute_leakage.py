"""What an outcome tells about an attribute: min-entropies, disclosure, dynamic leakage.

    U is disclosed  iff  max_u P_{U|Y=y}(u) = 1 for some outcome y of positive probability

Sources: [RDP, Def. 3.3, 3.9], [PML23, Sec. II-D].
"""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, outcomes, output_distribution, posterior
from .pointwise_maximal_leakage import exp_attribute_leakage_at


def exp_dynamic_leakage_at(prior: Prior, channel: Rows, y: int) -> Fraction:
    """The exponentiated dynamic min-entropy leakage `max P_{X|Y=y} / max P_X` [PML23, Sec. II-D].

    It may be smaller than 1.

    >>> from tests.definitions import matrix, vector
    >>> exp_dynamic_leakage_at(vector("3/4 1/4"), matrix("1/3 2/3; 1 0"), 0)
    Fraction(2, 3)
    """
    if y not in outcomes(prior, channel):
        return Fraction(1)
    return max(posterior(prior, channel, y)) / max(prior)


def exp_dynamic_leakage(prior: Prior, channel: Rows) -> Fraction:
    """The worst case of the dynamic leakage over the outcomes of positive probability.

    >>> from tests.definitions import matrix, vector
    >>> exp_dynamic_leakage(vector("3/4 1/4"), matrix("1/3 2/3; 1 0"))
    Fraction(4, 3)
    """
    return max(exp_dynamic_leakage_at(prior, channel, y) for y in outcomes(prior, channel))


def attribute_posterior(prior: Prior, channel: Rows, attribute: Rows, y: int) -> list[Fraction]:
    """The distribution `P_{U|Y=y}` of an attribute; raises ZeroDivisionError when `P_Y(y) = 0`.

    >>> from tests.definitions import matrix, uniform
    >>> attribute_posterior(uniform(2), matrix("3/4 1/4; 1/4 3/4"), matrix("1 0; 1/2 1/2"), 0)
    [Fraction(7, 8), Fraction(1, 8)]
    """
    return output_distribution(posterior(prior, channel, y), attribute)


def exp_attribute_hmin_at(prior: Prior, channel: Rows, attribute: Rows, y: int) -> Fraction:
    """The exponentiated min-entropy of an attribute given an outcome, `1 / max_u P_{U|Y=y}(u)`.

    >>> from tests.definitions import matrix, uniform
    >>> exp_attribute_hmin_at(uniform(2), matrix("3/4 1/4; 1/4 3/4"), matrix("1 0; 0 1"), 0)
    Fraction(4, 3)
    """
    return 1 / max(attribute_posterior(prior, channel, attribute, y))


def exp_attribute_hmin(prior: Prior, channel: Rows, attribute: Rows) -> Fraction:
    """The smallest of these over the outcomes of positive probability.

    >>> from tests.definitions import matrix, uniform
    >>> exp_attribute_hmin(uniform(2), matrix("1 0; 1/2 1/2"), matrix("1 0; 0 1"))
    Fraction(1, 1)
    """
    return min(
        exp_attribute_hmin_at(prior, channel, attribute, y) for y in outcomes(prior, channel)
    )


def discloses(prior: Prior, channel: Rows, attribute: Rows) -> bool:
    """Whether some outcome determines the attribute [RDP, Def. 3.3].

    >>> from tests.definitions import matrix, uniform
    >>> discloses(uniform(2), matrix("3/4 1/4; 1/4 3/4"), matrix("1 0; 0 1"))
    False
    """
    return exp_attribute_hmin(prior, channel, attribute) == 1


def singles_out(prior: Prior, channel: Rows) -> bool:
    """Whether some outcome determines X itself [RDP, Def. 3.9].

    >>> from tests.definitions import matrix, uniform
    >>> singles_out(uniform(2), matrix("1 0; 1/2 1/2"))
    True
    """
    return any(max(posterior(prior, channel, y)) == 1 for y in outcomes(prior, channel))


def exp_letter_hmin_at(prior: Prior, channel: Rows, y: int) -> Fraction:
    """The exponentiated min-entropy of the letter given an outcome."""
    return 1 / max(posterior(prior, channel, y))


def exp_letter_hmin(prior: Prior, channel: Rows) -> Fraction:
    """The smallest of these over the outcomes of positive probability."""
    return min(exp_letter_hmin_at(prior, channel, y) for y in outcomes(prior, channel))


def exp_attribute_leakage(prior: Prior, channel: Rows, attribute: Rows) -> Fraction:
    """The worst case of the U-leakage over the outcomes of positive probability."""
    return max(
        exp_attribute_leakage_at(prior, channel, attribute, y) for y in outcomes(prior, channel)
    )


DEFINITIONS = {
    "hmin_given(P, W)": Definition(exp_letter_hmin),
    "hmin_given(P, W, A)": Definition(exp_attribute_hmin),
    "hmin_given(P, W, y)": Definition(exp_letter_hmin_at),
    "hmin_given(P, W, A, y)": Definition(exp_attribute_hmin_at),
    "uleak(P, W, A)": Definition(exp_attribute_leakage),
    "uleak(P, W, A, y)": Definition(exp_attribute_leakage_at, at_null=False),
    "dynleak(P, W)": Definition(exp_dynamic_leakage),
    "dynleak(P, W, y)": Definition(exp_dynamic_leakage_at, at_null=False),
}
STATEMENTS = (
    theorem("hmin_given(P, W) <= hmin(P)", "schematic z3"),
    theorem("dynleak(P, W) <= pml(P, W)", "schematic z3"),
    theorem("uleak(P, W, A) <= pml(P, W)", "z3"),
    near_miss("uleak(P, W, A) <= dynleak(P, W)"),
    near_miss("dynleak(P, W) <= uleak(P, W, A)"),
    near_miss("uleak(P, W, A, y) >= 0"),
    near_miss("hmin_given(P, W, A) <= hmin_given(P, W)"),
    near_miss("hmin_given(P, W) <= hmin_given(P, W, A)"),
    near_miss("hmin_given(P, W, y) <= hmin(P)"),
    near_miss("dynleak(P, W) <= maxleak(W) - hmin(P)"),
)
