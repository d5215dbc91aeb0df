"""Mechanisms, that is, channels with parameters and a prior, and families of mechanisms.

Where outcomes are a continuum, densities say what is integrated:

    Laplace     f_x(y) = c_x exp(-|y - mu_x|)     on the line, or on an interval around the means
    Gaussian    f_x(y) = exp(-(y - mu_x)^2 / 2) / sqrt(2 pi)

in units of the scale b or sigma. The means are mu_1 = 0 and the partial sums of gaps. The secret is
one of the means, or spread over a line: uniform between two means, or normal with the gap as its
deviation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.rational import read_whole
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.errors import InvalidInput
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.parameter import Parameter, quotient
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

LARGEST = 60
"""The most letters for which a family is written out, letter by letter."""

MOST_LETTERS = 10**7
"""The largest size that is read."""


@dataclass(frozen=True)
class Densities:
    """The kind of noise, and the names of the parameters that are distances in units of its scale.

    `gaps` are the distances of neighbouring means; `ends`, if the noise is truncated, those of the
    outer means from the ends of the interval. A distance that has a value is written as the value,
    `1` or `log(3)`. `secret` is "means", or where it has a density "interval" or "normal".

    >>> Densities("Laplace", ("d1", "d2")).means
    3
    """

    kind: str
    gaps: tuple[str, ...]
    ends: tuple[str, str] | None = None
    secret: str = "means"

    @property
    def is_spread(self) -> bool:
        """Whether the secret of a family of noise has a density, and is not one of few means."""
        return self.secret != "means"

    @property
    def means(self) -> int:
        """How many means the noise of a family has; for a spread secret, how many rows."""
        return len(self.gaps) + 1

    @property
    def distances(self) -> tuple[str, ...]:
        """The names of all distances of means and ends in a family of noise, each once."""
        return tuple(dict.fromkeys((*self.gaps, *(self.ends or ()))))

    def renamed(self, names: Mapping[str, str]) -> Densities:
        """The densities of a family of noise with other names, or values, for distances.

        >>> Densities("Gaussian", ("d1", "d2")).renamed({"d2": "1/2"}).gaps
        ('d1', '1/2')
        """
        gaps = tuple(names.get(name, name) for name in self.gaps)
        if self.ends is None:
            return replace(self, gaps=gaps)
        low, high = self.ends
        return replace(self, gaps=gaps, ends=(names.get(low, low), names.get(high, high)))


@dataclass(frozen=True)
class Mechanism:
    """A channel with symbolic parameters and a prior on its inputs.

    `settings` are values that a caller gave to parameters; they are put into the closed form at the
    end, and are checked against the domain then. `outcome_names` name the outcomes for printing,
    `notes` say which masses of the prior belong to which letters; `entry` is the channel of one
    entry, where the secret is a database. Where `is_density`, the entries are densities at the
    outcomes where ratios are extreme, each column up to a factor: suprema over outcomes are read
    off them, sums are not; `densities` says what is integrated. `sizes` are those at which a family
    without symbolic sizes was written out; `places` the numbers of letters in the places of a word,
    where the secret is one.

    >>> from pmlsym.mechanism_families.z_channel import z_channel
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
    places: tuple[int, ...] = ()

    @property
    def header(self) -> tuple[str, ...]:
        """The lines above a family's result: chosen sizes, and parameters' domains."""
        return (*(f"{name} = {value}" for name, value in self.sizes.items()), *self.domain)

    @property
    def domain(self) -> tuple[str, ...]:
        """The domains of the family's parameters, then what else is required of them."""
        domains = [parameter.domain for parameter in self.parameters]
        notes = [note for parameter in self.parameters for note in parameter.notes]
        return tuple(dict.fromkeys((*domains, *notes)))

    @property
    def input(self) -> Alphabet:
        """The alphabet of the secret of a family's mechanism."""
        return self.channel.inputs[0]

    @property
    def has_own_prior(self) -> bool:
        """Whether the prior is a part of the family, and not an unknown one."""
        return bool(self.prior.data) or not any(t.alphabets for t in self.prior.body.tensors)

    @property
    def output(self) -> Alphabet:
        """The alphabet of the outcomes of a family's mechanism."""
        return self.channel.outputs[0]


@dataclass(frozen=True, repr=False)
class Family:
    """A family of mechanisms.

    `make` takes integer sizes by name and gives a mechanism with the other parameters symbolic;
    `sizes` are the names and values for a concrete alphabet; `symbolic` says that they may be left
    open. The secret has as many letters as the size `letters` says, and `beside` more. Where each
    size is at most `most`, the mechanism is written out.
    """

    name: str
    title: str
    make: Callable[..., Mechanism]
    source: str
    sizes: Mapping[str, int] = field(default_factory=dict)
    symbolic: bool = False
    letters: str = ""
    beside: int = 0
    most: int = LARGEST

    def __str__(self) -> str:
        return f"{self.name}: {self.title}, {self.source}"

    def __repr__(self) -> str:
        return f"family_named({self.name!r})"

    def mechanism(self, **sizes: int) -> Mechanism:
        """The family's mechanism at these sizes; others are symbolic, or small if they must be.

        Beyond `most` letters the sizes stay symbolic until the closed form is there.
        Raises InvalidInput for an unknown name or a value that is not a positive integer.
        """
        for name, value in sizes.items():
            if name not in self.sizes:
                names = ", ".join(self.sizes) or "none"
                raise InvalidInput(f"{name} is no size of {self.name}; it has {names}")
            if isinstance(value, bool) or not isinstance(value, int) or value < 1:
                raise InvalidInput(f"{name} = {value!r} is no positive integer")
        if self.symbolic and not sizes:
            return self.make()
        self._require_large_enough(sizes)
        if max(sizes.values(), default=0) <= self.most:
            chosen = {**self.sizes, **sizes}
            return replace(self.make(**chosen), sizes=chosen)
        if not self.symbolic:
            raise InvalidInput(f"{self.name} is written out letter by letter, up to {self.most}")
        every = self.make()
        return replace(every, settings={**every.settings, **sizes})

    def _require_large_enough(self, sizes: Mapping[str, int]) -> None:
        """Raises InvalidInput at a size below the least that the family has."""
        for parameter in self.make().parameters if self.symbolic else ():
            size, low = sizes.get(parameter.name), parameter.low
            if size is not None and low is not None and size < low:
                raise InvalidInput(
                    f"{parameter.name} = {size} is outside its domain {parameter.domain}"
                )

    def concrete(self, **sizes: int) -> Mechanism:
        """The family's mechanism at a concrete alphabet."""
        return self.make(**{**self.sizes, **sizes})


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
    """The family's mechanism with these entries under an unknown prior, unless it has `masses`.

    The entries are densities if `densities` are given, which say what is integrated.
    """
    is_density = is_density or densities is not None
    data = [parameter.at() for parameter in parameters]
    channel = matrix_channel(text, rows, data, is_density=is_density)
    return Mechanism(
        channel,
        Prior("P", channel.inputs[0]) if masses is None else prior_of(channel.inputs[0], masses),
        tuple(parameters),
        _given_settings(settings),
        tuple(outcome_names),
        tuple(notes),
        entry,
        is_density,
        densities,
    )


def polynomial_mechanism(
    body: Polynomial,
    letters: tuple[Index, Index],
    data: Sequence[Data],
    *,
    text: str,
    prior: Prior | None = None,
    settings: Mapping[str, object] | None = None,
    outcome_names: Sequence[str] = (),
) -> Mechanism:
    """The family's mechanism with the entry `body` at a letter and an outcome, at every size.

    The mechanism has the parameters among the data, integers first. The prior is unknown unless it
    is given.
    """
    inputs, outputs = (Alphabet(index.alphabet) for index in letters)
    channel = Channel.from_polynomial(text, [inputs], [outputs], letters, body, data)
    prior_used = Prior("P", inputs) if prior is None else prior
    parameters = tuple(sorted(parameters_among(data), key=lambda p: not p.is_integer))
    return Mechanism(
        channel, prior_used, parameters, _given_settings(settings), tuple(outcome_names)
    )


def matrix_channel(
    text: str,
    rows: Sequence[Sequence[Ratio]],
    data: Sequence[Data] = (),
    *,
    is_density: bool = False,
) -> Channel:
    """The channel of a family with these entries, rows by input; densities need not sum to 1."""
    inputs, outputs = Alphabet("X"), Alphabet("Y")
    places = () if is_density else (1,)
    tensor = Tensor(text, ("X", "Y"), nonnegative=True, stochastic=places)
    indices = letters((inputs, outputs))
    table = Data(tensor, tuple(tuple(row) for row in rows))
    body = atom(tensor, *indices)
    return Channel.from_polynomial(text, [inputs], [outputs], indices, body, (*data, table))


def prior_of(alphabet: Alphabet, masses: Sequence[Ratio]) -> Prior:
    """The prior of a family's mechanism with these masses, functions of its parameters."""
    tensor = Tensor("P", (alphabet.name,), nonnegative=True, stochastic=(0,))
    indices = letters((alphabet,))
    data = (Data(tensor, tuple(masses)),)
    return Prior.from_polynomial("P", [alphabet], indices, atom(tensor, *indices), data=data)


def uniform_prior(alphabet: Alphabet) -> Prior:
    """The uniform prior of a family's mechanism, at any size.

    >>> uniform_prior(Alphabet("X"))
    uniform
    """
    scale = Tensor("1/|X|", positive=True)
    indices = letters((alphabet,))
    mass = atom(scale)
    data = (Data(scale, quotient(1, atom(size_tensor(alphabet.name)))),)
    return Prior.from_polynomial("uniform", [alphabet], indices, mass, data=data)


def with_uniform_prior(mechanism: Mechanism) -> Mechanism:
    """The family's mechanism under the uniform prior, even if made for its prior.

    Raises InvalidInput where the mechanism has a fixed prior.

    >>> from pmlsym.mechanism_families.randomized_response import randomized_response
    >>> with_uniform_prior(randomized_response()).prior
    uniform
    """
    if mechanism.has_own_prior:
        raise InvalidInput(f"{mechanism.channel} comes with its own prior")
    (tensor,) = (t for t in mechanism.prior.body.tensors if t.alphabets)
    uniform = uniform_prior(mechanism.input)
    indices = letters((mechanism.input,))

    def replaced(polynomial: Polynomial) -> Polynomial:
        """The polynomial of a family's mechanism with the uniform prior in its prior's place."""
        return replace_tensor(polynomial, tensor, indices, uniform.body)

    def narrowed(parameter: Parameter) -> Parameter:
        """The family's parameter with its facts under the uniform prior."""
        facts = tuple(replace(f, polynomial=replaced(f.polynomial)) for f in parameter.facts)
        return replace(parameter, facts=facts) if facts != parameter.facts else parameter

    whole = with_parameters(mechanism, {p.tensor: narrowed(p) for p in mechanism.parameters})
    channel = whole.channel
    parts = (channel.text, channel.inputs, channel.outputs, channel.letters)
    data = (*channel.data, *uniform.data)
    changed = Channel.from_polynomial(*parts, replaced(channel.body), data)
    return replace(whole, channel=changed, prior=uniform)


def with_parameters(mechanism: Mechanism, changed: Mapping[Tensor, Parameter]) -> Mechanism:
    """The family's mechanism with parameters changed, given by their scalars."""
    data = tuple(
        Data(d.tensor, changed[d.tensor])
        if isinstance(d.entries, Parameter) and d.tensor in changed
        else d
        for d in mechanism.channel.data
    )
    parameters = tuple(changed.get(p.tensor, p) for p in mechanism.parameters)
    return replace(mechanism, channel=mechanism.channel.with_data(data), parameters=parameters)


def parameters_among(data: Sequence[Data]) -> tuple[Parameter, ...]:
    """The parameters among a family's data, each once."""
    return tuple(dict.fromkeys(d.entries for d in data if isinstance(d.entries, Parameter)))


def size_of(name: str, text: str) -> int:
    """The number of letters written for a family's size. Raises InvalidInput if none is.

    >>> size_of("k", "3")
    3
    """
    return read_whole(text, name, most=MOST_LETTERS)


def masses_of_counts(largest: int) -> str:
    """The note that says which prior mass belongs to which count of a family's mechanism.

    >>> masses_of_counts(2)
    'p1, .., p3 are the masses of the counts 0, .., 2'
    """
    return f"p1, .., p{largest + 1} are the masses of the counts 0, .., {largest}"


def places_of(distinguished: Iterable[Index]) -> dict[Index, int]:
    """The places of letters that a family's entries single out: the first of each alphabet.

    >>> places_of([Index("Y", "0"), Index("X", "b"), Index("X", "a")])
    {a: 0, b: 1, 0: 0}
    """
    count: dict[str, int] = {}
    places = {}
    for index in sorted(distinguished):
        places[index] = count.get(index.alphabet, 0)
        count[index.alphabet] = places[index] + 1
    return places


def letter_choices(
    over: Sequence[Index], sizes: Mapping[str, int], fixed: Mapping[Index, int] | None = None
) -> Iterator[dict[Index, int]]:
    """The choices of a family's letters for `over`, each together with the letters that are fixed.

    >>> list(letter_choices([Index("X", "x")], {"X": 2}, {Index("Y", "y"): 1}))
    [{y: 1, x: 0}, {y: 1, x: 1}]
    """
    for choice in product(*(range(sizes[i.alphabet]) for i in over)):
        yield {**(fixed or {}), **dict(zip(over, choice, strict=True))}


def _given_settings(settings: Mapping[str, object] | None) -> dict[str, object]:
    """The values that a caller gave to a family's parameters, by name, without None."""
    return {name: value for name, value in (settings or {}).items() if value is not None}
