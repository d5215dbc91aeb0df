"""Combinations: a goal as a nonnegative combination of products of facts.

    goal  =  sum_k lambda_k * ( sum over shared letters of a product of facts ),     lambda_k >= 0

The search is driven by the goal. A monomial that the goal has with a negative coefficient must come
from some term; an ingredient can produce it if one of its own negative monomials is a part of it,
and the rest is the multiplier. The positive monomials of that product are demanded in turn. After
each round a linear program looks for the coefficients.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from time import monotonic

from pmlsym.calculus.index import Index
from pmlsym.calculus.normal_form import Monomial
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.sequent import Fact, declared_facts
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.candidates import (
    Candidate,
    Reach,
    Search,
    degrees_of,
    producers,
    use_of,
)
from pmlsym.engines.exact_simplex import nonnegative_solution
from pmlsym.engines.ingredient import Ingredient, ingredient, sums
from pmlsym.engines.matching import target
from pmlsym.evidence.certificate import Combine, Term, Use

CASE = "case"
"""What the names of facts begin with that a case split assumes."""

REACHES = (
    Reach(apart=False),
    Reach(apart=False, slack=1),
    Reach(),
    Reach(weights=1),
    Reach(pairs=True),
    Reach(weights=1, pairs=True),
    Reach(weights=2, margins=True),
    Reach(slack=1),
    Reach(weights=1, pairs=True, slack=1),
    Reach(weights=3, pairs=True, margins=True, slack=1),
)


@dataclass(frozen=True)
class Problem:
    """A statement to derive from facts."""

    facts: tuple[Fact, ...]
    statement: Fact

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """Every tensor of the problem, sorted."""
        polynomials = [fact.polynomial for fact in (*self.facts, self.statement)]
        return tuple(sorted(set().union(*(p.tensors for p in polynomials))))


@dataclass(frozen=True)
class Outcome:
    """The step that derives one of the problems, if one was found, and what was tried."""

    step: Combine | None
    problem: int
    tried: int
    in_time: bool

    def __str__(self) -> str:
        ending = "" if self.step else ", nothing more to try" if self.in_time else ", out of time"
        return f"{self.tried} candidates{ending}"


def combine(problems: Sequence[Problem], *, deadline: float) -> Outcome:
    """A derivation of any one of the problems; they are searched side by side.

    The first problem is searched simply, the last one with every reach.
    """
    searches = [
        (number, multiplier, _start(problem, goal, deadline, reach))
        for depth, reach in enumerate(REACHES)
        for number, problem in enumerate(problems)
        if not depth or number == len(problems) - 1
        for goal, multiplier in _goals(problem)
    ]
    step, number = _without_demand(searches[0][2], problems[0])
    while step is None and monotonic() <= deadline:
        open_ = [entry for entry in searches if entry[2].wanted]
        if not open_:
            break
        number, multiplier, search = min(open_, key=lambda entry: entry[2].cost())
        found = _deepen(search)
        if found is not None:
            step = Combine(problems[number].statement, found, multiplier)
    tried = sum(len(search.candidates) for _, _, search in searches)
    return Outcome(step, number, tried, monotonic() <= deadline)


def _without_demand(search: Search, problem: Problem) -> tuple[Combine | None, int]:
    """A goal without negative monomials, such as a product of tensors, needs no search."""
    found = None if search.wanted else _solve(search, search.goal)
    return (None if found is None else Combine(problem.statement, found)), 0


def _goals(problem: Problem) -> Iterator[tuple[Polynomial, tuple[Use, ...]]]:
    """The goal, and the goal times what a case assumes, or what a contradiction has, positive."""
    goal = problem.statement.polynomial
    yield goal, ()
    for fact in problem.facts:
        if fact.relation == ">" and not fact.indices:
            if goal == constant(-1) or fact.name.startswith(CASE):
                yield goal * fact.polynomial, (Use(fact.name),)


def _start(
    problem: Problem, goal: Polynomial, deadline: float, reach: Reach
) -> Search:
    facts, tensors = problem.facts, problem.tensors
    free = {i for fact in facts for i in fact.polynomial.free if i not in fact.indices}
    constants = _with_any_letters(tensors, {*goal.free, *free})
    weights = [
        t
        for t in tensors
        if len(t.stochastic) == 1 and t.is_nonnegative and len(t.alphabets) <= reach.weights
    ]
    ingredients = []
    for fact in facts:
        base = ingredient(fact)
        ingredients.append(base)
        ingredients.extend(sums(base, weights, constants))
    if reach.margins:
        ingredients.extend(_margins(tensors))
    unique = {(i.polynomial, i.indices): i for i in reversed(ingredients) if i.polynomial}
    return Search(
        goal,
        list(reversed(unique.values())),
        constants,
        _degree_limits(goal, facts, reach.slack),
        reach,
        deadline,
        [m for m, c in goal if c < 0],
    )


def _with_any_letters(tensors: tuple[Tensor, ...], known: set[Index]) -> tuple[Index, ...]:
    """The constants, and one letter, any, of each alphabet that has none: none is empty."""
    every = {name for tensor in tensors for name in tensor.alphabets}
    bare = sorted(every - {index.alphabet for index in known})
    return tuple(sorted({*known, *(Index(name, f"{name.lower()}_any") for name in bare)}))


def _degree_limits(goal: Polynomial, facts: Iterable[Fact], slack: int) -> dict[Tensor, int]:
    """How often each tensor may occur in a monomial: as often as in the goal, or in a fact."""
    limits = {tensor: degree + slack for tensor, degree in degrees_of(goal).items()}
    for fact in facts:
        for tensor, degree in degrees_of(fact.polynomial).items():
            limits.setdefault(tensor, degree + slack)
    return limits


def _margins(tensors: tuple[Tensor, ...]) -> Iterator[Ingredient]:
    for fact in declared_facts(tensors):
        if fact.name.endswith("<= 1") and not fact.name.startswith("delta"):
            yield ingredient(fact)


def _deepen(search: Search) -> tuple[Term, ...] | None:
    """One round: candidates for what is wanted, then a linear program for the coefficients."""
    if not search.wanted:
        return None
    settled = {m for m, c in search.goal if c > 0}
    fresh: list[Monomial] = []
    for monomial in search.wanted:
        if monomial in search.demanded or monotonic() > search.deadline:
            continue
        search.demanded.add(monomial)
        for candidate in producers(search, monomial):
            if candidate.polynomial in search.candidates:
                continue
            search.candidates[candidate.polynomial] = candidate
            fresh.extend(
                m
                for m, c in candidate.polynomial
                if (c > 0 or candidate.is_equality) and m not in settled
            )
    search.wanted = list(dict.fromkeys(fresh))
    return _solve(search, search.goal)


def _solve(search: Search, goal: Polynomial) -> tuple[Term, ...] | None:
    """Coefficients that make the candidates and single monomials add up to the goal."""
    kept = _cancelable(list(search.candidates.values()), goal)
    singles = _singles(kept, goal)
    everything = [*kept, *singles]
    solution = nonnegative_solution(
        [c.polynomial.terms for c in everything],
        [c.is_equality for c in everything],
        goal.terms,
        [c.weight for c in everything],
        search.deadline,
    )
    if solution is None:
        return None
    return tuple(
        Term(value, everything[j].term.uses, everything[j].term.summed)
        for j, value in sorted(solution.items())
    )


def _cancelable(candidates: list[Candidate], goal: Polynomial) -> list[Candidate]:
    """The candidates all of whose monomials could cancel against others, the goal, or nothing."""
    while True:
        above = {m for m, c in goal if c > 0}
        for candidate in candidates:
            above.update(m for m, c in candidate.polynomial if candidate.is_equality or c < 0)
        kept = [
            candidate
            for candidate in candidates
            if all(c < 0 or m in above for m, c in candidate.polynomial)
            or candidate.is_equality
        ]
        if len(kept) == len(candidates):
            return kept
        candidates = kept


def _singles(candidates: list[Candidate], goal: Polynomial) -> list[Candidate]:
    """The nonnegative monomials in sight, each as a candidate of its own."""
    seen = {m: None for p in (goal, *(c.polynomial for c in candidates)) for m, _ in p}
    singles = []
    for monomial in seen:
        parts = target(monomial)
        if all(tensor.is_nonnegative for tensor, _ in parts.atoms):
            uses = tuple(use_of(tensor, indices) for tensor, indices in parts.atoms)
            term = Term(Fraction(1), uses, parts.shared)
            singles.append(Candidate(Polynomial({monomial: 1}), term, False))
    return singles
