"""Numbers that only premises keep in the range of their place, replaced by new letters.

    bec(2*p)            bec(q)               2*p == q           q is in [0, 1]
    eta[E(gamma)](W)    eta[E(1 + g)](W)     gamma == 1 + g     g is at least 0

The claim that is read, and shown, is about the letters, with these equations as premises. So it is
about all numbers that the place allows, and it is read only where the premises as typed allow no
others: then it says what was written.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from pmlsym.claims.domain import range_under_hypotheses
from pmlsym.errors import PmlError
from pmlsym.language.fold import key, walk
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Division,
    Exponential,
    Logarithm,
    Product,
    Quantity,
    Scalar,
    Sum,
)
from pmlsym.language.writing import write_quantity

_PARTS = (Constant, Scalar, Sum, Product, Division, Exponential, Logarithm)
"""The nodes that a number may be made of: letters that a sum binds mean nothing outside the sum."""


@dataclass(frozen=True)
class PlacedNumber:
    """A number, the letter that replaces it, and the ends of the range of its place."""

    number: Quantity
    own: Quantity
    least: int
    most: int | None
    complain: Callable[[str], PmlError]


@dataclass
class PlacedNumbers:
    """The numbers of one question that have a letter; `fresh` gives names for letters."""

    fresh: Callable[[str], str]
    _placed: dict[Hashable, PlacedNumber] = field(default_factory=dict)

    @property
    def premises(self) -> tuple[Claim, ...]:
        """The equations 2*p == q of the letters that stand for numbers in a text."""
        return tuple(Comparison(each.number, "==", each.own) for each in self._placed.values())

    @property
    def meanings(self) -> tuple[str, ...]:
        """The words "q is 2*p" for letters that stand for numbers in a text."""
        pairs = (map(write_quantity, (p.own, p.number)) for p in self._placed.values())
        return tuple(f"{own} is {number}" for own, number in pairs)

    def letter_for(
        self, number: Quantity, least: int, most: int | None, complain: Callable[[str], PmlError]
    ) -> Quantity:
        """A letter (plus `least`) for a typed number, such as the 2*p in bec(2*p), in its range.

        A number without letters is not replaced.
        """
        parts = [*walk(number)]
        if not any(isinstance(p, Scalar) for p in parts) or not all(
            isinstance(p, _PARTS) for p in parts
        ):
            return number
        place = key(number), least, most
        if place not in self._placed:
            domain = "nonnegative" if most is None else "probability"
            letter = Scalar(self.fresh("g" if most is None else "q"), domain)
            own = least + letter if least else letter
            self._placed[place] = PlacedNumber(number, own, least, most, complain)
        return self._placed[place].own

    def require(self, claim: Claim) -> None:
        """Raise an error if premises let a typed number leave its range, as 2*p in bec(2*p) may."""
        for each in self._placed.values():
            values, shown = range_under_hypotheses(each.number, claim), write_quantity(each.number)
            least, most, reason = each.least, each.most, f"{shown} may be"
            if values.low is None or values.low < least or values.has_minus_inf:
                raise each.complain(f"{reason} below {least}; write {shown} >= {least} => ..")
            if most is not None and (values.high is None or values.high > most):
                raise each.complain(f"{reason} above {most}; write {shown} <= {most} => ..")
