"""A comparison as a task of a campaign; the catalogue is loaded only where it is asked about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pmlsym.calculus.kind import require_kind
from pmlsym.claims.question import Question
from pmlsym.crosscheck.claim_check import check_question
from pmlsym.crosscheck.closed_form_check import check_family
from pmlsym.crosscheck.finding import CrossCheck
from pmlsym.families import family_named

if TYPE_CHECKING:
    from pmlsym.crosscheck.catalogue_claims import CatalogueClaim

    Subject = str | Question | CatalogueClaim
    """A family by its name, a question, or a claim of the catalogue."""


@dataclass(frozen=True)
class SubjectOnInstances:
    """One subject on so many instances: a task of a campaign.

    >>> [line.what for line in SubjectOnInstances(Question("maxleak(W) >= 0"), 50, 0).run()]
    ['proved']
    """

    subject: Subject
    instances: int
    seed: int

    def __str__(self) -> str:
        subject = self.subject  # of a claim of the catalogue the text alone is not all
        part = "" if isinstance(subject, str | Question) else f", part {subject.place}"
        return f"{subject}{part}, {self.instances} instances, seed {self.seed}"

    def run(self) -> tuple[CrossCheck, ...]:
        """The lines of the table that this gives."""
        if isinstance(self.subject, str):
            family = family_named(self.subject)
            return tuple(check_family(family, instances=self.instances, seed=self.seed))
        if isinstance(self.subject, Question):
            return (check_question(self.subject, instances=self.instances, seed=self.seed),)
        return (self.subject.check(instances=self.instances, seed=self.seed),)

    def to_json(self, result: tuple[CrossCheck, ...]) -> object:
        """The lines as plain data."""
        return [line.to_json() for line in result]

    def from_json(self, data: object) -> tuple[CrossCheck, ...]:
        """The lines that `to_json` wrote."""
        return tuple(CrossCheck.from_json(line) for line in require_kind(data, list, "the lines"))


def comparisons(
    subjects: Sequence[Subject], *, instances: int, seed: int = 0
) -> list[SubjectOnInstances]:
    """The tasks of a cross-check.

    >>> [str(task) for task in comparisons(["z-channel"], instances=10)]
    ['z-channel, 10 instances, seed 0']
    """
    return [SubjectOnInstances(subject, instances, seed) for subject in subjects]
