"""The smallest information density.

    density_min(P, W) = log min_{x, y: p(x) > 0, P_Y(y) > 0}  W(x,y) / P_Y(y)

It is at most 0, and -inf where a letter of the support excludes an outcome that can occur. Level
form: density_min >= log s iff for all x, y  p(x) (W(x,y) - s P_Y(y)) >= 0. Source: [QID24, Def. 2].
"""

from __future__ import annotations

from pmlsym.language.nodes import Measure
from pmlsym.language.value import Smallest
from pmlsym.measures.notion import CHANNEL, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import measure, observation_of
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def density_min(prior: Prior, channel: Channel) -> Measure:
    """The smallest information density of a letter of the support and a possible outcome, in nats.

    log min of W(x,y) / sum_x' p(x')W(x',y). A mechanism is (eps_l, eps_u)-ALIP iff
    -density_min <= eps_l and pml <= eps_u. The result is a quantity <= 0, possibly -inf.
    Raises AlphabetMismatch if the prior does not fit the channel. Source: [QID24, Def. 2].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> density_min(Prior("P", X), Channel("W", X, Y))
    density_min(P, W)
    """
    seen = observation_of(prior, channel)
    value = Smallest(seen.worst, seen.density, seen.where)
    return measure("density_min", (prior, channel), value)


NOTIONS = (
    Notion(
        words=(Word("density_min", density_min, (PRIOR, CHANNEL)),),
        meaning="smallest information density",
        other_names=("information_density", "i_min"),
        laws=(
            Law("density_min(P, W) <= 0", link=True),
            Law("-density_min(P, W) <= ldp(P, W)", link=True),
            Law("density_min(P, W) <= density_min(P, W >> V)", link=True),
        ),
    ),
)
