"""[RDP, Thm. 4.5]: priors with correlated entries reach every level below a supremum.

No prior attains it, so it is stated of the levels: if M > t m for two likelihoods M, m of an
outcome, then a prior with all but a small mass e at the database of m, and the rest anywhere, leaks
log t or more. How small e has to be is a hypothesis, and one that positive numbers meet as
M - t m > 0. With it the limit e -> 0 needs no analysis, and an infinite supremum (m = 0) is none.
"""

from __future__ import annotations

from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from proofs.papers.deduced import Deduced, Example, Line

_R = Tensor("R", ("D",), nonnegative=True, stochastic=(0,))
_K = Tensor("K", ("D", "E"), nonnegative=True, stochastic=(1,))
_V = Tensor("V", ("D", "E", "Y"), nonnegative=True, stochastic=(2,))
_T, _SMALL = (atom(Tensor(name, positive=True)) for name in ("t", "e"))
_ONE = constant(1)
_MOST = _ONE - _SMALL

_y = Index("Y", "y0")
_d0, _d1, _d = Index("D", "d0"), Index("D", "d1"), Index("D", "d")
_e0, _e1, _e = Index("E", "e0"), Index("E", "e1"), Index("E", "e")


def _v(d: Index, e: Index) -> Polynomial:
    return atom(_V, d, e, _y)


def _others(d: Index, e: Index) -> Polynomial:
    """The mass of the other entries e when the entry is d."""
    return atom(_K, d, e)


def _seen() -> Polynomial:
    """P(y0 | D = d0)."""
    return sum_over(_others(_d0, _e) * _v(_d0, _e), _e)


def _whole() -> Polynomial:
    """P_Y(y0)."""
    return sum_over(atom(_R, _d) * _others(_d, _e) * _v(_d, _e), _d, _e)


def _of_an_entry() -> Sequent:
    """M = V(d0, e0), m = V(d1, e1); both are nearly certain given d0, d1, and (1-e)M >= t(m+2e)."""
    facts = (
        Fact("R(d1) >= 1 - e", atom(_R, _d1) - _MOST),
        Fact("the others given d0", _others(_d0, _e0) - _MOST),
        Fact("the others given d1", _others(_d1, _e1) - _MOST),
        Fact("e is small", _MOST * _v(_d0, _e0) - _T * (_v(_d1, _e1) + _SMALL + _SMALL)),
    )
    return Sequent(facts, _seen() - _T * _whole())


def _entry_lines(sequent: Sequent) -> tuple[Line, ...]:
    low, high = _v(_d1, _e1), _v(_d0, _e0)
    mass, others = atom(_R, _d1), _others(_d1, _e1)
    return (
        Fact("1 >= m", _ONE - low),
        Fact("1 >= R(d1)", _ONE - mass),
        Fact("1 >= the others given d1", _ONE - others),
        Fact("1 >= V", _ONE - _v(_d, _e), (_d, _e)),
        Fact("1 - P_Y >= P(d1, e1)(1 - m)", _ONE - _whole() - mass * others * (_ONE - low)),
        Fact("P(d1, e1) >= 1 - 2e", mass * others - _MOST + _SMALL),
        Fact("P_Y <= m + 2e", low + _SMALL + _SMALL - _whole()),
        Fact("P(y0|d0) >= the others given d0, M", _seen() - _others(_d0, _e0) * high),
        Fact("P(y0|d0) >= (1 - e) M", _seen() - _MOST * high),
    )


_FIRST, _SECOND = ("1", "0"), ("0", "1")
_MOSTLY = ("1/10", "9/10")
_DATABASES = {"V": ((_FIRST, _FIRST), (_SECOND, _SECOND)), "R": _MOSTLY, "t": "2", "e": "1/5"}
_LETTERS = {"d0": 0, "d1": 1, "e0": 0, "e1": 1, "y0": 0}

LEVELS_OF_CORRELATED_ENTRIES = Deduced(
    "every level t < M/m of databases (d0, e0), (d1, e1) is reached about an entry with d0 /= d1: "
    "R(d1), K(e1|d1), K(e0|d0) >= 1 - e with (1 - e) M >= t (m + 2e) leak log t at y0",
    lambda: (_of_an_entry(),),
    Example(_DATABASES | {"K": (("9/10", "1/10"), _MOSTLY)}, _LETTERS),
    _entry_lines,
)
