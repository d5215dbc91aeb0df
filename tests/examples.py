"""How much of its samples a run of the tests takes: a third, all, or five times as many.

The README's command and `.ci/run` take a third, and `.ci/run --long` five times as many, with all
the work that a question may take; the environment variable PMLSYM_EXAMPLES says which.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from fractions import Fraction
from math import ceil
from typing import TypeVar

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
    """The cases of a table of many of one kind: every third one of a third."""
    listed = list(cases)
    return listed if SHARE >= 1 else listed[:: ceil(1 / SHARE)]


def few_of(cases: Iterable[T]) -> list[T]:
    """The cases of a table of which each takes seconds: every sixth where a third is taken."""
    listed = some_of(cases)
    return listed if SHARE >= 1 else listed[::2]


def effort(short: float, *, in_full: float) -> float:
    """Units of work for each answer: all of them in the long run, else the few."""
    return in_full if LONG else short
