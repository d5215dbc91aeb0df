"""The independent check of a closed form: points of the domain, its boundary among them.

A point gives every parameter a rational (an integer where it is a size) and the prior random
masses. The mechanism is built there with its 0/1 tables, evaluators/exact.py reads its measure,
and the closed form has to give the same number, exactly.

Every second point is put on a wall of the domain: a parameter at a bound that it may reach, now and
then all of them, or where a declared fact f >= 0 is an equality, f being linear in a parameter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import cycle, islice, product
from math import prod
from random import Random
from typing import Any

from pmlsym.calculus.algebra import read
from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import Polynomial, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.closed_forms.forms.frame import Content, content_of
from pmlsym.errors import Disagreement
from pmlsym.evaluators.exact import ExactAlgebra, read_exact
from pmlsym.language.fold import fold, rebuild, walk
from pmlsym.language.nodes import Measure
from pmlsym.language.value import (
    Divergence,
    LetterExponent,
    LetterOrder,
    Power,
    Ratio,
    Value,
    polynomials_of,
    range_indices,
)
from pmlsym.mechanism_families.mechanism import Mechanism, places_of
from pmlsym.mechanism_families.parameter import Parameter, PowerOf
from pmlsym.model.instance import Instance
from pmlsym.numbers.conversion import fraction_of

LARGEST_SIZE, MOST_MISSES, ROWS_AT = 4, 400, 2
CORNERS = 0.2  # how often all parameters are put at a bound where one is
TINY = 10**6  # one over it is the mass of a letter that hardly ever occurs


@dataclass(frozen=True)
class ExactPoint:
    """A point of the domain, and the instance that the mechanism is there.

    `is_inner` says that no real parameter is at a bound, no declared fact about one is an equality,
    and no letter has the mass zero.
    """

    scalars: Mapping[Tensor, Fraction]
    prior: tuple[Fraction, ...]
    instance: Instance
    is_inner: bool = True


@dataclass(frozen=True)
class Wall:
    """A part of the boundary: where a parameter is at a bound, or makes a fact an equality."""

    tensor: Tensor
    bound: Fraction | None = None
    fact: Fact | None = None


def exact_points(
    content: Content,
    priors: Mapping[Tensor, int | None],
    alphabet: str,
    rng: Random,
    *,
    zeros: bool = False,
) -> Iterator[ExactPoint]:
    """Random points of a closed form's domain, every second one on a wall, to check it there.

    Among the priors are uniform ones, ones with a tiny or nearly all mass somewhere, and where
    `zeros`, ones with the mass zero.
    """
    walls: Iterator[Wall | None] = cycle(
        [w for wall in _walls_of_domain(content) for w in (None, wall)]
    )
    misses = 0
    while misses < MOST_MISSES:
        scalars = {t: _random_scalar(p, rng) for t, p in content.parameters.items()}
        wall = next(walls, None)
        if wall is not None and wall.bound is not None:
            if rng.random() < CORNERS:
                scalars |= _random_corner(content, rng)
            scalars[wall.tensor] = wall.bound
        masses = None
        if wall is not None and wall.fact is not None:
            letters = _sizes_and_tensors(content, scalars)[0].get(alphabet, 1)
            masses = _random_masses(letters, rng, zeros)
            scalars = _moved_onto_wall(content, priors, scalars, masses, wall) or scalars
        point = point_at(content, priors, alphabet, scalars, masses, rng, zeros=zeros)
        misses += 1
        if point is not None:
            misses = 0
            yield point


def point_at(
    content: Content,
    priors: Mapping[Tensor, int | None],
    alphabet: str,
    scalars: Mapping[Tensor, Fraction],
    prior: tuple[Fraction, ...] | None,
    rng: Random,
    *,
    zeros: bool = False,
) -> ExactPoint | None:
    """The point of a closed form's domain at these values, with its instance; None outside."""
    if not all(p.admits(scalars[t]) for t, p in content.parameters.items()):
        return None
    sizes, integers, tensors = _sizes_and_tensors(content, scalars)
    masses = prior or _random_masses(sizes.get(alphabet, 1), rng, zeros)
    for tensor in priors:
        tensors[tensor.name] = masses
    for tensor, table in content.tables.items():
        if not tensor.alphabets:
            tensors[tensor.name] = Fraction(table)
    plain = ExactAlgebra(Instance(sizes, tensors))
    for tensor, definition in content.definitions_in_order:
        value = _defined_scalar(definition, plain)
        tensors[tensor.name] = value
        if tensor.is_size:
            sizes[tensor.counted] = int(value)
        plain = ExactAlgebra(Instance(sizes, tensors))
    for tensor, table in content.tables.items():
        tensors[tensor.name] = _table_of_numbers(table, plain)
    for tensor, made in content.tables_at(integers).items():
        tensors[tensor.name] = _table_of_numbers(made, plain)
    instance = Instance(sizes, tensors)
    for tensor, table in content.tables.items():
        _require_sums(tensor, Data(tensor, table).shape, tensors[tensor.name])
    slack = _least_slack(content, instance)
    if slack is None:
        return None
    real = {t: p for t, p in content.parameters.items() if not p.is_integer}
    at_end = any(scalars[t] in (p.low, p.high) for t, p in real.items())
    return ExactPoint(scalars, masses, instance, slack > 0 and not at_end and all(masses))


def places_of_named(measure: Measure) -> dict[Index, int]:
    """The letters that a measure singles out by name: the first ones at a closed form's point."""
    free = {i for p in polynomials_of(measure.value) for i in p.free}
    return places_of(free - {*range_indices(measure.value), *measure.free})


def value_at_orders(value: Value, scalars: Mapping[Tensor, Fraction]) -> Value:
    """A value with numbers for orders that are letters, at a point of its closed form."""

    def at(polynomial: Polynomial) -> Fraction:
        """The rational that an order's polynomial is at a point of a closed form."""
        terms = ((c, [tensor for ((tensor, _),) in monomial]) for monomial, c in polynomial)
        return sum((Fraction(c) * prod(scalars[t] for t in ts) for c, ts in terms), Fraction(0))

    def closed(node: Value, parts: tuple[Value, ...]) -> Value:
        """A node of values with its order, a letter in the closed form, as a number."""
        node = rebuild(node, parts)
        if isinstance(node, Divergence) and isinstance(node.order, LetterOrder):
            return replace(node, order=at(node.order.number))
        if isinstance(node, Power) and isinstance(node.exponent, LetterExponent):
            exponent = node.exponent
            return replace(node, exponent=at(exponent.numerator) / at(exponent.denominator))
        return node

    return fold(value, closed) if has_letter_orders(value) else value


def has_letter_orders(value: Value) -> bool:
    """Whether an order in a value, and so in its closed form, is a letter."""
    orders = (getattr(part, name, None) for part in walk(value) for name in ("order", "exponent"))
    return any(isinstance(order, LetterOrder | LetterExponent) for order in orders)


def require_rows(mechanism: Mechanism) -> None:
    """Raises Disagreement unless a channel's rows sum to one at points of a closed form's domain.

    A stochastic table is checked at every point that is made; here the channels that are not
    written out as tables are checked. Densities are known up to factors only, and are not summed.
    """
    channel = mechanism.channel
    inputs = channel.letters[: len(channel.inputs)]
    total = sum_over(channel.body, *channel.letters[len(inputs) :])
    if mechanism.is_density or total == constant(1):
        return
    content = content_of([*mechanism.prior.data, *channel.data])
    priors = dict.fromkeys(content.free_priors([mechanism.prior.body, channel.body]))
    for point in islice(exact_points(content, priors, mechanism.input.name, Random(0)), ROWS_AT):
        if (sums := set(_values_at_letters(total, inputs, point.instance))) != {1}:
            raise _rows_disagreement(channel, sums, point.scalars)


def _require_sums(tensor: Tensor, shape: tuple[int, ...], entries: Any) -> None:
    """Raises Disagreement unless a stochastic table sums to one at a closed form's point."""
    if not tensor.stochastic:
        return
    sums: dict[tuple[int, ...], Fraction] = {}
    for at in product(*map(range, shape)):
        value = entries
        for k in at:
            value = value[k]
        rest = tuple(k for place, k in enumerate(at) if place not in tensor.stochastic)
        sums[rest] = sums.get(rest, Fraction(0)) + value
    if set(sums.values()) != {1}:
        raise _rows_disagreement(tensor, sums.values(), {})


def _rows_disagreement(
    what: object, sums: Iterable[Fraction], at: Mapping[Tensor, Fraction]
) -> Disagreement:
    """The error that rows, at a point of a closed form's domain, do not sum to one."""
    wrong = ", ".join(str(value) for value in sums if value != 1)
    where = f" at {', '.join(f'{t} = {v}' for t, v in at.items())}" if at else ""
    return Disagreement(f"{what} is no channel: rows sum to {wrong}{where}")


def _walls_of_domain(content: Content) -> list[Wall]:
    """The walls of a closed form's domain: bounds of parameters, and facts as equalities."""
    walls = []
    for tensor, parameter in content.parameters.items():
        if parameter.low is not None and not parameter.low_open and not parameter.choices:
            walls.append(Wall(tensor, parameter.low))
        if parameter.high is not None and not parameter.high_open:
            walls.append(Wall(tensor, parameter.high))
    facts = dict.fromkeys(f for p in content.parameters.values() for f in p.facts)
    for fact in facts:
        for tensor in fact.polynomial.tensors:
            if fact.relation == ">=" and tensor in content.parameters and not tensor.is_size:
                walls.append(Wall(tensor, fact=fact))
    return walls


def _random_corner(content: Content, rng: Random) -> dict[Tensor, Fraction]:
    """A random corner of a closed form's domain: a bound of each parameter that may reach one."""
    bounds: dict[Tensor, list[Fraction]] = {}
    for wall in _walls_of_domain(content):
        if wall.bound is not None:
            bounds.setdefault(wall.tensor, []).append(wall.bound)
    return {tensor: rng.choice(ends) for tensor, ends in bounds.items()}


def _moved_onto_wall(
    content: Content,
    priors: Mapping[Tensor, int | None],
    scalars: Mapping[Tensor, Fraction],
    masses: tuple[Fraction, ...],
    wall: Wall,
) -> dict[Tensor, Fraction] | None:
    """A point of a closed form's domain with one parameter moved onto a wall; None if none fits.

    With f linear in the parameter t:  f(t) = f(0) + t (f(1) - f(0)) = 0.
    """
    assert wall.fact is not None
    sizes, _, tensors = _sizes_and_tensors(content, scalars)
    tensors |= {prior.name: masses for prior in priors}
    rows = []
    for value in range(3):
        instance = Instance(sizes, {**tensors, wall.tensor.name: Fraction(value)})
        if any(t.name not in instance.tensors for t in wall.fact.polynomial.tensors):
            return None
        rows.append(_fact_values(wall.fact, instance))
    for at_zero, at_one, at_two in zip(*rows, strict=True):
        slope = at_one - at_zero
        if not slope or at_two - at_one != slope:
            continue
        moved = {**scalars, wall.tensor: -at_zero / slope}
        changed = Instance(sizes, {**tensors, wall.tensor.name: moved[wall.tensor]})
        if min(_fact_values(wall.fact, changed), default=1) >= 0:
            return moved
    return None


def _sizes_and_tensors(
    content: Content, scalars: Mapping[Tensor, Fraction]
) -> tuple[dict[str, int], dict[str, int], dict[str, Any]]:
    """The sizes, integer parameters and tensors known so far at a closed form's point."""
    whole = {t: int(n) for t, n in scalars.items() if content.parameters[t].is_integer}
    sizes, integers = content.sizes_at(whole)
    tensors: dict[str, Any] = {t.name: v for t, v in scalars.items()}
    tensors |= {t.name: incidence.entries(integers) for t, incidence in content.incidences.items()}
    tensors |= {t.name: Fraction(sizes[t.counted]) for t in content.derived}
    return sizes, integers, tensors


def _least_slack(content: Content, instance: Instance) -> Fraction | None:
    """The least entry of facts on real parameters at a closed form's point; None if one fails."""
    least = Fraction(1)
    for parameter in content.parameters.values():
        for fact in parameter.facts:
            if any(t.alphabets and t.name not in instance.tensors for t in fact.polynomial.tensors):
                continue
            entries = _fact_values(fact, instance)
            if fact.relation == "==":
                if any(entries):
                    return None
                continue
            lowest = min(entries, default=Fraction(1))
            if lowest < 0 or (not lowest and fact.relation == ">"):
                return None
            if not parameter.is_integer:
                least = min(least, lowest)
    return least


def _fact_values(fact: Fact, instance: Instance) -> list[Fraction]:
    """The values that a fact says are positive, at a closed form's point, for all its letters."""
    fixed = places_of(set(fact.polynomial.free) - set(fact.indices))
    empty = [(i, fixed[other]) for i, other in _letters_of_identity(fact)]
    return _values_at_letters(fact.polynomial, fact.indices, instance, empty)


def _values_at_letters(
    polynomial: Polynomial,
    letters: Sequence[Index],
    instance: Instance,
    empty: Sequence[tuple[Index, int]] = (),
) -> list[Fraction]:
    """A polynomial's values at all letters, but the empty ones, of a closed form's point."""
    array = read_exact(polynomial, instance)
    fixed = places_of(set(array.indices) - set(letters))
    counts = [
        (fixed[index],) if index in fixed else range(count)
        for index, count in zip(array.indices, array.shape, strict=True)
    ]
    left_out = [(array.indices.index(letter), k) for letter, k in empty]
    return [array[at] for at in product(*counts) if not any(at[p] == k for p, k in left_out)]


@lru_cache(maxsize=256)
def _letters_of_identity(fact: Fact) -> tuple[tuple[Index, Index], ...]:
    """Letters at which a fact of a closed form's domain is void, as p(x_min) <= p(x_min)."""
    named = set(fact.polynomial.free) - set(fact.indices)
    return tuple(
        (index, other)
        for index, other in product(fact.indices, named)
        if index.alphabet == other.alphabet and not substitute(fact.polynomial, {index: other})
    )


def _defined_scalar(definition: Ratio | PowerOf, plain: ExactAlgebra) -> Fraction:
    """The value of a scalar that others define, at a point of a closed form's domain."""
    if isinstance(definition, PowerOf):
        power = _scalar_value(definition.exponent, plain)
        return Fraction(_defined_scalar(definition.base, plain)) ** int(power)
    return _scalar_value(definition.numerator, plain) / _scalar_value(definition.denominator, plain)


def _scalar_value(polynomial: Polynomial, plain: ExactAlgebra) -> Fraction:
    """The rational value of a polynomial without letters, at a closed form's point."""
    (value,) = read(polynomial, plain).entries
    return fraction_of(value)


def _table_of_numbers(table: Any, plain: ExactAlgebra) -> Any:
    """A table with the rational values of its entries, at a closed form's point."""
    if isinstance(table, Ratio):
        return _defined_scalar(table, plain)
    if isinstance(table, tuple | list):
        return tuple(_table_of_numbers(entry, plain) for entry in table)
    return Fraction(table)


def _random_scalar(parameter: Parameter, rng: Random) -> Fraction:
    """A random value of a parameter inside its bounds, for a point of a closed form's domain."""
    low = parameter.low if parameter.low is not None else Fraction(-3)
    if parameter.choices:
        return Fraction(rng.choice(parameter.choices))
    if parameter.is_integer:
        least = int(low)
        return Fraction(rng.randint(least, max(least + 1, LARGEST_SIZE)))
    high = parameter.high
    if high is None:
        high = low + rng.choice((Fraction(1, 6), Fraction(1), Fraction(4)))
    denominator = rng.randint(2, 24)
    return low + (high - low) * Fraction(rng.randint(1, denominator - 1), denominator)


def _random_masses(count: int, rng: Random, zeros: bool = False) -> tuple[Fraction, ...]:
    """Random prior masses to check a closed form at: equal, tiny, of all magnitudes, or zero.

    A form that is wrong where a mass is tiny, or nearly one, may be right everywhere else.
    """
    parts = [rng.randint(1, 12) for _ in range(count)]
    kind = rng.randrange(8)
    if kind == 0:
        parts = [1] * count
    elif kind == 1:
        parts = [part * TINY for part in parts]
        parts[rng.randrange(count)] = 1
    elif kind == 3:
        parts[rng.randrange(count)] = TINY
    elif kind == 4:
        parts = [12 ** rng.randrange(count + 1) for _ in parts]
    elif kind == 2 and zeros:
        for place in rng.sample(range(count), rng.randrange(count)):
            parts[place] = 0
    return tuple(Fraction(part, sum(parts)) for part in parts)
