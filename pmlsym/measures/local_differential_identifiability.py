"""Local differential identifiability.

    ldi(P, W) = log max_{x, x', y: p(x') > 0}  p(x)W(x,y) / p(x')W(x',y)

It is the least eps with P_{X|Y=y}(x) <= e^eps P_{X|Y=y}(x') on the support, for every outcome that
can occur; infinite where a letter of the support excludes such an outcome. Level form: ldi <= log t
iff for all x, x', y  p(x') (t p(x')W(x',y) - p(x)W(x,y)) >= 0. Source: [PML23, Def. 16].
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import letters
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Largest, Ratio
from pmlsym.measures.notion import CHANNEL, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import measure, require_fit
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def ldi(prior: Prior, channel: Channel) -> Measure:
    """The least eps >= 0 of local differential identifiability, in nats, possibly infinite.

    log of the largest ratio of two posterior masses of letters of the support, given one outcome.
    Raises AlphabetMismatch if the prior does not fit the channel. Source: [PML23, Def. 16].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> ldi(Prior("P", X), Channel("W", X, Y))
    ldi(P, W)
    """
    require_fit(prior, channel)
    outputs = letters(channel.outputs)
    first = letters(prior.alphabets, taken=outputs)
    second = letters(prior.alphabets, taken=(*outputs, *first))
    apart = (*outputs, *first, *second)
    where, through = prior.support_apart(second, apart)
    above = prior.mass(*first) * channel.entry(first, outputs)
    below = prior.mass(*second) * channel.entry(second, outputs)
    value = Largest((*first, *second, *through, *outputs), Ratio(above, below), where)
    return measure("ldi", (prior, channel), value)


NOTIONS = (
    Notion(
        words=(Word("ldi", ldi, (PRIOR, CHANNEL)),),
        meaning="least eps of local differential identifiability",
        laws=(
            Law("ldp(P, W) <= ldi(P, W) - log(pmin(P)) - hmin(P)"),
            Law("ldi(P, W >> V) <= ldi(P, W)"),
            Law("suppsize(P) <= 1 => ldi(P, W) <= 0"),
            Law("ldi(P, W) <= log(2) => pml(P, W) <= log(2) - log(suppsize(P)) - log(pmin(P))"),
        ),
    ),
)
