"""All measures: one line for each file of this folder that has some, in the manual's order."""

from __future__ import annotations

from pmlsym.measures import (
    attribute_leakage,
    conditional_events,
    conditional_leakage,
    cost_leakage,
    differential_privacy,
    entry_leakage,
    event_maximal_leakage,
    expected_leakage,
    gain_leakage,
    information_density,
    leakage_capacity,
    local_differential_identifiability,
    local_information_privacy,
    max_information,
    maximal_leakage,
    mutual_information,
    pointwise_maximal_leakage,
    prior_mass,
    tail_probability,
    total_variation_privacy,
)
from pmlsym.measures.notion import Notion, Word

NOTIONS: tuple[Notion, ...] = (
    *pointwise_maximal_leakage.NOTIONS,
    *conditional_leakage.NOTIONS,
    *information_density.NOTIONS,
    *maximal_leakage.NOTIONS,
    *leakage_capacity.NOTIONS,
    *local_information_privacy.NOTIONS,
    *local_differential_identifiability.NOTIONS,
    *event_maximal_leakage.NOTIONS,
    *tail_probability.NOTIONS,
    *conditional_events.NOTIONS,
    *max_information.NOTIONS,
    *mutual_information.NOTIONS,
    *total_variation_privacy.NOTIONS,
    *expected_leakage.NOTIONS,
    *cost_leakage.NOTIONS,
    *gain_leakage.NOTIONS,
    *attribute_leakage.NOTIONS,
    *differential_privacy.NOTIONS,
    *entry_leakage.NOTIONS,
    *prior_mass.NOTIONS,
)

MEASURES: tuple[Word, ...] = tuple(word for notion in NOTIONS for word in notion.words)
"""Every way to write one; several words of one name are several ways to call it."""

MAKERS = {word.name: word.make for word in reversed(MEASURES)}
"""What `pmlsym.NAME` is for each name: what its first word makes."""
