"""Mechanism families for a solver: their entries as polynomials in parameters, with the domain.

A channel of a family is read at its concrete letters; what is left are polynomials in parameters
and in scales such as N with N (k - 1 + E) = 1. Where every entry has the scale as a factor and the
question does not change when the channel is multiplied by a positive number, the scale is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod

from pmlsym.calculus.algebra import Array, read, size_of
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.parameter import Parameter
from pmlsym.model.entries import flat_entries


@dataclass(frozen=True)
class FamilyTable:
    """The entries of one channel, the facts about its parameters, and its positive scales."""

    shape: tuple[int, ...]
    entries: tuple[Polynomial, ...]
    facts: tuple[Fact, ...]
    scales: tuple[Tensor, ...]
    domain: tuple[str, ...]


class _ScalarAlgebra:
    """The algebra of polynomials in scalars: deltas and tables are gone, parameters stay."""

    def __init__(self, sizes: Mapping[str, int], tables: Mapping[str, Sequence[Polynomial]]):
        self.sizes = sizes
        self.known: dict[Polynomial, Array[Polynomial]] = {}
        self._tables = tables

    def number(self, value: Fraction) -> Polynomial:
        """A rational as a polynomial in a family's parameters, for the solver."""
        return constant(value)

    def entries(self, tensor: Tensor) -> Sequence[Polynomial]:
        """The entries of a family's tensor as polynomials for the solver, or the scalar itself."""
        if tensor.name in self._tables:
            return self._tables[tensor.name]
        if tensor.alphabets:
            raise Unsupported(f"{tensor} has no entries here")
        return (atom(tensor),)

    def sum_of_products(self, terms: Sequence[Sequence[Polynomial]]) -> Polynomial:
        """The sum of products of polynomials in a family's parameters, for the solver."""
        total = constant(0)
        for term in terms:
            factor = constant(1)
            for part in term:
                factor = factor * part
            total = total + factor
        return total

    def keep_sum(self, name: str, entries: list[Polynomial]) -> list[Polynomial]:
        """The entries of a sum for the solver, which need no names of their own."""
        return entries


def family_table(mechanism: Mechanism) -> FamilyTable:
    """The table of a mechanism for the solver: entries as polynomials in its parameters.

    Raises Unsupported where its entries are not rational functions of its parameters.

    >>> from pmlsym.mechanism_families.randomized_response import randomized_response
    >>> family_table(randomized_response(2)).entries[1]
    N_eps
    """
    channel = mechanism.channel
    if mechanism.is_density:
        raise Unsupported(f"{channel} has densities, not probabilities")
    sizes = _sizes_of(mechanism)
    facts: list[Fact] = []
    scales: list[Tensor] = []
    tables: dict[str, Sequence[Polynomial]] = {}
    for data in channel.data:
        tensor = data.tensor
        if isinstance(data.entries, Parameter):
            facts += _domain_facts(data.entries)
        elif tensor.is_size:
            continue
        elif tensor.alphabets:
            tables[tensor.name] = [
                _entry_polynomial(e, facts)
                for e in flat_entries(data.entries, len(data.tensor.alphabets))
            ]
        elif isinstance(data.entries, Ratio):
            top, below = data.entries.numerator, data.entries.denominator
            name = f"{tensor.name} is what it is"
            facts.append(
                Fact(name, _with_sizes_put_in(atom(tensor) * below - top, sizes), (), "==")
            )
            if tensor.positive:
                scales.append(tensor)
        elif isinstance(data.entries, Fraction | int):
            tables[tensor.name] = (constant(data.entries),)
        else:
            raise Unsupported(f"{channel}: the entries of {tensor} are no rational functions")
    for name, entries_known in tables.items():
        facts = [_with_value(fact, name, entries_known[0]) for fact in facts]
    indices = channel.letters
    array = read(channel.body, _ScalarAlgebra(sizes, tables))
    shape = tuple(size_of(sizes, i.alphabet) for i in indices)
    entries = _entries_in_order(array, indices, shape)
    domain = tuple(repr(parameter) for parameter in mechanism.parameters)
    return FamilyTable(shape, entries, tuple(facts), tuple(scales), domain)


def _entries_in_order(
    array: Array[Polynomial], indices: Sequence[Index], shape: tuple[int, ...]
) -> tuple[Polynomial, ...]:
    """A family's entries for the solver, the last index running fastest."""
    places = [indices.index(i) if i in indices else None for i in array.indices]
    return tuple(
        array[tuple(0 if k is None else at[k] for k in places)]
        for at in product(*(range(n) for n in shape))
    )


def with_families(
    sequent: Sequent, tables: Mapping[str, FamilyTable]
) -> tuple[Sequent, dict[str, tuple[Polynomial, ...]]]:
    """The sequent for the solver with its families' domains, and its channels' entries.

    Scales are left out where that changes nothing.
    """
    tensors = {tensor.name: tensor for tensor in sequent.tensors}
    facts = {fact.name: fact for fact in sequent.facts}
    entries: dict[str, tuple[Polynomial, ...]] = {}
    for name, table in tables.items():
        tensor = tensors.get(name)
        polynomials, domain_facts = table.entries, table.facts
        if tensor is not None and not sequent.rules and _is_homogeneous(sequent, tensor):
            polynomials, domain_facts = _without_scales(table)
        entries[name] = polynomials
        for fact in domain_facts:
            facts.setdefault(fact.name, fact)
    return replace(sequent, facts=tuple(facts.values())), entries


def with_suffixed_names(table: FamilyTable, suffix: str) -> FamilyTable:
    """The solver's table of a family with other parameter names, such as eps_V for eps."""
    scalars = {t for p in (*table.entries, *(f.polynomial for f in table.facts)) for t in p.tensors}
    names = {t: replace(t, name=_with_suffix(t.name, suffix)) for t in scalars}

    def again(polynomial: Polynomial) -> Polynomial:
        """The polynomial for the solver with the new names of the family's parameters."""
        for old, new in names.items():
            polynomial = replace_tensor(polynomial, old, (), atom(new))
        return polynomial

    facts = tuple(
        Fact(f"{fact.name} ({suffix[1:]})", again(fact.polynomial), (), fact.relation)
        for fact in table.facts
    )
    return replace(
        table,
        entries=tuple(map(again, table.entries)),
        facts=facts,
        scales=tuple(names.get(scale, scale) for scale in table.scales),
        domain=tuple(f"{text} (own of {suffix[1:]})" for text in table.domain),
    )


def _with_suffix(name: str, suffix: str) -> str:
    """The name that a family's parameter has for the solver, with a suffix."""
    return f"{name[:-1]}{suffix})" if name.startswith("exp(") else f"{name}{suffix}"


def require_apart(tables: Mapping[str, FamilyTable]) -> None:
    """Raise InvalidInput if two families of a solver's question share a scalar's name."""
    seen: dict[str, Fact] = {}
    for table in tables.values():
        for fact in table.facts:
            if seen.setdefault(fact.name, fact) != fact:
                raise InvalidInput(
                    f"two families use {fact.name} for different things;"
                    " give a parameter another name"
                )


def _without_scales(table: FamilyTable) -> tuple[tuple[Polynomial, ...], tuple[Fact, ...]]:
    """A family's entries for the solver without their common positive factors."""
    entries, facts = table.entries, list(table.facts)
    for scale in table.scales:
        if all(_degrees_in(entry, scale) <= {1} for entry in entries):
            entries = tuple(replace_tensor(e, scale, (), constant(1)) for e in entries)
            if not any(scale in e.tensors for e in entries):
                facts = [f for f in facts if scale not in f.polynomial.tensors]
    return entries, tuple(facts)


def _is_homogeneous(sequent: Sequent, tensor: Tensor) -> bool:
    """Whether the solver may drop a channel's positive factor: polynomials are homogeneous."""
    return all(len(_degrees_in(p, tensor)) <= 1 for p in sequent.polynomials)


def _degrees_in(polynomial: Polynomial, tensor: Tensor) -> set[int]:
    """The degrees of a channel's tensor in a sequent's polynomial, as the solver may scale it."""
    return {
        sum(t == tensor for factor in monomial for t, _ in factor) for monomial, _ in polynomial
    }


def _sizes_of(mechanism: Mechanism) -> dict[str, int]:
    """The numbers of letters of a mechanism's table for the solver, or Unsupported.

    Raises Unsupported where there are none.
    """
    sizes: dict[str, int] = {}
    for data in mechanism.channel.data:
        if data.tensor.is_size and isinstance(data.entries, Fraction | int):
            sizes[data.tensor.counted] = int(data.entries)
        elif data.tensor.alphabets:
            sizes.update(zip(data.tensor.alphabets, data.shape, strict=True))
    needed = {a.name for a in (*mechanism.channel.inputs, *mechanism.channel.outputs)}
    if not needed <= set(sizes):
        missing = ", ".join(sorted(needed - set(sizes)))
        raise Unsupported(f"{mechanism.channel} has no number of letters for {missing}")
    return sizes


def _domain_facts(parameter: Parameter) -> Iterable[Fact]:
    """The facts for the solver about a parameter's domain: its bounds, and what else holds."""
    scalar = parameter.scalar
    if parameter.low is not None:
        relation = ">" if parameter.low_open else ">="
        yield Fact(f"{scalar} {relation} {parameter.low}", scalar - parameter.low, (), relation)
    if parameter.high is not None:
        relation = ">" if parameter.high_open else ">="
        sign = "<" if parameter.high_open else "<="
        yield Fact(f"{scalar} {sign} {parameter.high}", parameter.high - scalar, (), relation)
    yield from parameter.facts


def _with_sizes_put_in(polynomial: Polynomial, sizes: Mapping[str, int]) -> Polynomial:
    """A family's polynomial for the solver, with numbers put in for alphabets' sizes."""
    total = constant(0)
    for monomial, c in polynomial:
        counted = [part[0][0].counted for part in monomial]
        kept = tuple(part for part, size in zip(monomial, counted, strict=True) if not size)
        count = prod(size_of(sizes, alphabet) for alphabet in counted if alphabet)
        total = total + Polynomial({kept: c * count})
    return total


def _with_value(fact: Fact, name: str, value: Polynomial) -> Fact:
    """A fact for the solver about a family's parameters, with a scalar's known value."""
    polynomial = fact.polynomial
    for tensor in polynomial.tensors:
        if tensor.name == name and not tensor.alphabets:
            polynomial = replace_tensor(polynomial, tensor, (), value)
    return replace(fact, polynomial=polynomial)


def _entry_polynomial(entry: object, facts: list[Fact]) -> Polynomial:
    """A family's entry as a polynomial for the solver; a denominator d becomes a scalar 1/d."""
    if isinstance(entry, Fraction | int):
        return constant(entry)
    if not isinstance(entry, Ratio):
        raise Unsupported(f"the entry {entry!r} is no rational function")
    if not entry.denominator.tensors:
        return entry.numerator * (1 / Fraction(dict(entry.denominator)[()]))
    inverse = Tensor(f"1/({entry.denominator})")
    fact = Fact(f"{inverse.name} inverts", atom(inverse) * entry.denominator - 1, (), "==")
    if fact not in facts:
        facts.append(fact)
    return entry.numerator * atom(inverse)
