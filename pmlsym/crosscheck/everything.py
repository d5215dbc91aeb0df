"""All that is cross-checked: families, claims that are known, and those of the catalogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pmlsym.crosscheck.catalogue_claims import catalogue_claims
from pmlsym.crosscheck.known_claims import KNOWN_CLAIMS
from pmlsym.families import FAMILIES

if TYPE_CHECKING:
    from pmlsym.crosscheck.comparison import Subject

EVERYTHING: tuple[Subject, ...] = (
    *(family.name for family in FAMILIES),
    *KNOWN_CLAIMS,
    *catalogue_claims(),
)
