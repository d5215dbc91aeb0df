"""Pointwise maximal leakage by each of its definitions.

    exp l(X->y) = max_{x in supp P_X} P_{X|Y=y}(x) / P_X(x)
                = sup_U  max_u P_{U|Y=y}(u) / max_u P_U(u)              (U - X - Y)

Outcomes of probability zero leak exp = 1 and stand in no maximum.
Sources: [PML23, Def. 1, 2, Thm. 1, Remark 1], [RDP, Def. 2.5].
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from math import ceil, floor

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, outcomes, output_distribution, posterior, support
from .prior_mass import pmin


def exp_pml_at(prior: Prior, channel: Rows, y: int) -> Fraction:
    """The exponentiated leakage at an outcome, from the posterior [PML23, Thm. 1].

    >>> from tests.definitions import matrix, uniform
    >>> exp_pml_at(uniform(2), matrix("3/4 1/4; 1/4 3/4"), 0)
    Fraction(3, 2)
    """
    if y not in outcomes(prior, channel):
        return Fraction(1)
    after = posterior(prior, channel, y)
    return max(after[x] / prior[x] for x in support(prior))


def exp_pml(prior: Prior, channel: Rows) -> Fraction:
    """The exponentiated worst-case leakage, over the outcomes of positive probability.

    >>> from tests.definitions import matrix, uniform
    >>> exp_pml(uniform(2), matrix("1 0; 1/2 1/2"))
    Fraction(2, 1)
    """
    return max(exp_pml_at(prior, channel, y) for y in outcomes(prior, channel))


def exp_pml_at_by_likelihood(prior: Prior, channel: Rows, y: int) -> Fraction:
    """The same from the likelihoods, `max_{supp P_X} W(x,y) / P_Y(y)` [PML23, Remark 1].

    >>> from tests.definitions import matrix, uniform
    >>> exp_pml_at_by_likelihood(uniform(2), matrix("3/4 1/4; 1/4 3/4"), 0)
    Fraction(3, 2)
    """
    mass = output_distribution(prior, channel)[y]
    if mass == 0:
        return Fraction(1)
    return max(channel[x][y] / mass for x in support(prior))


def exp_attribute_leakage_at(prior: Prior, channel: Rows, attribute: Rows, y: int) -> Fraction:
    """The exponentiated U-leakage `max_u P_{U|Y=y}(u) / max_u P_U(u)` [PML23, (3)].

    *attribute* is the channel P_{U|X}. It may be smaller than 1, as guesses about U may get worse.

    >>> from tests.definitions import matrix, uniform
    >>> exp_attribute_leakage_at(uniform(2), matrix("3/4 1/4; 1/4 3/4"), matrix("1 0; 0 1"), 0)
    Fraction(3, 2)
    """
    if y not in outcomes(prior, channel):
        return Fraction(1)
    after = output_distribution(posterior(prior, channel, y), attribute)
    return max(after) / max(output_distribution(prior, attribute))


def shattering_channel(prior: Prior) -> list[list[Fraction]]:
    """The shattering channel P_{U|X}, which attains the supremum over U [PML23, Def. 2].

    Letters outside the support, where the definition says nothing, get the first letter of U.

    >>> from tests.definitions import vector
    >>> shattering_channel(vector("2/5 3/5"))[1]
    [Fraction(0, 1), Fraction(2, 3), Fraction(1, 3)]
    """
    smallest = pmin(prior)
    letters = [(x, j) for x in support(prior) for j in range(1, ceil(prior[x] / smallest) + 1)]
    rows = []
    for x in range(len(prior)):
        if prior[x] == 0:
            rows.append([Fraction(int(u == letters[0])) for u in letters])
            continue
        whole = floor(prior[x] / smallest)
        share = smallest / prior[x]
        rest = 1 - whole * share
        parts = [share if j <= whole else rest for _, j in letters]
        rows.append(
            [part if i == x else Fraction(0) for (i, _), part in zip(letters, parts, strict=True)]
        )
    return rows


def exp_pml_at_by_shattering(prior: Prior, channel: Rows, y: int) -> Fraction:
    """The leakage as the U-leakage of the shattering channel [PML23, proof of Thm. 1].

    >>> from tests.definitions import matrix, uniform
    >>> exp_pml_at_by_shattering(uniform(2), matrix("3/4 1/4; 1/4 3/4"), 0)
    Fraction(3, 2)
    """
    return exp_attribute_leakage_at(prior, channel, shattering_channel(prior), y)


def exp_pml_by_shattering(prior: Prior, channel: Rows) -> Fraction:
    """The worst case over outcomes of `exp_pml_at_by_shattering`.

    >>> from tests.definitions import matrix, uniform
    >>> exp_pml_by_shattering(uniform(2), matrix("1 0; 1/2 1/2"))
    Fraction(2, 1)
    """
    return max(exp_pml_at_by_shattering(prior, channel, y) for y in outcomes(prior, channel))


def deterministic_attributes(letters: int, values: int) -> list[list[list[Fraction]]]:
    """Every deterministic P_{U|X}, the extreme points of the attributes with that many values.

    >>> len(deterministic_attributes(2, 3))
    9
    """
    return [
        [[Fraction(int(u == value)) for u in range(values)] for value in image]
        for image in product(range(values), repeat=letters)
    ]


def exp_pml_at_over_attributes(
    prior: Prior, channel: Rows, attributes: Iterable[Rows], y: int
) -> Fraction:
    """The largest U-leakage among some attributes: bounds [PML23, Def. 1] from below.

    >>> from tests.definitions import matrix, uniform
    >>> some = deterministic_attributes(2, 2)
    >>> exp_pml_at_over_attributes(uniform(2), matrix("3/4 1/4; 1/4 3/4"), some, 0)
    Fraction(3, 2)
    """
    return max(exp_attribute_leakage_at(prior, channel, u, y) for u in attributes)


DEFINITIONS = {
    "pml(P, W)": Definition(exp_pml),
    "pml(P, W, y)": Definition(exp_pml_at),
    "pml(P, W, y, z)": Definition(exp_pml_at),
}
STATEMENTS = (
    theorem("pml(P, W >> V) <= pml(P, W)", "schematic z3"),
    theorem("pml(P, W >> V) <= pml(P >> W, V)", "schematic z3"),
    theorem("pml(P, W & U) <= pml(P, W) + pml(P, U | W)", "schematic z3"),
    theorem("pml(P, W, y) <= -log(pmin(P))", "schematic z3"),
    theorem("pml(P, W) > 0 or maxleak(P, W) <= 0", "schematic z3"),
    theorem("min(pml(P, W), ldp(V)) <= max(pml(P, W), maxleak(V))", "z3", lets=("V: Y -> Z",)),
    theorem("pml(P, W) <= lip(P, W)"),
    near_miss("pml(P, W & U) <= pml(P, W) + pml(P, U)", "sampling", lets=("U: X -> Z",), letters=3),
    near_miss(
        "pml(P, W) <= maxleak(W)",
        "sampling solver z3",
        source="maximal leakage is an average over outcomes",
    ),
    near_miss("pml(P, W) <= ldi(P, W)", assume=("fullsupport(P)",), letters=4),
)
