"""[RDP, Thms. 2.8, 4.2, 4.5]: priors of full support reach every level below a supremum.

No prior attains these suprema, so each is stated of the levels: if M > t m for two likelihoods M, m
of an outcome, then a prior with all but a small mass e at the database of m, and the rest anywhere,
leaks log t or more. How small e has to be is a hypothesis, and one that positive numbers meet as
M - t m > 0. With it the limits e -> 0 need no analysis, and infinite suprema (m = 0) no exception.
"""

from __future__ import annotations

from collections.abc import Callable

from pmlsym.calculus.alphabet import alphabets, letters
from pmlsym.calculus.polynomial import Polynomial, atom, constant, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Largest, Ratio
from pmlsym.measures.entry_leakage import pml_entry
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from proofs.papers.deduced import Deduced, Example, Line


def odds_of_an_entry(channel: Channel) -> Measure:
    """log max over y, the first entry d and d', and the others e, of W(d,e,y) / W(d',e,y).

    With e for all entries but the first it is at most the parameter of differential privacy, for
    every n. What dp(W) is of such a W is larger: there e is one entry, and changes as a whole.

    >>> d, e, y = alphabets("D E Y")
    >>> odds_of_an_entry(Channel("W", (d, e), y))
    odds(W, 1)
    """
    outputs, database = letters(channel.outputs), letters(channel.inputs)
    (other,) = letters(channel.inputs[:1], taken=database)
    changed = (other, *database[1:])
    ratio = Ratio(channel.entry(database, outputs), channel.entry(changed, outputs))
    odds = Largest((*database, other, *outputs), ratio)
    text = f"odds({channel.text}, 1)"
    return Measure(text, (), odds)


def bound_by_the_odds_of_an_entry() -> Claim:
    """The first entry's leakage, where the others do not depend on it, is at most its odds.

    >>> print(bound_by_the_odds_of_an_entry())
    pml_entry(P & Q, W, 1) <= odds(W, 1)
    """
    d, e, y = alphabets("D E Y")
    channel = Channel("W", (d, e), y)
    return pml_entry(Prior("P", d) & Prior("Q", e), channel, 1) <= odds_of_an_entry(channel)


_P = Tensor("P", ("X",), nonnegative=True, stochastic=(0,))
_W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
_R = Tensor("R", ("D",), nonnegative=True, stochastic=(0,))
_K = Tensor("K", ("D", "E"), nonnegative=True, stochastic=(1,))
_Q = Tensor("Q", ("E",), nonnegative=True, stochastic=(0,))
_V = Tensor("V", ("D", "E", "Y"), nonnegative=True, stochastic=(2,))
_T, _SMALL = (atom(Tensor(name, positive=True)) for name in ("t", "e"))
_ONE = constant(1)
_MOST = _ONE - _SMALL

Law = Callable[[Index, Index], Polynomial]
"""The mass of the other entries e when the entry is d."""

_high, _low, _c, _y = Index("X", "x0"), Index("X", "x1"), Index("X", "c"), Index("Y", "y0")
_d0, _d1, _d = Index("D", "d0"), Index("D", "d1"), Index("D", "d")
_e0, _e1, _e = Index("E", "e0"), Index("E", "e1"), Index("E", "e")


def _w(x: Index) -> Polynomial:
    return atom(_W, x, _y)


def _v(d: Index, e: Index) -> Polynomial:
    return atom(_V, d, e, _y)


def _mass() -> Polynomial:
    """P_Y(y0)."""
    return sum_over(atom(_P, _c) * _w(_c), _c)


def _gap() -> Polynomial:
    """M - m."""
    return _w(_high) - _w(_low)


def _of_a_channel() -> tuple[Sequent, ...]:
    """M = W(x0) is largest for the outcome, m = W(x1), P(x1) >= 1 - e, e t (M - m) <= M - t m."""
    facts = (
        Fact("x0 is likeliest", _w(_high) - _w(_c), (_c,)),
        Fact("P(x1) >= 1 - e", atom(_P, _low) - _MOST),
        Fact("e is small", _w(_high) - _T * _w(_low) - _SMALL * _T * _gap()),
    )
    return (Sequent(facts, _w(_high) - _T * _mass()),)


def _channel_lines(sequent: Sequent) -> tuple[Line, ...]:
    return (
        Fact("M - P_Y >= P(x1)(M - m)", _w(_high) - _mass() - atom(_P, _low) * _gap()),
        Fact("P(x1)(M - m) >= (1 - e)(M - m)", (atom(_P, _low) - _MOST) * _gap()),
    )


def _independent(d: Index, e: Index) -> Polynomial:
    return atom(_Q, e)


def _dependent(d: Index, e: Index) -> Polynomial:
    return atom(_K, d, e)


def _seen(law: Law) -> Polynomial:
    """P(y0 | D = d0)."""
    return sum_over(law(_d0, _e) * _v(_d0, _e), _e)


def _whole(law: Law) -> Polynomial:
    """P_Y(y0)."""
    return sum_over(atom(_R, _d) * law(_d, _e) * _v(_d, _e), _d, _e)


def _of_an_entry(law: Law, at: Index) -> Sequent:
    """M = V(d0, at), m = V(d1, e1); both are nearly certain given d0, d1, and (1-e)M >= t(m+2e)."""
    others = {
        law(_d0, at): "the others given d0",
        law(_d1, _e1): "the others given d1",
    }
    facts = (
        Fact("R(d1) >= 1 - e", atom(_R, _d1) - _MOST),
        *(Fact(name, mass - _MOST) for mass, name in others.items()),
        Fact("e is small", _MOST * _v(_d0, at) - _T * (_v(_d1, _e1) + _SMALL + _SMALL)),
    )
    return Sequent(facts, _seen(law) - _T * _whole(law))


def _entry_lines(law: Law, at: Index) -> tuple[Line, ...]:
    low, high = _v(_d1, _e1), _v(_d0, at)
    mass, others = atom(_R, _d1), law(_d1, _e1)
    return (
        Fact("1 >= m", _ONE - low),
        Fact("1 >= R(d1)", _ONE - mass),
        Fact("1 >= the others given d1", _ONE - others),
        Fact("1 >= V", _ONE - _v(_d, _e), (_d, _e)),
        Fact("1 - P_Y >= P(d1, e1)(1 - m)", _ONE - _whole(law) - mass * others * (_ONE - low)),
        Fact("P(d1, e1) >= 1 - 2e", mass * others - _MOST + _SMALL),
        Fact("P_Y <= m + 2e", low + _SMALL + _SMALL - _whole(law)),
        Fact("P(y0|d0) >= the others given d0, M", _seen(law) - law(_d0, at) * high),
        Fact("P(y0|d0) >= (1 - e) M", _seen(law) - _MOST * high),
    )


_FIRST, _SECOND = ("1", "0"), ("0", "1")
_MOSTLY = ("1/10", "9/10")
_DATABASES = {"V": ((_FIRST, _FIRST), (_SECOND, _SECOND)), "R": _MOSTLY, "t": "2", "e": "1/5"}
_LETTERS = {"d0": 0, "d1": 1, "e0": 0, "e1": 1, "y0": 0}

LEVELS_OF_A_CHANNEL = Deduced(
    "every level t < M/m is reached: P(x1) >= 1 - e with e t (M - m) <= M - t m leaks log t at y0",
    _of_a_channel,
    Example(
        {"P": ("1/3", "2/3"), "W": (_FIRST, ("1/2", "1/2")), "t": "3/2", "e": "1/3"},
        {"x0": 0, "x1": 1, "y0": 0},
    ),
    _channel_lines,
)
LEVELS_OF_AN_ENTRY = Deduced(
    "every level t < M/m of databases (d0, e1), (d1, e1) is reached about the entry: R(d1), "
    "Q(e1) >= 1 - e with (1 - e) M >= t (m + 2e) leak log t at y0",
    lambda: (_of_an_entry(_independent, _e1),),
    Example(_DATABASES | {"Q": _MOSTLY}, _LETTERS),
    lambda sequent: _entry_lines(_independent, _e1),
)
LEVELS_OF_CORRELATED_ENTRIES = Deduced(
    "every level t < M/m of databases (d0, e0), (d1, e1) is reached about an entry with d0 /= d1: "
    "R(d1), K(e1|d1), K(e0|d0) >= 1 - e with (1 - e) M >= t (m + 2e) leak log t at y0",
    lambda: (_of_an_entry(_dependent, _e0),),
    Example(_DATABASES | {"K": (("9/10", "1/10"), _MOSTLY)}, _LETTERS),
    lambda sequent: _entry_lines(_dependent, _e0),
)
