"""Pointwise maximal leakage as a random variable: what the outcome leaks, with its probability.

    l(Y) = log max_{x: p(x) > 0} W(x,Y) / P_Y(Y),     Y ~ P_Y

Quantiles are exact: the least level t in nats with P[l(Y) <= t] >= q. Its tail is that of
(eps, delta)-PML: P[l(Y) > eps]. Source: [PML23, Sec. II].
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.errors import InvalidInput
from pmlsym.model.channel import Channel
from pmlsym.model.entries import flat_entries
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import Number, log_of, rational, sum_of


@dataclass(frozen=True)
class LeakageDistribution:
    """The values exp(leakage), rising and distinct, with their probabilities."""

    levels: tuple[Fraction, ...]
    probabilities: tuple[Fraction, ...]

    def quantile(self, q: Fraction | int | str) -> Number:
        """The least leakage t of the user's channel, in nats, with P[l(Y) <= t] >= q.

        Raises InvalidInput unless 0 < q <= 1.
        """
        wanted = Fraction(q)
        if not 0 < wanted <= 1:
            raise InvalidInput(f"a quantile is asked at {q}; write a number above 0, up to 1")
        below = Fraction(0)
        for level, mass in zip(self.levels, self.probabilities, strict=True):
            below += mass
            if below >= wanted:
                return log_of(rational(level))
        return log_of(rational(self.levels[-1]))

    def tail(self, level: Fraction | int | str) -> Fraction:
        """The probability P[l(Y) > log level] that a user's outcome leaks more."""
        bar = Fraction(level)
        pairs = zip(self.levels, self.probabilities, strict=True)
        return sum((mass for value, mass in pairs if value > bar), Fraction(0))

    def mean(self) -> Number:
        """The mean leakage E[l(Y)] of the user's channel, in nats."""
        pairs = zip(self.levels, self.probabilities, strict=True)
        return sum_of(rational(mass) * log_of(level) for level, mass in pairs)

    def histogram(self, bins: int = 10) -> tuple[tuple[float, float, Fraction], ...]:
        """Cells of a user's leakage, of equal width in nats: low, high, probability.

        Raises InvalidInput at fewer than one bin.
        """
        if bins < 1:
            raise InvalidInput(f"a histogram of {bins} cells; it needs one or more")
        leakages = [float(log_of(rational(level))) for level in self.levels]
        width = leakages[-1] / bins
        cells = [Fraction(0)] * bins
        for leakage, mass in zip(leakages, self.probabilities, strict=True):
            cells[min(bins - 1, int(leakage / width)) if width else 0] += mass
        return tuple((k * width, (k + 1) * width, cell) for k, cell in enumerate(cells))


def leakage_distribution(prior: Prior, channel: Channel) -> LeakageDistribution:
    """The distribution of the leakage of a user's concrete channel under a prior, exact.

    Outcomes of probability zero are left out. Raises InvalidInput where entries are missing or not
    rational, AlphabetMismatch where prior and channel do not fit.

    >>> flip = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    >>> found = leakage_distribution(Prior.from_masses(["1/4", "3/4"]), flip)
    >>> found.levels, found.probabilities
    ((Fraction(6, 5), Fraction(2, 1)), (Fraction(5, 8), Fraction(3, 8)))
    >>> found.quantile("1/2"), found.quantile(1), found.tail("3/2")
    (log(6/5), log(2), Fraction(3, 8))
    """
    channel.require_inputs(prior.alphabets)
    masses = list(flat_entries(prior.masses(), len(channel.inputs)))
    nested = list(flat_entries(channel.matrix(), len(channel.inputs)))
    rows = [list(flat_entries(row, len(channel.outputs))) for row in nested]
    _require_rational([*masses, *(entry for row in rows for entry in row)])
    mass_of_leakage: dict[Fraction, Fraction] = {}
    for column in zip(*rows, strict=True):
        mass = sum((p * w for p, w in zip(masses, column, strict=True)), Fraction(0))
        if mass:
            level = max(w for p, w in zip(masses, column, strict=True) if p) / mass
            mass_of_leakage[level] = mass_of_leakage.get(level, Fraction(0)) + mass
    levels = tuple(sorted(mass_of_leakage))
    return LeakageDistribution(levels, tuple(mass_of_leakage[level] for level in levels))


def _require_rational(entries: Sequence[object]) -> None:
    """Raises InvalidInput at an entry of the user's own data that is not rational."""
    for entry in entries:
        if not isinstance(entry, Fraction):
            raise InvalidInput(f"the entry {entry!r} is not rational; write '1/3' rather than 0.33")
