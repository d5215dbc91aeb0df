"""What the densities of a mechanism with a continuum of outcomes are.

    Laplace     f_x(y) = c_x exp(-|y - mu_x|)     on the line, or on an interval around the means
    Gaussian    f_x(y) = exp(-(y - mu_x)^2 / 2) / sqrt(2 pi)

in units of the scale b or sigma. The means are mu_1 = 0 and the partial sums of `gaps`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Densities:
    """The kind of noise, and the names of the parameters that are distances in units of its scale.

    `gaps` lie between neighbouring means; `ends`, if the noise is truncated, between the ends of
    the interval and the outer means. A distance that has a value is written as that, `1` or
    `log(3)`.

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

    @property
    def distances(self) -> tuple[str, ...]:
        """All distances, each once."""
        return tuple(dict.fromkeys((*self.gaps, *(self.ends or ()))))

    def renamed(self, names: Mapping[str, str]) -> Densities:
        """The densities with other names, or values, in place of some.

        >>> Densities("Gaussian", ("d1", "d2")).renamed({"d2": "1/2"}).gaps
        ('d1', '1/2')
        """
        gaps = tuple(names.get(name, name) for name in self.gaps)
        if self.ends is None:
            return replace(self, gaps=gaps)
        low, high = self.ends
        return replace(self, gaps=gaps, ends=(names.get(low, low), names.get(high, high)))
