"""The letters that Kronecker deltas compare in a polynomial, and what is left where they differ."""

from __future__ import annotations

from collections.abc import Iterator

from pmlsym.calculus.polynomial import Polynomial, equal_letters
from pmlsym.calculus.tensor import Index


def compared_letters(polynomial: Polynomial) -> Iterator[tuple[Index, Index]]:
    """The pairs of free letters that a Kronecker delta compares in an index polynomial.

    >>> x, z = Index("X", "x"), Index("X", "z")
    >>> list(compared_letters(2 * equal_letters(x, z) - 1))
    [(x, z)]
    """
    for tensor, indices in polynomial.atoms():
        if tensor.is_delta and not any(index.is_bound for index in indices):
            yield indices[0], indices[1]


def where_letters_differ(polynomial: Polynomial, one: Index, other: Index) -> Polynomial:
    """The index polynomial with 0 for the Kronecker delta of two letters.

    >>> x, z = Index("X", "x"), Index("X", "z")
    >>> where_letters_differ(2 * equal_letters(x, z) - 1, x, z)
    -1
    """
    ((delta,),) = equal_letters(one, other).terms
    return Polynomial({monomial: c for monomial, c in polynomial if delta not in monomial})
