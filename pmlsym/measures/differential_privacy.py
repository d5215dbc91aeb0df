"""Differential privacy of a mechanism on a database with named entries.

    dp(W)  = log max over y and databases d, d' that differ in one entry of  W(d,y) / W(d',y)
    flp(W) = the same over all pairs of databases: free-lunch privacy, which is ldp(W)

The entries of W: D_1, .., D_n -> Y are its inputs. Level form: dp <= log t iff for each entry, all
d, d' that differ there and all y  t W(d',y) - W(d,y) >= 0. Sources: [RDP, Def. 4.1, 4.4].
"""

from __future__ import annotations

from dataclasses import replace

from pmlsym.language.nodes import Measure
from pmlsym.language.value import Larger, Largest, Ratio
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.notion import CHANNEL, Law, Notion, Word
from pmlsym.measures.observation import together
from pmlsym.measures.pairs_of_rows import neighbours, rows
from pmlsym.model.channel import Channel


def dp(channel: Channel) -> Measure:
    """The least eps of eps-differential privacy, one entry replaced, in nats; possibly infinite.

    Source: [RDP, Def. 4.1].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> D, E, Y = alphabets("D E Y")
    >>> dp(Channel("W", (D, E), Y))
    dp(W)
    """
    changes = []
    for pair in neighbours(channel):
        outputs, one, other = rows(channel, pair)
        changes.append(Largest((*pair[-1], *outputs), Ratio(one, other)))
    return Measure(
        "dp",
        (channel,),
        Larger(tuple(changes)),
        data=together(channel),
    )


def flp(channel: Channel) -> Measure:
    """The least eps of free-lunch privacy, any two databases compared, in nats; possibly infinite.

    Source: [RDP, Def. 4.4].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> D, E, Y = alphabets("D E Y")
    >>> flp(Channel("W", (D, E), Y))
    flp(W)
    """
    return replace(ldp(channel), word="flp")


NOTIONS = (
    Notion(
        words=(Word("dp", dp, (CHANNEL,)),),
        meaning="differential privacy of a channel from databases",
        laws=(
            Law("dp(W) <= flp(W)", lets=("W: D, E -> Y",)),
            Law("pml_entry_given(P, W, 1) <= dp(W)", lets=("W: D, E -> Y",)),
        ),
    ),
    Notion(
        words=(Word("flp", flp, (CHANNEL,)),),
        meaning="free-lunch privacy of a channel from databases",
        laws=(
            Law("flp(W) <= 2*dp(W)", lets=("W: D, E -> Y",)),
            Law("flp(W) == ldp(W)", lets=("W: D, E -> Y",)),
        ),
    ),
)
