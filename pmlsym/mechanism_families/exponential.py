"""The exponential mechanism with a symbolic score matrix.

    W(x,y) = exp(u(x,y)) / sum_y' exp(u(x,y'))

u is the score times eps / (2 sensitivity). Source: [McSherry, Talwar 2007].
"""

from __future__ import annotations

from pmlsym.errors import InvalidInput
from pmlsym.mechanism_families.mechanism import Mechanism, matrix_mechanism
from pmlsym.mechanism_families.parameter import quotient, score


def exponential(k: int = 2, m: int = 2) -> Mechanism:
    """The exponential mechanism of k letters and m outcomes, with scores u11, u12, .. .

    >>> exponential(2, 2).parameters
    (u11, u12, u21, u22)
    """
    if k < 2 or m < 2 or k > 9 or m > 9:
        raise InvalidInput(f"k = {k}, m = {m}: scores are named u11 .. u99, from 2 letters on")
    scores = [[score(f"u{x}{y}", "scaled score") for y in range(1, m + 1)] for x in range(1, k + 1)]
    rows = []
    for row in scores:
        whole = sum((entry.scalar for entry in row[1:]), row[0].scalar)
        rows.append([quotient(entry.scalar, whole) for entry in row])
    return matrix_mechanism(rows, [s for row in scores for s in row], text="exponential")
