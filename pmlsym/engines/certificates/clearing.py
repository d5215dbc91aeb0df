"""Facts cleared of positive factors, and of quotients and terms whose values equalities give.

    P(x) (t P_Y(y) - W(x,y)) >= 0   and   P(x) > 0   give   t P_Y(y) - W(x,y) >= 0
    P_Y(y) Q(y,z) = sum_x P(x)W(x,y)U(x,y,z)                a quotient, by its definition
    -F(1, E) = eps                                          a term whose value is known

Equalities are used from left to right. A term has no sign, so an equality that mentions one would
be a demand for each of its monomials; where the value takes the place of the term, nothing is
demanded. A quotient that no fact mentions any more needs no definition either.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.normal_form import Factor, Monomial
from pmlsym.calculus.polynomial import Polynomial, atom, sum_over
from pmlsym.calculus.sequent import Fact, declared_facts
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.combination_searches import Problem
from pmlsym.engines.certificates.ingredient import ingredient, matches, target
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import declared_use, negated, times, use_of_fact
from pmlsym.kernel.certificate import Combine, Term, Use

MOST_LOWERED = 6
"""The most statements to search for, the first and those that means make of it."""

MOST = 40
"""The most uses of equalities in a fact: two equalities may lead back to each other."""

Rewrites = Mapping[Tensor, Fact]
"""The equality to use for each tensor."""


def cleared_problems(
    known: tuple[Fact, ...], facts: tuple[Fact, ...], statement: Fact, multipliers: tuple[Fact, ...]
) -> Iterator[Problem]:
    """The problems of a search: a statement from facts as they are, and from them cleared."""
    yield Problem(known, statement, (), multipliers)
    tensors = {t for fact in (*facts, statement) for t in fact.polynomial.tensors}
    before = cancelling_steps(known, tensors)
    renewed = {step.terms[0].uses[0].fact: step.statement for step in before}
    cancelled = tuple(renewed.get(fact.name, fact) for fact in known)
    simpler = rewriting_step(statement, term_values(known))
    goal = statement if simpler is None else simpler.statement
    after = () if simpler is None else (step_back(simpler, statement),)
    divided = divided_goal(known, goal)
    if divided is not None:
        goal, back = divided
        after = (back, *after)
    kept, steps = _without_known_values(cancelled, goal.polynomial)
    if before or steps or after:
        yield Problem(kept, goal, (*before, *steps), multipliers, after)


def _without_known_values(
    facts: tuple[Fact, ...], goal: Polynomial
) -> tuple[tuple[Fact, ...], list[Combine]]:
    """The facts for a search, with defined or known tensors replaced, and the steps to them."""
    equalities = {**term_values(facts), **quotient_definitions(facts)}
    valued = {*equalities.values()}
    steps = {
        fact: step
        for fact in facts
        if fact not in valued and (step := rewriting_step(fact, equalities)) is not None
    }
    kept = [steps[fact].statement if fact in steps else fact for fact in facts]
    others = (fact.polynomial.tensors for fact in kept if fact not in valued)
    needed = set(goal.tensors).union(*others)
    idle = [fact for tensor, fact in equalities.items() if tensor not in needed]
    return tuple(fact for fact in kept if fact not in idle), [*steps.values()]


def quotient_definitions(facts: Iterable[Fact]) -> dict[Tensor, Fact]:
    """The facts that define quotients, by which a search replaces these tensors."""
    return {
        fact.origin.tensor: fact
        for fact in facts
        if fact.origin.kind == "definition" and fact.origin.tensor is not None
    }


def term_values(facts: Iterable[Fact]) -> dict[Tensor, Fact]:
    """The equalities by which a search can replace a convex term that is a monomial by itself."""
    equalities: dict[Tensor, Fact] = {}
    for fact in facts:
        if fact.relation != "==" or fact.origin.kind == "definition":
            continue
        alone = [t for t in fact.polynomial.tensors if t.is_term and _is_monomial_alone(t, fact)]
        if alone:
            equalities.setdefault(max(alone, key=lambda t: (len(t.name), t)), fact)
    return equalities


def rewriting_step(fact: Fact, rewrites: Rewrites) -> Combine | None:
    """The search's step that rewrites a fact by equalities as often as it can, or None."""
    polynomial = fact.polynomial
    terms: list[Term] = []
    for _ in range(MOST):
        replacement = next(_zeros_to_add(polynomial, rewrites), None)
        if replacement is None:
            break
        zero, term = replacement
        polynomial, terms = polynomial + zero, [*terms, term]
    if not terms:
        return None
    indices = tuple(i for i in fact.indices if i in polynomial.free)
    statement = Fact(f"{fact.name}, by definition", polynomial, indices, fact.relation)
    return Combine(statement, (*times(1, fact), *terms))


def lower_statements(
    statement: Fact, means: Iterable[Fact]
) -> Iterator[tuple[Fact, tuple[Combine, ...]]]:
    """Statements to search for instead, with terms made larger, and the steps back.

    Each mean is put into the statement, and again into what came of that.
    """
    usable = [(term, fact) for fact in means for term in _terms_bounded_by(fact)]
    left: list[tuple[Fact, tuple[Combine, ...]]] = [(statement, ())]
    for count in range(MOST_LOWERED):
        if count == len(left):
            return
        lower, back = left[count]
        for term, fact in usable:
            step = rewriting_step(lower, {term: fact})
            if step is not None:
                named = replace(step.statement, name=f"{statement.name} lowered {len(left)}")
                step = replace(step, statement=named)
                left.append((named, (step_back(step, lower), *back)))
                if len(left) <= MOST_LOWERED:
                    yield left[-1]


def step_back(step: Combine, statement: Fact) -> Combine:
    """The step of a certificate back to a statement, from the result of a step that added to it."""
    first, *added = step.terms
    whole = replace(first, uses=(use_of_fact(step.statement),))
    return Combine(statement, (whole, *negated(added)))


def _terms_bounded_by(fact: Fact) -> Iterator[Tensor]:
    """The convex term that a fact about a mean bounds from above, which a search may replace."""
    for monomial, c in fact.polynomial:
        if c < 0 and len(monomial) == 1 and len(monomial[0]) == 1:
            ((tensor, _),) = monomial[0]
            if tensor.is_term and _is_monomial_alone(tensor, fact):
                yield tensor


def _is_monomial_alone(term: Tensor, fact: Fact) -> bool:
    """Whether a search can replace a convex term, which is one whole monomial of a fact."""
    monomials = [m for m, _ in fact.polynomial if any(t == term for part in m for t, _ in part)]
    inside = any(t.term and term in t.term.tensors for t in fact.polynomial.tensors)
    if len(monomials) != 1 or len(monomials[0]) != 1 or len(monomials[0][0]) != 1 or inside:
        return False
    ((_, letters),) = monomials[0][0]
    return set(letters) == set(fact.indices) and len(set(letters)) == len(letters)


def _zeros_to_add(polynomial: Polynomial, rewrites: Rewrites) -> Iterator[tuple[Polynomial, Term]]:
    """Zeros, as terms of a certificate, each of which takes a tensor out of a monomial."""
    for monomial, c in polynomial:
        for tensor in sorted({t for part in monomial for t, _ in part} & set(rewrites)):
            equality = ingredient(rewrites[tensor])
            lead, scale = lead_monomial(equality.polynomial, tensor)
            aim = target(monomial)
            for match in matches(equality, lead, aim, polynomial.free):
                placed = equality.at(dict(match.names), "~")
                if placed.indices or not all(t.is_nonnegative for t, _ in match.rest):
                    continue
                zero = placed.polynomial
                for other, indices in match.rest:
                    zero = zero * atom(other, *indices)
                rest = tuple(declared_use(other, indices) for other, indices in match.rest)
                uses = (*placed.uses, *rest)
                letters = tuple(i for i in match.shared if any(i in use.indices for use in uses))
                times = -Fraction(c) / scale
                if times > 0 and rewrites[tensor].relation != "==":
                    continue  # what replaces it must not be less
                yield sum_over(zero, *letters) * times, Term(times, uses, letters)


def lead_monomial(polynomial: Polynomial, tensor: Tensor) -> tuple[Monomial, Fraction]:
    """The monomial of an equality by which a search replaces a tensor, and its coefficient."""
    return next(
        (m, Fraction(c)) for m, c in polynomial if any(t == tensor for f in m for t, _ in f)
    )


def cancelling_steps(facts: tuple[Fact, ...], tensors: Iterable[Tensor]) -> list[Combine]:
    """The steps of a certificate that divide facts by factors known to be positive."""
    positive = _positive_tensors(facts, tensors)
    steps = []
    for fact in facts:
        polynomial, multiplier = fact.polynomial, []
        for tensor, indices in _common_atoms(polynomial):
            if tensor in positive and fact.relation != ">":
                rest = quotient(polynomial, atom(tensor, *indices))
                assert rest is not None  # the atom is in every monomial
                multiplier.append(Use(positive[tensor], indices))
                polynomial = rest
        if multiplier:
            indices = tuple(i for i in fact.indices if i in polynomial.free)
            statement = Fact(f"{fact.name}, cancelled", polynomial, indices, fact.relation)
            steps.append(Combine(statement, times(1, fact), tuple(multiplier)))
    return steps


def divided_goal(facts: tuple[Fact, ...], goal: Fact) -> tuple[Fact, Combine] | None:
    """A search's goal without its positive factors, which is equivalent, and the step back.

    The result is None where there are none.
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
    return (divided, Combine(goal, times(1, divided, *uses))) if uses else None


def _positive_tensors(facts: Iterable[Fact], tensors: Iterable[Tensor]) -> dict[Tensor, str]:
    """The tensors that facts show positive at all letters, by which a search divides."""
    positive: dict[Tensor, str] = {}
    for fact in (*declared_facts(tensors), *facts):
        if fact.relation == ">" and len(fact.polynomial) == 1:
            ((monomial, c),) = fact.polynomial.terms.items()
            if c == 1 and len(monomial) == 1 and len(monomial[0]) == 1:
                ((tensor, indices),) = monomial[0]
                if indices == fact.indices:
                    positive.setdefault(tensor, fact.name)
    return positive


def _common_atoms(polynomial: Polynomial) -> Iterator[tuple[Tensor, tuple[Index, ...]]]:
    """The factors that all monomials of a polynomial share, by which a search may divide a fact."""
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
