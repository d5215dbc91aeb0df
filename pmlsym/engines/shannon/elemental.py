"""The elemental inequalities: the least set from which all Shannon inequalities follow.

H(i | all others) >= 0         I(i; j | K) >= 0,   i < j, K within the others
                                                                    [Yeung 1997]
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

from pmlsym.engines.shannon.blocks import Triple
from pmlsym.meter import watch

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bits = NDArray[np.int32]


def how_many(count: int) -> int:
    """n + n(n-1)/2 * 2^(n-2).

    >>> [how_many(n) for n in (1, 2, 3, 7, 10)]
    [1, 3, 9, 679, 11530]
    """
    return count + (count * (count - 1) << count >> 3)


@dataclass(frozen=True)
class Elemental:
    """All of them for n blocks: one + other - both - given, each an array of sets as bits."""

    one: Bits
    other: Bits
    both: Bits
    given: Bits

    def triple(self, number: int) -> Triple:
        """The inequality of that number.

        >>> [elemental(2).triple(k) for k in range(3)]
        [(1, 1, 2), (2, 2, 1), (1, 2, 0)]
        """
        given = int(self.given[number])
        return int(self.one[number]) & ~given, int(self.other[number]) & ~given, given


@cache
def elemental(count: int) -> Elemental:
    """The elemental inequalities of so many blocks."""
    import numpy as np

    sets = np.arange(1 << count, dtype=np.int32)
    bits = 1 << np.arange(count, dtype=np.int32)
    everything = np.full(count, (1 << count) - 1, dtype=np.int32)
    parts = [(everything, everything, everything, everything & ~bits)]
    for i, j in combinations(range(count), 2):
        watch()
        a, b = 1 << i, 1 << j
        given = sets[sets & (a | b) == 0]
        parts.append((given | a, given | b, given | a | b, given))
    return Elemental(*(np.concatenate(column) for column in zip(*parts, strict=True)))
