"""Privacy up to a probability delta: the least eps for a delta, the least delta for an eps.

    ldp(W, delta)     = log max(1, max_{x, x', E} (W(x,E) - delta) / W(x',E))     E sets of outcomes
    ldpdelta(W, eps)  = max_{x, x'} sum_y max(0, W(x,y) - exp(eps) W(x',y))

W is (eps, delta)-private iff the first is at most eps, or the second at most delta: for all rows
and all E,  W(x,E) <= exp(eps) W(x',E) + delta. With databases d, d' in the place of rows, any two
are compared in flp(W, delta), and two that differ in one entry in dp(W, delta) and dpdelta(W, eps).
The first is infinite where some E has W(x',E) = 0 and W(x,E) > delta. Level form, for every
e(x,x',y) in [0, 1] and all x, x':  delta + sum_y e(x,x',y) (exp(eps) W(x',y) - W(x,y)) >= 0.
Source: [Dwork and Roth, The Algorithmic Foundations of Differential Privacy, Def. 2.4].
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pmlsym.calculus.polynomial import constant
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Divergence, ExcessRatio, Larger, Largest, Ratio, Value
from pmlsym.measures.notion import CHANNEL, LEVEL, PROBABILITY, Law, Notion, Word
from pmlsym.measures.observation import measure
from pmlsym.measures.pairs_of_rows import Pair, any_two_inputs, neighbouring_databases, rows_of_pair
from pmlsym.measures.scalar_argument import Argument, as_level, as_probability
from pmlsym.model.channel import Channel


def approximate_ldp(channel: Channel, delta: Argument) -> Measure:
    """The least eps of (eps, delta)-LDP, in nats; >= 0, possibly infinite.

    `delta` is a rational in [0, 1], a free scalar, which then has that domain, or sums and products
    of such. Raises InvalidInput at another. Source: [Dwork and Roth, Def. 2.4].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> approximate_ldp(Channel("W", *alphabets("X Y")), 0)
    ldp(W, 0)
    """
    return _least_eps("ldp", channel, delta, [any_two_inputs(channel)])


def approximate_flp(channel: Channel, delta: Argument) -> Measure:
    """The least eps of (eps, delta)-privacy of any two databases, in nats; possibly infinite.

    It is `approximate_ldp`, and bounds groups of entries. Raises as that does.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> D, E, Y = alphabets("D E Y")
    >>> approximate_flp(Channel("W", (D, E), Y), 0)
    flp(W, 0)
    """
    return replace(approximate_ldp(channel, delta), word="flp")


def approximate_dp(channel: Channel, delta: Argument) -> Measure:
    """The least eps of (eps, delta)-differential privacy, one entry replaced, in nats.

    It may be infinite. Raises as `approximate_ldp` does. Source: [Dwork and Roth, Def. 2.4].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> D, E, Y = alphabets("D E Y")
    >>> approximate_dp(Channel("W", (D, E), Y), 0)
    dp(W, 0)
    """
    return _least_eps("dp", channel, delta, neighbouring_databases(channel))


def ldpdelta(channel: Channel, eps: Argument) -> Measure:
    """The least delta of (eps, delta)-LDP; in [0, 1].

    It is the largest hockey-stick divergence of two rows; at eps = 0, Dobrushin's coefficient.
    `eps` is a free scalar, which is then >= 0, the log of a rational >= 1, or sums of multiples of
    such. Raises InvalidInput at another. Source: [Dwork and Roth, Def. 2.4].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.language.building import log
    >>> ldpdelta(Channel("W", *alphabets("X Y")), log(2))
    ldpdelta(W, log(2))
    """
    return _least_delta("ldpdelta", channel, eps, [any_two_inputs(channel)])


def dpdelta(channel: Channel, eps: Argument) -> Measure:
    """The least delta of (eps, delta)-differential privacy, one entry replaced; in [0, 1].

    Raises as `ldpdelta` does. Source: [Dwork and Roth, Def. 2.4].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> D, E, Y = alphabets("D E Y")
    >>> dpdelta(Channel("W", (D, E), Y), 0)
    dpdelta(W, 0)
    """
    return _least_delta("dpdelta", channel, eps, neighbouring_databases(channel))


def _least_eps(name: str, channel: Channel, delta: Argument, pairs: Iterable[Pair]) -> Measure:
    """The measure that is the least eps for a delta, over these pairs of inputs."""
    least = as_probability(delta)
    worst: list[Value] = [Ratio(constant(1))]
    for pair in pairs:
        outputs, one, other = rows_of_pair(channel, pair)
        worst.append(Largest(pair[-1], ExcessRatio(outputs, one, other, least.polynomial)))
    return measure(name, (channel, least), Larger(tuple(worst)))


def _least_delta(name: str, channel: Channel, eps: Argument, pairs: Iterable[Pair]) -> Measure:
    """The measure that is the least delta for an eps, over these pairs of inputs."""
    bar = as_level(eps)
    worst: list[Value] = []
    for pair in pairs:
        outputs, one, other = rows_of_pair(channel, pair)
        excess = Divergence("tv", outputs, one, bar.polynomial * other)
        worst.append(Largest(pair[-1], excess.written))
    value = worst[0] if len(worst) == 1 else Larger(tuple(worst))
    return measure(name, (channel, bar), value, is_log=False)


NOTIONS = (
    Notion(
        words=(Word("ldp", approximate_ldp, (CHANNEL, PROBABILITY)),),
        meaning="least eps of (eps, delta)-local differential privacy",
        laws=(
            Law("ldp(W, delta) <= eps => W[y|x] <= exp(eps)*W[y|z] + delta"),
            Law("ldp(W, delta) <= ldp(W)"),
            Law("ldp(W, delta) >= 0"),
            Law("ldp(W, 0) == ldp(W)"),
            Law("ldp(W >> R, delta) <= ldp(W, delta)"),
            Law("ldp(W, delta1 + delta2) <= ldp(W, delta1)"),
            Law(
                "ldp(W, d1) <= e1 and ldp(U, d2) <= e2 => ldp(W & U, d1 + d2) <= e1 + e2",
                lets=("W: X -> Y", "U: X -> Z"),
            ),
            Law("ldp(W, d1) <= e1 and ldp(V, d2) <= e2 => ldp(W & V, d1 + d2) <= e1 + e2"),
            Law("ldp(W, delta) <= eps => ldpdelta(W, eps) <= delta"),
            Law("ldpdelta(W, eps) <= delta => ldp(W, delta) <= eps"),
        ),
    ),
    Notion(
        words=(Word("ldpdelta", ldpdelta, (CHANNEL, LEVEL)),),
        meaning="least delta of (eps, delta)-local differential privacy",
        laws=(
            Law("ldpdelta(W, eps) <= 1"),
            Law("ldpdelta(W >> R, eps) <= ldpdelta(W, eps)"),
            Law("ldpdelta(W, eps1 + eps2) <= ldpdelta(W, eps1)"),
            Law("ldpdelta(W, 0) <= eta[tv](W)"),
            Law("eta[tv](W) <= ldpdelta(W, 0)"),
            Law("ldp(W) <= eps => ldpdelta(W, eps) <= 0"),
            Law(
                "ldpdelta(W & U, eps1 + eps2) <= ldpdelta(W, eps1) + ldpdelta(U, eps2)",
                lets=("W: X -> Y", "U: X -> Z"),
            ),
            Law("ldpdelta(W & V, eps1 + eps2) <= ldpdelta(W, eps1) + ldpdelta(V, eps2)"),
        ),
    ),
    Notion(
        words=(Word("dp", approximate_dp, (CHANNEL, PROBABILITY)),),
        meaning="least eps of (eps, delta)-differential privacy of a channel from databases",
        laws=(
            Law("dp(W, delta) <= dp(W)", lets=("W: D, E -> Y",)),
            Law("dp(W, 0) == dp(W)", lets=("W: D, E -> Y",)),
            Law("dp(W >> R, delta) <= dp(W, delta)", lets=("W: D, E -> Y",)),
            Law("dp(W, delta) <= flp(W, delta)", lets=("W: D, E -> Y",)),
            Law(
                "dp(W, d1) <= e1 and dp(U, d2) <= e2 => dp(W & U, d1 + d2) <= e1 + e2",
                lets=("W: D, E -> Y", "U: D, E, Y -> Z"),
            ),
        ),
    ),
    Notion(
        words=(Word("dpdelta", dpdelta, (CHANNEL, LEVEL)),),
        meaning="least delta of (eps, delta)-differential privacy of a channel from databases",
        laws=(
            Law("dpdelta(W >> R, eps) <= dpdelta(W, eps)", lets=("W: D, E -> Y",)),
            Law("dpdelta(W, eps) <= ldpdelta(W, eps)", lets=("W: D, E -> Y",)),
        ),
    ),
    Notion(
        words=(Word("flp", approximate_flp, (CHANNEL, PROBABILITY)),),
        meaning="least eps of (eps, delta)-privacy of any two databases",
        laws=(
            Law("flp(W, delta) == ldp(W, delta)"),
            Law("flp(W, delta) <= flp(W)"),
            Law(
                "dp(W, delta) <= eps => flp(W, delta*(1 + exp(eps))) <= 2*eps",
                lets=("W: D, E -> Y",),
            ),
        ),
    ),
)
