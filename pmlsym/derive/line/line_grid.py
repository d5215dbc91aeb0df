"""Quantities of continuous outcomes as sums over a fine grid, to check closed forms by.

The cells between neighbouring kinks are equally wide, and each is read at its middle.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from math import log

import numpy as np
from numpy.typing import NDArray

from pmlsym.errors import UnknownName
from pmlsym.families.densities import Densities

Floats = NDArray[np.float64]
STEPS, FAR_LAPLACE, FAR_GAUSSIAN = 3000, 36.0, 9.0


class LineGrid:
    """The densities f (means, cells), their mixture P_Y and the widths of the cells.

    >>> grid = LineGrid(Densities("Laplace", ("d",)), [0.5, 0.5], {"d": 1.0})
    >>> abs(grid.quantity("maxleak", {}) - log(2 - np.exp(-0.5))) < 1e-5
    True
    """

    def __init__(
        self, densities: Densities, masses: Sequence[float], point: Mapping[str, float]
    ) -> None:
        self.kind, self.masses = densities.kind, np.array(masses, dtype=float)
        gaps = [point[name] for name in densities.gaps]
        self.means = np.cumsum([0.0, *gaps])
        far = FAR_LAPLACE if densities.kind == "Laplace" else FAR_GAUSSIAN
        before, after = [point[name] for name in densities.ends] if densities.ends else (far, far)
        low, high = self.means[0] - before, self.means[-1] + after
        cut = densities.ends is not None
        self.scales = (
            1 / (2 - np.exp(low - self.means) - np.exp(self.means - high))
            if cut
            else np.full(len(self.means), 0.5)
        )
        middles, widths = [], []
        for left, right in pairwise((low, *self.means, high)):
            step = (right - left) / STEPS
            middles.append(left + (np.arange(STEPS) + 0.5) * step)
            widths.append(np.full(STEPS, step))
        self.widths = np.concatenate(widths)
        self.densities = self.at(np.concatenate(middles))
        self.mixture = self.masses @ self.densities

    def at(self, outcomes: Floats) -> Floats:
        """f_x(y) for every x and outcome."""
        apart = np.abs(np.subtract.outer(self.means, outcomes))
        if self.kind == "Gaussian":
            return np.asarray(np.exp(-(apart**2) / 2) / np.sqrt(2 * np.pi))
        return np.asarray(self.scales[:, None] * np.exp(-apart))

    def leakage(self, outcome: float) -> float:
        """The leakage at an outcome."""
        values = self.at(np.array([outcome]))[:, 0]
        return log(values.max() / (self.masses @ values))

    def quantity(self, name: str, point: Mapping[str, float]) -> float:
        """The quantity as a sum over the cells; `point` has tau and delta where they are needed.

        Raises UnknownName at another name.
        """
        f, m, widths = self.densities, self.mixture, self.widths
        largest = f.max(axis=0)
        if name == "eml":
            return max(self._event(x, point["delta"]) for x in range(len(self.means)))
        if name == "pml":
            outer = -log(min(self.masses[0], self.masses[-1]))
            return max(outer, float(np.log(largest / m).max()))
        if name == "maxleak":
            return log(largest @ widths)
        if name == "tail":
            return float((widths * m)[largest > np.exp(point["tau"]) * m].sum())
        with np.errstate(divide="ignore", invalid="ignore"):
            logs = np.where(f > 0, np.log(f / m), 0.0)
        if name == "mi":
            means = self.masses @ (f * logs)
        elif name == "tv":
            means = self.masses @ np.maximum(0.0, f - m)
        elif name == "expected_pml":
            means = m * np.log(largest / m)
        else:
            raise UnknownName(f"no sum over cells is {name}")
        return float(means @ widths)

    def _event(self, x: int, delta: float) -> float:
        """The event of that probability in which the letter is most likely: its cells, in order."""
        order = np.argsort(-self.densities[x] / self.mixture, kind="stable")
        own = np.cumsum((self.densities[x] * self.widths)[order])
        whole = np.cumsum((self.mixture * self.widths)[order])
        if whole[-1] <= delta:
            return log(own[-1] / whole[-1])
        return log(float(np.interp(delta, [0.0, *whole], [0.0, *own])) / delta)
