"""A statement that a person puts together from proved ingredients.

The ingredients are claims, outlines and sequents of their own. What they give together is said in
words and shown by nothing: such a part is composed, and no more than the weakest of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from pmlsym.catalogue.checked import Checked
from pmlsym.catalogue.claimed import Claimed
from pmlsym.catalogue.deduced import Deduced
from pmlsym.catalogue.finding import COMPOSED, OPEN, PROVED, REFUTED, PartFinding, weakest
from pmlsym.errors import InvalidInput

Part: TypeAlias = "Claimed | Deduced | Checked | Composed"
"""What a row is made of."""


def leaves_of(parts: Iterable[Part]) -> Iterator[Claimed | Deduced | Checked]:
    """The parts, with its ingredients in the place of each composed one.

    >>> bound = Claimed("pml(P, W) >= 0")
    >>> list(leaves_of([Composed("..", "..", (bound,))])) == [bound]
    True
    """
    for part in parts:
        if isinstance(part, Composed):
            yield from leaves_of(part.ingredients)
        else:
            yield part


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

    def find(self, *, effort: float, seed: int) -> PartFinding:
        """Find the ingredients; where one is refuted the statement itself is left open.

        >>> bounds = Claimed("pml(P, W) >= 0"), Claimed("pml(P, W) <= -log(pmin(P))")
        >>> whole = Composed("0 <= l <= -log p_min", "both bounds", bounds)
        >>> whole.find(effort=9, seed=0).status
        'composed'
        """
        found = tuple(part.find(effort=effort, seed=seed) for part in self.ingredients)
        status = weakest(part.status for part in found)
        return PartFinding(
            self.text,
            {PROVED: COMPOSED, REFUTED: OPEN}.get(status, status),
            f"by hand: {self.how}",
            sum(part.seconds for part in found),
            ingredients=found,
        )
