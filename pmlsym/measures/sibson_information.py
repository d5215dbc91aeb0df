"""Sibson's information of a prior and a channel.

    I[alpha](P, W)  =  alpha/(alpha - 1) log sum_y ( sum_x p(x) W(x,y)^alpha )^(1/alpha)
    I[1](P, W)      =  mi(P, W)
    I[inf](P, W)    =  maxleak(P, W)

It is the least Renyi divergence of that order of p(x)W(x,y) from p(x)Q(y), over all Q. Level form:
numbers M(y) that are compared with the means of powers (lowering/orders/powers.py).
Source: [Sibson 1969; Verdu 2015; Issa, Wagner, Kamath 2020].
"""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial

from pmlsym.calculus.polynomial import constant
from pmlsym.language.nodes import Measure, Quantity
from pmlsym.language.value import POWER, Divergence, Power, Total, order_over_distance, reciprocal
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.mutual_information import mi
from pmlsym.measures.notion import CHANNEL, ORDER, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import measure, observation_of
from pmlsym.measures.order import Order, finite_order, measure_of_order, order_text
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def sibson(order: Order | int | Quantity, prior: Prior, channel: Channel) -> Quantity:
    """Sibson's information of input and output, in nats; >= 0, finite.

    `order` is a rational above 0 or `math.inf`, or open. Raises AlphabetMismatch if the prior
    does not fit the channel, InvalidInput at another order. Source: [Sibson 1969].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> sibson(2, Prior("P", X), Channel("W", X, Y))
    I[2](P, W)
    """
    make = partial(_at_order, prior, channel)
    return measure_of_order(order, make, "I", (prior, channel), above=0)


def _at_order(prior: Prior, channel: Channel, order: Order) -> Quantity:
    """The measure I[order](P, W), Sibson's information, at an order above 0."""
    word = f"I[{order_text(order)}]"
    if order in (1, math.inf):
        special = mi(prior, channel) if order == 1 else maxleak(prior, channel)
        assert isinstance(special, Measure)
        return replace(special, word=word)
    seen, exact = observation_of(prior, channel), finite_order(order)
    inner = Divergence(POWER, seen.inputs, seen.entry, constant(1), seen.mass, exact)
    means = Total(seen.outputs, Power(inner, reciprocal(exact)))
    return measure(word, (prior, channel), Power(means, order_over_distance(exact)))


NOTIONS = (
    Notion(
        words=(Word("I", sibson, (ORDER, PRIOR, CHANNEL), indexed=True),),
        meaning="Sibson's information",
        other_names=("sibson", "sibson_information"),
        laws=(
            Law("I[1](P, W) == mi(P, W)"),
            Law("I[inf](P, W) == maxleak(P, W)"),
            Law("I[2](P, W >> V) <= I[2](P, W)"),
            Law("I[3](P, W >> V) <= I[3](P >> W, V)"),
            Law("I[5/2](P, W >> V) <= I[5/2](P, W)"),
            Law("I[alpha](P, W >> V) <= I[alpha](P, W)"),
            Law("I[alpha](P, W >> V) <= I[alpha](P >> W, V)"),
            Law("I[2](P, W) >= 0"),
            Law("I[1/2](P, W) <= mi(P, W)"),
            Law("0 < alpha and alpha < 1 => I[alpha](P, W) <= mi(P, W)"),
            Law("mi(P, W) <= I[2](P, W)"),
            Law("alpha > 1 => mi(P, W) <= I[alpha](P, W)"),
            Law("I[2](P, W) <= log(1 + chi2(P, W))"),
            Law("alpha > 1 => I[alpha](P, W) <= maxleak(P, W)"),
        ),
    ),
)
