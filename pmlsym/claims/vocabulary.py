"""The words of the claim language: those of measures, conditions, functions and series.

The form of an argument alone decides which sorts it can be of (measures/notion.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from difflib import get_close_matches

from lark import Token

from pmlsym.calculus.kind import begins_large, described, require_kind
from pmlsym.calculus.lookalike import look
from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.claims.terms import FAMILIES
from pmlsym.errors import AlphabetMismatch, InvalidInput, UnknownName
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
from pmlsym.language.nodes import BinomialTail, Condition, Measure, Quantity
from pmlsym.language.settled_letters import has_row_letter
from pmlsym.language.syntax import Syntax
from pmlsym.language.value import FORMULAS_OF_DIVERGENCES
from pmlsym.measures.every import MEASURES, NOTIONS
from pmlsym.measures.notion import (
    AGAINST,
    ALPHABET,
    ATTRIBUTE,
    CHANNEL,
    CONDITIONAL,
    DOMAINS,
    ENTRY,
    EXCESS,
    FUNCTION,
    GAIN,
    HIDDEN,
    INDICES,
    OUTCOME,
    PRIOR,
    Word,
)
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def full_support(prior: Prior) -> Condition:
    """The claim fullsupport(P), true on an instance where every letter has positive mass.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> full_support(Prior("P", Alphabet("X"))).text
    'fullsupport(P)'
    """
    text = require_kind(prior, Prior, "a prior, such as ps.Prior('P', X)").text
    return _condition_on(f"fullsupport({text})", "fullsupport", prior)


def uniform(prior: Prior) -> Condition:
    """The condition uniform(P) of a claim: all letters have the same mass.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> uniform(Prior("P", Alphabet("X"))).text
    'uniform(P)'
    """
    text = require_kind(prior, Prior, "a prior, such as ps.Prior('P', X)").text
    return _condition_on(f"uniform({text})", "uniform", prior)


def deterministic(subject: Prior | Channel) -> Condition:
    """The claim deterministic(W), true on an instance where rows are a single one and zeros.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> deterministic(Channel("W", *alphabets("X Y"))).text
    'deterministic(W)'
    """
    if not isinstance(subject, Prior | Channel):
        raise InvalidInput(f"{described(subject)}; write a channel or a prior")
    return _condition_on(f"deterministic({subject.text})", "deterministic", subject)


def same(one: Prior | Channel, other: Prior | Channel) -> Condition:
    """The condition W == V of a claim: both priors, or both channels, have the same entries.

    Raises AlphabetMismatch where they are not of the same letters.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> same(Channel("W", X, Y), Channel("V", X, Y)).text
    'W == V'
    """
    for each in (one, other):
        if not isinstance(each, Prior | Channel):
            raise InvalidInput(f"{described(each)}; write a channel or a prior")
    kinds = [tuple(i.alphabet for i in each.letters) for each in (one, other)]
    if kinds[0] != kinds[1] or isinstance(one, Prior) != isinstance(other, Prior):
        raise AlphabetMismatch(f"{one} and {other} are not of the same letters")
    return _condition_on(f"{one} == {other}", "same", one, other)


def difference_of(condition: Condition) -> Polynomial | None:
    """The polynomial that is zero at all letters iff a claim's condition W == V holds.

    Nothing for any other condition, and where the sides are not priors or channels.
    """
    one, other = condition.subject, condition.within
    if condition.kind != "same":
        return None
    if not isinstance(one, Prior | Channel) or not isinstance(other, Prior | Channel):
        return None
    return one.body - substitute(other.body, dict(zip(other.letters, one.letters, strict=True)))


def _condition_on(text: str, kind: str, *subjects: Prior | Channel) -> Condition:
    """A claim that is a condition on subjects. Raises InvalidInput for a row such as W[x]."""
    if any(has_row_letter(subject.body) for subject in subjects):
        raise InvalidInput(f"{text}: a row, such as W[x], stands in measures alone")
    return Condition(text, kind, *subjects)


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
"""Functions whose names are free for other things where nothing is called."""

SERIES = ("sum", "prod")
"""Sums and products over a letter: sum(k, m, n, 1/k)."""

COUNTS = {**dict.fromkeys(("exp", "log", "sqrt", "tanh", "abs", *CALLED), 1), "binomial": 3}
"""The number of arguments of a function, where it does not take any number of them."""

INDEXED = tuple(dict.fromkeys(w.name for w in MEASURES if w.indexed))
"""The names of measures that have an index; other things may be called so as well."""

_PLAIN = (w.name for w in (*MEASURES, *CONDITIONS) if not w.indexed)
WORDS = tuple(dict.fromkeys((*_PLAIN, *FUNCTIONS, *SERIES)))
"""The names that calls have."""

NUMBERS_TOO = frozenset({"rho"})
"""Words that may name a number as well, as that of zero-concentrated privacy does: a measure is
followed by what it is of."""

RESERVED = frozenset(WORDS) - NUMBERS_TOO
"""Words that nothing else may be called."""

OTHER_WORDS = {
    **{other: notion.words[0].name for notion in NOTIONS for other in notion.other_names},
    "full_support": "fullsupport",
    "maximum": "max",
    "minimum": "min",
    "ln": "log",
}
"""The names of measures and functions elsewhere, and in Python."""


DIVERGENCES = {"tv": "tv", "chi2": "chi2", "mi": "kl"}
"""The informations that have a word of their own, and what their divergence is called."""


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


IDENTITY, CONSTANT = "id", "const"
LETTERED = ("cascade", "joint", "times", "plus", "power", "uses", "cascades")
_CAPITAL = (PRIOR, CHANNEL, ATTRIBUTE, GAIN, ALPHABET)
_COMPOSED = {"given": (CONDITIONAL, HIDDEN), "against": (AGAINST,), "number": (ENTRY, *DOMAINS)}
INFINITE = "inf"
_ARITHMETIC = ("plus", "minus", "times", "over", "negative")


def fits_sort(sort: str, tree: Syntax) -> bool:
    """Whether a measure in a claim can have this term as a subject or number of that sort.

    >>> from pmlsym.language.syntax import Source
    >>> [fits_sort(OUTCOME, Source(text).tree()) for text in ("y", "A >> B")]
    [True, False]
    """
    if sort in INDICES:
        return _suits_index(sort, tree)
    if sort == GAIN and (names_guesses(tree) or names_guess_of_attribute(tree)):
        return True
    if is_written_out(tree) and sort in (CHANNEL, ATTRIBUTE):
        return True
    if tree.data == "entry":
        return sort == PRIOR or sort in DOMAINS
    if tree.data != "name" and is_of_letters(tree):
        return sort in (PRIOR, CHANNEL, ATTRIBUTE)
    if tree.data == "name":
        is_large = begins_large(str(tree.children[0]))
        return sort in (_CAPITAL if is_large else (OUTCOME, *DOMAINS))
    return sort in _COMPOSED.get(tree.data, tuple(DOMAINS))


def is_of_letters(tree: Syntax) -> bool:
    """Whether a term is a subject of a claim, a prior or a channel, rather than a number.

    >>> from pmlsym.language.syntax import Source
    >>> [is_of_letters(Source(text).tree()) for text in ("W", "q", "q*W + (1 - q)*V", "q*r")]
    [True, False, True, False]
    """
    if tree.data == "name":
        return begins_large(str(tree.children[0]))
    if tree.data in ("cascade", "joint", "uses", "cascades"):
        return True
    if tree.data in LETTERED:
        return any(is_of_letters(child) for child in tree.children if not isinstance(child, Token))
    return is_written_out(tree)


def is_written_out(tree: Syntax) -> bool:
    """Whether a term is a subject of a claim without a name of its own: id, const(P), bsc(1/4).

    >>> from pmlsym.language.syntax import Source
    >>> is_written_out(Source("bsc(p)").tree()), is_written_out(Source("W").tree())
    (True, False)
    """
    first = str(tree.children[0]) if tree.children else ""
    if tree.data == "name":
        return first == IDENTITY
    return tree.data == "matrix" or (tree.data == "call" and first in (CONSTANT, *FAMILIES))


def names_guesses(tree: Syntax) -> bool:
    """Whether a claim's subject is a gain of guessing the letter itself: id or tries(k).

    >>> from pmlsym.language.syntax import Source
    >>> names_guesses(Source("tries(2)").tree()), names_guesses(Source("G").tree())
    (True, False)
    """
    return (tree.data, str(tree.children[0])) in (("name", "id"), ("call", "tries"))


def names_guess_of_attribute(tree: Syntax) -> bool:
    """Whether a claim's subject is the gain of guessing an attribute: right(A) or wrong(A).

    >>> from pmlsym.language.syntax import Source
    >>> names_guess_of_attribute(Source("wrong(A >> B)").tree())
    True
    """
    return tree.data == "call" and str(tree.children[0]) in ("right", "wrong")


def _suits_index(sort: str, tree: Syntax) -> bool:
    """Whether a measure in a claim can have this term as an index of that sort, as 2 in I[2]."""
    first = tree.children[0]
    if sort == FUNCTION:
        return tree.data == "name" and str(first) in FORMULAS_OF_DIVERGENCES
    if sort == EXCESS:
        return tree.data == "call" and str(first) == "E"
    is_letter = tree.data == "name" and not begins_large(str(first))  # inf is one as well
    return is_letter or tree.data in ("number", *_ARITHMETIC)


def leading_names(tree: Syntax) -> Iterator[str]:
    """The names of a claim's subjects on which a term stands: P in P >> W, P and Q in P & Q.

    >>> from pmlsym.language.syntax import Source
    >>> list(leading_names(Source("(P & Q) >> W").tree()))
    ['P', 'Q']
    """
    if tree.data == "name":
        yield str(tree.children[0])
    elif tree.data in LETTERED:
        children = [child for child in tree.children if not isinstance(child, Token)]
        for child in children if tree.data in ("joint", "times", "plus") else children[:1]:
            if is_of_letters(child):
                yield from leading_names(child)


def free_names(tree: Syntax) -> Iterator[Syntax]:
    """The free names that a claim has in a sum of their multiples, as a and b in 2*a + b.

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
