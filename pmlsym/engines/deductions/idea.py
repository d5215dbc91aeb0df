"""What an idea derives of the facts of a sequent, for a search beside them."""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.calculus.sequent import Fact


@dataclass(frozen=True)
class Ideas:
    """Facts that were derived, and those of the sequent of which they say all that these say.

    `multipliers` are positive, and the goal times one of them may be easier.
    """

    facts: tuple[Fact, ...] = ()
    superseded: tuple[Fact, ...] = ()
    multipliers: tuple[Fact, ...] = ()

    def __add__(self, other: Ideas) -> Ideas:
        facts = tuple(dict.fromkeys((*self.facts, *other.facts)))
        multipliers = tuple(dict.fromkeys((*self.multipliers, *other.multipliers)))
        return Ideas(facts, (*self.superseded, *other.superseded), multipliers)
