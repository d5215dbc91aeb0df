"""The point of a cone that is nearest to a goal, in floats: columns enter one at a time.

    minimise  | goal - sum_j x_j column_j |,   x >= 0                       [Lawson, Hanson 1974]

The columns are never written down together. The caller names the column that leans most towards the
remainder of the goal; that column enters, and columns whose multiplier would fall below zero leave.
A distance of zero gives the few columns of a sum; otherwise the remainder separates the goal from
the cone. This is good for choosing, never for deciding.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pmlsym.calculus.effort import passed
from pmlsym.calculus.meter import tick

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

NEAR = 1e-9
"""A goal of length one is taken as reached at this distance: an exact sum decides later."""

GONE = 1e-11
"""A multiplier up to this size is taken as zero."""

ROUND, NUMBERS, DECOMPOSED = 60, 3_000, 10_000
"""The steps of work of the smallest round; the numbers outside the cache that are read or written
in a step; and the multiplications of a decomposition in a step."""

TINY = 1e-300

FRESH = 200
"""The number of changes after which rounding errors of the inverse are corrected."""

Name = TypeVar("Name", bound=Hashable)


@dataclass(frozen=True)
class NearestPoint(Generic[Name]):
    """The multipliers of the columns of the nearest point, and all columns that ever entered."""

    multipliers: dict[Name, float]
    entered: tuple[Name, ...]
    reached: bool


def nearest_point(
    goal: Floats,
    leaning: Callable[[Floats], tuple[Name, Floats] | None],
) -> NearestPoint[Name] | None:
    """The point of a cone nearest to a goal, in floats, columns entering one at a time; or None.

    `leaning` gives the name and the entries of a column with the largest inner product with the
    remainder of the goal, or None if no inner product is above rounding.

    >>> import numpy as np
    >>> cone = {"a": np.array([1.0, 0.0]), "b": np.array([1.0, 1.0])}
    >>> def leaning(left):
    ...     name = max(cone, key=lambda j: cone[j] @ left)
    ...     return (name, cone[name]) if cone[name] @ left > 1e-9 else None
    >>> found = nearest_point(np.array([3.0, 1.0]), leaning)
    >>> {name: round(x, 6) for name, x in sorted(found.multipliers.items())}, found.reached
    ({'a': 2.0, 'b': 1.0}, True)
    """
    import numpy as np

    length = float(np.linalg.norm(goal))
    if not length:
        return NearestPoint({}, (), True)
    chosen = _ChosenColumns(goal)
    entered: dict[Name, None] = {}
    names: list[Name] = []
    x: Floats = np.zeros(0)
    left = goal
    while float(np.linalg.norm(left)) > NEAR * length:
        if passed():
            return None
        column = leaning(left)
        if column is None or column[0] in names:  # the same column again: only rounding is left
            return NearestPoint(dict(zip(names, x.tolist(), strict=True)), tuple(entered), False)
        entered[column[0]] = None
        names.append(column[0])
        chosen.add(column[1])
        x = np.append(x, 0.0)
        # The point moves towards the best multipliers until one of its multipliers is zero; that
        # column leaves, and the best multipliers are computed again, until all of them are
        # positive.
        while names:
            tick(ROUND + chosen.work // NUMBERS)
            goal_multipliers = chosen.best_multipliers()
            falling = np.flatnonzero(goal_multipliers <= GONE)
            if not len(falling):
                x = goal_multipliers
                break
            ratios = x[falling] / (x[falling] - goal_multipliers[falling] + TINY)
            x = x + float(np.min(ratios)) * (goal_multipliers - x)
            x[falling[np.argmin(ratios)]] = 0.0
            for k in np.flatnonzero(x <= GONE)[::-1].tolist():
                chosen.remove(k)
                del names[k]
            x = x[x > GONE]
        left = goal - chosen.sum_of(x)
    return NearestPoint(dict(zip(names, x.tolist(), strict=True)), tuple(entered), True)


class _ChosenColumns:
    """Independent columns, with the inverse of their inner products.

    A column that enters or leaves changes the inverse by one product of two vectors. Only the
    nonzero entries of columns are kept, `values` at `places`, one column after the other: the
    column of an information has four among thousands.
    """

    def __init__(self, goal: Floats) -> None:
        import numpy as np

        self.goal = goal
        self.goals: Floats = np.zeros(0)
        self.values: Floats = np.zeros(0)
        self.places: NDArray[Any] = np.zeros(0, dtype=np.intp)
        self.counts: NDArray[Any] = np.zeros(0, dtype=np.intp)
        self.inverse: Floats = np.zeros((0, 0))
        self.changes = 0

    @property
    def work(self) -> int:
        """The count of numbers that a change of the nearest point's columns reads and writes."""
        return 4 * self.inverse.size + 6 * len(self.values) + 4 * len(self.goal)

    def inner_products(self, vector: Floats) -> Floats:
        """The inner products, in floats, of the nearest point's columns with a vector."""
        import numpy as np

        if not len(self.counts):
            return np.zeros(0)
        starts = np.cumsum(self.counts) - self.counts
        products: Floats = np.add.reduceat(self.values * vector[self.places], starts)
        return products

    def sum_of(self, x: Floats) -> Floats:
        """The linear combination of a cone's chosen columns with these multiples, in floats."""
        import numpy as np

        weights = self.values * np.repeat(x, self.counts)
        total = np.bincount(self.places, weights=weights, minlength=len(self.goal))
        return np.asarray(total, dtype=np.float64)

    def times_inverse(self, vector: Floats) -> Floats:
        """The inverse matrix of the columns' inner products times a vector, in one thread."""
        import numpy as np

        product: Floats = np.einsum("ij,j->i", self.inverse, vector)
        return product

    def add(self, column: Floats) -> None:
        """Add a column of the cone to those that the nearest point is made of."""
        import numpy as np

        products = self.inner_products(column)
        coefficients = self.times_inverse(products)
        distance = max(float(column @ column - products @ coefficients), TINY)
        count = len(self.counts)
        inverse = np.empty((count + 1, count + 1))
        np.multiply.outer(coefficients, coefficients / distance, out=inverse[:count, :count])
        inverse[:count, :count] += self.inverse
        inverse[count, :count] = inverse[:count, count] = -coefficients / distance
        inverse[count, count] = 1 / distance
        self.inverse = inverse
        places = np.flatnonzero(column)
        self.goals = np.append(self.goals, self.goal @ column)
        self.places = np.concatenate([self.places, places])
        self.values = np.concatenate([self.values, column[places]])
        self.counts = np.append(self.counts, len(places))
        self._note_change()

    def remove(self, k: int) -> None:
        """Remove the k-th column of the cone from those that the nearest point is made of."""
        import numpy as np

        row, pivot = np.delete(self.inverse[k], k), self.inverse[k, k]
        inverse = np.delete(np.delete(self.inverse, k, 0), k, 1)
        inverse -= np.multiply.outer(row, row / pivot)
        self.inverse = inverse
        stays = np.repeat(np.arange(len(self.counts)) != k, self.counts)
        self.places, self.values = self.places[stays], self.values[stays]
        self.goals, self.counts = np.delete(self.goals, k), np.delete(self.counts, k)
        self._note_change()

    def best_multipliers(self) -> Floats:
        """Multiples, of any sign, of a cone's columns whose sum is nearest to a vector."""
        x = self.times_inverse(self.goals)
        return x + self.times_inverse(self.inner_products(self.goal - self.sum_of(x)))

    def _note_change(self) -> None:
        """Count a change of columns, and correct the inverse matrix now and then."""
        import numpy as np

        self.changes += 1
        if self.changes % FRESH == 0 and len(self.counts):
            tick(len(self.counts) ** 3 // DECOMPOSED)
            dense = np.zeros((len(self.counts), len(self.goal)))
            dense[np.repeat(np.arange(len(self.counts)), self.counts), self.places] = self.values
            products = dense @ dense.T
            off = np.eye(len(products)) - products @ self.inverse
            if float(np.abs(off).sum(axis=1).max()) < 1 / 2:  # Newton's step squares this error
                self.inverse = self.inverse + self.inverse @ off
            else:
                self.inverse = np.linalg.pinv(products, hermitian=True).astype(np.float64)
