"""Local information privacy.

    lip(P, W) = log max_{x, y: p(x) > 0, P_Y(y) > 0}  max( W(x,y) / P_Y(y), P_Y(y) / W(x,y) )

It is the least eps with e^-eps p(x) <= P_{X|Y=y}(x) <= e^eps p(x); infinite where a letter of the
support excludes an outcome that can occur. Level form: lip <= log t iff for all x, y
p(x) (t P_Y(y) - W(x,y)) >= 0 and p(x) (t W(x,y) - P_Y(y)) >= 0. Source: [PML23, Def. 15].
"""

from __future__ import annotations

from pmlsym.language.nodes import Measure
from pmlsym.language.value import Larger, Largest
from pmlsym.measures.notion import CHANNEL, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import measure, observation_of
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def lip(prior: Prior, channel: Channel) -> Measure:
    """The least eps >= 0 of local information privacy, in nats, possibly infinite.

    The larger of `pml(P, W)` and `-density_min(P, W)`. Raises AlphabetMismatch if the prior does
    not fit the channel. Source: [PML23, Def. 15].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> lip(Prior("P", X), Channel("W", X, Y))
    lip(P, W)
    """
    seen = observation_of(prior, channel)
    highest = Largest(seen.worst, seen.density, seen.where)
    lowest = Largest(seen.worst, seen.inverse_density, seen.where)
    return measure("lip", (prior, channel), Larger((highest, lowest)))


NOTIONS = (
    Notion(
        words=(Word("lip", lip, (PRIOR, CHANNEL)),),
        meaning="least eps of local information privacy",
        other_names=("local_information_privacy",),
        laws=(
            Law("lip(P, W) == max(pml(P, W), -density_min(P, W))"),
            Law("lip(P, W) <= ldp(P, W)", link=True),
            Law("ldp(P, W) <= 2*lip(P, W)", link=True),
            Law("lip(P, W >> V) <= lip(P, W)", link=True),
        ),
    ),
)
