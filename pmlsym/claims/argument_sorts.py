"""Which sorts of arguments a piece of text can be, by its form alone.

Small letters name outcomes and numbers, capitals priors, channels, gains and alphabets; so that
`hmin_given(P, W, A)` and `hmin_given(P, W, y)` are told apart before names have a meaning.
"""

from __future__ import annotations

from collections.abc import Iterator

from lark import Token

from pmlsym.claims.vocabulary import (
    ALPHABET,
    ATTRIBUTE,
    CHANNEL,
    CONDITIONAL,
    DOMAINS,
    ENTRY,
    GAIN,
    OUTCOME,
    PRIOR,
)
from pmlsym.language.syntax import Syntax

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
