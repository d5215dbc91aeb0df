"""Two priors on one secret, and what they say after an outcome. [RDP, App. A.1]

    divergence(R, Q)   = log max_x r(x)/q(x)
    doubt(R, Q, u, y)  = log (1 - r(u|y)) / (1 - q(u|y))      r(u|y) the posterior of an attribute

For U - X - Y, doubt <= divergence(R, Q) + divergence(Q, R): what is nearly certain under Q is so
under R. Without quotients, if r <= a q and q <= b r:

    (sum_x r W (1-A)) (sum_x q W)  <=  a b (sum_x q W (1-A)) (sum_x r W)
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.alphabet import alphabets, letters
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.language.building import all_of, implies
from pmlsym.language.nodes import Claim, Measure, Scalar
from pmlsym.language.value import Largest, Ratio
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

_X, _Y, _U = alphabets("X Y U")
_Q, _R = Prior("Q", _X), Prior("R", _X)
_W, _A = Channel("W", _X, _Y), Channel("A", _X, _U)


def divergence(first: Prior, second: Prior) -> Measure:
    """log max r(x)/q(x) over the x where either has mass.

    >>> divergence(_R, _Q)
    D(R||Q)
    """
    own = letters(first.alphabets)
    ratio = Ratio(first.mass(*own), second.mass(*own))
    text, largest = f"D({first}||{second})", Largest(own, ratio)
    return Measure(text, largest, least=Fraction(1), positive=True, finite=False)


def doubt(first: Prior, second: Prior) -> Measure:
    """The log ratio of the probabilities that U is not u, given y, largest over u and y.

    >>> doubt(_R, _Q)
    log (1 - R(u|y))/(1 - Q(u|y))
    """
    (x,), (y,), (u,) = (letters((a,)) for a in (_X, _Y, _U))

    def of(prior: Prior) -> tuple[Polynomial, Polynomial]:
        seen = prior.mass(x) * _W.entry((x,), (y,))
        whole = sum_over(seen, x)
        return whole - sum_over(seen * _A.entry((x,), (u,)), x), whole

    (missed, mass), (other, whole) = of(first), of(second)
    ratio = Ratio(missed * whole, other * mass)
    text = f"log (1 - {first}(u|y))/(1 - {second}(u|y))"
    return Measure(text, Largest((u, y), ratio), least=Fraction(0), finite=False)


def certainty_carries_over() -> Claim:
    """D(R||Q) <= a and D(Q||R) <= b give doubt <= a + b.

    >>> from pmlsym.claims.subjects import subjects
    >>> [tensor.name for tensor in subjects(certainty_carries_over()).tensors]
    ['A', 'Q', 'R', 'W']
    """
    a, b = Scalar("a"), Scalar("b")
    near = all_of(divergence(_R, _Q) <= a, divergence(_Q, _R) <= b)
    return implies(near, doubt(_R, _Q) <= a + b)
