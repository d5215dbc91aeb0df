"""Mixtures of priors and of channels, and channels that have no name.

q*P + (1-q)*Q       q p(x) + (1-q) q(x)            q*W + (1-q)*V       likewise, row by row
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
    """The prior of a letter that is drawn from each of these priors with its weight.

    Raises InvalidInput where some weight may be negative, or where the weights do not sum to one at
    every value of their scalars; AlphabetMismatch where the letters differ.
    """
    common_letters = letters(priors[0].alphabets)
    _require_same_alphabets([prior.alphabets for prior in priors], priors)
    masses = (prior.mass(*common_letters) for prior in priors)
    return Prior.from_polynomial(
        _checked_mixture(weights, priors),
        priors[0].alphabets,
        common_letters,
        _weighted_sum(weights, masses),
        data=merge(*(prior.data for prior in priors)),
    )


def mixed_channels(weights: Sequence[Weight], channels: Sequence[Channel]) -> Channel:
    """The channel that acts as each of these channels with its weight. Raises as `mixed_priors`."""
    inputs, outputs = channels[0].inputs, channels[0].outputs
    _require_same_alphabets([(channel.inputs, channel.outputs) for channel in channels], channels)
    common_letters = letters((*inputs, *outputs))
    entries = (
        each.entry(common_letters[: len(inputs)], common_letters[len(inputs) :])
        for each in channels
    )
    body = _weighted_sum(weights, entries)
    data = merge(*(channel.data for channel in channels))
    return Channel.from_polynomial(
        _checked_mixture(weights, channels), inputs, outputs, common_letters, body, data
    )


def identity(alphabets: Alphabets) -> Channel:
    """The channel id, whose outcome is the letter.

    >>> from pmlsym.calculus.alphabet import Alphabet
    >>> identity(Alphabet("X")).body
    delta(x,x')
    """
    inputs = alphabets_of(alphabets, "the letters of the identity")
    both = letters((*inputs, *inputs))
    pairs = zip(both[: len(inputs)], both[len(inputs) :], strict=True)
    same = prod((equal_letters(*pair) for pair in pairs), start=constant(1))
    return Channel.from_polynomial("id", inputs, inputs, both, same)


def constant_channel(inputs: Alphabets, prior: Prior) -> Channel:
    """The channel const(P), whose outcome has the distribution P, whatever the letter.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> X, Y = alphabets("X Y")
    >>> constant_channel(X, Prior("Q", Y))
    const(Q)
    """
    require_kind(prior, Prior, "a prior, such as ps.Prior('P', X)")
    letters_in = alphabets_of(inputs, "the inputs of a constant channel")
    both = letters((*letters_in, *prior.alphabets))
    body = prior.mass(*both[len(letters_in) :])
    text = f"const({prior})"
    return Channel.from_polynomial(text, letters_in, prior.alphabets, both, body, prior.data)


def _weighted_sum(weights: Sequence[Weight], bodies: object) -> Polynomial:
    """The polynomial of a mixture of priors or channels: the sum of bodies times weights."""
    parts = zip(weights, bodies, strict=True)  # type: ignore[call-overload]
    return sum((weight * body for (_, weight), body in parts), constant(0))


def _checked_mixture(weights: Sequence[Weight], parts: Sequence[Prior | Channel]) -> Mixture:
    """The mixture of priors or channels. Raises InvalidInput unless weights are probabilities."""
    texts = tuple(text for text, _ in weights)
    for text, weight in weights:
        if not at_least_zero(weight):
            raise InvalidInput(f"the weight {text} may be negative; write a probability such as q")
    if sum((weight for _, weight in weights), constant(0)) != constant(1):
        raise InvalidInput(f"the weights {', '.join(texts)} do not sum to 1; write q and 1 - q")
    return Mixture(texts, tuple(parts))


def _require_same_alphabets(kinds: Sequence[object], parts: Sequence[Prior | Channel]) -> None:
    """Raise AlphabetMismatch unless all parts of a mixture have the alphabets of the first."""
    for kind, part in zip(kinds, parts, strict=True):
        if kind != kinds[0]:
            raise AlphabetMismatch(f"{parts[0]} and {part} are not of the same letters")
