"""Renyi's divergence of two priors.

    D[alpha](P || Q)  =  1/(alpha - 1) log sum_x p(x)^alpha q(x)^(1 - alpha)
    D[0](P || Q)      =  -log sum_{x: p(x) > 0} q(x)
    D[1](P || Q)      =  D[kl](P || Q)
    D[inf](P || Q)    =  log max_x p(x)/q(x)

It is in nats. From order 1 on it is infinite where some q(x) = 0 < p(x), below order 1 only where
no letter has both masses. Level form: a power of the sum, which is a sum of convex terms
(lowering/convex_sums.py). Source: [Renyi 1961; van Erven, Harremoes 2014].
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.tensor import Index
from pmlsym.language.nodes import Quantity
from pmlsym.language.value import (
    POWER,
    Divergence,
    Exceeds,
    Exponent,
    Largest,
    Power,
    Ratio,
    Total,
    Value,
    Weighted,
    reciprocal_of_distance,
)
from pmlsym.measures.notion import AGAINST, ORDER, Law, Notion, Word
from pmlsym.measures.observation import measure
from pmlsym.measures.order import Order, finite_order, measure_of_order, order_text
from pmlsym.model.prior import Against


def renyi(order: Order | int | Quantity, between: Against) -> Quantity:
    """Renyi's divergence of two priors of the same letters, in nats; >= 0, possibly +inf.

    `order` is a rational >= 0 or `math.inf`, or open, as ps.Scalar("alpha") is; `between` is
    ps.Against(P, Q). Raises AlphabetMismatch
    where the priors have other letters, InvalidInput at another order. Source: [Renyi 1961].

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> from pmlsym.model.prior import Prior
    >>> X = Alphabet("X")
    >>> renyi(Fraction(1, 2), Against(Prior("P", X), Prior("Q", X)))
    D[1/2](P || Q)
    """
    require_kind(between, Against, "two priors as ps.Against(P, Q)")
    return measure_of_order(order, partial(_at_order, between), "D", (between,))


def _at_order(between: Against, order: Order) -> Quantity:
    """The measure D[order](P || Q), Renyi's divergence of two priors."""
    over = letters(between.first.alphabets)
    value = renyi_value(order, over, between.first.mass(*over), between.second.mass(*over))
    return measure(f"D[{order_text(order)}]", (between,), value, is_log=order != 1)


def renyi_value(order: Order, over: tuple[Index, ...], a: Polynomial, b: Polynomial) -> Value:
    """The exponential of Renyi's divergence of a from b; at order 1 the divergence itself."""
    if order == math.inf:
        return Largest(over, Ratio(a, b))
    if order == 1:
        return Divergence("kl", over, a, b)
    if order == 0:
        seen = Total(over, Weighted(b, Exceeds(Ratio(a), constant(0))))
        return Power(seen, Fraction(-1))
    exact = finite_order(order)
    powers = Divergence(POWER, over, a, b, order=exact)
    return value_to_power(powers, reciprocal_of_distance(exact))


def value_to_power(body: Value, exponent: Exponent) -> Value:
    """A measure's value to a power, as Renyi's have it; for the power 1 the value itself."""
    return body if exponent == 1 else Power(body, exponent)


NOTIONS = (
    Notion(
        words=(Word("D", renyi, (ORDER, AGAINST), indexed=True),),
        meaning="Renyi divergence",
        other_names=("renyi_divergence",),
        laws=(
            Law("D[2](P || Q) >= 0"),
            Law("D[3](P || Q) >= 0"),
            Law("D[1](P || Q) == D[kl](P || Q)"),
            Law("D[2](P || Q) == log(1 + D[chi2](P || Q))"),
            Law("D[alpha](P >> W || Q >> W) <= D[alpha](P || Q)"),
            Law("D[1/2](P >> W || Q >> W) <= D[1/2](P || Q)"),
            Law("D[2](P >> W || Q >> W) <= D[2](P || Q)"),
            Law("D[inf](P >> W || Q >> W) <= D[inf](P || Q)"),
            Law("D[alpha](P * R || Q * S) == D[alpha](P || Q) + D[alpha](R || S)"),
            Law("D[1](P || Q) <= D[2](P || Q)"),
            Law("D[2](P || Q) <= D[inf](P || Q)"),
        ),
    ),
)
