"""An entry of the catalogue: a statement of a paper, as printed, and how its status is found.

Its parts are claims, what is made in Python, and what a person puts together from such ingredients.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pmlsym.errors import InvalidInput
from pmlsym.papers.claimed import Claimed
from pmlsym.papers.finding import (
    AMBIGUOUS,
    BOUNDARY,
    CHECKED,
    COMPOSED,
    EFFORT,
    OPEN,
    PROVED,
    REFUTED,
    SAMPLED,
    Finding,
    PartFinding,
    weakest,
)

KINDS = (
    *("definition", "construction", "algorithm", "numeric example"),
    *("inequality", "equivalence", "closed form", "asymptotic"),
)

_MADE, _OF_A_THEOREM = ("construction", "algorithm"), KINDS[4:]
_ENVIRONMENTS = re.compile(r"Theorem|Proposition|Lemma|Corollary")


def states_theorem(kind: str, place: str) -> bool:
    """Whether a row states a theorem, which instances do not show.

    Inequalities, equivalences, closed forms and limits do; and a construction or an algorithm does
    where the paper prints it as a theorem, or beside one. Definitions and numbers never do.

    >>> states_theorem("construction", "Proposition 3.6")
    True
    >>> states_theorem("construction", "Definition 9"), states_theorem("definition", "Theorem 4.3")
    (False, False)
    """
    printed_as_one = kind in _MADE and _ENVIRONMENTS.search(place) is not None
    return kind in _OF_A_THEOREM or printed_as_one


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
    """A row: its id, its kind, a name that says the statement, its place in the paper, its parts.

    The parts of `statement` state together what is printed, with the printed hypotheses; its status
    comes from them alone. `lemmas` are steps on the way to it, and pieces of it; `remarks` are said
    beside it; `also` has the statement in other forms, which no finding shows. `scope` says how
    what is shown is less than what is printed, and by what step of a person it is the same: such a
    row is composed at most. `expected` is the verdict that tests compare the finding with: no
    status comes from it. Raises InvalidInput for an unknown kind, and for an entry without a
    statement.
    """

    id: str
    kind: str
    expected: str
    name: str
    place: str
    statement: tuple[Part, ...]
    lemmas: tuple[Part, ...] = ()
    remarks: tuple[Part, ...] = ()
    also: tuple[Claimed, ...] = ()
    correction: Correction | None = None
    scope: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InvalidInput(f"{self.kind} is no kind; the kinds are {', '.join(KINDS)}")
        if not self.statement:
            raise InvalidInput(f"the entry {self.id} checks nothing")

    @property
    def paper(self) -> str:
        """The key of the paper.

        >>> positive = (Claimed("pml(P, W) >= 0"),)
        >>> Entry("RDP/cor-3.10", "inequality", "proved", "..", "..", positive).paper
        'RDP'
        """
        return self.id.split("/")[0]

    @property
    def parts(self) -> tuple[Part, ...]:
        """Statement, lemmas, remarks and correction."""
        corrected = self.correction.parts if self.correction else ()
        return (*self.statement, *self.lemmas, *self.remarks, *corrected)

    def check(self, *, effort: float = EFFORT, seed: int = 0) -> Finding:
        """Find the status: `effort` is in units, for each claim.

        >>> positive = (Claimed("pml(P, W) >= 0"),)
        >>> Entry("..", "inequality", "proved", "l >= 0", "..", positive).check().status
        'proved'
        """
        statement = self._find(self.statement, effort, seed)
        correction = self.correction
        status = weakest(part.status for part in statement)
        if status == REFUTED and correction and (correction.reading or correction.boundary):
            status = AMBIGUOUS if correction.reading else BOUNDARY
        if status == PROVED and self.scope:
            status = COMPOSED
        return Finding(
            id=self.id,
            kind=self.kind,
            name=self.name,
            place=self.place,
            scope=self.scope,
            status=status,
            statement=statement,
            lemmas=self._find(self.lemmas, effort, seed),
            remarks=self._find(self.remarks, effort, seed),
            correction=correction.text if correction else "",
            reason=correction.reason if correction else "",
            boundary=correction.boundary if correction else "",
            reading=correction.reading if correction else "",
            corrected=self._find(correction.parts, effort, seed) if correction else (),
        )

    def _find(self, parts: Sequence[Part], effort: float, seed: int) -> tuple[PartFinding, ...]:
        """The findings; a theorem that was tried on instances is sampled."""
        found = []
        is_theorem = states_theorem(self.kind, self.place)
        for part in parts:
            one = find(part, effort=effort, seed=seed)
            if one.status == CHECKED and is_theorem and not part.is_whole:
                one = replace(one, status=SAMPLED)
            found.append(one)
        return tuple(found)


class Part(Protocol):
    """What a row is made of: `Claimed`, `Recorded`, `Composed`, and in a clone what makes these."""

    @property
    def text(self) -> str:
        """What the part says."""

    @property
    def is_whole(self) -> bool:
        """Whether what is looked at is all that the part says: one instance, or printed numbers."""

    def find(self, *, effort: float, seed: int) -> PartFinding:
        """What it comes to."""


@dataclass(frozen=True)
class Composed:
    """A statement that a person puts together from ingredients, and how, in words.

    What they give together is shown by nothing: it is composed, and no more than the weakest of
    them. Raises InvalidInput if there are no ingredients.
    """

    text: str
    how: str
    ingredients: tuple[Part, ...]

    def __post_init__(self) -> None:
        if not self.ingredients:
            raise InvalidInput(f"{self.text} is composed of nothing")

    @property
    def is_whole(self) -> bool:
        """Whether all that is said by the ingredients is looked at."""
        return all(ingredient.is_whole for ingredient in self.ingredients)

    def find(self, *, effort: float, seed: int) -> PartFinding:
        """Find the ingredients; where one is refuted the statement itself is left open.

        >>> bounds = Claimed("pml(P, W) >= 0"), Claimed("pml(P, W) <= -log(pmin(P))")
        >>> whole = Composed("0 <= l <= -log p_min", "both bounds", bounds)
        >>> whole.find(effort=9, seed=0).status
        'composed'
        """
        found = tuple(find(part, effort=effort, seed=seed) for part in self.ingredients)
        status = weakest(part.status for part in found)
        return PartFinding(
            self.text,
            {PROVED: COMPOSED, REFUTED: OPEN}.get(status, status),
            f"by hand: {self.how}",
            sum(part.seconds for part in found),
            ingredients=found,
        )


def find(part: Part, *, effort: float, seed: int) -> PartFinding:
    """What a part comes to; one that raises is open, and the other rows are found all the same.

    >>> find(Claimed("pml(P)"), effort=1, seed=0).status
    'open'
    """
    try:
        return part.find(effort=effort, seed=seed)
    except Exception as error:
        raised = f"it raises {type(error).__name__}: {error}"
        return PartFinding(part.text, OPEN, raised, 0.0)


def leaves_of(parts: Iterable[Part]) -> Iterator[Part]:
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
