"""The uniformiser: the Z channel that makes a fair bit of a biased one.

    P[X = 1] = q <= 1/2,     1 is kept,  0 becomes 1 with probability b = (1/2 - q)/(1 - q)

Source: [PSP, Example 5].
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.mechanism_families.mechanism import Mechanism, matrix_mechanism
from pmlsym.mechanism_families.parameter import quotient, real


def uniformiser(q: object = None) -> Mechanism:
    """The family's mechanism that makes a fair bit of one that is 1 with probability q.

    q is in (0, 1/2], and the bit has that prior.

    >>> uniformiser().channel
    uniformiser
    """
    bias = real("q", "probability of 1", 0, Fraction(1, 2), low_open=True)
    one = bias.scalar
    rows = (
        (quotient(1, 2 * (1 - one)), quotient(1 - 2 * one, 2 * (1 - one))),
        (quotient(0), quotient(1)),
    )
    masses = (quotient(1 - one), quotient(one))
    return matrix_mechanism(
        rows, [bias], text="uniformiser", masses=masses, settings={"q": q}, outcome_names=("0", "1")
    )
