"""The hypotheses and the conclusion of a claim, and claims made of such parts.

A => (B => C)       has the hypotheses A and B, which clash if  not (A and B)  holds
"""

from __future__ import annotations

from collections.abc import Sequence

from pmlsym.language.building import all_of
from pmlsym.language.nodes import Claim, Condition, Conjunction, Implication, Negation


def hypotheses_of(claim: Claim) -> tuple[Claim, ...]:
    """The hypotheses A, B of a claim A and B => C, conjunctions taken apart.

    >>> from pmlsym.claim_text.question import parse
    >>> len(hypotheses_of(parse("pml(P, W) <= 1 and tv(P, W) <= 1 => mi(P, W) <= 1")))
    2
    """
    hypotheses: list[Claim] = []
    while isinstance(claim, Implication):
        hypotheses += conjuncts(claim.premise)
        claim = claim.conclusion
    return tuple(hypotheses)


def equations_in(claim: Claim) -> tuple[Condition, ...]:
    """The hypotheses of a claim that two priors, or two channels, are the same, such as P == Q.

    >>> from pmlsym.claim_text.question import parse
    >>> [each.text for each in equations_in(parse("P == Q and uniform(Q) => uniform(P)"))]
    ['P == Q']
    """
    conditions = (each for each in hypotheses_of(claim) if isinstance(each, Condition))
    return tuple(each for each in conditions if each.kind == "same")


def conclusion_of(claim: Claim) -> Claim:
    """The conclusion C of a claim A => (B => C), without its premises.

    >>> from pmlsym.claim_text.question import parse
    >>> print(conclusion_of(parse("a <= 1 => b <= 1 => c <= 1")))
    c <= 1
    """
    while isinstance(claim, Implication):
        claim = claim.conclusion
    return claim


def under_hypotheses(hypotheses: Sequence[Claim], conclusion: Claim) -> Claim:
    """The claim that has these hypotheses and this conclusion; the conclusion if there are none."""
    return Implication(all_of(*hypotheses), conclusion) if hypotheses else conclusion


def contradiction_of(claim: Claim, besides: tuple[Claim, ...] = ()) -> Claim | None:
    """The claim that no instance meets all hypotheses of a claim; nothing if none can clash.

    `besides` are further claims that the instance would have to satisfy.

    >>> from pmlsym.claim_text.question import parse
    >>> contradiction_of(parse("pml(P, W) <= 1")) is None
    True
    """
    hypotheses = (*hypotheses_of(claim), *besides)
    comparisons = tuple(h for h in hypotheses if not isinstance(h, Condition))
    if not comparisons:
        return None
    clash: Claim = Negation(Conjunction(comparisons))
    for condition in hypotheses:
        if isinstance(condition, Condition):
            clash = Implication(condition, clash)
    return clash


def conjuncts(claim: Claim) -> tuple[Claim, ...]:
    """The claims A, B that a claim "A and B" consists of; a claim of another kind alone.

    >>> from pmlsym.claim_text.question import parse
    >>> print(*conjuncts(parse("a <= 1 and (b <= 1 and not c <= 1)")), sep="; ")
    a <= 1; b <= 1; not c <= 1
    """
    if isinstance(claim, Conjunction):
        return tuple(part for inner in claim.claims for part in conjuncts(inner))
    return (claim,)
