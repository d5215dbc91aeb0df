"""Mutual information and the chi-squared information.

    mi(P, W)   = sum_{x, y} p(x)W(x,y) log( W(x,y) / P_Y(y) )                in nats
    chi2(P, W) = sum_{x, y} p(x)P_Y(y) ( W(x,y) / P_Y(y) - 1 )^2

Both are f-informations, of u log u and (u - 1)^2; that of |u - 1|/2 is tv(P, W). Level form: sums
of convex terms (lowering/convex_sums.py). Source: [PML23, Def. 18, Prop. 7].
"""

from __future__ import annotations

from pmlsym.language.nodes import Measure
from pmlsym.language.value import Value
from pmlsym.measures.notion import CHANNEL, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import observed, together
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def mi(prior: Prior, channel: Channel) -> Measure:
    """Mutual information of input and output, in nats; a number >= 0.

    Raises AlphabetMismatch if the prior does not fit the channel. Source: [PML23, Prop. 7].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> mi(Prior("P", X), Channel("W", X, Y))
    mi(P, W)
    """
    seen = observed(prior, channel)
    return _information("mi", prior, channel, seen.divergence("kl"))


def chi2(prior: Prior, channel: Channel) -> Measure:
    """The chi-squared information of input and output; a rational >= 0.

    Raises AlphabetMismatch if the prior does not fit the channel. Source: [PML23, Def. 18].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> chi2(Prior("P", X), Channel("W", X, Y))
    chi2(P, W)
    """
    seen = observed(prior, channel)
    return _information("chi2", prior, channel, seen.divergence("chi2"))


def _information(name: str, prior: Prior, channel: Channel, value: Value) -> Measure:
    return Measure(
        name,
        (prior, channel),
        value,
        is_log=False,
        data=together(prior, channel),
    )


NOTIONS = (
    Notion(
        words=(Word("mi", mi, (PRIOR, CHANNEL)),),
        meaning="mutual information",
        other_names=("mutual_information",),
        laws=(
            Law("mi(P, W) <= expected_pml(P, W)"),
            Law("mi(P, W >> V) <= mi(P, W)"),
            Law("mi(P, W) <= log(1 + chi2(P, W))"),
            Law("2*tv(P, W)*tv(P, W) <= mi(P, W)"),
        ),
    ),
    Notion(
        words=(Word("chi2", chi2, (PRIOR, CHANNEL)),),
        meaning="chi-squared information",
        other_names=("chi_squared",),
        laws=(
            Law("chi2(P, W) >= 0"),
            Law("chi2(P, W) <= exp(pml(P, W)) - 1"),
            Law("4*tv(P, W)*tv(P, W) <= chi2(P, W)"),
        ),
    ),
)
