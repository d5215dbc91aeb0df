"""A comparison as a task of a campaign; the catalogue is loaded only where it is asked about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from pmlsym.calculus.kind import require_kind
from pmlsym.claim_text.question import Question
from pmlsym.mechanism_families.listed import family_named
from pmlsym.papers.comparisons.claim_check import REFUTED, check_question
from pmlsym.papers.comparisons.closed_form_check import check_family
from pmlsym.papers.comparisons.finding import CrossCheck
from pmlsym.parallel.campaigns import FinishedTask

if TYPE_CHECKING:
    from pmlsym.papers.comparisons.everything import CatalogueClaim

    Subject = str | Question | CatalogueClaim
    """A family by its name, a question, or a claim of the catalogue."""


BLOCK = 500_000
"""Instances of a task: reading them takes longer than finding the closed form or the proof again,
which each task does."""


@dataclass(frozen=True)
class SubjectOnInstances:
    """One subject on the instances of a block: a task of a campaign.

    >>> [line.what for line in SubjectOnInstances(Question("maxleak(W) >= 0"), 50, 0).run()]
    ['proved']
    """

    subject: Subject
    instances: int
    seed: int
    block: int = 0

    def __str__(self) -> str:
        subject = self.subject  # of a claim of the catalogue the text alone is not all
        part = "" if isinstance(subject, str | Question) else f", part {subject.place}"
        block = f", block {self.block}" if self.block else ""
        return f"{subject}{part}, {self.instances} instances, seed {self.seed}{block}"

    def run(self) -> tuple[CrossCheck, ...]:
        """The lines for this subject in the table of the papers' cross-check."""
        subject, count, seed, block = self.subject, self.instances, self.seed, self.block
        if isinstance(subject, str):
            family = family_named(subject)
            return tuple(check_family(family, instances=count, seed=seed, block=block))
        if isinstance(subject, Question):
            return (check_question(subject, instances=count, seed=seed, block=block),)
        return (subject.check(instances=count, seed=seed, block=block),)

    def to_json(self, result: tuple[CrossCheck, ...]) -> object:
        """The lines of the papers' cross-check as plain data, for a campaign's journal."""
        return [line.to_json() for line in result]

    def from_json(self, data: object) -> tuple[CrossCheck, ...]:
        """The lines of the papers' cross-check that `to_json` wrote."""
        return tuple(CrossCheck.from_json(line) for line in require_kind(data, list, "the lines"))


def comparisons(
    subjects: Sequence[Subject], *, instances: int, seed: int = 0
) -> list[SubjectOnInstances]:
    """The tasks of the papers' cross-check; more than BLOCK instances are cut into blocks.

    >>> [str(task) for task in comparisons(["z-channel"], instances=10)]
    ['z-channel, 10 instances, seed 0']
    >>> [str(task) for task in comparisons(["z-channel"], instances=BLOCK + 10)]
    ['z-channel, 500000 instances, seed 0', 'z-channel, 10 instances, seed 0, block 1']
    """
    counts = [min(BLOCK, instances - begin) for begin in range(0, instances, BLOCK)]
    return [
        SubjectOnInstances(subject, count, seed, block)
        for subject in subjects
        for block, count in enumerate(counts)
    ]


def lines_of(done: Iterable[FinishedTask[tuple[CrossCheck, ...]]]) -> tuple[CrossCheck, ...]:
    """The lines of the papers' cross-check, those of the blocks of one comparison added up."""
    lines: dict[tuple[str, str, str], CrossCheck] = {}
    for one in done:
        assert isinstance(one.task, SubjectOnInstances)
        whole = str(replace(one.task, block=0, instances=0))
        for line in one.result:
            key = whole, line.subject, line.what
            earlier = lines.get(key)
            if earlier is None:
                lines[key] = line
            elif line.what != REFUTED:  # a counterexample is the same one in each block
                lines[key] = earlier.with_more(line)
    return tuple(lines.values())
