"""The Laplace mechanism for finitely many means.

    f_x(y) = exp(-|y - mu_x| / b) / (2b)

Between neighbouring means f_x / sum_x' p(x')f_x' is u^2/(A u^2 + B) or B/(A u^2 + B) in
u = exp(y/b), so it is monotone there, and constant beyond the outer means: every supremum over y is
taken at a mean. Integrals over y are in closed_forms/line/laplace_densities.py.
Source: [Dwork, McSherry, Nissim, Smith 2006].
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.errors import InvalidInput
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.mechanism import Densities, Mechanism, matrix_mechanism
from pmlsym.mechanism_families.parameter import Parameter, exponent, quotient


def laplace(n: int = 2) -> Mechanism:
    """The family's Laplace mechanism of n >= 2 means, d1, d2, .. their distances over b.

    >>> laplace(3).parameters
    (d1 >= 0, d2 >= 0)
    """
    require_means(n)
    gaps = [exponent(f"d{k}", f"distance of means {k} and {k + 1} over b") for k in range(1, n)]
    rows = [[quotient(1, across(gaps[min(x, y) : max(x, y)])) for y in range(n)] for x in range(n)]
    return noisy_means("Laplace", rows, gaps, names_of_means(n))


def noisy_means(
    kind: str,
    rows: Sequence[Sequence[Ratio]],
    gaps: Sequence[Parameter],
    outcome_names: tuple[str, ...],
) -> Mechanism:
    """The family's mechanism of noise around means: densities where ratios are extreme."""
    densities = Densities(kind, tuple(gap.name for gap in gaps))
    return matrix_mechanism(rows, gaps, text=kind, outcome_names=outcome_names, densities=densities)


def require_means(n: int) -> None:
    """Raises InvalidInput at a family of noise with fewer than two means."""
    if n < 2:
        raise InvalidInput(f"n = {n}: there are at least two means")


def across(gaps: Sequence[Parameter]) -> Polynomial:
    """exp(|mu_x - mu_y| / b) in an entry of the Laplace family, from the gaps between means."""
    return prod((gap.scalar for gap in gaps), start=constant(1))


def names_of_means(n: int) -> tuple[str, ...]:
    """The names of the outcomes of a family of noise at which ratios are extreme."""
    return ("y <= mu1", *(f"y = mu{k}" for k in range(2, n)), f"y >= mu{n}")
