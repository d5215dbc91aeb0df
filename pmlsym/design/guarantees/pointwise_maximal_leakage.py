"""eps-PML as a polytope: r(x) <= e^eps p(x). [PML23, Thm. 1; QID24, Def. 3]"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.design.constraint import Constraint
from pmlsym.design.distribution import Masses
from pmlsym.design.guarantees.guarantee import output_masses
from pmlsym.design.level import level_text, rational_level
from pmlsym.linear.matrix import Matrix


@dataclass(frozen=True)
class PointwiseMaximalLeakage:
    """Every outcome leaks at most log(level): W(x, y) <= level * P_Y(y) where p(x) > 0.

    >>> PointwiseMaximalLeakage(Fraction(6, 5)).describe()
    'pml <= log(6/5)'
    """

    level: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "level", rational_level(self.level))

    def constraints(self, prior: Masses) -> tuple[Constraint, ...]:
        """r(x) <= level * p(x), one for each letter.

        >>> [c.bound for c in PointwiseMaximalLeakage(Fraction(2)).constraints((Fraction(1),))]
        [Fraction(2, 1)]
        """
        return tuple(
            Constraint(_letter(x, len(prior)), self.level * mass, reason=self.describe())
            for x, mass in enumerate(prior)
        )

    def violation(self, prior: Masses, channel: Matrix) -> str:
        """The first (x, y) with p(x) > 0 and W(x, y) > level * P_Y(y), in words, or "".

        >>> identity = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
        >>> third = (Fraction(1, 3), Fraction(2, 3))
        >>> PointwiseMaximalLeakage(Fraction(2)).violation(third, identity)
        'W(0, 0) = 1 exceeds 2 * P_Y(0) = 2/3'
        """
        outcomes = output_masses(prior, channel)
        for x, row in enumerate(channel):
            for y, entry in enumerate(row):
                if prior[x] > 0 and entry > self.level * outcomes[y]:
                    return (
                        f"W({x}, {y}) = {entry} exceeds {self.level} * P_Y({y}) = "
                        f"{self.level * outcomes[y]}"
                    )
        return ""

    def describe(self) -> str:
        """`pml <= log(level)`.

        >>> PointwiseMaximalLeakage(Fraction(2)).describe()
        'pml <= log(2)'
        """
        return f"pml <= {level_text(self.level)}"


def _letter(x: int, size: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(k == x)) for k in range(size))
