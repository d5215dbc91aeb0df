"""Matching: how an ingredient can produce a given monomial.

To produce the target T, some monomial of the ingredient has to be a part of T once letters are
chosen; what is left of T is the multiplier. Letters summed inside the ingredient have to be summed
in T and occur nowhere else there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from pmlsym.calculus.normal_form import Atom, Monomial, loosen, rename
from pmlsym.calculus.tensor import Index
from pmlsym.engines.ingredient import Ingredient
from pmlsym.meter import tick

PLACED = 6
"""Steps for a way in which an atom is a part of the target."""


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
    """Every way in which `part`, a monomial of the ingredient, is a part of the target."""
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
        open_ = [i for i in ingredient.indices if i not in table]
        for names in _choose(open_, {i: table[i] for i in free if i in table}, constants, shared):
            key = (tuple(sorted(names.items())), tuple(sorted(rest)))
            if key not in seen:
                seen.add(key)
                yield Match(key[0], key[1], shared)


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


def _choose(
    open_: list[Index],
    names: dict[Index, Index],
    constants: tuple[Index, ...],
    shared: tuple[Index, ...],
) -> Iterator[dict[Index, Index]]:
    """The letters that the pattern left open: constants of the goal, or letters still summed."""
    if not open_:
        yield names
        return
    for option in (*constants, *shared):
        if option.alphabet == open_[0].alphabet:
            yield from _choose(open_[1:], {**names, open_[0]: option}, constants, shared)
