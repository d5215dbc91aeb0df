"""A letter of a prior, observed through a channel: what most measures of the two are made of."""

from __future__ import annotations

from dataclasses import dataclass

from pmlsym.calculus.alphabet import letters
from pmlsym.calculus.index import Index
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.language.value import Ratio
from pmlsym.measures.arguments import outcomes_of, require_fit
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


@dataclass(frozen=True)
class Observation:
    """p(x), W(x,y) and P_Y(y) = sum_x p(x)W(x,y) at letters x and outcomes y.

    `letters` are the inputs x with whatever the support runs through, and `where` is positive at
    those of the support. `fixed` are the outcomes that were named, for which a claim is meant at
    all letters; otherwise the outcomes are the measure's own to bind.
    """

    inputs: tuple[Index, ...]
    outputs: tuple[Index, ...]
    letters: tuple[Index, ...]
    fixed: tuple[Index, ...]
    mass: Polynomial
    entry: Polynomial
    total: Polynomial
    where: Polynomial

    @property
    def density(self) -> Ratio:
        """W(x,y) / P_Y(y), the exponential of the information density."""
        return Ratio(self.entry, self.total)

    @property
    def worst(self) -> tuple[Index, ...]:
        """What an extreme over letters, and over outcomes unless they are named, is taken over."""
        return self.letters if self.fixed else (*self.letters, *self.outputs)


def observed(prior: Prior, channel: Channel, *outcomes: str) -> Observation:
    """The prior through the channel, at outcomes of these names or at any.

    Raises AlphabetMismatch if the prior does not fit the channel, or the outcomes do not fit its
    outputs.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> observed(Prior("P", X), Channel("W", X, Y), "z").worst
    (x,)
    """
    require_fit(prior, channel)
    fixed = outcomes_of(channel, outcomes)
    outputs = fixed or letters(channel.outputs)
    inputs = letters(prior.alphabets, taken=outputs)
    where, through = prior.support_apart(inputs, outputs)
    mass, entry = prior.mass(*inputs), channel.entry(inputs, outputs)
    total = sum_over(mass * entry, *inputs)
    return Observation(inputs, outputs, (*inputs, *through), fixed, mass, entry, total, where)
