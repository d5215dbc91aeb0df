"""The hockey-stick divergence of two priors, its information, and its contraction by a channel.

    D[E(gamma)](P || Q)  =  sum_x max(0, p(x) - gamma q(x))
    I[E(gamma)](P, W)    =  sum_{x, y} p(x) max(0, W(x,y) - gamma P_Y(y))
    eta[E(gamma)](W)     =  max_{x, x'} sum_y max(0, W(x,y) - gamma W(x',y))

At gamma = 1 it is total variation. A mechanism is (eps, delta)-differentially private iff
D[E(exp(eps))] of its rows is at most delta. Level form: that of a sum of maxima, or of convex
terms.
Source: [Sason, Verdu 2016; Asoodeh, Aliakbarpour, Calmon 2021].
"""

from __future__ import annotations

from dataclasses import replace

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.kind import require_kind
from pmlsym.language.nodes import Measure, Quantity
from pmlsym.language.value import Divergence
from pmlsym.measures.f_divergence import largest_divergence
from pmlsym.measures.notion import AGAINST, CHANNEL, EXCESS, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import mean_or_at_outcome, measure, observation_of
from pmlsym.measures.scalar_argument import Argument, as_factor
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Against, Prior


def hockey_stick(gamma: Argument, between: Against) -> Measure:
    """The mass by which one prior exceeds a multiple of another of the same letters; in [0, 1].

    `gamma` is a number >= 0: a rational, a free scalar, or exp of a level such as eps or log(2).
    `between` is ps.Against(P, Q). Raises AlphabetMismatch where the priors have other letters,
    InvalidInput at another gamma. Source: [Sason, Verdu 2016].

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> from pmlsym.model.prior import Prior
    >>> X = Alphabet("X")
    >>> hockey_stick(2, Against(Prior("P", X), Prior("Q", X)))
    D[E(2)](P || Q)
    """
    require_kind(between, Against, "two priors as ps.Against(P, Q)")
    first, second, scale = between.first, between.second, as_factor(gamma)
    over = letters(first.alphabets)
    value = Divergence("tv", over, first.mass(*over), scale.polynomial * second.mass(*over))
    return measure(f"D[E({scale})]", (between,), value, is_log=False)


def hockey_stick_information(
    gamma: Argument, prior: Prior, channel: Channel, *outcomes: str
) -> Quantity:
    """The hockey-stick divergence of the joint distribution from the product; in [0, 1].

    It is the mass of inputs and outputs by which their joint distribution exceeds gamma times the
    product; `gamma` is as in `hockey_stick`. At outcomes, one for each output, it is the divergence
    of the posterior from the prior, which has no value where the outcome cannot occur. Raises
    AlphabetMismatch if the prior does not fit the channel, InvalidInput at another gamma.
    Source: [Sason, Verdu 2016].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> hockey_stick_information(2, Prior("P", X), Channel("W", X, Y))
    I[E(2)](P, W)
    """
    seen, scale = observation_of(prior, channel, *outcomes), as_factor(gamma)
    value = seen.divergence("tv")
    value = replace(value, b=scale.polynomial * value.b)
    return mean_or_at_outcome(f"I[E({scale})]", (prior, channel, *outcomes), seen, value)


def hockey_stick_contraction(gamma: Argument, channel: Channel) -> Measure:
    """The largest ratio of the hockey-stick divergence of two outputs to that of their priors.

    Two rows attain it: it is the largest hockey-stick divergence of a row from another; in [0, 1].
    `gamma` is a number >= 1, such as 2 or exp(eps). Raises InvalidInput at another.
    Source: [Asoodeh, Aliakbarpour, Calmon 2021].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> hockey_stick_contraction(2, Channel("W", *alphabets("X Y")))
    eta[E(2)](W)
    """
    bar = as_factor(gamma, above_one=True)
    return largest_divergence(f"eta[E({bar})]", channel, (channel,), "tv", bar.polynomial)


NOTIONS = (
    Notion(
        words=(Word("D", hockey_stick, (EXCESS, AGAINST), indexed=True),),
        meaning="hockey-stick divergence",
        other_names=("hockey_stick", "e_gamma"),
        laws=(
            Law("D[E(1)](P || Q) == D[tv](P || Q)"),
            Law("D[E(2)](P || Q) <= D[tv](P || Q)"),
            Law("D[E(exp(eps))](P >> W || Q >> W) <= D[E(exp(eps))](P || Q)"),
            Law("D[inf](P || Q) <= eps => D[E(exp(eps))](P || Q) <= 0"),
        ),
    ),
    Notion(
        words=(
            Word("I", hockey_stick_information, (EXCESS, PRIOR, CHANNEL), indexed=True),
            Word(
                "I",
                hockey_stick_information,
                (EXCESS, PRIOR, CHANNEL, OUTCOME),
                indexed=True,
                repeats=True,
            ),
        ),
        meaning="hockey-stick information",
        other_names=("hockey_stick_information",),
        laws=(
            Law("I[E(1)](P, W) == tv(P, W)"),
            Law("I[E(2)](P, W) <= tv(P, W)"),
            Law("I[E(exp(eps))](P, W >> V) <= I[E(exp(eps))](P, W)"),
            Law("I[E(exp(eps))](P, W >> V) <= I[E(exp(eps))](P >> W, V)"),
            Law("I[E(2)](P, q*W + (1 - q)*V) <= q*I[E(2)](P, W) + (1 - q)*I[E(2)](P, V)"),
            Law("I[E(exp(eps))](P, W) <= ldpdelta(W, eps)"),
            Law("pml(P, W) <= eps => I[E(exp(eps))](P, W) <= 0"),
            Law("I[E(exp(eps))](P, W, y) >= 0"),
        ),
    ),
    Notion(
        words=(Word("eta", hockey_stick_contraction, (EXCESS, CHANNEL), indexed=True),),
        meaning="contraction coefficient of a hockey stick",
        other_names=("hockey_stick_contraction",),
        laws=(
            Law("eta[E(1)](W) == eta[tv](W)"),
            Law("eta[E(exp(eps))](W) == ldpdelta(W, eps)"),
            Law("eta[E(exp(eps))](W >> V) <= eta[E(exp(eps))](W)"),
            Law("D[E(exp(eps))](W[x] || W[z]) <= eta[E(exp(eps))](W)"),
        ),
    ),
)
