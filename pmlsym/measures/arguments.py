"""What measures ask of their arguments."""

from __future__ import annotations

from pmlsym.calculus.index import Index
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.model.channel import Channel
from pmlsym.model.data import Data, merge
from pmlsym.model.prior import Prior


def outcome_of(channel: Channel, outcome: str | None) -> tuple[Index, ...]:
    """The free outcome of that name, or nothing."""
    if outcome is None:
        return ()
    if len(channel.outputs) != 1:
        raise AlphabetMismatch(f"{channel} has several outputs; name one outcome of a single one")
    if not outcome.isidentifier():
        raise InvalidInput(f"{outcome!r} is no name of an outcome; write a word such as y")
    return (Index(channel.outputs[0].name, outcome),)


def together(*arguments: Prior | Channel) -> tuple[Data, ...]:
    """The concrete entries of all arguments."""
    return merge(*(argument.data for argument in arguments))


def on_support(
    name: str, arguments: tuple[Prior | Channel, ...]
) -> tuple[Prior | None, Channel]:
    """The arguments of a measure that is written name(W), or name(P, W) over the support of P."""
    match arguments:
        case (Channel() as channel,):
            return None, channel
        case (Prior() as prior, Channel() as channel):
            channel.require_inputs(prior.alphabets)
            return prior, channel
    raise InvalidInput(f"write {name}(W) or {name}(P, W), with a prior P and a channel W")
