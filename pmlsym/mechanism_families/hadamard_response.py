"""Hadamard response: the outcome lies, more likely than not, where the secret's row is +1.

    W(x,y) = N E [H(x,y) = +1] + N [H(x,y) = -1],    N = 2 / (K (1 + E)),    E = exp(eps)

H is Sylvester's Hadamard matrix of order K, the least power of two above k; letter x has row x + 1.
m(y) is the prior mass of the letters whose row is +1 at y. With a symbolic k all rows but the first
are used, k = K - 1, so that every outcome has a letter at +1. Source: [Acharya, Sun, Zhang 2019].
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import atom
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.mechanism_families.mechanism import Mechanism, polynomial_mechanism
from pmlsym.mechanism_families.parameter import (
    Incidence,
    exponent,
    letters_of,
    quotient,
    unsized,
)


def hadamard_response(k: int | None = None, eps: object = None) -> Mechanism:
    """The family's mechanism of Hadamard response for k letters; k symbolic unless given.

    >>> hadamard_response(3).channel
    Hadamard
    """
    x, y = Index("X", "x"), Index("Y", "y")
    size, level = letters_of("X", "k", "number of letters"), exponent("eps", "LDP parameter")
    plus, scale = Tensor("B", ("X", "Y"), indicator=True), Tensor("N", positive=True)
    odds, many = level.scalar, atom(size_tensor("Y"))
    body = atom(scale) * (1 + (odds - 1) * atom(plus, x, y))
    data = [level.at(), Data(scale, quotient(2, many * (1 + odds)))]
    if k is None:
        size = replace(size, low=Fraction(3), choices=(3, 7), notes=("k + 1 is a power of two",))
        letters = size.scalar
        data += [size.at(), Data(size_tensor("Y"), quotient(letters + 1))]
        kinds = ((quotient(letters), quotient(1)), (quotient(letters - 1, 2), quotient(letters)))
        half, quarter = quotient(letters + 1, 2), quotient(letters + 1, 4)
        signs = Incidence(
            plus,
            "m",
            _rows_of_plus_signs,
            outcomes=half,
            together=quarter,
            whole="all",
            kinds=kinds,
        )
        data.append(unsized(signs))
    else:
        data.append(Data(plus, _rows_of_plus_signs({"k": k})))
    return polynomial_mechanism(body, (x, y), data, text="Hadamard", settings={"eps": eps})


def _rows_of_plus_signs(sizes: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    """The 0/1 entries that say where the Hadamard family's matrix has +1, rows by letter."""
    k = sizes["k"]
    order = 1 << k.bit_length()
    return tuple(tuple(1 - ((x + 1) & y).bit_count() % 2 for y in range(order)) for x in range(k))
