"""The sorts of arguments that a term of a text may have, which its form alone decides.

    W, W >> V       a channel, an attribute         P, P & Q      a prior, a channel, ..
    y               an outcome, a number            2*a + b       a number

Sorts are those of measures (measures/notion.py).
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token

from pmlsym.calculus.kind import begins_large
from pmlsym.claim_text.written_channels import FAMILIES
from pmlsym.language.syntax import Syntax
from pmlsym.language.value import FORMULAS_OF_DIVERGENCES
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
)

IDENTITY, CONSTANT = "id", "const"
LETTERED = ("cascade", "joint", "times", "plus", "power", "uses", "cascades")
_CAPITAL = (PRIOR, CHANNEL, ATTRIBUTE, GAIN, ALPHABET)
_COMPOSED = {"given": (CONDITIONAL, HIDDEN), "against": (AGAINST,), "number": (ENTRY, *DOMAINS)}
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
    is_letter = tree.data == "name" and not begins_large(str(first))  # inf is a number as well
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
