"""What is made in Python for the statements of [PML23]: checks, and proofs beyond the language."""

from __future__ import annotations

from proofs.papers.pml23 import (
    attributes_of_gains,
    closedness,
    composition,
    equal_means,
    equality_conditions,
    event_leakage,
    events,
    f_information,
    filled_slices,
    gain_functions,
    guarantees,
    local_privacy,
    max_information,
    mean_leakage,
    pointwise_maximal_leakage,
    properties,
    total_variation,
)

SECTIONS = (
    pointwise_maximal_leakage,
    gain_functions,
    attributes_of_gains,
    properties,
    equality_conditions,
    guarantees,
    events,
    event_leakage,
    closedness,
    composition,
    filled_slices,
    max_information,
    mean_leakage,
    equal_means,
    local_privacy,
    f_information,
    total_variation,
)
