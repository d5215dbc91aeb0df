"""Pairs of inputs of a channel whose rows are compared: any two, or databases that are neighbours.

A pair has the letters of both inputs, and all letters that a maximum over such pairs ranges over.
None of these is a letter of the outputs.
"""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index
from pmlsym.measures.observation import require_channel
from pmlsym.model.channel import Channel

Pair = tuple[tuple[Index, ...], tuple[Index, ...], tuple[Index, ...]]


def any_two_inputs(channel: Channel) -> Pair:
    """The letters x, x' of any two inputs, over which a measure such as ldp is the largest.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> any_two_inputs(Channel("W", *alphabets("X Y")))
    ((x,), (x',), (x, x'))
    """
    outputs = letters(require_channel(channel).outputs)
    one = letters(channel.inputs, taken=outputs)
    other = letters(channel.inputs, taken=(*outputs, *one))
    return one, other, (*one, *other)


def neighbouring_databases(channel: Channel) -> Iterator[Pair]:
    """The pairs of databases that differ in one entry, once for each entry.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> D, E, Y = alphabets("D E Y")
    >>> [*neighbouring_databases(Channel("W", (D, E), Y))][1]
    ((d, e), (d, e'), (d, e, e'))
    """
    outputs = letters(require_channel(channel).outputs)
    database = letters(channel.inputs, taken=outputs)
    for k, alphabet in enumerate(channel.inputs):
        (other,) = letters((alphabet,), taken=(*outputs, *database))
        yield database, (*database[:k], other, *database[k + 1 :]), (*database, other)


def rows_of_pair(channel: Channel, pair: Pair) -> tuple[tuple[Index, ...], Polynomial, Polynomial]:
    """The outcomes, and their probabilities given each input of a pair."""
    outputs, (one, other, _) = letters(channel.outputs), pair
    return outputs, channel.entry(one, outputs), channel.entry(other, outputs)
