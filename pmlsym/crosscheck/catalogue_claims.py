"""The claims of the catalogue: what each is found to be, against instances.

Every part of an entry that states a claim is looked up again, with the catalogue's own search, and
compared like any other claim. Parts that are no claims are left out: checks in exact arithmetic,
and statements in the index calculus.
"""

from __future__ import annotations

from dataclasses import dataclass
from time import monotonic

from pmlsym.catalogue.claimed import Claimed
from pmlsym.catalogue.entry import Entry, leaves_of
from pmlsym.catalogue.finding import PROVED, REFUTED
from pmlsym.catalogue.ledger import ENTRIES, entry_of
from pmlsym.crosscheck import claim_check
from pmlsym.crosscheck.finding import CrossCheck

EFFORT = 4.0


@dataclass(frozen=True)
class CatalogueClaim:
    """A part of an entry, by the entry's id and the part's place in it."""

    entry: str
    place: int

    def __str__(self) -> str:
        return f"{self.entry}: {_claims(entry_of(self.entry))[self.place].text}"

    def check(self, *, instances: int, seed: int = 0, block: int = 0) -> CrossCheck:
        """Find the part's status and compare it with instances, others in each block.

        >>> first = catalogue_claims()[0]
        >>> first.check(instances=20).is_well
        True
        """
        start = monotonic()
        part = _claims(entry_of(self.entry))[self.place]
        claim, found = part.made(), part.find(effort=EFFORT, seed=seed)
        if found.instance is not None:
            return claim_check.refuted(str(self), claim, found.instance, start)
        is_proved = found.status in (PROVED, REFUTED)
        what = claim_check.PROVED if is_proved else claim_check.UNKNOWN
        return claim_check.sampled(str(self), claim, what, instances, (seed, block), start)


def catalogue_claims() -> tuple[CatalogueClaim, ...]:
    """Every claim of the catalogue once.

    >>> len(catalogue_claims()) > 100
    True
    """
    found: dict[Claimed, CatalogueClaim] = {}
    for entry in ENTRIES:
        for place, part in enumerate(_claims(entry)):
            found.setdefault(part, CatalogueClaim(entry.id, place))
    return tuple(found.values())


def _claims(entry: Entry) -> tuple[Claimed, ...]:
    """The claims of an entry, with those that a composed part is made of."""
    return tuple(part for part in leaves_of(entry.parts) if isinstance(part, Claimed))
