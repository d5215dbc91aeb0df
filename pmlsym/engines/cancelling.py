"""Cancelling strictly positive factors of facts.

From p(x) > 0 for all x and p(x) (t P_Y(y) - W(x,y)) >= 0 follows t P_Y(y) - W(x,y) >= 0.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.index import Index
from pmlsym.calculus.normal_form import Factor, Monomial, factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact, Sequent, declared_facts
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.eliminating import eliminate
from pmlsym.evidence.certificate import GOAL, Combine, Term, Use

_ONE = Fraction(1)


@dataclass(frozen=True)
class Setting:
    """What a search starts from: facts and a goal, and the steps that lead to the facts."""

    facts: tuple[Fact, ...]
    goal: Fact
    before: tuple[Combine, ...] = ()


def settings(
    sequent: Sequent, derived: tuple[Fact, ...] = (), *, statement: Fact | None = None
) -> tuple[Setting, ...]:
    """The sequent as it is; with its facts cancelled, if they have positive factors.

    `derived` facts are known besides its own; `statement` is the goal under another name.
    """
    goal = statement or Fact(GOAL, sequent.goal, (), sequent.relation)
    known = (*sequent.facts, *derived)
    plain = Setting(known, goal)
    before = cancel_positive(known, sequent.tensors)
    renewed = {step.terms[0].uses[0].fact: step.statement for step in before}
    cancelled = tuple(renewed.get(fact.name, fact) for fact in known)
    facts, steps = eliminate(cancelled, goal.polynomial)
    if not before and not steps:
        return (plain,)
    return plain, Setting(facts, goal, (*before, *steps))


Positive = dict[Tensor, str]


def cancel_positive(facts: Iterable[Fact], tensors: Iterable[Tensor]) -> tuple[Combine, ...]:
    """Steps that cancel the positive factors of facts."""
    known = tuple(facts)
    positive = _positive_tensors(known, tensors)
    steps = []
    for fact in known:
        polynomial, multiplier = fact.polynomial, []
        for tensor, indices in _common_atoms(polynomial):
            if tensor in positive and fact.relation != ">":
                multiplier.append(Use(positive[tensor], indices))
                polynomial = _without(polynomial, factor(((tensor, indices),)))
        if multiplier:
            indices = tuple(i for i in fact.indices if i in polynomial.free)
            statement = Fact(f"{fact.name}, cancelled", polynomial, indices, fact.relation)
            term = Term(_ONE, (Use(fact.name, fact.indices),))
            steps.append(Combine(statement, (term,), tuple(multiplier)))
    return tuple(steps)


def _positive_tensors(facts: Iterable[Fact], tensors: Iterable[Tensor]) -> Positive:
    """The tensors known to be positive at all letters, with the fact that says so."""
    known: Positive = {}
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


def _without(polynomial: Polynomial, common: Factor) -> Polynomial:
    """The polynomial divided by a factor that stands in every monomial."""

    def divided(monomial: Monomial) -> Monomial:
        at = monomial.index(common)
        return monomial[:at] + monomial[at + 1 :]

    return Polynomial({divided(m): c for m, c in polynomial})
