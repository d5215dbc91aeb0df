"""Alpha-lift: the mean of a power of how much an outcome lifts the probability of a letter.

    alphalift(P, W, y, alpha)  =  1/alpha log sum_x p(x) ( W(x,y)/P_Y(y) )^alpha

It is (alpha - 1)/alpha times Renyi's divergence of posterior and prior: negative below order 1,
zero there, and at infinity the pointwise maximal leakage pml(P, W, y). In nats; there is none where
the outcome cannot occur. Level form: a sum of convex terms beside P_Y(y).
Source: [Zarrabian, Sadeghi 2023].
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial

from pmlsym.language.building import log
from pmlsym.language.nodes import Constant, Measure, Named, Quantity
from pmlsym.language.value import POWER, Divergence, Ratio
from pmlsym.measures.notion import CHANNEL, ORDER, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import data_of, observed
from pmlsym.measures.order import Order, at_order, open_order, order_of
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def alphalift(
    prior: Prior, channel: Channel, outcome: str, order: Order | int | Quantity
) -> Quantity:
    """The logarithm of the mean lift of that order at an outcome, in nats; at most pml(P, W, y).

    `order` is a rational > 0 or `math.inf`, or open. Raises AlphabetMismatch if the prior does not
    fit the channel, InvalidInput at another order. Source: [Zarrabian, Sadeghi 2023].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> alphalift(Prior("P", X), Channel("W", X, Y), "y", 2)
    alphalift(P, W, y, 2)
    """
    arguments = (prior, channel, outcome)
    if (letter := open_order(order)) is not None:
        make = partial(alphalift, *arguments)
        return at_order(letter, make, "alphalift", arguments, is_index=False)
    own, seen = order_of(order, above=0), observed(prior, channel, outcome)
    data, mass = data_of((prior, channel)), f"({prior} >> {channel})[{outcome}]"
    before = log(Measure(mass, (), Ratio(seen.total), is_log=False, free=seen.fixed, data=data))
    if own in (1, math.inf):  # log 1, or no mean at all; there is no value without the outcome
        known = pml(*arguments) if own == math.inf else Constant(Fraction(0))
        return Named((known, before, -before), "alphalift", (*arguments, own))
    exact = Fraction(own)
    powers = Divergence(POWER, seen.inputs, seen.entry, seen.total, seen.mass, exact)
    text = f"log({mass}*exp({exact}*alphalift({prior}, {channel}, {outcome}, {exact})))"
    whole = Measure(text, (), powers, free=seen.fixed, data=data)
    return Named((whole / exact, -before / exact), "alphalift", (*arguments, own))


NOTIONS = (
    Notion(
        words=(Word("alphalift", alphalift, (PRIOR, CHANNEL, OUTCOME, ORDER)),),
        meaning="alpha-lift of an outcome",
        other_names=("alpha_lift", "lift"),
        laws=(
            Law("alphalift(P, W, y, 2) >= 0"),
            Law("alphalift(P, W, y, 1/2) <= 0"),
            Law("alphalift(P, W, y, 2) <= pml(P, W, y)"),
            Law("alphalift(P, W, y, inf) == pml(P, W, y)"),
        ),
    ),
)
