"""An entry of the catalogue: a statement of a paper, as printed, with the parts that decide it.

The parts are claims, results of Python, and statements that a person composes from such
ingredients.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from pmlsym.errors import InvalidInput
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
from pmlsym.papers.paper_claim import PaperClaim

KINDS = (
    *("definition", "construction", "algorithm", "numeric example"),
    *("inequality", "equivalence", "closed form", "asymptotic"),
)

_MADE_KINDS, _THEOREM_KINDS = ("construction", "algorithm"), KINDS[4:]
_ENVIRONMENTS = re.compile(r"Theorem|Proposition|Lemma|Corollary")


def states_theorem(kind: str, place: str) -> bool:
    """Whether a paper's row states a theorem, which instances alone do not prove.

    Inequalities, equivalences, closed forms and limits do; a construction or an algorithm does if
    the paper prints it as a theorem, or next to one. Definitions and numbers never do.

    >>> states_theorem("construction", "Proposition 3.6")
    True
    >>> states_theorem("construction", "Definition 9"), states_theorem("definition", "Theorem 4.3")
    (False, False)
    """
    is_printed_as_theorem = kind in _MADE_KINDS and _ENVIRONMENTS.search(place) is not None
    return kind in _THEOREM_KINDS or is_printed_as_theorem


@dataclass(frozen=True)
class Correction:
    """A true statement in place of one that fails, the reason of the failure, and its own parts.

    `boundary` names the degenerate boundary ("one letter") if the statement fails only there;
    `reading` is the reading under which the statement holds, if it has two.
    """

    text: str
    reason: str
    parts: tuple[Part, ...]
    boundary: str = ""
    reading: str = ""


@dataclass(frozen=True)
class Entry:
    """A row: its id, its kind, the statement in words, its place in the paper, and its parts.

    The parts of `statement` together are the printed statement, with the printed hypotheses; the
    status comes from them alone. `lemmas` are steps towards it and pieces of it; `remarks` are
    printed next to it; `also` has the statement in other forms, which no finding shows. `scope`
    says how the parts are less than the printed statement, and the step by which a person closes
    the gap: such a row is composed at most. `expected` is the verdict that tests compare the
    finding with; it does not change the status. Raises InvalidInput for an unknown kind, and for an
    entry without a statement.
    """

    id: str
    kind: str
    expected: str
    name: str
    place: str
    statement: tuple[Part, ...]
    lemmas: tuple[Part, ...] = ()
    remarks: tuple[Part, ...] = ()
    also: tuple[PaperClaim, ...] = ()
    correction: Correction | None = None
    scope: str = ""

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise InvalidInput(f"{self.kind} is no kind; the kinds are {', '.join(KINDS)}")
        if not self.statement:
            raise InvalidInput(f"the entry {self.id} checks nothing")

    @property
    def paper(self) -> str:
        """The key of the paper that this entry is a statement of.

        >>> positive = (PaperClaim("pml(P, W) >= 0"),)
        >>> Entry("RDP/cor-3.10", "inequality", "proved", "..", "..", positive).paper
        'RDP'
        """
        return self.id.split("/")[0]

    @property
    def parts(self) -> tuple[Part, ...]:
        """The parts of a paper's entry: statement, lemmas, remarks and correction."""
        corrected = self.correction.parts if self.correction else ()
        return (*self.statement, *self.lemmas, *self.remarks, *corrected)

    def check(self, *, effort: float = EFFORT, seed: int = 0) -> Finding:
        """The finding about a paper's entry; `effort` is in units, for each claim.

        >>> positive = (PaperClaim("pml(P, W) >= 0"),)
        >>> Entry("..", "inequality", "proved", "l >= 0", "..", positive).check().status
        'proved'
        """
        statement = self._findings_of(self.statement, effort, seed)
        correction = self.correction or Correction("", "", ())
        status = weakest(part.status for part in statement)
        if status == REFUTED and (correction.reading or correction.boundary):
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
            lemmas=self._findings_of(self.lemmas, effort, seed),
            remarks=self._findings_of(self.remarks, effort, seed),
            correction=correction.text,
            reason=correction.reason,
            boundary=correction.boundary,
            reading=correction.reading,
            corrected=self._findings_of(correction.parts, effort, seed),
        )

    def _findings_of(
        self, parts: Sequence[Part], effort: float, seed: int
    ) -> tuple[PartFinding, ...]:
        """The findings of an entry's parts; a theorem only tried on instances is sampled."""
        findings = []
        is_theorem = states_theorem(self.kind, self.place)
        for part in parts:
            finding = find(part, effort=effort, seed=seed)
            if finding.status == CHECKED and is_theorem and not part.is_whole:
                finding = replace(finding, status=SAMPLED)
            findings.append(finding)
        return tuple(findings)


class Part(Protocol):
    """A part of a row: a `PaperClaim`, `RecordedPart`, `ComposedPart`, or one of a clone."""

    @property
    def text(self) -> str:
        """The statement of this part of a paper's row."""

    @property
    def is_whole(self) -> bool:
        """Whether the check covers the whole part of a paper's row, such as printed numbers."""

    def find(self, *, effort: float, seed: int) -> PartFinding:
        """The finding about this part of a paper's row."""


@dataclass(frozen=True)
class ComposedPart:
    """A statement that a person composes from ingredients, and how, in words.

    The last step has no proof, so the statement is composed at most, and not stronger than its
    weakest ingredient. Raises InvalidInput if there are no ingredients.
    """

    text: str
    how: str
    ingredients: tuple[Part, ...]

    def __post_init__(self) -> None:
        if not self.ingredients:
            raise InvalidInput(f"{self.text} is composed of nothing")

    @property
    def is_whole(self) -> bool:
        """Whether the checks of all ingredients of a paper's statement cover them wholly."""
        return all(ingredient.is_whole for ingredient in self.ingredients)

    def find(self, *, effort: float, seed: int) -> PartFinding:
        """The finding about a paper's composed statement; open if an ingredient is refuted.

        >>> bounds = PaperClaim("pml(P, W) >= 0"), PaperClaim("pml(P, W) <= -log(pmin(P))")
        >>> whole = ComposedPart("0 <= l <= -log p_min", "both bounds", bounds)
        >>> whole.find(effort=9, seed=0).status
        'composed'
        """
        findings = tuple(find(part, effort=effort, seed=seed) for part in self.ingredients)
        status = weakest(part.status for part in findings)
        return PartFinding(
            self.text,
            {PROVED: COMPOSED, REFUTED: OPEN}.get(status, status),
            f"by hand: {self.how}",
            sum(part.seconds for part in findings),
            ingredients=findings,
        )


def find(part: Part, *, effort: float, seed: int) -> PartFinding:
    """The finding about a part of a paper's row; one that raises is open, not an error.

    >>> find(PaperClaim("pml(P)"), effort=1, seed=0).status
    'open'
    """
    try:
        return part.find(effort=effort, seed=seed)
    except Exception as error:
        reason = f"it raises {type(error).__name__}: {error}"
        return PartFinding(part.text, OPEN, reason, 0.0)


def leaves_of(parts: Iterable[Part]) -> Iterator[Part]:
    """The parts of a paper's row, where composed parts are replaced by their ingredients.

    >>> bound = PaperClaim("pml(P, W) >= 0")
    >>> list(leaves_of([ComposedPart("..", "..", (bound,))])) == [bound]
    True
    """
    for part in parts:
        if isinstance(part, ComposedPart):
            yield from leaves_of(part.ingredients)
        else:
            yield part
