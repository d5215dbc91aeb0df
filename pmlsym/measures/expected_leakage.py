"""The expected leakage.

    expected_pml(P, W) = sum_y P_Y(y) pml(P, W, y)                           in nats

By concavity of the logarithm it is at most maximal leakage over the support. Level form: a mean of
log M(y) with p(x) (M(y) P_Y(y) - W(x,y)) >= 0, or of the ratios at chosen letters. Source: [PML23,
Prop. 7].
"""

from __future__ import annotations

from pmlsym.language.nodes import Measure
from pmlsym.language.value import Largest, Log, Total, Weighted
from pmlsym.measures.notion import CHANNEL, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import measure, observation_of
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def expected_pml(prior: Prior, channel: Channel) -> Measure:
    """The expectation of the pointwise leakage over the outcomes, in nats; a number >= 0.

    Raises AlphabetMismatch if the prior does not fit the channel. Source: [PML23, Prop. 7].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> expected_pml(Prior("P", X), Channel("W", X, Y))
    expected_pml(P, W)
    """
    seen = observation_of(prior, channel)
    ratio = Largest(seen.letters, seen.density, seen.where)
    mean = Total(seen.outputs, Weighted(seen.total, Log(ratio)))
    return measure("expected_pml", (prior, channel), mean, is_log=False)


NOTIONS = (
    Notion(
        words=(Word("expected_pml", expected_pml, (PRIOR, CHANNEL)),),
        meaning="expected leakage",
        other_names=("expected_leakage",),
        laws=(
            Law("expected_pml(P, W) <= maxleak(P, W)"),
            Law("expected_pml(P, W) <= pml(P, W)"),
        ),
    ),
)
