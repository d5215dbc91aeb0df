"""The families whose sizes may stay open: over any alphabet, and over counts or words."""

from __future__ import annotations

from pmlsym.mechanism_families.listed import FAMILIES
from pmlsym.mechanism_families.mechanism import Family
from pmlsym.mechanism_families.parameter import CountEntries, WordEntries

IN_ORDER = (CountEntries, WordEntries)


def _is_in_order(family: Family) -> bool:
    return any(isinstance(d.entries, IN_ORDER) for d in family.mechanism().channel.data)


ANY_ALPHABET = [f.name for f in FAMILIES if f.symbolic and not _is_in_order(f)]
COUNTS_AND_WORDS = [f.name for f in FAMILIES if f.symbolic and _is_in_order(f)]
