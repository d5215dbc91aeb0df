"""The binomial mechanism: the number of heads of m flips is added to a count in 0 .. n.

    P[Y = y | x] = C(m, y-x) q^(y-x) (1-q)^(m-y+x),        y = 0 .. n + m

The outcome 0 excludes every count but 0, so that no finite eps bounds it; (eps, delta) does.
Sources: [Dwork, Kenthapadi, McSherry, Mironov, Naor 2006], [Agarwal et al. 2018].
"""

from __future__ import annotations

from math import comb

from pmlsym.errors import InvalidInput
from pmlsym.mechanism_families.counts import matrix_on_counts
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.parameter import quotient, real


def binomial(n: int = 2, m: int = 4, q: object = None) -> Mechanism:
    """The family's mechanism that adds the heads of m flips, of probability q, to counts 0 .. n.

    >>> binomial(1, 2).outcome_names
    ('0', '1', '2', '3')
    """
    if n < 1 or m < 1:
        raise InvalidInput(f"n = {n}, m = {m}: there are at least the counts 0 and 1, and a flip")
    share = real("q", "probability of heads", 0, 1, low_open=True, high_open=True)
    heads, tails = share.scalar, 1 - share.scalar
    flips = [comb(m, k) * heads**k * tails ** (m - k) for k in range(m + 1)]
    rows = [
        [quotient(flips[y - x] if 0 <= y - x <= m else 0) for y in range(n + m + 1)]
        for x in range(n + 1)
    ]
    return matrix_on_counts("binomial", rows, [share], {"q": q})
