"""What is made in Python for the statements of [RDP]: checks, and proofs beyond the language."""

from __future__ import annotations

from proofs.papers.pml23 import equality_conditions, properties
from proofs.papers.rdp import (
    choosing_eps,
    database_privacy,
    disclosure,
    equal_entries,
    excluded_letter,
    levels_reached,
    preliminaries,
)

SECTIONS = (
    preliminaries,
    disclosure,
    excluded_letter,
    choosing_eps,
    database_privacy,
    equal_entries,
    levels_reached,
    equality_conditions,
    properties,
)
