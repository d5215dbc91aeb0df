"""How much of its samples a run of the tests takes: a third, all, or five times as many.

The README's command and `.ci/run` take a third, and `.ci/run --long` five times as many, with all
the work that a question may take; the environment variable PMLSYM_EXAMPLES says which.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")

SHARE = Fraction(os.environ.get("PMLSYM_EXAMPLES", "1/3"))
LONG = SHARE > 1


def examples(count: int) -> int:
    """The number of examples of a property that is cheap, or needs them all to count."""
    return count * int(SHARE) if LONG else count


def share_of(count: int) -> int:
    """The number of examples of an expensive property, where `count` are all of them."""
    return ceil(count * SHARE)


def some_of(cases: Iterable[T]) -> list[T]:
    """The cases of a table of many of one kind: a third of them where a third is taken.

    Which ones depends on the cases themselves and not on their places: a case that is added is
    taken or not, and hardly another comes or goes for it.

    >>> len(some_of(range(30))) == (10 if SHARE < 1 else 30)
    True
    """
    listed = list(cases)
    return listed if SHARE >= 1 else _drawn(listed, ceil(len(listed) * SHARE))


def few_of(cases: Iterable[T]) -> list[T]:
    """The cases of a table of which each takes seconds: a sixth of them where a third is taken."""
    listed = list(cases)
    return listed if SHARE >= 1 else _drawn(listed, ceil(len(listed) * SHARE / 2))


def _drawn(cases: list[T], count: int) -> list[T]:
    """That many of the cases, in order: those whose text has the least checksums."""
    texts = [re.sub(" at 0x[0-9a-f]+", "", repr(case)) for case in cases]  # of a function its name
    by_checksum = sorted(range(len(cases)), key=lambda k: crc32(texts[k].encode()))
    return [cases[k] for k in sorted(by_checksum[:count])]


def effort(short: float, *, in_full: float) -> float:
    """Units of work for each answer: all of them in the long run, else the few."""
    return in_full if LONG else short
