"""Batches of instances of a mechanism family: parameters within their domain, priors, all tensors.

Sizes and other integer parameters are the same for a whole batch; real parameters and priors vary.
Everything is drawn inside the domain, since closed forms assume masses and denominators positive.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.closed_forms.forms.frame import Content, content_of
from pmlsym.evaluators.batch import Array, Batch, LabelledArray
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Ratio, polynomials_of, range_indices
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.parameter import Parameter, PowerOf

MOST_CHOICES, MOST_DRAWS, MOST_AT_ONCE = 40, 60, 20_000
SPREAD = 3


@dataclass(frozen=True, eq=False)
class Draw:
    """A batch, and the values of the names that closed forms mention.

    `plain` has the prior and the channel as separate arrays, P and W, with the parameters;
    `exponentials` has exp(scale * name) and the scale of parameters that are exponents.
    """

    batch: Batch
    plain: Batch
    names: Mapping[str, Array]
    exponentials: Mapping[str, tuple[Array, Fraction]]


class MechanismInstances:
    """Draws instances on which some measures of one mechanism have values."""

    def __init__(self, mechanism: Mechanism, measures: Sequence[Measure]) -> None:
        self.mechanism = mechanism
        every = (*mechanism.prior.data, *mechanism.channel.data)
        self.content: Content = content_of([*every, *(d for m in measures for d in m.data)])
        bodies = [mechanism.prior.body, mechanism.channel.body]
        polynomials = [*bodies, *(p for m in measures for p in polynomials_of(m.value))]
        loose = {t for p in polynomials for t in p.tensors if t.alphabets} - self.content.tensors
        self.priors = sorted(t for t in loose if not t.is_delta and t.stochastic == (0,))
        bound = {i for m in measures for i in range_indices(m.value)}
        bound |= {*mechanism.prior.letters, *mechanism.channel.letters}
        free = {i for m in measures for i in m.free}
        self.fixed = sorted({i for p in polynomials for i in p.free} - bound - free)

    def draw(self, rng: np.random.Generator, count: int) -> Draw | None:
        """That many instances for the papers' cross-check; None if the domain was missed."""
        for _ in range(MOST_CHOICES):
            integers = {
                tensor: _random_integer(parameter, rng)
                for tensor, parameter in self.content.parameters.items()
                if parameter.is_integer
            }
            scalars = self._scalars_within_domain(rng, integers, count)
            if scalars is not None:
                break
        else:
            return None
        batch = self._batch_of_all(integers, scalars)
        exponentials = {
            p.name: (batch.tensors[t.name], p.scale)
            for t, p in self.content.parameters.items()
            if p.is_exponent
        }
        return Draw(batch, self._plain_batch(batch), self._values_by_name(batch), exponentials)

    def _scalars_within_domain(
        self, rng: np.random.Generator, integers: Mapping[Tensor, int], count: int
    ) -> dict[str, Array] | None:
        """Parameters and priors on instances of the papers' cross-check, or None."""
        draws: list[dict[str, Array]] = []
        missing, share = count, 1.0
        for _ in range(MOST_DRAWS):
            draw = self._drawn_scalars(
                rng, integers, min(MOST_AT_ONCE, int(64 + 1.2 * missing / share))
            )
            if draw is None:
                return None
            values, inside = draw
            draws.append(
                {name: array[..., inside][..., :missing] for name, array in values.items()}
            )
            missing -= min(missing, int(inside.sum()))
            share = max(0.01, float(inside.mean()))
            if not missing:
                return {n: np.concatenate([k[n] for k in draws], axis=-1) for n in draws[0]}
            if missing == count:
                return None
        return None

    def values(self, measure: Measure, draw: Draw) -> list[Array]:
        """A measure's values on instances of the papers' cross-check: an array for each outcome.

        It is one of the plain prior and channel, or, for densities, of the mechanism itself.
        """
        batch = draw.batch if self.mechanism.is_density else draw.plain
        item = self._at_fixed_letters(batch.value(measure.value))
        array = item.along(measure.free)
        shape = [draw.plain.sizes[index.alphabet] for index in measure.free]
        array = np.broadcast_to(array, (*shape, draw.batch.count)).reshape(-1, draw.batch.count)
        with np.errstate(divide="ignore", invalid="ignore"):
            return list(np.log(array) if measure.is_log else array)

    def _at_fixed_letters(self, item: LabelledArray) -> LabelledArray:
        """An array at the distinguished letters of a mechanism, for the papers' cross-check."""
        for index in self.fixed:
            before = [i for i in self.fixed if i.alphabet == index.alphabet]
            item = _at_letter(item, index, before.index(index))
        return item

    def _plain_batch(self, batch: Batch) -> Batch:
        """The batch of the prior P and the channel W themselves, for the papers' cross-check."""
        kept = (*self.content.parameters, *self.content.tables, *self.content.neighbours)
        tensors = {t.name: batch.tensors[t.name] for t in kept}
        for name, thing in (("P", self.mechanism.prior), ("W", self.mechanism.channel)):
            item = self._at_fixed_letters(batch.polynomial(thing.body))
            shape = [batch.sizes[index.alphabet] for index in thing.letters]
            tensors[name] = np.broadcast_to(item.along(thing.letters), (*shape, batch.count))
        return Batch(batch.sizes, tensors)

    def _drawn_scalars(
        self, rng: np.random.Generator, integers: Mapping[Tensor, int], count: int
    ) -> tuple[dict[str, Array], Any] | None:
        """Parameters and priors for the papers' cross-check, and which are inside the domain."""
        sizes, _ = self.content.sizes_at(integers)
        values = {
            tensor.name: _random_reals(parameter, rng, count)
            for tensor, parameter in self.content.parameters.items()
            if tensor not in integers
        }
        for prior in self.priors:
            letters = sizes.get(prior.alphabets[0])
            if letters is None:
                return None
            values[prior.name] = rng.dirichlet(np.ones(letters), count).T
        batch = self._batch_of_all(integers, values)
        inside = np.ones(count, dtype=bool)
        for parameter in self.content.parameters.values():
            for fact in parameter.facts:
                tensors = fact.polynomial.tensors
                if any(t.alphabets and t.name not in batch.tensors for t in tensors):
                    continue
                entries = self._at_fixed_letters(batch.polynomial(fact.polynomial)).array
                good = entries > 0 if fact.relation == ">" else entries >= 0
                inside &= np.broadcast_to(good, (*good.shape[:-1], count)).all(
                    axis=tuple(range(good.ndim - 1))
                )
        return values, inside

    def _batch_of_all(self, integers: Mapping[Tensor, int], values: Mapping[str, Array]) -> Batch:
        """The batch with every tensor, for the papers' cross-check: definitions, tables, 0/1."""
        sizes, named = self.content.sizes_at(integers)
        tensors: dict[str, Array] = dict(values)
        count = max((a.shape[-1] for a in values.values()), default=1)
        tensors |= {t.name: np.array([float(v)]) for t, v in integers.items()}
        for tensor, incidence in self.content.incidences.items():
            tensors[tensor.name] = np.array(incidence.entries(named), dtype=float)[..., None]
        for tensor in self.content.derived:
            tensors[tensor.name] = np.array([float(sizes[tensor.counted])])
        plain = {t: e for t, e in self.content.tables.items() if not t.alphabets}
        tensors |= {t.name: np.array([float(Fraction(e))]) for t, e in plain.items()}
        for tensor, definition in self.content.definitions_in_order:
            value = _value_of_definition(definition, Batch(sizes, tensors))
            tensors[tensor.name] = value
            if tensor.is_size:
                sizes[tensor.counted] = round(float(value[0]))
        for tensor, table in self.content.tables.items():
            tensors[tensor.name] = _table_array(table, Batch(sizes, tensors), count)
        for tensor, table in self.content.tables_at(named).items():
            tensors[tensor.name] = _table_array(table, Batch(sizes, tensors), count)
        return Batch(sizes, tensors)

    def _values_by_name(self, batch: Batch) -> dict[str, Array]:
        """Parameters by name, and masses p1, .., p_min, p_max, for the papers' cross-check."""
        names = {}
        for tensor, parameter in self.content.parameters.items():
            size = batch.sizes.get(tensor.counted)
            array = batch.tensors[tensor.name] if size is None else np.array([float(size)])
            value = np.log(array) / float(parameter.scale) if parameter.is_exponent else array
            names[parameter.name] = value
        for prior in self.priors[:1]:
            masses = batch.tensors[prior.name]
            names |= {f"p{k + 1}": mass for k, mass in enumerate(masses)}
            names |= {"p_min": masses.min(axis=0), "p_max": masses.max(axis=0)}
        return names


def _random_integer(parameter: Parameter, rng: np.random.Generator) -> int:
    """A random value of a mechanism's integer parameter, for the papers' cross-check."""
    if parameter.choices:
        return int(rng.choice(parameter.choices))
    low = int(parameter.low or 0)
    return int(rng.integers(low, low + SPREAD))


def _random_reals(parameter: Parameter, rng: np.random.Generator, count: int) -> Array:
    """Random values of a mechanism's real parameter, in its bounds, for the papers' cross-check."""
    low = None if parameter.low is None else float(parameter.low)
    high = None if parameter.high is None else float(parameter.high)
    if parameter.is_exponent and low == 0:
        return np.exp(rng.normal(0, 1, count))
    if low is None:
        return rng.normal(0, 2, count)
    if high is None:
        beyond = rng.exponential(1.5, count)
        return np.asarray(low * np.exp(beyond) if low else beyond)
    return np.asarray(low + (high - low) * rng.uniform(0.001, 0.999, count))


def _value_of_definition(definition: Ratio | PowerOf, batch: Batch) -> Array:
    """The values on a batch of a scalar that others define, for the papers' cross-check."""
    if isinstance(definition, PowerOf):
        power = batch.polynomial(definition.exponent).array
        return np.asarray(_value_of_definition(definition.base, batch) ** power)
    return batch.value(definition).array


def _table_array(table: Any, batch: Batch, count: int) -> Array:
    """The entries of a table on a batch, the instances last, for the papers' cross-check."""
    if isinstance(table, Ratio):
        return np.broadcast_to(_value_of_definition(table, batch), (count,))
    if isinstance(table, tuple | list):
        return np.stack([_table_array(entry, batch, count) for entry in table])
    return np.full(count, float(Fraction(table)))


def _at_letter(item: LabelledArray, index: Index, letter: int) -> LabelledArray:
    """An array at one letter of an index, for the papers' cross-check."""
    if index not in item.indices:
        return item
    k = item.indices.index(index)
    others = tuple(i for i in item.indices if i != index)
    return LabelledArray(others, np.take(item.array, letter, axis=k))
