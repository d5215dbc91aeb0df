"""What every guarantee offers: its polytope of posteriors, and its own check of a channel.

The two are written separately on purpose. `constraints` speaks of posteriors r = P_{X|Y=y};
`violation` speaks of the joint distribution of prior and channel, in the level form of the notion,
and re-verifies whatever was designed from the constraints.
"""

from __future__ import annotations

from typing import Protocol

from pmlsym.design.constraint import Constraint
from pmlsym.design.distribution import Masses
from pmlsym.linear.matrix import Matrix, dot


class Guarantee(Protocol):
    """A pointwise privacy guarantee with a convex polytope of allowed posteriors."""

    def constraints(self, prior: Masses) -> tuple[Constraint, ...]:
        """The linear constraints on a posterior, given a prior of full support.

        >>> from fractions import Fraction
        >>> from pmlsym.design.guarantees import PointwiseMaximalLeakage
        >>> len(PointwiseMaximalLeakage(Fraction(2)).constraints((Fraction(1),)))
        1
        """
        ...

    def violation(self, prior: Masses, channel: Matrix) -> str:
        """The first violated condition of a channel W(x, y), or "" when the guarantee holds."""
        ...

    def describe(self) -> str:
        """The guarantee in the text syntax's words, such as `pml <= log(6/5)`."""
        ...


def output_masses(prior: Masses, channel: Matrix) -> Masses:
    """P_Y(y) = sum_x p(x) W(x, y).

    >>> from fractions import Fraction
    >>> output_masses((Fraction(1),), ((Fraction(1, 2), Fraction(1, 2)),))
    (Fraction(1, 2), Fraction(1, 2))
    """
    return tuple(dot(prior, column) for column in zip(*channel, strict=True))
