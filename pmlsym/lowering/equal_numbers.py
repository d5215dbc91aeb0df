"""Sequents with another tensor in the place of one, and with one tensor for numbers that are equal.

Two levels with the same logarithm are equal. So are an order and 1 - a where a sequent about orders
that are letters says that neither is larger.
"""

from __future__ import annotations

from dataclasses import replace

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.convex_term import log
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor


def with_equal_numbers(sequent: Sequent) -> Sequent:
    """The sequent in which levels of one logarithm are one, and orders equal; others as they are.

    It is violated where the sequent is.
    """
    if not any(t.term is not None and _has_letter(t) for t in sequent.tensors):
        return sequent
    return _with_equal_levels(_with_equalities(sequent))


def _has_letter(tensor: Tensor) -> bool:
    """Whether a term is a power whose order is a letter."""
    order = None if tensor.term is None else tensor.term.function.order
    return order is not None and any(order.atoms())


def _with_equalities(sequent: Sequent) -> Sequent:
    """The sequent with an equality for each two facts about numbers that are opposite."""
    facts = dict.fromkeys(sequent.facts)
    at_least = {f.polynomial: f for f in facts if f.relation == ">=" and not f.indices}
    for fact in sequent.facts:
        opposite = at_least.get(-fact.polynomial)
        is_number = fact.relation == ">=" and not fact.indices and fact.polynomial
        if is_number and fact in facts and opposite in facts:
            del facts[opposite]
            facts = {(replace(f, relation="==") if f == fact else f): None for f in facts}
    return replace(sequent, facts=tuple(facts))


def _with_equal_levels(sequent: Sequent) -> Sequent:
    """The sequent with one level for all that have the same logarithm."""
    numbers = [t for t in sequent.tensors if t.role == "level" and t.positive and not t.alphabets]
    first: dict[Polynomial, Tensor] = {}
    for number in numbers:
        own = log(atom(number))
        for fact in sequent.facts:
            rest = fact.polynomial - own
            if fact.relation == "==" and len(rest) < len(fact.polynomial):
                kept = first.setdefault(rest, number)
                if kept != number:
                    merged = with_tensor(sequent, number, kept)
                    once = {(f.polynomial, f.relation): f for f in reversed(merged.facts)}
                    left = tuple(f for f in merged.facts if f in once.values())
                    return _with_equal_levels(replace(merged, facts=left))
    return sequent


def with_tensor(sequent: Sequent, tensor: Tensor, more: Tensor) -> Sequent:
    """The sequent with another tensor of the same shape in the place of one."""
    places = letters(map(Alphabet, tensor.alphabets))
    return replace_tensor_in(sequent, tensor, places, atom(more, *places))


def replace_tensor_in(
    sequent: Sequent, tensor: Tensor, places: tuple[Index, ...], body: Polynomial
) -> Sequent:
    """The sequent with a polynomial in the place of a tensor."""

    def put(fact: Fact) -> Fact:
        return replace(fact, polynomial=replace_tensor(fact.polynomial, tensor, places, body))

    rules = (
        replace(rule, premises=tuple(map(put, rule.premises)), conclusion=put(rule.conclusion))
        for rule in sequent.rules
    )
    goal = replace_tensor(sequent.goal, tensor, places, body)
    return replace(sequent, facts=tuple(map(put, sequent.facts)), rules=tuple(rules), goal=goal)
