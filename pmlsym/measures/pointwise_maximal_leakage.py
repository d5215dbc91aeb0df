"""Pointwise maximal leakage.

    pml(P, W)     = log max_{x, y: p(x) > 0, P_Y(y) > 0}  W(x,y) / P_Y(y)
    pml(P, W, y)  = the same at one outcome, 0 if it cannot occur; pml(P, W & U, y, z) of two
    P_Y(y)        = sum_x p(x)W(x,y)

Outcomes of probability zero are in no maximum; at one of them the leakage is 0. Level form:
pml <= log t iff for all x, y  p(x) (t P_Y(y) - W(x,y)) >= 0. Source: [PML23, Thm. 1 and Def. 4].
"""

from __future__ import annotations

from pmlsym.language.nodes import Measure
from pmlsym.language.value import Largest
from pmlsym.measures.conditional_leakage import conditional_pml
from pmlsym.measures.notion import CHANNEL, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import leakage, observation_of
from pmlsym.model.channel import Channel, Given
from pmlsym.model.prior import Prior


def pml(prior: Prior, channel: Channel | Given, *outcomes: str) -> Measure:
    """Pointwise maximal leakage of a channel under a prior, in nats.

    log max over letters x of the support, and over outcomes y of positive probability unless one
    is named, of W(x,y) / sum_x' p(x')W(x',y).

    `prior` is a distribution of the channel's inputs; `outcomes` name free outcomes, one for each
    output: the whole claim is meant at all their letters. For `U | W` it is the conditional
    leakage, see `conditional_pml`. The result is a quantity >= 0.
    Raises AlphabetMismatch if the number of outcomes is not that of the outputs, or the prior does
    not fit the channel. Source: [PML23, Thm. 1].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> pml(Prior("P", X), Channel("W", X, Y))
    pml(P, W)
    """
    if isinstance(channel, Given):
        return conditional_pml(prior, channel, *outcomes)
    seen = observation_of(prior, channel, *outcomes)
    ratio = Largest(seen.worst, seen.density, seen.where)
    return leakage("pml", (prior, channel, *outcomes), ratio, seen.fixed)


NOTIONS = (
    Notion(
        words=(
            Word("pml", pml, (PRIOR, CHANNEL)),
            Word("pml", pml, (PRIOR, CHANNEL, OUTCOME)),
            Word("pml", pml, (PRIOR, CHANNEL, OUTCOME, OUTCOME), repeats=True),
        ),
        meaning="pointwise maximal leakage; without outcomes, the largest of those that can occur",
        other_names=("leakage", "pointwise_maximal_leakage"),
        laws=(
            Law("pml(P, W) >= 0", link=True),
            Law("pml(P, W) <= -log(pmin(P))", link=True),
            Law("pml(P, W, y) <= pml(P, W)"),
            Law("pml(P, W >> V) <= pml(P, W)", link=True),
            Law("pml(P, W >> V) <= pml(P >> W, V)", link=True),
            Law("pml(P, W & U) <= pml(P, W) + pml(P, U | W)", link=True),
            Law("pml(P, W) <= ldp(W)", link=True),
        ),
    ),
)
