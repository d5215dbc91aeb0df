"""Claims that together imply another, and what they are made of where it says A <= B.

Numbers stand in the place of the values of measures: in B, and in the hypotheses that are about
numbers alone after that.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from pmlsym.claims.hypotheses import conclusion_of, hypotheses_of
from pmlsym.claims.scopes import is_quantified
from pmlsym.language.fold import fold, key, rebuild
from pmlsym.language.nodes import Claim, Comparison, Named, Quantity, Sum, measures_in


@dataclass(frozen=True)
class Implying:
    """Claims that together imply another, and words that say how: what stands for what."""

    claims: tuple[Claim, ...]
    where: str


@dataclass(frozen=True)
class UpperBound:
    """A claim that concludes with `small` <= `large`, under its hypotheses."""

    claim: Claim
    small: Quantity
    large: Quantity
    hypotheses: tuple[Claim, ...]

    def about_numbers(self, table: Mapping[Hashable, Quantity]) -> list[Claim]:
        """The hypotheses of the claim asked that compare numbers alone once the table is put in."""
        return [
            with_parts(each, table)
            for each in self.hypotheses
            if isinstance(each, Comparison) and {key(m) for m in measures_in(each)} <= table.keys()
        ]

    def number_above(self, measure: Quantity) -> Quantity | None:
        """The number c of the claim's first hypothesis m <= c about this measure m."""
        comparisons = (each for each in self.hypotheses if isinstance(each, Comparison))
        for one in (way for each in comparisons for way in (each, each.flipped)):
            is_above = one.relation in ("<=", "<", "==") and key(one.left) == key(measure)
            if is_above and next(measures_in(one.right), None) is None:
                return one.right
        return None


def upper_bound_of(claim: Claim) -> UpperBound | None:
    """The conclusion A <= B of a claim without quantifiers, with its hypotheses; else nothing.

    >>> from pmlsym.claim_text.question import parse
    >>> bound = upper_bound_of(parse("mi(P, W) <= 2 => ldp(W) >= mi(P, W)/2"))
    >>> print(bound.small, bound.number_above(bound.small.numerator), sep="    ")
    mi(P, W)/2    2
    """
    upwards = upward_conclusion(claim)
    if upwards is None or upwards.relation != "<=" or is_quantified(claim):
        return None
    return UpperBound(claim, upwards.left, upwards.right, hypotheses_of(claim))


def upward_conclusion(claim: Claim) -> Comparison | None:
    """A claim's conclusion turned to A <= B or A < B; nothing if it says something else."""
    conclusion = conclusion_of(claim)
    if not isinstance(conclusion, Comparison):
        return None
    ways = (conclusion, conclusion.flipped)
    return next((way for way in ways if way.relation in ("<=", "<")), None)


def with_parts(node: Any, table: Mapping[Hashable, Quantity]) -> Any:
    """A claim that may imply the one asked: the latter with a table's quantities for its parts."""

    def put(part: Any, below: tuple[Any, ...]) -> Any:
        """The table's quantity for a part of the claim asked; another part with its new parts."""
        if (part_key := key(part)) in table:
            return table[part_key]
        new = rebuild(part, below)
        return without_name(new) if new is not part else new

    return fold(node, put)


def without_name(node: Any) -> Any:
    """A named sum as its plain terms, since parts in it are others than in the claim asked."""
    if not isinstance(node, Named):
        return node
    return Sum(node.terms) if len(node.terms) > 1 else node.terms[0]
