"""The finding of a check: a status, the evidence for it, and the amount of trials.

Statuses, from the strongest:

    proved      some part is the printed statement in its generality, with a proof that is checked
                again: a certificate of the kernel, an entropy certificate, or an analytic proof
    composed    its ingredients are proved so, and a person puts them together
    checked     a definition, construction, algorithm or number holds exactly on all instances tried
    sampled     a theorem that was only tried on exact instances
    ambiguous   it has two readings; one fails on an exact instance, the other holds
    boundary    it fails on exact instances at a degenerate boundary alone, such as one letter
    refuted     an exact instance on which the printed statement fails
    open        none of these; the detail says what was tried
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pmlsym.io.saved_records import OPTIONAL, read, write
from pmlsym.model.instance import Instance
from pmlsym.papers.sources import PAPERS

PROVED = "proved"
COMPOSED = "composed"
CHECKED = "checked"
SAMPLED = "sampled"
AMBIGUOUS = "ambiguous"
BOUNDARY = "boundary"
REFUTED = "refuted"
OPEN = "open"

STATUSES = (PROVED, COMPOSED, SAMPLED, CHECKED, AMBIGUOUS, BOUNDARY, REFUTED, OPEN)
FAILING = (AMBIGUOUS, BOUNDARY, REFUTED)
"""The statuses of a statement that fails on an exact instance, somewhere or in some reading."""
_WEAKEST_FIRST = (REFUTED, OPEN, BOUNDARY, AMBIGUOUS, SAMPLED, CHECKED, COMPOSED, PROVED)

CERTIFICATE = "certificate"
ENTROPY = "entropy certificate"
ANALYTIC = "analytic proof"
PROOFS = (CERTIFICATE, ENTROPY, ANALYTIC)
"""The kinds of proof; an analytic proof rests on Z3 where one of its steps asks it."""

ENGINE = "the engine's own search"
KNOWN = "a check that reproduces a known instance"
FINDERS = {ENGINE: "the engine", KNOWN: "a check"}
"""The finders of refutations, with their short names."""

EFFORT = 60.0
"""Units of effort for each claim, many times what any claim needs."""


def weakest(statuses: Iterable[str]) -> str:
    """The status of a paper's statement from those of its parts: a refuted part refutes it.

    >>> weakest(["proved", "checked"])
    'checked'
    """
    return min(statuses, key=_WEAKEST_FIRST.index)


@dataclass(frozen=True)
class PartFinding:
    """The finding about one part of an entry.

    `detail` says what a proof covers, how many instances were checked, how the counterexample
    fails, or what was tried; `instance` is the exact counterexample of a refuted claim. `shown_by`
    is the kind of a proof, or the finder of a refutation; `instances` counts the different
    instances that were tried; `ingredients` are the findings that a composed statement rests on.
    `claim` is the claim as the library writes it, next to the words of a person in `text`;
    `sharpness` are the stronger claims that fail, for a proved claim. A `recorded` finding was made
    in a clone, by Python that the library does not have (`papers/recorded.py`).
    """

    text: str
    status: str
    detail: str
    seconds: float
    instance: Instance | None = None
    shown_by: str = ""
    instances: int = 0
    ingredients: tuple[PartFinding, ...] = ()
    claim: str = ""
    sharpness: tuple[PartFinding, ...] = ()
    recorded: bool = field(default=False, metadata=OPTIONAL)


@dataclass(frozen=True, repr=False)
class Finding:
    """The status of an entry with those of its parts, and of its correction if it has one.

    The status is that of `statement`, the parts that are the printed statement. `lemmas` are steps
    towards it, `remarks` are printed next to it: they do not change the status. `boundary` names a
    degenerate boundary, if the statement fails only there; `reading` says under which of two
    readings it holds; `scope` how the parts are less than the printed statement.
    """

    id: str
    kind: str
    name: str
    place: str
    status: str
    statement: tuple[PartFinding, ...]
    lemmas: tuple[PartFinding, ...] = ()
    remarks: tuple[PartFinding, ...] = ()
    correction: str = ""
    reason: str = ""
    boundary: str = ""
    reading: str = ""
    scope: str = ""
    corrected: tuple[PartFinding, ...] = ()

    def __repr__(self) -> str:
        return f"{self.id}: {self.verdict}; {self.name}"

    @property
    def verdict(self) -> str:
        """The words in the catalogue's table: status, finder of a failure, correction's status.

        >>> own = PartFinding("..", REFUTED, "..", 0.0, shown_by=ENGINE)
        >>> Finding("..", "..", "..", "..", REFUTED, (own,)).verdict
        'refuted by the engine'
        """
        elsewhere = "" if self.status in FAILING else ", refuted beside it"
        finder = f"{elsewhere} by {FINDERS[self.found_by]}" if self.found_by else ""
        correction = f", {self.corrected_status} instead" if self.corrected else ""
        return f"{self.status}{finder}{correction}"

    def bibtex(self) -> str:
        """The BibTeX entry of the finding's paper, with the place of the statement.

        >>> own = PartFinding("..", REFUTED, "..", 0.0, shown_by=ENGINE)
        >>> Finding("PSP/prop-1", "..", "..", "Prop. 1", REFUTED, (own,)).bibtex().splitlines()[0]
        '@misc{PSP,'
        """
        key = self.id.partition("/")[0]
        return next(paper for paper in PAPERS if paper.key == key).bibtex(self.place)

    @property
    def corrected_status(self) -> str:
        """The status of a paper's correction; that of the entry if it has none."""
        if not self.corrected:
            return self.status
        status = weakest(part.status for part in self.corrected)
        return COMPOSED if status == PROVED and self.scope else status

    @property
    def beside(self) -> tuple[PartFinding, ...]:
        """The lemmas and remarks of a paper's entry that fail.

        >>> slip = PartFinding("..", REFUTED, "..", 0.0)
        >>> len(Finding("..", "..", "..", "..", PROVED, (), remarks=(slip,)).beside)
        1
        """
        return tuple(part for part in (*self.lemmas, *self.remarks) if part.status == REFUTED)

    @property
    def fails(self) -> bool:
        """Whether anything that a paper prints fails: statement, one reading, lemma or remark.

        >>> Finding("..", "..", "..", "..", AMBIGUOUS, ()).fails
        True
        """
        return self.status in FAILING or bool(self.beside)

    @property
    def failing(self) -> tuple[PartFinding, ...]:
        """The parts of a paper's entry that fail: the statement's first, then others."""
        in_statement = tuple(part for part in self.statement if part.status == REFUTED)
        return (*in_statement, *self.beside)

    @property
    def found_by(self) -> str:
        """The finder of a paper's failures: the engine, if it found any of them.

        >>> own = PartFinding("..", REFUTED, "..", 0.0, shown_by=ENGINE)
        >>> Finding("..", "..", "..", "..", REFUTED, (own,)).found_by
        "the engine's own search"
        """
        finders = {part.shown_by for part in self.failing}
        return next((finder for finder in FINDERS if finder in finders), "")

    @property
    def proofs(self) -> frozenset[str]:
        """The kinds of proof that a paper's statement, or its correction, rests on.

        >>> whole = PartFinding("..", PROVED, "..", 0.0, shown_by=CERTIFICATE)
        >>> sorted(Finding("..", "..", "..", "..", PROVED, (whole,)).proofs)
        ['certificate']
        """
        parts = self.corrected if self.status in FAILING else self.statement
        return frozenset(
            part.shown_by for part in leaves(parts) if part.status == PROVED and part.shown_by
        )

    @property
    def is_recorded(self) -> bool:
        """Whether a part of a paper's entry is recorded, so that checking needs a clone."""
        return any(part.recorded for part in leaves(self.all_parts))

    @property
    def seconds(self) -> float:
        """The seconds that all parts of a paper's entry took together."""
        return sum(part.seconds for part in self.all_parts)

    @property
    def all_parts(self) -> tuple[PartFinding, ...]:
        """The findings on a paper's statement, lemmas, remarks and correction."""
        return (*self.statement, *self.lemmas, *self.remarks, *self.corrected)

    def to_json(self) -> dict[str, Any]:
        """The finding about a paper's entry as plain data, for the journal of a campaign.

        >>> part = PartFinding("..", CHECKED, "on 3", 0.25, instances=3)
        >>> found = Finding("PSP/prop-1", "proposition", "1", "p. 2", CHECKED, (part,))
        >>> Finding.from_json(found.to_json()) == found
        True
        """
        data: dict[str, Any] = write(self)
        return data

    @classmethod
    def from_json(cls, data: object) -> Finding:
        """The finding about a paper's entry that `to_json` wrote; InvalidInput at others."""
        return read(cls, data, "a finding")


def leaves(parts: Iterable[PartFinding]) -> tuple[PartFinding, ...]:
    """The findings on a paper's parts, with composed ones replaced by their ingredients.

    >>> small = PartFinding("..", PROVED, "..", 0.0)
    >>> whole = PartFinding("..", COMPOSED, "..", 0.0, ingredients=(small, small))
    >>> [part.status for part in leaves([whole])]
    ['proved', 'proved']
    """
    return tuple(
        leaf
        for part in parts
        for leaf in (leaves(part.ingredients) if part.ingredients else (part,))
    )
