"""The entries of [QID24], in the order of the paper, one file a section."""

from __future__ import annotations

from pmlsym.catalogue.entry import Entry
from pmlsym.catalogue.qid24 import (
    densities,
    maximal_cost_leakage,
    mechanism_design,
    relations,
    risk_averse,
)

ENTRIES: tuple[Entry, ...] = (
    *densities.ENTRIES,
    *relations.ENTRIES,
    *mechanism_design.ENTRIES,
    *risk_averse.ENTRIES,
    *maximal_cost_leakage.ENTRIES,
)
