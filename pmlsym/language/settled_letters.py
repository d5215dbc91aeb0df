"""The letters of rows, which are kept apart from all other letters until a measure is made.

    D[kl](W[x] || W[z])     sum_y W(x,y) log( W(x,y) / W(z,y) )        x and z are outcomes

A measure names its own letters by their alphabets, and would take the x of W[x] for one of them.
So `row_letter` gives a letter with a mark that no other has. It is settled when the measure is
made: letters of the measure with the same name are renamed, and the mark is taken off.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pmlsym.calculus.polynomial import Polynomial, substitute
from pmlsym.calculus.tensor import Index, with_primes
from pmlsym.errors import InvalidInput
from pmlsym.language.fold import fold, rebuild
from pmlsym.language.value import RANGES, Quotient, Value, polynomials_of, range_indices

_ROW = 1


def row_letter(alphabet: str, name: str) -> Index:
    """The letter x of W[x], before the tree of nodes that has it is settled; unlike all others."""
    return Index(alphabet, name, _ROW)


def has_row_letter(polynomial: Polynomial) -> bool:
    """Whether a letter of a row such as W[x] stands in a polynomial of a node of values."""
    return any(index.number == _ROW for index in polynomial.free)


def settle_row_letters(
    value: Value, quotients: tuple[Quotient, ...], free: tuple[Index, ...]
) -> tuple[Value, tuple[Index, ...]]:
    """A value's tree of nodes with the x of each W[x] under its own name, and its free letters.

    Raises InvalidInput where a quotient, which is one table for the whole claim, has a row in it.

    >>> from pmlsym.calculus.polynomial import atom
    >>> from pmlsym.calculus.tensor import Tensor
    >>> from pmlsym.language.value import Largest, Ratio
    >>> x, w, p = Index("X", "x"), Tensor("W", ("X", "X")), Tensor("P", ("X",))
    >>> body = Ratio(atom(p, x) * atom(w, row_letter("X", "x"), x))
    >>> found, free = settle_row_letters(Largest((x,), body), (), ())
    >>> found.over, found.body.numerator, free
    ((x',), P(x')*W(x,x'), (x,))
    """
    if any(has_row_letter(p) for q in quotients for p in (q.weight, q.total)):
        raise InvalidInput("a row, such as W[x], stands in no conditional notion")
    used = {i for p in polynomials_of(value) for i in p.free}
    rows = sorted(i for i in used if i.number == _ROW)
    if not rows:
        return value, free
    names: dict[Index, Index] = {i: Index(i.alphabet, i.name) for i in rows}
    ranged, called = {*range_indices(value)} - {*free}, {i.name for i in rows}
    taken = {i.name for i in (*ranged, *used, *free)}
    for letter in sorted(i for i in ranged if i.name in called):
        fresh = with_primes(letter.name, taken)
        taken.add(fresh)
        names[letter] = Index(letter.alphabet, fresh)

    settled_value = with_letters(value, names)
    return settled_value, tuple(dict.fromkeys((*free, *(names[i] for i in rows))))


def with_letters(value: Value, names: Mapping[Index, Index]) -> Value:
    """The value, a tree of nodes, with other names for some of its letters, free or bound."""

    def renamed(node: Any, inner: tuple[Any, ...]) -> Any:
        """The node of the value with other names in its polynomials and ranges."""
        plain = {name: _with_names(getattr(node, name), names) for name in node.plain}
        ranges = (name for name in RANGES if hasattr(node, name))
        over = {name: tuple(names.get(i, i) for i in getattr(node, name)) for name in ranges}
        return replace(rebuild(node, inner), **plain, **over)

    with_names: Value = fold(value, renamed)
    return with_names


def _with_names(polynomial: Polynomial, names: Mapping[Index, Index]) -> Polynomial:
    """A node's polynomial with other names for its letters, as all nodes of the tree get them."""
    return substitute(polynomial, {i: names[i] for i in polynomial.free if i in names})
