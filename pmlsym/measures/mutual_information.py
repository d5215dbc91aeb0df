"""Mutual information and the chi-squared information.

    mi(P, W)   = sum_{x, y} p(x)W(x,y) log( W(x,y) / P_Y(y) )                in nats
    chi2(P, W) = sum_{x, y} p(x)P_Y(y) ( W(x,y) / P_Y(y) - 1 )^2

Both are f-informations, of u log u and (u - 1)^2; that of |u - 1|/2 is tv(P, W). Level form of mi:
log-tensors i(x,y) on the support of p(x)W(x,y), and a convex f by its tangents.
Source: [PML23, Def. 18, Prop. 7].
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.calculus.value import Log, Ratio, Total, Value, Weighted
from pmlsym.measures.arguments import together
from pmlsym.measures.quantity import Measure
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def mi(prior: Prior, channel: Channel) -> Measure:
    """Mutual information of input and output, in nats; a number >= 0.

    Raises AlphabetMismatch if the prior does not fit the channel. Source: [PML23, Prop. 7].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> mi(Prior("P", X), Channel("W", X, Y))
    mi(P, W)
    """
    over, mass, entry, total = _parts(prior, channel)
    value = Total(over, Weighted(mass * entry, Log(Ratio(entry, total))))
    return _information("mi", prior, channel, value)


def chi2(prior: Prior, channel: Channel) -> Measure:
    """The chi-squared information of input and output; a rational >= 0.

    Raises AlphabetMismatch if the prior does not fit the channel. Source: [PML23, Def. 18].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> chi2(Prior("P", X), Channel("W", X, Y))
    chi2(P, W)
    """
    over, mass, entry, total = _parts(prior, channel)
    square = Ratio((entry - total) ** 2, total**2)
    return _information("chi2", prior, channel, Total(over, Weighted(mass * total, square)))


def _parts(
    prior: Prior, channel: Channel
) -> tuple[tuple[Index, ...], Polynomial, Polynomial, Polynomial]:
    """The letters, and p(x), W(x,y) and P_Y(y) at them."""
    channel.require_inputs(prior.alphabets)
    outputs = letters(channel.outputs)
    inputs = letters(prior.alphabets, taken=outputs)
    mass, entry = prior.mass(*inputs), channel.entry(inputs, outputs)
    return (*inputs, *outputs), mass, entry, sum_over(mass * entry, *inputs)


def _information(name: str, prior: Prior, channel: Channel, value: Value) -> Measure:
    return Measure(
        f"{name}({prior.text}, {channel.text})",
        value,
        is_log=False,
        least=Fraction(0),
        data=together(prior, channel),
    )
