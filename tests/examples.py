"""How many examples a property is tried on: many times as many in `.ci/run --long`."""

from __future__ import annotations

import os

FACTOR = int(os.environ.get("PMLSYM_EXAMPLES", "1"))


def examples(count: int) -> int:
    """That number, times what the environment variable PMLSYM_EXAMPLES says."""
    return count * FACTOR
