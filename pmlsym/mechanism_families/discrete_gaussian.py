"""The discrete Gaussian mechanism on counts 0 .. n that reports 0 .. n.

    P[Y = y | x]  proportional to  exp(-(y-x)^2 / (2 sigma^2)),        y = 0 .. n

The parameter is w = 1/(2 sigma^2). On all integers every eps is exceeded, and Renyi's divergence of
order alpha of counts x and x' is alpha w (x-x')^2 at whole orders: zcdp = w for neighbours. Within
0 .. n everything is finite, and each row has its own normalising sum. Source: [Canonne, Kamath,
Steinke 2020].
"""

from __future__ import annotations

from pmlsym.calculus.polynomial import constant
from pmlsym.errors import InvalidInput
from pmlsym.mechanism_families.counts import matrix_on_counts
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.parameter import exponent, quotient


def discrete_gaussian(n: int = 2, w: object = None) -> Mechanism:
    """The family's discrete Gaussian mechanism on counts 0 .. n, w = 1/(2 sigma^2).

    >>> discrete_gaussian(1).parameters
    (w >= 0,)
    """
    if n < 1:
        raise InvalidInput(f"n = {n}: a count needs at least the values 0 and 1")
    scale = exponent("w", "1/(2 sigma^2)")
    rows = []
    for x in range(n + 1):
        far = max(x, n - x) ** 2
        weights = [scale.scalar ** (far - (y - x) ** 2) for y in range(n + 1)]
        whole = sum(weights, constant(0))
        rows.append([quotient(weight, whole) for weight in weights])
    return matrix_on_counts("discrete-Gaussian", rows, [scale], {"w": w})
