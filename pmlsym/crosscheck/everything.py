"""All cross-checks, in as many processes as there are processors."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pmlsym.claims.question import Question
from pmlsym.crosscheck.catalogue_claims import CatalogueClaim, catalogue_claims
from pmlsym.crosscheck.claim_check import check_question
from pmlsym.crosscheck.closed_form_check import check_family
from pmlsym.crosscheck.finding import CrossCheck
from pmlsym.crosscheck.known_claims import KNOWN_CLAIMS
from pmlsym.families import FAMILIES, family_named
from pmlsym.workers import in_processes


@dataclass(frozen=True)
class Task:
    """A family by its name, a question, or a claim of the catalogue."""

    subject: str | Question | CatalogueClaim

    def run(self, instances: int, seed: int) -> list[CrossCheck]:
        """The lines of the table that this task gives.

        >>> [line.what for line in Task(Question("maxleak(W) >= 0")).run(50, 0)]
        ['proved']
        """
        if isinstance(self.subject, CatalogueClaim):
            return [self.subject.check(instances=instances, seed=seed)]
        if isinstance(self.subject, Question):
            return [check_question(self.subject, instances=instances, seed=seed)]
        return check_family(family_named(self.subject), instances=instances, seed=seed)


EVERYTHING = (
    *(Task(family.name) for family in FAMILIES),
    *map(Task, KNOWN_CLAIMS),
    *map(Task, catalogue_claims()),
)


def run_all(
    tasks: Sequence[Task], *, instances: int, seed: int = 0, processes: int | None = None
) -> Iterator[tuple[Task, list[CrossCheck]]]:
    """Each task with its lines, in the order in which they are done."""
    asked = [(task, instances, seed) for task in tasks]
    for k, lines in in_processes(Task.run, asked, processes or os.cpu_count() or 1):
        yield tasks[k], lines
