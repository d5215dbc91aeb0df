"""Claims at one letter x and one outcome y: whether X is another letter, before and after.

    others(x,y) = P_Y(y) (1 - P(x)),    missed(x,y) = P_Y(y) (1 - P(x|y))

At an outcome that can occur their ratio is (1 - P(x|y)) / (1 - P(x)). Source: [QID24, (10), (15)].
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import constant, sum_over
from pmlsym.calculus.tensor import Index
from pmlsym.language.building import exp, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Ratio
from pmlsym.measures.cost_leakage import costleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

_X, _Y = alphabets("X Y")
_P, _W = Prior("P", _X), Channel("W", _X, _Y)
_EPS = Scalar("eps", "nonnegative")


def _others_and_missed() -> tuple[Measure, Measure]:
    x, z, y = Index("X", "x"), Index("X", "z"), Index("Y", "y")
    mass = sum_over(_P.mass(z) * _W.entry((z,), (y,)), z)
    own = _P.mass(x) * _W.entry((x,), (y,))
    others = Ratio(mass * (constant(1) - _P.mass(x)))
    least, free = Fraction(0), (x, y)
    return (
        Measure("P_Y(y)(1 - P(x))", others, is_log=False, least=least, free=free),
        Measure("P_Y(y)(1 - P(x|y))", Ratio(mass - own), is_log=False, least=least, free=free),
    )


def posterior_from_below() -> Claim:
    """1 - P(x|y) <= e^eps (1 - P(x)) at an outcome that leaks at most eps.

    >>> type(posterior_from_below()).__name__
    'Implication'
    """
    others, missed = _others_and_missed()
    return implies(pml(_P, _W, "y") <= _EPS, missed <= exp(_EPS) * others)


def posterior_from_above() -> Claim:
    """1 - P(x) <= e^eps (1 - P(x|y)) where all densities of y are at least -eps.

    >>> type(posterior_from_above()).__name__
    'Implication'
    """
    others, missed = _others_and_missed()
    return implies(costleak(_P, _W, "y") <= _EPS, others <= exp(_EPS) * missed)
