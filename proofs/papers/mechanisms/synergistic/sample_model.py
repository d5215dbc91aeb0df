"""A latent W and a dataset X^n with a known joint distribution: the model W - X^n - Y. [PSP, sec.
I-B]

States of mass zero are left out, so that p_{X^n} is interior to the simplex on its support.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import compress, islice, product
from math import prod
from typing import ClassVar, cast

from pmlsym.calculus.rational_value import as_rational
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.linear.matrix import Matrix
from pmlsym.mechanisms.independence import SamplePrivacy, State, product_states
from pmlsym.model.distribution import Masses, Number, distribution, distributions
from pmlsym.model.exact_rows import Rows, masses_of, rows_of
from pmlsym.model.prior import Prior


@dataclass(frozen=True)
class LatentModel:
    """The joint masses of W and a state: `joint[w][k]` belongs to `states[k]`.

    States of mass zero are left out.
    """

    states: tuple[State, ...]
    joint: Matrix

    state: ClassVar[str]
    """What a state is called."""

    def __post_init__(self) -> None:
        if any(len(row) != len(self.states) for row in self.joint):
            raise AlphabetMismatch(
                f"each row of the joint needs {len(self.states)} masses, one for each {self.state}"
            )
        name = f"the joint of W and the {self.state}"
        masses = iter(distribution([m for row in self.joint for m in row], name=name))
        joint = [tuple(islice(masses, len(row))) for row in self.joint]
        kept = [any(column) for column in zip(*joint, strict=True)]
        object.__setattr__(self, "states", tuple(compress(self.states, kept)))
        object.__setattr__(self, "joint", tuple(tuple(compress(row, kept)) for row in joint))

    @cached_property
    def latent_masses(self) -> Masses:
        """P_W."""
        return tuple(sum(row, Fraction(0)) for row in self.joint)

    @cached_property
    def masses(self) -> Masses:
        """The distribution of the state, on its support."""
        return tuple(sum(column, Fraction(0)) for column in zip(*self.joint, strict=True))

    @cached_property
    def posterior_of_latent(self) -> Matrix:
        """The distributions of W given each state."""
        columns = zip(zip(*self.joint, strict=True), self.masses, strict=True)
        return tuple(tuple(mass / total for mass in column) for column, total in columns)


class SampleModel(LatentModel):
    """The joint masses p(w, x^n); the states are the datasets x^n.

    >>> model = conditionally_independent(["1/2", "1/2"], [binary_symmetric("1/4")])
    >>> [str(mass) for mass in model.masses]
    ['1/2', '1/2']
    """

    state = "dataset"

    def __post_init__(self) -> None:
        super().__post_init__()
        SamplePrivacy(self.states, ())

    @property
    def samples(self) -> int:
        """n, the number of samples."""
        return len(self.states[0])

    @cached_property
    def alphabets(self) -> tuple[tuple[int, ...], ...]:
        """The letters that occur at each sample position."""
        return tuple(tuple(sorted(set(column))) for column in zip(*self.states, strict=True))

    @cached_property
    def incidence(self) -> Matrix:
        """The binary matrix P of [PSP, eq. 3]: one row for each sample position and letter."""
        return tuple(
            tuple(Fraction(int(state[i] == letter)) for state in self.states)
            for i, letters in enumerate(self.alphabets)
            for letter in letters
        )

    def sample_masses(self, position: int) -> Masses:
        """P_{X_i} over the letters that occur."""
        return tuple(
            sum(
                (m for m, s in zip(self.masses, self.states, strict=True) if s[position] == a),
                Fraction(0),
            )
            for a in self.alphabets[position]
        )

    def privacy(self) -> SamplePrivacy:
        """Perfect sample privacy on this dataset."""
        return SamplePrivacy(self.states, tuple((i,) for i in range(self.samples)))


def sample_model(joint: Sequence[Sequence[Number]], shape: Sequence[int]) -> SampleModel:
    """A model from p(w, x^n), datasets in lexicographic order of samples with `shape[i]` letters.

    >>> xor = sample_model([["1/4", 0, 0, "1/4"], [0, "1/4", "1/4", 0]], (2, 2))
    >>> xor.latent_masses
    (Fraction(1, 2), Fraction(1, 2))
    """
    states = product_states(tuple(shape))
    if any(len(row) != len(states) for row in joint):
        raise AlphabetMismatch(
            f"samples {tuple(shape)} make {len(states)} datasets; each row of the joint needs as "
            f"many masses, not {[len(row) for row in joint]}"
        )
    # The model itself makes the masses exact.
    return SampleModel(states, cast(Matrix, tuple(tuple(row) for row in joint)))


def function_model(
    masses: Iterable[Number], shape: Sequence[int], latent: Sequence[int]
) -> SampleModel:
    """A model whose W is a function of the dataset: `latent[k]` is its value at dataset k.

    >>> function_model(["1/4"] * 4, (2, 2), [0, 1, 1, 0]).latent_masses
    (Fraction(1, 2), Fraction(1, 2))
    """
    prior = distribution(masses, name="the distribution of X^n")
    if len(latent) != len(prior):
        raise AlphabetMismatch(f"{len(latent)} values of W for {len(prior)} datasets")
    joint = [
        [mass if value == w else Fraction(0) for mass, value in zip(prior, latent, strict=True)]
        for w in sorted(set(latent))
    ]
    return sample_model(joint, shape)


def conditionally_independent(
    latent: Prior | Iterable[Number], channels: Sequence[Rows]
) -> SampleModel:
    """W seen through one channel for each sample, independently given W.

    `channels[i]` is a concrete Channel from W to X_i, or its rows P_{X_i|W=w}.

    >>> model = conditionally_independent(["1/2", "1/2"], [binary_symmetric("2/3"),
    ...                                                    binary_erasure("1/2")])
    >>> [int(12 * mass) for mass in model.masses]
    [1, 3, 2, 2, 3, 1]
    """
    prior = distribution(masses_of(latent), name="the distribution of W")
    rows = [
        distributions(rows_of(channel, name=f"channel {i}"), name=f"channel {i}")
        for i, channel in enumerate(channels)
    ]
    if not rows or any(len(channel) != len(prior) for channel in rows):
        raise AlphabetMismatch(f"each channel needs {len(prior)} rows, one for each value of W")
    states = product_states([len(channel[0]) for channel in rows])
    joint = tuple(
        tuple(mass * part for part in product_masses([channel[w] for channel in rows]))
        for w, mass in enumerate(prior)
    )
    return SampleModel(states, joint)


def repeated_samples(latent: Prior | Iterable[Number], channel: Rows, samples: int) -> SampleModel:
    """n samples, i.i.d. given W through one channel. [PSP, sec. IV-B]

    >>> repeated_samples(["1/3", "2/3"], binary_symmetric("1/10"), 2).samples
    2
    """
    if samples < 1:
        raise InvalidInput(f"a dataset has at least one sample, not {samples}")
    return conditionally_independent(latent, [channel] * samples)


def binary_symmetric(crossover: Number) -> Matrix:
    """The rows of BSC(alpha): the bit is flipped with probability alpha.

    >>> binary_symmetric("1/4")[0]
    (Fraction(3, 4), Fraction(1, 4))
    """
    flip = _probability(crossover, "crossover probability")
    return ((1 - flip, flip), (flip, 1 - flip))


def binary_erasure(erasure: Number) -> Matrix:
    """The rows of BEC(e), letters in the order 0, erased, 1.

    >>> binary_erasure("1/2")[1]
    (Fraction(0, 1), Fraction(1, 2), Fraction(1, 2))
    """
    lost = _probability(erasure, "erasure probability")
    return ((1 - lost, lost, Fraction(0)), (Fraction(0), lost, 1 - lost))


def _probability(value: Number, name: str) -> Fraction:
    exact = as_rational(value, f"the {name}")
    if not 0 <= exact <= 1:
        raise InvalidInput(f"the {name} is {exact}; it has to be between 0 and 1")
    return exact


def product_masses(samples: Sequence[Masses]) -> Masses:
    """The product distribution in lexicographic order.

    >>> product_masses([(Fraction(1, 2), Fraction(1, 2)), (Fraction(1),)])
    (Fraction(1, 2), Fraction(1, 2))
    """
    return tuple(prod(parts, start=Fraction(1)) for parts in product(*samples))
