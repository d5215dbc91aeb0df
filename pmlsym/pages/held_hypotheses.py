"""Why each hypothesis of a refuted claim holds on the counterexample: the values of its sides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pmlsym.claims.evaluation import evaluate
from pmlsym.claims.hypotheses import hypotheses_of
from pmlsym.claims.unit import is_in_nats
from pmlsym.errors import PmlError
from pmlsym.language.nodes import Claim, Comparison
from pmlsym.language.writing import statement, write_quantity
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number
from pmlsym.numbers.number_text import both_texts


@dataclass(frozen=True)
class HeldHypothesis:
    """A hypothesis; where it is a comparison with values, its sides as written, and these."""

    claim: Claim
    relation: str = ""
    sides: tuple[tuple[str, Number], ...] = ()

    @property
    def in_nats(self) -> bool:
        """Whether its sides are leakages."""
        return isinstance(self.claim, Comparison) and is_in_nats(self.claim)

    def text(self, *, bits: bool = False) -> str:
        """The hypothesis, and by which values it holds.

        >>> from pmlsym.engines.decide.decisions import refute
        >>> verdict = refute("pml(P, W) <= eps => lip(P, W) <= eps")
        >>> for each in held_hypotheses(verdict.claim, verdict.instance): print(each.text())
        pml(P, W) <= eps holds, since log(2) = 0.693147 <= 1
        """
        if not self.sides:
            return f"{statement(self.claim)} holds"
        left, right = (both_texts(value, bits=bits and self.in_nats) for _, value in self.sides)
        return f"{statement(self.claim)} holds, since {left} {self.relation} {right}"


def held_hypotheses(claim: Claim, instance: Instance) -> Iterator[HeldHypothesis]:
    """The hypotheses of a claim that is false on an instance, where all of them hold."""
    for premise in hypotheses_of(claim):
        yield _of_values(premise, instance) or HeldHypothesis(premise)


def _of_values(premise: Claim, instance: Instance) -> HeldHypothesis | None:
    """The hypothesis with the values of its sides; nothing where no number says why it holds."""
    if not isinstance(premise, Comparison):
        return None
    try:
        sides = [(write_quantity(s), evaluate(s, instance)) for s in (premise.left, premise.right)]
    except PmlError:  # a supremum over all channels, say
        return None
    return HeldHypothesis(premise, premise.relation, tuple(sides))
