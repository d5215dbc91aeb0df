"""(eps_l, eps_u)-ALIP and LIP as polytopes: e^-eps_l p(x) <= r(x) <= e^eps_u p(x). [QID24, Def. 2]

LIP is the symmetric case eps_l = eps_u = eps [QID24, Def. 1]. The lower half alone is the guarantee
against risk-averse adversaries, cost leakage at most eps_l [QID24, Thm. 2].
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.design.constraint import Constraint
from pmlsym.design.distribution import Masses
from pmlsym.design.guarantees.guarantee import output_masses
from pmlsym.design.level import level_text, rational_level
from pmlsym.linear.matrix import Matrix


@dataclass(frozen=True)
class InformationDensity:
    """Information density within [-log(lower), log(upper)]; an absent side is None.

    >>> InformationDensity(lower=Fraction(2), upper=Fraction(3, 2)).describe()
    '-log(2) <= density <= log(3/2)'
    """

    lower: Fraction | None = None
    upper: Fraction | None = None

    def __post_init__(self) -> None:
        if self.lower is not None:
            object.__setattr__(self, "lower", rational_level(self.lower))
        if self.upper is not None:
            object.__setattr__(self, "upper", rational_level(self.upper))

    def constraints(self, prior: Masses) -> tuple[Constraint, ...]:
        """r(x) <= upper * p(x) and -r(x) <= -p(x) / lower.

        >>> len(local_information_privacy(Fraction(2)).constraints((Fraction(1),)))
        2
        """
        found = []
        for x, mass in enumerate(prior):
            if self.upper is not None:
                found.append(
                    Constraint(_letter(x, len(prior), 1), self.upper * mass, reason=self.describe())
                )
            if self.lower is not None:
                found.append(
                    Constraint(
                        _letter(x, len(prior), -1), -mass / self.lower, reason=self.describe()
                    )
                )
        return tuple(found)

    def violation(self, prior: Masses, channel: Matrix) -> str:
        """The first (x, y) with p(x) > 0 at which W(x, y) leaves the allowed interval, or "".

        >>> identity = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
        >>> half = (Fraction(1, 2), Fraction(1, 2))
        >>> InformationDensity(lower=Fraction(5)).violation(half, identity)
        'P_Y(1) = 1/2 exceeds 5 * W(0, 1) = 0'
        """
        outcomes = output_masses(prior, channel)
        for x, row in enumerate(channel):
            for y, entry in enumerate(row):
                if prior[x] == 0:
                    continue
                if self.upper is not None and entry > self.upper * outcomes[y]:
                    return (
                        f"W({x}, {y}) = {entry} exceeds {self.upper} * P_Y({y}) = "
                        f"{self.upper * outcomes[y]}"
                    )
                if self.lower is not None and outcomes[y] > self.lower * entry:
                    return (
                        f"P_Y({y}) = {outcomes[y]} exceeds {self.lower} * W({x}, {y}) = "
                        f"{self.lower * entry}"
                    )
        return ""

    def describe(self) -> str:
        """The interval of the information density.

        >>> InformationDensity(upper=Fraction(2)).describe()
        'density <= log(2)'
        """
        sign = "" if self.lower == 1 else "-"
        left = "" if self.lower is None else f"{sign}{level_text(self.lower)} <= "
        right = "" if self.upper is None else f" <= {level_text(self.upper)}"
        return f"{left}density{right}"


def local_information_privacy(level: Fraction) -> InformationDensity:
    """eps-LIP at level e^eps: |i(x; y)| <= eps.

    >>> local_information_privacy(Fraction(2)).lower
    Fraction(2, 1)
    """
    return InformationDensity(lower=level, upper=level)


def _letter(x: int, size: int, value: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(value if k == x else 0) for k in range(size))
