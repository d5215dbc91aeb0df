"""Guesswork: how many guesses it takes on average to find the letter, the most likely ones first.

    guess(P)      = sum_i i p_i,  p_1 >= p_2 >= ..    = (1 + |X| - spread(P))/2
    guess(P, W)   = sum_y P_Y(y) guess(P_{X|Y=y})     = (1 + |X| - spread(P, W))/2

    spread(P)     = sum_{x, x'} max(0, p(x) - p(x'))
    spread(P, W)  = sum_{x, x', y} max(0, p(x)W(x,y) - p(x')W(x',y))

A letter is guessed after all letters that are more likely, so that guess(P) is 1 plus the sum of
min(p, p') over pairs of letters, in whatever order letters of equal mass are guessed. spread(P)/|X|
is Gini's coefficient. Level form: spread <= t iff for every 0 <= s(x,x') <= 1  t - sum s(x,x')
(p(x) - p(x')) >= 0.
Sources: [Massey 1994], [Arikan 1996].
"""

from __future__ import annotations

from fractions import Fraction
from math import prod

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.kind import require_kind
from pmlsym.language.nodes import Constant, Named, Quantity
from pmlsym.language.value import Divergence
from pmlsym.measures.notion import CHANNEL, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import (
    mean_or_at_outcome,
    measure,
    observation_of,
    require_prior,
)
from pmlsym.measures.prior_mass import size
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def spread(prior: Prior, channel: Channel | None = None, *outcomes: str) -> Quantity:
    """The sum, over pairs of letters, of how much likelier one is than the other; a number >= 0.

    With a channel it is the mean over outcomes of the spread of the posterior, or, at named
    outcomes, one for each output, that spread itself, which has no value where they cannot occur.
    Raises AlphabetMismatch if the prior does not fit the channel.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> spread(Prior("P", X)), spread(Prior("P", X), Channel("W", X, Y))
    (spread(P), spread(P, W))
    """
    if channel is None:
        one = letters(require_prior(prior).alphabets)
        other = letters(prior.alphabets, taken=one)
        gap = Divergence("tv", (*one, *other), prior.mass(*one), prior.mass(*other))
        return measure("spread", (prior,), gap, is_log=False)
    require_kind(channel, Channel, "a channel, such as W")
    seen = observation_of(prior, channel, *outcomes)
    other = letters(prior.alphabets, taken=(*seen.outputs, *seen.inputs))
    first, second = (
        prior.mass(*at) * channel.entry(at, seen.outputs) for at in (seen.inputs, other)
    )
    over = (*seen.inputs, *other, *(() if seen.fixed else seen.outputs))
    value = Divergence("tv", over, first, second)
    return mean_or_at_outcome("spread", (prior, channel, *outcomes), seen, value)


def guess(prior: Prior, channel: Channel | None = None, *outcomes: str) -> Quantity:
    """The mean number of guesses until the letter is found, before or after the outcome; >= 1.

    Raises AlphabetMismatch if the prior does not fit the channel. Source: [Massey 1994].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> guess(Prior("P", X)), guess(Prior("P", X), Channel("W", X, Y))
    (guess(P), guess(P, W))
    """
    difference = spread(prior, channel, *outcomes)
    count: Quantity = prod(map(size, prior.alphabets), start=Constant(Fraction(1)))
    half, after_prior = Fraction(1, 2), () if channel is None else (channel, *outcomes)
    return Named((half * (1 + count), -half * difference), "guess", (prior, *after_prior))


NOTIONS = (
    Notion(
        words=(
            Word("guess", guess, (PRIOR,)),
            Word("guess", guess, (PRIOR, CHANNEL)),
            Word("guess", guess, (PRIOR, CHANNEL, OUTCOME), repeats=True),
        ),
        meaning="guesswork: the mean number of guesses, before and after the outcome",
        other_names=("guesswork", "guessing_entropy"),
        laws=(
            Law("guess(P) >= 1"),
            Law("guess(P) <= (size(X) + 1)/2"),
            Law("guess(P, W) <= guess(P)"),
            Law("guess(P, W) <= guess(P, W >> R)"),
            Law("guess(P, W, y) <= (size(X) + 1)/2"),
            Law("guess(P) <= 1 + (1 - V[id](P))*size(X)/2"),
        ),
    ),
    Notion(
        words=(
            Word("spread", spread, (PRIOR,)),
            Word("spread", spread, (PRIOR, CHANNEL)),
            Word("spread", spread, (PRIOR, CHANNEL, OUTCOME), repeats=True),
        ),
        meaning="sum over pairs of letters of the difference of their masses",
        other_names=("gini",),
        laws=(
            Law("spread(P) <= size(X) - 1"),
            Law("spread(P) <= spread(P, W)"),
            Law("spread(P, W >> R) <= spread(P, W)"),
            Law("uniform(P) => spread(P) <= 0"),
        ),
    ),
)
