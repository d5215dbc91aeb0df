"""The probability that the leakage exceeds a level.

    tail(P, W, eps) = P_Y{ y : pml(P, W, y) > eps }

A mechanism is (eps, delta)-PML iff its tail is at most delta. Level form: tail <= c iff some
indicator b(y) of bad outcomes has (1 - b(y)) p(x) (exp(eps) P_Y(y) - W(x,y)) >= 0 for all x, y and
sum_y b(y)P_Y(y) <= c. Source: [PML23, Def. 5].
"""

from __future__ import annotations

from pmlsym.language.nodes import Measure
from pmlsym.language.value import Exceeds, Largest, Total, Weighted
from pmlsym.measures.notion import CHANNEL, LEVEL, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import measure, observation_of
from pmlsym.measures.scalar_argument import Argument, as_level
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def tail(prior: Prior, channel: Channel, eps: Argument) -> Measure:
    """The probability of the outcomes that leak strictly more than eps nats; in [0, 1].

    `eps` is a free scalar, which is then >= 0, the log of a rational >= 1, or a sum of multiples of
    these. Raises AlphabetMismatch if the prior does not fit the channel, InvalidInput at any other
    eps. Source: [PML23, Def. 5].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.language.building import log
    >>> from pmlsym.language.nodes import Scalar
    >>> X, Y = alphabets("X Y")
    >>> tail(Prior("P", X), Channel("W", X, Y), Scalar("eps") + log(2))
    tail(P, W, eps + log(2))
    """
    seen, bar = observation_of(prior, channel), as_level(eps)
    ratio = Largest(seen.letters, seen.density, seen.where)
    value = Total(seen.outputs, Weighted(seen.total, Exceeds(ratio, bar.polynomial)))
    return measure("tail", (prior, channel, bar), value, is_log=False)


NOTIONS = (
    Notion(
        words=(Word("tail", tail, (PRIOR, CHANNEL, LEVEL)),),
        meaning="probability that the leakage exceeds eps, strictly",
        laws=(
            Law("tail(P, W, eps) <= 1"),
            Law("tail(P, W, eps1 + eps2) <= tail(P, W, eps1)"),
            Law("pml(P, W) <= eps => tail(P, W, eps) <= 0"),
            Law("tail(P, W, eps) <= delta => eml(P, W, 0) <= eps or delta > 0", open=True),
        ),
    ),
)
