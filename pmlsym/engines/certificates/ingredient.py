"""Ingredients: what a certificate's terms are multiplied together from, and how they are matched.

An ingredient is a product of facts, perhaps summed over some of its letters, seen as one fact:
a hypothesis; its sum over a letter; its sum weighted with a distribution; a mass.

To produce a monomial T, some monomial of the ingredient has to be a part of T once letters are
chosen; what is left of T is the multiplier. Letters summed inside the ingredient have to be summed
in T and occur nowhere else there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import combinations, product

from pmlsym.calculus.meter import tick
from pmlsym.calculus.normal_form import Atom, Monomial, loosen, rename
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.sequent import Fact, declared_name
from pmlsym.calculus.tensor import Index, Tensor, delta
from pmlsym.engines.certificates.terms import use_of
from pmlsym.kernel.certificate import Use

PLACED = 6
"""Steps for a way in which an atom is a part of the target."""

KNOWN = 2
"""Steps for finding what was worked out before."""

CUBED = 120
"""Cubed atoms of a monomial in a step of a sum over letters, which are put in order anew."""

Rename = Callable[[Polynomial, Mapping[Index, Index]], Polynomial]


def letters_among(
    indices: Iterable[Index | str], among: Iterable[Index]
) -> Iterator[tuple[Index, ...]]:
    """Every choice of letters among these for indices, or for alphabets.

    >>> x, v, y = Index("X", "x"), Index("X", "v"), Index("Y", "y")
    >>> [*letters_among((x, "Y"), (x, v, y))]
    [(x, y), (v, y)]
    """
    letters = tuple(among)
    alphabets = (i if isinstance(i, str) else i.alphabet for i in indices)
    return product(*([i for i in letters if i.alphabet == name] for name in alphabets))


def distinct(a: Index, b: Index) -> Polynomial:
    """1 - delta(a, b): one where the letters differ, else zero."""
    return 1 - equal_letters(a, b)


@dataclass(frozen=True)
class Ingredient:
    """A product of `uses`, summed over `summed`, for all letters of `indices`."""

    polynomial: Polynomial
    indices: tuple[Index, ...]
    uses: tuple[Use, ...]
    summed: tuple[Index, ...] = ()
    relation: str = ">="

    @cached_property
    def is_equality(self) -> bool:
        """Whether it is zero rather than nonnegative."""
        return self.relation == "=="

    def at(
        self, names: Mapping[Index, Index], mark: str, rename: Rename = substitute
    ) -> Ingredient:
        """The ingredient at given letters, its summed letters renamed apart with a mark."""
        apart = {i: Index(i.alphabet, f"{i.name}{mark}") for i in self.summed}
        both = {**names, **apart}
        uses = tuple(Use(u.fact, tuple(both.get(i, i) for i in u.indices)) for u in self.uses)
        left = tuple(i for i in self.indices if i not in names)
        summed = tuple(apart[i] for i in self.summed)
        return Ingredient(rename(self.polynomial, names), left, uses, summed, self.relation)

    def times(self, factor: Polynomial, *uses: Use) -> Ingredient:
        """The ingredient times what the uses say."""
        every = (*self.uses, *uses)
        return replace(self, polynomial=self.polynomial * factor, uses=every)

    def over(self, letters: tuple[Index, ...]) -> Ingredient:
        """The ingredient summed over letters."""
        tick(sum(_size(monomial) ** 3 for monomial in self.polynomial.terms) // CUBED)
        return replace(
            self,
            polynomial=sum_over(self.polynomial, *letters),
            indices=tuple(i for i in self.indices if i not in letters),
            summed=(*self.summed, *letters),
        )


def ingredient(fact: Fact) -> Ingredient:
    """A fact as an ingredient."""
    use = Use(fact.name, fact.indices)
    return Ingredient(fact.polynomial, fact.indices, (use,), (), fact.relation)


def diagonals(base: Ingredient) -> Iterator[Ingredient]:
    """The ingredient where two of its letters are one, as it tells apart by a delta of them.

    There the delta is one, which no part of a monomial shows.

    >>> x, v = Index("X", "x"), Index("X", "v")
    >>> fact = Fact("f", atom(Tensor("M", ("X",)), x) - atom(delta("X"), x, v), (x, v))
    >>> [at.polynomial for at in diagonals(ingredient(fact))]
    [-1 + M(v)]
    """
    pairs = {at for tensor, at in base.polynomial.atoms() if tensor.is_delta}
    for one, other in sorted(pairs):
        if one in base.indices and other in base.indices:
            yield base.at({other: one}, "")


def sums(
    base: Ingredient, weights: Sequence[Tensor], constants: Sequence[Index]
) -> Iterator[Ingredient]:
    """The ingredient summed over some of its letters, plainly or with a distribution as weight.

    A weight is nonnegative and stochastic in one position. A letter may also range over those
    distinct from another letter of the same alphabet.
    """
    for count in range(1, len(base.indices) + 1):
        for chosen in combinations(base.indices, count):
            yield base.over(chosen)
    for index in base.indices:
        for tensor in weights:
            for indices in _weightings(tensor, index, base, constants):
                weighted = base.times(atom(tensor, *indices), use_of(tensor, indices))
                yield weighted.over((index,))
                yield from _apart(weighted, index, constants)
        yield from _apart(base, index, constants)


@dataclass(frozen=True)
class Target:
    """A monomial taken apart: its atoms, and the letters over which it is summed."""

    atoms: tuple[Atom, ...]
    shared: tuple[Index, ...]


@dataclass(frozen=True)
class Match:
    """Letters for an ingredient, what is left as a multiplier, and the letters still summed."""

    names: tuple[tuple[Index, Index], ...]
    rest: tuple[Atom, ...]
    shared: tuple[Index, ...]


@lru_cache(maxsize=1 << 16)
def target(monomial: Monomial) -> Target:
    """The monomial taken apart, its summed letters named s0, s1, .. by alphabet."""
    atoms, summed = loosen(monomial)
    names = {i: Index(i.alphabet, f"{i.alphabet.lower()}*{k}") for k, i in enumerate(summed)}
    return Target(tuple(rename(atoms, names)), tuple(names.values()))


def matches(
    ingredient: Ingredient, part: Monomial, aim: Target, constants: tuple[Index, ...]
) -> Iterator[Match]:
    """Every way in which `part`, a monomial of the ingredient, is a part of the target.

    Letters that the part leaves open are constants of the goal, or letters still summed.
    """
    atoms, summed = loosen(part)
    inner = {i: Index(i.alphabet, f"?{k}") for k, i in enumerate(summed)}
    pattern = sorted(rename(atoms, inner), key=lambda a: -len(a[1]))
    free = frozenset(ingredient.indices)
    bound = frozenset(inner.values())
    seen = set()
    for table, rest in _place(pattern, list(aim.atoms), {}, free, bound, aim.shared):
        if not _closed(table, rest, bound):
            continue
        used = {table[i] for i in bound}
        shared = tuple(i for i in aim.shared if i not in used)
        known = {i: table[i] for i in free if i in table}
        open_ = [i for i in ingredient.indices if i not in table]
        for letters in letters_among(open_, (*constants, *shared)):
            names = {**known, **dict(zip(open_, letters, strict=True))}
            key = (tuple(sorted(names.items())), tuple(sorted(rest)))
            if key not in seen:
                seen.add(key)
                yield Match(key[0], key[1], shared)


@dataclass(frozen=True)
class Memory:
    """Polynomials by what they are made of; one that comes again is the same object."""

    _formed: dict[Hashable, Polynomial] = field(default_factory=dict)
    _matches: dict[Hashable, tuple[Match, ...]] = field(default_factory=dict)

    def matches(
        self, base: Ingredient, part: Monomial, aim: Target, constants: tuple[Index, ...]
    ) -> tuple[Match, ...]:
        """The ways in which a monomial of an ingredient is a part of the target."""
        asked = (base.indices, part, aim, constants)
        found = self._matches.get(asked)
        if found is None:
            found = self._matches[asked] = tuple(matches(base, part, aim, constants))
        else:
            tick(KNOWN)
        return found

    def placed(self, base: Polynomial, names: Mapping[Index, Index]) -> Polynomial:
        """The polynomial at other letters."""
        return self._get((base, "at", *names.items()), lambda: substitute(base, names))

    def times(self, left: Polynomial, right: Polynomial) -> Polynomial:
        """The product of two."""
        return self._get((left, "times", right), lambda: left * right)

    def with_atoms(self, base: Polynomial, atoms: tuple[Atom, ...]) -> Polynomial:
        """The polynomial times atoms."""
        for place in atoms:
            base = self._with_atom(base, place)
        return base

    def outside(self, base: Polynomial, place: Atom) -> Polynomial:
        """The polynomial times what an atom leaves of one."""
        tensor, at = place
        return self._get((base, "outside", place), lambda: base * (1 - atom(tensor, *at)))

    def total(self, body: Polynomial, letters: tuple[Index, ...]) -> Polynomial:
        """The sum over letters."""
        return self._get((body, "sum", letters), lambda: sum_over(body, *letters))

    def _with_atom(self, base: Polynomial, place: Atom) -> Polynomial:
        tensor, at = place
        return self._get((base, place), lambda: base * atom(tensor, *at))

    def _get(self, key: Hashable, form: Callable[[], Polynomial]) -> Polynomial:
        found = self._formed.get(key)
        if found is None:
            formed = form()
            found = self._formed[key] = self._formed.setdefault(formed, formed)
        else:
            tick(KNOWN)
        return found


def _apart(base: Ingredient, index: Index, constants: Sequence[Index]) -> Iterator[Ingredient]:
    for other in (*base.indices, *constants):
        if other != index and other.alphabet == index.alphabet:
            use = Use(declared_name(delta(index.alphabet), "<= 1"), (index, other))
            yield base.times(distinct(index, other), use).over((index,))


def _size(monomial: Monomial) -> int:
    """Its atoms, a convex term being as many as it has letters."""
    return sum(len(at) if t.is_term else 1 for factor in monomial for t, at in factor)


def _weightings(
    tensor: Tensor, index: Index, base: Ingredient, constants: Sequence[Index]
) -> Iterator[tuple[Index, ...]]:
    """Places for `index` in the stochastic position of a tensor, its other letters known ones."""
    (place,) = tensor.stochastic
    if tensor.alphabets[place] != index.alphabet:
        return iter(())
    known = [i for i in (*base.indices, *constants) if i != index]
    before, after = tensor.alphabets[:place], tensor.alphabets[place + 1 :]
    return (
        (*one, index, *other)
        for one in letters_among(before, known)
        for other in letters_among(after, known)
    )


def _place(
    pattern: list[Atom],
    atoms: list[Atom],
    table: dict[Index, Index],
    free: frozenset[Index],
    bound: frozenset[Index],
    shared: tuple[Index, ...],
) -> Iterator[tuple[dict[Index, Index], list[Atom]]]:
    tick(PLACED)
    if not pattern:
        yield table, atoms
        return
    (tensor, places), later = pattern[0], pattern[1:]
    for k, (other, indices) in enumerate(atoms):
        if other != tensor or atoms[k] in atoms[:k]:
            continue
        extended = _bind(places, indices, table, free, bound, shared)
        if extended is not None:
            yield from _place(later, atoms[:k] + atoms[k + 1 :], extended, free, bound, shared)


def _bind(
    places: tuple[Index, ...],
    indices: tuple[Index, ...],
    table: dict[Index, Index],
    free: frozenset[Index],
    bound: frozenset[Index],
    shared: tuple[Index, ...],
) -> dict[Index, Index] | None:
    extended = dict(table)
    for place, index in zip(places, indices, strict=True):
        if place in free or place in bound:
            if extended.setdefault(place, index) != index:
                return None
            if place in bound and index not in shared:
                return None
        elif place != index:
            return None
    return extended


def _closed(table: dict[Index, Index], rest: list[Atom], bound: frozenset[Index]) -> bool:
    """Whether each letter summed inside is one of its own, found nowhere else."""
    images = [table[i] for i in bound]
    others = {image for i, image in table.items() if i not in bound}
    others.update(i for _, indices in rest for i in indices)
    return len(set(images)) == len(images) and not others & set(images)
