"""Randomised response of k letters at every k and every level, which a claim calls rr(k, eps).

    rr(k, eps)   exp(eps)/(exp(eps) + k - 1) for the letter itself, 1/(exp(eps) + k - 1) for another

It is the mixture q*id + (1 - q)*const(U) of the identity and the uniform prior U of its k letters,
with q (exp(eps) + k - 1) = exp(eps) - 1. At each k >= 1 and eps >= 0 there is one such q, and it is
a probability. So a claim that calls rr says the same as the claim about the mixture that has

    uniform(U) and q*(exp(eps) + size(X) - 1) == exp(eps) - 1

as premises, for every q and U; that is the claim that is read, and shown. A letter k is another
name for the size.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.claim_text.written_channels import mixture
from pmlsym.claims.conditions import uniform
from pmlsym.errors import InvalidInput
from pmlsym.language.fold import key
from pmlsym.language.nodes import Claim, Comparison, Constant, Exponential, Quantity, Scalar
from pmlsym.measures.prior_mass import size
from pmlsym.measures.scalar_argument import ScalarArgument, as_level, rational_of
from pmlsym.model.channel import Channel
from pmlsym.model.mixture import constant_channel, identity
from pmlsym.model.prior import Prior


@dataclass
class Responses:
    """The responses that one question calls.

    `fresh` gives a name that is not yet used there, `sizes` are the sizes that letters k stand for.
    """

    fresh: Callable[[str], str]
    _priors: dict[Alphabet, Prior] = field(default_factory=dict)
    _shares: dict[Hashable, Scalar] = field(default_factory=dict)
    _premises: dict[Hashable, Claim] = field(default_factory=dict)
    sizes: dict[str, Quantity] = field(default_factory=dict)
    _channels: dict[str, Channel] = field(default_factory=dict)

    @property
    def premises(self) -> tuple[Claim, ...]:
        """The premises that calls rr(k, eps) in a text add: uniform(U), and those on q and k."""
        return tuple(self._premises.values())

    @property
    def meanings(self) -> tuple[str, ...]:
        """The words "k is size(X)" for each k and rr(k, eps) that a text has."""
        parts = {**self.sizes, **self._channels}
        return tuple(f"{text} is {part}" for text, part in parts.items())

    def channel(self, text: str, letters: Alphabet, count: Quantity, eps: Quantity) -> Channel:
        """The mixture q*id + (1 - q)*const(U) that a text's rr(k, eps) is read as.

        Raises InvalidInput where `eps` is not a level, or `count` not a number of letters.
        """
        number = rational_of(count)
        if number is not None and (number < 1 or number.denominator > 1):
            raise InvalidInput(f"{text} has {number} letters; write a whole number, from 1 on")
        prior = self._uniform_prior(letters)
        if isinstance(count, Scalar):
            count = self.sizes.setdefault(count.name, size(letters))
        if key(count) != key(size(letters)):
            self._add_premise(Comparison(size(letters), "==", count))
        share = self._mixture_weight(count, as_level(eps))
        constant = constant_channel(letters, prior)
        mixed = mixture((share, identity(letters)), (1 - share, constant))
        assert isinstance(mixed, Channel)
        self._channels[text] = mixed
        return mixed

    def _uniform_prior(self, letters: Alphabet) -> Prior:
        """The prior U of a text's rr(k, eps), with the premise that it is uniform."""
        if letters not in self._priors:
            self._priors[letters] = Prior(self.fresh("U"), letters)
            self._add_premise(uniform(self._priors[letters]))
        return self._priors[letters]

    def _mixture_weight(self, count: Quantity, eps: ScalarArgument) -> Scalar:
        """The probability q for a text's rr(k, eps), with the premise that defines it."""
        arguments = key(count), key(eps.quantity)
        if arguments not in self._shares:
            share = self._shares[arguments] = Scalar(self.fresh("q"), "probability")
            ratio = Exponential(eps.quantity) if eps.value is None else Constant(eps.value)
            self._add_premise(Comparison(share * (ratio + count - 1), "==", ratio - 1))
        return self._shares[arguments]

    def _add_premise(self, premise: Claim) -> None:
        """Add a premise, once, to the claim of a text that calls rr(k, eps)."""
        self._premises.setdefault(key(premise), premise)
