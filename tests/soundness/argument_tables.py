"""The entries of what a measure is asked of: priors, channels, gains.

`P >> W`, `L & M`, `(W & U) >> V`, `U | W` are put together from the entries of an instance by
tests/definitions; what the library computes for its own priors and channels has no part in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.errors import Unsupported
from pmlsym.model.channel import Channel, Given
from pmlsym.model.composition import Mixture
from pmlsym.model.gain import Gain
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import Exact, rational
from tests import definitions as oracle

Table = Any


class Tables:
    """Tables for arguments, from an instance that has the entries of each name."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance

    def prior(self, prior: Prior) -> Table:
        """The masses of a prior, those of a joint one in the order of its letters."""
        made = prior.made
        if made is None:
            return self._cells(prior.text)
        if isinstance(made, Mixture):
            parts = [self.prior(part) for part in made.parts]
            return [self._mixed(made, masses) for masses in zip(*parts, strict=True)]
        if made.operator == "&":
            return oracle.product_prior(self.prior(made.first), self.prior(made.second))
        return oracle.output_distribution(self.prior(made.first), self.channel(made.second))

    def joint_prior(self, prior: Prior) -> Table:
        """The masses of a prior by tuples of letters, one of each of its alphabets."""
        return dict(zip(self._tuples(prior.alphabets), self.prior(prior), strict=True))

    def channel(self, channel: Channel) -> Table:
        """The rows of a channel, databases and pairs of outcomes in the order of their letters."""
        made = channel.made
        if made is None:
            return self._unmade(channel)
        if isinstance(made, Mixture):
            parts = [self.channel(part) for part in made.parts]
            return [
                [self._mixed(made, entries) for entries in zip(*rows, strict=True)]
                for rows in zip(*parts, strict=True)
            ]
        if made.operator == "*":
            first, second = self.channel(made.first), self.channel(made.second)
            return [[a * b for a in row for b in other] for row in first for other in second]
        if made.operator == "&":
            return oracle.joint_output(
                self.channel(made.first), self.second(made.second, made.first)
            )
        return oracle.cascade(self.channel(made.first), self.channel(made.second))

    def _unmade(self, channel: Channel) -> Table:
        """The rows of a channel by its name, of the identity, of a constant channel."""
        letters = self._count(channel.inputs)
        if channel.text == "id":
            return [[Fraction(x == y) for y in range(letters)] for x in range(letters)]
        if channel.text.startswith("const("):
            return [self._cells(channel.text[len("const(") : -1])] * letters
        return _rows(self._cells(channel.text), self._count(channel.outputs))

    def _mixed(self, made: Mixture, entries: Sequence[Fraction]) -> Fraction:
        """The mean of entries by the weights; q and 1 - q are those that are met."""
        means = (self._weight(w) * e for w, e in zip(made.weights, entries, strict=True))
        return sum(means, Fraction(0))

    def _weight(self, text: str) -> Fraction:
        """A weight: a rational, the name of a number, or one minus it."""
        if text.startswith("1 - "):
            return 1 - self._weight(text.removeprefix("1 - "))
        own = self.instance.scalars.get(text, rational(Fraction(0)))
        if not isinstance(own, Exact) or not own.is_rational:
            raise Unsupported(f"{text} = {own} is no rational")
        return own.rational if text in self.instance.scalars else Fraction(text)

    def second(self, second: Channel, first: Channel) -> Table:
        """A mechanism after `first`, by letter and outcome; a plain channel ignores the outcome."""
        rows, before = self.channel(second), self._count(first.outputs)
        if len(second.inputs) == len(first.inputs):
            return [[row] * before for row in rows]
        return _rows(rows, before)

    def conditional(self, given: Given) -> tuple[Table, Table]:
        """The second mechanism of `U | W`, and the rows of the first."""
        return self.second(given.second, given.first), self.channel(given.first)

    def mechanism(self, channel: Channel) -> Table:
        """The rows of a channel by databases."""
        return dict(zip(self._tuples(channel.inputs), self.channel(channel), strict=True))

    def gain(self, gain: Gain | str) -> Table:
        """The gains by letter and guess; in an index, id and tries(k) are for definitions."""
        word, _, name = str(gain).removesuffix(")").partition("(")
        if word in ("right", "wrong"):
            of = gain.attribute if isinstance(gain, Gain) else None
            rows = self.channel(of) if of else list(_innermost(self.instance.tensors[name]))
            return [[1 - p for p in row] for row in rows] if word == "wrong" else rows
        if isinstance(gain, Gain) and gain.text not in self.instance.tensors:
            letters, tries = self._count(gain.inputs), len(gain.guesses) // len(gain.inputs)
            guesses = list(product(range(letters), repeat=tries))
            return [[Fraction(x in guess) for guess in guesses] for x in range(letters)]
        if isinstance(gain, Gain):
            return _rows(self._cells(gain.text), self._count(gain.guesses))
        rows = self.instance.tensors.get(gain)
        return gain if rows is None else list(_innermost(rows))

    def column(self, channel: Channel, outcome: Sequence[int]) -> int:
        """The column of an outcome, given by a letter for each alphabet of the outputs."""
        column = 0
        for alphabet, letter in zip(channel.outputs, outcome, strict=True):
            column = column * self.instance.sizes[alphabet.name] + letter
        return column

    def _count(self, alphabets: Sequence[Alphabet]) -> int:
        return prod(self.instance.sizes[a.name] for a in alphabets)

    def _tuples(self, alphabets: Sequence[Alphabet]) -> Iterator[tuple[int, ...]]:
        return product(*(range(self.instance.sizes[a.name]) for a in alphabets))

    def _cells(self, name: str) -> list[Fraction]:
        return list(_flat(self.instance.tensors[name]))


def _rows(cells: Sequence[Any], columns: int) -> list[Any]:
    return [list(cells[k : k + columns]) for k in range(0, len(cells), columns)]


def _innermost(entries: Table) -> Iterator[list[Fraction]]:
    """The rows of a nested table by its last index."""
    if isinstance(entries[0], tuple | list):
        for inner in entries:
            yield from _innermost(inner)
    else:
        yield list(_flat(entries))


def _flat(entries: Table) -> Iterator[Fraction]:
    if isinstance(entries, tuple | list):
        for inner in entries:
            yield from _flat(inner)
    else:
        yield Fraction(entries)
