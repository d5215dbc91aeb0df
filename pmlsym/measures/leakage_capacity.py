"""Leakage capacity, which is the parameter of local differential privacy.

    ldp(W)     = capacity(W) = log max_{x, x', y: W(x,y) > 0}  W(x,y) / W(x',y)
    ldp(P, W)  = the same over the letters of the support

It is infinite where one letter excludes an outcome that another allows. Level form: ldp <= log t
iff for all x, x', y  t W(x',y) - W(x,y) >= 0, times p(x)p(x') on a support.
Sources: [RDP, Def. 2.7], [PML23, Def. 14].
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.polynomial import Polynomial, constant, substitute
from pmlsym.calculus.tensor import Index
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Largest, Ratio
from pmlsym.measures.notion import CHANNEL, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import measure, prior_and_channel
from pmlsym.measures.pairs_of_rows import any_two_inputs
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def ldp(*arguments: Prior | Channel) -> Measure:
    """The least eps of eps-LDP, in nats: `ldp(W)` or, over a support, `ldp(P, W)`.

    log of the largest ratio of two entries of one column, 0/0 left out. The result is a quantity
    >= 0, possibly infinite. Raises InvalidInput at other arguments, AlphabetMismatch if the prior
    does not fit the channel. Sources: [PML23, Def. 14], [RDP, Def. 2.7].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> ldp(Channel("W", X, Y))
    ldp(W)
    """
    return _largest_ratio("ldp", arguments)


def capacity(*arguments: Prior | Channel) -> Measure:
    """Leakage capacity, in nats: the supremum of PML over full-support priors, which is `ldp`.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> capacity(Channel("W", X, Y))
    capacity(W)
    """
    return _largest_ratio("capacity", arguments)


def _largest_ratio(name: str, arguments: tuple[Prior | Channel, ...]) -> Measure:
    """The measure ldp or capacity: log of the largest ratio in a column, also on a support."""
    prior, channel = prior_and_channel(name, arguments)
    outputs = letters(channel.outputs)
    first, second, over, where = pairs_on_support(prior, channel)
    ratio = Ratio(channel.entry(first, outputs), channel.entry(second, outputs))
    return measure(name, arguments, Largest((*over, *outputs), ratio, where))


def pairs_on_support(
    prior: Prior | None, channel: Channel
) -> tuple[tuple[Index, ...], tuple[Index, ...], tuple[Index, ...], Polynomial]:
    """Two inputs, the letters that range over pairs of them, and the condition of the support.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> pairs_on_support(Prior("P", X), Channel("W", X, Y))
    ((x,), (x',), (x, x'), P(x)*P(x'))
    """
    first, second, over = any_two_inputs(channel)
    if prior is None:
        return first, second, over, constant(1)
    taken = (*letters(channel.outputs), *over)
    above, through = prior.support_apart(first, taken)
    below, further = prior.support(*second)
    apart = letters((Alphabet(i.alphabet) for i in further), taken=(*taken, *through))
    where = above * substitute(below, dict(zip(further, apart, strict=True)))
    return first, second, (*over, *through, *apart), where


NOTIONS = (
    Notion(
        words=(Word("ldp", ldp, (CHANNEL,)), Word("ldp", ldp, (PRIOR, CHANNEL))),
        meaning="least eps of local differential privacy: all rows, or on the support of P",
        other_names=("epsilon_ldp", "local_differential_privacy"),
        laws=(
            Law("ldp(W) >= 0", link=True),
            Law("ldp(P, W) <= ldp(W)", link=True),
            Law("ldp(P, W) <= pml(P, W) - density_min(P, W)", link=True),
            Law("ldp(W >> V) <= ldp(W)", link=True),
            Law("ldp(W & U) <= ldp(W) + ldp(U)", link=True),
        ),
    ),
    Notion(
        words=(
            Word("capacity", capacity, (CHANNEL,)),
            Word("capacity", capacity, (PRIOR, CHANNEL)),
        ),
        meaning="leakage capacity, the largest PML over all priors, which is ldp",
        laws=(
            Law("capacity(W) == ldp(W)"),
            Law("pml(P, W) <= capacity(W)", link=True),
        ),
    ),
)
