"""The Gaussian mechanism for two means.

    f_x(y) = exp(-(y - mu_x)^2 / (2 sigma^2)) / (sigma sqrt(2 pi))

f_1/f_2 runs through all of (0, infinity): the suprema over y are the limits at y -> -inf and
y -> inf, where one letter is certain, and none is attained. The maximal leakage is log(1 + c) with
c = erf(|mu_1 - mu_2| / (2 sqrt(2) sigma)), the total variation distance of the two densities. For
three means and more see derive/gaussian_means.py: there an interior mean can dominate.
"""

from __future__ import annotations

from pmlsym.families.mechanism import Mechanism, matrix_mechanism
from pmlsym.families.parameter import quotient, real


def gaussian() -> Mechanism:
    """The Gaussian mechanism of two different means.

    >>> gaussian().outcome_names
    ('y -> -inf', 'y -> inf')
    """
    apart = real("c", "erf(|mu1 - mu2| / (2 sqrt(2) sigma))", 0, 1, low_open=True, high_open=True)
    rows = ((quotient(1), quotient(0)), (quotient(0), quotient(1)))
    return matrix_mechanism(
        rows,
        [apart],
        text="Gaussian",
        outcome_names=("y -> -inf", "y -> inf"),
        is_density=True,
        exp_maxleak=quotient(1 + apart.scalar),
    )
