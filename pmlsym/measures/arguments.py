"""What measures ask of their arguments."""

from __future__ import annotations

from pmlsym.calculus.data import Data, merge
from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.tensor import Index
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.language.nodes import require_small_name
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def outcome_of(channel: Channel, outcome: str | None) -> tuple[Index, ...]:
    """The free outcome of that name, or nothing."""
    return outcomes_of(channel, () if outcome is None else (outcome,))


def outcomes_of(channel: Channel, outcomes: tuple[str, ...]) -> tuple[Index, ...]:
    """The free outcomes of these names, one for each output of the channel, or nothing."""
    for name in outcomes:
        require_small_name(name, "an outcome; write a word such as y")
    if outcomes and len(channel.outputs) != len(outcomes):
        several = "several outputs" if len(channel.outputs) > 1 else "one output"
        raise AlphabetMismatch(f"{channel} has {several}; name one outcome of each")
    named = zip(channel.outputs, outcomes, strict=False)
    return tuple(Index(output.name, name) for output, name in named)


def require_fit(prior: Prior, *channels: Channel) -> None:
    """Return if each of the channels takes the letters of the prior.

    Raises AlphabetMismatch where one takes others, InvalidInput where something else was given.
    """
    require_prior(prior)
    for channel in channels:
        require_channel(channel).require_inputs(prior.alphabets)


def require_prior(prior: object) -> Prior:
    """The prior; InvalidInput where it is none."""
    return require_kind(prior, Prior, "a prior, such as ps.Prior('P', X)")


def require_channel(channel: object) -> Channel:
    """The channel; InvalidInput where it is none."""
    return require_kind(channel, Channel, "a channel, such as ps.Channel('W', X, Y)")


def together(*arguments: Prior | Channel) -> tuple[Data, ...]:
    """The concrete entries of all arguments."""
    return merge(*(argument.data for argument in arguments))


def on_support(name: str, arguments: tuple[Prior | Channel, ...]) -> tuple[Prior | None, Channel]:
    """The arguments of a measure that is written name(W), or name(P, W) over the support of P."""
    match arguments:
        case (Channel() as channel,):
            return None, channel
        case (Prior() as prior, Channel() as channel):
            require_fit(prior, channel)
            return prior, channel
    raise InvalidInput(f"write {name}(W) or {name}(P, W), with a prior P and a channel W")
