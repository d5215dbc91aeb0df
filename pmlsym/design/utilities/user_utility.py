"""Any convex function of the posterior that the caller can evaluate exactly or bracket.

Convexity cannot be decided for a black box. It is tested at midpoints of the points that the design
looks at, exactly; a violation is an error, and the printed result says that convexity was assumed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from pmlsym.design.bracket import Bracket
from pmlsym.errors import InvalidInput
from pmlsym.linear.matrix import Vector
from pmlsym.model.distribution import Masses


@dataclass(frozen=True)
class UserUtility:
    """A convex u(r), given as a function of the posterior that returns a rational or a Bracket.

    >>> largest_square = UserUtility(lambda r: max(r) ** 2, name="max r squared")
    >>> largest_square.at((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2),) * 2).lower
    Fraction(1, 4)
    """

    function: Callable[[Vector], Fraction | int | Bracket]
    name: str = "user utility, assumed convex"

    def at(self, posterior: Vector, prior: Masses) -> Bracket:
        """The function's value as a bracket; raises InvalidInput for a float.

        >>> UserUtility(lambda r: r[0]).at((Fraction(1),), (Fraction(1),)).upper
        Fraction(1, 1)
        """
        value = self.function(posterior)
        if isinstance(value, Bracket):
            return value
        if isinstance(value, int | Fraction):
            return Bracket.exactly(value)
        raise InvalidInput(
            f"the utility returned {type(value).__name__}; return a Fraction, or a Bracket that "
            "encloses a transcendental value"
        )

    def describe(self) -> str:
        """The name the caller gave.

        >>> UserUtility(lambda r: r[0], name="first mass").describe()
        'first mass'
        """
        return self.name

    def check_convex(self, points: tuple[Vector, ...], prior: Masses) -> None:
        """Raise InvalidInput when u is not midpoint convex between neighbouring points.

        >>> UserUtility(lambda r: -max(r)).check_convex(
        ...     ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))), (Fraction(1, 2),) * 2)
        Traceback (most recent call last):
        ...
        pmlsym.errors.InvalidInput: user utility, assumed convex is not convex: at the midpoint \
of two posteriors it is -1/2, above the average -1
        """
        for left, right in pairwise(points):
            middle = tuple((a + b) / 2 for a, b in zip(left, right, strict=True))
            average = (self.at(left, prior) + self.at(right, prior)).scaled(Fraction(1, 2))
            found = self.at(middle, prior)
            if found.lower > average.upper:
                raise InvalidInput(
                    f"{self.name} is not convex: at the midpoint of two posteriors it is "
                    f"{found.lower}, above the average {average.upper}"
                )
