"""Terms that are parts of one sum are that sum: a proof is read by people.

    f(c) + sum_{v != c} f(v)  =  sum_v f(v)

A search may find the parts before the whole; what is joined here the kernel checks like the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

from pmlsym.calculus.sequent import declared_name
from pmlsym.calculus.tensor import Index, delta
from pmlsym.evidence.certificate import Term, Use

MOST_LETTERS = 4  # so that two terms are compared under 24 renamings at most


def joined(terms: tuple[Term, ...]) -> tuple[Term, ...]:
    """The terms, with each part at one letter and its rest at all others put together.

    >>> x, v, c = Index("X", "x"), Index("X", "v"), Index("X", "c")
    >>> rest = Term(1, (Use("f", (v,)), Use(declared_name(delta("X"), "<= 1"), (v, c))), (v,))
    >>> joined((Term(1, (Use("f", (c,)),)), rest))
    (Term(coefficient=1, uses=(Use(fact='f', indices=(v,)),), summed=(v,)),)
    """
    for rest in terms:
        for whole, part in _wholes(rest):
            for other in terms:
                if other is not rest and _are_alike(other, part):
                    kept = [whole if term is rest else term for term in terms if term is not other]
                    return joined(tuple(kept))
    return terms


def _wholes(rest: Term) -> Iterator[tuple[Term, Term]]:
    """Sums that a term is all of but for one letter, each with its part at that letter."""
    for place, use in enumerate(rest.uses):
        if len(use.indices) != 2 or use.fact != declared_name(
            delta(use.indices[0].alphabet), "<= 1"
        ):
            continue
        uses = (*rest.uses[:place], *rest.uses[place + 1 :])
        for letter, at in (use.indices, use.indices[::-1]):
            if letter in rest.summed and letter != at:
                part = Term(
                    rest.coefficient,
                    _renamed(uses, {letter: at}),
                    tuple(index for index in rest.summed if index != letter),
                )
                yield replace(rest, uses=uses), part


def _are_alike(one: Term, other: Term) -> bool:
    """Whether two terms are equal, whatever their summed letters are called."""
    if one.coefficient != other.coefficient or len(one.uses) != len(other.uses):
        return False
    if len(one.summed) != len(other.summed) or len(one.summed) > MOST_LETTERS:
        return False
    wanted = Counter(other.uses)
    for letters in permutations(other.summed):
        names = dict(zip(one.summed, letters, strict=True))
        fits = all(index.alphabet == letter.alphabet for index, letter in names.items())
        if fits and Counter(_renamed(one.uses, names)) == wanted:
            return True
    return False


def _renamed(uses: tuple[Use, ...], names: dict[Index, Index]) -> tuple[Use, ...]:
    return tuple(Use(u.fact, tuple(names.get(i, i) for i in u.indices)) for u in uses)
