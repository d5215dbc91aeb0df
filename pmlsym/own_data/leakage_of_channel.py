"""The leakage of one concrete channel: what `pmlsym measure` finds.

Exact input gives exact numbers. Input that was rounded (`MeasuredChannel.inexact`) gives intervals:
prior, rows and their sums are known to a relative 10^-12, the ratios of a leakage are products of
at most seven of these, so each logarithm is within 10^-11 of the one computed. Mutual information
weighs such logarithms with masses known to a relative 3*10^-12, and the sum of P(x)W(y|x) times the
absolute density is at most mi + 2/e: the interval is 10^-11 times 2 + mi.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from pmlsym.calculus.algebra import read
from pmlsym.calculus.alphabet import Alphabet
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.evaluators.exact import RULES, ExactAlgebra, as_number, value_by_algebra
from pmlsym.evaluators.read_value import read_value
from pmlsym.language.nodes import Measure, Quantity
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import capacity
from pmlsym.measures.local_information_privacy import lip
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.mutual_information import mi
from pmlsym.measures.observation import observation_of
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import Ball, Infinite, Number, log_of
from pmlsym.own_data.channel_file import NO_PRIOR, MeasuredChannel

SLACK = Fraction(1, 10**11)


@dataclass(frozen=True)
class Outcome:
    """One outcome of the channel: its label, its probability, and what it leaks, in nats."""

    label: str
    probability: Number
    pml: Number


USUAL: tuple[tuple[str, str, Callable[..., Quantity]], ...] = (
    ("pml", "worst case", pml),
    ("density_min", "smallest density", density_min),
    ("lip", "LIP", lip),
    ("mi", "mutual information", mi),
    ("maxleak", "maximal leakage", maxleak),
    ("capacity", "capacity (LDP)", capacity),
)
"""The measures that are shown for every channel; the last two depend on the channel alone."""

ALONE = (maxleak, capacity)


@dataclass(frozen=True)
class Measurement:
    """The leakage of a channel, in nats, under its prior if it has one.

    Without a prior there are no outcomes, and only measures of the channel alone have values.
    """

    channel: MeasuredChannel
    outcomes: tuple[Outcome, ...]
    values: Mapping[str, Number]

    def value(self, key: str) -> Number:
        """One of the usual measures of the user's channel; InvalidInput if it needs a prior."""
        if key not in self.values:
            raise InvalidInput(NO_PRIOR)
        return self.values[key]


def measure(channel: MeasuredChannel) -> Measurement:
    """The usual measures of a user's channel, and its PML at each outcome.

    >>> from pmlsym.own_data.channel_file import read_rows
    >>> found = measure(read_rows([["3/4", "1/4"], ["1/4", "3/4"]], prior="1/2,1/2"))
    >>> found.values["pml"], found.values["maxleak"], found.values["capacity"]
    (log(3/2), log(3/2), log(3))
    """
    prior, mechanism = Prior("P", Alphabet("X")), Channel("W", Alphabet("X"), Alphabet("Y"))
    algebra = ExactAlgebra(instance_of(channel))  # it reads the channel once for all measures

    def known(value: Number) -> Number:
        """A number measured of the user's data, as an interval where entries were rounded."""
        return _with_rounding_slack(value) if channel.inexact else value

    values = {}
    for key, _, make in USUAL:
        if make in ALONE or channel.prior:
            measure = make(mechanism) if make in ALONE else make(prior, mechanism)
            assert isinstance(measure, Measure)  # as all of these are without an outcome
            value = value_by_algebra(measure.value, algebra, {})
            values[key] = known(log_of(value) if measure.is_log else value)
    if not channel.prior:
        return Measurement(channel, (), values)
    levels = read_value(pml(prior, mechanism, "y").value, algebra, RULES)
    masses = read(observation_of(prior, mechanism, "y").total, algebra)
    outcomes = tuple(
        Outcome(label, known(as_number(mass)), known(log_of(as_number(level))))
        for label, mass, level in zip(
            outcome_labels(channel), masses.entries, levels.entries, strict=True
        )
    )
    return Measurement(channel, outcomes, values)


def measure_by_word(channel: MeasuredChannel, text: str) -> tuple[str, Number | float]:
    """The value of any measure on the user's channel W and prior P, by its word or written out.

    Floats give a float. Raises UnknownName for an unknown measure, InvalidInput where it needs a
    prior and there is none.

    >>> from pmlsym.own_data.channel_file import read_rows
    >>> found = read_rows([["3/4", "1/4"], ["1/4", "3/4"]], prior="1/2,1/2")
    >>> measure_by_word(found, "chi2"), measure_by_word(found, "ldp(W, 1/10)")
    (('chi2(P, W)', 1/4), ('ldp(W, 1/10)', log(13/5)))
    """
    from pmlsym.claim_text.question import parse_quantity
    from pmlsym.claims.evaluation import evaluate  # few ask in the language of claims
    from pmlsym.claims.subjects import subjects
    from pmlsym.claims.vocabulary import with_default_arguments

    written = with_default_arguments(text)
    quantity = parse_quantity(written)
    about = subjects(quantity)
    named = {tensor.name for tensor in about.tensors}
    if not named <= {"P", "W"}:
        other = ", ".join(sorted(named - {"P", "W"}))
        raise InvalidInput(f"{written} speaks of {other}; the channel is W, and the prior P")
    if "P" in named and not channel.prior:
        raise InvalidInput(NO_PRIOR)
    instance = replace(instance_of(channel), outcomes=_letters_called(about.outcomes, channel))
    value = evaluate(quantity, instance)
    return written, float(value) if channel.inexact else value


def _letters_called(named: Mapping[str, str], channel: MeasuredChannel) -> dict[str, int]:
    """The numbers of the user's letters and outcomes by their labels.

    Raises UnknownName for a name that is not a label.
    """
    inputs = channel.inputs or tuple(f"x{k}" for k in range(1, len(channel.rows) + 1))
    numbers = {}
    for name, alphabet in named.items():
        labels, kind = (
            (inputs, "letter") if alphabet == "X" else (outcome_labels(channel), "outcome")
        )
        if name not in labels:
            raise UnknownName(f"no {kind} is called {name}; there are {', '.join(labels)[:80]}")
        numbers[name] = labels.index(name)
    return numbers


def instance_of(channel: MeasuredChannel) -> Instance:
    """The instance with the user's channel as W, and its prior, if it has one, as P."""
    sizes = {"X": len(channel.rows), "Y": len(channel.rows[0])}
    return Instance(sizes, {"W": channel.rows, **({"P": channel.prior} if channel.prior else {})})


def outcome_labels(channel: MeasuredChannel) -> tuple[str, ...]:
    """The names of a user's outcomes: their labels, or y1, y2, ..

    >>> from pmlsym.own_data.channel_file import read_rows
    >>> outcome_labels(read_rows([["3/4", "1/4"], ["1/4", "3/4"]]))
    ('y1', 'y2')
    """
    return channel.outputs or tuple(f"y{k}" for k in range(1, len(channel.rows[0]) + 1))


def _with_rounding_slack(value: Number) -> Number:
    """The interval around a measured value, as the user's entries were rounded."""
    if isinstance(value, Infinite):
        return value
    low, high = value.enclose(25)
    slack = SLACK * (2 + max(abs(low), abs(high)))
    return Ball.between(low - slack, high + slack)
