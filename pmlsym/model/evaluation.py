"""The entries of concrete priors and channels, composed ones too, read off their polynomials."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidInput
from pmlsym.model.entries import flat_entries
from pmlsym.readings.algebra import Array
from pmlsym.readings.read import read


def entries_over(body: Polynomial, letters: Sequence[Index], data: Sequence[Data]) -> Any:
    """The values of a polynomial, nested by the letters in this order.

    Exact where all data is exact. Raises InvalidInput where a tensor has no entries.
    """
    algebra = GivenEntries(data)
    missing = [i.alphabet for i in letters if i.alphabet not in algebra.sizes]
    if missing:
        raise InvalidInput(f"alphabet {missing[0]} has no size, because no entries are given")
    array = read(body, algebra)
    return _nest(array, letters, algebra.sizes, {})


class GivenEntries:
    """The algebra of whatever numbers the data holds."""

    def __init__(self, data: Sequence[Data]) -> None:
        self.named = {each.tensor.name: each for each in data}
        self.sizes: Mapping[str, int] = {
            alphabet: count
            for each in data
            for alphabet, count in zip(each.tensor.alphabets, each.shape, strict=True)
        }
        self.known: dict[Polynomial, Array[Any]] = {}

    def number(self, value: Fraction) -> Any:
        """A rational as it is."""
        return value

    def entries(self, tensor: Tensor) -> Sequence[Any]:
        """The given entries of a tensor."""
        if tensor.name not in self.named:
            raise InvalidInput(f"{tensor.name} is unknown: it was given no entries")
        return list(flat_entries(self.named[tensor.name].entries, len(tensor.alphabets)))

    def sum_of_products(self, terms: Sequence[Sequence[Any]]) -> Any:
        """The sum of the products."""
        total: Any = Fraction(0)
        for term in terms:
            summand: Any = term[0]
            for factor in term[1:]:
                summand = summand * factor
            total = total + summand
        return total

    def keep_sum(self, name: str, entries: list[Any]) -> list[Any]:
        """The entries themselves."""
        return entries


def _nest(
    array: Array[Any], letters: Sequence[Index], sizes: Mapping[str, int], at: dict[Index, int]
) -> Any:
    if not letters:
        return array[tuple(at[i] for i in array.indices)]
    first, rest = letters[0], letters[1:]
    return tuple(_nest(array, rest, sizes, {**at, first: k}) for k in range(sizes[first.alphabet]))
