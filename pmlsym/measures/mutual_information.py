"""Mutual information and the chi-squared information.

    mi(P, W)   = sum_{x, y} p(x)W(x,y) log( W(x,y) / P_Y(y) )                in nats
    chi2(P, W) = sum_{x, y} p(x)P_Y(y) ( W(x,y) / P_Y(y) - 1 )^2
    mi(P, W, y) = D[kl](P_{X|Y=y} || P),   chi2(P, W, y) = D[chi2](P_{X|Y=y} || P)

Both are f-informations, for u log u and (u - 1)^2; for |u - 1|/2 it is tv(P, W). Level form: sums
of convex terms (lowering/convex_sums.py). Source: [PML23, Def. 18, Prop. 7].
"""

from __future__ import annotations

from pmlsym.language.nodes import Quantity
from pmlsym.measures.notion import CHANNEL, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import mean_or_at_outcome, observation_of
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def mi(prior: Prior, channel: Channel, *outcomes: str) -> Quantity:
    """Mutual information of input and output, in nats; a number >= 0.

    At outcomes, one for each output, it is the relative entropy of posterior and prior, which has
    no value where the outcome cannot occur. Raises AlphabetMismatch if the prior does not fit the
    channel. Source: [PML23, Prop. 7].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> mi(Prior("P", X), Channel("W", X, Y)), mi(Prior("P", X), Channel("W", X, Y), "y")
    (mi(P, W), mi(P, W, y))
    """
    seen = observation_of(prior, channel, *outcomes)
    return mean_or_at_outcome("mi", (prior, channel, *outcomes), seen, seen.divergence("kl"))


def chi2(prior: Prior, channel: Channel, *outcomes: str) -> Quantity:
    """The chi-squared information of input and output; a rational >= 0.

    At outcomes it is Pearson's divergence of posterior and prior, as `mi` is. Raises
    AlphabetMismatch if the prior does not fit the channel. Source: [PML23, Def. 18].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> chi2(Prior("P", X), Channel("W", X, Y))
    chi2(P, W)
    """
    seen = observation_of(prior, channel, *outcomes)
    return mean_or_at_outcome("chi2", (prior, channel, *outcomes), seen, seen.divergence("chi2"))


NOTIONS = (
    Notion(
        words=(
            Word("mi", mi, (PRIOR, CHANNEL)),
            Word("mi", mi, (PRIOR, CHANNEL, OUTCOME), repeats=True),
        ),
        meaning="mutual information",
        other_names=("mutual_information",),
        laws=(
            Law("mi(P, W) <= expected_pml(P, W)"),
            Law("mi(P, W >> V) <= mi(P, W)", link=True),
            Law("mi(P, W >> V) <= mi(P >> W, V)", link=True),
            Law("mi(P, W) <= 0 => pml(P, W) <= 0"),
            Law("mi(P, W) <= log(1 + chi2(P, W))"),
            Law("mi(P, q*W + (1 - q)*V) <= q*mi(P, W) + (1 - q)*mi(P, V)"),
            Law("mi(q*P + (1 - q)*Q, W) >= q*mi(P, W) + (1 - q)*mi(Q, W)"),
            Law("(forall x: D[kl](W[x] || Q) <= c) => mi(P, W) <= c"),
            Law("mi(P, W) <= H[1](P)", link=True),
            Law("2*tv(P, W)*tv(P, W) <= mi(P, W)"),
            Law(
                "eps > 0 and ldp(W) <= eps => mi(P, W)"
                " <= eps*exp(eps)/(exp(eps) - 1) - 1 - log(eps*exp(eps)/(exp(eps) - 1))"
            ),
            Law("a > 0 and pml(P, W) <= a => mi(P, W) <= a*exp(a)/(exp(a) - 1)*tv(P, W)"),
            Law("mi(P, W, y) >= 0"),
            Law("mi(P, W, y) <= pml(P, W, y)"),
            Law("mi(P, W, y) <= chi2(P, W, y)"),
        ),
    ),
    Notion(
        words=(
            Word("chi2", chi2, (PRIOR, CHANNEL)),
            Word("chi2", chi2, (PRIOR, CHANNEL, OUTCOME), repeats=True),
        ),
        meaning="chi-squared information",
        other_names=("chi_squared",),
        laws=(
            Law("chi2(P, W) >= 0"),
            Law("chi2(P, W >> V) <= chi2(P, W)"),
            Law("chi2(P, W >> V) <= chi2(P >> W, V)"),
            Law("chi2(P, q*W + (1 - q)*V) <= q*chi2(P, W) + (1 - q)*chi2(P, V)"),
            Law("chi2(P, W) <= 0 => tv(P, W) <= 0"),
            Law("chi2(P, W) <= exp(pml(P, W)) - 1"),
            Law("4*tv(P, W)*tv(P, W) <= chi2(P, W)"),
            Law("chi2(P, W, y) <= exp(pml(P, W, y)) - 1"),
        ),
    ),
)
