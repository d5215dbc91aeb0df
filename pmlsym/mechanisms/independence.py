"""Independence as a polytope: of an attribute of the secret, or of samples of a dataset.

For U - X - Y, the outcome tells nothing about U iff every posterior induces the prior of U:

    sum_x U(x, u) r(x) = P_U(u)      for every u and every posterior r

[PSP, proof of Lemma 1]. A group of samples is a deterministic attribute of the dataset: single
samples give perfect sample privacy [PSP, Def. 1, Lemma 1]; windows of k consecutive samples its
strengthening [PSP, Cor. 4.1].
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from pmlsym.errors import AlphabetMismatch, InvalidInput, Unsupported
from pmlsym.linear.matrix import Matrix, Vector, dot
from pmlsym.mechanisms.guarantee import Constraint
from pmlsym.model.distribution import Masses, distributions, output_masses

State = tuple[int, ...]

MOST_DATASETS = 100_000
"""The largest number of datasets that are listed one by one."""


class EventIndependence(ABC):
    """Y is independent of each of some events of the secret."""

    @abstractmethod
    def events(self) -> Iterator[tuple[str, Vector]]:
        """The events that a designed Y is independent of, each with its mass given x."""

    def constraints(self, prior: Masses) -> tuple[Constraint[Fraction], ...]:
        """The constraints by which a mechanism's posteriors leave each event its prior mass.

        >>> rule = perfect_sample_privacy((2, 2))
        >>> [str(g) for g in rule.constraints((Fraction(1, 4),) * 4)[0].coefficients]
        ['1/2', '1/2', '-1/2', '-1/2']
        """
        rows = []
        for _, column in self.events():
            if len(prior) != len(column):
                raise AlphabetMismatch(
                    f"the prior has {len(prior)} letters, what is protected needs {len(column)}"
                )
            mass = dot(column, prior)
            rows.append(Constraint(tuple([entry - mass for entry in column]), equality=True))
        return tuple(rows)

    def violation(self, prior: Masses, channel: Matrix) -> str:
        """The words on an event that a designed channel's outcome depends on, or "".

        >>> from pmlsym.linear.matrix import identity
        >>> perfect_sample_privacy((2,)).violation((Fraction(1, 2),) * 2, identity(2))
        'P(sample 1 = 1, y = 1) = 1/2, but independence needs 1/4'
        """
        outcomes = output_masses(prior, channel)
        for name, column in self.events():
            part = tuple([p * entry for p, entry in zip(prior, column, strict=True)])
            alone = sum(part)
            for y, together in enumerate(output_masses(part, channel)):
                if together != alone * outcomes[y]:
                    return (
                        f"P({name}, y = {y + 1}) = {together}, but independence needs "
                        f"{alone * outcomes[y]}"
                    )
        return ""


@dataclass(frozen=True)
class AttributeIndependence(EventIndependence):
    """Y is independent of U, where `attribute` holds the rows P_{U|X=x}.

    >>> AttributeIndependence(((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))).describe()
    'Y independent of the attribute U'
    """

    attribute: Matrix

    def __post_init__(self) -> None:
        object.__setattr__(self, "attribute", distributions(self.attribute, name="the attribute"))

    def describe(self) -> str:
        """The guarantee in words: Y is independent of the attribute U."""
        return "Y independent of the attribute U"

    def events(self) -> Iterator[tuple[str, Vector]]:
        """The guarantee's events U = u, by their probabilities given x."""
        for u, column in enumerate(zip(*self.attribute, strict=True)):
            yield f"u = {u + 1}", column


@dataclass(frozen=True)
class SamplePrivacy(EventIndependence):
    """Y is independent of every group of samples in `groups`.

    `states` are the datasets in the order of the prior's letters; a group is a tuple of sample
    positions, counted from 0.

    >>> perfect_sample_privacy((2, 2)).groups
    ((0,), (1,))
    """

    states: tuple[State, ...]
    groups: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        if not self.states:
            raise InvalidInput("sample privacy needs at least one dataset")
        samples = len(self.states[0])
        if any(len(state) != samples for state in self.states):
            raise AlphabetMismatch("the datasets do not all have the same number of samples")
        if len(set(self.states)) != len(self.states):
            raise InvalidInput("the same dataset is listed twice")
        for group in self.groups:
            if not group or any(not 0 <= i < samples for i in group):
                numbers = tuple(i + 1 for i in group)
                raise InvalidInput(
                    f"group {numbers} does not fit: samples are numbered 1 to {samples}"
                )

    def describe(self) -> str:
        """The guarantee in words: the groups of samples that Y is independent of.

        >>> window_privacy((2, 2, 2), 2).describe()
        'Y independent of samples (1, 2), (2, 3)'
        """
        return f"Y independent of samples {', '.join(map(_numbers_text, self.groups))}"

    def events(self) -> Iterator[tuple[str, Vector]]:
        """The guarantee's events: each value of each group of samples, by its datasets."""
        zero, one = Fraction(0), Fraction(1)
        for group in self.groups:
            parts = [tuple([state[i] for i in group]) for state in self.states]
            for part in dict.fromkeys(parts):
                name = (
                    f"sample{'s' * (len(group) > 1)} {_numbers_text(group)} = {_numbers_text(part)}"
                )
                yield name, tuple([one if p == part else zero for p in parts])


def product_states(shape: Sequence[int]) -> tuple[State, ...]:
    """All datasets that sample privacy protects: the i-th sample has shape[i] letters.

    >>> product_states((2, 2))
    ((0, 0), (0, 1), (1, 0), (1, 1))
    """
    if not shape or any(type(size) is not int or size < 1 for size in shape):
        raise InvalidInput(f"sample alphabets need at least one letter each, not {tuple(shape)}")
    if prod(shape) > MOST_DATASETS:
        raise Unsupported(
            f"{len(shape)} samples make {prod(shape)} datasets, more than the {MOST_DATASETS} that "
            "are listed. Types of i.i.d. samples or windows of samples do without the list, in "
            "proofs/papers/mechanisms of the project's repository"
        )
    return tuple(product(*(range(size) for size in shape)))


def perfect_sample_privacy(shape: Sequence[int]) -> SamplePrivacy:
    """The guarantee that a mechanism's outcome is independent of every sample [PSP, Def. 1].

    >>> len(perfect_sample_privacy((2, 3)).states)
    6
    """
    return window_privacy(shape, 1)


def window_privacy(shape: Sequence[int], size: int) -> SamplePrivacy:
    """The guarantee that Y is independent of `size` samples in a row [PSP, Cor. 4.1].

    >>> window_privacy((2, 2, 2), 2).groups
    ((0, 1), (1, 2))
    """
    states = product_states(shape)
    if not 1 <= size <= len(shape):
        raise InvalidInput(f"a window of {len(shape)} samples has 1 to {len(shape)}, not {size}")
    windows = tuple(tuple(range(i, i + size)) for i in range(len(shape) - size + 1))
    return SamplePrivacy(states, windows)


def group_privacy(shape: Sequence[int], groups: Iterable[Sequence[int]]) -> SamplePrivacy:
    """The guarantee that Y is independent of each chosen group of samples, counted from 1.

    >>> group_privacy((2, 2, 2), [(1, 3)]).groups
    ((0, 2),)
    """
    places = tuple(tuple(sample - 1 for sample in group) for group in groups)
    return SamplePrivacy(product_states(shape), places)


def _numbers_text(places: Sequence[int]) -> str:
    """The numbers, from one, of a guarantee's samples or of their letters, as text."""
    shown = ", ".join(str(place + 1) for place in places)
    return shown if len(places) == 1 else f"({shown})"
