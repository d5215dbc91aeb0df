"""[RDP, Sec. 4.1]: the Laplace mechanism on a counting query, with a = 1/(nb) and B_i = f(D_i).

The densities of an outcome given B_i = 1 and B_i = 0 have a ratio r with e^-a <= r <= e^a: shifting
a Laplace density by 1/n changes no exponent by more than a. Then

    exp l(B_i->y) = max(r, 1) / ((1-p) + p r)  <=  e^a / ((1-p) + p e^a)  or  1 / ((1-p) + p e^-a)
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb
from random import Random

from pmlsym.catalogue.checked import require
from pmlsym.catalogue.drawing import draw_distribution
from pmlsym.catalogue.joint import total


def count_is_binomial(random: Random) -> str:
    """The number of entries with f(d) = 1 under an i.i.d. prior, and p in (c, 1-c) or not."""
    letters, n = random.randint(2, 4), random.randint(1, 4)
    law = draw_distribution(random, letters, zeros=False)
    predicate = [random.randint(0, 1) for _ in law]
    p = total(mass for mass, value in zip(law, predicate, strict=True) if value)
    counts = [Fraction(0)] * (n + 1)
    for database in product(range(letters), repeat=n):
        mass = Fraction(1)
        for d in database:
            mass *= law[d]
        counts[sum(predicate[d] for d in database)] += mass
    expected = [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1)]
    require(counts == expected)
    c = Fraction(random.randint(0, 5), 12)
    require((c < p < 1 - c) == (c < 1 - p < 1 - c) and (not c < p < 1 - c or 0 < p < 1))
    return "in the class" if c < p < 1 - c else "outside"
