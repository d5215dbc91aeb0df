"""What the densities of a mechanism with a continuum of outcomes are.

    Laplace     f_x(y) = c_x exp(-|y - mu_x|)     on the line, or on an interval around the means
    Gaussian    f_x(y) = exp(-(y - mu_x)^2 / 2) / sqrt(2 pi)

in units of the scale b or sigma. The means are mu_1 = 0 and the partial sums of `gaps`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Densities:
    """The kind of noise, and the names of the parameters that are distances in units of its scale.

    `gaps` lie between neighbouring means; `ends`, if the noise is truncated, between the ends of
    the interval and the outer means.

    >>> Densities("Laplace", ("d1", "d2")).means
    3
    """

    kind: str
    gaps: tuple[str, ...]
    ends: tuple[str, str] | None = None

    @property
    def means(self) -> int:
        """The number of means."""
        return len(self.gaps) + 1
