"""Sequents with one tensor replaced by another, and with a single tensor for equal numbers.

Two levels with the same logarithm are equal. So are an order and 1 - a where a sequent with letters
for orders says that neither is larger.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.convex_term import log
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor


def with_equal_numbers(sequent: Sequent) -> Sequent:
    """The lowered claim with equal levels and orders made one; violated where the old one is."""
    return _with_equal_levels(replace(sequent, facts=_with_equalities(sequent.facts)))


def _with_equalities(every: tuple[Fact, ...]) -> tuple[Fact, ...]:
    """The facts of a sequent with one equality for two facts that say <= and >= of a number."""
    facts = dict.fromkeys(every)
    at_least = {f.polynomial: f for f in facts if f.relation == ">=" and not f.indices}
    for fact in every:
        opposite = at_least.get(-fact.polynomial)
        is_number = fact.relation == ">=" and not fact.indices and fact.polynomial
        if is_number and fact in facts and opposite in facts:
            del facts[opposite]
            facts = {(replace(f, relation="==") if f == fact else f): None for f in facts}
    return tuple(facts)


def _with_equal_levels(sequent: Sequent) -> Sequent:
    """The lowered claim with one level for all levels that assumed equalities determine alike.

    These are u in  log u = c,  and v in  a v = c  of an order a > 0.
    """
    levels = [t for t in sequent.tensors if t.role == "level" and not t.alphabets]
    positive = {f.polynomial for f in sequent.facts if f.relation == ">"}
    first: dict[Polynomial, Tensor] = {}
    for fact in (f for f in sequent.facts if f.relation == "=="):
        for level in levels:
            if level not in fact.polynomial.tensors or not _determines(fact, level, positive):
                continue
            place = replace(level, name="", of="")
            defined = replace_tensor(fact.polynomial, level, (), atom(place))
            kept = first.setdefault(at_equal_letters(defined, sequent.facts), level)
            if kept != level:
                merged = with_tensor(sequent, level, kept)
                once = {(f.polynomial, f.relation): f for f in reversed(merged.facts)}
                left = tuple(f for f in merged.facts if f in once.values())
                return _with_equal_levels(replace(merged, facts=left))
    return sequent


def at_equal_letters(polynomial: Polynomial, facts: tuple[Fact, ...]) -> Polynomial:
    """The polynomial with 1 - a for an order b where facts of a sequent say that a + b is 1."""
    for fact in _with_equalities(facts):
        letters = [t for t in fact.polynomial.tensors if t.role == "scalar" and not t.alphabets]
        if fact.relation == "==" and 1 <= len(letters) <= 2:
            last = max(letters)
            rest = replace_tensor(fact.polynomial, last, (), constant(0))
            c = Fraction(sum(c for _, c in fact.polynomial - rest))
            if fact.polynomial == c * atom(last) + rest:
                polynomial = replace_tensor(polynomial, last, (), (-1 / c) * rest)
    return polynomial


def _determines(fact: Fact, level: Tensor, positive: set[Polynomial]) -> bool:
    """Whether an assumed equality says the log of a level, or an order times the level."""
    if level.positive:
        rest = fact.polynomial - log(atom(level))
        return len(rest) < len(fact.polynomial) and level not in rest.tensors
    around = [(m, c) for m, c in fact.polynomial if any(t == level for f in m for t, _ in f)]
    return len(around) == 1 and any(
        Polynomial({around[0][0]: 1}) == order * atom(level) for order in positive
    )


def with_tensor(sequent: Sequent, tensor: Tensor, more: Tensor) -> Sequent:
    """The sequent with another tensor of the same shape in place of one."""
    places = letters(map(Alphabet, tensor.alphabets))
    return replace_tensor_in(sequent, tensor, places, atom(more, *places))


def replace_tensor_in(
    sequent: Sequent, tensor: Tensor, places: tuple[Index, ...], body: Polynomial
) -> Sequent:
    """The sequent with a polynomial in place of a tensor, in facts, rules and goal."""

    def put(fact: Fact) -> Fact:
        """The fact with the polynomial in the place of the tensor."""
        return replace(fact, polynomial=replace_tensor(fact.polynomial, tensor, places, body))

    rules = (
        replace(rule, premises=tuple(map(put, rule.premises)), conclusion=put(rule.conclusion))
        for rule in sequent.rules
    )
    goal = replace_tensor(sequent.goal, tensor, places, body)
    return replace(sequent, facts=tuple(map(put, sequent.facts)), rules=tuple(rules), goal=goal)
