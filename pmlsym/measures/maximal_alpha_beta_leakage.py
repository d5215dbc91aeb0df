"""Maximal (alpha, beta)-leakage; maximal leakage, LDP and Renyi LDP are special cases.

    ableak(W, alpha, beta)  =  alpha/((alpha - 1) beta)
        log sup_Q max_x' sum_y W(x',y)^(1 - beta) ( sum_x Q(x) W(x,y)^alpha )^(beta/alpha)
    ableak(W, inf, beta)    =  1/beta log max_x' sum_y W(x',y)^(1 - beta) max_x W(x,y)^beta

The first is convex in Q where beta >= alpha, so that a point mass attains it: it is a multiple of
rdp(W, beta). For beta = 1 it is (sup P: I[alpha](P, W)); between 1 and a finite alpha there is no
form without the supremum. ableak(W, inf, 1) is maxleak(W), ableak(W, inf, inf) is ldp(W).
It is in nats, and infinite for beta > 1 where a row has an outcome that another excludes.
Source: [Gilani, Kurri, Kosut, Sankar 2023].
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial

from pmlsym.calculus.polynomial import constant
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.nodes import Named, Quantity
from pmlsym.language.value import (
    POWER,
    Divergence,
    Largest,
    LetterOrder,
    Power,
    Total,
    reciprocal,
)
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.notion import CHANNEL, ORDER, Law, Notion, Word
from pmlsym.measures.observation import measure
from pmlsym.measures.order import Order, finite_order, measure_of_order, open_order, order_of
from pmlsym.measures.pairs_of_rows import any_two_inputs, rows_of_pair
from pmlsym.measures.renyi_privacy import rdp
from pmlsym.model.channel import Channel


def ableak(
    channel: Channel, alpha: Order | int | Quantity, beta: Order | int | Quantity
) -> Quantity:
    """Maximal (alpha, beta)-leakage, in nats; >= 0, possibly +inf.

    `alpha` > 1 and `beta` >= 1 are rationals or `math.inf`; where alpha is infinite, beta may be
    open. Raises InvalidInput at other orders, Unsupported for beta < alpha < inf.
    Source: [Gilani, Kurri, Kosut, Sankar 2023].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> ableak(Channel("W", *alphabets("X Y")), math.inf, 2)
    ableak(W, inf, 2)
    """
    if open_order(alpha) is not None:
        raise InvalidInput("the first order of ableak is a number or inf: write 2 or inf")
    assert not isinstance(alpha, LetterOrder)  # it is for measures of a single order
    first = order_of(alpha, above=1)
    assert not isinstance(first, LetterOrder)
    if first != math.inf and open_order(beta) is not None:
        raise InvalidInput("the second order of ableak is a letter only where the first is inf")
    make = partial(_at_order, channel, first)
    return measure_of_order(beta, make, "ableak", (channel, first), is_index=False)


def _at_order(channel: Channel, alpha: Fraction | float, beta: Order) -> Quantity:
    """The measure ableak at a second order, its first being a number."""
    arguments = (channel, alpha, beta)
    if beta in (1, math.inf) and alpha == math.inf:
        return Named((maxleak(channel) if beta == 1 else ldp(channel),), "ableak", arguments)
    if not isinstance(beta, LetterOrder) and beta < 1:
        raise InvalidInput(f"the second order {beta} of ableak is not >= 1")
    if isinstance(alpha, Fraction):
        assert not isinstance(beta, LetterOrder)
        return Named((_multiple(channel, alpha, beta),), "ableak", arguments)
    one, other, _ = pair = any_two_inputs(channel)
    outputs, entry, against = rows_of_pair(channel, pair)
    exact = finite_order(beta)
    powers = Divergence(POWER, (), entry, against, constant(1), exact)
    column = Total(outputs, Largest(one, powers))
    return measure("ableak", arguments, Power(Largest(other, column), reciprocal(exact)))


def _multiple(channel: Channel, alpha: Fraction, beta: Fraction | float) -> Quantity:
    """The measure ableak at a second order that is not below the first: a multiple of rdp."""
    if beta < alpha:
        capacity = f"; write (sup P: I[{alpha}](P, {channel}))" if beta == 1 else ""
        raise Unsupported(
            f"ableak of the orders {alpha} > {beta} is a supremum over priors that no formula "
            f"gives{capacity}"
        )
    share = alpha / (alpha - 1)
    if beta == math.inf:
        return share * ldp(channel)
    exact = Fraction(beta)
    return share * (exact - 1) / exact * rdp(channel, exact)


NOTIONS = (
    Notion(
        words=(Word("ableak", ableak, (CHANNEL, ORDER, ORDER)),),
        meaning="maximal (alpha, beta)-leakage",
        other_names=("maximal_alpha_beta_leakage",),
        laws=(
            Law("ableak(W, inf, 1) == maxleak(W)"),
            Law("ableak(W, inf, inf) == ldp(W)"),
            Law("ableak(W, 2, 2) == rdp(W, 2)"),
            Law("rdp(W, 2) <= 2*ableak(W, inf, 2)"),
            Law("ableak(W, inf, 2) <= ldp(W)"),
            Law("ableak(W >> V, inf, 2) <= ableak(W, inf, 2)"),
            Law("beta > 1 => ableak(W >> V, inf, beta) <= ableak(W, inf, beta)"),
            Law("ableak(W & V, inf, 2) <= ableak(W, inf, 2) + ableak(V, inf, 2)"),
        ),
    ),
)
