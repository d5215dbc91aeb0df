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

from pmlsym.catalogue.composed import Composed
from pmlsym.catalogue.drawing import draw_distribution
from pmlsym.catalogue.entry import Correction, Entry
from pmlsym.catalogue.joint import total
from pmlsym.catalogue.part import Checked, Claimed, Fails, Holds, Trial


def _count_is_binomial(random: Random) -> Trial:
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
    if counts != expected:
        return Fails(f"law {law}, f = {predicate}: {counts}")
    c = Fraction(random.randint(0, 5), 12)
    if (c < p < 1 - c) != (c < 1 - p < 1 - c) or (c < p < 1 - c and not 0 < p < 1):
        return Fails(f"p = {p}, c = {c}")
    return Holds("in the class" if c < p < 1 - c else "outside")


_CLASS = ("c >= 0", "c < 1/2", "a > 0")
_MIXED = "a - log((1-c) + c*exp(a))"
_BETWEEN = (*_CLASS, "p > c", "p < 1 - c")
_BOUND = (
    Claimed("pml(Q, K >> W, y) <= pml(Q >> K, W, y)"),
    Claimed("max(u, -u) <= max(u - d, d - u) + d", assume=("d >= 0",)),
    Claimed(
        f"log(max(r, 1)/((1-p) + p*r)) <= {_MIXED}",
        assume=(*_BETWEEN, "r >= exp(-a)", "r <= exp(a)"),
    ),
)
_TIGHT = (
    Claimed(
        "log(exp(a)/((1-p) + p*exp(a))) == a - log((1-p) + p*exp(a))", assume=("p > 0", "p < 1")
    ),
    Claimed(
        "a - log((1-q) + q*exp(a)) <= a - log((1-p) + p*exp(a))",
        assume=("a > 0", "p >= 0", "q >= p"),
    ),
    Claimed(f"a - log((1-p) + p*exp(a)) < {_MIXED}", assume=_BETWEEN),
)

_BOUNDED = Composed(
    "l(D_i->y) is at most the bound",
    "an entry tells of y through f alone; a shift by 1/n changes the density of y by e^a at most",
    _BOUND,
)

ENTRIES = (
    Entry(
        "RDP/p-c-f",
        "P_c^f: i.i.d. product priors with P(f = 1) = p in (c, 1-c), 0 <= c < 1/2",
        "Section 4.1",
        (
            Checked(
                "the count is binomial; the class is symmetric in p and 1 - p",
                _count_is_binomial,
                60,
                60,
                ("in the class", "outside"),
            ),
        ),
    ),
    Entry(
        "RDP/prop-4.6",
        "over P_c^f, l(D_i->y) <= 1/(nb) - log((1-c) + c e^(1/(nb))) for every outcome",
        "Proposition 4.6",
        (_BOUNDED,),
        remarks=(*_TIGHT, Claimed("(1 + t*t)/2 <= t", assume=("t > 0", "t < 1"))),
        correction=Correction(
            "the proposition holds, with the supremum over the class equal to the bound and not"
            " attained; its proof has to bound the ratio of the densities instead",
            "the proof says that the density rises up to p and falls after it; with n = 1, p = 1/2"
            " and t = e^(-1/(2b)) it is (1 + t^2)/2 at y = 0 but only t at y = 1/2",
            (
                _BOUNDED,
                Composed(
                    "the bound is the supremum over the class, and not attained",
                    "at p in the class an outcome leaks what is below the bound and tends to it as "
                    "p falls to c",
                    _TIGHT,
                ),
            ),
        ),
    ),
    Entry(
        "RDP/prop-4.6-simplified",
        "that is at most (1-c)/(nb) + c^2/(2 n^2 b^2)",
        "after Proposition 4.6",
        (Claimed(f"{_MIXED} <= (1-c)*a + c*c*a*a/2", assume=_CLASS),),
        remarks=(
            Claimed("log(1 + x) >= x - x*x/2", assume=("x >= 0",)),
            Claimed("exp(x) >= 1 + x"),
            Claimed(f"{_MIXED} <= (1-c)*a", assume=_CLASS),
        ),
    ),
    Entry(
        "RDP/sec-4.1-remark",
        "c = 0 gives 1/(nb); c near 1/2 reduces it by up to half",
        "Section 4.1, and before it",
        (
            Claimed("a - log((1-0) + 0*exp(a)) == a"),
            Claimed("a - log(1/2 + exp(a)/2) >= a/2 - a*a/8", assume=("a >= 0",)),
            Claimed(f"{_MIXED} >= a/2", assume=_CLASS),
        ),
        correction=Correction(
            "at c = 1/2 it is at most half of 1/(nb), near half where nb is large, and never above"
            " log 2",
            "where nb is small the parameter is reduced by more than half",
            (
                Claimed("a - log(1/2 + exp(a)/2) <= a/2", assume=("a >= 0",)),
                Claimed("a - log(1/2 + exp(a)/2) >= a/2 - a*a/8", assume=("a >= 0",)),
                Claimed("a - log(1/2 + exp(a)/2) < log(2)", assume=("a >= 0",)),
            ),
        ),
    ),
)
