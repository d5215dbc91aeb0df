"""Facts divided by what stands in every monomial of them and is known to be positive.

P(x) (t P_Y(y) - W(x,y)) >= 0     and     P(x) > 0     give     t P_Y(y) - W(x,y) >= 0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.sequent import Fact, declared_facts
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.kernel.certificate import Combine, Term, Use


def cancelled_steps(facts: tuple[Fact, ...], tensors: Iterable[Tensor]) -> list[Combine]:
    """Steps that cancel the positive factors of facts."""
    positive = _positive_tensors(facts, tensors)
    steps = []
    for fact in facts:
        polynomial, multiplier = fact.polynomial, []
        for tensor, indices in _common_atoms(polynomial):
            if tensor in positive and fact.relation != ">":
                rest = quotient(polynomial, atom(tensor, *indices))
                assert rest is not None  # the atom stands in every monomial
                multiplier.append(Use(positive[tensor], indices))
                polynomial = rest
        if multiplier:
            indices = tuple(i for i in fact.indices if i in polynomial.free)
            statement = Fact(f"{fact.name}, cancelled", polynomial, indices, fact.relation)
            term = Term(Fraction(1), (Use(fact.name, fact.indices),))
            steps.append(Combine(statement, (term,), tuple(multiplier)))
    return steps


def divided_goal(facts: tuple[Fact, ...], goal: Fact) -> tuple[Fact, Combine] | None:
    """What a goal is without its positive factors, which is as much, and the step from there.

    Nothing where it has none.
    """
    if goal.relation != ">=":
        return None
    positive = _positive_tensors(facts, goal.polynomial.tensors)
    rest, uses = goal.polynomial, []
    for tensor, indices in _common_atoms(rest):
        if tensor in positive and len(rest) > 1:
            rest = quotient(rest, atom(tensor, *indices)) or rest
            uses.append(Use(positive[tensor], indices))
    divided = replace(goal, name=f"{goal.name}, divided", polynomial=rest)
    term = Term(Fraction(1), (Use(divided.name, divided.indices), *uses))
    return (divided, Combine(goal, (term,))) if uses else None


def _positive_tensors(facts: Iterable[Fact], tensors: Iterable[Tensor]) -> dict[Tensor, str]:
    """The tensors known to be positive at all letters, with the fact that says so."""
    known: dict[Tensor, str] = {}
    for fact in (*declared_facts(tensors), *facts):
        if fact.relation == ">" and len(fact.polynomial) == 1:
            ((monomial, c),) = fact.polynomial.terms.items()
            if c == 1 and len(monomial) == 1 and len(monomial[0]) == 1:
                ((tensor, indices),) = monomial[0]
                if indices == fact.indices:
                    known.setdefault(tensor, fact.name)
    return known


def _common_atoms(polynomial: Polynomial) -> Iterator[tuple[Tensor, tuple[Index, ...]]]:
    """The atoms that stand, on their own, in every monomial."""
    common: Counter[Factor] | None = None
    for monomial, _ in polynomial:
        single: Counter[Factor] = Counter(
            f for f in monomial if len(f) == 1 and not any(i.is_bound for i in f[0][1])
        )
        if common is not None:
            single = Counter({f: min(n, common[f]) for f, n in single.items()})
        common = single
    for kept in (common or Counter()).elements():
        yield kept[0]
