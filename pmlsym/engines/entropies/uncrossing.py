"""Sums of a few informations, seen at once: each step joins two entropies of the goal.

    h(S) + h(T)  =  h(S, T) + h(S and T in common)  +  I(S; T | in common)

A step is taken where it makes the sum of the sizes of coefficients smaller: first the step that
leaves the smallest sum; if that leads nowhere, the search starts again with the informations that
are given most, since they are the least. What this does not find is left to the nearest point of
the cone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm

from pmlsym.calculus.meter import tick
from pmlsym.engines.entropies.blocks import Place, Terms, Triple, information_terms
from pmlsym.engines.entropies.dependence import Coordinates, Sources

MOST_KEYS = 24
"""With more entropies in the goal the pairs are too many for a quick look."""


def uncross(blocks: int, goal: Terms, quotient: Coordinates) -> Sources | None:
    """Multipliers of few informations whose sum is an entropy goal, found greedily, or None.

    >>> uncross(2, {1: 1, 2: 1, 3: -1}, Coordinates(()))
    {(1, 2, 0): Fraction(1, 1)}
    """
    for least_first in (False, True):
        sum_ = _greedy_sum(blocks, goal, quotient, least_first=least_first)
        if sum_ is not None:
            return sum_
    return None


def _greedy_sum(
    blocks: int, goal: Terms, quotient: Coordinates, *, least_first: bool
) -> Sources | None:
    """Informations taken one by one that shrink what is left of an entropy goal, or None."""
    scale = lcm(*(c.denominator for c in goal.values()))
    left = {place: int(c * scale) for place, c in goal.items()}
    used = Sources()
    singles = [1 << k for k in range(blocks)] if quotient.rules else []
    # Ends: the coefficients are integers, and each step makes the sum of their sizes smaller.
    while left:
        if len(left) > MOST_KEYS:
            return None
        best: tuple[int, ...] | None = None
        chosen = None
        for triple, c in _candidates(left, singles):
            tick()
            change = {
                p: -c * int(n)
                for p, n in quotient.in_coordinates(information_terms(triple)).items()
            }
            growth = sum(abs(left.get(p, 0) + n) - abs(left.get(p, 0)) for p, n in change.items())
            worth: tuple[int, ...] = (growth,)
            if least_first:
                worth = (triple[0] == triple[1], -triple[2].bit_count(), growth)
            if growth < 0 and (best is None or worth < best):
                best, chosen = worth, (triple, c, change)
        if chosen is None:
            return None
        triple, c, change = chosen
        used[triple] = used.get(triple, 0) + Fraction(c, scale)
        for place, n in change.items():
            left[place] = left.get(place, 0) + n
        left = {place: n for place, n in left.items() if n}
    return used


def _candidates(left: Mapping[Place, int], singles: Sequence[int]) -> Iterator[tuple[Triple, int]]:
    """Informations that may be taken off an entropy goal: of two positive sets, or of one.

    Where hypotheses determine entropies, I(S; one beside | K) too: more than S, T of it may be.
    """
    above = [(bits, c) for bits, c in left.items() if isinstance(bits, int) and c > 0]
    below = [bits for bits, c in left.items() if isinstance(bits, int) and c < 0]
    for (s, c), (t, d) in combinations(above, 2):
        if s & ~t and t & ~s:
            yield (s & ~t, t & ~s, s & t), min(c, d)
    for s, c in above:
        for k in (0, *below):
            if k != s and not k & ~s:
                yield (s & ~k, s & ~k, k), c
                for one in singles:
                    if not one & s:
                        yield (s & ~k, one, k), c
