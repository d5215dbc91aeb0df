"""Max-information, and delta-approximate max-information.

    maxinfo(P, W)        = log max_{x, y} P_XY(x,y) / p(x)P_Y(y)  =  pml(P, W)
    maxinfo(P, W, delta) = log max_E  (P_XY(E) - delta) / (P_X x P_Y)(E)

over letters and outcomes, or all events E of pairs, that have positive mass. Level form:
maxinfo <= log t iff for every 0 <= e(x,y) <= 1
delta + sum_{x,y} e(x,y) p(x) (t P_Y(y) - W(x,y)) >= 0. Sources: [PML23, Def. 12, 13].
"""

from __future__ import annotations

from dataclasses import replace

from pmlsym.language.nodes import Measure
from pmlsym.language.value import ExcessRatio
from pmlsym.measures.notion import CHANNEL, PRIOR, PROBABILITY, Law, Notion, Word
from pmlsym.measures.observation import measure, observation_of
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.scalar_argument import Argument, as_probability
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def maxinfo(prior: Prior, channel: Channel, delta: Argument | None = None) -> Measure:
    """Max-information of input and output, in nats, up to a probability delta if one is given.

    `delta` is a rational in [0, 1], a free scalar, which then has that domain, or a sum of such.
    The result is at most pml(P, W), and -inf at delta = 1. Raises AlphabetMismatch if the prior
    does not fit the channel, InvalidInput at another delta. Source: [PML23, Def. 13].

    >>> from fractions import Fraction
    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> maxinfo(Prior("P", X), Channel("W", X, Y), Fraction(1, 10))
    maxinfo(P, W, 1/10)
    """
    if delta is None:
        return replace(pml(prior, channel), word="maxinfo")
    seen, excess = observation_of(prior, channel), as_probability(delta)
    joint, product = seen.mass * seen.entry, seen.mass * seen.total
    value = ExcessRatio((*seen.inputs, *seen.outputs), joint, product, excess.polynomial)
    return measure("maxinfo", (prior, channel, excess), value)


NOTIONS = (
    Notion(
        words=(
            Word("maxinfo", maxinfo, (PRIOR, CHANNEL)),
            Word("maxinfo", maxinfo, (PRIOR, CHANNEL, PROBABILITY)),
        ),
        meaning="max-information; approximate with delta",
        laws=(
            Law("maxinfo(P, W) == pml(P, W)"),
            Law("maxinfo(P, W, 0) == pml(P, W)"),
            Law("maxinfo(P, W, delta) <= pml(P, W)"),
            Law("maxinfo(P, W >> V, delta) <= maxinfo(P, W, delta)"),
            Law("maxinfo(P, W, delta) >= log(1 - delta)", open=True),
        ),
    ),
)
