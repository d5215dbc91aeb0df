"""What is made in Python for the statements of [QID24]: checks, and proofs beyond the language."""

from __future__ import annotations

from pmlsym.catalogue import letter_claims
from pmlsym.catalogue.qid24 import (
    densities,
    factorisation,
    maximal_cost_leakage,
    mechanism_design,
    relations,
    risk_averse,
)

SECTIONS = (
    densities,
    factorisation,
    letter_claims,
    maximal_cost_leakage,
    mechanism_design,
    relations,
    risk_averse,
)
