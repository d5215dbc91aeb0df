"""The truncated Laplace mechanism for finitely many means in a common interval.

    f_x(y) = c_x exp(-|y - mu_x| / b) on [l, r],   1/c_x = b (2 - exp((l-mu_x)/b) - exp((mu_x-r)/b))

Ratios are monotone between neighbouring means and constant beyond the outer ones, as without the
truncation. Source: [Geng, Ding, Guo, Kumar 2020], with a common support.
"""

from __future__ import annotations

from dataclasses import replace

from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.laplace import across, names_of_means, require_means
from pmlsym.mechanism_families.mechanism import Densities, Mechanism, matrix_mechanism
from pmlsym.mechanism_families.parameter import Parameter, exponent, quotient


def truncated_laplace(n: int = 2) -> Mechanism:
    """The family's truncated Laplace mechanism of n >= 2 means.

    The parameters are distances over b: d0 from l to the first mean, d1, d2, ..
    between neighbouring means, and one more from the last mean to r.

    >>> [parameter.name for parameter in truncated_laplace(2).parameters]
    ['d0', 'd1', 'd2']
    """
    require_means(n)
    gaps = [exponent(f"d{k}", "distance over b") for k in range(n + 1)]
    gaps = [replace(gap, low_open=0 < k < n) for k, gap in enumerate(gaps)]
    rows = [[_density_at_mean(x, y, gaps, n) for y in range(n)] for x in range(n)]
    first, *inner, last = (gap.name for gap in gaps)
    densities = Densities("Laplace", tuple(inner), (first, last))
    names = names_of_means(n)
    return matrix_mechanism(
        rows, gaps, text="truncated-Laplace", outcome_names=names, densities=densities
    )


def _density_at_mean(x: int, y: int, gaps: list[Parameter], n: int) -> Ratio:
    """An entry of the truncated Laplace family: the density at a mean, times b."""
    left, right = across(gaps[: x + 1]), across(gaps[x + 1 :])
    between = across(gaps[min(x, y) + 1 : max(x, y) + 1])
    return quotient(left * right, between * (2 * left * right - right - left))
