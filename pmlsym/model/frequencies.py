"""Counts of observations, and what they say at face value: frequencies  k_i / n."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from pmlsym.calculus.kind import require_kind
from pmlsym.errors import InvalidInput


def frequencies(counts: Sequence[int], where: str = "the counts") -> tuple[Fraction, ...]:
    """k_i/n, exactly.

    Raises InvalidInput where a count is no integer or negative, or nothing was counted.

    >>> frequencies([1, 3])
    (Fraction(1, 4), Fraction(3, 4))
    """
    plain = plain_counts(counts, where)
    total = sum(plain)
    return tuple(Fraction(count, total) for count in plain)


def plain_counts(counts: Sequence[int], where: str = "the counts") -> list[int]:
    """The counts as Python's integers, of any size.

    Raises InvalidInput where a count is no integer or negative, or nothing was counted.

    >>> plain_counts([1, 3])
    [1, 3]
    """
    given = counts.tolist() if hasattr(counts, "tolist") else counts
    plain = list(require_kind(given, Iterable, f"{where} as a list such as [3, 5]"))
    for k, count in enumerate(plain):
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            raise InvalidInput(f"entry {k} of {where} is {count!r}; a count is 0, 1, 2, ..")
    if not sum(plain):
        raise InvalidInput(f"{where}: nothing was counted")
    return plain
