"""[PML23, Cor. 1]: the gain g(x,w) = 1[x = w]/P(x) of guesses w, letters of X, leaks all of PML.

It is said without the quotient, P(x) G(x,w) = 1[x = w] for x of positive mass. The expected gain of
every guess is then 1 before y, and P(y|w)/P_Y(y) after it.
"""

from __future__ import annotations

from pmlsym.calculus.polynomial import Polynomial, atom, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.catalogue.deduced import Deduced
from pmlsym.catalogue.example import Example

_P = Tensor("P", ("X",), positive=True, stochastic=(0,))
_W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
_G = Tensor("G", ("X", "X"), nonnegative=True)
_x, _w, _y = Index("X", "x"), Index("X", "w"), Index("Y", "y0")
_best, _c = Index("X", "w0"), Index("X", "c")
_T = atom(Tensor("t", positive=True))


def _gain(*, seen: bool) -> Polynomial:
    """The expected gain of the guess w0 before y, and P_Y(y) times that after it."""
    mass = atom(_P, _c) * atom(_W, _c, _y) if seen else atom(_P, _c)
    return sum_over(mass * atom(_G, _c, _best), _c)


def _attained() -> tuple[Sequent, ...]:
    """Before y the gain is 1; after it, it is exp l(X->y) for the letter w0 that attains that."""
    excess = atom(_P, _x) * atom(_G, _x, _w) - equal_letters(_x, _w)
    scaled = Fact("g is 1/P", excess, (_x, _w), "==")
    mass = sum_over(atom(_P, _x) * atom(_W, _x, _y), _x)
    attained = Fact("w0 attains l(X->y0) = log t", atom(_W, _best, _y) - _T * mass)
    return (
        Sequent((scaled,), _gain(seen=False) - 1, "=="),
        Sequent((scaled, attained), _gain(seen=True) - _T * mass),
    )


SCALED_GAIN = Deduced(
    "with P(x) g(x,w) = 1[x = w], the guess w gains 1 before y and W(w,y)/P_Y(y) after it",
    _attained,
    Example(
        {
            "P": ("1/3", "2/3"),
            "W": (("1", "0"), ("1/2", "1/2")),
            "G": (("3", "0"), ("0", "3/2")),
            "t": "3/2",
        },
        {"w0": 0, "y0": 0},
    ),
)
