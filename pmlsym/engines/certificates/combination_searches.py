"""The searches for a combination: one for each problem and reach, set up when its turn comes.

A search begins with its ingredients (ingredient.py): facts, sums of them over letters, and
what the reach adds. Sums weighted with a profile are among these: a function of one letter whose
sum is a mass that the problem speaks of. The mass  sum_x A(x,y)p(x)  is the sum of the profile
A(x,y)p(x); what the mass leaves out is the sum of (1 - A(x,y))p(x), where A is at most one.
Bounds of ratios of masses are made of hypotheses that are averaged in this way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations, combinations_with_replacement

from pmlsym.calculus.normal_form import Atom, Factor, rename
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact, declared_facts, declared_name
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.candidates import (
    HEAD_START,
    Reach,
    Search,
    degrees_of,
    demands_of,
    first_cost,
)
from pmlsym.engines.certificates.ingredient import (
    Ingredient,
    Memory,
    diagonals,
    ingredient,
    letters_among,
    sums,
)
from pmlsym.kernel.certificate import Combine, Step, Use

MOST_SCALARS = 8
"""The most facts without letters that are multiplied pairwise."""

MOST = 12
"""The most profiles that are used."""

REACHES = (
    Reach(apart=False, slack=1, guided=True),
    Reach(weights=1, pairs=True),
    Reach(margins=True, profiles=True, slack=1, guided=True),
    Reach(weights=1, pairs=True, slack=1, guided=True),
    Reach(pairs=True, scalars=True, slack=1, guided=True),
    Reach(weights=3, pairs=True, margins=True, slack=1, guided=True),
)


@dataclass(frozen=True)
class Problem:
    """A statement to derive from facts, the steps that lead to the facts, and those that follow it.

    `multipliers` are positive, and the statement times one of them will do.
    """

    facts: tuple[Fact, ...]
    statement: Fact
    before: tuple[Combine, ...] = ()
    multipliers: tuple[Fact, ...] = ()
    after: tuple[Combine, ...] = ()

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """Every tensor of the facts and the statement of a search's problem, sorted."""
        polynomials = [fact.polynomial for fact in (*self.facts, self.statement)]
        return tuple(sorted(set().union(*(p.tensors for p in polynomials))))


@dataclass(frozen=True)
class Instances:
    """Steps about the terms of a sequent, and which of their statements to use.

    `simple` are the facts without the rows of the table, which are many; `every` has the rows too.
    `means` are above a term of the goal, and may take its place. `multipliers` are known to be
    positive, and the goal times one of them may be easier.
    """

    steps: tuple[Step, ...] = ()
    simple: tuple[Fact, ...] = ()
    every: tuple[Fact, ...] = ()
    multipliers: tuple[Fact, ...] = ()
    means: tuple[Fact, ...] = ()


@dataclass
class SearchTurn:
    """A search of one problem with one reach, set up when its turn first comes."""

    problem: Problem
    goal: Polynomial
    multiplier: tuple[Use, ...]
    reach: Reach
    memory: Memory
    begun: Search | None = None

    @cached_property
    def search(self) -> Search:
        """The search for a certificate's terms that this turn runs, begun when first asked."""
        self.begun = _begun_search(self.problem, self.goal, self.reach, self.memory)
        return self.begun

    @cached_property
    def first(self) -> int:
        """The cost of the first round of this turn's search, at most."""
        return first_cost(self.reach, demands_of(self.goal, owed=True))

    def cost(self) -> int:
        """The cost by which searches take turns; one without cleared facts has a head start."""
        cost = self.first if self.begun is None else self.begun.cost()
        return cost - (0 if self.problem.before else HEAD_START)


def turns_of(problems: Sequence[Problem], memory: Memory) -> list[SearchTurn]:
    """The turns of a search: each problem with the first reach, the last with every one."""
    return [
        SearchTurn(problem, goal, multiplier, reach, memory)
        for depth, reach in enumerate(REACHES)
        for problem in (problems if not depth else problems[-1:])
        for goal, multiplier in _goals_with_multipliers(problem, pairs=problem is problems[-1])
    ]


@dataclass(frozen=True)
class Profile:
    """A nonnegative function of `letter`: the product of `uses`, declared facts."""

    letter: Index
    polynomial: Polynomial
    uses: tuple[Use, ...]


def profiles_of_masses(facts: Iterable[Fact], goal: Polynomial) -> tuple[Profile, ...]:
    """The profiles by which a search averages facts: of masses in the goal, then in the facts."""
    by_polynomial: dict[Polynomial, Profile] = {}
    for polynomial, quantified in ((goal, ()), *((f.polynomial, f.indices) for f in facts)):
        masses = {f for monomial, _ in polynomial for f in monomial}
        for mass in sorted(masses, key=lambda f: (len(f), f)):
            running = [i for i in quantified if any(i in indices for _, indices in mass)]
            for letters in letters_among(running, goal.free):
                placed = rename(mass, dict(zip(running, letters, strict=True)))
                for profile in _profiles_of_mass(tuple(placed)):
                    by_polynomial.setdefault(profile.polynomial, profile)
    return tuple(by_polynomial.values())[:MOST]


def profile_sums(base: Ingredient, weights: Iterable[Profile]) -> Iterator[Ingredient]:
    """A search's ingredient summed over one of its letters, with a profile of masses as weight."""
    for weight in weights:
        for index in base.indices:
            if index.alphabet == weight.letter.alphabet:
                there = base.at({index: weight.letter}, "")
                yield there.times(weight.polynomial, *weight.uses).over((weight.letter,))


def _goals_with_multipliers(
    problem: Problem, *, pairs: bool
) -> Iterator[tuple[Polynomial, tuple[Use, ...]]]:
    """The goal of a search, and the goal times positive facts, each with the uses of these.

    The positive facts are assumptions of cases, any where a contradiction is to be shown, products
    of two of them, and the multipliers that are proposed.
    """
    goal = problem.statement.polynomial
    yield goal, ()
    absurd = goal == constant(-1)
    positive = [
        fact
        for fact in problem.facts
        if (absurd or fact.origin.kind == "case") and fact.relation == ">" and not fact.indices
    ]
    for one, other in combinations(positive, 2) if absurd and pairs else ():
        yield goal * one.polynomial * other.polynomial, (Use(one.name), Use(other.name))
    for fact in positive:
        yield goal * fact.polynomial, (Use(fact.name),)
    for fact in problem.multipliers:
        yield goal * fact.polynomial, (Use(fact.name),)


def _begun_search(problem: Problem, goal: Polynomial, reach: Reach, memory: Memory) -> Search:
    """The search for a goal's terms, with the ingredients that its reach allows."""
    facts, tensors = problem.facts, problem.tensors
    free = {i for fact in facts for i in fact.polynomial.free if i not in fact.indices}
    constants = _constants_and_any_letters(tensors, {*goal.free, *free})
    weights = [
        t
        for t in tensors
        if len(t.stochastic) == 1 and t.is_nonnegative and len(t.alphabets) <= reach.weights
    ]
    parts = profiles_of_masses(facts, goal) if reach.profiles else ()
    ingredients = []
    whole = [ingredient(fact) for fact in facts]
    for base in [each for whole_fact in whole for each in (whole_fact, *diagonals(whole_fact))]:
        ingredients.append(base)
        ingredients.extend(sums(base, weights, constants))
        ingredients.extend(profile_sums(base, parts))
    if reach.apart:
        ingredients.extend(_margin_ingredients(t for t in tensors if t.indicator or reach.margins))
    if reach.scalars:
        ingredients.extend(_scalar_products(ingredients))
    unique = {(i.polynomial, i.indices): i for i in reversed(ingredients) if i.polynomial}
    return Search(
        goal,
        list(reversed(unique.values())),
        constants,
        _degree_limits(goal, facts, reach.slack),
        reach,
        dict.fromkeys(demands_of(goal, owed=True), 1),
        _fixed_indicators(goal) if reach.apart else (),
        _margin_tensors(goal, tensors, reach),
        memory,
    )


def _scalar_products(ingredients: list[Ingredient]) -> Iterator[Ingredient]:
    """Products of two ingredients of a search that speak of no letter, if these are few."""
    closed = {
        i.polynomial: i
        for i in ingredients
        if not i.is_equality
        and len(i.polynomial) > 1
        and not any(indices for _, indices in i.polynomial.atoms())
    }
    if len(closed) <= MOST_SCALARS:
        for one, other in combinations_with_replacement(closed.values(), 2):
            second = other.at({}, "~~~")
            both = one.times(second.polynomial, *second.uses)
            yield replace(both, summed=(*one.summed, *second.summed), relation=">=")


def _fixed_indicators(goal: Polynomial) -> tuple[Atom, ...]:
    """The indicators in a search's goal at fixed letters, if they are at most two; else none."""
    atoms = {a for a in goal.atoms() if a[0].indicator}
    fixed = sorted(a for a in atoms if not any(i.is_bound for i in a[1]))
    return tuple(fixed) if len(fixed) <= 2 else ()


def _margin_tensors(
    goal: Polynomial, tensors: tuple[Tensor, ...], reach: Reach
) -> tuple[Tensor, ...]:
    """The tensors T, such as indicators, whose 1 - T >= 0 a search may use as a factor."""
    if not reach.apart:
        return ()
    sets = {t for t in tensors if t.indicator and not t.is_delta}
    least = {t for t in goal.tensors if reach.margins and t.is_at_most_one and not t.is_delta}
    bounded = sorted(sets | least)
    return tuple(bounded) if len(bounded) <= 4 else ()


def _constants_and_any_letters(
    tensors: tuple[Tensor, ...], constants: set[Index]
) -> tuple[Index, ...]:
    """The letters that a search puts into facts: the constants, and one of each other alphabet."""
    every = {name for tensor in tensors for name in tensor.alphabets}
    bare = sorted(every - {index.alphabet for index in constants})
    return tuple(sorted({*constants, *(Index(name, f"{name.lower()}_any") for name in bare)}))


def _degree_limits(goal: Polynomial, facts: Iterable[Fact], slack: int) -> dict[Tensor, int]:
    """How often a search lets each tensor occur in a monomial: as in the goal, or in a fact."""
    limits = {tensor: degree + slack for tensor, degree in degrees_of(goal).items()}
    for fact in facts:
        for tensor, degree in degrees_of(fact.polynomial).items():
            limits.setdefault(tensor, degree + slack)
    return limits


def _margin_ingredients(tensors: Iterable[Tensor]) -> Iterator[Ingredient]:
    """The ingredients 1 - T >= 0 that a search may multiply, for tensors T that are at most one."""
    for tensor in sorted(set(tensors)):
        if tensor.is_at_most_one and not tensor.is_delta:
            name = declared_name(tensor, "<= 1")
            yield from (ingredient(f) for f in declared_facts([tensor]) if f.name == name)


def _profiles_of_mass(mass: tuple[Atom, ...] | Factor) -> Iterator[Profile]:
    """The profile of a mass as a search's weight, and those with 1 - T for one of its factors T."""
    summed = {i for _, indices in mass for i in indices if i.is_bound}
    if len(summed) != 1 or not all(tensor.is_nonnegative for tensor, _ in mass):
        return
    (index,) = summed
    letter = Index(index.alphabet, f"{index.alphabet.lower()}*p")
    atoms = rename(mass, {index: letter})
    if len(atoms) > 1:
        yield _profile_of(letter, atoms, None)
    for place, (tensor, indices) in enumerate(atoms):
        averaged = [indices[k] for k in tensor.stochastic]
        if tensor.is_at_most_one and not tensor.is_delta and letter not in averaged:
            yield _profile_of(letter, atoms, place)


def _profile_of(letter: Index, atoms: list[Atom], left_out: int | None) -> Profile:
    """The product of atoms by which a search weights facts, with 1 - T for one left out."""
    polynomial, uses = constant(1), []
    for place, (tensor, indices) in enumerate(atoms):
        entry, inside = atom(tensor, *indices), place != left_out
        polynomial = polynomial * (entry if inside else 1 - entry)
        uses.append(Use(declared_name(tensor, ">= 0" if inside else "<= 1"), indices))
    return Profile(letter, polynomial, tuple(uses))
