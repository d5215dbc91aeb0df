"""Ingredients: what a certificate's terms are multiplied together from.

An ingredient is a product of facts, perhaps summed over some of its letters, seen as one fact:
a hypothesis; its sum over a letter; its sum weighted with a distribution; a mass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from pmlsym.calculus.polynomial import Polynomial, atom, substitute, sum_over
from pmlsym.calculus.sequent import Fact, declared_name, distinct
from pmlsym.calculus.tensor import Index, Tensor, delta
from pmlsym.evidence.certificate import Use

Rename = Callable[[Polynomial, Mapping[Index, Index]], Polynomial]


@dataclass(frozen=True)
class Ingredient:
    """A product of `uses`, summed over `summed`, for all letters of `indices`."""

    polynomial: Polynomial
    indices: tuple[Index, ...]
    uses: tuple[Use, ...]
    summed: tuple[Index, ...] = ()
    relation: str = ">="

    @cached_property
    def is_equality(self) -> bool:
        """Whether it is zero rather than nonnegative."""
        return self.relation == "=="

    def at(
        self, names: Mapping[Index, Index], mark: str, rename: Rename = substitute
    ) -> Ingredient:
        """The ingredient at given letters, its summed letters renamed apart with a mark."""
        apart = {i: Index(i.alphabet, f"{i.name}{mark}") for i in self.summed}
        both = {**names, **apart}
        uses = tuple(Use(u.fact, tuple(both.get(i, i) for i in u.indices)) for u in self.uses)
        left = tuple(i for i in self.indices if i not in names)
        summed = tuple(apart[i] for i in self.summed)
        return Ingredient(rename(self.polynomial, names), left, uses, summed, self.relation)


def ingredient(fact: Fact) -> Ingredient:
    """A fact as an ingredient."""
    use = Use(fact.name, fact.indices)
    return Ingredient(fact.polynomial, fact.indices, (use,), (), fact.relation)


def sums(
    base: Ingredient, weights: Iterable[Tensor], constants: Iterable[Index]
) -> Iterator[Ingredient]:
    """The ingredient summed over some of its letters, plainly or with a distribution as weight.

    A letter may also range over those distinct from another letter of the same alphabet.
    """
    for count in range(1, len(base.indices) + 1):
        for chosen in combinations(base.indices, count):
            yield _summed(base, chosen)
    for index in base.indices:
        for tensor in weights:
            for indices in _weightings(tensor, index, base, tuple(constants)):
                use = Use(declared_name(tensor, ">= 0"), indices)
                weighted = _times(base, use, atom(tensor, *indices))
                yield _summed(weighted, (index,))
                yield from _apart(weighted, index, constants)
        yield from _apart(base, index, constants)


def _apart(base: Ingredient, index: Index, constants: Iterable[Index]) -> Iterator[Ingredient]:
    for other in (*base.indices, *constants):
        if other != index and other.alphabet == index.alphabet:
            use = Use(declared_name(delta(index.alphabet), "<= 1"), (index, other))
            yield _summed(_times(base, use, distinct(index, other)), (index,))


def _times(base: Ingredient, use: Use, factor: Polynomial) -> Ingredient:
    return Ingredient(
        base.polynomial * factor, base.indices, (*base.uses, use), base.summed, base.relation
    )


def _summed(base: Ingredient, chosen: tuple[Index, ...]) -> Ingredient:
    return Ingredient(
        sum_over(base.polynomial, *chosen),
        tuple(i for i in base.indices if i not in chosen),
        base.uses,
        (*base.summed, *chosen),
        base.relation,
    )


def _weightings(
    tensor: Tensor, index: Index, base: Ingredient, constants: tuple[Index, ...]
) -> Iterator[tuple[Index, ...]]:
    """Places for `index` in the stochastic position of a tensor, its other letters known ones."""
    if len(tensor.stochastic) != 1 or not tensor.is_nonnegative:
        return
    (place,) = tensor.stochastic
    if tensor.alphabets[place] != index.alphabet:
        return
    known = [i for i in (*base.indices, *constants) if i != index]

    def fill(k: int) -> Iterator[tuple[Index, ...]]:
        if k == len(tensor.alphabets):
            yield ()
            return
        options = [index] if k == place else [i for i in known if i.alphabet == tensor.alphabets[k]]
        for option in options:
            for rest in fill(k + 1):
                yield (option, *rest)

    yield from fill(0)
