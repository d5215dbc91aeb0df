"""The leakage of one concrete channel: what `pmlsym measure` finds.

Exact input gives exact numbers. Input that was rounded (`MeasuredChannel.inexact`) gives intervals:
prior, rows and their sums are known to a relative 10^-12, the ratios of a leakage are products of
at most seven of these, so each logarithm is within 10^-11 of the one computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Measure
from pmlsym.measurement.channel_file import MeasuredChannel
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import capacity
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.observation import observed
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import Ball, Infinite, Number, log_of
from pmlsym.readings.exact import RULES, ExactAlgebra, as_number, value_over
from pmlsym.readings.read import read
from pmlsym.readings.read_value import read_value

SLACK = Fraction(1, 10**11)


@dataclass(frozen=True)
class Outcome:
    """One outcome of the channel: its label, its probability, and what it leaks, in nats."""

    label: str
    probability: Number
    pml: Number


@dataclass(frozen=True)
class Measurement:
    """The leakage of a channel under a prior, in nats."""

    channel: MeasuredChannel
    outcomes: tuple[Outcome, ...]
    pml: Number
    density_min: Number
    maxleak: Number
    capacity: Number


def measure(channel: MeasuredChannel) -> Measurement:
    """PML at each outcome and at worst, smallest density, maximal leakage and capacity.

    >>> from pmlsym.measurement.channel_file import read_rows
    >>> found = measure(read_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    >>> found.pml, found.maxleak, found.capacity
    (log(3/2), log(3/2), log(3))
    """
    x, y = Alphabet("X"), Alphabet("Y")
    prior, mechanism = Prior("P", x), Channel("W", x, y)
    sizes = {"X": len(channel.rows), "Y": len(channel.rows[0])}
    tensors = {"P": channel.prior, "W": channel.rows}

    instance = Instance(sizes, tensors)

    def known(value: Number) -> Number:
        return _widened(value) if channel.inexact else value

    # One algebra reads the channel once, and all outcomes together.
    algebra = ExactAlgebra(instance)

    def number(measure: Measure) -> Number:
        return known(log_of(value_over(measure.value, algebra, {})))

    levels = read_value(pml(prior, mechanism, "y").value, algebra, RULES)
    masses = read(observed(prior, mechanism, "y").total, algebra)
    outcomes = tuple(
        Outcome(label, known(as_number(mass)), known(log_of(as_number(level))))
        for label, mass, level in zip(
            outcome_labels(channel), masses.entries, levels.entries, strict=True
        )
    )
    return Measurement(
        channel,
        outcomes,
        known(log_of(max(map(as_number, levels.entries)))),
        number(density_min(prior, mechanism)),
        number(maxleak(mechanism)),
        number(capacity(mechanism)),
    )


def outcome_labels(channel: MeasuredChannel) -> tuple[str, ...]:
    """What the outcomes are called: by their labels, or y1, y2, ..

    >>> from pmlsym.measurement.channel_file import read_rows
    >>> outcome_labels(read_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    ('y1', 'y2')
    """
    return channel.outputs or tuple(f"y{k}" for k in range(1, len(channel.rows[0]) + 1))


def _widened(value: Number) -> Number:
    if isinstance(value, Infinite):
        return value
    low, high = value.enclose(25)
    return Ball.between(low - SLACK, high + SLACK)
