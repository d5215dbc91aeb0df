"""The letters at which one polynomial becomes another, found by comparing their monomials."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pmlsym.calculus.meter import tick
from pmlsym.calculus.normal_form import Atom, Monomial
from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.tensor import Index


def letters_at(
    pattern: Polynomial, quantified: Iterable[Index], target: Polynomial
) -> dict[Index, Index] | None:
    """The letters for quantified ones that make a fact's polynomial what a search looks for.

    >>> from pmlsym.calculus.polynomial import atom
    >>> from pmlsym.calculus.tensor import Tensor
    >>> P, x, y = Tensor("P", ("X",)), Index("X", "x"), Index("X", "y")
    >>> letters_at(atom(P, x) - 1, (x,), atom(P, y) - 1)
    {x: y}
    """
    free = frozenset(quantified)
    for names in _placements(pattern, free, target, {}):
        tick()
        if substitute(pattern, names) == target:
            return names
    return None


def _placements(
    pattern: Polynomial, free: frozenset[Index], target: Polynomial, names: dict[Index, Index]
) -> Iterator[dict[Index, Index]]:
    """Letters at which a search places a pattern on a polynomial, monomial by monomial."""
    left = free - names.keys()
    if not left:
        yield names
        return
    # Of the monomials with most of the letters the shortest has the fewest ways to be placed.
    lead = max(pattern.terms, key=lambda m: (len(_letters(m) & left), -len(m)), default=None)
    if lead is None or not _letters(lead) & left:
        return
    atoms = sorted(_atoms(lead), key=lambda a: (a[0], a[1]))
    for monomial, c in target:
        if c == pattern.terms[lead] and len(monomial) == len(lead):
            for more in _assignments(atoms, tuple(_atoms(monomial)), free, names):
                yield from _placements(pattern, free, target, more)


def _assignments(
    atoms: list[Atom], among: tuple[Atom, ...], free: frozenset[Index], names: dict[Index, Index]
) -> Iterator[dict[Index, Index]]:
    """The bindings of letters by which a search places a pattern's atoms on other atoms."""
    if not atoms:
        yield names
        return
    (tensor, letters), *rest = atoms
    tried = set[Atom]()
    for k, each in enumerate(among):
        if each[0] != tensor or each in tried:
            continue
        tried.add(each)
        others = among[:k] + among[k + 1 :]
        for indices in (each[1], each[1][::-1]) if tensor.is_delta else (each[1],):
            more = _with_letters(letters, indices, free, names)
            if more is not None:
                yield from _assignments(rest, others, free, more)


def _with_letters(
    letters: tuple[Index, ...],
    indices: tuple[Index, ...],
    free: frozenset[Index],
    names: dict[Index, Index],
) -> dict[Index, Index] | None:
    """The bindings of a search's pattern with those of one more atom; None if they clash."""
    more = dict(names)
    for i, j in zip(letters, indices, strict=True):
        if i in free:
            fits = not j.is_bound and more.setdefault(i, j) == j
        else:
            fits = i.is_bound == j.is_bound and (i.is_bound or i == j)
        if not fits:
            return None
    return more


def _atoms(monomial: Monomial) -> Iterator[Atom]:
    """The atoms of a monomial whose letters a search places on those of another."""
    for part in monomial:
        yield from part


def _letters(monomial: Monomial) -> set[Index]:
    """The free indices of a monomial, for which a search looks up indices in another monomial."""
    return {i for _, indices in _atoms(monomial) for i in indices if not i.is_bound}
