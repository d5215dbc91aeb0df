"""Event maximal leakage.

    eml(P, W, delta) = log max_{x: p(x) > 0} max_a  sum_y a(y)W(x,y) / sum_y a(y)P_Y(y)
    over all a with 0 <= a(y) <= 1 and sum_y a(y)P_Y(y) >= delta

It is the least eps >= 0 with (eps, delta)-EML: no event of probability delta or more leaks more,
even if outcomes are split at random; eml(P, W, 0) is pml(P, W). Level form: eml <= log t iff t >= 1
and, for every such a and all x, p(x) (t sum_y a(y)P_Y(y) - sum_y a(y)W(x,y)) >= 0.
Sources: [PML23, Def. 11, Thm. 3].
"""

from __future__ import annotations

from pmlsym.language.nodes import Measure
from pmlsym.language.value import FractionalEvent, Largest
from pmlsym.measures.notion import CHANNEL, PRIOR, PROBABILITY, Law, Notion, Word
from pmlsym.measures.observation import at_least_one, measure, observation_of
from pmlsym.measures.scalar_argument import Argument, as_probability
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def eml(prior: Prior, channel: Channel, delta: Argument) -> Measure:
    """Event maximal leakage of a channel under a prior, in nats, for events of mass >= delta.

    `delta` is a rational in [0, 1], a free scalar, which then has that domain, or a sum of such;
    beyond 1 there is no event, and the leakage is 0. The result is a quantity >= 0.
    Raises AlphabetMismatch if the prior does not fit the channel, InvalidInput at another delta.
    Source: [PML23, Def. 11].

    >>> from fractions import Fraction
    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> eml(Prior("P", X), Channel("W", X, Y), Fraction(1, 10))
    eml(P, W, 1/10)
    """
    seen, least = observation_of(prior, channel), as_probability(delta)
    event = FractionalEvent(seen.outputs, seen.entry, seen.total, least.polynomial)
    worst = Largest(seen.letters, event, seen.where)
    return measure("eml", (prior, channel, least), at_least_one(worst))


NOTIONS = (
    Notion(
        words=(Word("eml", eml, (PRIOR, CHANNEL, PROBABILITY)),),
        meaning="least eps of (eps, delta)-event maximal leakage",
        laws=(
            Law("eml(P, W, delta) >= 0"),
            Law("eml(P, W, 0) == pml(P, W)"),
            Law("eml(P, W, 1) == 0"),
            Law("eml(P, W, delta) <= pml(P, W)"),
            Law("eml(P, W >> V, delta) <= eml(P, W, delta)"),
            Law("eml(P, W, delta1 + delta2) <= eml(P, W, delta1)"),
        ),
    ),
)
