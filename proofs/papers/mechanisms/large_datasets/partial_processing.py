"""Mechanisms that answer once for each window of an independent dataset, kept as local channels.

Y_j depends on the window X_j, ..., X_{j+k-1} only and, given the dataset, the answers are
independent. The joint channel of n samples has |X|^n rows and is never built: a forward pass
carries the belief about the last k-1 samples, and equal beliefs are merged. Where the mechanism's
answers are mutually independent (always at k = 2, by privacy of each window) there is one belief
and the pass is linear in n. Everything is exact; a pass with too many beliefs says so.

Partial processing takes the optimal private answer about every window. For k = 2 the answers
together are private, and I(X^n; Y) = sum_j I(X_j, X_{j+1}; Y_j) [PSP, eq. 65, Lemma 7]. For k >= 3
the paper says that the same proof applies; it does not. Neighbouring windows share two samples,
each answer may depend on the pair, and the answers together can reveal a sample:
`partial_processing(...).revealed_sample()` decides it exactly. Keeping the outcome of each window
independent of every k-1 consecutive samples of it repairs the argument for any k: given the k-1
samples that two windows share, their answers are independent, and each is independent of those.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from pmlsym.errors import AlphabetMismatch, InvalidInput, Unsupported
from pmlsym.linear.matrix import Matrix
from pmlsym.mechanisms.bracket import Bracket, entropy, total
from pmlsym.mechanisms.independence import window_privacy
from pmlsym.mechanisms.optimal_mechanism import optimal_mechanism
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope
from pmlsym.mechanisms.utilities import MutualInformation
from pmlsym.model.distribution import Masses, Number, distribution
from proofs.papers.mechanisms.synergistic.sample_model import product_masses

MOST_BELIEFS = 20_000
"""The largest number of different beliefs a forward pass carries."""

Belief = tuple[Fraction, ...]


@dataclass(frozen=True)
class WindowedMechanism:
    """Independent samples `masses[i]` and `channels[j]`, from window j (lexicographic) to Y_j.

    >>> fair = (Fraction(1, 2), Fraction(1, 2))
    >>> same, other = (Fraction(1), Fraction(0)), (Fraction(0), Fraction(1))
    >>> xor = (same, other, other, same)
    >>> parity = WindowedMechanism((fair,) * 50, (xor,) * 49, 2)
    >>> round(float(parity.information()) / 0.6931471805599453, 9), parity.revealed_sample()
    (49.0, None)
    """

    masses: tuple[Masses, ...]
    channels: tuple[Matrix, ...]
    window: int

    def __post_init__(self) -> None:
        for i, sample in enumerate(self.masses):
            distribution(sample, name=f"the distribution of sample {i}")
        if not 2 <= self.window <= len(self.masses):
            raise InvalidInput(
                f"windows have 2 to {len(self.masses)} samples here, not {self.window}"
            )
        if len(self.channels) != len(self.masses) - self.window + 1:
            raise AlphabetMismatch(
                f"{len(self.masses) - self.window + 1} windows of {self.window} samples need as "
                f"many channels, not {len(self.channels)}"
            )
        for j, channel in enumerate(self.channels):
            size = prod(map(len, self.masses[j : j + self.window]))
            if len(channel) != size:
                raise AlphabetMismatch(f"channel {j} needs {size} rows, it has {len(channel)}")

    def information(self) -> Bracket:
        """I(X^n; Y) = H(Y) - sum_j H(Y_j | window j), in nats, from the definition.

        The first term is the chain sum of H(Y_j | Y_1..Y_{j-1}) over the beliefs of the pass.
        """
        answers = []
        for j, beliefs in zip(
            range(len(self.channels)), self._passes((Fraction(1),)), strict=False
        ):
            for belief, mass in beliefs.items():
                answers.append(entropy(self._answer_masses(j, belief)).scaled(mass))
        noise = []
        for j, channel in enumerate(self.channels):
            weights = product_masses(self.masses[j : j + self.window])
            for weight, row in zip(weights, channel, strict=True):
                noise.append(entropy(row).scaled(weight))
        return total(answers) - total(noise)

    def revealed_sample(self) -> int | None:
        """The first sample that depends on Y = (Y_1, Y_2, ...), or None. Exact."""
        samples = range(len(self.masses))
        return next((i for i in samples if not self._independent_of(i)), None)

    def _independent_of(self, sample: int) -> bool:
        """Whether Y is independent of one sample: its posterior is its prior on every path."""
        prior = self.masses[sample]
        *_, final = self._passes(prior, tracked=sample)
        size = len(prior)
        for belief in final:
            block = len(belief) // size
            found = tuple(
                sum(belief[a * block : (a + 1) * block], Fraction(0)) for a in range(size)
            )
            if found != prior:
                return False
        return True

    def _passes(
        self, prior: Masses, tracked: int | None = None
    ) -> Iterable[dict[Belief, Fraction]]:
        """Beliefs about (tracked sample, last k-1 samples) before each answer, and after the last.

        A belief is a joint distribution in lexicographic order, the tracked sample first.
        """
        start: list[Fraction] = []
        recent = self.masses[: self.window - 1]
        for a, mass in enumerate(prior):
            for state in product(*(range(len(s)) for s in recent)):
                value = mass
                for i, letter in enumerate(state):
                    if i == tracked:
                        value *= int(letter == a) / prior[a] if prior[a] else 0
                    value *= recent[i][letter]
                start.append(value)
        beliefs: dict[Belief, Fraction] = {tuple(start): Fraction(1)}
        for j in range(len(self.channels)):
            yield beliefs
            beliefs = self._step(j, beliefs, len(prior), tracked)
            if len(beliefs) > MOST_BELIEFS:
                raise Unsupported(
                    f"after window {j} the answers leave {len(beliefs)} different beliefs; exact "
                    f"evaluation stops at {MOST_BELIEFS}. Use fewer samples or smaller windows"
                )
        yield beliefs

    def _step(
        self, j: int, beliefs: dict[Belief, Fraction], values: int, tracked: int | None
    ) -> dict[Belief, Fraction]:
        """Draw the next sample, answer window j, forget its first sample."""
        channel, fresh = self.channels[j], self.masses[j + self.window - 1]
        position = j + self.window - 1
        oldest = len(self.masses[j])
        after: dict[Belief, Fraction] = {}
        for belief, mass in beliefs.items():
            block = len(belief) // values
            kept = block * len(fresh) // oldest
            for y in range(len(channel[0])):
                joint = [Fraction(0)] * (values * kept)
                for a in range(values):
                    for state in range(block):
                        here = belief[a * block + state]
                        if not here:
                            continue
                        for letter, chance in enumerate(fresh):
                            if position == tracked:
                                chance = Fraction(int(letter == a))
                            row = state * len(fresh) + letter
                            joint[a * kept + row % kept] += here * chance * channel[row][y]
                weight = sum(joint, Fraction(0))
                if weight:
                    found = tuple(value / weight for value in joint)
                    after[found] = after.get(found, Fraction(0)) + mass * weight
        return after

    def _answer_masses(self, j: int, belief: Belief) -> Masses:
        channel, fresh = self.channels[j], self.masses[j + self.window - 1]
        masses = [Fraction(0)] * len(channel[0])
        for state, here in enumerate(belief):
            for letter, chance in enumerate(fresh):
                for y, entry in enumerate(channel[state * len(fresh) + letter]):
                    masses[y] += here * chance * entry
        return tuple(masses)

    def full_channel(self) -> Matrix:
        """The whole channel from X^n to (Y_1, Y_2, ...), for small datasets only.

        Raises Unsupported beyond a million entries.
        """
        sizes = [len(sample) for sample in self.masses]
        outputs = [len(channel[0]) for channel in self.channels]
        entries = prod((*sizes, *outputs))
        if entries > 1_000_000:
            raise Unsupported(f"the full channel has {entries} entries; the local channels suffice")
        rows = []
        for state in product(*(range(size) for size in sizes)):
            local = []
            for j, channel in enumerate(self.channels):
                row = 0
                for i in range(j, j + self.window):
                    row = row * sizes[i] + state[i]
                local.append(channel[row])
            rows.append(product_masses(local))
        return tuple(rows)


def partial_processing(
    samples: Iterable[Iterable[Number]], *, window: int = 2, overlap_safe: bool = False
) -> WindowedMechanism:
    """The mechanism that answers each window optimally. [PSP, eq. 65]

    `overlap_safe` asks each answer to be independent of every window - 1 consecutive samples, which
    makes the whole private at any window size; without it the whole is private at window 2.

    >>> biased = [["1/3", "2/3"]] * 30
    >>> partial_processing(biased).revealed_sample() is None
    True
    """
    masses = independent_samples(samples)
    if not 2 <= window <= len(masses):
        raise InvalidInput(
            f"{len(masses)} samples have windows of 2 to {len(masses)} samples, not {window}"
            if len(masses) > 1
            else f"a window has at least 2 samples, the dataset has {len(masses)}"
        )
    known: dict[tuple[Masses, ...], Matrix] = {}
    channels = []
    for j in range(len(masses) - window + 1):
        part = masses[j : j + window]
        if part not in known:
            known[part] = _best_answer(part, window - 1 if overlap_safe else 1)
        channels.append(known[part])
    return WindowedMechanism(masses, tuple(channels), window)


def independent_samples(samples: Iterable[Iterable[Number]]) -> tuple[Masses, ...]:
    """Exact distributions of independent samples.

    >>> independent_samples([["1/2", "1/2"]])
    ((Fraction(1, 2), Fraction(1, 2)),)
    """
    return tuple(
        distribution(sample, name=f"the distribution of sample {i}")
        for i, sample in enumerate(samples)
    )


def _best_answer(part: tuple[Masses, ...], protected: int) -> Matrix:
    shape = tuple(len(sample) for sample in part)
    polytope = PosteriorPolytope(product_masses(part), (window_privacy(shape, protected),))
    if polytope.is_point:
        return ((Fraction(1),),) * len(polytope.prior)
    return optimal_mechanism(polytope, MutualInformation()).channel
