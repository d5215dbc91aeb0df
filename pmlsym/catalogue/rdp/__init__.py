"""What is made in Python for the statements of [RDP]: checks, and proofs beyond the language."""

from __future__ import annotations

from pmlsym.catalogue.pml23 import equality_conditions
from pmlsym.catalogue.rdp import (
    approaching,
    change_of_prior,
    choosing_eps,
    correlated_database,
    database_privacy,
    disclosure,
    laplace_counting,
    levels_reached,
    preliminaries,
    sample_means,
    strict_suprema,
)

SECTIONS = (
    approaching,
    change_of_prior,
    choosing_eps,
    correlated_database,
    database_privacy,
    disclosure,
    equality_conditions,
    laplace_counting,
    levels_reached,
    preliminaries,
    sample_means,
    strict_suprema,
)
