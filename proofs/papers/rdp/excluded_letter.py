"""[RDP, Prop. 3.8, App. A.5]: the mechanism that at times says that X is not a least likely letter.

The letter a has P(a) = p_min, U is whether X is another one, and with a small s > 0

    P(Y = o | x) = s 1[x /= a]        P(Y = y | x) = q (1 - s 1[x /= a]),  q (|Y| - 1) = 1

The paper has two outcomes, that is, q = 1. The outcome o discloses U, and leaks -log(1 - p_min).
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import Polynomial, atom, equal_letters, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor, size
from pmlsym.engines.certificates.terms import times
from pmlsym.kernel.certificate import Combine, Use
from pmlsym.language.building import all_of, equal, implies, log
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Ratio, Smallest
from pmlsym.measures.attribute_leakage import hmin_given
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import pmin
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from proofs.papers.deduced import Line, at_letters, named

_X, _Y, _U = alphabets("X Y U")
_P, _A = Prior("P", _X), Channel("A", _X, _U)
_x, _a, _y, _o, _u = (
    Index("X", "x"),
    Index("X", "a"),
    Index("Y", "y"),
    Index("Y", "o"),
    Index("U", "u"),
)
_S, _Q = (atom(Tensor(name, nonnegative=True)) for name in "sq")
_OTHER = 1 - equal_letters(_x, _a)
_HIDES = equal_letters(_y, _o)
_W = Channel.from_polynomial(
    "W", (_X,), (_Y,), (_x, _y), _HIDES * _S * _OTHER + (1 - _HIDES) * _Q * (1 - _S * _OTHER)
)


def leakage_of_the_exclusion() -> Claim:
    """The mechanism leaks -log(1 - p_min), and no more.

    >>> type(leakage_of_the_exclusion()).__name__
    'Implication'
    """
    mass = _P.mass(_a)
    premises = (
        equal(_measure("P(a)", mass, _a), pmin(_P)),
        pmin(_P) < 1,
        _measure("s", _S) > 0,
        _measure("P(a) - s (1 - P(a))", mass - _S * (1 - mass), _a) >= 0,
        equal(_measure("q (|Y| - 1)", _Q * (atom(size("Y")) - 1)), 1),
    )
    return implies(all_of(*premises), equal(at_letters(pml(_P, _W), _a, _o), -log(1 - pmin(_P))))


def disclosure_by_the_exclusion() -> Claim:
    """Its outcome o discloses the attribute A, which has the value u for all letters but a.

    >>> type(disclosure_by_the_exclusion()).__name__
    'Implication'
    """
    entry = _A.entry((_x,), (_u,))
    certain = Smallest((_x,), Ratio(entry - _OTHER))
    premises = (
        _measure("s", _S) > 0,
        _measure("1 - P(a)", 1 - _P.mass(_a), _a) > 0,
        equal(_measure("A(u|a)", _A.entry((_a,), (_u,)), _a, _u), 0),
        Measure("A(u|x) - 1[x /= a]", (), certain, is_log=False, free=(_a, _u)) >= 0,
    )
    return implies(all_of(*premises), equal(at_letters(hmin_given(_P, _W, _A, "o"), _a), 0))


def _measure(text: str, value: Polynomial, *free: Index) -> Measure:
    return Measure(text, (), Ratio(value), is_log=False, free=free)


def leakage_of_the_others(sequent: Sequent) -> tuple[Line, ...]:
    """All letters but a leak as much at o; that one of them exists, as P(a) < 1."""
    if sequent.goal.free:
        return ()
    level, rest = atom(named(sequent, "t1")), 1 - _P.mass(_a)
    whole = Fact("all but a", _S * rest * (level * rest - 1))
    at_o = times(1, Use("pml(P, W) <= log t1", (_x, _o)), Use("delta_X <= 1", (_x, _a)), over=(_x,))
    others = times(1, Use("pmin(P) < 1")) + times(1, Use("P(a) <= pmin(P)"))
    return (
        Combine(whole, at_o),
        Combine(Fact("there are others", rest, (), ">"), others),
        *_over_share(level * rest - 1, whole, "s >= m2", "0 < s", "there are others"),
    )


def value_of_the_others(sequent: Sequent) -> tuple[Line, ...]:
    """Given o, the value is u: its probability is at least that of all letters but a."""
    if sequent.goal.free:
        return ()
    level, rest = atom(named(sequent, "t1")), 1 - _P.mass(_a)
    value = Fact("the others have u", sum_over(_P.mass(_x) * _A.entry((_x,), (_u,)), _x) - rest)
    whole = Fact("all but a", _S * rest * (1 - level))
    return (value, whole, *_over_share(1 - level, whole, "s >= m1", "0 < s", "0 < 1 - P(a)"))


def _over_share(value: Polynomial, whole: Fact, *positive: str) -> tuple[Line, ...]:
    """What is left of s (1 - P(a)) times a value, which is nonnegative, where both are positive."""
    no_less, above, others = positive
    share = Fact("s is positive", _S, (), ">")
    return (
        Combine(share, (*times(1, Use(no_less)), *times(1, Use(above)))),
        Combine(Fact("of one", value), times(1, whole), (Use(share.name), Use(others))),
    )
