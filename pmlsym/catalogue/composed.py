"""A statement that a person puts together from proved ingredients.

The ingredients are claims, outlines and sequents of their own. What they give together is said in
words and shown by nothing: such a part is composed, and no more than the weakest of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pmlsym.catalogue.finding import COMPOSED, OPEN, PROVED, REFUTED, PartFinding, weakest
from pmlsym.catalogue.outlined import Deduced, Outlined
from pmlsym.catalogue.part import Checked, Claimed, Denied
from pmlsym.errors import InvalidInput

Part: TypeAlias = "Claimed | Outlined | Deduced | Denied | Checked | Composed"
"""What a row is made of."""


@dataclass(frozen=True)
class Composed:
    """A statement, the ingredients that it is put together from, and how.

    Raises InvalidInput if there are no ingredients.
    """

    text: str
    how: str
    ingredients: tuple[Part, ...]

    def __post_init__(self) -> None:
        if not self.ingredients:
            raise InvalidInput(f"{self.text} is composed of nothing")

    def find(self, *, budget: float, seed: int) -> PartFinding:
        """Find the ingredients; where one is refuted the statement itself is left open.

        >>> bounds = Claimed("pml(P, W) >= 0"), Claimed("pml(P, W) <= -log(pmin(P))")
        >>> whole = Composed("0 <= l <= -log p_min", "both bounds", bounds)
        >>> whole.find(budget=9, seed=0).status
        'composed'
        """
        found = tuple(part.find(budget=budget, seed=seed) for part in self.ingredients)
        status = weakest(part.status for part in found)
        return PartFinding(
            self.text,
            {PROVED: COMPOSED, REFUTED: OPEN}.get(status, status),
            f"by hand: {self.how}",
            sum(part.seconds for part in found),
            ingredients=found,
        )
