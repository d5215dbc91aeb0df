"""Alpha-lift: the mean of a power of how much an outcome lifts the probability of a letter.

    alphalift(P, W, y, alpha)  =  1/alpha log sum_x p(x) ( W(x,y)/P_Y(y) )^alpha

It is (alpha - 1)/alpha times Renyi's divergence of posterior and prior: negative below order 1,
zero at order 1, and the pointwise maximal leakage pml(P, W, y) at infinity. It is in nats; an
outcome that cannot occur has none. Level form: a sum of convex terms and P_Y(y).
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
from pmlsym.measures.observation import data_of, observation_of
from pmlsym.measures.order import Order, finite_order, measure_of_order, order_as_quantity
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
    make = partial(_at_order, *arguments)
    return measure_of_order(order, make, "alphalift", arguments, above=0, is_index=False)


def _at_order(prior: Prior, channel: Channel, outcome: str, order: Order) -> Quantity:
    """The measure alphalift at an order above 0, a number or a letter."""
    observation = observation_of(prior, channel, outcome)
    arguments = (prior, channel, outcome, order)
    data, mass = data_of((prior, channel)), f"({prior} >> {channel})[{outcome}]"
    before = log(
        Measure(mass, (), Ratio(observation.total), is_log=False, free=observation.fixed, data=data)
    )
    if order in (1, math.inf):  # log 1, or no mean at all; there is no value without the outcome
        special = pml(prior, channel, outcome) if order == math.inf else Constant(Fraction(0))
        return Named((special, before, -before), "alphalift", arguments)
    exact, divisor = finite_order(order), order_as_quantity(order)
    powers = Divergence(
        POWER, observation.inputs, observation.entry, observation.total, observation.mass, exact
    )
    text = f"log({mass}*exp({exact}*alphalift({prior}, {channel}, {outcome}, {exact})))"
    whole = Measure(text, (), powers, free=observation.fixed, data=data)
    return Named((whole / divisor, -before / divisor), "alphalift", arguments)


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
