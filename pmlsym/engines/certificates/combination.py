"""Combinations: a goal as a nonnegative combination of products of facts.

    goal  =  sum_k lambda_k * ( sum over shared letters of a product of facts ),     lambda_k >= 0

The search is driven by the goal. A monomial that the goal has with a negative coefficient must come
from some term; an ingredient can produce it if one of its own negative monomials is a part of it,
and the rest is the multiplier. The positive monomials of that product are demanded in turn.

Which of them to produce next, a linear program decides. If monomials that no ingredient was asked
for may be borrowed, at a price that grows with their size and their distance from the goal, the
cheapest solution shows which of the many demands matter. Once nothing has to be borrowed, the
candidates in use are a proof; terms of it that are parts of one sum are joined, for its readers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from pmlsym.calculus.effort import passed
from pmlsym.calculus.meter import tick
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.candidates import (
    Candidate,
    Demand,
    Search,
    consumers,
    monomial_candidate,
    producers,
)
from pmlsym.engines.certificates.combination_searches import Problem, SearchTurn, turns_of
from pmlsym.engines.certificates.ingredient import Memory
from pmlsym.engines.certificates.terms import apart_use, use_at
from pmlsym.kernel.certificate import Combine, Term, Use
from pmlsym.linear.simplex import Column, float_solution, nonnegative_solution, solve_exactly

SINGLE = 15
"""Steps for a monomial that is made a candidate."""

AT_ONCE = 4  # monomials that are produced between two linear programs

BLIND_ROUNDS = 4
"""How many rounds a search makes that is not guided."""

LOSS = 3
"""What a demand that gives a part away for nothing adds to its distance from the goal."""

SMALL = 2500
"""The most entries of a program that the exact method solves before the other is set up."""

MOST_LETTERS = 4  # so that two terms are compared under 24 renamings at most


class Combination:
    """Searches for a derivation of any one of the problems, side by side.

    A search that ran out of time can be continued.
    """

    def __init__(self, problems: Sequence[Problem], memory: Memory) -> None:
        self._turns = turns_of(problems, memory)

    @property
    def exhausted(self) -> bool:
        """Whether every search for this combination of facts has nothing left to try."""
        return all(turn.begun is not None and turn.begun.exhausted for turn in self._turns)

    @property
    def tried(self) -> int:
        """How many candidates the searches for this combination of facts have formed."""
        return sum(len(turn.begun.candidates) for turn in self._turns if turn.begun is not None)

    def run(self) -> tuple[Combine, ...] | None:
        """The steps that derive one of the problems' statements; None if none is found."""
        first = self._turns[0]
        if first.begun is None and not first.search.wanted:  # a product of tensors, for instance
            terms = _coefficients(first.search)
            if terms is not None:
                step = Combine(first.problem.statement, terms)
                return _steps_of_problem(first.problem, step)
        while not passed():
            open_ = [turn for turn in self._turns if turn.begun is None or not turn.begun.exhausted]
            if not open_:
                return None
            turn = min(open_, key=SearchTurn.cost)
            terms = _deepen(turn.search)
            if terms is not None:
                step = Combine(turn.problem.statement, terms, turn.multiplier)
                return _steps_of_problem(turn.problem, step)
        return None


def combine(
    facts: tuple[Fact, ...], statement: Fact, multipliers: tuple[Fact, ...] = ()
) -> Combine | None:
    """The step that derives a statement from facts, if one is found before the deadline.

    It may derive the statement times one of the multipliers, which are positive.
    """
    steps = begun_combination(facts, statement, multipliers).run()
    return None if steps is None else steps[-1]


def begun_combination(
    facts: tuple[Fact, ...], statement: Fact, multipliers: tuple[Fact, ...] = ()
) -> Combination:
    """The search, not yet run, for the step that derives a statement from facts."""
    return Combination([Problem(facts, statement, (), multipliers)], Memory())


def joined_terms(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """A certificate's terms, each part at one letter joined with that at all others.

    >>> x, v, c = Index("X", "x"), Index("X", "v"), Index("X", "c")
    >>> rest = Term(1, (Use("f", (v,)), apart_use(v, c)), (v,))
    >>> joined_terms((Term(1, (Use("f", (c,)),)), rest))
    (Term(coefficient=1, uses=(Use(fact='f', indices=(v,)),), summed=(v,)),)
    """
    for rest in terms:
        for whole, part in _wholes_with_parts(rest):
            for other in terms:
                if other is not rest and _are_alike(other, part):
                    kept = [whole if term is rest else term for term in terms if term is not other]
                    return joined_terms(tuple(kept))
    return terms


def _steps_of_problem(problem: Problem, step: Combine) -> tuple[Combine, ...]:
    """The certificate steps of a solved problem: those before, the one found, and those back."""
    after = problem.after
    if after and len(after[0].terms) == 1 and not (step.multiplier or after[0].multiplier):
        ((multiplied, *factors),) = (term.uses for term in after[0].terms)
        letters = {i for use in factors for i in use.indices}
        fits = multiplied == Use(step.statement.name, step.statement.indices)
        if fits and letters.isdisjoint(i for term in step.terms for i in term.summed):
            terms = (replace(term, uses=(*term.uses, *factors)) for term in step.terms)
            step, after = Combine(after[0].statement, tuple(terms)), after[1:]
    return (*problem.before, step, *after)


def _deepen(search: Search) -> tuple[Term, ...] | None:
    """One round of a search for terms: candidates for what is wanted most, then coefficients."""
    while search.halted and not passed():
        _add_candidates(search, _before_deadline(search, search.halted.pop()), 2)
    # The first round, and every round of a search that is not guided, asks for all that is wanted,
    # which needs no linear program to choose.
    if search.unfinished or not search.programs or not search.reach.guided:
        if not search.unfinished:  # otherwise a deadline came between, and the round goes on
            search.programs += 1
            search.unfinished = list(search.wanted)
        _add_producers(search, [demand for demand in search.unfinished if demand in search.wanted])
        if passed():
            return None
        search.unfinished = []
        terms = _coefficients(search)
        if terms is None and not search.reach.guided and not passed():
            search.exhausted = search.programs >= BLIND_ROUNDS or not search.wanted
        return terms
    search.programs += 1
    singles = _single_monomials(search.candidates.values(), search.goal)
    columns = [*search.candidates.values(), *singles]
    prices = {d: _price(d, depth) for d, depth in search.wanted.items()}
    choice = cheapest_solution(columns, search.goal, prices)
    if choice is None:  # even with borrowing: some surplus has nothing that takes it away
        surplus = (Polynomial({m: 1}) for c in columns for m, k in c.polynomial if k < 0)
        more = _add_consumers(search, surplus, most=len(columns))
        search.exhausted = not more and not passed()
        return None
    borrowed, used = choice
    if not borrowed:
        terms = _exact_coefficients([columns[j] for j in used], search)
        search.exhausted = not passed()
        return terms
    _add_producers(search, borrowed[:AT_ONCE])
    _add_consumers(
        search, [columns[j].polynomial for j in used if j >= len(columns) - len(singles)]
    )
    return None


def cheapest_solution(
    columns: Sequence[Candidate], goal: Polynomial, prices: Mapping[Demand, int]
) -> tuple[list[Demand], list[int]] | None:
    """The demands that a search's linear program borrows, and the candidates that it uses."""
    borrowed = list(prices)
    entries: list[Column] = [column.polynomial.terms for column in columns]
    entries += [{monomial: 1 if positive else -1} for monomial, positive in borrowed]
    free = [column.is_equality for column in columns] + [False] * len(borrowed)
    cost = [column.weight for column in columns] + [1000 * price for price in prices.values()]
    size = len(entries) * len({monomial for column in entries for monomial in column})
    if size <= SMALL:
        solution: Any = solve_exactly(entries, free, goal.terms, cost, hurried=True)
    else:
        solution = float_solution(entries, free, goal.terms, cost)
    if solution is None:
        return None
    used = [j for j in solution if j < len(columns)]
    debts = sorted((-owed, j) for j, owed in solution.items() if j >= len(columns))
    return [borrowed[j - len(columns)] for _, j in debts], used


def _add_producers(search: Search, chosen: list[Demand]) -> None:
    """Add candidates that produce what a search demands; what they demand is wanted from now on."""
    if not search.demanded:
        for monomial, c in search.goal:
            if c > 0:
                _add_candidates(search, consumers(search, monomial, every=search.reach.guided), 2)
    for demand in chosen:
        if passed():
            return
        depth = search.wanted.pop(demand) + 1
        search.demanded.add(demand)
        _add_candidates(search, producers(search, demand), depth)


def _add_consumers(search: Search, idle: Iterable[Polynomial], most: int | None = None) -> bool:
    """Add candidates that use up a search's surplus monomials, and return whether there are any."""
    before = len(search.candidates)
    for single in idle:
        ((monomial, _),) = single
        if monomial not in search.consumed and not passed():
            search.consumed.add(monomial)
            _add_candidates(
                search, _before_deadline(search, consumers(search, monomial, every=True)), 2
            )
        if most is not None and len(search.candidates) - before > most:
            break
    return len(search.candidates) > before


def _before_deadline(search: Search, candidates: Iterator[Candidate]) -> Iterator[Candidate]:
    """A search's candidates until the deadline; the others wait for its next round.

    The rest come later.
    """
    for candidate in candidates:
        yield candidate
        if passed():
            search.halted.append(candidates)
            return


def _add_candidates(search: Search, candidates: Iterable[Candidate], depth: int) -> None:
    """Add candidates, and the demands that they make, to the state of a search."""
    positive = {Demand(m, False) for m, c in search.goal if c > 0}
    settled = set() if search.reach.guided else positive
    for candidate in candidates:
        if candidate.polynomial in search.candidates:
            continue
        search.candidates[candidate.polynomial] = candidate
        far = depth + (LOSS if candidate.is_loss else 0)
        for demand in candidate.demands():
            if demand not in search.demanded and demand not in settled:
                search.wanted[demand] = min(far, search.wanted.get(demand, far))


def _price(demand: Demand, depth: int) -> int:
    """The price at which a search's linear program may borrow a monomial not yet produced."""
    size = 11 + sum(len(factor) for factor in demand.monomial)
    return int(size * 1.5**depth)


def _coefficients(search: Search) -> tuple[Term, ...] | None:
    """The terms that add up to a search's goal, among all its candidates, or None."""
    kept = _cancelable_candidates(list(search.candidates.values()), search.goal)
    return _exact_coefficients([*kept, *_single_monomials(kept, search.goal)], search)


def _exact_coefficients(columns: list[Candidate], search: Search) -> tuple[Term, ...] | None:
    """The terms, with exact coefficients, that add up these candidates to a search's goal."""
    solution = nonnegative_solution(
        [c.polynomial.terms for c in columns],
        [c.is_equality for c in columns],
        search.goal.terms,
        [c.weight for c in columns],
    )
    if solution is None:
        return None
    return joined_terms(
        tuple(
            Term(value, columns[j].term.uses, columns[j].term.summed)
            for j, value in sorted(solution.items())
        )
    )


def _cancelable_candidates(candidates: list[Candidate], goal: Polynomial) -> list[Candidate]:
    """The candidates of a search whose surplus monomials the goal or other candidates use up."""
    while True:
        tick(sum(len(candidate.polynomial) for candidate in candidates))
        above = {m for m, c in goal if c > 0}
        for candidate in candidates:
            above.update(m for m, c in candidate.polynomial if candidate.is_equality or c < 0)
        kept = [
            candidate
            for candidate in candidates
            if all(c < 0 or m in above for m, c in candidate.polynomial) or candidate.is_equality
        ]
        if len(kept) == len(candidates):
            return kept
        candidates = kept


def _single_monomials(candidates: Iterable[Candidate], goal: Polynomial) -> list[Candidate]:
    """The nonnegative monomials that a search sees, each as a candidate of its own."""
    seen = {m: None for p in (goal, *(c.polynomial for c in candidates)) for m, _ in p}
    tick(SINGLE * len(seen))
    return [single for single in map(monomial_candidate, seen) if single is not None]


def _wholes_with_parts(rest: Term) -> Iterator[tuple[Term, Term]]:
    """Sums that a certificate's term has but for one letter, each with its part at that letter."""
    for place, use in enumerate(rest.uses):
        if len(use.indices) != 2 or use != apart_use(*use.indices):
            continue
        uses = (*rest.uses[:place], *rest.uses[place + 1 :])
        for letter, at in (use.indices, use.indices[::-1]):
            if letter in rest.summed and letter != at:
                summed = tuple(index for index in rest.summed if index != letter)
                part = Term(rest.coefficient, _renamed_uses(uses, {letter: at}), summed)
                yield replace(rest, uses=uses), part


def _are_alike(one: Term, other: Term) -> bool:
    """Whether two terms of a certificate are equal, whatever their summed letters are called."""
    if one.coefficient != other.coefficient or len(one.uses) != len(other.uses):
        return False
    if len(one.summed) != len(other.summed) or len(one.summed) > MOST_LETTERS:
        return False
    wanted = Counter(other.uses)
    for letters in permutations(other.summed):
        names = dict(zip(one.summed, letters, strict=True))
        fits = all(index.alphabet == letter.alphabet for index, letter in names.items())
        if fits and Counter(_renamed_uses(one.uses, names)) == wanted:
            return True
    return False


def _renamed_uses(uses: tuple[Use, ...], names: dict[Index, Index]) -> tuple[Use, ...]:
    """The uses of facts in a certificate's term, at other letters."""
    return tuple(use_at(use, names) for use in uses)
