"""An entry of the catalogue: a statement of a paper, as printed, and how its status is found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pmlsym.catalogue.finding import BUDGET, REFUTED, Finding, PartFinding, weakest
from pmlsym.catalogue.ids import KINDS
from pmlsym.catalogue.outlined import Deduced, Outlined
from pmlsym.catalogue.part import Checked, Claimed, Denied
from pmlsym.errors import InvalidInput, UnknownName

Part = Claimed | Outlined | Deduced | Denied | Checked


@dataclass(frozen=True)
class Correction:
    """What holds instead of a statement that fails, why it fails, and the parts of the new one.

    `boundary` names the degenerate boundary ("one letter") if the statement fails only there;
    `reading` says what has to be read into the statement for it to hold, if it has two readings.
    """

    text: str
    reason: str
    parts: tuple[Part, ...]
    boundary: str = ""
    reading: str = ""


@dataclass(frozen=True)
class Entry:
    """A row: its id, a name that says the statement, its place in the paper, and its parts.

    The parts state what is printed, with the printed hypotheses; `also` are remarks beside the
    statement, which have to hold too. Raises UnknownName for an id that is not in the list of rows,
    InvalidInput for an entry without parts.
    """

    id: str
    name: str
    place: str
    parts: tuple[Part, ...]
    also: tuple[Part, ...] = ()
    correction: Correction | None = None

    def __post_init__(self) -> None:
        if self.id not in KINDS:
            raise UnknownName(f"the catalogue has no row {self.id}")
        if not self.parts:
            raise InvalidInput(f"the entry {self.id} checks nothing")

    @property
    def kind(self) -> str:
        """The kind of the row: inequality, closed form, construction, .."""
        return KINDS[self.id]

    @property
    def paper(self) -> str:
        """The key of the paper.

        >>> from pmlsym.catalogue.part import Claimed
        >>> Entry("RDP/cor-3.10", "..", "..", (Claimed("pml(P, W) >= 0"),)).paper
        'RDP'
        """
        return self.id.split("/")[0]

    def check(self, *, budget: float = BUDGET, seed: int = 0) -> Finding:
        """Find the status: `budget` is in seconds, for each claim.

        >>> from pmlsym.catalogue.part import Claimed
        >>> positive = Claimed("pml(P, W) >= 0")
        >>> Entry("PML23/lemma-1.1-bounds", "PML is nonnegative", "..", (positive,)).check().status
        'proved'
        """
        parts = _find(self.parts, budget, seed)
        also = _find(self.also, budget, seed)
        statuses = [part.status for part in parts]
        statuses += [part.status for part in also if part.status == REFUTED]
        correction = self.correction
        return Finding(
            id=self.id,
            kind=self.kind,
            name=self.name,
            place=self.place,
            status=weakest(statuses),
            parts=parts,
            also=also,
            correction=correction.text if correction else "",
            reason=correction.reason if correction else "",
            boundary=correction.boundary if correction else "",
            reading=correction.reading if correction else "",
            corrected=_find(correction.parts, budget, seed) if correction else (),
        )


def _find(parts: Sequence[Part], budget: float, seed: int) -> tuple[PartFinding, ...]:
    return tuple(part.find(budget=budget, seed=seed) for part in parts)
