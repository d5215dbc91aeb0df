"""Tails of conditional leakages, of densities, and of one distribution against another.

    conditional_tail        P_YZ{ (y,z) : l(X->z|y) > eps }
    worst_conditional_tail  max_y P_{Z|Y=y}{ z : l(X->z|y) > eps }
    density_tail            P_XY{ (x,y) : i(x;y) > eps }
    ratio_tail              P{ w : P(w)/Q(w) > e^eps }
    divergence              D_inf^delta(P||Q) = log max_E (P(E) - delta) / Q(E)

Source: [PML23, Thm. 4, Def. 12, Lemma 4, (22)].
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.polynomial import atom, sum_over
from pmlsym.calculus.value import Exceeds, ExcessRatio, Largest, Ratio, Total, Weighted
from pmlsym.measures.conditional_leakage import Given, conditional_pml
from pmlsym.measures.quantity import Measure
from pmlsym.measures.scalar_argument import Argument, level, probability
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def conditional_tail(prior: Prior, first: Channel, second: Channel, eps: Argument) -> Measure:
    """P_YZ of l(X->Z|Y) > eps.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.quantity import Scalar
    >>> X, Y, Z = alphabets("X Y Z")
    >>> W, U = Channel("W", X, Y), Channel("U", (X, Y), Z)
    >>> conditional_tail(Prior("P", X), W, U, Scalar("eps", "nonnegative"))
    P[l(X->Z|Y) > eps]
    """
    x, y, z = letters((*first.inputs, *first.outputs, *second.outputs))
    quotient, leakage = _conditional(prior, first, second)
    mass = sum_over(prior.mass(x) * (first & second).entry((x,), (y, z)), x)
    exceeds = Exceeds(leakage, level(eps).polynomial)
    return Measure(
        f"P[l(X->Z|Y) > {level(eps).text}]",
        Total((y, z), Weighted(mass, exceeds)),
        is_log=False,
        least=Fraction(0),
        most=Fraction(1),
        defined=quotient.defined,
    )


def worst_conditional_tail(prior: Prior, first: Channel, second: Channel, eps: Argument) -> Measure:
    """The largest P_{Z|Y=y} of l(X->Z|y) > eps.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.quantity import Scalar
    >>> X, Y, Z = alphabets("X Y Z")
    >>> W, U = Channel("W", X, Y), Channel("U", (X, Y), Z)
    >>> worst_conditional_tail(Prior("P", X), W, U, Scalar("eps", "nonnegative"))
    max_y P[l(X->Z|y) > eps]
    """
    x, y, z = letters((*first.inputs, *first.outputs, *second.outputs))
    quotient, leakage = _conditional(prior, first, second)
    seen = sum_over(prior.mass(x) * first.entry((x,), (y,)), x)
    exceeds = Exceeds(leakage, level(eps).polynomial)
    after = atom(quotient.defined[0].tensor, y, z)
    return Measure(
        f"max_y P[l(X->Z|y) > {level(eps).text}]",
        Largest((y,), Total((z,), Weighted(after, exceeds)), seen),
        is_log=False,
        least=Fraction(0),
        most=Fraction(1),
        defined=quotient.defined,
    )


def density_tail(prior: Prior, channel: Channel, eps: Argument) -> Measure:
    """P_XY of i(X;Y) > eps.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.quantity import Scalar
    >>> X, Y = alphabets("X Y")
    >>> density_tail(Prior("P", X), Channel("W", X, Y), Scalar("eps", "nonnegative"))
    P[i(X;Y) > eps]
    """
    x, y = letters((*channel.inputs, *channel.outputs))
    entry = channel.entry((x,), (y,))
    ratio = Ratio(entry, sum_over(prior.mass(x) * entry, x))
    exceeds = Exceeds(ratio, level(eps).polynomial)
    return Measure(
        f"P[i(X;Y) > {level(eps).text}]",
        Total((x, y), Weighted(prior.mass(x) * entry, exceeds)),
        is_log=False,
        least=Fraction(0),
        most=Fraction(1),
    )


def ratio_tail(one: Prior, other: Prior, eps: Argument) -> Measure:
    """P(O) of the letters with P(w)/Q(w) > e^eps.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> from pmlsym.measures.quantity import Scalar
    >>> X = Alphabet("X")
    >>> ratio_tail(Prior("P", X), Prior("Q", X), Scalar("eps", "nonnegative"))
    P[P/Q > eps]
    """
    (w,) = letters(one.alphabets)
    exceeds = Exceeds(Ratio(one.mass(w), other.mass(w)), level(eps).polynomial)
    return Measure(
        f"{one.text}[{one.text}/{other.text} > {level(eps).text}]",
        Total((w,), Weighted(one.mass(w), exceeds)),
        is_log=False,
        least=Fraction(0),
        most=Fraction(1),
    )


def divergence(one: Prior, other: Prior, delta: Argument) -> Measure:
    """The approximate max-divergence of two distributions.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> X = Alphabet("X")
    >>> divergence(Prior("P", X), Prior("Q", X), Fraction(1, 2))
    D(P || Q, 1/2)
    """
    (w,) = letters(one.alphabets)
    least = probability(delta)
    value = ExcessRatio((w,), one.mass(w), other.mass(w), least.polynomial)
    return Measure(f"D({one.text} || {other.text}, {least.text})", value, least=Fraction(0))


def _conditional(prior: Prior, first: Channel, second: Channel) -> tuple[Measure, Largest]:
    """The measure that defines P(z|y), and l(X->z|y) by it."""
    x, y, z = letters((*first.inputs, *first.outputs, *second.outputs))
    measure = conditional_pml(prior, Given(first, second))
    ratio = Ratio(second.entry((x, y), (z,)), atom(measure.defined[0].tensor, y, z))
    return measure, Largest((x,), ratio, prior.mass(x) * first.entry((x,), (y,)))
