"""Blocks that a statement treats alike: entropies of sets that differ by them are made equal.

If a statement stays the same when two blocks change places, the mean of a proof over all such
changes is a proof. So entropies are told apart only by how many of each kind of blocks are in the
set: ten numbers for ten blocks that are all alike, in place of 1023.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pmlsym.engines.shannon.blocks import Terms

Kinds = tuple[int, ...]
"""The blocks of each kind, as bits."""


def kinds(count: int, goal: Terms, facts: Sequence[Terms]) -> Kinds:
    """The blocks that can change places and leave the goal, and the facts among them, as they are.

    >>> kinds(3, {1: 1, 2: 1, 3: -1}, [])
    (3, 4)
    """

    def seen(i: int, j: int) -> tuple[object, Counter[object]]:
        first, *others = (_exchanged(form, i, j) for form in (goal, *facts))
        return first, Counter(frozenset(form.items()) for form in others)

    known = seen(0, 0)
    found: list[int] = []
    for k in range(count):
        for place, kind in enumerate(found):
            other = kind.bit_length() - 1
            if seen(k, other) == known:
                found[place] |= 1 << k
                break
        else:
            found.append(1 << k)
    return tuple(found)


def orbit(bits: int, alike: Kinds) -> int:
    """The first of the sets that have as many blocks of each kind.

    >>> orbit(0b110, (0b011, 0b100))
    5
    """
    first = 0
    for kind in alike:
        for _ in range((bits & kind).bit_count()):
            rest = kind & ~first
            first |= rest & -rest
    return first


def _exchanged(form: Terms, i: int, j: int) -> Terms:
    def swap(bits: int) -> int:
        if bits >> i & 1 == bits >> j & 1:
            return bits
        return bits ^ (1 << i | 1 << j)

    return {swap(place) if isinstance(place, int) else place: c for place, c in form.items()}
