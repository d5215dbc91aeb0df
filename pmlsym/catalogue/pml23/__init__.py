"""What is made in Python for the statements of [PML23]: checks, and proofs beyond the language."""

from __future__ import annotations

from pmlsym.catalogue import outcome_claims
from pmlsym.catalogue.pml23 import (
    common_maximiser,
    composition,
    data_processing,
    deterministic_outcomes,
    equality_conditions,
    equality_sequents,
    event_leakage,
    f_information,
    gain_appendix,
    gain_functions,
    guarantees,
    heavy_slices,
    introduction,
    local_privacy,
    max_information,
    properties,
    randomized_functions,
    scaled_gain,
    similar_outcomes,
    tails_in_turn,
    total_variation,
)

SECTIONS = (
    common_maximiser,
    composition,
    data_processing,
    deterministic_outcomes,
    equality_conditions,
    equality_sequents,
    event_leakage,
    f_information,
    gain_appendix,
    gain_functions,
    guarantees,
    heavy_slices,
    introduction,
    local_privacy,
    max_information,
    outcome_claims,
    properties,
    randomized_functions,
    scaled_gain,
    similar_outcomes,
    tails_in_turn,
    total_variation,
)
