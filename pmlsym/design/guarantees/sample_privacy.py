"""Perfect sample privacy as a polytope: the marginal of every protected group of samples is kept.

The secret is a dataset X^n. Y is independent of the group X_G iff sum_{x : x_G = a} r(x) =
P(X_G = a) for every value a and every posterior r. Single samples give perfect sample privacy
[PSP, Def. 1, Lemma 1]; windows of k consecutive samples its strengthening [PSP, Cor. 4.1].
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from pmlsym.design.constraint import Constraint
from pmlsym.design.distribution import Masses
from pmlsym.errors import AlphabetMismatch, InvalidInput, Unsupported
from pmlsym.linear.matrix import Matrix

State = tuple[int, ...]

MOST_DATASETS = 100_000
"""The largest number of datasets that are listed one by one."""


@dataclass(frozen=True)
class SamplePrivacy:
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
                raise InvalidInput(
                    f"group {group} does not fit: samples are numbered 0 to {samples - 1}"
                )

    def constraints(self, prior: Masses) -> tuple[Constraint, ...]:
        """sum_{x : x_G = a} r(x) = P(X_G = a), for every group and value.

        >>> rule = perfect_sample_privacy((2, 2))
        >>> [str(c.bound) for c in rule.constraints((Fraction(1, 4),) * 4)]
        ['1/2', '1/2', '1/2', '1/2']
        """
        self._check_size(prior)
        zero, one, reason = Fraction(0), Fraction(1), self.describe()
        found = []
        for group in self.groups:
            members: dict[State, list[int]] = {}
            for k, state in enumerate(self.states):
                members.setdefault(_part(state, group), []).append(k)
            for places in members.values():
                row = [zero] * len(prior)
                for k in places:
                    row[k] = one
                mass = sum([prior[k] for k in places], zero)
                found.append(Constraint(tuple(row), mass, equality=True, reason=reason))
        return tuple(found)

    def violation(self, prior: Masses, channel: Matrix) -> str:
        """The first group, value and outcome with P(a, y) != P(a) P(y), in words, or "".

        >>> identity = tuple(tuple(Fraction(int(x == y)) for y in range(2)) for x in range(2))
        >>> perfect_sample_privacy((2,)).violation((Fraction(1, 2),) * 2, identity)
        'P(x_(0,) = (0,), y = 0) = 1/2, but independence needs 1/4'
        """
        self._check_size(prior)
        for y in range(len(channel[0])):
            joint = [mass * row[y] for mass, row in zip(prior, channel, strict=True)]
            outcome = sum(joint, Fraction(0))
            for group in self.groups:
                together: dict[State, Fraction] = {}
                alone: dict[State, Fraction] = {}
                for state, both, mass in zip(self.states, joint, prior, strict=True):
                    part = _part(state, group)
                    together[part] = together.get(part, Fraction(0)) + both
                    alone[part] = alone.get(part, Fraction(0)) + mass
                for part, mass in together.items():
                    if mass != alone[part] * outcome:
                        return (
                            f"P(x_{group} = {part}, y = {y}) = {mass}, but independence needs "
                            f"{alone[part] * outcome}"
                        )
        return ""

    def describe(self) -> str:
        """Which groups are protected.

        >>> window_privacy((2, 2, 2), 2).describe()
        'Y independent of samples (0, 1), (1, 2)'
        """
        shown = [str(g[0]) if len(g) == 1 else str(g) for g in self.groups]
        return f"Y independent of samples {', '.join(shown)}"

    def _check_size(self, prior: Masses) -> None:
        if len(prior) != len(self.states):
            raise AlphabetMismatch(
                f"the prior has {len(prior)} letters, the datasets are {len(self.states)}"
            )


def product_states(shape: Sequence[int]) -> tuple[State, ...]:
    """All datasets whose i-th sample has shape[i] letters, in lexicographic order.

    >>> product_states((2, 2))
    ((0, 0), (0, 1), (1, 0), (1, 1))
    """
    if not shape or any(type(size) is not int or size < 1 for size in shape):
        raise InvalidInput(f"sample alphabets need at least one letter each, not {tuple(shape)}")
    if prod(shape) > MOST_DATASETS:
        raise Unsupported(
            f"{len(shape)} samples make {prod(shape)} datasets, more than the {MOST_DATASETS} that "
            "are listed. Types of i.i.d. samples (pmlsym.design.synergistic.exchangeable) or "
            "windows (pmlsym.design.large_datasets) do without the list"
        )
    return tuple(product(*(range(size) for size in shape)))


def perfect_sample_privacy(shape: Sequence[int]) -> SamplePrivacy:
    """Perfect sample privacy on the full product of sample alphabets. [PSP, Def. 1]

    >>> len(perfect_sample_privacy((2, 3)).states)
    6
    """
    return SamplePrivacy(product_states(shape), tuple((i,) for i in range(len(shape))))


def window_privacy(shape: Sequence[int], size: int) -> SamplePrivacy:
    """Y independent of every window of `size` consecutive samples. [PSP, Cor. 4.1]

    >>> window_privacy((2, 2, 2), 2).groups
    ((0, 1), (1, 2))
    """
    if not 1 <= size <= len(shape):
        raise InvalidInput(f"a window of {len(shape)} samples has 1 to {len(shape)}, not {size}")
    windows = tuple(tuple(range(i, i + size)) for i in range(len(shape) - size + 1))
    return SamplePrivacy(product_states(shape), windows)


def group_privacy(shape: Sequence[int], groups: Iterable[Sequence[int]]) -> SamplePrivacy:
    """Y independent of each of the chosen groups of samples.

    >>> group_privacy((2, 2, 2), [(0, 2)]).groups
    ((0, 2),)
    """
    return SamplePrivacy(product_states(shape), tuple(tuple(group) for group in groups))


def _part(state: State, group: Sequence[int]) -> State:
    return tuple([state[i] for i in group])
