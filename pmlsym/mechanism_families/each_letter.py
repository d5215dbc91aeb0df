"""Mechanisms on words of n letters, n open, where each letter goes through the same mechanism.

    W(x, y) = R(x_1, y_1) .. R(x_n, y_n)

Examples are the bits of a survey, each kept with odds e^eps : 1, and a histogram whose bins each
get geometric noise. Sources: [Warner 1965], [Dwork, McSherry, Nissim, Smith 2006], [Ghosh,
Roughgarden, Sundararajan 2012].
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.errors import InvalidInput
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.counts import matrix_on_counts
from pmlsym.mechanism_families.entries import entries_of
from pmlsym.mechanism_families.geometric import truncated_geometric
from pmlsym.mechanism_families.mechanism import Mechanism, polynomial_mechanism
from pmlsym.mechanism_families.parameter import (
    CountEntries,
    PowerOf,
    WordEntries,
    integer,
    quotient,
    unsized,
)
from pmlsym.mechanism_families.randomized_response import randomized_response
from pmlsym.mechanism_families.written_out import product_of

MOST_SHUFFLED = 10
"""The most bits that are shuffled at a given n: there are 2^n words."""


def bitwise_response(n: int | None = None, eps: object = None) -> Mechanism:
    """The family's mechanism of randomised response on each of n bits; n open unless given.

    >>> bitwise_response().parameters
    (n >= 1, eps >= 0)
    """
    one = randomized_response(2, eps)
    if n is not None:
        return replace(product_of([one] * n), settings=one.settings)
    rows = entries_of(one.channel)
    return _words_mechanism("bits", one, constant(2), lambda _: rows, "n", "number of bits")


def shuffled_response(n: int | None = None, eps: object = None) -> Mechanism:
    """The family's mechanism of randomised response of n bits, shuffled: ones are counted.

    n stays open unless it is given.

    >>> shuffled_response(2).outcome_names
    ('0', '1', '2')
    """
    one = randomized_response(2, eps)
    rows = entries_of(one.channel)
    if n is None:
        return _words_mechanism("shuffled", one, None, lambda _: rows, "n", "number of bits")
    if not 1 <= n <= MOST_SHUFFLED:
        raise InvalidInput(f"n = {n} is not between 1 and {MOST_SHUFFLED}")
    words = WordEntries(Tensor("W"), "n", one, lambda _: rows, shuffled=True)
    return matrix_on_counts("shuffled", words.table({"n": n}), one.parameters, one.settings)


def histogram(m: int | None = None, n: int | None = None, eps: object = None) -> Mechanism:
    """The family's mechanism of m bins of counts 0 .. n, each with truncated geometric noise.

    >>> histogram().parameters
    (m >= 1, n >= 1, eps > 0)
    """
    if m is not None and n is not None:
        one = truncated_geometric(n, eps)
        return replace(product_of([one] * m), settings=one.settings)
    one = truncated_geometric(None, eps)
    (counts,) = (d.entries for d in one.channel.data if isinstance(d.entries, CountEntries))
    last = next(p for p in one.parameters if p.name == counts.last)
    return _words_mechanism("histogram", one, last.scalar + 1, counts.table, "m", "number of bins")


def _words_mechanism(
    text: str,
    one: Mechanism,
    letters: Polynomial | None,
    rows: Callable[[dict[str, int]], tuple[tuple[Ratio, ...], ...]],
    name: str,
    meaning: str,
) -> Mechanism:
    """The family's mechanism on words of n letters, from that of one letter and its entries.

    Where no number of letters is given, words of two letters are shuffled.
    """
    length = replace(integer(name, meaning, 1), choices=(1, 2))
    table = Tensor("W", ("X", "X"), positive=True, stochastic=(1,))
    x, y = Index("X", "x"), Index("X", "y")
    data = [
        length.at(),
        *(parameter.at() for parameter in one.parameters),
        Data(
            size_tensor("X"),
            quotient(length.scalar + 1)
            if letters is None
            else PowerOf(quotient(letters), length.scalar),
        ),
        unsized(WordEntries(table, length.name, one, rows, shuffled=letters is None)),
    ]
    body, settings = atom(table, x, y), one.settings
    return polynomial_mechanism(body, (x, y), data, text=text, settings=settings)
