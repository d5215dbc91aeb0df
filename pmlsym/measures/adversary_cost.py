"""Leakage to an adversary who pays a cost, for one attribute or one cost function.

    worst_cost(P, C)            = log min_v sum_x p(x)c(x,v)                     before the outcome
    worst_cost(P, W, C, y)      = log min_v sum_x p(x)W(x,y)c(x,v) / P_Y(y)      after it
    worst_cost(P, W, C)         = the least of these over the outcomes
    worst_costleak(P, W, C, y)  = worst_cost(P, C) - worst_cost(P, W, C, y), and without y
    ucostleak(P, W, A, y)       = the same with c(x,u) = 1 - A(x,u): the fall of the probability
                                  that the best guess of U is wrong, U by A: X -> U

A cost is any function c(x, v) >= 0, as a gain is. Nothing is paid where c is zero on the support:
log 0 - log 0 is outside the domain, and at an outcome of probability zero there is no posterior
cost. cost_leakage.py has the suprema over all attributes and costs. Level form:
worst_cost(P, W, C) >= log t iff for all y, v: sum_x p(x)W(x,y)c(x,v) - t P_Y(y) >= 0.
Source: [QID24, (21), (30)].
"""

from __future__ import annotations

from pmlsym.language.nodes import Measure, Named, Quantity
from pmlsym.language.value import Smallest
from pmlsym.measures.gain_leakage import best_after, expected_worth
from pmlsym.measures.notion import ATTRIBUTE, CHANNEL, GAIN, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import measure, require_channel
from pmlsym.model.channel import Channel
from pmlsym.model.gain import Gain
from pmlsym.model.prior import Prior


def prior_cost(prior: Prior, cost: Gain) -> Measure:
    """log of the smallest expected cost of a guess, before anything is seen; -inf if it is 0.

    Raises AlphabetMismatch if the prior does not fit the cost.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, V = alphabets("X V")
    >>> prior_cost(Prior("P", X), Gain("C", X, V))
    worst_cost(P, C)
    """
    return measure("worst_cost", (prior, cost), Smallest(*expected_worth(prior, cost)))


def posterior_cost(
    prior: Prior, channel: Channel, cost: Gain, outcome: str | None = None
) -> Measure:
    """log of the smallest expected cost of a guess, at an outcome or the adversary's best one.

    Raises AlphabetMismatch if the prior does not fit the channel and the cost.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, V = alphabets("X Y V")
    >>> posterior_cost(Prior("P", X), Channel("W", X, Y), Gain("C", X, V), "y")
    worst_cost(P, W, C, y)
    """
    return best_after("worst_cost", Smallest, prior, channel, cost, outcome)


def worst_costleak(
    prior: Prior, channel: Channel, cost: Gain, outcome: str | None = None
) -> Quantity:
    """Cost leakage for one cost, in nats: how much an outcome, or the worst one, lowers the cost.

    It may be negative at an outcome; the supremum over all costs is costleak. Raises
    AlphabetMismatch if the parts do not fit. Source: [QID24, (30)].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, V = alphabets("X Y V")
    >>> worst_costleak(Prior("P", X), Channel("W", X, Y), Gain("C", X, V))
    worst_costleak(P, W, C)
    """
    after = posterior_cost(prior, channel, cost, outcome)
    return Named((prior_cost(prior, cost), -after), "worst_costleak", after.arguments)


def ucostleak(
    prior: Prior, channel: Channel, attribute: Channel, outcome: str | None = None
) -> Quantity:
    """Cost leakage about an attribute, in nats: how much more rarely its best guess is wrong.

    It may be negative at an outcome, and is infinite where one discloses U; the supremum over all
    attributes is costleak. An attribute that no one can guess wrong has none. Raises
    AlphabetMismatch if the parts do not fit. Source: [QID24, (21)].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, U = alphabets("X Y U")
    >>> ucostleak(Prior("P", X), Channel("W", X, Y), Channel("A", X, U))
    ucostleak(P, W, A)
    """
    wrong = Gain.wrong(require_channel(attribute))
    before, after = prior_cost(prior, wrong), posterior_cost(prior, channel, wrong, outcome)
    outcomes = () if outcome is None else (outcome,)
    return Named((before, -after), "ucostleak", (prior, channel, attribute, *outcomes))


NOTIONS = (
    Notion(
        words=(
            Word("worst_cost", prior_cost, (PRIOR, GAIN)),
            Word("worst_cost", posterior_cost, (PRIOR, CHANNEL, GAIN)),
            Word("worst_cost", posterior_cost, (PRIOR, CHANNEL, GAIN, OUTCOME)),
        ),
        meaning="logarithm of the smallest expected cost, before and after the worst outcome",
        laws=(Law("worst_cost(P, W, C) <= worst_cost(P, C)"),),
    ),
    Notion(
        words=(
            Word("worst_costleak", worst_costleak, (PRIOR, CHANNEL, GAIN)),
            Word("worst_costleak", worst_costleak, (PRIOR, CHANNEL, GAIN, OUTCOME)),
        ),
        meaning="how much the worst outcome, or one, lowers the smallest expected cost",
        laws=(
            Law("worst_costleak(P, W, C) >= 0"),
            Law("worst_costleak(P, W, C, y) <= costleak(P, W, y)"),
            Law("worst_costleak(P, W, C) <= costleak(P, W)"),
            Law("worst_costleak(P, W >> V, C) <= worst_costleak(P, W, C)"),
        ),
    ),
    Notion(
        words=(
            Word("ucostleak", ucostleak, (PRIOR, CHANNEL, ATTRIBUTE)),
            Word("ucostleak", ucostleak, (PRIOR, CHANNEL, ATTRIBUTE, OUTCOME)),
        ),
        meaning="how much the worst outcome, or one, lowers the risk that a guess of U is wrong",
        laws=(
            Law("ucostleak(P, W, A) >= 0"),
            Law("ucostleak(P, W, A, y) <= costleak(P, W, y)"),
            Law("ucostleak(P, W, A) <= costleak(P, W)"),
            Law("ucostleak(P, W, A, y) == worst_costleak(P, W, wrong(A), y)"),
        ),
    ),
)
