"""Leakage to an adversary with a gain function, at the worst outcome.

    worst_gain(P, G)        = log max_v sum_x p(x)g(x,v)                       before the outcome
    worst_gain(P, W, G)     = log max_{y, v} sum_x p(x)W(x,y)g(x,v) / P_Y(y)   after the worst one
    worst_gain(P, W, G, y)  = the same at one outcome
    worst_gleak(P, W, G)    = worst_gain(P, W, G) - worst_gain(P, G), and the same at an outcome

Nothing is gained where g is zero on the support: log 0 - log 0 is outside the domain, and at an
outcome of probability zero there is no posterior gain. average_gain.py has means over outcomes.
Level form: worst_gain(P, W, G) <= log t iff for all y, v
t P_Y(y) - sum_x p(x)W(x,y)g(x,v) >= 0. Source: [PML23, (10)].
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.polynomial import sum_over
from pmlsym.calculus.tensor import Index
from pmlsym.errors import AlphabetMismatch
from pmlsym.language.nodes import Measure, Named, Quantity
from pmlsym.language.value import Largest, Ratio, Smallest
from pmlsym.measures.notion import CHANNEL, GAIN, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import free_outcome, measure, require_fit, require_prior
from pmlsym.model.channel import Channel
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Prior


def prior_gain(prior: Prior, gain: Gain) -> Measure:
    """log of the largest expected gain of a guess, before anything is seen; -inf if it is 0.

    Raises AlphabetMismatch if the prior does not fit the gain.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, V = alphabets("X V")
    >>> prior_gain(Prior("P", X), Gain("G", X, V))
    worst_gain(P, G)
    """
    return measure("worst_gain", (prior, gain), Largest(*expected_worth(prior, gain)))


def posterior_gain(
    prior: Prior, channel: Channel, gain: Gain, outcome: str | None = None
) -> Measure:
    """log of the largest expected gain of a guess, at an outcome or the best one for the adversary.

    Raises AlphabetMismatch if the prior does not fit the channel and the gain.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, V = alphabets("X Y V")
    >>> posterior_gain(Prior("P", X), Channel("W", X, Y), Gain("G", X, V))
    worst_gain(P, W, G)
    """
    return best_after("worst_gain", Largest, prior, channel, gain, outcome)


def worst_gleak(prior: Prior, channel: Channel, gain: Gain, outcome: str | None = None) -> Quantity:
    """g-leakage, in nats: how much an outcome, or the worst one, raises the expected gain.

    It may be negative at an outcome. Raises AlphabetMismatch if the parts do not fit.
    Source: [PML23, (10)].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, V = alphabets("X Y V")
    >>> worst_gleak(Prior("P", X), Channel("W", X, Y), Gain("G", X, V))
    worst_gleak(P, W, G)
    """
    after = posterior_gain(prior, channel, gain, outcome)
    return Named((after, -prior_gain(prior, gain)), "worst_gleak", after.arguments)


def expected_worth(prior: Prior, gain: Gain) -> tuple[tuple[Index, ...], Ratio]:
    """The letters of a guess, and what it is worth before anything is seen."""
    require_gain(prior, gain)
    guess = letters(gain.guesses)
    inputs = letters(prior.alphabets, taken=guess)
    return guess, Ratio(sum_over(prior.mass(*inputs) * gain.worth(inputs, guess), *inputs))


def best_after(
    word: str,
    best: type[Largest | Smallest],
    prior: Prior,
    channel: Channel,
    gain: Gain,
    outcome: str | None,
) -> Measure:
    """log of what the best guess is worth at an outcome, or at the best one for the adversary."""
    require_gain(prior, gain)
    require_fit(prior, channel)
    fixed = free_outcome(channel, outcome)
    outputs = fixed or letters(channel.outputs)
    guess = letters(gain.guesses, taken=outputs)
    inputs = letters(prior.alphabets, taken=(*outputs, *guess))
    joint = prior.mass(*inputs) * channel.entry(inputs, outputs)
    expected = sum_over(joint * gain.worth(inputs, guess), *inputs)
    over = guess if fixed else (*guess, *outputs)
    value = best(over, Ratio(expected, sum_over(joint, *inputs)))
    arguments = (prior, channel, gain, *(i.name for i in fixed))
    return measure(word, arguments, value, free=fixed)


def require_gain(prior: Prior, gain: Gain) -> None:
    """Return if the gain that a leakage measure takes is of the prior's letters; else raise."""
    require_prior(prior)
    require_kind(gain, Gain, "a gain function, such as ps.Gain('G', X, V)")
    if gain.inputs != prior.alphabets:
        letters_of_gain = ", ".join(a.name for a in gain.inputs)
        letters_of_prior = ", ".join(a.name for a in prior.alphabets)
        raise AlphabetMismatch(
            f"{gain} takes letters of {letters_of_gain}, not of {letters_of_prior}"
        )


NOTIONS = (
    Notion(
        words=(
            Word("worst_gain", prior_gain, (PRIOR, GAIN)),
            Word("worst_gain", posterior_gain, (PRIOR, CHANNEL, GAIN)),
            Word("worst_gain", posterior_gain, (PRIOR, CHANNEL, GAIN, OUTCOME)),
        ),
        meaning="logarithm of the largest expected gain, before and after the worst outcome",
        laws=(Law("worst_gain(P, G) <= worst_gain(P, W, G)"),),
    ),
    Notion(
        words=(
            Word("worst_gleak", worst_gleak, (PRIOR, CHANNEL, GAIN)),
            Word("worst_gleak", worst_gleak, (PRIOR, CHANNEL, GAIN, OUTCOME)),
        ),
        meaning="how much the worst outcome, or one, raises the largest expected gain",
        laws=(
            Law("worst_gleak(P, W, G) >= 0"),
            Law("worst_gleak(P, W, G) <= pml(P, W)"),
            Law("worst_gleak(P, W, G, y) <= pml(P, W, y)"),
            Law("worst_gleak(P, W >> V, G) <= worst_gleak(P, W, G)"),
        ),
    ),
)
