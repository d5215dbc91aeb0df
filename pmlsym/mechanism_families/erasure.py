"""The q-ary erasure channel: the letter is kept, or erased with probability a.

W(x,y) = (1-a) [y is the copy of x] + a [y is the erasure]
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import atom, constant, equal_letters
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.mechanism_families.mechanism import Mechanism, polynomial_mechanism
from pmlsym.mechanism_families.parameter import Incidence, letters_of, quotient, real, unsized


def erasure(q: int | None = None, a: object = None) -> Mechanism:
    """The family's mechanism that erases one of q letters with probability a; q symbolic if None.

    >>> erasure().channel
    erasure
    """
    x, y, erased = Index("X", "x"), Index("Y", "y"), Index("Y", "erased")
    size = letters_of("X", "q", "number of letters")
    lose = real("a", "erasure probability", 0, 1, high_open=True)
    copy = Tensor("copy", ("X", "Y"), indicator=True, stochastic=(1,))
    lost = equal_letters(y, erased)
    body = (1 - lose.scalar) * (1 - lost) * atom(copy, x, y) + lose.scalar * lost
    identity = Incidence(
        copy,
        "p",
        _copy_rows,
        one_to_one=True,
        inside=constant(1),
        outcomes=quotient(1),
        together=quotient(0),
        empty=(erased.name,),
    )
    data = [
        lose.at(),
        size.at(q),
        Data(size_tensor("Y"), quotient(size.scalar + 1) if q is None else Fraction(q + 1)),
        unsized(identity) if q is None else Data(copy, _copy_rows({"q": q})),
    ]
    return polynomial_mechanism(body, (x, y), data, text="erasure", settings={"a": a})


def _copy_rows(sizes: dict[str, int]) -> tuple[tuple[int, ...], ...]:
    """The 0/1 entries that say which outcome of the erasure family copies which letter."""
    q = sizes["q"]
    return tuple((0, *(int(x == y) for y in range(q))) for x in range(q))
