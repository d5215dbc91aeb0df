"""The words of the claim language: every measure and condition with the sorts of its arguments.

A new measure is one line in `MEASURES`; several lines with one name are several ways to call it.

Which sorts an argument can be of, its form alone says: small letters name outcomes and numbers,
capitals priors, channels, gains and alphabets; so that `hmin_given(P, W, A)` and
`hmin_given(P, W, y)` are told apart before names have a meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from lark import Token

from pmlsym.errors import UnknownName
from pmlsym.language.building import exp, log, maximum, minimum
from pmlsym.language.nodes import BinomialTail, Condition, Measure, Quantity
from pmlsym.language.syntax import Syntax
from pmlsym.measures.attribute_leakage import dynleak, hmin_given, uleak
from pmlsym.measures.conditional_events import conditional_eml, conditional_tail, worst_tail
from pmlsym.measures.conditional_leakage import conditional_pml
from pmlsym.measures.cost_leakage import costleak, doeblin, expected_costleak, maxcost
from pmlsym.measures.differential_privacy import dp, flp
from pmlsym.measures.entry_leakage import pml_entry, pml_entry_given
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.measures.expected_leakage import expected_pml
from pmlsym.measures.gain_leakage import gleak, posterior_gain, prior_gain
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import capacity, ldp
from pmlsym.measures.local_differential_identifiability import ldi
from pmlsym.measures.local_information_privacy import lip
from pmlsym.measures.max_information import maxinfo
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.mutual_information import chi2, mi
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import hmin, pmin, size, suppsize
from pmlsym.measures.tail_probability import tail
from pmlsym.measures.total_variation_privacy import tv
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

PRIOR = "P"
CHANNEL = "W"
CONDITIONAL = "U | W"
ATTRIBUTE = "A"
GAIN = "G"
ENTRY = "1"
OUTCOME = "y"
ALPHABET = "X"
LEVEL = "eps"
PROBABILITY = "delta"

SORTS = {
    PRIOR: "a prior, such as P or P >> W",
    CHANNEL: "a channel, such as W or W >> V",
    CONDITIONAL: "a channel given another, such as U | W",
    ATTRIBUTE: "a channel from the same letters, such as A",
    GAIN: "the name of a gain function, such as G",
    ENTRY: "the number of an entry, such as 1",
    OUTCOME: "the name of an outcome, such as y",
    ALPHABET: "an alphabet, such as X",
    LEVEL: "a number >= 0, such as eps",
    PROBABILITY: "a number in [0, 1], such as delta",
}

DOMAINS = {LEVEL: "nonnegative", PROBABILITY: "probability"}


@dataclass(frozen=True)
class Word:
    """A name of the claim language, what it makes, and the sorts of what it is made from.

    The last sort of one that `repeats` stands there any number of times.
    """

    name: str
    make: Callable[..., Any]
    sorts: tuple[str, ...]
    repeats: bool = False

    def taking(self, count: int) -> Word:
        """The word with that many arguments, as far as it takes them.

        >>> print(next(word for word in MEASURES if word.repeats).taking(5).sorts)
        ('P', 'W', 'y', 'y', 'y')
        """
        more = count - len(self.sorts) if self.repeats else 0
        return replace(self, sorts=(*self.sorts, *self.sorts[-1:] * more))

    def __str__(self) -> str:
        again = {OUTCOME: "z"}
        shown = (again.get(s, s) if s in self.sorts[:k] else s for k, s in enumerate(self.sorts))
        return f"{self.name}({', '.join(shown)})"


def full_support(prior: Prior) -> Condition:
    """The condition that every letter has positive mass.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> full_support(Prior("P", Alphabet("X"))).text
    'fullsupport(P)'
    """
    return Condition(f"fullsupport({prior.text})", "fullsupport", prior)


def uniform(prior: Prior) -> Condition:
    """The condition that all letters have the same mass.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> uniform(Prior("P", Alphabet("X"))).text
    'uniform(P)'
    """
    return Condition(f"uniform({prior.text})", "uniform", prior)


def deterministic(subject: Prior | Channel) -> Condition:
    """The condition that each row of a channel, or a prior, is a single one and zeros.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> deterministic(Channel("W", *alphabets("X Y"))).text
    'deterministic(W)'
    """
    return Condition(f"deterministic({subject.text})", "deterministic", subject)


def hmin_given_outcome(prior: Prior, channel: Channel, outcome: str) -> Measure:
    """`hmin_given` of the letter itself, at an outcome.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> hmin_given_outcome(Prior("P", X), Channel("W", X, Y), "y")
    hmin_given(P, W, y)
    """
    return hmin_given(prior, channel, outcome=outcome)


MEASURES = (
    Word("pml", pml, (PRIOR, CHANNEL)),
    Word("pml", pml, (PRIOR, CHANNEL, OUTCOME)),
    Word("pml", pml, (PRIOR, CHANNEL, OUTCOME, OUTCOME), repeats=True),
    Word("pml", conditional_pml, (PRIOR, CONDITIONAL)),
    Word("pml", conditional_pml, (PRIOR, CONDITIONAL, OUTCOME, OUTCOME), repeats=True),
    Word("tail", conditional_tail, (PRIOR, CONDITIONAL, LEVEL)),
    Word("worst_tail", worst_tail, (PRIOR, CONDITIONAL, LEVEL)),
    Word("eml", conditional_eml, (PRIOR, CONDITIONAL, PROBABILITY)),
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
    Word("lip", lip, (PRIOR, CHANNEL)),
    Word("ldi", ldi, (PRIOR, CHANNEL)),
    Word("eml", eml, (PRIOR, CHANNEL, PROBABILITY)),
    Word("tail", tail, (PRIOR, CHANNEL, LEVEL)),
    Word("tv", tv, (PRIOR, CHANNEL)),
    Word("mi", mi, (PRIOR, CHANNEL)),
    Word("chi2", chi2, (PRIOR, CHANNEL)),
    Word("expected_pml", expected_pml, (PRIOR, CHANNEL)),
    Word("maxinfo", maxinfo, (PRIOR, CHANNEL)),
    Word("maxinfo", maxinfo, (PRIOR, CHANNEL, PROBABILITY)),
    Word("costleak", costleak, (PRIOR, CHANNEL)),
    Word("costleak", costleak, (PRIOR, CHANNEL, OUTCOME)),
    Word("expected_costleak", expected_costleak, (PRIOR, CHANNEL)),
    Word("doeblin", doeblin, (CHANNEL,)),
    Word("doeblin", doeblin, (PRIOR, CHANNEL)),
    Word("maxcost", maxcost, (CHANNEL,)),
    Word("maxcost", maxcost, (PRIOR, CHANNEL)),
    Word("gain", prior_gain, (PRIOR, GAIN)),
    Word("gain", posterior_gain, (PRIOR, CHANNEL, GAIN)),
    Word("gain", posterior_gain, (PRIOR, CHANNEL, GAIN, OUTCOME)),
    Word("gleak", gleak, (PRIOR, CHANNEL, GAIN)),
    Word("gleak", gleak, (PRIOR, CHANNEL, GAIN, OUTCOME)),
    Word("hmin_given", hmin_given, (PRIOR, CHANNEL)),
    Word("hmin_given", hmin_given, (PRIOR, CHANNEL, ATTRIBUTE)),
    Word("hmin_given", hmin_given_outcome, (PRIOR, CHANNEL, OUTCOME)),
    Word("hmin_given", hmin_given, (PRIOR, CHANNEL, ATTRIBUTE, OUTCOME)),
    Word("uleak", uleak, (PRIOR, CHANNEL, ATTRIBUTE)),
    Word("uleak", uleak, (PRIOR, CHANNEL, ATTRIBUTE, OUTCOME)),
    Word("dynleak", dynleak, (PRIOR, CHANNEL)),
    Word("dynleak", dynleak, (PRIOR, CHANNEL, OUTCOME)),
    Word("dp", dp, (CHANNEL,)),
    Word("flp", flp, (CHANNEL,)),
    Word("pml_entry", pml_entry, (PRIOR, CHANNEL, ENTRY)),
    Word("pml_entry", pml_entry, (PRIOR, CHANNEL, ENTRY, OUTCOME)),
    Word("pml_entry_given", pml_entry_given, (PRIOR, CHANNEL, ENTRY)),
    Word("pml_entry_given", pml_entry_given, (PRIOR, CHANNEL, ENTRY, OUTCOME)),
)


def measure_named(name: str, prior: Prior, channel: Channel) -> Measure:
    """The measure that has the name, of the channel alone or else of the prior and the channel.

    Raises UnknownName where there is none that is one logarithm or number.

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
            made = word.make(*(subjects[sort] for sort in word.sorts))
            if isinstance(made, Measure):
                return made
    raise UnknownName(f"no measure {name!r} of a prior and a channel alone")


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
}

SERIES = ("sum", "prod")
"""Sums and products over a letter: sum(k, m, n, 1/k)."""

COUNTS = {"exp": 1, "log": 1, "binomial": 3}
"""How many numbers a function takes, where it is not any number of them."""

WORDS = tuple(dict.fromkeys((*(w.name for w in (*MEASURES, *CONDITIONS)), *FUNCTIONS, *SERIES)))
"""The names that calls have, and nothing else can have."""

OTHER_WORDS = {
    "leakage": "pml",
    "pointwise_maximal_leakage": "pml",
    "conditional_pml": "pml",
    "maximal_leakage": "maxleak",
    "ml": "maxleak",
    "min_entropy": "hmin",
    "minentropy": "hmin",
    "pmax": "hmin",
    "mutual_information": "mi",
    "information_density": "density_min",
    "i_min": "density_min",
    "total_variation": "tv",
    "chi_squared": "chi2",
    "epsilon_ldp": "ldp",
    "local_differential_privacy": "ldp",
    "local_information_privacy": "lip",
    "expected_leakage": "expected_pml",
    "support": "suppsize",
    "full_support": "fullsupport",
    "maximum": "max",
    "minimum": "min",
    "ln": "log",
}
"""What measures and functions are called elsewhere, and in Python."""


def nearest_word(name: str) -> str | None:
    """The word that is meant by one that is none.

    >>> nearest_word("mutual_information"), nearest_word("pmll"), nearest_word("zzz")
    ('mi', 'pml', None)
    """
    plain = name.lower()
    close = get_close_matches(plain, WORDS, n=1, cutoff=0.5)
    return OTHER_WORDS.get(plain, close[0] if close else None)


_CAPITAL = (PRIOR, CHANNEL, ATTRIBUTE, GAIN, ALPHABET)
_COMPOSED = {
    "given": (CONDITIONAL,),
    "cascade": (PRIOR, CHANNEL, ATTRIBUTE),
    "joint": (PRIOR, CHANNEL, ATTRIBUTE),
    "number": (ENTRY, *DOMAINS),
}
_ARITHMETIC = ("plus", "minus", "times", "over", "negative")


def suits(sort: str, tree: Syntax) -> bool:
    """Whether an argument of that form can be of that sort.

    >>> from pmlsym.language.syntax import Source
    >>> suits(OUTCOME, Source("y").tree()), suits(OUTCOME, Source("A >> B").tree())
    (True, False)
    """
    if tree.data == "name":
        capital = str(tree.children[0])[0].isupper()
        return sort in (_CAPITAL if capital else (OUTCOME, *DOMAINS))
    return sort in _COMPOSED.get(tree.data, tuple(DOMAINS))


def leading_names(tree: Syntax) -> Iterator[str]:
    """The names that tell a prior from a channel: P in P >> W, either of P & Q.

    >>> from pmlsym.language.syntax import Source
    >>> list(leading_names(Source("(P & Q) >> W").tree()))
    ['P', 'Q']
    """
    if tree.data == "name":
        yield str(tree.children[0])
    elif tree.data in ("cascade", "joint"):
        children = [child for child in tree.children if not isinstance(child, Token)]
        for child in children if tree.data == "joint" else children[:1]:
            yield from leading_names(child)


def free_names(tree: Syntax) -> Iterator[Syntax]:
    """The names in a number that is written as sums and multiples of names.

    >>> from pmlsym.language.syntax import Source
    >>> [str(name.children[0]) for name in free_names(Source("2*a + b").tree())]
    ['a', 'b']
    """
    if tree.data == "name":
        yield tree
    elif tree.data in _ARITHMETIC:
        for child in tree.children:
            if not isinstance(child, Token):
                yield from free_names(child)
