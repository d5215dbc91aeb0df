"""What is proved of the table of statements, each once, with the name of its proof.

A name is that of the claim in the table, or the row's with a number: the claims of a row that have
no name are `ROW-claim-1` and so on, what is proved with hints is `ROW` or `ROW-1`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from pmlsym.papers.entry import Entry, Part, leaves_of
from pmlsym.papers.paper_claim import PaperClaim
from proofs.derived import Derived
from proofs.papers.deduced import Deduced
from proofs.papers.made import LIVE

EFFORT = 60.0


@dataclass(frozen=True)
class Statement:
    """A claim of a row that an engine settles: the name of its proof, and the claim."""

    name: str
    row: str
    claimed: PaperClaim

    @property
    def is_in_ledger(self) -> bool:
        """Whether the ledger cannot ask for it, and takes the certificates: Python makes it."""
        return self.claimed.claim is not None

    @property
    def verdict(self) -> str:
        """What is expected of it."""
        return "proved" if self.claimed.holds else "refuted"


def _statements() -> Iterator[Statement | Derived]:
    """The claims and sequents, each under the name of the first row that has it."""
    seen: list[PaperClaim | Deduced] = []
    for entry in LIVE:
        own: list[PaperClaim | Deduced] = []
        for part in (*leaves_of(entry.parts), *entry.also):
            if isinstance(part, PaperClaim | Deduced) and part not in own and part not in seen:
                own.append(part)
        seen += own
        hinted = [part for part in own if isinstance(part, Deduced) or part.proof]
        yield from _derived(entry, hinted)
        claims = [part for part in own if isinstance(part, PaperClaim) and not part.proof]
        unnamed = [part for part in claims if not part.saved]
        for claim in claims:
            name = claim.saved or f"{_slug(entry)}-claim-{unnamed.index(claim) + 1}"
            yield Statement(name, entry.id, claim)


def _derived(entry: Entry, parts: list[PaperClaim | Deduced]) -> Iterator[Derived]:
    named = [part for part in parts if not (isinstance(part, PaperClaim) and part.saved)]
    for part in parts:
        question = part.question if isinstance(part, PaperClaim) and part.claim is None else None
        name = part.saved if isinstance(part, PaperClaim) else ""
        if not name:
            name = _slug(entry) + (f"-{named.index(part) + 1}" if len(named) > 1 else "")
        found = part.certificates if isinstance(part, Deduced) else part.proof
        assert found is not None
        yield Derived(name, entry.id, partial(found, EFFORT), part.text, question, part)


def _slug(entry: Entry) -> str:
    return entry.id.lower().replace("/", "-")


STATEMENTS = tuple(_statements())


def name_of(part: Part) -> str:
    """The name of the proof of a part; nothing of one that has none.

    >>> name_of(LIVE[0].remarks[0])
    'maximal-leakage-at-most-that-of-full-support'
    """
    of = ((s.part if isinstance(s, Derived) else s.claimed, s.name) for s in STATEMENTS)
    return next((name for own, name in of if own == part), "")
