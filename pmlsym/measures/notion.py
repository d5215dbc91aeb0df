"""The words, meaning and laws of a measure, as its file states them next to its value.

A `Word` is one way to write it, with the sorts of its arguments. A `Notion` has the words of one
measure, its description for the manual, its names elsewhere, and its laws: bounds, processing,
composition, limits. A law is a claim in text. Either it is proved whenever the tests run, or it is
`open` (true as far as anybody knows, but not proved by pmlsym); no proof relies on a law of either
kind.

The form of an argument alone decides its possible sorts: small letters name outcomes and numbers,
capitals name priors, channels, gains and alphabets. So `hmin_given(P, W, A)` and
`hmin_given(P, W, y)` are told apart before names have a meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from pmlsym.language.value import FORMULAS_OF_DIVERGENCES

PRIOR = "P"
CHANNEL = "W"
CONDITIONAL = "U | W"
ATTRIBUTE = "A"
GAIN = "G"
EVENT = "E"
ENTRY = "1"
OUTCOME = "y"
ALPHABET = "X"
LEVEL = "eps"
PROBABILITY = "delta"
AGAINST = "P || Q"
HIDDEN = "P | W"
FUNCTION = "f"
ORDER = "alpha"
EXCESS = "E(gamma)"

INDICES = (FUNCTION, ORDER, EXCESS)
"""The sorts of an index, which stands in brackets after a word."""

SORTS = {
    PRIOR: "a prior, such as P or P >> W",
    CHANNEL: "a channel, such as W or W >> V",
    CONDITIONAL: "a channel given another, such as U | W",
    ATTRIBUTE: "a channel from the same letters, such as A",
    GAIN: "a gain function: its name, such as G, or id, or tries(2)",
    EVENT: "the name of an event, such as E, or E[y]",
    ENTRY: "the number of an entry, such as 1",
    OUTCOME: "the name of an outcome, such as y",
    ALPHABET: "an alphabet, such as X",
    LEVEL: "a number >= 0, such as eps",
    PROBABILITY: "a number in [0, 1], such as delta",
    AGAINST: "two priors, such as P || Q",
    HIDDEN: "a prior given a channel, such as P | W",
    ORDER: "an order, a number such as 2 or 1/2, or inf",
    EXCESS: "a hockey stick, such as E(2) or E(exp(eps))",
    FUNCTION: f"the name of a convex function, one of {', '.join(FORMULAS_OF_DIVERGENCES)}",
}

DOMAINS = {LEVEL: "nonnegative", PROBABILITY: "probability"}


@dataclass(frozen=True)
class Word:
    """A name of the claim language, the function that makes its measure, and its arguments' sorts.

    If a word `repeats`, its last argument may occur any number of times; if it is `indexed`, its
    first argument is in brackets, as in D[kl](P || Q) and V[id](P).
    """

    name: str
    make: Callable[..., Any]
    sorts: tuple[str, ...]
    repeats: bool = False
    indexed: bool = False

    def taking(self, count: int) -> Word:
        """The word with sorts for that many arguments, its last sort repeated where it may be.

        >>> Word("pml", print, (PRIOR, CHANNEL, OUTCOME), repeats=True).taking(5).sorts
        ('P', 'W', 'y', 'y', 'y')
        """
        more = count - len(self.sorts) if self.repeats else 0
        return replace(self, sorts=(*self.sorts, *self.sorts[-1:] * more))

    def __str__(self) -> str:
        again = {OUTCOME: "z", ORDER: "beta"}
        shown = (again.get(s, s) if s in self.sorts[:k] else s for k, s in enumerate(self.sorts))
        if self.indexed:
            return f"{self.name}[{next(shown)}]({', '.join(shown)})"
        return f"{self.name}({', '.join(shown)})"


@dataclass(frozen=True)
class Law:
    """A claim about a measure that holds at every alphabet size; `lets` declares its names.

    An `open` law has no certificate. A `link` is a law that chains of lemmas pass through.
    """

    text: str
    lets: tuple[str, ...] = ()
    open: bool = False
    link: bool = False

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Notion:
    """A measure: its words, a description for people, its other names, and its laws."""

    words: tuple[Word, ...]
    meaning: str
    other_names: tuple[str, ...] = ()
    laws: tuple[Law, ...] = ()
