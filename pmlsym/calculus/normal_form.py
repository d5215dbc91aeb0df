"""The normal form of a monomial.

A monomial is a product of *factors*; a factor is a product of atoms T(i, j, ..) that are connected
by the indices summed over it: sum_x p(x)W(x,y) is one factor, its square is two.
`normalise` takes loose atoms and the indices to be summed, and

1. absorbs deltas:  sum_b delta(a,b) F(b) = F(a),  delta(a,b) F(b) = delta(a,b) F(a),
2. drops a stochastic tensor whose summed indices occur nowhere else, with exactly those indices,
3. squares indicators away, and applies T(x,y) T(x,y') = delta(y,y') T(x,y) to one-hot tensors,
4. replaces a summed index without an occurrence by |X|, the number of its letters,
5. numbers the bound indices of each factor canonically.

Equal normal forms are equal for all tensors with the declared facts, at every alphabet size.
The converse does not hold in general.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain

from pmlsym.calculus.meter import watch
from pmlsym.calculus.tensor import Index, Tensor, bound, delta, size

Atom = tuple[Tensor, tuple[Index, ...]]
Mark = tuple[str, int, tuple[tuple[int, str, str], ...]]
"""An occurrence of an index: the tensor, the index's place in it, and the other indices there."""


class Factor(tuple[Atom, ...]):
    """A product of connected atoms. Equal factors are one object, so that comparing is free.

    `factor` alone makes them. If two equal ones were different objects, an identity would be
    refused, never wrongly accepted.
    """

    indicators: tuple[Tensor, ...]

    __hash__ = object.__hash__
    __eq__ = object.__eq__
    __ne__ = object.__ne__

    def __reduce__(self) -> tuple[object, ...]:
        return factor, (tuple(self),)


Monomial = tuple[Factor, ...]

ONE: Monomial = ()
_FACTORS: dict[tuple[Atom, ...], Factor] = {}


def factor(atoms: tuple[Atom, ...]) -> Factor:
    """The only factor of monomials with these atoms, which are numbered and sorted already."""
    known = _FACTORS.get(atoms)
    if known is None:
        known = Factor(atoms)
        known.indicators = tuple(tensor for tensor, _ in atoms if tensor.indicator)
        known = _FACTORS.setdefault(atoms, known)
    return known


def normalise(atoms: Iterable[Atom], summed: Iterable[Index] = ()) -> Monomial:
    """The monomial in normal form that is the sum over `summed` of a product of atoms."""
    watch()
    loose, open_ = list(atoms), set(summed)
    while (
        _absorb_delta(loose, open_)
        or _drop_stochastic(loose, open_)
        or _square_indicator(loose)
        or _merge_one_hot(loose)
    ):
        pass
    occurring = {index for _, indices in loose for index in indices}
    loose.extend((size(index.alphabet), ()) for index in open_ - occurring)
    return tuple(sorted([_number(part) for part in _connected_groups(loose)]))


def loosen(factors: Iterable[Factor]) -> tuple[list[Atom], list[Index]]:
    """The atoms of a product of factors of a monomial, and its bound indices, told apart."""
    atoms: list[Atom] = []
    summed: list[Index] = []
    for part in factors:
        apart: dict[Index, Index] = {}
        for index in chain.from_iterable(indices for _, indices in part):
            if not index.name and index not in apart:
                apart[index] = bound(index.alphabet, len(summed))
                summed.append(apart[index])
        atoms.extend(rename(part, apart) if apart else part)
    return atoms, summed


def rename(atoms: Iterable[Atom], names: dict[Index, Index]) -> list[Atom]:
    """The atoms of a monomial with indices replaced."""
    return [(t, tuple([names.get(i, i) for i in indices])) for t, indices in atoms]


def joinable(left: Monomial, right: Monomial) -> bool:
    """Whether two monomials may simplify each other: by a delta in either, or one indicator."""
    marked = [{tensor for part in side for tensor in part.indicators} for side in (left, right)]
    return any(t.is_delta for side in marked for t in side) or bool(marked[0] & marked[1])


def _absorb_delta(loose: list[Atom], open_: set[Index]) -> bool:
    """Use a Kronecker delta among a monomial's atoms to identify two letters, if there is one."""
    for place, (tensor, indices) in enumerate(loose):
        if not (tensor.indicator and tensor.is_delta):
            continue
        low, high = sorted(indices, key=lambda i: (i in open_, i))
        if low == high or high in open_:
            del loose[place]
            if low != high:
                open_.discard(high)
                loose[:] = rename(loose, {high: low})
            return True
        rest = rename(loose[:place] + loose[place + 1 :], {high: low})
        renewed = [*rest[:place], (tensor, (low, high)), *rest[place:]]
        if renewed != loose:
            loose[:] = renewed
            return True
    return False


def _drop_stochastic(loose: list[Atom], open_: set[Index]) -> bool:
    """Drop an atom of a monomial that sums to one over letters of its own, if there is one."""
    everywhere: list[Index] = []
    for place, (tensor, indices) in enumerate(loose):
        if not tensor.stochastic:
            continue
        own = [indices[k] for k in tensor.stochastic]
        if not open_.issuperset(own):
            continue
        everywhere = everywhere or [i for _, others in loose for i in others]
        if all(everywhere.count(index) == 1 for index in own):
            del loose[place]
            open_.difference_update(own)
            return True
    return False


def _square_indicator(loose: list[Atom]) -> bool:
    """Drop an indicator that stands twice among a monomial's atoms, if there is one."""
    seen = set()
    for place, atom in enumerate(loose):
        if not atom[0].indicator:
            continue
        if atom in seen:
            del loose[place]
            return True
        seen.add(atom)
    return False


def _merge_one_hot(loose: list[Atom]) -> bool:
    """Replace a deterministic channel that stands twice in a monomial by a delta of outputs."""
    for place, (tensor, indices) in enumerate(loose):
        if not (tensor.indicator and tensor.is_one_hot):
            continue
        (hot,) = tensor.stochastic
        for other, (again, others) in enumerate(loose[:place]):
            if again == tensor and all(
                i == j for k, (i, j) in enumerate(zip(indices, others, strict=True)) if k != hot
            ):
                loose[other] = (delta(tensor.alphabets[hot]), (others[hot], indices[hot]))
                return True
    return False


def _connected_groups(loose: Sequence[Atom]) -> list[list[Atom]]:
    """The atoms of a monomial in groups that are connected by bound indices."""
    parts: list[tuple[set[Index], list[Atom]]] = []
    for atom in loose:
        reach = {i for i in atom[1] if not i.name}  # the bound indices; `is_bound` is too slow
        group = [atom]
        if reach:
            apart = []
            for part in parts:
                if part[0] & reach:
                    reach |= part[0]
                    group += part[1]
                else:
                    apart.append(part)
            parts = apart
        parts.append((reach, group))
    return [group for _, group in parts]


def _number(part: list[Atom]) -> Factor:
    """One connected part of a monomial with its bound indices numbered canonically."""
    own = sorted({i for _, indices in part for i in indices if not i.name})
    if not own:
        return factor(tuple(part))
    if len(own) == 1:
        return factor(tuple(sorted(rename(part, {own[0]: bound(own[0].alphabet, 0)}))))
    names = {index: bound(index.alphabet, k) for k, index in enumerate(own)}
    return _canonical(tuple(sorted(rename(part, names))))


@lru_cache(maxsize=1 << 16)
def _canonical(part: tuple[Atom, ...]) -> Factor:
    """The factor of a monomial with the least numbering of its bound indices."""
    own = sorted({i for _, indices in part for i in indices if not i.name})
    return factor(min(atoms for atoms, _ in _numberings(part, dict.fromkeys(own, 0))))


def _numberings(
    part: tuple[Atom, ...], colours: dict[Index, int]
) -> Iterator[tuple[tuple[Atom, ...], tuple[Index, ...]]]:
    """Candidates for a monomial's canonical numbering: refine, then try indices of a tied colour.

    If the first candidates of two tied indices are equal, with their colours, a symmetry of the
    part maps one index to the other, and only one of them is followed.
    """
    watch()
    colours = _refine(part, colours)
    members: dict[int, list[Index]] = {}
    for index, colour in colours.items():
        members.setdefault(colour, []).append(index)
    tied = next((group for _, group in sorted(members.items()) if len(group) > 1), None)
    if tied is None:
        order = tuple(sorted(colours, key=colours.__getitem__))
        names = {index: bound(index.alphabet, k) for k, index in enumerate(order)}
        yield tuple(sorted(rename(part, names))), order
        return
    seen = set()
    for index in tied:
        split = {i: 2 * c for i, c in colours.items()}
        split[index] -= 1
        candidates = _numberings(part, split)
        atoms, order = next(candidates)
        image = (atoms, tuple((colours[i], i == index) for i in order))
        if image not in seen:
            seen.add(image)
            yield atoms, order
            yield from candidates


def _refine(part: tuple[Atom, ...], colours: dict[Index, int]) -> dict[Index, int]:
    """The colours of a monomial's bound indices, equal only while their occurrences are alike."""
    while True:
        marks: dict[Index, list[Mark]] = {index: [] for index in colours}
        for tensor, indices in part:
            seen = tuple([(colours[i], "", "") if i in colours else (-1, *i[:2]) for i in indices])
            for place, index in enumerate(indices):
                if index in marks:
                    marks[index].append((tensor.name, place, seen))
        described = {
            index: (colour, index.alphabet, tuple(sorted(marks[index])))
            for index, colour in colours.items()
        }
        ranks = {mark: rank for rank, mark in enumerate(sorted(set(described.values())))}
        renewed = {index: ranks[described[index]] for index in colours}
        if len(ranks) == len(set(colours.values())):
            return renewed
        colours = renewed
