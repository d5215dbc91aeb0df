"""Zero-concentrated differential privacy: the largest Renyi divergence over its order.

    zcdp(W)    =  sup_{alpha > 1}  rdp(W, alpha)/alpha         any two rows, or databases
    dpzcdp(W)  =  sup_{alpha > 1}  dprdp(W, alpha)/alpha       databases with one other entry

Both are in nats, and infinite where a row has an outcome that another excludes. The supremum may be
the limit at order 1, or be attained at another order; a value is known within proved bounds. A
claim is read order by order (lowering/orders/every_order.py).
Source: [Bun, Steinke 2016].
"""

from __future__ import annotations

from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Measure, Quantity, measures_in
from pmlsym.language.value import ConcentratedDivergence, Larger, Largest
from pmlsym.measures.notion import CHANNEL, Law, Notion, Word
from pmlsym.measures.observation import measure
from pmlsym.measures.order import Order
from pmlsym.measures.pairs_of_rows import Pair, any_two_inputs, neighbouring_databases, rows_of_pair
from pmlsym.measures.renyi_privacy import dprdp, rdp
from pmlsym.model.channel import Channel


def zcdp(channel: Channel) -> Measure:
    """The least rho at which any two rows are rho-zero-concentrated, in nats; >= 0, maybe +inf.

    Source: [Bun, Steinke 2016, Def. 1.1].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> zcdp(Channel("W", *alphabets("X Y")))
    zcdp(W)
    """
    return _largest_over_orders("zcdp", channel, (any_two_inputs(channel),))


def dpzcdp(channel: Channel) -> Measure:
    """The least rho at which databases that differ in one entry are rho-concentrated, in nats.

    Source: [Bun, Steinke 2016, Def. 1.1].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> D, E, Y = alphabets("D E Y")
    >>> dpzcdp(Channel("W", (D, E), Y))
    dpzcdp(W)
    """
    return _largest_over_orders("dpzcdp", channel, (*neighbouring_databases(channel),))


def at_order(concentrated: Measure, order: Order | Quantity) -> Quantity:
    """The measure rdp or dprdp at an order, which is at most that order times this zcdp or dpzcdp.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> at_order(zcdp(Channel("W", *alphabets("X Y"))), 2)
    rdp(W, 2)
    """
    (channel,) = concentrated.arguments
    assert isinstance(channel, Channel)
    of_rows = concentrated.value == zcdp(channel).value
    return (rdp if of_rows else dprdp)(channel, order)


def concentrated_measure(quantity: Quantity) -> Measure | None:
    """The quantity itself where it is the measure zcdp or dpzcdp; nothing for any other."""
    return quantity if isinstance(quantity, Measure) and is_concentrated(quantity) else None


def is_concentrated(part: Quantity | Claim) -> bool:
    """Whether the measure zcdp or dpzcdp stands in a part of a claim."""
    values = (value for inner in measures_in(part) for value in walk(inner.value))
    return any(isinstance(value, ConcentratedDivergence) for value in values)


def _largest_over_orders(name: str, channel: Channel, pairs: tuple[Pair, ...]) -> Measure:
    """The measure zcdp or dpzcdp: the largest rdp over its order a > 1, for all pairs of inputs."""
    values = [
        Largest(pair[-1], ConcentratedDivergence(*rows_of_pair(channel, pair))) for pair in pairs
    ]
    value = values[0] if len(values) == 1 else Larger(tuple(values))
    return measure(name, (channel,), value, is_log=False)


NOTIONS = (
    Notion(
        words=(Word("zcdp", zcdp, (CHANNEL,)),),
        meaning="zero-concentrated differential privacy, any two rows",
        other_names=("zero_concentrated_differential_privacy", "concentrated_privacy"),
        laws=(
            Law("zcdp(W) >= 0"),
            Law("zcdp(W) <= ldp(W)"),
            Law("rdp(W, 1) <= zcdp(W)"),
            Law("rdp(W, 2) <= 2*zcdp(W)"),
            Law("alpha > 1 => rdp(W, alpha) <= alpha*zcdp(W)"),
            Law("zcdp(W >> V) <= zcdp(W)"),
            Law("zcdp(V >> W) <= zcdp(W)"),
            Law("zcdp(W & V) <= zcdp(W) + zcdp(V)", lets=("W: X -> Y", "V: X -> Z")),
            Law("zcdp(W * V) <= zcdp(W) + zcdp(V)"),
            Law("mi(P, W) <= zcdp(W)"),
            Law("a > 1 => ldp(W, delta) <= a*zcdp(W) - log(delta)/(a - 1)"),
        ),
    ),
    Notion(
        words=(Word("dpzcdp", dpzcdp, (CHANNEL,)),),
        meaning="zero-concentrated differential privacy of a channel from databases",
        laws=(
            Law("dpzcdp(W) <= dp(W)", lets=("W: D, E -> Y",)),
            Law("dpzcdp(W) <= zcdp(W)", lets=("W: D, E -> Y",)),
            Law("dpzcdp(W >> V) <= dpzcdp(W)", lets=("W: D, E -> Y",)),
            Law(
                "dpzcdp(W & V) <= dpzcdp(W) + dpzcdp(V)",
                lets=("W: D, E -> Y", "V: D, E -> Z"),
            ),
        ),
    ),
)
