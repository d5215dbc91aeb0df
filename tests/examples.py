"""How many examples a property is tried on, and how much work: more of both in `.ci/run --long`."""

from __future__ import annotations

import os

FACTOR = int(os.environ.get("PMLSYM_EXAMPLES", "1"))


def examples(count: int) -> int:
    """That number, times what the environment variable PMLSYM_EXAMPLES says."""
    return count * FACTOR


def effort(short: float, *, in_full: float) -> float:
    """Units of work for each answer: all of them where examples are multiplied, else the few."""
    return in_full if FACTOR > 1 else short
