"""Independence of an attribute U of the secret: sum_x U(x, u) r(x) = P_U(u) for every posterior.

For U - X - Y, the outcome says nothing about U iff every posterior induces the prior of U
[PSP, proof of Lemma 1]. A deterministic attribute is a one-hot channel.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.design.constraint import Constraint
from pmlsym.design.distribution import Masses, distribution
from pmlsym.design.guarantees.guarantee import output_masses
from pmlsym.errors import AlphabetMismatch
from pmlsym.linear.matrix import Matrix


@dataclass(frozen=True)
class AttributeIndependence:
    """Y is independent of U, where `attribute` holds the rows P_{U|X=x}.

    >>> AttributeIndependence(((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))).describe()
    'Y independent of the attribute U'
    """

    attribute: Matrix

    def __post_init__(self) -> None:
        rows = tuple(
            distribution(row, name=f"row {x} of the attribute")
            for x, row in enumerate(self.attribute)
        )
        if len({len(row) for row in rows}) != 1:
            raise AlphabetMismatch("the rows of the attribute do not have the same length")
        object.__setattr__(self, "attribute", rows)

    def constraints(self, prior: Masses) -> tuple[Constraint, ...]:
        """sum_x U(x, u) r(x) = P_U(u), one for each value u.

        >>> rule = AttributeIndependence(((Fraction(1),), (Fraction(1),)))
        >>> rule.constraints((Fraction(1, 2),) * 2)[0].bound
        Fraction(1, 1)
        """
        self._check_size(prior)
        masses = output_masses(prior, self.attribute)
        return tuple(
            Constraint(column, masses[u], equality=True, reason=self.describe())
            for u, column in enumerate(zip(*self.attribute, strict=True))
        )

    def violation(self, prior: Masses, channel: Matrix) -> str:
        """The first (u, y) with P(u, y) != P(u) P(y), in words, or "".

        >>> identity = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
        >>> AttributeIndependence(identity).violation((Fraction(1, 2),) * 2, identity)
        'P(u = 0, y = 0) = 1/2, but independence needs 1/4'
        """
        self._check_size(prior)
        attribute, outcomes = output_masses(prior, self.attribute), output_masses(prior, channel)
        for u, alone in enumerate(attribute):
            for y, outcome in enumerate(outcomes):
                together = sum(
                    (p * self.attribute[x][u] * channel[x][y] for x, p in enumerate(prior)),
                    Fraction(0),
                )
                if together != alone * outcome:
                    return (
                        f"P(u = {u}, y = {y}) = {together}, but independence needs "
                        f"{alone * outcome}"
                    )
        return ""

    def describe(self) -> str:
        """The guarantee in words.

        >>> AttributeIndependence(((Fraction(1),),)).describe()
        'Y independent of the attribute U'
        """
        return "Y independent of the attribute U"

    def _check_size(self, prior: Masses) -> None:
        if len(prior) != len(self.attribute):
            raise AlphabetMismatch(
                f"the prior has {len(prior)} letters, the attribute {len(self.attribute)} rows"
            )
