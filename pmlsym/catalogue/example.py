"""Exact values for the tensors of a sequent, on which its hypotheses are seen to hold.

A fact is evaluated at all its letters. A second-order hypothesis (for every a: conditions imply the
conclusion) is seen to hold where its conclusion, at these values a linear form of a's entries, is a
nonnegative combination of the conditions and of what a declares (Farkas).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Schema, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.effort import after
from pmlsym.errors import PmlError
from pmlsym.evidence.instance import Instance
from pmlsym.linear.simplex import nonnegative_solution
from pmlsym.readings.exact import read_exact

EFFORT = 20.0
CONSTANT = ()
"""The place of the constant of a linear form, beside the places of the entries."""

Linear = dict[tuple[int, ...], Fraction]


@dataclass(frozen=True)
class Example:
    """Entries of the tensors, by name, as text in nested tuples; letters by the name of an index.

    >>> fair = Example({"P": ("1/2", "1/2")}, {"x0": 1})
    >>> fair.instance((Tensor("P", ("X",)),)).sizes
    {'X': 2}
    """

    tensors: Mapping[str, Any]
    letters: Mapping[str, int]

    def instance(self, tensors: Sequence[Tensor]) -> Instance:
        """The entries of these tensors, with the number of letters of each alphabet."""
        sizes: dict[str, int] = {}
        for tensor in tensors:
            entries = self.tensors[tensor.name]
            for alphabet in tensor.alphabets:
                sizes[alphabet] = len(entries)
                entries = entries[0]
        return Instance(sizes, {tensor.name: self.tensors[tensor.name] for tensor in tensors})

    def of(self, sequent: Sequent) -> Instance:
        """The instance of a sequent: whatever it speaks of but the parameters of its schemas."""
        apart = {schema.parameter for schema in sequent.schemas}
        return self.instance(
            [t for t in sequent.tensors if t not in apart and not (t.is_delta or t.is_size)]
        )

    def unmet(self, sequent: Sequent) -> str:
        """The first hypothesis, declared or stated, not seen to hold here; nothing if all do."""
        instance = self.of(sequent)
        for tensor in sequent.tensors:
            if tensor.name in instance.tensors:
                try:
                    instance.require(tensor)
                except PmlError:
                    return str(tensor)
        for fact in sequent.facts:
            if not all(_holds(v, fact.relation) for v in self.values(fact, instance)):
                return fact.name
        for schema in sequent.schemas:
            if not self._follows(schema, instance):
                return schema.name
        return ""

    def values(self, fact: Fact, instance: Instance) -> Iterator[Fraction]:
        """The exact values of a fact at all letters of the indices that it quantifies."""
        array = read_exact(fact.polynomial, instance)
        for at in _letters(fact.indices, instance.sizes):
            yield array[tuple(at[i] if i in at else self.letters[i.name] for i in array.indices)]

    def value(self, polynomial: Polynomial, instance: Instance) -> Fraction:
        """The exact value of a polynomial at the example's letters."""
        (value,) = self.values(Fact("value", polynomial), instance)
        return value

    def _follows(self, schema: Schema, instance: Instance) -> bool:
        """Whether the conclusion holds here for every parameter that meets the conditions."""
        parameter, parts = schema.parameter, (*schema.conditions, schema.conclusion)
        degrees = [_degree(fact.polynomial, parameter) for fact in parts]
        if max(degrees) > 1 or schema.conclusion.relation == ">":
            return False
        places = list(product(*(range(instance.sizes[a]) for a in parameter.alphabets)))
        known = [(column, False) for column in _bounds(parameter, places)]
        known += [(column, True) for column in _sums(parameter, places)]
        for fact in schema.conditions:
            forms = self._linear(fact, parameter, places, instance)
            known += [(form, fact.relation == "==") for form in forms]
        known.append(({CONSTANT: Fraction(1)}, False))
        columns, free = [column for column, _ in known], [is_free for _, is_free in known]
        wanted = list(self._linear(schema.conclusion, parameter, places, instance))
        if schema.conclusion.relation == "==":
            wanted += [{place: -c for place, c in form.items()} for form in wanted]
        weights, limit = [1] * len(columns), after(EFFORT)
        return all(
            nonnegative_solution(columns, free, form, weights, limit) is not None for form in wanted
        )

    def _linear(
        self, fact: Fact, parameter: Tensor, places: Sequence[tuple[int, ...]], instance: Instance
    ) -> Iterator[Linear]:
        """The form at each letter: its constant, and the factor of each entry of the parameter."""
        at_zero = self._at(fact, parameter, None, instance)
        at_units = [self._at(fact, parameter, place, instance) for place in places]
        for k, constant in enumerate(at_zero):
            pairs = zip(places, at_units, strict=True)
            form = {CONSTANT: constant, **{place: unit[k] - constant for place, unit in pairs}}
            yield {place: c for place, c in form.items() if c}

    def _at(
        self, fact: Fact, parameter: Tensor, unit: tuple[int, ...] | None, instance: Instance
    ) -> list[Fraction]:
        shape = [instance.sizes[alphabet] for alphabet in parameter.alphabets]
        entries = {**instance.tensors, parameter.name: _unit(shape, unit, ())}
        return list(self.values(fact, Instance(instance.sizes, entries)))


def _holds(value: Fraction, relation: str) -> bool:
    if relation == "==":
        return value == 0
    return value > 0 if relation == ">" else value >= 0


def _degree(polynomial: Polynomial, tensor: Tensor) -> int:
    """How often the tensor occurs in one monomial, at most."""
    return max(
        (sum(t == tensor for factor in m for t, _ in factor) for m, _ in polynomial), default=0
    )


def _bounds(parameter: Tensor, places: Sequence[tuple[int, ...]]) -> Iterator[Linear]:
    """The linear forms of its entries that the parameter declares to be nonnegative."""
    for place in places:
        if parameter.is_nonnegative:
            yield {place: Fraction(1)}
        if parameter.is_at_most_one:
            yield {CONSTANT: Fraction(1), place: Fraction(-1)}


def _sums(parameter: Tensor, places: Sequence[tuple[int, ...]]) -> Iterator[Linear]:
    """The linear forms of its entries that it declares to be zero: sums less one."""
    if parameter.stochastic:
        rows: dict[tuple[int, ...], Linear] = {}
        for place in places:
            row = tuple(k for i, k in enumerate(place) if i not in parameter.stochastic)
            rows.setdefault(row, {CONSTANT: Fraction(-1)})[place] = Fraction(1)
        yield from rows.values()


def _unit(shape: Sequence[int], unit: tuple[int, ...] | None, at: tuple[int, ...]) -> Any:
    """Nested zeros, with a one at that place."""
    if len(at) == len(shape):
        return int(at == unit)
    return tuple(_unit(shape, unit, (*at, k)) for k in range(shape[len(at)]))


def _letters(indices: Sequence[Index], sizes: Mapping[str, int]) -> Iterator[dict[Index, int]]:
    for letters in product(*(range(sizes[index.alphabet]) for index in indices)):
        yield dict(zip(indices, letters, strict=True))
