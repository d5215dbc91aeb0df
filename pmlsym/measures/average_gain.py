"""Quantitative information flow: the mean gain of an adversary over the outcomes.

    V[G](P)        = max_v sum_x p(x)g(x,v)                    vulnerability, before the outcome
    V[G](P, W)     = sum_y max_v sum_x p(x)W(x,y)g(x,v)        the mean of it after the outcome
    L[G](P, W)     = log V[G](P, W) - log V[G](P)              multiplicative leakage
    Ladd[G](P, W)  = V[G](P, W) - V[G](P)                      additive leakage

G is a gain function g >= 0. V[id] is Bayes vulnerability, the probability of a right guess, so that
L[id] is min-entropy leakage; V[tries(k)] is that of one right guess among k. V and Ladd are
numbers, L is in nats; where g is zero on the support, L has no value. Level form: as a hypothesis
V[G](P, W) <= t is t - sum_y M(y) >= 0 with M(y) - sum_x p(x)W(x,y)g(x,v) >= 0; as a goal, for every
selector c(y,v) >= 0 with sum_v c(y,v) = 1, t - sum_{x,y,v} c(y,v)p(x)W(x,y)g(x,v) >= 0.
Source: [Alvim, Chatzikokolakis, McIver, Morgan, Palamidessi, Smith, The Science of Quantitative
Information Flow, 2020].
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.polynomial import sum_over
from pmlsym.language.building import log
from pmlsym.language.nodes import Measure, Named, Quantity
from pmlsym.language.value import Largest, Ratio, Total
from pmlsym.measures.gain_leakage import expected_worth, require_gain
from pmlsym.measures.notion import CHANNEL, GAIN, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import (
    data_of,
    mean_or_at_outcome,
    observation_of,
    require_channel,
)
from pmlsym.model.channel import Channel
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Prior


def vulnerability(
    gain: Gain, prior: Prior, channel: Channel | None = None, *outcomes: str
) -> Quantity:
    """The largest expected gain of a guess, before the outcome or, with a channel, after it.

    After the outcome it is the mean over outcomes, or, at named outcomes, one for each output, the
    gain under the posterior, which has no value where they cannot occur. The result is a number
    >= 0. Raises AlphabetMismatch if the parts do not fit.
    Source: [Alvim et al. 2020, Def. 3.2, Def. 5.2].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, V = alphabets("X Y V")
    >>> P, W = Prior("P", X), Channel("W", X, Y)
    >>> vulnerability(Gain("G", X, V), P), vulnerability(Gain.identity(X), P, W)
    (V[G](P), V[id](P, W))
    """
    require_gain(prior, gain)
    word = f"V[{gain.text}]"
    if channel is None:
        best, data = Largest(*expected_worth(prior, gain)), data_of((prior, gain))
        return Measure(word, (prior,), best, is_log=False, data=data)
    seen = observation_of(prior, channel, *outcomes)
    guess = letters(gain.guesses, taken=(*seen.outputs, *seen.inputs))
    joint = seen.mass * seen.entry * gain.worth(seen.inputs, guess)
    each = Largest(guess, Ratio(sum_over(joint, *seen.inputs)))
    value = each if seen.fixed else Total(seen.outputs, each)
    return mean_or_at_outcome(word, (prior, channel, *outcomes), seen, value, gain.data)


def multiplicative_leakage(gain: Gain, prior: Prior, channel: Channel) -> Quantity:
    """The logarithm of the factor by which the outcome raises the vulnerability; in nats, >= 0.

    With `Gain.identity(X)` it is min-entropy leakage. Raises AlphabetMismatch if the parts do not
    fit. Source: [Alvim et al. 2020, Def. 5.11].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> multiplicative_leakage(Gain.identity(X), Prior("P", X), Channel("W", X, Y))
    L[id](P, W)
    """
    after, before = vulnerability(gain, prior, require_channel(channel)), vulnerability(gain, prior)
    return Named((log(after), -log(before)), f"L[{gain.text}]", (prior, channel))


def additive_leakage(gain: Gain, prior: Prior, channel: Channel) -> Quantity:
    """How much the outcome raises the vulnerability; a number >= 0.

    Raises AlphabetMismatch if the parts do not fit. Source: [Alvim et al. 2020, Def. 5.11].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> additive_leakage(Gain.identity(X), Prior("P", X), Channel("W", X, Y))
    Ladd[id](P, W)
    """
    after, before = vulnerability(gain, prior, require_channel(channel)), vulnerability(gain, prior)
    return Named((after, -before), f"Ladd[{gain.text}]", (prior, channel))


NOTIONS = (
    Notion(
        words=(
            Word("V", vulnerability, (GAIN, PRIOR), indexed=True),
            Word("V", vulnerability, (GAIN, PRIOR, CHANNEL), indexed=True),
            Word("V", vulnerability, (GAIN, PRIOR, CHANNEL, OUTCOME), indexed=True, repeats=True),
        ),
        meaning="vulnerability: the expected gain of the best guess, before and after the outcome",
        other_names=("vulnerability", "bayes_vulnerability", "g_vulnerability"),
        laws=(
            Law("V[G](P) <= V[G](P, W)"),
            Law("V[G](P, W >> R) <= V[G](P, W)"),
            Law("V[G](P, W) <= V[G](P)*exp(maxleak(W))"),
            Law("V[G](P, W) <= V[G](P)*exp(maxleak(P, W))"),
            Law("V[G](P, W & U) <= V[G](P, W)*exp(maxleak(U))", lets=("U: X -> Z",)),
            Law("V[id](P, W) <= 1"),
            Law("uniform(P) => V[id](P, W)*size(X) >= exp(maxleak(W))"),
            Law("V[id](P) <= V[tries(2)](P)"),
            Law("V[tries(2)](P, W) <= 2*V[id](P, W)"),
            Law("V[G](P, W, y) <= exp(pml(P, W, y))*V[G](P)"),
            Law("V[id](P, W, y) <= 1"),
        ),
    ),
    Notion(
        words=(Word("L", multiplicative_leakage, (GAIN, PRIOR, CHANNEL), indexed=True),),
        meaning="multiplicative leakage; L[id] is min-entropy leakage",
        other_names=("min_entropy_leakage", "multiplicative_leakage"),
        laws=(
            Law("L[G](P, W) >= 0"),
            Law("L[G](P, W) <= maxleak(W)"),
            Law("L[id](P, W) <= maxleak(P, W)"),
            Law("L[G](P, W >> R) <= L[G](P, W)"),
            Law("L[G](P, W) <= pml(P, W)"),
        ),
    ),
    Notion(
        words=(Word("Ladd", additive_leakage, (GAIN, PRIOR, CHANNEL), indexed=True),),
        meaning="additive leakage",
        other_names=("additive_leakage",),
        laws=(
            Law("Ladd[G](P, W) >= 0"),
            Law("Ladd[G](P, W >> R) <= Ladd[G](P, W)"),
            Law("Ladd[G](P, W) <= V[G](P, W)*(1 - exp(-maxleak(W)))"),
        ),
    ),
)
