"""Leakage about one entry of a database.

    pml_entry(P, W, i)       = log max_{d_i, y}  sum_{d_-i} p(d)W(d,y) / ( p_i(d_i) P_Y(y) )
    pml_entry_given(P, W, i) = log max_{d, y: p(d) > 0}  W(d,y) p_-i(d_-i) / sum_{d_i'} p(d')W(d',y)
    mi_entry_given(P, W, i)  = sum_{d, y} p(d)W(d,y) log of the latter ratio

where d' is d with d_i' for d_i, and p_i and p_-i are the marginals of the joint prior P. The first
is the leakage about D_i under its marginal, through the induced channel P_{Y|D_i}; the second is
the leakage to an adversary who knows all other entries; and the third, I(D_i; Y | D_-i), is what
such an adversary learns on average. Entries count from 1. Level forms: the first is at most log t
iff for all d_i, y  t p_i(d_i)P_Y(y) - sum_{d_-i} p(d)W(d,y) >= 0; the second iff for all d, y  p(d)
( t sum_{d_i'} p(d')W(d',y) - W(d,y) p_-i(d_-i) ) >= 0.
Source: [RDP, Thm. 4.2].
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.polynomial import atom, sum_over
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Divergence, Largest, Quotient, Ratio
from pmlsym.measures.notion import CHANNEL, ENTRY, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import (
    free_outcome,
    leakage,
    measure,
    require_entry,
    require_fit,
)
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def pml_entry(prior: Prior, channel: Channel, entry: int, outcome: str | None = None) -> Measure:
    """Leakage about one entry of a database, in nats, worst case or at an outcome.

    `prior` is a joint distribution of the entries, the inputs of the channel; `entry` counts from
    1. The result is >= 0. Raises AlphabetMismatch if the prior does not fit the channel,
    InvalidInput if there is no such entry. Source: [RDP, Thm. 4.2].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> D, E, Y = alphabets("D E Y")
    >>> pml_entry(Prior("P", D, E), Channel("W", (D, E), Y), 1)
    pml_entry(P, W, 1)
    """
    database, letter, fixed, outputs = _letters_of_database(prior, channel, entry, outcome)
    others = tuple(i for i in database if i != letter)
    joint = prior.mass(*database) * channel.entry(database, outputs)
    marginal = sum_over(prior.mass(*database), *others)
    ratio = Ratio(sum_over(joint, *others), marginal * sum_over(joint, *database))
    over = (letter,) if fixed else (letter, *outputs)
    arguments = (prior, channel, entry, *(i.name for i in fixed))
    return leakage("pml_entry", arguments, Largest(over, ratio), fixed)


def pml_entry_given(
    prior: Prior, channel: Channel, entry: int, outcome: str | None = None
) -> Measure:
    """Leakage about one entry of a database given all others, in nats; worst case over them.

    The arguments are those of `pml_entry`. The result is >= 0. Raises as `pml_entry` does.
    Source: [RDP, Thm. 4.2].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> D, E, Y = alphabets("D E Y")
    >>> pml_entry_given(Prior("P", D, E), Channel("W", (D, E), Y), 2)
    pml_entry_given(P, W, 2)
    """
    database, letter, fixed, outputs = _letters_of_database(prior, channel, entry, outcome)
    where, through = prior.support_apart(database, (*database, *outputs))
    likelihood = channel.entry(database, outputs)
    mass = prior.mass(*database)
    ratio = Ratio(likelihood * sum_over(mass, letter), sum_over(mass * likelihood, letter))
    over = (*database, *through, *(() if fixed else outputs))
    arguments = (prior, channel, entry, *(i.name for i in fixed))
    return leakage("pml_entry_given", arguments, Largest(over, ratio, where), fixed)


def mi_entry_given(prior: Prior, channel: Channel, entry: int) -> Measure:
    """Mutual information of one entry of a database and the outcome, given all others, in nats.

    The arguments are those of `pml_entry`. The result is >= 0, and finite. Raises as `pml_entry`
    does. Source: [Cuff, Yu 2016, Def. 3].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> D, E, Y = alphabets("D E Y")
    >>> mi_entry_given(Prior("P", D, E), Channel("W", (D, E), Y), 1)
    mi_entry_given(P, W, 1)
    """
    database, letter, _, outputs = _letters_of_database(prior, channel, entry, None)
    others = tuple(i for i in database if i != letter)
    mass, likelihood = prior.mass(*database), channel.entry(database, outputs)
    given = Tensor(
        f"(entry {entry} of {prior.text})",
        tuple(i.alphabet for i in (*others, letter)),
        nonnegative=True,
        stochastic=(len(others),),
        role="quotient",
    )
    among = sum_over(atom(given, *others, letter) * likelihood, letter)
    value = Divergence("kl", (*database, *outputs), likelihood, among, mass)
    quotient = Quotient(given, (*others, letter), sum_over(mass, letter), mass)
    arguments = (prior, channel, entry)
    return measure("mi_entry_given", arguments, value, is_log=False, defined=(quotient,))


def _letters_of_database(
    prior: Prior, channel: Channel, entry: int, outcome: str | None
) -> tuple[tuple[Index, ...], Index, tuple[Index, ...], tuple[Index, ...]]:
    """For leakage about an entry: the database's letters, the entry's, the outcome, the outputs."""
    require_fit(prior, channel)
    require_entry(entry, prior, len(prior.alphabets))
    fixed = free_outcome(channel, outcome)
    outputs = fixed or letters(channel.outputs)
    database = letters(prior.alphabets, taken=outputs)
    return database, database[entry - 1], fixed, outputs


NOTIONS = (
    Notion(
        words=(
            Word("pml_entry", pml_entry, (PRIOR, CHANNEL, ENTRY)),
            Word("pml_entry", pml_entry, (PRIOR, CHANNEL, ENTRY, OUTCOME)),
        ),
        meaning="PML about one entry of a database",
        laws=(
            Law("pml_entry(P & Q, W, 1) <= dp(W)", lets=("W: D, E -> Y",), link=True),
            Law("pml_entry(P, W, 1) <= pml(P, W)", lets=("W: D, E -> Y",), link=True),
            Law("pml_entry(P, W, 1, y) <= pml(P, W, y)", lets=("W: D, E -> Y",)),
            Law("pml_entry(P, W, 1) <= flp(W)", lets=("W: D, E -> Y",), link=True),
            Law(
                "pml_entry(P & Q, W, 1) <= pml_entry_given(P & Q, W, 1)",
                lets=("W: D, E -> Y",),
            ),
        ),
    ),
    Notion(
        words=(
            Word("pml_entry_given", pml_entry_given, (PRIOR, CHANNEL, ENTRY)),
            Word("pml_entry_given", pml_entry_given, (PRIOR, CHANNEL, ENTRY, OUTCOME)),
        ),
        meaning="PML about one entry of a database, given all other entries",
        laws=(Law("pml_entry_given(P, W, 1) <= dp(W)", lets=("W: D, E -> Y",), link=True),),
    ),
    Notion(
        words=(Word("mi_entry_given", mi_entry_given, (PRIOR, CHANNEL, ENTRY)),),
        meaning="mutual information of one entry of a database, given all other entries",
        other_names=("mutual_information_differential_privacy",),
        laws=(
            Law("mi_entry_given(P, W, 1) >= 0", lets=("W: D, E -> Y",)),
            Law("mi_entry_given(P, W, 1) <= dp(W)", lets=("W: D, E -> Y",)),
            Law("mi_entry_given(P, W >> V, 1) <= mi_entry_given(P, W, 1)", lets=("W: D, E -> Y",)),
        ),
    ),
)
