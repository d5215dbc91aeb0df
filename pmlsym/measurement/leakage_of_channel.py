"""The leakage of one concrete channel: what `pmlsym measure` finds.

Exact input gives exact numbers. Input that was rounded (`MeasuredChannel.inexact`) gives intervals:
prior, rows and their sums are known to a relative 10^-12, the ratios of a leakage are products of
at most seven of these, so each logarithm is within 10^-11 of the one computed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.claims.evaluation import evaluate
from pmlsym.evidence.instance import Instance
from pmlsym.evidence.number import Ball, Infinite, Number, rational
from pmlsym.measurement.channel_file import MeasuredChannel
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import capacity
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

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

    >>> from pmlsym.measurement.channel_file import parse_channel
    >>> found = measure(parse_channel("3/4,1/4\\n1/4,3/4"))
    >>> found.pml, found.maxleak, found.capacity
    (log(3/2), log(3/2), log(3))
    """
    x, y = Alphabet("X"), Alphabet("Y")
    prior, mechanism = Prior("P", x), Channel("W", x, y)
    sizes = {"X": len(channel.rows), "Y": len(channel.rows[0])}
    tensors = {"P": channel.prior, "W": channel.rows}
    labels = channel.outputs or tuple(f"y{k}" for k in range(1, sizes["Y"] + 1))

    def known(value: Number) -> Number:
        return _widened(value) if channel.inexact else value

    outcomes = []
    for k, label in enumerate(labels):
        column = [row[k] for row in channel.rows]
        mass = sum((p * entry for p, entry in zip(channel.prior, column, strict=True)), Fraction(0))
        # What an outcome leaks is in its column alone: the other outcomes may be merged.
        merged = {"P": channel.prior, "W": [(entry, 1 - entry) for entry in column]}
        at = Instance({"X": sizes["X"], "Y": 2}, merged, {}, {"y": 0})
        leaked = evaluate(pml(prior, mechanism, "y"), at)
        outcomes.append(Outcome(label, known(rational(mass)), known(leaked)))
    instance = Instance(sizes, tensors)
    return Measurement(
        channel,
        tuple(outcomes),
        known(evaluate(pml(prior, mechanism), instance)),
        known(evaluate(density_min(prior, mechanism), instance)),
        known(evaluate(maxleak(mechanism), instance)),
        known(evaluate(capacity(mechanism), instance)),
    )


def _widened(value: Number) -> Number:
    if isinstance(value, Infinite):
        return value
    low, high = value.enclose(25)
    return Ball(lambda digits: (low - SLACK, high + SLACK))
