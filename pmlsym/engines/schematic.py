"""Schematic certificates: proofs of a sequent for every alphabet size.

    goal  =  sum_k lambda_k * ( sum over shared letters of a product of facts ),     lambda_k >= 0

The search is driven by the goal. A monomial that the goal has with a negative coefficient must come
from some term; an ingredient can produce it if one of its own negative monomials is a part of it,
and the rest is the multiplier. The positive monomials of that product are demanded in turn. After
each round a linear program looks for the coefficients. What is found is only a proposal: the kernel
checks it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from time import monotonic

from pmlsym.calculus.index import Index
from pmlsym.calculus.normal_form import Atom, Monomial
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Sequent, declared_facts, distinct
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.cancelling import Setting, settings
from pmlsym.engines.exact_simplex import nonnegative_solution
from pmlsym.engines.ingredient import Ingredient, ingredient, sums
from pmlsym.engines.matching import Target, matches, target
from pmlsym.evidence.certificate import GOAL, Certificate, Combine, Step, Term, Use


@dataclass(frozen=True)
class Reach:
    """How far a search goes.

    `apart`: sums over the letters distinct from a given one, also where the goal has none;
    `weights`: hypotheses averaged over a letter, with distributions of at most so many letters;
    `pairs`: products of two hypotheses; `margins`: 1 - T >= 0 for what is at most one; `slack`: by
    how much a tensor's degree may exceed its degree in the goal.
    """

    apart: bool = True
    weights: int = 0
    pairs: bool = False
    margins: bool = False
    slack: int = 0


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
class Candidate:
    """A nonnegative (or zero) polynomial with the term that makes it so."""

    polynomial: Polynomial
    term: Term
    is_equality: bool

    @property
    def weight(self) -> int:
        """What the candidate costs in a proof."""
        return 2 + len(self.term.uses) + len(self.term.summed)


@dataclass
class Search:
    """The state of one search: ingredients, candidates so far, and monomials demanded."""

    setting: Setting
    goal: Polynomial
    multiplier: tuple[Use, ...]
    ingredients: list[Ingredient]
    constants: tuple[Index, ...]
    degrees: Mapping[Tensor, int]
    reach: Reach
    deadline: float
    wanted: list[Monomial]
    candidates: dict[Polynomial, Candidate] = field(default_factory=dict)
    demanded: set[Monomial] = field(default_factory=set)

    def cost(self) -> int:
        """What one more round is expected to cost, together with what was spent."""
        return len(self.candidates) + len(self.wanted) * len(self.ingredients)


def prove_schematically(sequent: Sequent, *, budget: float) -> tuple[Certificate | None, str]:
    """A certificate for the sequent, or nothing, with a sentence on how the search ended."""
    deadline = monotonic() + budget
    searches = [
        _start(sequent, setting, goal, multiplier, deadline, reach)
        for depth, reach in enumerate(REACHES)
        for setting in settings(sequent)[-1 if depth else 0 :]
        for goal, multiplier in _goals(setting)
    ]
    while monotonic() <= deadline and any(search.wanted for search in searches):
        search = min((s for s in searches if s.wanted), key=Search.cost)
        found = _deepen(search)
        if found is not None:
            setting = search.setting
            step = Combine(setting.goal, found, search.multiplier)
            tried = sum(len(s.candidates) for s in searches)
            steps = (*setting.before, step, *setting.after)
            return _tidy(Certificate(sequent, steps)), f"{tried} candidates"
    tried = sum(len(s.candidates) for s in searches)
    ending = "out of time" if monotonic() > deadline else "nothing more to try"
    return None, f"{ending} after {tried} candidates"


def _goals(setting: Setting) -> Iterator[tuple[Polynomial, tuple[Use, ...]]]:
    """The goal, and, for a contradiction, the goal times what is known to be positive."""
    goal = setting.goal.polynomial
    yield goal, ()
    if goal == constant(-1):
        for fact in setting.facts:
            if fact.relation == ">" and not fact.indices:
                yield goal * fact.polynomial, (Use(fact.name),)


def _start(
    sequent: Sequent,
    setting: Setting,
    goal: Polynomial,
    multiplier: tuple[Use, ...],
    deadline: float,
    reach: Reach,
) -> Search:
    facts = setting.facts
    free = {i for fact in facts for i in fact.polynomial.free if i not in fact.indices}
    constants = _with_any_letters(sequent, {*sequent.goal.free, *free})
    weights = [
        t
        for t in sequent.tensors
        if len(t.stochastic) == 1 and t.is_nonnegative and len(t.alphabets) <= reach.weights
    ]
    ingredients = []
    for fact in facts:
        base = ingredient(fact)
        ingredients.append(base)
        ingredients.extend(sums(base, weights, constants))
    if reach.margins:
        ingredients.extend(_margins(sequent))
    unique = {(i.polynomial, i.indices): i for i in reversed(ingredients) if i.polynomial}
    return Search(
        setting,
        goal,
        multiplier,
        list(reversed(unique.values())),
        constants,
        _degree_limits(goal, facts, reach.slack),
        reach,
        deadline,
        [m for m, c in goal if c < 0],
    )


def _with_any_letters(sequent: Sequent, known: set[Index]) -> tuple[Index, ...]:
    """The constants, and one letter, any, of each alphabet that has none: none is empty."""
    every = {name for tensor in sequent.tensors for name in tensor.alphabets}
    bare = sorted(every - {index.alphabet for index in known})
    return tuple(sorted({*known, *(Index(name, f"{name.lower()}_any") for name in bare)}))


def _degree_limits(goal: Polynomial, facts: Iterable[Fact], slack: int) -> dict[Tensor, int]:
    """How often each tensor may occur in a monomial: as often as in the goal, or in a fact."""
    limits = {tensor: degree + slack for tensor, degree in _degrees(goal).items()}
    for fact in facts:
        for tensor, degree in _degrees(fact.polynomial).items():
            limits.setdefault(tensor, degree + slack)
    return limits


def _degrees(polynomial: Polynomial) -> dict[Tensor, int]:
    degrees: dict[Tensor, int] = {}
    for monomial, _ in polynomial:
        for tensor, degree in Counter(t for f in monomial for t, _ in f).items():
            degrees[tensor] = max(degrees.get(tensor, 0), degree)
    return degrees


def _margins(sequent: Sequent) -> Iterator[Ingredient]:
    for fact in declared_facts(sequent.tensors):
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
        for candidate in _producers(search, monomial):
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


def _producers(search: Search, monomial: Monomial) -> Iterator[Candidate]:
    """Candidates in which the monomial has a negative coefficient (or any, in an equality)."""
    aim = target(monomial)
    for base in search.ingredients:
        for part, c in base.polynomial:
            if c < 0 or base.is_equality:
                yield from _from_part(search, base, part, aim)
    yield from _dominations(search, aim)


def _from_part(
    search: Search, base: Ingredient, part: Monomial, aim: Target
) -> Iterator[Candidate]:
    for match in matches(base, part, aim, search.constants):
        if not all(tensor.is_nonnegative for tensor, _ in match.rest):
            continue
        placed = base.at(dict(match.names), "'")
        if placed.indices:
            continue
        yield from _candidate(search, placed, match.rest, match.shared)
        if search.reach.pairs:
            yield from _with_second(search, placed, match.rest, match.shared)


def _with_second(
    search: Search, first: Ingredient, rest: tuple[Atom, ...], shared: tuple[Index, ...]
) -> Iterator[Candidate]:
    """Part of the multiplier is itself the positive part of an ingredient: a product of two."""
    if not rest or first.is_equality:
        return
    aim = Target(rest, shared)
    for base in search.ingredients:
        if base.is_equality:
            continue
        for part, c in base.polynomial:
            if c <= 0 or not part:
                continue
            for match in matches(base, part, aim, search.constants):
                placed = base.at(dict(match.names), '"')
                if placed.indices or len(match.shared) < len(shared):
                    continue
                product = Ingredient(
                    first.polynomial * placed.polynomial,
                    (),
                    (*first.uses, *placed.uses),
                    (*first.summed, *placed.summed),
                )
                yield from _candidate(search, product, match.rest, shared)


def _candidate(
    search: Search, placed: Ingredient, rest: tuple[Atom, ...], shared: tuple[Index, ...]
) -> Iterator[Candidate]:
    polynomial = placed.polynomial
    for tensor, indices in rest:
        polynomial = polynomial * atom(tensor, *indices)
    uses = (*placed.uses, *(_use(tensor, indices) for tensor, indices in rest))
    own = tuple(i for i in shared if _occurs(i, uses))
    total = sum_over(polynomial, *own)
    if not total or not _within(search, total):
        return
    term = Term(Fraction(1), uses, (*own, *placed.summed))
    yield Candidate(total, term, placed.is_equality)
    for index in own if search.reach.apart else ():
        for other in (*search.constants, *own):
            if other == index or other.alphabet != index.alphabet:
                continue
            apart = distinct(index, other)
            use = Use(f"delta_{index.alphabet} <= 1", (index, other))
            yield Candidate(
                sum_over(polynomial * apart, *own),
                Term(Fraction(1), (*uses, use), term.summed),
                placed.is_equality,
            )


def _dominations(search: Search, aim: Target) -> Iterator[Candidate]:
    """sum_s m(s) - m(c) >= 0: part of the target at one letter is below its sum over all letters."""
    for letter in (*search.constants, *aim.shared):
        touching = [k for k, (_, indices) in enumerate(aim.atoms) if letter in indices]
        if not 1 <= len(touching) <= 5:
            continue
        for mask in range(1, 1 << len(touching)):
            chosen = {k for b, k in enumerate(touching) if mask >> b & 1}
            fresh = Index(letter.alphabet, f"{letter.alphabet.lower()}*d")
            moved = [
                (t, tuple(fresh if i == letter and k in chosen else i for i in indices))
                for k, (t, indices) in enumerate(aim.atoms)
            ]
            if not all(t.is_nonnegative for t, _ in moved):
                return
            if letter in aim.shared and len(chosen) == len(touching):
                continue
            yield from _domination(search, moved, letter, fresh, aim.shared)


def _domination(
    search: Search, moved: list[Atom], letter: Index, fresh: Index, shared: tuple[Index, ...]
) -> Iterator[Candidate]:
    product = distinct(fresh, letter)
    for tensor, indices in moved:
        product = product * atom(tensor, *indices)
    uses = tuple(_use(tensor, indices) for tensor, indices in moved)
    apart = Use(f"delta_{letter.alphabet} <= 1", (fresh, letter))
    summed = (*shared, fresh)
    total = sum_over(product, *summed)
    if total:
        yield Candidate(total, Term(Fraction(1), (*uses, apart), summed), False)


def _within(search: Search, polynomial: Polynomial) -> bool:
    """Whether no tensor occurs more often than the search allows; scalars that are new may."""
    limits = search.degrees
    return all(d <= limits.get(t, 1) for t, d in _degrees(polynomial).items() if not t.is_size)


def _use(tensor: Tensor, indices: tuple[Index, ...]) -> Use:
    name = f"delta_{tensor.alphabets[0]}" if tensor.is_delta else tensor.name
    return Use(f"{name} >= 0", indices)


def _occurs(index: Index, uses: Iterable[Use]) -> bool:
    return any(index in use.indices for use in uses)


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
            uses = tuple(_use(tensor, indices) for tensor, indices in parts.atoms)
            term = Term(Fraction(1), uses, parts.shared)
            singles.append(Candidate(Polynomial({monomial: 1}), term, False))
    return singles


def _tidy(certificate: Certificate) -> Certificate:
    """Without the steps that the goal does not use."""
    needed = {GOAL}
    kept: list[Step] = []
    for step in reversed(certificate.steps):
        if step.statement.name in needed:
            kept.append(step)
            if isinstance(step, Combine):
                needed |= {use.fact for term in step.terms for use in term.uses}
                needed |= {use.fact for use in step.multiplier}
    return Certificate(certificate.sequent, tuple(reversed(kept)))
