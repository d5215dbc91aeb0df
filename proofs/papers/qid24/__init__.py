"""What is made in Python for the statements of [QID24]: checks, and proofs beyond the language."""

from __future__ import annotations

from proofs.papers.qid24 import (
    densities,
    known_or_hidden,
    maximal_cost_leakage,
    mechanism_design,
    optimal_mechanism,
    risk_averse,
)

SECTIONS = (
    densities,
    mechanism_design,
    optimal_mechanism,
    risk_averse,
    known_or_hidden,
    maximal_cost_leakage,
)
