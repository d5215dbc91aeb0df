"""The Gaussian mechanism for finitely many means.

    f_x(y) = exp(-(y - mu_x)^2 / (2 sigma^2)) / (sigma sqrt(2 pi))

f_x/f_x' runs through all of (0, infinity): as y -> -inf and y -> inf one outer letter is certain,
and an inner letter is ruled out, so that capacity and LDI are infinite. For two means the suprema
over y are these limits, and none is attained; for three or more means an inner mean can leak most,
see closed_forms/line/gaussian_densities.py.
Source: [Dwork, Kenthapadi, McSherry, Mironov, Naor 2006].
"""

from __future__ import annotations

from pmlsym.mechanism_families.laplace import noisy_means, require_means
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.parameter import quotient, real


def gaussian(n: int = 2) -> Mechanism:
    """The family's Gaussian mechanism of n >= 2 means, d1, d2, .. their distances over sigma.

    >>> gaussian(3).parameters
    (d1 > 0, d2 > 0)
    """
    require_means(n)
    gaps = [
        real(f"d{k}", f"distance of means {k} and {k + 1} over sigma", 0, low_open=True)
        for k in range(1, n)
    ]
    rows = [[quotient(int(x == 0)), quotient(int(x == n - 1))] for x in range(n)]
    return noisy_means("Gaussian", rows, gaps, ("y -> -inf", "y -> inf"))
