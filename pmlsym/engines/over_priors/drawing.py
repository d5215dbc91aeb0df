"""Priors of a set, as examples: some of its vertices, and mixtures of them.

Vertices are where a single mass, or a random form, is largest; they are not all of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

from pmlsym.engines.over_priors.extremes import best_of, mean
from pmlsym.model.prior_polytope import Masses, PriorPolytope, mixed

MOST_CORNERS = 60
STEPS = 8  # in which a prior goes from one to another


def corners_of(priors: PriorPolytope, rng: Random) -> Iterator[Masses]:
    """Some vertices of the set: where a single mass is largest or smallest, and random forms."""
    letters = range(priors.count)
    forms = [tuple(Fraction(s * (k == j)) for k in letters) for j in letters for s in (1, -1)]
    rng.shuffle(forms)
    forms += [tuple(Fraction(rng.randint(-9, 9)) for _ in letters) for _ in range(MOST_CORNERS)]
    yield from dict.fromkeys(best_of(form, priors) for form in forms[:MOST_CORNERS])


def drawn_priors(priors: PriorPolytope, rng: Random, count: int) -> list[Masses]:
    """That many priors of the set, the mean of some vertices first, then vertices, then mixtures.

    >>> from pmlsym.model.prior_polytope import Between
    >>> half = Between((Fraction(1, 4),) * 2, (Fraction(1),) * 2)
    >>> found = drawn_priors(half, Random(1), 9)
    >>> found[0], all(prior in half for prior in found)
    ((Fraction(1, 2), Fraction(1, 2)), True)
    """
    corners = list(corners_of(priors, rng))
    found = [mean(corners), *corners][:count]
    while len(found) < count:
        share = Fraction(rng.randint(0, STEPS), STEPS)
        found.append(mixed([rng.choice(found), rng.choice(corners)], [1 - share, share]))
    return found
