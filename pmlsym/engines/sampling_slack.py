"""Quantities and claims on batches: by how much a claim holds on each instance.

    slack(A <= B) = B - A          slack(A and B) = min          slack(A or B) = max
    slack(not A) = -slack(A)       slack(A => B) = slack(B) where A holds, else positive

A slack is negative exactly where the floats say that the claim is violated, and NaN where the
instance is outside the claim's domain. Differences within rounding count as zero. Free outcomes
stay indices of the result, so that all their letters are seen at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.index import Index
from pmlsym.calculus.scalar import exponential, scalar
from pmlsym.claims.entropy_value import PREFIX, form_of
from pmlsym.errors import Unsupported
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Condition,
    Conjunction,
    Constant,
    Disjunction,
    Division,
    Entropic,
    Exponential,
    Extreme,
    Implication,
    Logarithm,
    Measure,
    Negation,
    Product,
    Quantity,
    Scalar,
    Sum,
)
from pmlsym.meter import tick
from pmlsym.model.prior import Prior
from pmlsym.readings.batched_polynomial import (
    CELLS,
    OPERATION,
    Array,
    Batch,
    Labelled,
    read_polynomial,
)
from pmlsym.readings.batched_value import read_value, with_quotients

ROUNDING = 2e-13
LEAST = 1e-300


class SlackBatch:
    """A batch of instances with the numbers and slacks found on it so far."""

    def __init__(self, batch: Batch) -> None:
        """Take a batch with the claim's tensors; scalars come one by one, by `assign`."""
        self.batch = batch
        self.scalars: dict[str, Labelled] = {}
        self._known: dict[Measure, Labelled] = {}

    def assign(self, name: str, values: Labelled) -> None:
        """Give a free scalar its values; measures may mention it or its exponential."""
        self.scalars[name] = values
        if not values.indices:
            array = values.array
            with np.errstate(over="ignore"):
                added = {scalar(name).name: array, exponential(name).name: np.exp(array)}
            tensors = {**self.batch.tensors, **added}
            self.batch = Batch(self.batch.sizes, tensors, self.batch.seen)

    def quantity(self, quantity: Quantity) -> Labelled:
        """The quantity on every instance; NaN where it has no value."""
        with np.errstate(all="ignore"):
            return self._quantity(quantity)

    def slack(self, claim: Claim) -> Labelled:
        """By how much the claim holds: negative where it is violated, NaN outside its domain."""
        with np.errstate(all="ignore"):
            return self._slack(claim)

    def met(self, claim: Claim) -> Labelled:
        """One where every premise on the way to the conclusions holds, else zero."""
        with np.errstate(all="ignore"):
            return self._met(claim)

    def _quantity(self, quantity: Quantity) -> Labelled:
        tick(OPERATION)
        match quantity:
            case Constant(value):
                return Labelled((), np.array([float(value)]))
            case Scalar(name):
                return self.scalars[name]
            case Measure():
                if quantity not in self._known:
                    self._known[quantity] = self._measure(quantity)
                return self._known[quantity]
            case Entropic():
                return self._entropic(quantity)
            case Sum(parts):
                return self._fold(np.add, parts)
            case Product(parts):
                return self._fold(np.multiply, parts)
            case Division(above, below):
                left, right = self._quantity(above), self._quantity(below)
                return _joined(_divided, left, right)
            case Logarithm(body):
                item = self._quantity(body)
                return Labelled(item.indices, np.log(item.array))
            case Exponential(body):
                item = self._quantity(body)
                return Labelled(item.indices, np.exp(item.array))
            case Extreme(parts, is_maximum):
                return self._fold(np.maximum if is_maximum else np.minimum, parts)
        raise Unsupported(f"{type(quantity).__name__} has no reading on batches")

    def _fold(self, rule: Callable[[Array, Array], Array], parts: tuple[Quantity, ...]) -> Labelled:
        items = [self._quantity(part) for part in parts]
        return reduce(lambda a, b: _joined(rule, a, b), items)

    def _measure(self, measure: Measure) -> Labelled:
        batch = with_quotients(self.batch, measure.defined) if measure.defined else self.batch
        item = read_value(measure.value, batch)
        return Labelled(item.indices, np.log(item.array)) if measure.is_log else item

    def _entropic(self, quantity: Entropic) -> Labelled:
        """A sum of joint entropies, of the joint distribution that has all the variables."""
        for name, array in self.batch.tensors.items():
            axes = name[len(PREFIX) : -1].split(",")
            if name.startswith(PREFIX) and set(quantity.variables) <= set(axes):
                total = np.zeros(array.shape[-1])
                for key, c in form_of(quantity).terms:
                    away = tuple(k for k, axis in enumerate(axes) if axis not in key)
                    total = total + float(c) * _entropy(array.sum(axis=away))
                return Labelled((), total)
        raise Unsupported(f"no joint distribution has the variables of {quantity}")

    def _slack(self, claim: Claim) -> Labelled:
        tick(OPERATION)
        match claim:
            case Comparison(left, relation, right):
                low, high = self._quantity(left), self._quantity(right)
                return _joined(RELATIONS[relation], low, high)
            case Condition(text, kind, subject):
                return self._condition(text, kind, subject)
            case Conjunction(claims):
                return reduce(
                    lambda a, b: _joined(np.minimum, a, b), [self._slack(c) for c in claims]
                )
            case Disjunction(claims):
                return reduce(
                    lambda a, b: _joined(np.maximum, a, b), [self._slack(c) for c in claims]
                )
            case Negation(inner):
                item = self._slack(inner)
                return Labelled(item.indices, _negated(item.array))
            case Implication(premise, conclusion):
                return _joined(_implied, self._slack(premise), self._slack(conclusion))
        raise Unsupported(f"{type(claim).__name__} has no reading on batches")

    def _condition(self, text: str, kind: str, subject: object) -> Labelled:
        if kind != "fullsupport" or not isinstance(subject, Prior):
            raise Unsupported(f"{text} has no reading on batches")
        mass = read_polynomial(subject.body, self.batch).array
        least = mass.min(axis=tuple(range(mass.ndim - 1)))
        return Labelled((), np.where(least > 0, least, -1.0))

    def _met(self, claim: Claim) -> Labelled:
        match claim:
            case Implication(premise, conclusion):
                return _joined(_both, self._slack(premise), self._met(conclusion))
            case Conjunction(claims):
                met = [self._met(c) for c in claims]
                return reduce(lambda a, b: _joined(np.minimum, a, b), met)
        item = self._slack(claim)
        return Labelled(item.indices, (~np.isnan(item.array)).astype(np.float64))


def flattened(item: Labelled, count: int) -> tuple[Array, NDArray[np.int64]]:
    """The smallest slack over the free outcomes, and where it is, as a flat index of them.

    >>> y = Index("Y", "y")
    >>> flattened(Labelled((y,), np.array([[1.0, 2.0], [0.5, np.nan]])), 2)
    (array([0.5, 2. ]), array([1, 0]))
    """
    shape = (*item.array.shape[:-1], count)
    flat = np.broadcast_to(item.array, shape).reshape(-1, count)
    shown = np.where(np.isnan(flat), np.inf, flat)
    where = np.argmin(shown, axis=0)
    least = shown[where, np.arange(count)]
    outside = np.isnan(flat).all(axis=0)
    return np.where(outside, np.nan, least), where


def outcome_letters(
    indices: tuple[Index, ...], sizes: Mapping[str, int], flat: NDArray[np.int64]
) -> dict[str, NDArray[np.int64]]:
    """The letters of the free outcomes at each flat index, by outcome.

    >>> outcome_letters((Index("Y", "y"), Index("Z", "z")), {"Y": 2, "Z": 3}, np.array([1, 5]))
    {'y': array([0, 1]), 'z': array([1, 2])}
    """
    shape = tuple(sizes[index.alphabet] for index in indices)
    letters = np.unravel_index(flat, shape) if shape else ()
    return {index.name: along for index, along in zip(indices, letters, strict=True)}


def _entropy(masses: Array) -> Array:
    tick(OPERATION + masses.size // CELLS)
    flat = masses.reshape(-1, masses.shape[-1])
    logs = np.log(flat, out=np.zeros_like(flat), where=flat > 0)
    return np.asarray(-np.einsum("ib,ib->b", flat, logs))


def _joined(rule: Callable[[Array, Array], Array], left: Labelled, right: Labelled) -> Labelled:
    indices = tuple(sorted({*left.indices, *right.indices}))
    return Labelled(indices, rule(left.along(indices), right.along(indices)))


def _divided(above: Array, below: Array) -> Array:
    return np.where(below == 0, np.nan, above / below)


def _at_most(left: Array, right: Array) -> Array:
    gap = right - left
    rounding = ROUNDING * (1 + np.abs(left) + np.abs(right))
    gap = np.where((np.abs(gap) <= rounding) & np.isfinite(gap), 0.0, gap)
    outside = np.isnan(left) | np.isnan(right)
    return np.where(outside, np.nan, np.where(left == right, 0.0, gap))


def _negated(slack: Array) -> Array:
    return np.where(slack >= 0, -np.maximum(slack, LEAST), -slack)


def _same(left: Array, right: Array) -> Array:
    return -np.abs(_at_most(left, right))


def _implied(premise: Array, conclusion: Array) -> Array:
    outside = np.where(np.isnan(premise), np.nan, np.fmax(-premise, conclusion))
    return np.where(premise >= 0, conclusion, outside)


def _both(premise: Array, conclusion: Array) -> Array:
    return np.where(premise >= 0, conclusion, 0.0)


RELATIONS: Mapping[str, Callable[[Array, Array], Array]] = {
    "<=": _at_most,
    ">=": lambda left, right: _at_most(right, left),
    "<": lambda left, right: _negated(_at_most(right, left)),
    ">": lambda left, right: _negated(_at_most(left, right)),
    "==": _same,
}
