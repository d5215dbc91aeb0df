"""Mechanisms: channels of a family, with their parameters and the prior they are met with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import Polynomial, atom, replace_tensor
from pmlsym.calculus.tensor import Tensor
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.errors import InvalidInput
from pmlsym.families.densities import Densities
from pmlsym.families.parameter import Parameter, quotient
from pmlsym.language.value import Ratio
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


@dataclass(frozen=True)
class Mechanism:
    """A channel with symbolic parameters and a prior on its inputs.

    `settings` are values that a caller gave to parameters; they are put in last, into the closed
    form, and checked against the domain there. `outcome_names` name the outcomes for printing;
    `entry` is the channel of one entry, where the secret is a database. Where `is_density`, the
    entries are densities at the outcomes where ratios are extreme, each column up to a factor:
    suprema over outcomes are read off them, sums are not; `densities` says what there is to
    integrate. `sizes` are those at which a family without symbolic sizes was written out.

    >>> from pmlsym.families.z_channel import z_channel
    >>> z_channel().parameters
    (0 <= a < 1,)
    """

    channel: Channel
    prior: Prior
    parameters: tuple[Parameter, ...]
    settings: Mapping[str, object] = field(default_factory=dict)
    outcome_names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    entry: Mechanism | None = None
    is_density: bool = False
    densities: Densities | None = None
    sizes: Mapping[str, int] = field(default_factory=dict)

    @property
    def header(self) -> tuple[str, ...]:
        """What a reader has to know of the parameters: the sizes that were chosen, the domains."""
        return (*(f"{name} = {value}" for name, value in self.sizes.items()), *self.domain)

    @property
    def domain(self) -> tuple[str, ...]:
        """The domains of the parameters, then what else is required of them."""
        own = [parameter.domain for parameter in self.parameters]
        notes = [note for parameter in self.parameters for note in parameter.notes]
        return tuple(dict.fromkeys((*own, *notes)))

    @property
    def input(self) -> Alphabet:
        """The alphabet of the secret."""
        return self.channel.inputs[0]

    @property
    def has_own_prior(self) -> bool:
        """Whether the prior is a part of the mechanism, and no unknown one."""
        return bool(self.prior.data) or not any(t.alphabets for t in self.prior.body.tensors)

    @property
    def output(self) -> Alphabet:
        """The alphabet of the outcomes."""
        return self.channel.outputs[0]


def masses_of_counts(largest: int) -> str:
    """The note that says which mass is that of which count.

    >>> masses_of_counts(2)
    'p1, .., p3 are the masses of the counts 0, .., 2'
    """
    return f"p1, .., p{largest + 1} are the masses of the counts 0, .., {largest}"


def uniform_prior(alphabet: Alphabet) -> Prior:
    """The uniform prior, at any size.

    >>> uniform_prior(Alphabet("X"))
    uniform
    """
    scale = Tensor("1/|X|", positive=True)
    own = letters((alphabet,))
    mass = atom(scale)
    data = (Data(scale, quotient(1, atom(size_tensor(alphabet.name)))),)
    return Prior.from_polynomial("uniform", [alphabet], own, mass, data=data)


def with_uniform_prior(mechanism: Mechanism) -> Mechanism:
    """The mechanism under the uniform prior, also where its channel depends on the prior.

    Raises InvalidInput where the mechanism comes with a prior of its own.

    >>> from pmlsym.families.randomized_response import randomized_response
    >>> with_uniform_prior(randomized_response()).prior
    uniform
    """
    if mechanism.has_own_prior:
        raise InvalidInput(f"{mechanism.channel} comes with its own prior")
    (tensor,) = (t for t in mechanism.prior.body.tensors if t.alphabets)
    uniform = uniform_prior(mechanism.input)
    own = letters((mechanism.input,))

    def replaced(polynomial: Polynomial) -> Polynomial:
        return replace_tensor(polynomial, tensor, own, uniform.body)

    def narrowed(parameter: Parameter) -> Parameter:
        facts = tuple(replace(f, polynomial=replaced(f.polynomial)) for f in parameter.facts)
        return replace(parameter, facts=facts) if facts != parameter.facts else parameter

    channel = mechanism.channel
    data = tuple(
        Data(d.tensor, narrowed(d.entries), d.labels) if isinstance(d.entries, Parameter) else d
        for d in channel.data
    )
    parts = (channel.text, channel.inputs, channel.outputs, channel.letters)
    changed = Channel.from_polynomial(*parts, replaced(channel.body), (*data, *uniform.data))
    return replace(
        mechanism,
        channel=changed,
        prior=uniform,
        parameters=tuple(map(narrowed, mechanism.parameters)),
    )


def prior_of(alphabet: Alphabet, masses: Sequence[Ratio]) -> Prior:
    """The prior with these masses, functions of the parameters."""
    tensor = Tensor("P", (alphabet.name,), nonnegative=True, stochastic=(0,))
    own = letters((alphabet,))
    data = (Data(tensor, tuple(masses)),)
    return Prior.from_polynomial("P", [alphabet], own, atom(tensor, *own), data=data)


def matrix_channel(
    text: str,
    rows: Sequence[Sequence[Ratio]],
    data: Sequence[Data] = (),
    *,
    is_density: bool = False,
) -> Channel:
    """The channel with these entries, rows by input; densities need not sum to one."""
    inputs, outputs = Alphabet("X"), Alphabet("Y")
    places = () if is_density else (1,)
    tensor = Tensor(text, ("X", "Y"), nonnegative=True, stochastic=places)
    own = letters((inputs, outputs))
    table = Data(tensor, tuple(tuple(row) for row in rows))
    body = atom(tensor, *own)
    return Channel.from_polynomial(text, [inputs], [outputs], own, body, (*data, table))


def matrix_mechanism(
    rows: Sequence[Sequence[Ratio]],
    parameters: Sequence[Parameter],
    *,
    text: str = "W",
    masses: Sequence[Ratio] | None = None,
    settings: Mapping[str, object] | None = None,
    outcome_names: Sequence[str] = (),
    notes: Sequence[str] = (),
    entry: Mechanism | None = None,
    is_density: bool = False,
    densities: Densities | None = None,
) -> Mechanism:
    """The mechanism with these entries under an unknown prior."""
    data = [Data(parameter.tensor, parameter) for parameter in parameters]
    channel = matrix_channel(text, rows, data, is_density=is_density)
    given = {name: value for name, value in (settings or {}).items() if value is not None}
    return Mechanism(
        channel,
        Prior("P", channel.inputs[0]) if masses is None else prior_of(channel.inputs[0], masses),
        tuple(parameters),
        given,
        tuple(outcome_names),
        tuple(notes),
        entry,
        is_density,
        densities,
    )
