"""Renyi's entropy of a prior, Arimoto's given an outcome, and their difference.

    H[alpha](P)         =  1/(1 - alpha) log sum_x p(x)^alpha
    H[alpha](P | W)     =  alpha/(1 - alpha) log sum_y ( sum_x (p(x)W(x,y))^alpha )^(1/alpha)
    aleak(P, W, alpha)  =  H[alpha](P) - H[alpha](P | W)

    alpha    0                     1                   inf
    H(P)     log of the letters    Shannon's           -log max_x p(x)
             that can occur
    H(P|W)   the same at the       Shannon's           -log sum_y max_x p(x)W(x,y)
             worst outcome

All are in nats, >= 0 and finite. aleak is Arimoto's information, the alpha-leakage of Liao and
others: at 1 it is mi(P, W), at infinity L[id](P, W). Level form: a polynomial, a sum of convex
terms, or numbers that are compared with means of powers (lowering/orders/powers.py).
Sources: [Renyi 1961], [Arimoto 1977], [Liao, Kosut, Sankar, Calmon 2019].
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import partial

from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.tensor import Index
from pmlsym.language.building import log
from pmlsym.language.nodes import Named, Quantity
from pmlsym.language.value import (
    POWER,
    Divergence,
    Exceeds,
    Largest,
    LetterOrder,
    Power,
    Ratio,
    Total,
    Value,
    order_over_distance,
    reciprocal,
)
from pmlsym.measures.average_gain import vulnerability
from pmlsym.measures.mutual_information import mi
from pmlsym.measures.notion import CHANNEL, HIDDEN, ORDER, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import measure, observation_of, require_prior
from pmlsym.measures.order import Order, finite_order, measure_of_order, order_text
from pmlsym.model.channel import Channel, Hidden
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Prior

ONE = constant(1)


def renyi_entropy(order: Order | int | Quantity, prior: Prior) -> Quantity:
    """Renyi's entropy of a prior, in nats; >= 0, finite.

    `order` is a rational >= 0 or `math.inf`, or open; 1 is Shannon's entropy. Raises
    InvalidInput at another order. Source: [Renyi 1961].

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> renyi_entropy(2, Prior("P", Alphabet("X")))
    H[2](P)
    """
    return measure_of_order(order, partial(_entropy_at, prior), "H", (prior,))


def _entropy_at(prior: Prior, order: Order) -> Quantity:
    """The measure H[order](P), Renyi's entropy of a prior."""
    letters = require_prior(prior).letters
    word, mass = f"H[{order_text(order)}]", prior.mass(*letters)
    if order == 1:
        logs = Divergence("kl", letters, mass, ONE)  # the sum of p log p is minus the entropy
        terms = measure(f"-{word}", (prior,), logs, is_log=False)
        return Named((-terms,), word, (prior,))
    if order == math.inf:
        best = vulnerability(Gain.identity(prior.alphabets), prior)
        return Named((-log(best),), word, (prior,))
    if order == 0:
        value: Value = Total(letters, Exceeds(Ratio(mass), constant(0)))
    else:
        value = _power_of_norms((), letters, mass, finite_order(order))
    return measure(word, (prior,), value)


def arimoto(order: Order | int | Quantity, hidden: Hidden) -> Quantity:
    """Arimoto's entropy of the letter given the outcome, in nats; >= 0, finite.

    `order` is a rational >= 0 or `math.inf`, or open; `hidden` is ps.Hidden(P, W). Raises
    InvalidInput at another order. Source: [Arimoto 1977].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> arimoto(2, Hidden(Prior("P", X), Channel("W", X, Y)))
    H[2](P | W)
    """
    require_kind(hidden, Hidden, "a prior and a channel as ps.Hidden(P, W)")
    return measure_of_order(order, partial(_arimoto_at, hidden), "H", (hidden,))


def _arimoto_at(hidden: Hidden, order: Order) -> Quantity:
    """The measure H[order](P | W), Arimoto's entropy of the letter given the outcome."""
    prior, channel = hidden.prior, hidden.channel
    word, seen = f"H[{order_text(order)}]", observation_of(prior, channel)
    joint, inputs, outputs = seen.mass * seen.entry, seen.inputs, seen.outputs
    if order == 1:
        before = _entropy_at(prior, order)
        return Named((before, -mi(prior, channel)), word, (hidden,))
    if order == math.inf:
        best = vulnerability(Gain.identity(prior.alphabets), prior, channel)
        return Named((-log(best),), word, (hidden,))
    if order == 0:
        letters = Total(inputs, Exceeds(Ratio(joint), constant(0)))
        value: Value = Largest(outputs, letters, seen.total)
    else:
        value = _power_of_norms(outputs, inputs, joint, finite_order(order))
    return measure(word, (hidden,), value)


def aleak(prior: Prior, channel: Channel, order: Order | int | Quantity) -> Quantity:
    """The alpha-leakage, which is Arimoto's information of that order, in nats; >= 0, finite.

    `order` is a rational >= 0 or `math.inf`, or open. Raises AlphabetMismatch if the prior
    does not fit the channel, InvalidInput at another order.
    Source: [Liao, Kosut, Sankar, Calmon 2019, Thm. 1].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> aleak(Prior("P", X), Channel("W", X, Y), 2)
    aleak(P, W, 2)
    """
    make = partial(_leakage_at, prior, channel)
    return measure_of_order(order, make, "aleak", (prior, channel), is_index=False)


def _leakage_at(prior: Prior, channel: Channel, order: Order) -> Quantity:
    """The measure aleak at an order: Renyi's entropy minus Arimoto's."""
    before, after = _entropy_at(prior, order), _arimoto_at(Hidden(prior, channel), order)
    return Named((before, -after), "aleak", (prior, channel, order))


def _power_of_norms(
    outputs: tuple[Index, ...],
    inputs: tuple[Index, ...],
    mass: Polynomial,
    order: Fraction | LetterOrder,
) -> Power:
    """The value of Arimoto's sum of norms over outcomes, to the power of order/(1 - order)."""
    norm = Power(Divergence(POWER, inputs, mass, ONE, order=order), reciprocal(order))
    return Power(Total(outputs, norm), order_over_distance(order, -1))


NOTIONS = (
    Notion(
        words=(
            Word("H", renyi_entropy, (ORDER, PRIOR), indexed=True),
            Word("H", arimoto, (ORDER, HIDDEN), indexed=True),
        ),
        meaning="Renyi's and Shannon's entropy, and Arimoto's given an outcome",
        other_names=("entropy", "renyi_entropy", "conditional_entropy", "arimoto"),
        laws=(
            Law("H[2](P) >= 0"),
            Law("H[inf](P) == hmin(P)", link=True),
            Law("H[0](P) == log(suppsize(P))"),
            Law("H[1](P) <= log(size(X))"),
            Law("H[inf](P) <= H[2](P)"),
            Law("alpha > 1 => H[inf](P) <= H[alpha](P)"),
            Law("alpha > 1 => H[inf](P | W) <= H[alpha](P | W)"),
            Law("1 < a and a < b => H[b](P | W) <= H[a](P | W)"),
            Law("alpha > 1 => H[alpha](P | W) <= H[1](P | W)"),
            Law("0 < alpha and alpha < 1 => H[1](P | W) <= H[alpha](P | W)"),
            Law("H[inf](P | W) <= H[1](P | W)"),
            Law("H[2](P) <= 2*H[inf](P)"),
            Law("H[alpha](P * Q) == H[alpha](P) + H[alpha](Q)"),
            Law("H[1](P | W) <= H[1](P)"),
            Law("H[2](P | W) <= H[2](P)"),
            Law("H[5/2](P | W) <= H[5/2](P)"),
            Law("H[2](P | W) <= H[2](P | W >> V)"),
            Law("H[3](P | W) <= H[3](P | W >> V)"),
            Law("mi(P, W) == H[1](P) - H[1](P | W)"),
            Law("H[inf](P) - H[inf](P | W) == L[id](P, W)"),
        ),
    ),
    Notion(
        words=(Word("aleak", aleak, (PRIOR, CHANNEL, ORDER)),),
        meaning="alpha-leakage, Arimoto's information",
        other_names=("alpha_leakage", "arimoto_information"),
        laws=(
            Law("aleak(P, W, 3) >= 0"),
            Law("aleak(P, W >> V, 2) <= aleak(P, W, 2)"),
            Law("aleak(P, W, 1) == mi(P, W)"),
            Law("aleak(P, W, inf) == L[id](P, W)"),
            Law("aleak(P, W, inf) <= maxleak(W)"),
        ),
    ),
)
