"""The leakage about an attribute: its min-entropies before and after an outcome.

    hmin_given(P, W, A)   = -log max_{y, u: P_Y(y) > 0} P_{U|Y=y}(u)         U by A: X -> U
    hmin_given(P, W)      = the same of X itself
    uleak(P, W, A)        = hmin(P >> A) - hmin_given(P, W, A)
    dynleak(P, W)         = hmin(P) - hmin_given(P, W)

Each measure is also defined at one outcome, where the leakages may be negative; at an outcome of
probability zero the measure has no value. Level form: hmin_given >= log t iff for all y, u P_Y(y) -
t sum_x p(x)W(x,y)A(x,u) >= 0. Sources: [RDP, Def. 3.3, Thm. 3.5], [PML23, Sec. II-D].
"""

from __future__ import annotations

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.polynomial import sum_over
from pmlsym.language.nodes import Measure, Named, Quantity
from pmlsym.language.value import Ratio, Smallest
from pmlsym.measures.notion import ATTRIBUTE, CHANNEL, OUTCOME, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import free_outcome, measure, require_channel, require_fit
from pmlsym.measures.prior_mass import hmin
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def hmin_given(
    prior: Prior,
    channel: Channel,
    attribute: Channel | None = None,
    outcome: str | None = None,
) -> Measure:
    """Min-entropy of X, or of an attribute of X, given an outcome or the worst one, in nats.

    `attribute` is a channel from the same letters, whose output is U. The result is >= 0, and zero
    iff some outcome discloses U. Raises AlphabetMismatch if the parts do not fit, InvalidInput if
    one name stands for two things. Source: [RDP, Thm. 3.5].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, U = alphabets("X Y U")
    >>> hmin_given(Prior("P", X), Channel("W", X, Y), Channel("A", X, U))
    hmin_given(P, W, A)
    """
    attributes = () if attribute is None else (attribute,)
    require_fit(prior, channel, *attributes)
    fixed = free_outcome(channel, outcome)
    outputs = fixed or letters(channel.outputs)
    inputs = letters(prior.alphabets, taken=outputs)
    joint = prior.mass(*inputs) * channel.entry(inputs, outputs)
    mass = sum_over(joint, *inputs)
    guessed = inputs
    if attribute is not None:
        guessed = letters(attribute.outputs, taken=(*outputs, *inputs))
        joint = sum_over(joint * attribute.entry(inputs, guessed), *inputs)
    arguments = (prior, channel, *attributes, *(i.name for i in fixed))
    over = guessed if fixed else (*guessed, *outputs)
    return measure("hmin_given", arguments, Smallest(over, Ratio(mass, joint)), free=fixed)


def uleak(
    prior: Prior, channel: Channel, attribute: Channel, outcome: str | None = None
) -> Quantity:
    """U-leakage, in nats: how much easier an outcome, or the worst one, makes guessing U.

    The supremum over all attributes is pml. Raises as `hmin_given` does. Source: [PML23, (10)].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y, U = alphabets("X Y U")
    >>> uleak(Prior("P", X), Channel("W", X, Y), Channel("A", X, U))
    uleak(P, W, A)
    """
    require_channel(attribute)
    after = hmin_given(prior, channel, attribute, outcome)
    return Named((hmin(prior >> attribute), -after), "uleak", after.arguments)


def dynleak(prior: Prior, channel: Channel, outcome: str | None = None) -> Quantity:
    """Dynamic min-entropy leakage, in nats: how much easier guessing X becomes.

    Raises as `hmin_given` does. Source: [PML23, Sec. II-D].

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> dynleak(Prior("P", X), Channel("W", X, Y), "y")
    dynleak(P, W, y)
    """
    after = hmin_given(prior, channel, outcome=outcome)
    return Named((hmin(prior), -after), "dynleak", after.arguments)


def hmin_given_outcome(prior: Prior, channel: Channel, outcome: str) -> Measure:
    """`hmin_given` of the letter itself, at an outcome.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> hmin_given_outcome(Prior("P", X), Channel("W", X, Y), "y")
    hmin_given(P, W, y)
    """
    return hmin_given(prior, channel, outcome=outcome)


NOTIONS = (
    Notion(
        words=(
            Word("hmin_given", hmin_given, (PRIOR, CHANNEL)),
            Word("hmin_given", hmin_given, (PRIOR, CHANNEL, ATTRIBUTE)),
            Word("hmin_given", hmin_given_outcome, (PRIOR, CHANNEL, OUTCOME)),
            Word("hmin_given", hmin_given, (PRIOR, CHANNEL, ATTRIBUTE, OUTCOME)),
        ),
        meaning="min-entropy after the worst outcome, of the letter or of an attribute",
        laws=(
            Law("hmin_given(P, W) <= hmin(P)", link=True),
            Law("hmin_given(P, W, A) >= hmin(P >> A) - pml(P, W)", link=True),
            Law("hmin_given(P, W, A) <= hmin(P >> A)", link=True),
        ),
    ),
    Notion(
        words=(
            Word("uleak", uleak, (PRIOR, CHANNEL, ATTRIBUTE)),
            Word("uleak", uleak, (PRIOR, CHANNEL, ATTRIBUTE, OUTCOME)),
        ),
        meaning="fall of the min-entropy of an attribute",
        laws=(
            Law("uleak(P, W, A) >= 0", link=True),
            Law("uleak(P, W, A) <= pml(P, W)", link=True),
            Law("uleak(P, W, A, y) <= pml(P, W, y)"),
        ),
    ),
    Notion(
        words=(
            Word("dynleak", dynleak, (PRIOR, CHANNEL)),
            Word("dynleak", dynleak, (PRIOR, CHANNEL, OUTCOME)),
        ),
        meaning="fall of the min-entropy of the letter",
        laws=(
            Law("dynleak(P, W) <= pml(P, W)", link=True),
            Law("dynleak(P, W, y) <= pml(P, W, y)"),
        ),
    ),
)
