"""The meaning of index polynomials, by loops over letters and exact fractions.

Nothing here uses the normal form: a sum of a product of atoms is added up letter by letter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

from pmlsym.calculus import Index, Polynomial, Tensor

Entries = Mapping[tuple[int, ...], Fraction]


@dataclass(frozen=True)
class World:
    """Alphabet sizes, and entries for each tensor by name."""

    sizes: Mapping[str, int]
    entries: Mapping[str, Entries]

    def entry(self, tensor: Tensor, letters: tuple[int, ...]) -> Fraction:
        if tensor.is_delta:
            return Fraction(letters[0] == letters[1])
        if tensor.is_size:
            return Fraction(self.sizes[tensor.counted])
        return self.entries[tensor.name][letters]

    def assignments(self, indices: Sequence[Index]) -> Iterable[dict[Index, int]]:
        for letters in product(*(range(self.sizes[i.alphabet]) for i in indices)):
            yield dict(zip(indices, letters, strict=True))


def sum_of_product(
    world: World,
    atoms: Iterable[tuple[Tensor, tuple[Index, ...]]],
    summed: Sequence[Index],
    at: Mapping[Index, int],
) -> Fraction:
    """The sum over `summed` of the product of the atoms, the other indices standing at `at`."""
    atoms, total = list(atoms), Fraction(0)
    for letters in world.assignments(summed):
        where = {**at, **letters}
        value = Fraction(1)
        for tensor, indices in atoms:
            value *= world.entry(tensor, tuple(where[i] for i in indices))
            if not value:
                break
        total += value
    return total


def evaluate(world: World, polynomial: Polynomial, at: Mapping[Index, int]) -> Fraction:
    """The value of a polynomial, its free indices standing at `at`."""
    total = Fraction(0)
    for monomial, coefficient in polynomial:
        value = Fraction(coefficient)
        for factor in monomial:
            own = sorted({i for _, indices in factor for i in indices if i.is_bound})
            value *= sum_of_product(world, factor, own, at)
        total += value
    return total


def random_world(rng: Random, tensors: Iterable[Tensor], sizes: Mapping[str, int]) -> World:
    """A world of those sizes in which each tensor has what it declares, with many zeros."""
    plain = [t for t in tensors if not (t.is_delta or t.is_size)]
    return World(sizes, {tensor.name: random_entries(rng, tensor, sizes) for tensor in plain})


def random_entries(rng: Random, tensor: Tensor, sizes: Mapping[str, int]) -> Entries:
    """Entries with the declared facts."""
    shape = [sizes[alphabet] for alphabet in tensor.alphabets]
    cells = list(product(*map(range, shape)))
    draw = _entry(rng, tensor)
    entries = {cell: draw() for cell in cells}
    if tensor.stochastic:
        rows: dict[tuple[int, ...], list[tuple[int, ...]]] = {}
        for cell in cells:
            kept = tuple(n for k, n in enumerate(cell) if k not in tensor.stochastic)
            rows.setdefault(kept, []).append(cell)
        for row in rows.values():
            entries.update(zip(row, _row(rng, tensor, len(row)), strict=True))
    return entries


def _entry(rng: Random, tensor: Tensor) -> Callable[[], Fraction]:
    if tensor.indicator:
        return lambda: Fraction(1 if tensor.positive else rng.randint(0, 1))
    low = 1 if tensor.positive else 0 if tensor.nonnegative else -4
    high = 4 if tensor.at_most_one else 9
    return lambda: Fraction(rng.randint(low, high), 4)


def _row(rng: Random, tensor: Tensor, length: int) -> list[Fraction]:
    if tensor.indicator:
        hot = rng.randrange(length)
        return [Fraction(k == hot) for k in range(length)]
    if not tensor.is_nonnegative and not tensor.at_most_one:
        free = [Fraction(rng.randint(-4, 4), 3) for _ in range(length - 1)]
        return [*free, 1 - sum(free)]
    weights = [rng.randint(1 if tensor.positive else 0, 4) for _ in range(length)]
    weights[rng.randrange(length)] += not any(weights)
    return [Fraction(weight, sum(weights)) for weight in weights]
