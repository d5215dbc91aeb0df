"""Exact values for the tensors of a sequent, on which its hypotheses are seen to hold."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor

Letters = Mapping[Index, int]

_ONE = Fraction(1)


@dataclass(frozen=True)
class Example:
    """Entries of the tensors, by name, as text in nested tuples; letters by the name of an index.

    >>> fair = Example({"P": ("1/2", "1/2")}, {"x0": 1})
    >>> fair.sizes((Tensor("P", ("X",)),))
    {'X': 2}
    """

    tensors: Mapping[str, Any]
    letters: Mapping[str, int]

    def sizes(self, tensors: Sequence[Tensor]) -> dict[str, int]:
        """The number of letters of each alphabet."""
        found = {}
        for tensor in tensors:
            entries = self.tensors[tensor.name]
            for alphabet in tensor.alphabets:
                found[alphabet] = len(entries)
                entries = entries[0]
        return found

    def unmet(self, sequent: Sequent) -> str:
        """The first fact, declared or stated, that does not hold here; nothing if all do."""
        tensors = [tensor for tensor in sequent.tensors if tensor.name in self.tensors]
        sizes = self.sizes(tensors)
        for tensor in tensors:
            if not self._is_as_declared(tensor, sizes):
                return str(tensor)
        for fact in sequent.facts:
            if not all(self._holds(fact, at, sizes) for at in _letters(fact.indices, sizes)):
                return fact.name
        return ""

    def _holds(self, fact: Fact, at: Letters, sizes: Mapping[str, int]) -> bool:
        value = self.value(fact.polynomial, at, sizes)
        return value > 0 if fact.relation == ">" else value >= 0

    def value(self, polynomial: Polynomial, at: Letters, sizes: Mapping[str, int]) -> Fraction:
        """The value of a polynomial; `at` says which letters the quantified indices are."""
        return sum(
            (
                prod((self._sum(factor, at, sizes) for factor in monomial), start=Fraction(c))
                for monomial, c in polynomial
            ),
            Fraction(0),
        )

    def _sum(
        self,
        atoms: Sequence[tuple[Tensor, tuple[Index, ...]]],
        at: Letters,
        sizes: Mapping[str, int],
    ) -> Fraction:
        bound = sorted({index for _, indices in atoms for index in indices if index.is_bound})
        return sum(
            (
                prod((self._entry(t, indices, {**at, **own}) for t, indices in atoms), start=_ONE)
                for own in _letters(bound, sizes)
            ),
            Fraction(0),
        )

    def _entry(self, tensor: Tensor, indices: Sequence[Index], at: Letters) -> Fraction:
        return self._at(tensor, [at[i] if i in at else self.letters[i.name] for i in indices])

    def _at(self, tensor: Tensor, letters: Sequence[int]) -> Fraction:
        entry = self.tensors[tensor.name]
        for letter in letters:
            entry = entry[letter]
        return Fraction(entry)

    def _is_as_declared(self, tensor: Tensor, sizes: Mapping[str, int]) -> bool:
        places = [range(sizes[alphabet]) for alphabet in tensor.alphabets]
        entries = {letters: self._at(tensor, letters) for letters in product(*places)}
        sums: dict[tuple[int, ...], Fraction] = {}
        for letters, entry in entries.items():
            rest = tuple(k for i, k in enumerate(letters) if i not in tensor.stochastic)
            sums[rest] = sums.get(rest, Fraction(0)) + entry
        return (
            (not tensor.stochastic or all(value == 1 for value in sums.values()))
            and (not tensor.nonnegative or min(entries.values()) >= 0)
            and (not tensor.positive or min(entries.values()) > 0)
            and (not tensor.at_most_one or max(entries.values()) <= 1)
            and (not tensor.indicator or {*entries.values()} <= {0, 1})
        )


def _letters(indices: Sequence[Index], sizes: Mapping[str, int]) -> Iterator[dict[Index, int]]:
    for letters in product(*(range(sizes[index.alphabet]) for index in indices)):
        yield dict(zip(indices, letters, strict=True))
