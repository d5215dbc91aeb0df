"""The entries of what a measure is written with: priors, channels, gains, numbers.

`P >> W`, `L & M`, `(W & U) >> V`, `U | W` are put together from the entries of an instance by
tests/definitions; the library's own priors and channels have no part in it. `>>` binds more tightly
than `&`, as in the language.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from pmlsym.calculus.tensor import Tensor
from pmlsym.evidence.instance import Instance
from pmlsym.numbers.number import Number, log_of, rational
from tests import definitions as oracle

Table = Any


class Written:
    """Tables for texts, with the tensors and the instance that the names stand for."""

    def __init__(self, tensors: tuple[Tensor, ...], instance: Instance) -> None:
        self.tensors = {tensor.name: tensor for tensor in tensors}
        self.instance = instance

    def prior(self, text: str) -> Table:
        """The masses of a prior, those of a joint one in the order of its letters."""
        *others, last = top_level(_bare(text), " & ")
        if others:
            return oracle.product_prior(self.prior(" & ".join(others)), self.prior(last))
        first, *channels = top_level(last, " >> ")
        masses = self.prior(first) if channels else self._cells(first)
        for channel in channels:
            masses = oracle.output_distribution(masses, self.channel(channel))
        return masses

    def joint_prior(self, text: str) -> Table:
        """The masses of a prior by tuples of letters, one of each of its alphabets."""
        first, *channels = top_level(text, " >> ")
        own = [a for name in words(first) for a in self.tensors[name].alphabets]
        shape = self.sides(channels[-1])[1] if channels else own
        return dict(zip(self._tuples(shape), self.prior(text), strict=True))

    def channel(self, text: str) -> Table:
        """The rows of a channel, databases and pairs of outcomes in the order of their letters."""
        text = _bare(text)
        *before, last = top_level(text, " & ")
        if before:
            first = " & ".join(before)
            return oracle.joint_output(self.channel(first), self.second(last, first))
        *before, last = top_level(text, " >> ")
        if before:
            return oracle.cascade(self.channel(" >> ".join(before)), self.channel(last))
        columns = prod(self.instance.sizes[a] for a in self.sides(text)[1])
        cells = self._cells(text)
        return [cells[k : k + columns] for k in range(0, len(cells), columns)]

    def second(self, text: str, first: str) -> Table:
        """A mechanism after `first`, by letter and outcome; a plain channel ignores the outcome."""
        rows = self.channel(text)
        inputs, outputs = self.sides(first)
        before = prod(self.instance.sizes[a] for a in outputs)
        if len(self.sides(text)[0]) == len(inputs):
            return [[row] * before for row in rows]
        return [rows[k : k + before] for k in range(0, len(rows), before)]

    def conditional(self, text: str) -> tuple[Table, Table]:
        """The second mechanism of `U | W`, and the rows of the first."""
        second, first = top_level(text, " | ")
        return self.second(second, first), self.channel(first)

    def mechanism(self, text: str) -> Table:
        """The rows of a channel by databases."""
        return dict(zip(self._tuples(self.sides(text)[0]), self.channel(text), strict=True))

    def _tuples(self, names: Sequence[str]) -> Iterator[tuple[int, ...]]:
        return product(*(range(self.instance.sizes[name]) for name in names))

    def gain(self, text: str) -> Table:
        """The gains by letter and guess."""
        columns = self.instance.sizes[self.tensors[text].alphabets[-1]]
        cells = self._cells(text)
        return [cells[k : k + columns] for k in range(0, len(cells), columns)]

    def number(self, text: str) -> Number:
        """A number inside a measure: a sum of products of rationals, scalars and logarithms."""
        terms = top_level(text, " + ")
        if len(terms) > 1:
            return sum(map(self.number, terms), rational(0))
        factors = top_level(text, "*")
        if len(factors) > 1:
            total = rational(1)
            for factor in factors:
                total = total * self.number(factor)
            return total
        text = _bare(text)
        if text in self.instance.scalars:
            return self.instance.scalars[text]
        if text.startswith("log("):
            return log_of(Fraction(text[4:-1]))
        return rational(Fraction(text))

    def sides(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The alphabets of the inputs and of the outputs of a channel."""
        text = _bare(text)
        parts = top_level(text, " & ")
        if len(parts) > 1:
            outputs = tuple(a for part in parts for a in self.sides(part)[1])
            return self.sides(parts[0])[0], outputs
        parts = top_level(text, " >> ")
        if len(parts) > 1:
            return self.sides(parts[0])[0], self.sides(parts[-1])[1]
        tensor = self.tensors[text]
        pairs = list(enumerate(tensor.alphabets))
        inputs = tuple(a for k, a in pairs if k not in tensor.stochastic)
        return inputs, tuple(a for k, a in pairs if k in tensor.stochastic)

    def _cells(self, name: str) -> list[Fraction]:
        return list(_flat(self.instance.tensors[name]))


def _flat(entries: Table) -> Iterator[Fraction]:
    if isinstance(entries, tuple | list):
        for inner in entries:
            yield from _flat(inner)
    else:
        yield Fraction(entries)


def _bare(text: str) -> str:
    """The text without parentheses around all of it.

    >>> _bare("(W & U)"), _bare("(W) & (U)")
    ('W & U', '(W) & (U)')
    """
    while text.startswith("(") and text.endswith(")") and _closes_last(text):
        text = text[1:-1]
    return text


def _closes_last(text: str) -> bool:
    depth = 0
    for k, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if not depth:
            return k == len(text) - 1
    return False


def top_level(text: str, separator: str) -> list[str]:
    """The parts of a text between separators outside parentheses.

    >>> top_level("P, (W & U) >> V", ", ")
    ['P', '(W & U) >> V']
    """
    found, depth, start = [], 0, 0
    for k, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if not depth and text.startswith(separator, k):
            found.append(text[start:k])
            start = k + len(separator)
    return [*found, text[start:]]


def words(text: str) -> list[str]:
    """The words of a text.

    >>> words("P >> (W & U)")
    ['P', 'W', 'U']
    """
    return "".join(c if c.isalnum() or c == "_" else " " for c in text).split()
