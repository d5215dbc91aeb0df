"""Sequents: what engines prove and the kernel checks.

A *fact* is `polynomial >= 0` (or `> 0`, `== 0`) for all letters of the indices it quantifies; any
other free index of it is a constant of the sequent. A *schema* is a second-order hypothesis: for
every tensor of the declared shape that satisfies the conditions, the conclusion holds. A *sequent*
asks whether its goal, at fixed letters, follows from facts, schemas and what tensors declare.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from pmlsym.calculus.polynomial import Polynomial, atom, equal_letters
from pmlsym.calculus.tensor import Index, Tensor, delta, size
from pmlsym.errors import InvalidInput

RELATIONS = (">=", ">", "==")
Kind = Literal[
    "hypothesis",
    "declared",
    "definition",
    "tangent",
    "lower tangent",
    "scaled tangent",
    "support",
    "case",
    "bound",
]


@dataclass(frozen=True)
class Origin:
    """Where a fact comes from, and of which tensor it is the definition or a tangent.

    It guides searches and pages, and proves nothing.
    """

    kind: Kind = "hypothesis"
    tensor: Tensor | None = None


HYPOTHESIS = Origin()


@dataclass(frozen=True)
class Fact:
    """`polynomial relation 0`, for all letters of `indices`.

    Raises InvalidInput at an unknown relation or a repeated or bound index.
    """

    name: str
    polynomial: Polynomial
    indices: tuple[Index, ...] = ()
    relation: str = ">="
    origin: Origin = field(default=HYPOTHESIS, compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.relation not in RELATIONS:
            raise InvalidInput(f"relation {self.relation!r} is none of {', '.join(RELATIONS)}")
        if len(set(self.indices)) < len(self.indices) or any(i.is_bound for i in self.indices):
            raise InvalidInput(f"fact {self.name} must quantify distinct free indices")

    def __str__(self) -> str:
        every = f"for all {', '.join(i.name for i in self.indices)}: " if self.indices else ""
        return f"{every}{self.polynomial} {self.relation} 0"


@dataclass(frozen=True)
class Schema:
    """For every `parameter` with its declared facts and the `conditions`: the `conclusion`.

    Raises InvalidInput where the parameter is a delta or a size, of which there is one only.
    """

    name: str
    parameter: Tensor
    conditions: tuple[Fact, ...]
    conclusion: Fact

    def __post_init__(self) -> None:
        if self.parameter.is_delta or self.parameter.is_size:
            raise InvalidInput(f"{self.parameter.name} cannot be the parameter of a schema")


@dataclass(frozen=True)
class Sequent:
    """Facts and schemas, and a goal at fixed letters that is claimed to follow.

    `outcomes` are the letters that a claim itself names; they prove nothing.
    Raises InvalidInput where two tensors share a name but not their facts, or two facts a name.
    """

    facts: tuple[Fact, ...]
    goal: Polynomial
    relation: str = ">="
    schemas: tuple[Schema, ...] = ()
    outcomes: frozenset[Index] = field(default=frozenset(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.relation not in RELATIONS:
            raise InvalidInput(f"relation {self.relation!r} is none of {', '.join(RELATIONS)}")
        seen: dict[str, Tensor] = {}
        for tensor in self.tensors:
            if not tensor.is_delta and seen.setdefault(tensor.name, tensor) != tensor:
                raise InvalidInput(f"two different tensors are called {tensor.name}")
        names = [fact.name for fact in self.facts] + [schema.name for schema in self.schemas]
        if len(set(names)) < len(names):
            raise InvalidInput("two hypotheses have one name")

    @property
    def polynomials(self) -> tuple[Polynomial, ...]:
        """Every polynomial of the sequent."""
        inner = [f.polynomial for s in self.schemas for f in (*s.conditions, s.conclusion)]
        return (*(fact.polynomial for fact in self.facts), *inner, self.goal)

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """Every tensor of the sequent, sorted."""
        parameters = {schema.parameter for schema in self.schemas}
        return tuple(sorted(parameters.union(*(p.tensors for p in self.polynomials))))


def declared_facts(tensors: Iterable[Tensor]) -> tuple[Fact, ...]:
    """What the tensors declare, and what holds of deltas and sizes of their alphabets.

    >>> [str(fact) for fact in declared_facts([Tensor("c", at_most_one=True)])]
    ['1 - c >= 0']
    """
    own = sorted(set(tensors))
    alphabets = sorted({name for tensor in own for name in tensor.alphabets})
    every = {*own, *(delta(a) for a in alphabets), *(size(a) for a in alphabets)}
    return tuple(fact for tensor in sorted(every) for fact in _facts_of(tensor))


def _facts_of(tensor: Tensor) -> Iterable[Fact]:
    indices = tuple(Index(a, f"{a.lower()}'{k}") for k, a in enumerate(tensor.alphabets))
    entry, declared = atom(tensor, *indices), Origin("declared", tensor)
    if tensor.is_size:
        yield Fact(declared_name(tensor, ">= 1"), entry - 1, indices, ">=", declared)
    if tensor.is_nonnegative:
        yield Fact(declared_name(tensor, ">= 0"), entry, indices, ">=", declared)
    if tensor.positive:
        yield Fact(declared_name(tensor, "> 0"), entry, indices, ">", declared)
    if tensor.is_at_most_one:
        yield Fact(declared_name(tensor, "<= 1"), 1 - entry, indices, ">=", declared)


def declared_name(tensor: Tensor, bound: str) -> str:
    """The name of the declared fact that bounds a tensor.

    >>> declared_name(delta("X"), "<= 1")
    'delta_X <= 1'
    """
    name = f"delta_{tensor.alphabets[0]}" if tensor.is_delta else tensor.name
    return f"{name} {bound}"


def distinct(a: Index, b: Index) -> Polynomial:
    """1 - delta(a, b): one where the letters differ, else zero."""
    return 1 - equal_letters(a, b)
