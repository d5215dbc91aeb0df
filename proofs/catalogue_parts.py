"""The outlined and deduced parts of the catalogue: every certificate that a row of it rests on."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from pmlsym.catalogue import ENTRIES
from pmlsym.catalogue.composed import Composed
from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.outlined import Deduced, Outlined
from pmlsym.claims.question import Question
from proofs.derived import Derived

BUDGET = 60.0

Part = Outlined | Deduced


def parts_of(entry: Entry) -> Iterator[Part]:
    """The outlined and deduced parts of an entry, with those that composed parts are made of."""
    for part in entry.parts:
        inner = part.ingredients if isinstance(part, Composed) else (part,)
        yield from (one for one in inner if isinstance(one, Part))


def _statements() -> Iterator[Derived]:
    """Each part once, under the id of the first row that has it."""
    seen: list[Part] = []
    for entry in ENTRIES:
        own = [part for part in parts_of(entry) if not any(part is other for other in seen)]
        own = [part for k, part in enumerate(own) if not any(part is p for p in own[:k])]
        seen += own
        for k, part in enumerate(own, 1):
            name = entry.id.lower().replace("/", "-") + (f"-{k}" if len(own) > 1 else "")
            certificates = partial(part.certificates, budget=BUDGET)
            yield Derived(name, entry.id, certificates, part.text, _question(part))


def _question(part: Part) -> Question | None:
    """The claim of an outlined part that is written as text."""
    if isinstance(part, Deduced) or part.claim is not None:
        return None
    return Question(part.text, (), part.assume)


STATEMENTS = tuple(_statements())
