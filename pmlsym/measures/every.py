"""All measures: one line for each file of this folder that has some, in the manual's order."""

from __future__ import annotations

from importlib import import_module

from pmlsym.measures.notion import Notion, Word

FILES = (
    "pointwise_maximal_leakage",
    "conditional_leakage",
    "information_density",
    "maximal_leakage",
    "leakage_capacity",
    "local_information_privacy",
    "local_differential_identifiability",
    "event_maximal_leakage",
    "tail_probability",
    "conditional_events",
    "max_information",
    "mutual_information",
    "total_variation_privacy",
    "f_divergence",
    "hockey_stick",
    "renyi_divergence",
    "sibson_information",
    "renyi_entropy",
    "expected_leakage",
    "cost_leakage",
    "gain_leakage",
    "average_gain",
    "guesswork",
    "attribute_leakage",
    "differential_privacy",
    "approximate_privacy",
    "renyi_privacy",
    "entry_leakage",
    "prior_mass",
)

NOTIONS: tuple[Notion, ...] = tuple(
    notion for name in FILES for notion in import_module(f"pmlsym.measures.{name}").NOTIONS
)

MEASURES: tuple[Word, ...] = tuple(word for notion in NOTIONS for word in notion.words)
"""Every way to write one; several words of one name are several ways to call it."""

MAKERS = {
    word.make.__name__ if word.indexed else word.name: word.make for word in reversed(MEASURES)
}
"""What `pmlsym.NAME` is for each name: what its first word makes.

One with an index is called by its name in Python: D[kl](P || Q) is divergence("kl", Against(P, Q)).
"""
