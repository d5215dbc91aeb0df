"""The elemental inequalities: the least set from which all Shannon inequalities follow.

H(i | all others) >= 0         I(i; j | K) >= 0,   i < j, K within the others
                                                                    [Yeung 1997]
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, product

from pmlsym.evidence.entropy_dual import EntropyForm, Information, Variables
from pmlsym.meter import watch


@cache
def elemental(variables: Variables) -> tuple[Information, ...]:
    """The elemental inequalities: n + n(n-1)/2 * 2^(n-2) of them for n variables.

    >>> [str(one) for one in elemental(("A", "B"))]
    ['H(A|B)', 'H(B|A)', 'I(A;B)']
    """
    return (*_entropies(variables), *_informations(variables))


@cache
def elemental_forms(variables: Variables) -> tuple[EntropyForm, ...]:
    """The forms of the elemental inequalities, in the same order."""
    return tuple(_form(one) for one in elemental(variables))


@cache
def informations(variables: Variables) -> dict[EntropyForm, Information]:
    """All I(A; B | C) and H(A | C) for disjoint sets of the variables, by their forms.

    >>> print(*informations(("A", "B")).values())
    H(B) I(A;B) H(A) H(A,B) H(A|B) H(B|A)
    """
    found: dict[EntropyForm, Information] = {}
    for places in product(range(4), repeat=len(variables)):
        watch()
        a, b, c = (
            tuple(v for v, place in zip(variables, places, strict=True) if place == k)
            for k in (1, 2, 3)
        )
        if b:
            one = Information(a or b, b, c)
            found.setdefault(one.form, one)
    return found


def _form(one: Information) -> EntropyForm:
    watch()
    return one.form


def _entropies(variables: Variables) -> Iterator[Information]:
    for one in variables:
        yield Information((one,), (one,), tuple(v for v in variables if v != one))


def _informations(variables: Variables) -> Iterator[Information]:
    for a, b in combinations(variables, 2):
        others = tuple(v for v in variables if v not in (a, b))
        for size in range(len(others) + 1):
            for given in combinations(others, size):
                watch()
                yield Information((a,), (b,), given)
