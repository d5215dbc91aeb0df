"""Disclosure of attributes, and privacy of the entries of a database.

    U is disclosed  iff  max_u P_{U|Y=y}(u) = 1 for some outcome y of positive probability
    dp    W(d,y) <= e^eps W(d',y)  where d and d' differ in one entry;   flp  for all d, d'
    l(D_i->y),   l(D_i->y | d_-i)

A database mechanism maps tuples of entries to rows, a joint prior maps tuples to masses; both list
every tuple of D^n. Sources: [RDP, Def. 3.3, 4.1, 4.4, Thm. 4.2].
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from .distributions import Prior, Ratio, Rows, outcomes, output_distribution, posterior
from .local_privacy import exp_ldp, largest_ratio
from .pointwise_maximal_leakage import exp_pml, exp_pml_at

Database = tuple[int, ...]
Mechanism = Mapping[Database, Sequence[Fraction]]
JointPrior = Mapping[Database, Fraction]


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


def exp_dp(mechanism: Mechanism) -> Ratio:
    """The least exp(eps) of differential privacy, one entry replaced [RDP, Def. 4.1].

    >>> from tests.definitions import vector
    >>> exp_dp({(0,): vector("3/4 1/4"), (1,): vector("1/4 3/4")})
    Fraction(3, 1)
    """
    neighbours = [
        (row, mechanism[other])
        for database, row in mechanism.items()
        for other in mechanism
        if sum(a != b for a, b in zip(database, other, strict=True)) == 1
    ]
    ratios = [largest_ratio(pair) for rows in neighbours for pair in zip(*rows, strict=True)]
    return max([Fraction(1), *ratios])


def exp_flp(mechanism: Mechanism) -> Ratio:
    """The least exp(eps) of free-lunch privacy, any two databases compared [RDP, Def. 4.4].

    >>> from tests.definitions import vector
    >>> exp_flp({(0,): vector("3/4 1/4"), (1,): vector("1/4 3/4")})
    Fraction(3, 1)
    """
    return exp_ldp(list(mechanism.values()))


def entry_channel(
    prior: JointPrior, mechanism: Mechanism, entry: int
) -> tuple[list[Fraction], list[list[Fraction]]]:
    """The distribution of entry D_i, on its support, and the channel `P_{Y|D_i}`.

    >>> from tests.definitions import vector
    >>> rows = {(0, 0): vector("1 0"), (0, 1): vector("0 1")}
    >>> entry_channel({(0, 0): Fraction(1, 4), (0, 1): Fraction(3, 4)}, rows, 0)
    ([Fraction(1, 1)], [[Fraction(1, 4), Fraction(3, 4)]])
    """
    masses: dict[int, Fraction] = {}
    sums: dict[int, list[Fraction]] = {}
    for database, mass in prior.items():
        if mass > 0:
            value = database[entry]
            row = [mass * w for w in mechanism[database]]
            masses[value] = masses.get(value, Fraction(0)) + mass
            before = sums.get(value, [Fraction(0)] * len(row))
            sums[value] = [a + b for a, b in zip(before, row, strict=True)]
    values = sorted(masses)
    rows = [[total / masses[value] for total in sums[value]] for value in values]
    return [masses[value] for value in values], rows


def exp_entry_pml_at(prior: JointPrior, mechanism: Mechanism, entry: int, y: int) -> Fraction:
    """The exponentiated leakage about one entry, `l(D_i -> y)`.

    >>> from tests.definitions import vector
    >>> rows = {(0,): vector("3/4 1/4"), (1,): vector("1/4 3/4")}
    >>> exp_entry_pml_at({(0,): Fraction(1, 2), (1,): Fraction(1, 2)}, rows, 0, 0)
    Fraction(3, 2)
    """
    return exp_pml_at(*entry_channel(prior, mechanism, entry), y)


def exp_entry_pml(prior: JointPrior, mechanism: Mechanism, entry: int) -> Fraction:
    """The worst case of `l(D_i -> y)` over the outcomes of positive probability.

    >>> from tests.definitions import vector
    >>> rows = {(0,): vector("3/4 1/4"), (1,): vector("1/4 3/4")}
    >>> exp_entry_pml({(0,): Fraction(1, 2), (1,): Fraction(1, 2)}, rows, 0)
    Fraction(3, 2)
    """
    return exp_pml(*entry_channel(prior, mechanism, entry))


def given_others(prior: JointPrior, entry: int, others: Database) -> dict[Database, Fraction]:
    """The joint prior given all entries but one; raises ZeroDivisionError where they have mass 0.

    >>> given_others({(0, 0): Fraction(1, 4), (1, 0): Fraction(3, 4)}, 0, (0,))[0, 0]
    Fraction(1, 4)
    """
    kept = {
        database: mass
        for database, mass in prior.items()
        if database[:entry] + database[entry + 1 :] == others
    }
    total = sum(kept.values(), Fraction(0))
    return {database: mass / total for database, mass in kept.items()}


def exp_conditional_entry_pml_at(
    prior: JointPrior, mechanism: Mechanism, entry: int, others: Database, y: int
) -> Fraction:
    """The exponentiated leakage about one entry given the others, `l(D_i -> y | d_-i)`.

    >>> from tests.definitions import vector
    >>> rows = {(0,): vector("3/4 1/4"), (1,): vector("1/4 3/4")}
    >>> exp_conditional_entry_pml_at({(0,): Fraction(1, 2), (1,): Fraction(1, 2)}, rows, 0, (), 0)
    Fraction(3, 2)
    """
    return exp_entry_pml_at(given_others(prior, entry, others), mechanism, entry, y)


def exp_conditional_entry_pml(prior: JointPrior, mechanism: Mechanism, entry: int) -> Fraction:
    """The worst case of `l(D_i -> y | d_-i)`, over outcomes and others of positive probability.

    >>> from tests.definitions import vector
    >>> rows = {(0,): vector("3/4 1/4"), (1,): vector("1/4 3/4")}
    >>> exp_conditional_entry_pml({(0,): Fraction(1, 2), (1,): Fraction(1, 2)}, rows, 0)
    Fraction(3, 2)
    """
    known = {d[:entry] + d[entry + 1 :] for d, mass in prior.items() if mass > 0}
    return max(
        exp_entry_pml(given_others(prior, entry, others), mechanism, entry) for others in known
    )
