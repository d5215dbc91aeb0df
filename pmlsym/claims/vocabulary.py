"""The words of the claim language, for measures, conditions, functions and series.

The reader of claims asks which words may be called and which names are taken; an error about an
unknown word asks for the word that was probably meant.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

from pmlsym.calculus.lookalike import look
from pmlsym.claims.conditions import deterministic, full_support, uniform
from pmlsym.errors import UnknownName
from pmlsym.language.building import (
    absolute,
    binary_entropy,
    exp,
    log,
    maximum,
    minimum,
    sqrt,
    tanh,
)
from pmlsym.language.elsewhere import Advice, advice, begun_here, written_here
from pmlsym.language.nodes import BinomialTail, Measure, Quantity
from pmlsym.language.value import FORMULAS_OF_DIVERGENCES
from pmlsym.measures.every import MEASURES, NOTIONS
from pmlsym.measures.notion import (
    CHANNEL,
    PRIOR,
    Word,
)
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def measure_named(name: str, prior: Prior, channel: Channel) -> Measure:
    """The measure of a claim's subjects that a word as "ldp" names: of W, or of P and W.

    Raises UnknownName where no such measure is one logarithm or number.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> P, W = Prior("P", X), Channel("W", X, Y)
    >>> measure_named("ldp", P, W), measure_named("ldi", P, W)
    (ldp(W), ldi(P, W))
    """
    subjects = {PRIOR: prior, CHANNEL: channel}
    words = [w for w in MEASURES if w.name == name and CHANNEL in w.sorts]
    for word in sorted(words, key=lambda word: len(word.sorts)):
        if set(word.sorts) <= set(subjects):
            measure = word.make(*(subjects[sort] for sort in word.sorts))
            if isinstance(measure, Measure):
                return measure
    raise UnknownName(f"no measure {name!r} of a prior and a channel alone")


def with_default_arguments(text: str) -> str:
    """The text mi(P, W) for a claim's bare word mi; a text with arguments stays as it is.

    Raises UnknownName where no measure of that name takes these alone.

    >>> [with_default_arguments(text) for text in ("mi", "ldp", "I[2]", "ldp(W, 1/10)")]
    ['mi(P, W)', 'ldp(W)', 'I[2](P, W)', 'ldp(W, 1/10)']
    """
    plain = text.strip()
    if plain.endswith(")"):
        return plain
    name, bracket, _ = plain.partition("[")
    words = [w for w in MEASURES if (w.name, w.indexed) == (name.strip(), bool(bracket))]
    for word in sorted(words, key=lambda word: (CHANNEL not in word.sorts, len(word.sorts))):
        sorts = word.sorts[word.indexed :]
        if set(sorts) <= {PRIOR, CHANNEL}:
            return f"{plain}({', '.join(sorts)})"
    ways = " or ".join(map(str, words)) if words else right_word(name)
    right = f"write {ways}" if words else ways or "ps.quantity says how measures are written"
    raise UnknownName(f"no measure {plain[:40]!r} of P and W alone; {right}")


CONDITIONS = (
    Word("fullsupport", full_support, (PRIOR,)),
    Word("uniform", uniform, (PRIOR,)),
    Word("deterministic", deterministic, (CHANNEL,)),
    Word("deterministic", deterministic, (PRIOR,)),
)

FUNCTIONS: dict[str, Callable[..., Quantity]] = {
    "exp": exp,
    "log": log,
    "max": maximum,
    "min": minimum,
    "binomial": BinomialTail,
    "sqrt": sqrt,
    "tanh": tanh,
    "abs": absolute,
}

CALLED: dict[str, Callable[..., Quantity]] = {"h": binary_entropy}
"""Functions whose names may name other things where they are not called."""

SERIES = ("sum", "prod")
"""Sums and products over a letter: sum(k, m, n, 1/k)."""

COUNTS = {**dict.fromkeys(("exp", "log", "sqrt", "tanh", "abs", *CALLED), 1), "binomial": 3}
"""The number of arguments of each function that does not take arbitrarily many."""

INDEXED = tuple(dict.fromkeys(w.name for w in MEASURES if w.indexed))
"""The names of measures that have an index; other things may have these names as well."""

_PLAIN = (w.name for w in (*MEASURES, *CONDITIONS) if not w.indexed)
WORDS = tuple(dict.fromkeys((*_PLAIN, *FUNCTIONS, *SERIES)))
"""The names that can be called."""

NUMBERS_TOO = frozenset({"rho"})
"""Words that may also name a number, such as the rho of zero-concentrated privacy: a measure is
followed by its arguments."""

RESERVED = frozenset(WORDS) - NUMBERS_TOO
"""Words that may not name anything else."""

OTHER_WORDS = {
    **{other: notion.words[0].name for notion in NOTIONS for other in notion.other_names},
    "full_support": "fullsupport",
    "maximum": "max",
    "minimum": "min",
    "ln": "log",
}
"""The names of measures and functions elsewhere, and in Python."""


INFINITE = "inf"
"""The order or the level of a measure that is infinite."""

DIVERGENCES = {"tv": "tv", "chi2": "chi2", "mi": "kl"}
"""The informations that have a word of their own, each with the name of its divergence."""


def of_several_meanings() -> dict[str, str]:
    """Advice on each word of claims that means one thing to some and another to others."""
    return advice(Advice.SEVERAL_MEANINGS)


def nearest_word(name: str) -> str | None:
    """The word of claims that was probably meant by an unknown one, as pml by pmll.

    >>> nearest_word("mutual_information"), nearest_word("pmll"), nearest_word("zzz")
    ('mi', 'pml', None)
    """
    plain = name.lower()
    close = get_close_matches(plain, WORDS, n=1, cutoff=0.65)
    return OTHER_WORDS.get(plain, close[0] if close else None)


def right_word(name: str) -> str:
    """Advice on the word that a claim should have for an unknown one; empty without any.

    >>> right_word("min_entropy_leakage"), right_word("pmll"), right_word("zzz")
    ('write L[id](P, W)', 'did you mean pml?', '')
    >>> right_word("I_inf"), right_word("eta_KL")
    ('write I[inf](P, W)', 'write eta[kl](W) or eta[kl](P, W)')
    >>> right_word("D_other")
    'the index stands in brackets: D[f](P || Q) or D[E(gamma)](P || Q) or D[alpha](P || Q)'
    """
    name = look(name)  # η is written eta
    if name in of_several_meanings():
        return of_several_meanings()[name]
    here = written_here(name)
    if here is not None:
        return f"write {here}"
    stem = re.sub(r"_\w+$|\d+$", "", name)
    if stem in INDEXED:
        ways = dict.fromkeys(str(w) for w in MEASURES if w.name == stem and w.indexed)
        index = name.removeprefix(stem).strip("_").lower()
        is_order = index in (INFINITE, "alpha", "beta") or index.isdecimal()
        sort = "[alpha]" if is_order else "[f]" if index in FORMULAS_OF_DIVERGENCES else "]["
        if said := [way.replace(sort, f"[{index}]") for way in ways if sort in way]:
            return f"write {' or '.join(said)}"
        return f"the index stands in brackets: {' or '.join(ways)}"
    if begun := begun_here(name):
        return f"write {begun}"
    near = nearest_word(name)
    return f"did you mean {near}?" if near else ""
