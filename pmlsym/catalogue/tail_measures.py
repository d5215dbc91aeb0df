"""Tails of densities and of one distribution against another, and approximate max-divergence.

    density_tail            P_XY{ (x,y) : i(x;y) > eps }
    ratio_tail              P{ w : P(w)/Q(w) > e^eps }
    hockey_stick            max_E P(E) - e^eps Q(E)
    divergence              D_inf^delta(P||Q) = log max_E (P(E) - delta) / Q(E)

Source: [PML23, Def. 12, Lemma 4, (22)].
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.polynomial import constant, sum_over
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Exceeds, ExcessRatio, Larger, Ratio, Total, Weighted
from pmlsym.measures.scalar_argument import Argument, level, probability
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def density_tail(prior: Prior, channel: Channel, eps: Argument) -> Measure:
    """P_XY of i(X;Y) > eps.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.language.nodes import Scalar
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
    >>> from pmlsym.language.nodes import Scalar
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


def hockey_stick(one: Prior, other: Prior, eps: Argument) -> Measure:
    """The least delta of approximate differential privacy of two distributions, one way.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> from pmlsym.language.nodes import Scalar
    >>> X = Alphabet("X")
    >>> hockey_stick(Prior("P", X), Prior("Q", X), Scalar("eps", "nonnegative"))
    max_E P(E) - e^eps Q(E)
    """
    (w,) = letters(one.alphabets)
    beyond = Ratio(one.mass(w) - level(eps).polynomial * other.mass(w))
    return Measure(
        f"max_E {one.text}(E) - e^{level(eps).text} {other.text}(E)",
        Total((w,), Larger((Ratio(constant(0)), beyond))),
        is_log=False,
        least=Fraction(0),
        most=Fraction(1),
    )
