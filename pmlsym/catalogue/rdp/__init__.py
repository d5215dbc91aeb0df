"""The entries of [RDP], in the order of the paper, one file a section."""

from __future__ import annotations

from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.rdp import (
    choosing_eps,
    correlated_database,
    database_privacy,
    disclosure,
    laplace_counting,
    preliminaries,
    sample_means,
    strict_suprema,
)

ENTRIES: tuple[Entry, ...] = (
    *preliminaries.ENTRIES,
    *sample_means.ENTRIES,
    *disclosure.ENTRIES,
    *choosing_eps.ENTRIES,
    *database_privacy.DIFFERENTIAL_PRIVACY,
    *correlated_database.ENTRIES,
    *database_privacy.FREE_LUNCH_PRIVACY,
    *laplace_counting.ENTRIES,
    *strict_suprema.ENTRIES,
)
