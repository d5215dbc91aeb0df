"""eps-LDP as a polytope: r(x) p(x') <= e^eps r(x') p(x) on the support. [QID24, Def. 4]"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.design.constraint import Constraint
from pmlsym.design.distribution import Masses
from pmlsym.design.level import level_text, rational_level
from pmlsym.linear.matrix import Matrix


@dataclass(frozen=True)
class LocalDifferentialPrivacy:
    """W(x, y) <= level * W(x', y) for all rows.

    The polytope speaks of the support; a designed channel answers a letter of mass zero with the
    output distribution, a mixture of the other rows, and so keeps the guarantee for all rows.

    >>> LocalDifferentialPrivacy(Fraction(2)).describe()
    'ldp <= log(2)'
    """

    level: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "level", rational_level(self.level))

    def constraints(self, prior: Masses) -> tuple[Constraint, ...]:
        """r(x) p(x') - level * r(x') p(x) <= 0 for every ordered pair.

        >>> len(LocalDifferentialPrivacy(Fraction(2)).constraints((Fraction(1, 3),) * 3))
        6
        """
        size = len(prior)
        return tuple(
            Constraint(
                tuple(
                    prior[other] * int(k == x) - self.level * prior[x] * int(k == other)
                    for k in range(size)
                ),
                Fraction(0),
                reason=self.describe(),
            )
            for x in range(size)
            for other in range(size)
            if x != other
        )

    def violation(self, prior: Masses, channel: Matrix) -> str:
        """The first pair of rows whose ratio exceeds the level at some outcome, or "".

        >>> LocalDifferentialPrivacy(Fraction(2)).violation(
        ...     (Fraction(1, 2),) * 2, ((Fraction(1),  Fraction(0)), (Fraction(0), Fraction(1))))
        'W(0, 0) = 1 exceeds 2 * W(1, 0) = 0'
        """
        for y in range(len(channel[0])):
            for x, row in enumerate(channel):
                for other, other_row in enumerate(channel):
                    if row[y] > self.level * other_row[y]:
                        return (
                            f"W({x}, {y}) = {row[y]} exceeds {self.level} * W({other}, {y}) = "
                            f"{self.level * other_row[y]}"
                        )
        return ""

    def describe(self) -> str:
        """`ldp <= log(level)`.

        >>> LocalDifferentialPrivacy(Fraction(3)).describe()
        'ldp <= log(3)'
        """
        return f"ldp <= {level_text(self.level)}"
