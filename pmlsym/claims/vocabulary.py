"""The words of the claim language: every measure and condition with the sorts of its arguments.

A new measure is one line in `MEASURES`; several lines with one name are several ways to call it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pmlsym.measures.conditional_leakage import conditional_pml
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import capacity, ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import hmin, pmin, size, suppsize
from pmlsym.measures.quantity import Condition, Quantity, exp, log, maximum, minimum
from pmlsym.model.prior import Prior

PRIOR = "P"
CHANNEL = "W"
CONDITIONAL = "U | W"
OUTCOME = "y"
ALPHABET = "X"
LEVEL = "eps"
PROBABILITY = "delta"

SORTS = {
    PRIOR: "a prior, such as P or P >> W",
    CHANNEL: "a channel, such as W or W >> V",
    CONDITIONAL: "a channel given another, such as U | W",
    OUTCOME: "the name of an outcome, such as y",
    ALPHABET: "an alphabet, such as X",
    LEVEL: "a number >= 0, such as eps",
    PROBABILITY: "a number in [0, 1], such as delta",
}

DOMAINS = {LEVEL: "nonnegative", PROBABILITY: "probability"}


@dataclass(frozen=True)
class Word:
    """A name of the claim language, what it makes, and the sorts of what it is made from."""

    name: str
    make: Callable[..., Any]
    sorts: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.name}({', '.join(self.sorts)})"


def full_support(prior: Prior) -> Condition:
    """The condition that every letter has positive mass.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> full_support(Prior("P", Alphabet("X"))).text
    'fullsupport(P)'
    """
    return Condition(f"fullsupport({prior.text})", "fullsupport", prior)


MEASURES = (
    Word("pml", pml, (PRIOR, CHANNEL)),
    Word("pml", pml, (PRIOR, CHANNEL, OUTCOME)),
    Word("pml", conditional_pml, (PRIOR, CONDITIONAL)),
    Word("density_min", density_min, (PRIOR, CHANNEL)),
    Word("maxleak", maxleak, (CHANNEL,)),
    Word("maxleak", maxleak, (PRIOR, CHANNEL)),
    Word("ldp", ldp, (CHANNEL,)),
    Word("ldp", ldp, (PRIOR, CHANNEL)),
    Word("capacity", capacity, (CHANNEL,)),
    Word("capacity", capacity, (PRIOR, CHANNEL)),
    Word("pmin", pmin, (PRIOR,)),
    Word("hmin", hmin, (PRIOR,)),
    Word("size", size, (ALPHABET,)),
    Word("suppsize", suppsize, (PRIOR,)),
)

CONDITIONS = (Word("fullsupport", full_support, (PRIOR,)),)

FUNCTIONS: dict[str, Callable[..., Quantity]] = {
    "exp": exp,
    "log": log,
    "max": maximum,
    "min": minimum,
}
