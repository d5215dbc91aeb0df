"""Sequents: the statements that engines prove and the kernel checks.

A *fact* is `polynomial >= 0` (or `> 0`, `== 0`) for all letters of the indices it quantifies; any
other free index of it is a constant of the sequent. A *rule* is a second-order hypothesis: for all
tensors of the declared shape that satisfy the premises, the conclusion holds. A *sequent* states
that its goal, at fixed letters, follows from facts, rules and the declarations of tensors.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.tensor import Index, Tensor, delta, size
from pmlsym.errors import InvalidInput

RELATIONS = (">=", ">", "==")
Tangent = Literal["tangent", "lower tangent", "scaled tangent", "support"]
Kind = Literal["hypothesis", "declared", "definition", "case", "bound", Tangent]


@dataclass(frozen=True)
class Origin:
    """The origin of a fact, and the tensor that the fact defines or is a tangent of.

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
class Rule:
    """For all `tensors` as declared, `alphabets` and letters, the premises imply the conclusion.

    The letters that the conclusion quantifies are bound too: one that is free in a premise is the
    same letter. Everything else is shared with the sequent that has the rule.
    Raises InvalidInput where a bound tensor is repeated or has a fixed meaning, or a shared one
    ranges over a bound alphabet.
    """

    name: str
    tensors: tuple[Tensor, ...]
    premises: tuple[Fact, ...]
    conclusion: Fact
    alphabets: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for tensor in self.tensors:
            if tensor.is_delta or tensor.is_size or tensor.is_term:
                raise InvalidInput(f"{tensor.name} cannot be bound by a rule")
        if len(set(self.tensors)) < len(self.tensors):
            raise InvalidInput(f"the rule {self.name} binds a tensor twice")
        every = {t for fact in self.facts for t in fact.polynomial.tensors}
        shared = {t for t in every - set(self.tensors) if not (t.is_delta or t.is_term)}
        over = {a for t in shared for a in t.alphabets} | {i.alphabet for i in self.constants}
        if over & set(self.alphabets):
            raise InvalidInput(f"the rule {self.name} shares something over {min(over)}")

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The premises and the conclusion of a sequent's rule."""
        return (*self.premises, self.conclusion)

    @property
    def constants(self) -> frozenset[Index]:
        """The letters of a sequent's rule that it does not bind."""
        bound = set(self.conclusion.indices)
        return frozenset(
            i for f in self.facts for i in f.polynomial.free if i not in {*f.indices, *bound}
        )


@dataclass(frozen=True)
class Sequent:
    """Facts and rules, and a goal at fixed letters, which is claimed to follow.

    `outcomes` are the letters that the claim itself names; they prove nothing.
    Raises InvalidInput where two tensors share a name but not their facts, or two facts a name.
    """

    facts: tuple[Fact, ...]
    goal: Polynomial
    relation: str = ">="
    rules: tuple[Rule, ...] = ()
    outcomes: frozenset[Index] = field(default=frozenset(), compare=False, repr=False)

    def __post_init__(self) -> None:
        if self.relation not in RELATIONS:
            raise InvalidInput(f"relation {self.relation!r} is none of {', '.join(RELATIONS)}")
        seen: dict[str, Tensor] = {}
        for tensor in self.tensors:
            if not tensor.is_delta and seen.setdefault(tensor.name, tensor) != tensor:
                raise InvalidInput(f"two different tensors are called {tensor.name}")
        names = [fact.name for fact in self.facts] + [rule.name for rule in self.rules]
        if len(set(names)) < len(names):
            raise InvalidInput("two hypotheses have one name")

    @property
    def _every_fact(self) -> tuple[Fact, ...]:
        """The facts of the sequent, and those of its rules."""
        return (*self.facts, *(fact for rule in self.rules for fact in rule.facts))

    @property
    def polynomials(self) -> tuple[Polynomial, ...]:
        """Every polynomial of the sequent."""
        return (*(fact.polynomial for fact in self._every_fact), self.goal)

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """Every tensor of the sequent, sorted, with those inside convex terms."""
        bound = {tensor for rule in self.rules for tensor in rule.tensors}
        return tuple(sorted(bound.union(*(p.tensors for p in self.polynomials))))

    @property
    def alphabets(self) -> frozenset[str]:
        """The alphabets of all tensors, letters and quantifiers of the sequent."""
        own = {i.alphabet for fact in self._every_fact for i in fact.indices}
        own |= {i.alphabet for p in self.polynomials for i in p.free}
        own |= {a for rule in self.rules for a in rule.alphabets}
        return frozenset(own).union(alphabets_of(self.tensors))


def lemma(name: str, sequent: Sequent) -> Rule:
    """A sequent as a rule, all its tensors bound. Raises InvalidInput if it assumes a rule."""
    if sequent.rules:
        raise InvalidInput(f"the lemma {name} assumes a rule")
    own = tuple(t for t in sequent.tensors if not (t.is_delta or t.is_size or t.is_term))
    free = set(sequent.goal.free)
    free |= {i for f in sequent.facts for i in f.polynomial.free if i not in f.indices}
    conclusion = Fact(name, sequent.goal, tuple(sorted(free)), sequent.relation)
    return Rule(name, own, sequent.facts, conclusion, tuple(sorted(sequent.alphabets)))


def alphabets_of(tensors: Iterable[Tensor]) -> frozenset[str]:
    """The alphabets of tensors' indices, and those that sizes count."""
    return frozenset(
        a for t in tensors for a in (*t.alphabets, *((t.counted,) if t.is_size else ()))
    )


def declared_facts(tensors: Iterable[Tensor]) -> tuple[Fact, ...]:
    """The facts that tensors declare for sequents, and those about deltas and sizes of alphabets.

    >>> [str(fact) for fact in declared_facts([Tensor("c", at_most_one=True)])]
    ['1 - c >= 0']
    """
    own = sorted(set(tensors))
    alphabets = sorted({name for tensor in own for name in tensor.alphabets})
    every = {*own, *(delta(a) for a in alphabets), *(size(a) for a in alphabets)}
    return tuple(fact for tensor in sorted(every) for fact in _facts_of(tensor))


def _facts_of(tensor: Tensor) -> Iterable[Fact]:
    """The facts, polynomials with relations to 0, that a tensor's declaration gives to sequents."""
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
    """The name in sequents of the declared fact that bounds a tensor.

    >>> declared_name(delta("X"), "<= 1")
    'delta_X <= 1'
    """
    name = f"delta_{tensor.alphabets[0]}" if tensor.is_delta else tensor.name
    return f"{name} {bound}"
