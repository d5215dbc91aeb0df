"""Events of two outcomes whose slices are heavy [PML23, Thm. 4.4]: the sequent of the catalogue."""

from __future__ import annotations

from functools import partial

from pmlsym.catalogue.pml23.heavy_slices import HEAVY_SLICES
from proofs.derived import Derived

STATEMENTS = (
    Derived(
        "events-with-heavy-slices",
        "PML23, Thm. 4.4",
        partial(HEAVY_SLICES.certificates, budget=20.0),
        HEAVY_SLICES.text,
    ),
)
