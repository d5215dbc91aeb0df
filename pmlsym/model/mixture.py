"""Mixtures of priors and of channels, and channels that have no name.

q*P + (1-q)*Q       q p(x) + (1-q) q(x)            q*W + (1-q)*V       alike, row by row
id                  1 where the outcome is the letter, else 0
const(P)            p(y), whatever the letter
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from pmlsym.calculus.alphabet import alphabets_of, letters
from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.data import merge
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.polynomial import Polynomial, constant, equal_letters
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.model.channel import Alphabets, Channel
from pmlsym.model.composition import Mixture
from pmlsym.model.prior import Prior

Weight = tuple[str, Polynomial]
"""A probability as it is written, and as a polynomial in scalars."""


def mixed_priors(weights: Sequence[Weight], priors: Sequence[Prior]) -> Prior:
    """The prior of a letter that each prior gives with its weight.

    Raises InvalidInput where the weights are no probabilities that sum to one at all values of
    their scalars, AlphabetMismatch where the letters differ.
    """
    own = letters(priors[0].alphabets)
    _require_alike([prior.alphabets for prior in priors], priors)
    masses = (prior.mass(*own) for prior in priors)
    return Prior.from_polynomial(
        _mixture(weights, priors),
        priors[0].alphabets,
        own,
        _sum(weights, masses),
        data=merge(*(prior.data for prior in priors)),
    )


def mixed_channels(weights: Sequence[Weight], channels: Sequence[Channel]) -> Channel:
    """The channel that acts as each of the channels with its weight. Raises as `mixed_priors`."""
    inputs, outputs = channels[0].inputs, channels[0].outputs
    _require_alike([(channel.inputs, channel.outputs) for channel in channels], channels)
    own = letters((*inputs, *outputs))
    entries = (each.entry(own[: len(inputs)], own[len(inputs) :]) for each in channels)
    body = _sum(weights, entries)
    data = merge(*(channel.data for channel in channels))
    return Channel.from_polynomial(_mixture(weights, channels), inputs, outputs, own, body, data)


def identity(alphabets: Alphabets) -> Channel:
    """The channel whose outcome is the letter.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> identity(Alphabet("X")).body
    delta(x,x')
    """
    given = alphabets_of(alphabets, "the letters of the identity")
    own = letters((*given, *given))
    pairs = zip(own[: len(given)], own[len(given) :], strict=True)
    same = prod((equal_letters(*pair) for pair in pairs), start=constant(1))
    return Channel.from_polynomial("id", given, given, own, same)


def constant_channel(inputs: Alphabets, prior: Prior) -> Channel:
    """The channel whose outcome has this distribution, whatever the letter.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> constant_channel(X, Prior("Q", Y))
    const(Q)
    """
    require_kind(prior, Prior, "a prior, such as ps.Prior('P', X)")
    given = alphabets_of(inputs, "the inputs of a constant channel")
    own = letters((*given, *prior.alphabets))
    body = prior.mass(*own[len(given) :])
    text = f"const({prior})"
    return Channel.from_polynomial(text, given, prior.alphabets, own, body, prior.data)


def _sum(weights: Sequence[Weight], bodies: object) -> Polynomial:
    parts = zip(weights, bodies, strict=True)  # type: ignore[call-overload]
    return sum((weight * body for (_, weight), body in parts), constant(0))


def _mixture(weights: Sequence[Weight], parts: Sequence[Prior | Channel]) -> Mixture:
    texts = tuple(text for text, _ in weights)
    for text, weight in weights:
        if not at_least_zero(weight):
            raise InvalidInput(f"the weight {text} may be negative; write a probability such as q")
    if sum((weight for _, weight in weights), constant(0)) != constant(1):
        raise InvalidInput(f"the weights {', '.join(texts)} do not sum to 1; write q and 1 - q")
    return Mixture(texts, tuple(parts))


def _require_alike(kinds: Sequence[object], parts: Sequence[Prior | Channel]) -> None:
    for kind, part in zip(kinds, parts, strict=True):
        if kind != kinds[0]:
            raise AlphabetMismatch(f"{parts[0]} and {part} are not of the same letters")
