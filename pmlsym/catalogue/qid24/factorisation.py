"""[QID24, Cor. 4]: every eps-PML channel W is the mechanism (20) followed by another channel V.

With t = e^eps > 1 and delta the Kronecker delta, (20) is M(i,j) = t P(j) + (1 - t) delta(i,j). Put

    (t - 1) V(j,y)  =  t P_Y(y) - W(j,y)

Then V >= 0, as W leaks at most eps; its rows sum to one; and M V = W. So (20) is at least as useful
as W wherever a post-processing is never more useful.
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.polynomial import Polynomial, atom, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.catalogue.deduced import Deduced
from pmlsym.catalogue.example import Example
from pmlsym.catalogue.outlined import Line
from pmlsym.evidence.certificate import GOAL, Combine, Term, Use

_P = Tensor("P", ("X",), positive=True, stochastic=(0,))
_W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
_T = atom(Tensor("t", positive=True))
_i, _j, _c, _a = (Index("X", name) for name in ("i0", "j0", "c", "a"))
_y, _b = Index("Y", "y0"), Index("Y", "b")


def _scaled(letter: Index, outcome: Index) -> Polynomial:
    """(t - 1) V(j,y)."""
    mass = sum_over(atom(_P, _c) * atom(_W, _c, outcome), _c)
    return _T * mass - atom(_W, letter, outcome)


def _mechanism(letter: Index, other: Index) -> Polynomial:
    return _T * atom(_P, other) + (1 - _T) * equal_letters(letter, other)


def _factorisation() -> tuple[Sequent, ...]:
    """V >= 0, sum_y V = 1, sum_j M V = W, each times t - 1 > 0."""
    private = Fact("l(X->y) <= log t", atom(_P, _a) * _scaled(_a, _b), (_a, _b))
    level = Fact("t > 1", _T - 1, (), ">")
    known = (level, private)
    product = sum_over(_mechanism(_i, _a) * _scaled(_a, _y), _a)
    return (
        Sequent(known, _scaled(_j, _y)),
        Sequent(known, sum_over(_scaled(_j, _b), _b) - (_T - 1), "=="),
        Sequent(known, product - (_T - 1) * atom(_W, _i, _y), "=="),
    )


def _divided(sequent: Sequent) -> tuple[Line, ...]:
    """The bound at the letter, divided by its mass; the identities are found without help."""
    if sequent.goal != _scaled(_j, _y):
        return ()
    bound = Term(Fraction(1), (Use("l(X->y) <= log t", (_j, _y)),))
    return (Combine(Fact(GOAL, sequent.goal), (bound,), (Use("P > 0", (_j,)),)),)


FACTORISATION = Deduced(
    "every eps-PML channel W is M V with M as in (20): V >= 0, its rows sum to 1, and M V = W",
    _factorisation,
    Example(
        {"P": ("1/2", "1/2"), "W": (("3/5", "2/5"), ("2/5", "3/5")), "t": "3/2"},
        {"i0": 0, "j0": 1, "y0": 0},
    ),
    _divided,
)
