"""Leakage of a second mechanism under the posterior of a first.

`exp_conditional_pml(P, U, W)` is of the text `pml(P, U | W)`: the first mechanism, W, is observed
first. Sources: [PML23, Def. 3]; maximal leakage given an outcome [Issa, Wagner, Kamath 2020].
"""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss

from .definition import Definition
from .distributions import Prior, Rows, Second, inputs, outcomes, outputs, posterior
from .maximal_leakage import exp_maxleak_on_support
from .pointwise_maximal_leakage import exp_pml_at


def exp_conditional_pml_at(prior: Prior, second: Second, channel: Rows, y: int, z: int) -> Fraction:
    """The exponentiated leakage of the second mechanism's `z`, given the first one's `y`.

    `max_{x in supp P_{X|Y=y}} P_{X|Y=y,Z=z}(x) / P_{X|Y=y}(x)`, and 1 when the pair never occurs
    [PML23, Def. 3], [RDP, Def. 2.5].

    >>> from tests.definitions import matrix, uniform
    >>> second = [matrix("1/2 1/2; 1/3 2/3"), matrix("2/3 1/3; 1/2 1/2")]
    >>> exp_conditional_pml_at(uniform(2), second, matrix("2/5 3/5; 3/5 2/5"), 0, 0)
    Fraction(10, 9)
    """
    if y not in outcomes(prior, channel):
        return Fraction(1)
    before = posterior(prior, channel, y)
    given = [second[x][y] for x in inputs(channel)]
    return exp_pml_at(before, given, z)


def exp_conditional_pml(prior: Prior, second: Second, channel: Rows) -> Fraction:
    """The worst case of the conditional leakage, over the pairs that occur: `pml(P, U | W)`.

    >>> from tests.definitions import matrix, uniform
    >>> second = [matrix("1/2 1/2; 1/3 2/3"), matrix("2/3 1/3; 1/2 1/2")]
    >>> exp_conditional_pml(uniform(2), second, matrix("2/5 3/5; 3/5 2/5"))
    Fraction(5, 4)
    """
    return max(
        exp_conditional_pml_at(prior, second, channel, y, z)
        for y in outcomes(prior, channel)
        for z in outputs(second[0])
    )


def exp_conditional_maxleak(prior: Prior, second: Second, channel: Rows) -> Fraction:
    """The exponentiated maximal leakage over the letters of the worst posterior of the first.

    >>> from tests.definitions import matrix, uniform
    >>> second = [matrix("1 0; 1 0"), matrix("1/2 1/2; 0 1")]
    >>> exp_conditional_maxleak(uniform(2), second, matrix("1/2 1/2; 1/2 1/2"))
    Fraction(2, 1)
    """
    leakages = []
    for y in outcomes(prior, channel):
        given = [second[x][y] for x in inputs(channel)]
        leakages.append(exp_maxleak_on_support(posterior(prior, channel, y), given))
    return max(leakages)


DEFINITIONS = {
    "maxleak(P, U | W)": Definition(exp_conditional_maxleak),
    "pml(P, U | W)": Definition(exp_conditional_pml),
    "pml(P, U | W, y, z)": Definition(exp_conditional_pml_at),
}
STATEMENTS = (
    near_miss(
        "maxleak(P, U | W) <= maxleak(P, W & U)",
        source="the worst first outcome, not the mean",
    ),
    near_miss(
        "pml(P, U | W) <= pml(P, U)",
        lets=("U: X -> Z",),
        source="PML23 Remark 5: side information adds",
    ),
    near_miss(
        "pml(P, U) <= pml(P, U | W)",
        lets=("U: X -> Z",),
        source="PML23 Remark 5: and it takes away",
    ),
)
