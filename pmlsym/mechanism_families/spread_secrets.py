"""Noise on a secret with a density: uniform on an interval, or normal.

    laplace-interval, gaussian-interval     X uniform on [0, L],    Y = X + noise of scale 1
    gaussian-normal                         X normal of deviation s, Y = X + normal noise

Lengths are in units of the scale of the noise. The channel that is kept has two rows, those of the
ends of the interval, which are furthest apart; everything else about the secret is in
closed_forms/line/spread_secrets.py. Sources: [Dwork et al. 2006], [Saeidian et al. 2023].
"""

from __future__ import annotations

from dataclasses import replace

from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.mechanism import Densities, Mechanism, matrix_mechanism
from pmlsym.mechanism_families.parameter import Parameter, exponent, quotient, real


def laplace_interval() -> Mechanism:
    """The family's mechanism of Laplace noise on a secret that is uniform on [0, L].

    >>> laplace_interval().parameters
    (L > 0,)
    """
    length = replace(exponent("L", "length of the interval over b"), low_open=True)
    return _mechanism_of_spread_secret("Laplace", "interval", length, quotient(1, length.scalar))


def gaussian_interval() -> Mechanism:
    """The family's mechanism of Gaussian noise on a secret that is uniform on [0, L].

    >>> gaussian_interval().parameters
    (L > 0,)
    """
    length = real("L", "length of the interval over sigma", 0, low_open=True)
    return _mechanism_of_spread_secret("Gaussian", "interval", length, quotient(0))


def gaussian_normal() -> Mechanism:
    """The family's mechanism of Gaussian noise on a normal secret.

    >>> gaussian_normal().parameters
    (s > 0,)
    """
    deviation = real("s", "deviation of the secret over sigma", 0, low_open=True)
    return _mechanism_of_spread_secret("Gaussian", "normal", deviation, quotient(0))


def _mechanism_of_spread_secret(
    kind: str, secret: str, size: Parameter, across: Ratio
) -> Mechanism:
    """The family's mechanism of noise on a spread secret, as rows of its furthest values."""
    return matrix_mechanism(
        [[quotient(1), across], [across, quotient(1)]],
        [size],
        text=f"{kind}-{secret}",
        masses=(quotient(1, 2),) * 2,
        densities=Densities(kind, (size.name,), secret=secret),
    )
