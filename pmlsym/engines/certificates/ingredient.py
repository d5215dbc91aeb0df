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

from pmlsym.calculus.effort import passed
from pmlsym.calculus.meter import tick
from pmlsym.calculus.normal_form import Atom, Monomial, loosen, rename
from pmlsym.calculus.polynomial import Polynomial, atom, equal_letters, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.terms import apart_use, declared_use, use_at, use_of_fact
from pmlsym.kernel.certificate import Use

PLACED = 6
"""Steps for a way in which an atom is a part of the target."""

KNOWN = 2
"""Steps for finding what was worked out before."""

CUBED = 120
"""A sum over letters orders the atoms of each monomial anew: a step for this many, cubed."""

Rename = Callable[[Polynomial, Mapping[Index, Index]], Polynomial]


def letters_among(
    indices: Iterable[Index | str], among: Iterable[Index]
) -> Iterator[tuple[Index, ...]]:
    """Every way for a search to put some of the given letters in for indices or alphabets.

    >>> x, v, y = Index("X", "x"), Index("X", "v"), Index("Y", "y")
    >>> [*letters_among((x, "Y"), (x, v, y))]
    [(x, y), (v, y)]
    """
    letters = tuple(among)
    alphabets = (i if isinstance(i, str) else i.alphabet for i in indices)
    return product(*([i for i in letters if i.alphabet == name] for name in alphabets))


def numbered_letters(alphabets: Iterable[str], mark: str) -> tuple[Index, ...]:
    """One letter of each alphabet for a search to fill in, told apart by their number after a mark.

    >>> numbered_letters("XXY", "_")
    (x_0, x_1, y_2)
    """
    return tuple(Index(a, f"{a.lower()}{mark}{k}") for k, a in enumerate(alphabets))


def unequal_letters(a: Index, b: Index) -> Polynomial:
    """The factor 1 - delta(a, b) in a search: one where the letters differ, else zero."""
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
        """Whether an ingredient of a search is zero rather than nonnegative."""
        return self.relation == "=="

    def at(
        self, names: Mapping[Index, Index], mark: str, rename: Rename = substitute
    ) -> Ingredient:
        """A search's ingredient at given letters, its summed letters renamed apart with a mark."""
        apart = {i: Index(i.alphabet, f"{i.name}{mark}") for i in self.summed}
        both = {**names, **apart}
        uses = tuple(use_at(use, both) for use in self.uses)
        left = tuple(i for i in self.indices if i not in names)
        summed = tuple(apart[i] for i in self.summed)
        return Ingredient(rename(self.polynomial, names), left, uses, summed, self.relation)

    def times(self, factor: Polynomial, *uses: Use) -> Ingredient:
        """A search's ingredient times a polynomial, with the uses of facts that show its sign."""
        every = (*self.uses, *uses)
        return replace(self, polynomial=self.polynomial * factor, uses=every)

    def over(self, letters: tuple[Index, ...]) -> Ingredient:
        """A search's ingredient summed over letters."""
        tick(sum(_atoms_in(monomial) ** 3 for monomial in self.polynomial.terms) // CUBED)
        return replace(
            self,
            polynomial=sum_over(self.polynomial, *letters),
            indices=tuple(i for i in self.indices if i not in letters),
            summed=(*self.summed, *letters),
        )


def ingredient(fact: Fact) -> Ingredient:
    """A fact as an ingredient from which a search forms candidates."""
    return Ingredient(fact.polynomial, fact.indices, (use_of_fact(fact),), (), fact.relation)


def diagonals(base: Ingredient) -> Iterator[Ingredient]:
    """A search's ingredient with two letters made equal, for each pair that a delta tells apart.

    There the delta is one, which no part of a monomial shows.

    >>> x, v = Index("X", "x"), Index("X", "v")
    >>> fact = Fact("f", atom(Tensor("M", ("X",)), x) - equal_letters(x, v), (x, v))
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
    """A search's ingredient summed over some of its letters, plainly or weighted by a distribution.

    A weight is nonnegative and stochastic in one position. A letter may also range over those
    distinct from another letter of the same alphabet.
    """
    for count in range(1, len(base.indices) + 1):
        for chosen in combinations(base.indices, count):
            if passed():  # twenty letters have a million sums
                return
            yield base.over(chosen)
    for index in base.indices:
        for tensor in weights:
            for indices in _letters_of_weight(tensor, index, base, constants):
                weighted = base.times(atom(tensor, *indices), declared_use(tensor, indices))
                yield weighted.over((index,))
                yield from _sums_apart(weighted, index, constants)
        yield from _sums_apart(base, index, constants)


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
    """A monomial taken apart for a search to match, its summed letters named s0, s1, .."""
    atoms, summed = loosen(monomial)
    names = {i: Index(i.alphabet, f"{i.alphabet.lower()}*{k}") for k, i in enumerate(summed)}
    return Target(tuple(rename(atoms, names)), tuple(names.values()))


def matches(
    ingredient: Ingredient, part: Monomial, aim: Target, constants: tuple[Index, ...]
) -> Iterator[Match]:
    """Every way in which `part`, a monomial of a search's ingredient, is a part of the target.

    Letters that the part leaves open are constants of the goal, or letters still summed.
    """
    atoms, summed = loosen(part)
    inner = {i: Index(i.alphabet, f"?{k}") for k, i in enumerate(summed)}
    pattern = sorted(rename(atoms, inner), key=lambda a: -len(a[1]))
    free = frozenset(ingredient.indices)
    bound = frozenset(inner.values())
    seen = set()
    for table, rest in _placements(pattern, list(aim.atoms), {}, free, bound, aim.shared):
        if not _is_closed(table, rest, bound):
            continue
        used = {table[i] for i in bound}
        shared = tuple(i for i in aim.shared if i not in used)
        bound_names = {i: table[i] for i in free if i in table}
        open_ = [i for i in ingredient.indices if i not in table]
        for letters in letters_among(open_, (*constants, *shared)):
            names = {**bound_names, **dict(zip(open_, letters, strict=True))}
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
        """The ways in which an ingredient's monomial is part of a search's target, found once."""
        asked = (base.indices, part, aim, constants)
        ways = self._matches.get(asked)
        if ways is None:
            ways = self._matches[asked] = tuple(matches(base, part, aim, constants))
        else:
            tick(KNOWN)
        return ways

    def placed(self, base: Polynomial, names: Mapping[Index, Index]) -> Polynomial:
        """A polynomial of a search at other letters, formed once."""
        return self._formed_once((base, "at", *names.items()), lambda: substitute(base, names))

    def times(self, left: Polynomial, right: Polynomial) -> Polynomial:
        """The product of two polynomials of a search, formed once."""
        return self._formed_once((left, "times", right), lambda: left * right)

    def with_atoms(self, base: Polynomial, atoms: tuple[Atom, ...]) -> Polynomial:
        """A polynomial of a search times atoms, formed once."""
        for each in atoms:
            base = self._with_atom(base, each)
        return base

    def outside(self, base: Polynomial, factor: Atom) -> Polynomial:
        """A polynomial of a search times 1 - a for an atom a, formed once."""
        tensor, at = factor
        return self._formed_once((base, "outside", factor), lambda: base * (1 - atom(tensor, *at)))

    def total(self, body: Polynomial, letters: tuple[Index, ...]) -> Polynomial:
        """A polynomial of a search summed over letters, formed once."""
        return self._formed_once((body, "sum", letters), lambda: sum_over(body, *letters))

    def _with_atom(self, base: Polynomial, factor: Atom) -> Polynomial:
        """A polynomial of a search times one atom, formed once."""
        tensor, at = factor
        return self._formed_once((base, factor), lambda: base * atom(tensor, *at))

    def _formed_once(self, key: Hashable, form: Callable[[], Polynomial]) -> Polynomial:
        """A search's polynomial under a key, formed where the memory does not have it yet."""
        formed_before = self._formed.get(key)
        if formed_before is None:
            formed = form()
            formed_before = self._formed[key] = self._formed.setdefault(formed, formed)
        else:
            tick(KNOWN)
        return formed_before


def _sums_apart(base: Ingredient, index: Index, constants: Sequence[Index]) -> Iterator[Ingredient]:
    """A search's ingredient summed over the letters other than a given one, for each given one."""
    for other in (*base.indices, *constants):
        if other != index and other.alphabet == index.alphabet:
            apart = base.times(unequal_letters(index, other), apart_use(index, other))
            yield apart.over((index,))


def _atoms_in(monomial: Monomial) -> int:
    """The atoms in a monomial that a search sums, a convex term counted by its letters."""
    return sum(len(at) if t.is_term else 1 for factor in monomial for t, at in factor)


def _letters_of_weight(
    tensor: Tensor, index: Index, base: Ingredient, constants: Sequence[Index]
) -> Iterator[tuple[Index, ...]]:
    """The letters of a weight for a search's ingredient, `index` at the stochastic place."""
    (place,) = tensor.stochastic
    if tensor.alphabets[place] != index.alphabet:
        return iter(())
    others = [i for i in (*base.indices, *constants) if i != index]
    before, after = tensor.alphabets[:place], tensor.alphabets[place + 1 :]
    return (
        (*one, index, *other)
        for one in letters_among(before, others)
        for other in letters_among(after, others)
    )


def _placements(
    pattern: list[Atom],
    atoms: list[Atom],
    table: dict[Index, Index],
    free: frozenset[Index],
    bound: frozenset[Index],
    shared: tuple[Index, ...],
) -> Iterator[tuple[dict[Index, Index], list[Atom]]]:
    """The ways to bind letters so that an ingredient's atoms are in a target, and what is left."""
    tick(PLACED)
    if not pattern:
        yield table, atoms
        return
    (tensor, places), later = pattern[0], pattern[1:]
    for k, (other, indices) in enumerate(atoms):
        if other != tensor or atoms[k] in atoms[:k]:  # equal atoms are one choice
            continue
        extended = _extended_table(places, indices, table, free, bound, shared)
        if extended is not None:
            yield from _placements(later, atoms[:k] + atoms[k + 1 :], extended, free, bound, shared)


def _extended_table(
    places: tuple[Index, ...],
    indices: tuple[Index, ...],
    table: dict[Index, Index],
    free: frozenset[Index],
    bound: frozenset[Index],
    shared: tuple[Index, ...],
) -> dict[Index, Index] | None:
    """The bindings of an ingredient's letters with one more atom; None if it does not fit."""
    extended = dict(table)
    for letter, index in zip(places, indices, strict=True):
        if letter in free or letter in bound:
            if extended.setdefault(letter, index) != index:
                return None
            if letter in bound and index not in shared:
                return None
        elif letter != index:
            return None
    return extended


def _is_closed(table: dict[Index, Index], rest: list[Atom], bound: frozenset[Index]) -> bool:
    """Whether letters summed inside a match of an ingredient have images of their own."""
    images = [table[i] for i in bound]
    others = {image for i, image in table.items() if i not in bound}
    others.update(i for _, indices in rest for i in indices)
    return len(set(images)) == len(images) and not others & set(images)
