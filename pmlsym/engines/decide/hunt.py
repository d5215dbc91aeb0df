"""A hunt for a counterexample: one question, one seed, one task of a campaign.

Hunts with other seeds look at other instances, so that a campaign can run them side by side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pmlsym.calculus.kind import require_kind
from pmlsym.claim_text.question import Question, question_of
from pmlsym.claims.evaluation import holds
from pmlsym.engines.decide.decisions import search_for_counterexample
from pmlsym.errors import InvalidInput
from pmlsym.evidence.verdict import Refuted
from pmlsym.model.instance import Instance


@dataclass(frozen=True)
class Hunt:
    """Random exact instances from one seed, for some units of effort.

    >>> found = Hunt(Question("pml(P, W) <= maxleak(W)"), 0, 5.0).run()
    >>> found is not None and sorted(found.tensors)
    ['P', 'W']
    """

    question: Question
    seed: int
    effort: float

    def __str__(self) -> str:
        return f"{self.question}, seed {self.seed}, effort {self.effort:g}"

    def run(self) -> Instance | None:
        """An instance on which the hunted claim is exactly false, or None."""
        claim = self.question.claim()
        verdict, _ = search_for_counterexample(claim, effort=self.effort, seed=self.seed)
        return verdict.instance if isinstance(verdict, Refuted) else None

    def to_json(self, result: Instance | None) -> object:
        """The instance that a hunt ends with, as plain data."""
        return None if result is None else result.to_json()

    def from_json(self, data: object) -> Instance | None:
        """The instance that a hunt kept. Raises InvalidInput if the claim is not false there.

        The data cannot show that nothing was found, so this is believed.
        """
        if data is None:
            return None
        table: Mapping[str, Any] = require_kind(data, dict, "an instance")
        instance = Instance.from_json(table)
        if holds(self.question.claim(), instance):
            raise InvalidInput(f"an instance that was kept for {self} is no counterexample")
        return instance


def hunts(
    claim: str,
    seeds: Sequence[int],
    *,
    let: Sequence[str] = (),
    assume: Sequence[str] = (),
    effort: float = 20.0,
) -> tuple[Hunt, ...]:
    """Searches for a counterexample, one for each seed. Raises PmlError at unreadable claims.

    >>> [hunt.seed for hunt in hunts("ldp(W) <= pml(P, W)", range(2))]
    [0, 1]
    """
    question = question_of(require_kind(claim, str, "a claim as a text"), let, assume)
    question.claim()
    every = require_kind(seeds, Sequence, "seeds, such as range(4)")
    read = [require_kind(seed, int, "a seed") for seed in every]
    return tuple(Hunt(question, seed, effort) for seed in read)
