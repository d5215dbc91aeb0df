"""Whether more than m of n entries satisfy a predicate, answered exactly.

    entries i.i.d. with probability p,   S = their number,   Y = [S > m]

The database matters through S alone, so the letters are the counts 0 .. n with their binomial
masses: PML, information density, maximal leakage, capacity, mutual information and total variation
are those of the whole database (LDI is not). Source: [RDP, Example 3.11].
"""

from __future__ import annotations

from math import comb

from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.errors import InvalidInput
from pmlsym.mechanism_families.mechanism import Mechanism, matrix_mechanism
from pmlsym.mechanism_families.parameter import quotient, real


def threshold_count(n: int = 3, m: int = 1, p: object = None) -> Mechanism:
    """The family's mechanism that answers "more than m of n?"; `entry` is that for one person's.

    Raises InvalidInput unless 0 <= m < n.

    >>> threshold_count(3, 1).outcome_names
    ('0', '1')
    """
    if not 0 <= m < n:
        raise InvalidInput(f"m = {m} is not between 0 and n - 1 = {n - 1}")
    share = real("p", "probability of the predicate", 0, 1, low_open=True, high_open=True)
    one = share.scalar
    rows = tuple((quotient(int(s <= m)), quotient(int(s > m))) for s in range(n + 1))
    entry_rows = []
    for d in (0, 1):
        above = binomial_tail(n - 1, m - d, one)
        entry_rows.append((quotient(1 - above), quotient(above)))
    entry = matrix_mechanism(
        entry_rows,
        [share],
        text="entry",
        masses=(quotient(1 - one), quotient(one)),
        settings={"p": p},
        outcome_names=("0", "1"),
    )
    return matrix_mechanism(
        rows,
        [share],
        text="threshold",
        masses=tuple(quotient(mass) for mass in binomial_masses(n, one)),
        settings={"p": p},
        outcome_names=("0", "1"),
        entry=entry,
    )


def binomial_masses(n: int, p: Polynomial) -> tuple[Polynomial, ...]:
    """The masses of a family's binomial count of n, polynomials in the parameter p.

    >>> from pmlsym.mechanism_families.parameter import probability
    >>> binomial_masses(1, probability("p", "").scalar)
    (1 - p, p)
    """
    return tuple(comb(n, s) * p**s * (1 - p) ** (n - s) for s in range(n + 1))


def binomial_tail(n: int, m: int, p: Polynomial) -> Polynomial:
    """The probability, in the parameter p, that a family's binomial count of n exceeds m."""
    masses = binomial_masses(n, p)
    return sum((mass for s, mass in enumerate(masses) if s > m), constant(0))
