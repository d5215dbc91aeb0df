"""The values by which each hypothesis holds on a counterexample, and the part that is false."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.claims.hypotheses import hypotheses_of
from pmlsym.claims.unit import is_in_nats
from pmlsym.errors import PmlError
from pmlsym.language.nodes import Claim, Comparison, Conjunction, Implication
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

    @property
    def values(self) -> tuple[dict[str, Any] | None, ...]:
        """The values of the left and the right side as data; None where there are none."""
        return tuple(value.to_json() for _, value in self.sides) or (None, None)

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


def shown_parts(claim: Claim, instance: Instance) -> dict[str, Any]:
    """The false part on the instance and the parts that hold, as data with exact numbers."""
    held = [
        {"claim": statement(each.claim), **dict(zip(("left", "right"), each.values, strict=True))}
        for each in held_hypotheses(claim, instance)
    ]
    return {"fails": statement(failing_part(claim, instance)), "hypotheses": held}


def failing_part(claim: Claim, instance: Instance) -> Claim:
    """The part that is false on the instance, of a claim that concludes several; else the claim.

    >>> from pmlsym.engines.decide.decisions import refute
    >>> verdict = refute("pml(P, W) <= ldp(W) and maxleak(W) <= pml(P, W)")
    >>> statement(failing_part(verdict.claim, verdict.instance))
    'maxleak(W) <= pml(P, W)'
    """
    conclusion = claim
    while isinstance(conclusion, Implication):
        conclusion = conclusion.conclusion
    for part in conclusion.claims if isinstance(conclusion, Conjunction) else ():
        with suppress(PmlError):  # a part that has no value there
            if not holds(part, instance):
                return failing_part(part, instance)
    return claim


def _of_values(premise: Claim, instance: Instance) -> HeldHypothesis | None:
    """The hypothesis with the values of its sides; nothing where no number says why it holds."""
    if not isinstance(premise, Comparison):
        return None
    try:
        sides = [(write_quantity(s), evaluate(s, instance)) for s in (premise.left, premise.right)]
    except PmlError:  # a supremum over all channels, say
        return None
    return HeldHypothesis(premise, premise.relation, tuple(sides))
