"""Priors of a set at which a claim is evaluated, where it cannot be decided for all of them.

Vertices, their mean, and mixtures towards the prior that came nearest to making the claim false:
what is found is exact, and what is not found says nothing but how near it came.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random

from pmlsym.claims.domain import hypotheses_of
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.claims.subjects import subjects
from pmlsym.engines.over_priors.drawing import corners_of
from pmlsym.engines.over_priors.extremes import mean
from pmlsym.engines.over_priors.question import PriorQuestion
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Comparison
from pmlsym.language.writing import write_quantity
from pmlsym.model.prior_polytope import Masses, mixed

ROUNDS, EACH = 6, 30
SHARES = tuple(Fraction(1, 2**k) for k in range(1, 8))


@dataclass
class Tried:
    """An instance against the claim, and one for it, if any; how many were tried, the nearest."""

    instance: Instance | None = None
    met: Instance | None = None
    count: int = 0
    nearest: Masses = ()
    gap: float | None = None
    sides: str = ""

    def __str__(self) -> str:
        where = ", ".join(map(str, self.nearest))
        near = f", of which the nearest is ({where}): {self.sides}" if self.sides else ""
        return f"{self.count} priors tried{near}"


def try_priors(question: PriorQuestion, *, seed: int) -> Tried:
    """Evaluate the claim at priors of the set, until one makes it false.

    The first letters of free outcomes are tried alone.
    """
    rng, found = Random(seed), Tried()
    corners = list(corners_of(question.priors, rng))
    for prior in (*corners, mean(corners)):
        if _tried(question, prior, found):
            return found
    for _ in range(ROUNDS):
        start = found.nearest or mean(corners)
        for _ in range(EACH):
            share = rng.choice(SHARES)
            prior = mixed([start, rng.choice(corners)], [1 - share, share])
            if _tried(question, prior, found):
                return found
    return found


def _tried(question: PriorQuestion, prior: Masses, found: Tried) -> bool:
    """Whether the claim is false there; how near it is, is kept."""
    outcomes = dict.fromkeys(subjects(question.claim).outcomes, 0)
    instance = question.instance(prior, outcomes)
    found.count += 1
    try:
        if not holds(question.claim, instance):
            found.instance = instance
            return True
        if all(holds(hypothesis, instance) for hypothesis in hypotheses_of(question.rest)):
            found.met = found.met or instance
        if isinstance(question.rest, Comparison):
            claim = question.rest
            left, right = (evaluate(side, instance) for side in (claim.left, claim.right))
            gap = abs(float(left) - float(right))
            if found.gap is None or gap < found.gap:
                found.nearest, found.gap = prior, gap
                names = write_quantity(claim.left), write_quantity(claim.right)
                found.sides = f"{names[0]} = {float(left):.6g}, {names[1]} = {float(right):.6g}"
    except (OutOfDomain, Unsupported):
        return False
    return False
