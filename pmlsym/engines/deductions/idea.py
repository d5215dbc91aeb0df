"""The facts that an idea derives from those of a sequent, for a search to use as well."""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.calculus.sequent import Fact


@dataclass(frozen=True)
class Ideas:
    """Derived facts, and the facts of the sequent that they make superfluous.

    `multipliers` are positive, and the goal times one of them may be easier.
    """

    facts: tuple[Fact, ...] = ()
    superseded: tuple[Fact, ...] = ()
    multipliers: tuple[Fact, ...] = ()

    def __add__(self, other: Ideas) -> Ideas:
        facts = tuple(dict.fromkeys((*self.facts, *other.facts)))
        multipliers = tuple(dict.fromkeys((*self.multipliers, *other.multipliers)))
        return Ideas(facts, (*self.superseded, *other.superseded), multipliers)
