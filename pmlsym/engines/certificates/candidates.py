"""Candidates: nonnegative polynomials that could be terms of a certificate.

Each is an ingredient at chosen letters, times what is left of the monomial that is to be produced,
summed over the letters they share; or the domination of a letter's part by the sum over all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

from pmlsym.calculus.normal_form import ONE, Atom, Monomial
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import declared_name
from pmlsym.calculus.tensor import Index, Tensor, delta
from pmlsym.engines.certificates.ingredient import (
    Ingredient,
    Memory,
    Target,
    letters_among,
    target,
    unequal_letters,
)
from pmlsym.engines.certificates.terms import apart_use, declared_use
from pmlsym.kernel.certificate import Term, Use

PROGRAM = 60
"""The cost of a linear program, in candidates."""

PRODUCED = 12
"""About how many candidates a demand brings."""

HEAD_START = 100
"""How many candidates the simple searches may try before the first linear program is set up."""


MOST_LETTERS = 8
"""The most letters of a set or event that is placed at all letters of a candidate: for twenty uses
of a channel there are too many ways to go through them."""

ONCE = Fraction(1)
"""The coefficient of a candidate."""


@dataclass(frozen=True)
class Reach:
    """How far a search goes.

    `apart`: sums over the letters distinct from a given one, also where the goal has none;
    `weights`: hypotheses averaged over a letter, with distributions of at most that many letters;
    `profiles`: hypotheses averaged with the profiles of masses (combination_searches.py); `pairs`:
    products of two hypotheses; `margins`: 1 - T >= 0 for what is at most one; `scalars`: products
    of hypotheses that speak of no letter; `slack`: by how much a tensor's degree may exceed its
    degree in the goal; `guided`: produce only the few monomials that matter most, rather than all
    that are wanted.
    """

    apart: bool = True
    weights: int = 0
    pairs: bool = False
    margins: bool = False
    scalars: bool = False
    profiles: bool = False
    slack: int = 0
    guided: bool = False


class Demand(NamedTuple):
    """A monomial that terms have to bring in, with a positive coefficient or a negative one."""

    monomial: Monomial
    positive: bool


def demands_of(polynomial: Polynomial, *, owed: bool, both: bool = False) -> list[Demand]:
    """The monomials that a search for a certificate must produce to make or cancel a polynomial.

    A positive amount of a monomial that is nonnegative on its own is never a demand.
    """
    wanted = []
    for monomial, c in polynomial:
        for positive in (True, False):
            asked = both or ((c > 0) == positive) == owed
            if asked and not (positive and _is_nonnegative(monomial)):
                wanted.append(Demand(monomial, positive))
    return wanted


@dataclass(frozen=True)
class Candidate:
    """A nonnegative (or zero) polynomial with the term that makes it so."""

    polynomial: Polynomial
    term: Term
    is_equality: bool

    @property
    def is_loss(self) -> bool:
        """Whether a candidate of a search uses no hypothesis, and so only gives part away."""
        return all(use.fact.endswith((">= 0", "<= 1")) for use in self.term.uses)

    def demands(self) -> list[Demand]:
        """The monomials that other candidates of a search must produce if this one is used."""
        return demands_of(self.polynomial, owed=False, both=self.is_equality)

    @property
    def weight(self) -> int:
        """The cost of a candidate in the linear program that chooses a certificate's terms."""
        return 2 + len(self.term.uses) + len(self.term.summed)


@dataclass(frozen=True)
class _IngredientPart:
    """A monomial of an ingredient: its place among all, its coefficient, its tensors."""

    place: int
    base: Ingredient
    monomial: Monomial
    coefficient: Fraction | int
    degrees: tuple[tuple[Tensor, int], ...]


@dataclass
class Search:
    """The state of one search.

    `wanted` are the monomials that no ingredient was asked for yet, with their distance from the
    goal; `demanded` those that were. `work` grows with the products formed and their length, even
    where a candidate is known already. `unfinished` are the demands of a round that was cut, and
    `halted` what was being offered then.
    """

    goal: Polynomial
    ingredients: list[Ingredient]
    constants: tuple[Index, ...]
    degrees: Mapping[Tensor, int]
    reach: Reach
    wanted: dict[Demand, int]
    indicators: tuple[Atom, ...] = ()
    margins: tuple[Tensor, ...] = ()
    memory: Memory = field(default_factory=Memory)
    candidates: dict[Polynomial, Candidate] = field(default_factory=dict)
    demanded: set[Demand] = field(default_factory=set)
    consumed: set[Monomial] = field(default_factory=set)
    programs: int = 0
    unfinished: list[Demand] = field(default_factory=list)
    halted: list[Iterator[Candidate]] = field(default_factory=list)
    work: int = 0
    exhausted: bool = False
    _fitting: dict[frozenset[tuple[Tensor, int]], list[_IngredientPart]] = field(
        default_factory=dict
    )

    @cached_property
    def _parts(self) -> Mapping[Tensor | None, list[_IngredientPart]]:
        """The monomials of a search's ingredients, each under its rarest tensor."""
        every = [
            _IngredientPart(number, base, part, c, _degrees(part))
            for number, (base, part, c) in enumerate(
                (base, part, c) for base in self.ingredients for part, c in base.polynomial
            )
        ]
        often = Counter(tensor for each in every for tensor, _ in each.degrees)
        parts: dict[Tensor | None, list[_IngredientPart]] = {}
        for each in every:
            rarest = min((t for t, _ in each.degrees), key=lambda t: (often[t], t), default=None)
            parts.setdefault(rarest, []).append(each)
        return parts

    def parts_of(self, aim: Target) -> list[_IngredientPart]:
        """The monomials of a search's ingredients whose tensors are all in the target, in order."""
        degrees = Counter(tensor for tensor, _ in aim.atoms)
        key = frozenset(degrees.items())  # many targets have the same tensors: read once
        if key not in self._fitting:
            self._fitting[key] = sorted(
                (
                    each
                    for tensor in (None, *degrees)
                    for each in self._parts.get(tensor, ())
                    if all(degrees[t] >= degree for t, degree in each.degrees)
                ),
                key=lambda each: each.place,
            )
        return self._fitting[key]

    def cost(self) -> int:
        """The work of a certificate search so far, with the cost of one more round."""
        spent = self.work + (PROGRAM * self.programs if self.reach.guided else 0)
        return spent + first_cost(self.reach, self.wanted)


def first_cost(reach: Reach, wanted: Collection[Demand]) -> int:
    """The charge of a certificate search that has not begun: its next round, or a head start."""
    return HEAD_START if reach.guided else PRODUCED * len(wanted)


def producers(search: Search, demand: Demand) -> Iterator[Candidate]:
    """Candidates for a certificate's terms that have the monomial with the sign demanded.

    A constant is a part of every monomial. It is matched with small monomials only, and, if its
    fact has no letters, by the simplest search with the monomials of the goal: elsewhere monomials
    would only grow.
    """
    aim = target(demand.monomial)
    # A constant matches every target: without these two limits each demand would bring all facts.
    is_scalar = _is_scalar(demand.monomial)
    is_simple = not search.reach.apart and demand.monomial in search.goal.terms
    for part in search.parts_of(aim):
        base = part.base
        fitting = (part.coefficient > 0) == demand.positive or base.is_equality
        if fitting and (part.monomial or (is_simple and not base.indices) or is_scalar):
            yield from _candidates_by_part(search, base, part.monomial, aim)
    if not demand.positive:
        yield from _domination_candidates(search, aim)


@lru_cache(maxsize=1 << 16)
def _is_nonnegative(monomial: Monomial) -> bool:
    """Whether a monomial that a search sees is a product of nonnegative tensors."""
    return all(tensor.is_nonnegative for factor in monomial for tensor, _ in factor)


def _is_scalar(monomial: Monomial) -> bool:
    """Whether a monomial demanded in a search has at most two factors and speaks of no letter."""
    return len(monomial) <= 2 and not any(indices for factor in monomial for _, indices in factor)


def consumers(search: Search, monomial: Monomial, *, every: bool) -> Iterator[Candidate]:
    """Candidates for a certificate's terms that use up a monomial: all, or those with a constant.

    A constant is a part of every monomial, and to use it as such would only make monomials grow.
    """
    aim = target(monomial)
    for part in search.parts_of(aim):
        base = part.base
        offers = every or base.polynomial.terms.get(ONE, 0) < 0 or base.is_equality
        if offers and part.monomial and (part.coefficient > 0 or base.is_equality):
            yield from _candidates_by_part(search, base, part.monomial, aim)


def _candidates_by_part(
    search: Search, base: Ingredient, part: Monomial, aim: Target
) -> Iterator[Candidate]:
    """Candidates of a search in which a monomial of an ingredient is a part of the target."""
    for match in search.memory.matches(base, part, aim, search.constants):
        placed = base.at(dict(match.names), "~", search.memory.placed)
        if placed.indices:  # a letter that the match leaves open: no polynomial without it
            continue
        yield from _candidates_of_product(search, placed, match.rest, match.shared)
        if search.reach.pairs:
            yield from _candidates_by_two(search, placed, match.rest, match.shared)


def _candidates_by_two(
    search: Search, first: Ingredient, rest: tuple[Atom, ...], shared: tuple[Index, ...]
) -> Iterator[Candidate]:
    """Candidates of a search that are an ingredient times another with part of its multiplier."""
    if not rest or first.is_equality:
        return
    aim = Target(rest, shared)
    for part in search.parts_of(aim):
        base = part.base
        if base.is_equality or part.coefficient <= 0 or not part.monomial:
            continue
        for match in search.memory.matches(base, part.monomial, aim, search.constants):
            placed = base.at(dict(match.names), "~~", search.memory.placed)
            if placed.indices or len(match.shared) < len(shared):
                continue
            product = Ingredient(
                search.memory.times(first.polynomial, placed.polynomial),
                (),
                (*first.uses, *placed.uses),
                (*first.summed, *placed.summed),
            )
            yield from _candidates_of_product(search, product, match.rest, shared)


def _candidates_of_product(
    search: Search, placed: Ingredient, rest: tuple[Atom, ...], shared: tuple[Index, ...]
) -> Iterator[Candidate]:
    """Candidates of a search: an ingredient times the rest of a target, summed over letters."""
    if not all(tensor.is_nonnegative for tensor, _ in rest):
        return
    search.work += 1 + len(placed.polynomial) // 4
    memory = search.memory
    polynomial = memory.with_atoms(placed.polynomial, rest)
    uses = (*placed.uses, *(declared_use(tensor, indices) for tensor, indices in rest))
    letters = tuple(i for i in shared if _is_used(i, uses))
    total = memory.total(polynomial, letters)
    if not total or not _is_within_degrees(search, total):
        return
    term = Term(ONCE, uses, (*letters, *placed.summed))
    yield Candidate(total, term, placed.is_equality)
    yield from _candidates_outside_sets(search, polynomial, term, letters, placed.is_equality)
    for index in letters if search.reach.apart else ():
        for other in (*search.constants, *letters):
            if other == index or other.alphabet != index.alphabet:
                continue
            apart = memory.outside(polynomial, (delta(index.alphabet), (index, other)))
            outside = Term(ONCE, (*uses, apart_use(index, other)), term.summed)
            yield Candidate(memory.total(apart, letters), outside, placed.is_equality)


def _candidates_outside_sets(
    search: Search, polynomial: Polynomial, term: Term, letters: tuple[Index, ...], equality: bool
) -> Iterator[Candidate]:
    """A search's candidate times 1 - b >= 0, for sets b of the goal."""
    here = (*search.constants, *letters)
    few = (t for t in search.margins if len(t.alphabets) <= MOST_LETTERS)
    margins = [(t, at) for t in few for at in letters_among(t.alphabets, here)]
    singles = dict.fromkeys((*search.indicators, *margins))
    # two indicators at once as well, but one other set at most, or there would be too many groups
    groups = [*combinations(search.indicators, 2), *((single,) for single in singles)]
    for chosen in groups:
        outside, uses = polynomial, term.uses
        for tensor, indices in chosen:
            outside = search.memory.outside(outside, (tensor, indices))
            uses = (*uses, Use(declared_name(tensor, "<= 1"), indices))
        total = search.memory.total(outside, letters)
        if total:
            yield Candidate(total, Term(ONCE, uses, term.summed), equality)


def _domination_candidates(search: Search, aim: Target) -> Iterator[Candidate]:
    """Candidates sum_s m(s) - m(c) >= 0 of a search, for parts m of a target at a letter c."""
    for letter in (*search.constants, *aim.shared):
        touching = [k for k, (_, indices) in enumerate(aim.atoms) if letter in indices]
        if not 1 <= len(touching) <= 5:
            continue
        for mask in range(1, 1 << len(touching)):  # at most 31 choices of the factors to move
            chosen = {k for b, k in enumerate(touching) if mask >> b & 1}
            fresh = Index(letter.alphabet, f"{letter.alphabet.lower()}*d")
            moved = [
                (t, tuple(fresh if i == letter and k in chosen else i for i in indices))
                for k, (t, indices) in enumerate(aim.atoms)
            ]
            if not all(t.is_nonnegative for t, _ in moved):
                return
            if letter in aim.shared and len(chosen) == len(touching):
                continue  # all would move: another name for the letter that is summed over
            yield from _domination_candidate(search, moved, letter, fresh, aim.shared)


def _domination_candidate(
    search: Search, moved: list[Atom], letter: Index, fresh: Index, shared: tuple[Index, ...]
) -> Iterator[Candidate]:
    """Offer a search the sum of a target's nonnegative entries over all letters except its own."""
    memory = search.memory
    product = memory.with_atoms(unequal_letters(fresh, letter), tuple(moved))
    uses = tuple(declared_use(tensor, indices) for tensor, indices in moved)
    summed = (*shared, fresh)
    total = memory.total(product, summed)
    if total:
        yield Candidate(total, Term(ONCE, (*uses, apart_use(fresh, letter)), summed), False)


def _is_within_degrees(search: Search, polynomial: Polynomial) -> bool:
    """Whether a candidate has no tensor more often than its search allows; sizes may be new."""
    limits = search.degrees
    for monomial in polynomial.terms:
        for tensor, degree in _degrees(monomial):
            if degree > limits.get(tensor, 1) and not tensor.is_size:
                return False
    return True


@lru_cache(maxsize=1 << 16)
def monomial_candidate(monomial: Monomial) -> Candidate | None:
    """A nonnegative monomial as a search's candidate of its own; None if it may be negative."""
    parts = target(monomial)
    if not all(tensor.is_nonnegative for tensor, _ in parts.atoms):
        return None
    uses = tuple(declared_use(tensor, indices) for tensor, indices in parts.atoms)
    return Candidate(Polynomial({monomial: 1}), Term(ONCE, uses, parts.shared), False)


def _is_used(index: Index, uses: Iterable[Use]) -> bool:
    """Whether a letter occurs in the uses of facts that a candidate's term multiplies."""
    return any(index in use.indices for use in uses)


def degrees_of(polynomial: Polynomial) -> dict[Tensor, int]:
    """How often each tensor occurs at most in a monomial, which limits a search's candidates."""
    degrees: dict[Tensor, int] = {}
    for monomial in polynomial.terms:
        for tensor, degree in _degrees(monomial):
            degrees[tensor] = max(degrees.get(tensor, 0), degree)
    return degrees


@lru_cache(maxsize=1 << 16)
def _degrees(monomial: Monomial) -> tuple[tuple[Tensor, int], ...]:
    """How often each tensor occurs in a monomial that a certificate search sees."""
    return tuple(Counter(t for f in monomial for t, _ in f).items())
