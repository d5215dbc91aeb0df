"""The independent check of a closed form: the exact evaluator at random points of the domain.

A point gives every parameter a rational (an integer where it is a size) and the prior random
masses. The mechanism is built there with its 0/1 tables, its measure is read by readings/exact.py,
and the closed form has to give the same number, exactly.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.calculus.value import Ratio
from pmlsym.derive.frame import Content, Frame
from pmlsym.derive.letter_cases import SORTED, places_of
from pmlsym.evidence.instance import Instance
from pmlsym.families.parameter import Parameter, PowerOf
from pmlsym.readings.exact import read_exact

LARGEST_SIZE = 4


@dataclass(frozen=True)
class ExactPoint:
    """A point of the domain, and the instance that the mechanism is there."""

    scalars: Mapping[Tensor, Fraction]
    prior: tuple[Fraction, ...]
    instance: Instance


def exact_points(
    content: Content, priors: Mapping[Tensor, int | None], alphabet: str, rng: Random
) -> Iterator[ExactPoint]:
    """Random points of the domain, among them some on its boundary; endless unless it is empty."""
    misses = 0
    while misses < 400:
        scalars = {t: _draw(p, rng) for t, p in content.parameters.items()}
        point = point_at(content, priors, alphabet, scalars, None, rng)
        if point is None:
            misses += 1
            continue
        misses = 0
        yield point


def point_at(
    content: Content,
    priors: Mapping[Tensor, int | None],
    alphabet: str,
    scalars: Mapping[Tensor, Fraction],
    prior: tuple[Fraction, ...] | None,
    rng: Random,
) -> ExactPoint | None:
    """The instance at these values, the prior random unless given; None outside the domain."""
    sizes, integers, tensors = _sized(content, scalars)
    count = sizes.get(alphabet, 1)
    masses = prior or _masses(count, rng)
    for tensor in priors:
        tensors[tensor.name] = masses
    for tensor, table in content.tables.items():
        if not tensor.alphabets:
            tensors[tensor.name] = Fraction(table)
    plain = Instance(sizes, tensors)
    for tensor, definition in content.definitions.items():
        value = _define(definition, plain)
        tensors[tensor.name] = value
        if tensor.is_size:
            sizes[tensor.name.strip("|")] = int(value)
        plain = Instance(sizes, tensors)
    for tensor, table in content.tables.items():
        tensors[tensor.name] = _table(table, plain)
    for tensor, weights in content.weights.items():
        tensors[tensor.name] = _table(weights.entries(integers), plain)
    instance = Instance(sizes, tensors)
    if not _inside(content, scalars, instance):
        return None
    return ExactPoint(scalars, masses, instance)


def _sized(
    content: Content, scalars: Mapping[Tensor, Fraction]
) -> tuple[dict[str, int], dict[str, int], dict[str, Any]]:
    """The sizes of alphabets, the integer parameters, and the tensors known so far."""
    sizes = dict(content.sizes)
    integers = {}
    for tensor, value in scalars.items():
        parameter = content.parameters[tensor]
        if tensor.is_size:
            sizes[tensor.name.strip("|")] = int(value)
        if parameter.is_integer:
            integers[parameter.name] = int(value)
    tensors: dict[str, Any] = {t.name: v for t, v in scalars.items()}
    for name, number in content.sizes.items():
        integers.setdefault(name, number)
    for tensor, incidence in content.incidences.items():
        tensors[tensor.name] = incidence.entries(integers)
        rows = tensors[tensor.name]
        sizes.setdefault(tensor.alphabets[0], len(rows))
        sizes.setdefault(tensor.alphabets[1], len(rows[0]))
    for tensor in content.derived:
        tensors[tensor.name] = Fraction(sizes[tensor.name.strip("|")])
    return sizes, integers, tensors


def scalar_exact(polynomial: Polynomial, instance: Instance) -> Fraction:
    """The value of a polynomial without free indices."""
    (value,) = read_exact(polynomial, instance).entries
    return value


def _inside(content: Content, scalars: Mapping[Tensor, Fraction], instance: Instance) -> bool:
    for parameter in content.parameters.values():
        value = scalars[parameter.tensor]
        low, high = parameter.low, parameter.high
        if low is not None and (value < low or (parameter.low_open and value == low)):
            return False
        if high is not None and (value > high or (parameter.high_open and value == high)):
            return False
        for fact in parameter.facts:
            if any(t.alphabets and t.name not in instance.tensors for t in fact.polynomial.tensors):
                continue
            if not _holds(fact, instance):
                return False
    return True


def _holds(fact: Fact, instance: Instance) -> bool:
    """Whether a fact holds for all its letters, distinguished ones being the first."""
    array = read_exact(fact.polynomial, instance)
    fixed = places_of(set(array.indices) - set(fact.indices))
    counts = [
        (fixed[index],) if index in fixed else range(count)
        for index, count in zip(array.indices, array.shape, strict=True)
    ]
    entries = [array[at] for at in product(*counts)]
    if fact.relation == "==":
        return all(entry == 0 for entry in entries)
    return all(entry > 0 or (entry == 0 and fact.relation == ">=") for entry in entries)


def _define(definition: Ratio | PowerOf, instance: Instance) -> Fraction:
    if isinstance(definition, PowerOf):
        power = scalar_exact(definition.exponent, instance)
        return Fraction(_define(definition.base, instance)) ** int(power)
    below = scalar_exact(definition.denominator, instance)
    return scalar_exact(definition.numerator, instance) / below


def _table(table: Any, instance: Instance) -> Any:
    if isinstance(table, Ratio):
        return _define(table, instance)
    if isinstance(table, tuple | list):
        return tuple(_table(entry, instance) for entry in table)
    return Fraction(table)


def _draw(parameter: Parameter, rng: Random) -> Fraction:
    low = parameter.low if parameter.low is not None else Fraction(-3)
    if parameter.choices:
        return Fraction(rng.choice(parameter.choices))
    if parameter.is_integer:
        least = int(low)
        return Fraction(rng.randint(least, max(least + 1, LARGEST_SIZE)))
    high = parameter.high
    if high is None:
        high = low + rng.choice((Fraction(1, 6), Fraction(1), Fraction(4)))
    if not parameter.low_open and rng.random() < 0.08:
        return low
    if parameter.high is not None and not parameter.high_open and rng.random() < 0.08:
        return high
    denominator = rng.randint(2, 24)
    return low + (high - low) * Fraction(rng.randint(1, denominator - 1), denominator)


def _masses(count: int, rng: Random) -> tuple[Fraction, ...]:
    parts = [rng.randint(1, 12) for _ in range(count)]
    return tuple(Fraction(part, sum(parts)) for part in parts)


def letter_lists(frame: Frame, point: ExactPoint) -> dict[str, tuple[Fraction, ...]]:
    """The masses p(1), p(2), .. of letters, and m(1), .. and n(1), .. of the outcomes' sets.

    Outcomes with a name of their own, which are the first, are left out.
    """
    lists = {"p": point.prior, SORTED: tuple(sorted(point.prior))}
    for tensor, incidence in frame.content.incidences.items():
        columns = list(zip(*point.instance.tensors[tensor.name], strict=True))
        named = {i for i in frame.distinguished if i.alphabet == tensor.alphabets[1]}
        columns = columns[len(named) :]
        lists["n"] = tuple(Fraction(sum(column)) for column in columns)
        lists[incidence.mass] = tuple(
            sum((p * b for p, b in zip(point.prior, column, strict=True)), Fraction(0))
            for column in columns
        )
    return lists
