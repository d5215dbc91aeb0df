"""Facts cleared before a search: positive factors are cancelled, quotients are eliminated.

From p(x) > 0 for all x and p(x) (t P_Y(y) - W(x,y)) >= 0 follows t P_Y(y) - W(x,y) >= 0.

A posterior quantity enters a sequent by its definition  P_Y(y) Q(y,z) = sum_x P(x)W(x,y)U(x,y,z).
Where a fact has the left side as a part of a monomial, the right side takes its place; a quotient
that no fact mentions any more needs no definition either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.normal_form import Factor, Monomial, factor
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent, declared_facts
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.candidates import use_of
from pmlsym.engines.ingredient import ingredient, matches, target
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
    before = _cancel_positive(known, sequent.tensors)
    renewed = {step.terms[0].uses[0].fact: step.statement for step in before}
    cancelled = tuple(renewed.get(fact.name, fact) for fact in known)
    facts, steps = _eliminate(cancelled, goal.polynomial)
    if not before and not steps:
        return (plain,)
    return plain, Setting(facts, goal, (*before, *steps))


def _cancel_positive(facts: Iterable[Fact], tensors: Iterable[Tensor]) -> tuple[Combine, ...]:
    """Steps that cancel the positive factors of facts."""
    known = tuple(facts)
    positive = _positive_tensors(known, tensors)
    steps = []
    for fact in known:
        polynomial, multiplier = fact.polynomial, []
        for tensor, indices in _common_atoms(polynomial):
            if tensor in positive and fact.relation != ">":
                multiplier.append(Use(positive[tensor], indices))
                polynomial = _divided(polynomial, factor(((tensor, indices),)))
        if multiplier:
            indices = tuple(i for i in fact.indices if i in polynomial.free)
            statement = Fact(f"{fact.name}, cancelled", polynomial, indices, fact.relation)
            term = Term(_ONE, (Use(fact.name, fact.indices),))
            steps.append(Combine(statement, (term,), tuple(multiplier)))
    return tuple(steps)


def _eliminate(facts: Iterable[Fact], goal: Polynomial) -> tuple[tuple[Fact, ...], list[Combine]]:
    """The facts without the quotients that can be eliminated, and the steps that do so."""
    known = tuple(facts)
    definitions = {q: fact for fact in known if (q := _quotient(fact)) is not None}
    steps: list[Combine] = []
    found = []
    for fact in known:
        step = None if fact in definitions.values() else _by_definition(fact, definitions)
        found.append(fact if step is None else step.statement)
        steps += [] if step is None else [step]
    needed = set(goal.tensors).union(
        *(f.polynomial.tensors for f in found if f not in definitions.values())
    )
    idle = [fact for q, fact in definitions.items() if q not in needed]
    return tuple(fact for fact in found if fact not in idle), steps


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


def _divided(polynomial: Polynomial, common: Factor) -> Polynomial:
    """The polynomial divided by a factor that stands in every monomial."""

    def rest(monomial: Monomial) -> Monomial:
        at = monomial.index(common)
        return monomial[:at] + monomial[at + 1 :]

    return Polynomial({rest(m): c for m, c in polynomial})


def _quotient(fact: Fact) -> Tensor | None:
    """The tensor that a fact defines, if it does."""
    return fact.origin.tensor if fact.origin.kind == "definition" else None


def _by_definition(fact: Fact, definitions: dict[Tensor, Fact]) -> Combine | None:
    """The fact with every definition used from left to right, as often as it can be."""
    polynomial = fact.polynomial
    terms: list[Term] = []
    while True:
        found = next(_uses(polynomial, definitions), None)
        if found is None:
            break
        change, term = found
        polynomial, terms = polynomial + change, [*terms, term]
    if not terms:
        return None
    indices = tuple(i for i in fact.indices if i in polynomial.free)
    statement = Fact(f"{fact.name}, by definition", polynomial, indices, fact.relation)
    first = Term(_ONE, (Use(fact.name, fact.indices),))
    return Combine(statement, (first, *terms))


def _uses(
    polynomial: Polynomial, definitions: dict[Tensor, Fact]
) -> Iterator[tuple[Polynomial, Term]]:
    """What can be added to a polynomial, each a zero that takes a quotient out of a monomial."""
    for monomial, c in polynomial:
        for quotient in {t for part in monomial for t, _ in part} & set(definitions):
            definition = ingredient(definitions[quotient])
            lead, scale = _lead(definition.polynomial, quotient)
            aim = target(monomial)
            for match in matches(definition, lead, aim, polynomial.free):
                placed = definition.at(dict(match.names), "~")
                if placed.indices or not all(t.is_nonnegative for t, _ in match.rest):
                    continue
                zero = placed.polynomial
                for tensor, indices in match.rest:
                    zero = zero * atom(tensor, *indices)
                rest = tuple(use_of(tensor, indices) for tensor, indices in match.rest)
                uses = (*placed.uses, *rest)
                own = tuple(i for i in match.shared if any(i in use.indices for use in uses))
                times = -Fraction(c) / scale
                yield sum_over(zero, *own) * times, Term(times, uses, own)


def _lead(polynomial: Polynomial, quotient: Tensor) -> tuple[Monomial, Fraction]:
    """The monomial of a definition that has the quotient."""
    return next(
        (m, Fraction(c)) for m, c in polynomial if any(t == quotient for f in m for t, _ in f)
    )
