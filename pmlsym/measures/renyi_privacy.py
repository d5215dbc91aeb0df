"""Renyi differential privacy of an order: the largest divergence of a row from another.

    rdp(W, alpha)    =  max_{x, x'}  D[alpha](W_x || W_x')       any two rows, or databases
    dprdp(W, alpha)  =  max_{d, d'}  D[alpha](W_d || W_d')       databases with one other entry

rdp(W, 1) is the largest relative entropy of two rows, rdp(W, inf) is ldp(W), dprdp(W, inf) is
dp(W). Both are in nats, and infinite from order 1 on where a row has an outcome that another
excludes, below order 1 where two rows have no outcome in common. Level form: that of the divergence
for every pair.
Source: [Mironov 2017].
"""

from __future__ import annotations

import math
from functools import partial

from pmlsym.language.nodes import Measure, Quantity
from pmlsym.language.value import Larger, Largest, Power, Smallest, Value
from pmlsym.measures.notion import CHANNEL, ORDER, Law, Notion, Word
from pmlsym.measures.observation import measure
from pmlsym.measures.order import Order, measure_of_order
from pmlsym.measures.pairs_of_rows import Pair, any_two_inputs, neighbouring_databases, rows_of_pair
from pmlsym.measures.renyi_divergence import renyi_value, value_to_power
from pmlsym.model.channel import Channel


def rdp(channel: Channel, order: Order | int | Quantity) -> Quantity:
    """The largest Renyi divergence between two rows, in nats; >= 0, possibly +inf.

    `order` is a rational >= 0 or `math.inf`, or open. Raises InvalidInput at another.
    Source: [Mironov 2017, Def. 4].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> rdp(Channel("W", *alphabets("X Y")), 2)
    rdp(W, 2)
    """
    make = partial(_largest_divergence, "rdp", channel, (any_two_inputs(channel),))
    return measure_of_order(order, make, "rdp", (channel,), is_index=False)


def dprdp(channel: Channel, order: Order | int | Quantity) -> Quantity:
    """The largest Renyi divergence between databases that differ in one entry, in nats.

    Raises as `rdp` does. Source: [Mironov 2017, Def. 4].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> D, E, Y = alphabets("D E Y")
    >>> dprdp(Channel("W", (D, E), Y), 2)
    dprdp(W, 2)
    """
    make = partial(_largest_divergence, "dprdp", channel, (*neighbouring_databases(channel),))
    return measure_of_order(order, make, "dprdp", (channel,), is_index=False)


def _largest_divergence(
    name: str, channel: Channel, pairs: tuple[Pair, ...], order: Order
) -> Measure:
    """The measure that is the largest divergence over these pairs of inputs."""
    values = [_value_for_pair(channel, order, pair) for pair in pairs]
    value = values[0] if len(values) == 1 else Larger(tuple(values))
    return measure(name, (channel, order), value, is_log=order != 1)


def _value_for_pair(channel: Channel, order: Order, pair: Pair) -> Value:
    """The exponential of the largest Renyi divergence over a pair of inputs; not so at order 1.

    Below order 1 the exponent is negative, so that the power is largest where its base is smallest.
    """
    outputs, one, other = rows_of_pair(channel, pair)
    value, every = renyi_value(order, outputs, one, other), pair[-1]
    if order == math.inf:
        assert isinstance(value, Largest)
        return Largest((*every, *outputs), value.body)
    if isinstance(value, Power):
        extreme = Largest if value.rises else Smallest
        return value_to_power(extreme(every, value.body), value.exponent)
    return Largest(every, value)


NOTIONS = (
    Notion(
        words=(Word("rdp", rdp, (CHANNEL, ORDER)),),
        meaning="Renyi differential privacy, any two rows",
        other_names=("renyi_differential_privacy", "renyi_dp"),
        laws=(
            Law("rdp(W, 2) >= 0"),
            Law("rdp(W, inf) == ldp(W)"),
            Law("rdp(W, 1) <= rdp(W, 2)"),
            Law("rdp(W, 2) <= ldp(W)"),
            Law("ldp(W) <= eps => rdp(W, 2) <= log(exp(eps) + exp(-eps) - 1)"),
            Law("rdp(W >> V, 1/2) <= rdp(W, 1/2)"),
            Law("rdp(W >> V, alpha) <= rdp(W, alpha)"),
            Law("rdp(W & V, 2) <= rdp(W, 2) + rdp(V, 2)"),
            Law(
                "rdp(W & V, alpha) <= rdp(W, alpha) + rdp(V, alpha)",
                lets=("W: X -> Y", "V: X -> Z"),
            ),
            Law("rdp(W & U, alpha) <= rdp(W, alpha) + rdp(U, alpha)"),
            Law("rdp(W * V, alpha) <= rdp(W, alpha) + rdp(V, alpha)"),
            Law("D[2](W[x] || W[z]) <= rdp(W, 2)"),
            Law("D[alpha](P >> W || Q >> W) <= rdp(W, alpha)"),
            Law("mi(P, W) <= rdp(W, 1)", link=True),
        ),
    ),
    Notion(
        words=(Word("dprdp", dprdp, (CHANNEL, ORDER)),),
        meaning="Renyi differential privacy of a channel from databases",
        laws=(
            Law("dprdp(W, inf) == dp(W)", lets=("W: D, E -> Y",)),
            Law("dprdp(W, 2) <= dp(W)", lets=("W: D, E -> Y",)),
            Law("dprdp(W >> V, alpha) <= dprdp(W, alpha)", lets=("W: D, E -> Y",)),
            Law(
                "dprdp(W & V, 2) <= dprdp(W, 2) + dprdp(V, 2)",
                lets=("W: D, E -> Y", "V: D, E -> Z"),
            ),
        ),
    ),
)
