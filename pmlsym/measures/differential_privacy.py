"""Differential privacy of a mechanism on a database with named entries.

    dp(W)  = log max over y and databases d, d' that differ in one entry of  W(d,y) / W(d',y)
    dp_entry(W, i) = the same where the entry is the i-th, all others kept
    flp(W) = the same over all pairs of databases: free-lunch privacy, which is ldp(W)

The entries of W: D_1, .., D_n -> Y are its inputs. Level form: dp <= log t iff for each entry, all
d, d' that differ there and all y  t W(d',y) - W(d,y) >= 0. Sources: [RDP, Def. 4.1, 4.4].
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from pmlsym.language.nodes import Measure
from pmlsym.language.value import Larger, Largest, Ratio
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.notion import CHANNEL, ENTRY, Law, Notion, Word
from pmlsym.measures.observation import measure, require_entry
from pmlsym.measures.pairs_of_rows import Pair, neighbouring_databases, rows_of_pair
from pmlsym.model.channel import Channel


def dp(channel: Channel) -> Measure:
    """The least eps of eps-differential privacy, one entry replaced, in nats; possibly infinite.

    Source: [RDP, Def. 4.1].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> D, E, Y = alphabets("D E Y")
    >>> dp(Channel("W", (D, E), Y))
    dp(W)
    """
    changes = Larger(tuple(map(partial(_largest_ratio, channel), neighbouring_databases(channel))))
    return measure("dp", (channel,), changes)


def dp_entry(channel: Channel, entry: int) -> Measure:
    """The least eps of eps-differential privacy where that entry is replaced, the others kept.

    In nats; possibly infinite. Entries count from 1. It is the largest capacity of a section, the
    mechanism with all other entries fixed; `dp` is the largest of these. Raises InvalidInput if
    there is no such entry. Source: [RDP, Def. 4.1].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> D, E, Y = alphabets("D E Y")
    >>> dp_entry(Channel("W", (D, E), Y), 2)
    dp_entry(W, 2)
    """
    pairs = [*neighbouring_databases(channel)]
    require_entry(entry, channel, len(pairs))
    return measure("dp_entry", (channel, entry), _largest_ratio(channel, pairs[entry - 1]))


def _largest_ratio(channel: Channel, pair: Pair) -> Largest:
    """The value of dp or flp: the largest ratio of two entries of a column over pairs of inputs."""
    outputs, one, other = rows_of_pair(channel, pair)
    return Largest((*pair[-1], *outputs), Ratio(one, other))


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
            Law("dp(W) <= flp(W)", lets=("W: D, E -> Y",), link=True),
            Law("pml_entry_given(P, W, 1) <= dp(W)", lets=("W: D, E -> Y",), link=True),
        ),
    ),
    Notion(
        words=(Word("dp_entry", dp_entry, (CHANNEL, ENTRY)),),
        meaning="differential privacy of one entry of a database",
        laws=(
            Law("dp_entry(W, 1) <= dp(W)", lets=("W: D, E -> Y",)),
            Law("pml_entry_given(P, W, 1) <= dp_entry(W, 1)", lets=("W: D, E -> Y",), link=True),
            Law("pml_entry(P & Q, W, 1) <= dp_entry(W, 1)", lets=("W: D, E -> Y",), link=True),
        ),
    ),
    Notion(
        words=(Word("flp", flp, (CHANNEL,)),),
        meaning="free-lunch privacy of a channel from databases",
        laws=(
            Law("flp(W) <= 2*dp(W)", lets=("W: D, E -> Y",), link=True),
            Law("flp(W) == ldp(W)", lets=("W: D, E -> Y",)),
        ),
    ),
)
