"""eps-LDI as a polytope: r(x) <= e^eps r(x') for all letters of the support. [DESIGN, section 6]"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.design.constraint import Constraint
from pmlsym.design.distribution import Masses
from pmlsym.design.level import level_text, rational_level
from pmlsym.linear.matrix import Matrix


@dataclass(frozen=True)
class LocalDifferentialIdentifiability:
    """p(x) W(x, y) <= level * p(x') W(x', y) for all x, x' in the support, all y.

    >>> LocalDifferentialIdentifiability(Fraction(2)).describe()
    'ldi <= log(2)'
    """

    level: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "level", rational_level(self.level))

    def constraints(self, prior: Masses) -> tuple[Constraint, ...]:
        """r(x) - level * r(x') <= 0 for every ordered pair of letters of the support.

        >>> rule = LocalDifferentialIdentifiability(Fraction(2))
        >>> rule.constraints((Fraction(1, 2),) * 2)[0].coefficients
        (Fraction(1, 1), Fraction(-2, 1))
        """
        size = len(prior)
        support = [x for x, mass in enumerate(prior) if mass > 0]
        return tuple(
            Constraint(
                tuple(Fraction(int(k == x)) - self.level * int(k == other) for k in range(size)),
                Fraction(0),
                reason=self.describe(),
            )
            for x in support
            for other in support
            if x != other
        )

    def violation(self, prior: Masses, channel: Matrix) -> str:
        """The first pair of joint masses whose ratio exceeds the level, in words, or "".

        >>> constant = ((Fraction(1),), (Fraction(1),))
        >>> LocalDifferentialIdentifiability(Fraction(2)).violation(
        ...     (Fraction(1, 4), Fraction(3, 4)), constant)
        'P(x=1, y=0) = 3/4 exceeds 2 * P(x=0, y=0) = 1/2'
        """
        support = [x for x, mass in enumerate(prior) if mass > 0]
        for y in range(len(channel[0])):
            for x in support:
                for other in support:
                    left = prior[x] * channel[x][y]
                    right = self.level * prior[other] * channel[other][y]
                    if left > right:
                        return (
                            f"P(x={x}, y={y}) = {left} exceeds {self.level} * "
                            f"P(x={other}, y={y}) = {right}"
                        )
        return ""

    def describe(self) -> str:
        """`ldi <= log(level)`.

        >>> LocalDifferentialIdentifiability(Fraction(3)).describe()
        'ldi <= log(3)'
        """
        return f"ldi <= {level_text(self.level)}"
