"""Maximal leakage.

    maxleak(W)     = log sum_y max_x W(x,y)                   over all letters
    maxleak(P, W)  = log sum_y max_{x: p(x) > 0} W(x,y)       over the support of the prior

Level form: as a hypothesis, t - sum_y M(y) >= 0 with M(y) - W(x,y) >= 0; as a goal, for every
selector c(y,x) >= 0 with sum_x c(y,x) = 1: t - sum_{x,y} c(y,x)W(x,y) >= 0. Source: [PML23, (1)].
"""

from __future__ import annotations

from pmlsym.language.nodes import Measure
from pmlsym.language.value import Largest, Total
from pmlsym.measures.notion import CHANNEL, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import columns_on_support, measure
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def maxleak(*arguments: Prior | Channel) -> Measure:
    """Maximal leakage of a channel, in nats: `maxleak(W)` or, over a support, `maxleak(P, W)`.

    log of the sum over outcomes of the largest entry of a column. The result is a quantity >= 0,
    at most the log of the number of outcomes. Raises InvalidInput at other arguments,
    AlphabetMismatch if the prior does not fit the channel. Source: [PML23, (1)].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> maxleak(Channel("W", X, Y))
    maxleak(W)
    """
    inputs, outputs, entry, where = columns_on_support("maxleak", arguments)
    return measure("maxleak", arguments, Total(outputs, Largest(inputs, entry, where)))


NOTIONS = (
    Notion(
        words=(Word("maxleak", maxleak, (CHANNEL,)), Word("maxleak", maxleak, (PRIOR, CHANNEL))),
        meaning="maximal leakage: over all rows, or over the support of P",
        other_names=("maximal_leakage", "ml"),
        laws=(
            Law("maxleak(W) >= 0", link=True),
            Law("maxleak(W) <= log(size(X))", link=True),
            Law("maxleak(P, W) <= log(suppsize(P))"),
            Law("maxleak(P, W) <= pml(P, W)", link=True),
            Law("maxleak(P, W) <= maxleak(W)", link=True),
            Law("maxleak(W >> V) <= maxleak(W)", link=True),
            Law("maxleak(W >> V) <= maxleak(V)", link=True),
            Law("maxleak(W & U) <= maxleak(W) + maxleak(U)", link=True),
        ),
    ),
)
