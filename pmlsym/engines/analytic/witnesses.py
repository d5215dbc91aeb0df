"""Witnesses of claims about numbers: points at which the premises of a claim hold.

Whether the claim holds there too is for the judge to say: a proof of what is false there is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from pmlsym.claims.evaluation import holds
from pmlsym.claims.subjects import subjects
from pmlsym.effort import after, passed
from pmlsym.errors import PmlError
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Claim, Implication
from pmlsym.numbers.number import rational

VALUES = tuple(Fraction(k, d) for d in (1, 2, 4, 10, 100) for k in range(-4, 13))
COUNTS = (Fraction(20), Fraction(60), Fraction(150))


def find_point(claim: Claim, *, effort: float = 0.5, seed: int = 0) -> Instance | None:
    """A point at which the premises hold and the claim has a truth, or nothing if none was found.

    >>> from pmlsym.claims.parsing import parse
    >>> point = find_point(parse("1 < x and x < 3/2 => x*x > 1"))
    >>> 1 < point.scalars["x"] < Fraction(3, 2)
    True
    """
    deadline = after(effort)
    random = Random(seed)
    premises = tuple(_premises(claim))
    names = sorted(subjects(claim).scalars)
    while not passed(deadline):
        point = {name: rational(random.choice((*VALUES, *COUNTS))) for name in names}
        instance = Instance({}, {}, point)
        if _is_within(claim, premises, instance):
            return instance
        if not names:
            break
    return None


def _premises(claim: Claim) -> Iterator[Claim]:
    while isinstance(claim, Implication):
        yield claim.premise
        claim = claim.conclusion


def _is_within(claim: Claim, premises: tuple[Claim, ...], instance: Instance) -> bool:
    """Whether the premises hold there and the claim is within its domain, true or false."""
    try:
        if not all(holds(premise, instance) for premise in premises):
            return False
        holds(claim, instance)
    except PmlError:
        return False
    return True
