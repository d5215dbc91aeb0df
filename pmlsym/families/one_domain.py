"""What mechanisms made of mechanisms share.

A parameter of several is one parameter, in the domain that is good for all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pmlsym.calculus.data import Data
from pmlsym.calculus.tensor import Tensor
from pmlsym.families.mechanism import Mechanism
from pmlsym.families.parameter import Parameter
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def with_one_domain(mechanisms: Sequence[Mechanism]) -> list[Mechanism]:
    """The mechanisms, a parameter that some share in the intersection of its domains."""
    shared: dict[Tensor, Parameter] = {}
    for parameter in (p for each in mechanisms for p in each.parameters):
        shared[parameter.tensor] = common(shared.get(parameter.tensor, parameter), parameter)
    return [with_parameters(each, shared) for each in mechanisms]


def common(one: Parameter, other: Parameter) -> Parameter:
    """The parameter in the intersection of two domains.

    >>> from pmlsym.families.parameter import real
    >>> common(real("a", "flip", 0, 1), real("a", "fall", 0, 1, low_open=True))
    0 < a <= 1
    """
    if one == other:
        return one
    lows = [(p.low, p.low_open) for p in (one, other) if p.low is not None]
    highs = [(p.high, not p.high_open) for p in (one, other) if p.high is not None]
    low, low_open = max(lows, default=(None, False))
    high, high_closed = min(highs, default=(None, True))
    return replace(
        one,
        low=low,
        high=high,
        low_open=low_open,
        high_open=not high_closed,
        facts=tuple(dict.fromkeys((*one.facts, *other.facts))),
        notes=tuple(dict.fromkeys((*one.notes, *other.notes))),
        choices=one.choices or other.choices,
    )


def with_parameters(mechanism: Mechanism, changed: Mapping[Tensor, Parameter]) -> Mechanism:
    """The mechanism, its parameters as they are now known, by the scalars they stand for."""
    data = tuple(
        Data(d.tensor, changed[d.tensor])
        if isinstance(d.entries, Parameter) and d.tensor in changed
        else d
        for d in mechanism.channel.data
    )
    parameters = tuple(changed.get(p.tensor, p) for p in mechanism.parameters)
    return replace(mechanism, channel=mechanism.channel.with_data(data), parameters=parameters)


def made_of(
    parts: Sequence[Mechanism],
    channel: Channel,
    *,
    outcome_names: Sequence[str] = (),
    prior: Prior | None = None,
) -> Mechanism:
    """A channel under the prior of the first part, or under this one; settings and notes of all."""
    return Mechanism(
        channel,
        parts[0].prior if prior is None else prior,
        parameters_among(channel.data),
        {name: value for part in parts for name, value in part.settings.items()},
        tuple(outcome_names),
        tuple(dict.fromkeys(note for part in parts for note in part.notes)),
        is_density=any(part.is_density for part in parts),
    )


def parameters_among(data: Sequence[Data]) -> tuple[Parameter, ...]:
    """The parameters that are said by data, each once."""
    return tuple(dict.fromkeys(d.entries for d in data if isinstance(d.entries, Parameter)))
