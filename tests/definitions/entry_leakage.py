"""Leakage about one entry of a database: l(D_i->y), and l(D_i->y | d_-i) given the others.

Source: [RDP, Thm. 4.2]. Priors and mechanisms are those of `differential_privacy.py`.
"""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import PAIR, near_miss, theorem

from .definition import Definition
from .differential_privacy import Database, JointPrior, Mechanism
from .log_sum import LogSum
from .mutual_information import mi
from .pointwise_maximal_leakage import exp_pml, exp_pml_at


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


def exp_worst_entry_pml_at(prior: JointPrior, mechanism: Mechanism, entry: int, y: int) -> Fraction:
    """The worst case of `l(D_i -> y | d_-i)` over others of positive probability."""
    known = {d[:entry] + d[entry + 1 :] for d, mass in prior.items() if mass > 0}
    return max(exp_conditional_entry_pml_at(prior, mechanism, entry, others, y) for others in known)


def mi_given_others(prior: JointPrior, mechanism: Mechanism, entry: int) -> LogSum:
    """The mean over the others of the information of the entry and the outcome given them.

    >>> from tests.definitions import vector
    >>> rows = {(0,): vector("1 0"), (1,): vector("0 1")}
    >>> mi_given_others({(0,): Fraction(1, 2), (1,): Fraction(1, 2)}, rows, 0).value
    0.6931471805599453
    """
    terms: list[tuple[Fraction, Fraction]] = []
    for others in {d[:entry] + d[entry + 1 :] for d, mass in prior.items() if mass > 0}:
        weight = sum(m for d, m in prior.items() if d[:entry] + d[entry + 1 :] == others)
        inner = mi(*entry_channel(given_others(prior, entry, others), mechanism, entry))
        terms += [(weight * c, ratio) for c, ratio in inner.terms]
    return LogSum(tuple(terms))


DEFINITIONS = {
    "pml_entry(P, W, 1)": Definition(exp_entry_pml, of_databases=True),
    "pml_entry(P, W, 1, y)": Definition(exp_entry_pml_at, of_databases=True),
    "pml_entry_given(P, W, 1)": Definition(exp_conditional_entry_pml, of_databases=True),
    "pml_entry_given(P, W, 1, y)": Definition(exp_worst_entry_pml_at, of_databases=True),
    "mi_entry_given(P, W, 1)": Definition(mi_given_others, is_log=False, of_databases=True),
}
STATEMENTS = (
    theorem("pml_entry(P, W, 1) <= dp(W)", "schematic"),
    theorem("pml_entry_given(P, W, 1) <= dp(W)", "schematic", lets=PAIR),
    near_miss(
        "pml_entry(P, W, 1) <= dp(W)",
        "sampling solver z3",
        lets=PAIR,
        source="RDP Theorem 4.3: entries may be equal",
    ),
    near_miss("pml(P, W) <= max(pml_entry(P, W, 1), pml_entry(P, W, 2))", lets=PAIR),
    near_miss("pml_entry(P, W, 1) <= pml_entry_given(P, W, 1)", lets=PAIR),
    near_miss("pml_entry_given(P & Q, W, 1) <= pml_entry(P & Q, W, 1)", lets=PAIR),
    near_miss("pml_entry_given(P, W, 1, y) <= pml(P, W, y)", lets=PAIR),
    theorem("dp(W) <= eps => mi_entry_given(P, W, 1) <= eps", "schematic", lets=PAIR),
    near_miss("mi(P, W) <= mi_entry_given(P, W, 1) + mi_entry_given(P, W, 2)", lets=PAIR),
    near_miss("mi_entry_given(P, W, 1) <= pml_entry(P, W, 1)", lets=PAIR),
)
