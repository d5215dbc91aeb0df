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
    """A hypothesis; for a comparison with values, its sides as written and their values."""

    claim: Claim
    relation: str = ""
    sides: tuple[tuple[str, Number], ...] = ()

    @property
    def in_nats(self) -> bool:
        """Whether a page prints the values of this hypothesis as leakages, in nats or bits."""
        return isinstance(self.claim, Comparison) and is_in_nats(self.claim)

    @property
    def values(self) -> tuple[dict[str, Any] | None, ...]:
        """The values of both sides as JSON data; None if the page shows none."""
        return tuple(value.to_json() for _, value in self.sides) or (None, None)

    def text(self, *, bits: bool = False) -> str:
        """The printed hypothesis, and by which values it holds on a counterexample.

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
    """The hypotheses that a page shows to hold on a counterexample, each with its values."""
    for premise in hypotheses_of(claim):
        yield _hypothesis_with_values(premise, instance) or HeldHypothesis(premise)


def shown_parts(claim: Claim, instance: Instance) -> dict[str, Any]:
    """The JSON of a counterexample's false part, and of the hypotheses that hold on it."""
    held = [
        {"claim": statement(each.claim), **dict(zip(("left", "right"), each.values, strict=True))}
        for each in held_hypotheses(claim, instance)
    ]
    return {"fails": statement(failing_part(claim, instance)), "hypotheses": held}


def failing_part(claim: Claim, instance: Instance) -> Claim:
    """The part of a claim that a page prints as false on a counterexample, or the whole claim.

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


def _hypothesis_with_values(premise: Claim, instance: Instance) -> HeldHypothesis | None:
    """The hypothesis on a counterexample's page with values of its sides; None without any."""
    if not isinstance(premise, Comparison):
        return None
    try:
        sides = [(write_quantity(s), evaluate(s, instance)) for s in (premise.left, premise.right)]
    except PmlError:  # a supremum over all channels, say
        return None
    return HeldHypothesis(premise, premise.relation, tuple(sides))
