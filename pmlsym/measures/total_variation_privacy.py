"""Total variation privacy.

    tv(P, W) = sum_y P_Y(y) TV(P_{X|Y=y}, P_X) = sum_{x, y} max(0, p(x) (W(x,y) - P_Y(y)))

At an outcome y it is TV(P_{X|Y=y}, P_X). Over all outcomes it is half the f-information of |u - 1|.
Level form: a sum of convex terms. In a claim about events, tv <= c iff for every 0 <= s(x,y) <= 1
c - sum_{x,y} s(x,y) p(x) (W(x,y) - P_Y(y)) >= 0. Source: [PML23, Def. 17, (24)].
"""

from __future__ import annotations

from pmlsym.language.nodes import Quantity
from pmlsym.measures.notion import CHANNEL, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import mean_or_at_outcome, observation_of
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def tv(prior: Prior, channel: Channel, *outcomes: str) -> Quantity:
    """Total variation between the joint distribution and the product of its marginals; in [0, 1].

    At outcomes, one for each output, it is that between posterior and prior, which has no value
    where the outcome cannot occur. Raises AlphabetMismatch if the prior does not fit the channel.
    Source: [PML23, (24)].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> tv(Prior("P", X), Channel("W", X, Y))
    tv(P, W)
    """
    seen = observation_of(prior, channel, *outcomes)
    return mean_or_at_outcome("tv", (prior, channel, *outcomes), seen, seen.divergence("tv"))


NOTIONS = (
    Notion(
        words=(
            Word("tv", tv, (PRIOR, CHANNEL)),
            Word("tv", tv, (PRIOR, CHANNEL, OUTCOME), repeats=True),
        ),
        meaning="total variation privacy",
        other_names=("total_variation",),
        laws=(
            Law("tv(P, W) >= 0"),
            Law("tv(P, W) <= 1 - pmin(P)"),
            Law("tv(P, W) <= exp(maxleak(P, W)) - 1"),
            Law("tv(P, W) <= 1 - doeblin(P, W)"),
            Law("tv(P, W >> V) <= tv(P, W)"),
            Law("tv(P, W >> V) <= tv(P >> W, V)"),
            Law("tv(P, q*W + (1 - q)*V) <= q*tv(P, W) + (1 - q)*tv(P, V)"),
            Law("tv(P, W) <= 0 => pml(P, W) <= 0"),
            Law("tv(P, W, y) <= 1 - pmin(P)"),
            Law("tv(P, W, y) <= 1 - exp(-pml(P, W, y))"),
        ),
    ),
)
