"""Quantisers: of one of the ordered letters 0 .. k-1 the mechanism tells the cell it lies in.

y = floor(x m / k),      m cells of nearly equal width
"""

from __future__ import annotations

from pmlsym.errors import InvalidInput
from pmlsym.mechanism_families.deterministic import deterministic
from pmlsym.mechanism_families.mechanism import Mechanism


def quantiser(k: int = 4, m: int = 2) -> Mechanism:
    """The family's mechanism that tells in which of m cells one of k ordered letters is.

    Raises InvalidInput unless 2 <= m <= k.

    >>> quantiser(4, 2).channel
    deterministic
    """
    if not 2 <= m <= k:
        raise InvalidInput(f"m = {m} cells of k = {k} letters: m is between 2 and k")
    return deterministic([x * m // k for x in range(k)])
