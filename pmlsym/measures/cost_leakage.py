"""Leakage to an adversary who pays costs.

    costleak(P, W)    = log max_{x, y: p(x) > 0, P_Y(y) > 0}  P_Y(y) / W(x,y)
    costleak(P, W, y) = the same at one outcome, 0 at one of probability zero
    doeblin(W)        = sum_y min_x W(x,y)                 on a support: doeblin(P, W)
    maxcost(W)        = -log doeblin(W)                    maxcost(P, W) = -log doeblin(P, W)
    expected_costleak(P, W) = sum_y P_Y(y) costleak(P, W, y)

costleak is Lambda, the largest fall of the probability of a wrong guess over all attributes, and in
the worst case the maximal realizable cost leakage; maxcost is the maximal cost leakage on average.
costleak is infinite where a letter of the support excludes an outcome that can occur, maxcost where
every outcome is excluded by some letter. Level form: costleak <= log t iff for all x, y p(x) (t
W(x,y) - P_Y(y)) >= 0; doeblin >= s iff sum_{x,y} c(y,x)W(x,y) >= s for every selector c. Sources:
[QID24, Thm. 2, (32), (33), (34)].
"""

from __future__ import annotations

from pmlsym.language.building import log
from pmlsym.language.nodes import Measure, Named, Quantity
from pmlsym.language.value import Largest, Log, Smallest, Total, Weighted
from pmlsym.measures.notion import CHANNEL, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import columns_on_support, leakage, measure, observation_of
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def costleak(prior: Prior, channel: Channel, outcome: str | None = None) -> Measure:
    """Cost leakage Lambda, in nats, worst case or at an outcome; >= 0, possibly infinite.

    log max over letters of the support of P_Y(y) / W(x,y); the worst case is -density_min(P, W).
    Raises AlphabetMismatch if the prior does not fit the channel. Sources: [QID24, Thm. 2, (33)].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> costleak(Prior("P", X), Channel("W", X, Y), "y")
    costleak(P, W, y)
    """
    outcomes = () if outcome is None else (outcome,)
    seen = observation_of(prior, channel, *outcomes)
    ratio = Largest(seen.worst, seen.inverse_density, seen.where)
    return leakage("costleak", (prior, channel, *outcomes), ratio, seen.fixed)


def expected_costleak(prior: Prior, channel: Channel) -> Measure:
    """The expectation of the cost leakage over the outcomes, in nats; >= 0, possibly infinite.

    By convexity at least maximal cost leakage on the support. Raises AlphabetMismatch if the prior
    does not fit the channel. Source: [QID24, Sec. V-B].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> expected_costleak(Prior("P", X), Channel("W", X, Y))
    expected_costleak(P, W)
    """
    seen = observation_of(prior, channel)
    ratio = Largest(seen.letters, seen.inverse_density, seen.where)
    mean = Total(seen.outputs, Weighted(seen.total, Log(ratio)))
    return measure("expected_costleak", (prior, channel), mean, is_log=False)


def doeblin(*arguments: Prior | Channel) -> Measure:
    """Doeblin's coefficient: the mass that all rows share, or those on a support; in [0, 1].

    The sum over outcomes of the smallest entry of a column: `doeblin(W)` or `doeblin(P, W)`.
    Raises InvalidInput at other arguments, AlphabetMismatch if the prior does not fit the channel.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> doeblin(Channel("W", X, Y))
    doeblin(W)
    """
    inputs, outputs, entry, where = columns_on_support("doeblin", arguments)
    value = Total(outputs, Smallest(inputs, entry, where))
    return measure("doeblin", arguments, value, is_log=False)


def maxcost(*arguments: Prior | Channel) -> Quantity:
    """Maximal cost leakage, in nats: `maxcost(W)` or, on a support, `maxcost(P, W)`.

    -log of Doeblin's coefficient; >= 0, infinite where that is 0. Raises as `doeblin` does.
    Source: [QID24, (32)].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> maxcost(Prior("P", X), Channel("W", X, Y))
    maxcost(P, W)
    """
    return Named((-log(doeblin(*arguments)),), "maxcost", arguments)


NOTIONS = (
    Notion(
        words=(
            Word("costleak", costleak, (PRIOR, CHANNEL)),
            Word("costleak", costleak, (PRIOR, CHANNEL, OUTCOME)),
        ),
        meaning="cost leakage",
        laws=(
            Law("costleak(P, W) == -density_min(P, W)", link=True),
            Law("costleak(P, W, y) <= costleak(P, W)"),
            Law("costleak(P, W >> V) <= costleak(P, W)", link=True),
        ),
    ),
    Notion(
        words=(Word("expected_costleak", expected_costleak, (PRIOR, CHANNEL)),),
        meaning="mean of the cost leakage over outcomes",
        laws=(Law("expected_costleak(P, W) <= costleak(P, W)"),),
    ),
    Notion(
        words=(Word("doeblin", doeblin, (CHANNEL,)), Word("doeblin", doeblin, (PRIOR, CHANNEL))),
        meaning="sum of the smallest entries of the columns: all rows, or on the support of P",
        laws=(
            Law("doeblin(W) >= 0"),
            Law("doeblin(W) <= 1"),
            Law("doeblin(W) <= doeblin(P, W)", open=True),
            Law("doeblin(W) <= doeblin(W >> V)"),
        ),
    ),
    Notion(
        words=(Word("maxcost", maxcost, (CHANNEL,)), Word("maxcost", maxcost, (PRIOR, CHANNEL))),
        meaning="maximal cost leakage, minus the logarithm of doeblin",
        laws=(
            Law("maxcost(P, W) <= costleak(P, W)"),
            Law("maxcost(P, W) <= maxcost(W)"),
            Law("maxcost(W >> V) <= maxcost(W)"),
        ),
    ),
)
