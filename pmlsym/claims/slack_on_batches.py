"""Quantities and claims on batches of instances: by how much a claim holds on each.

    slack(A <= B) = B - A          slack(A and B) = min          slack(A or B) = max
    slack(not A) = -slack(A)       slack(A => B) = slack(B) where A holds, else positive

A slack is negative exactly where the floats say that the claim is violated, and NaN where the
instance is outside the claim's domain. Differences within rounding count as zero. Free outcomes
stay indices of the result, so that all their letters are covered at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial, reduce

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.meter import tick
from pmlsym.calculus.tensor import Index
from pmlsym.claims.conditions import difference_of
from pmlsym.claims.entropies import in_masses, joints_of
from pmlsym.errors import Unsupported
from pmlsym.evaluators.batch import Array, Batch, LabelledArray
from pmlsym.evaluators.program_arrays import OPERATION
from pmlsym.language.interpretation import Logic
from pmlsym.language.nodes import Claim, Comparison, Condition, Conjunction, Implication, Quantity
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

ROUNDING = 2e-13
LEAST = 1e-300


class SlackBatch:
    """A batch of instances with the numbers and slacks found on it so far."""

    def __init__(self, batch: Batch) -> None:
        """Take a batch with the claim's tensors; scalars come one by one, by `assign`."""
        self.batch = batch
        self._joints = tuple(joints_of(batch.tensors))

    def assign(self, name: str, values: LabelledArray) -> None:
        """Give a free name of the claim, a scalar, its value on each instance of the batch."""
        self.batch.assign(name, values)

    def quantity(self, quantity: Quantity) -> LabelledArray:
        """The claim's quantity on every instance of the batch; NaN where it is not defined."""
        return self.batch.quantity(in_masses(quantity, self._joints))

    @np.errstate(all="ignore")
    def slack(self, claim: Claim) -> LabelledArray:
        """By how much a claim is true on each instance: < 0 where false, NaN where not defined."""
        return Logic(
            compare=self._slack_of_comparison,
            condition=self._slack_of_condition,
            all_of=partial(_extreme_slack, np.minimum),
            any_of=partial(_extreme_slack, np.maximum),
            negate=_slack_of_negation,
            implies=_slack_of_implication,
        ).read(claim)

    @np.errstate(all="ignore")
    def met(self, claim: Claim) -> LabelledArray:
        """Whether all hypotheses of the claim are true, as one or zero, on each instance."""
        match claim:
            case Implication(premise, conclusion):
                return _combine(_under_premise, self.slack(premise), self.met(conclusion))
            case Conjunction(claims):
                return reduce(partial(_combine, np.minimum), map(self.met, claims))
        item = self.slack(claim)
        return LabelledArray(item.indices, (~np.isnan(item.array)).astype(np.float64))

    def _slack_of_comparison(self, comparison: Comparison) -> LabelledArray:
        """By how much a claim such as A <= B is true on each instance of a batch."""
        tick(OPERATION)
        low, high = self.quantity(comparison.left), self.quantity(comparison.right)
        return _combine(RELATIONS[comparison.relation], low, high)

    def _slack_of_condition(self, condition: Condition) -> LabelledArray:
        """By how much a claim such as uniform(P) is true on each instance; -1 where false."""
        tick(OPERATION)
        subject, margin = condition.subject, MARGINS.get(condition.kind)
        if condition.kind == "same":
            return self._slack_of_same(condition)
        if margin is None or not isinstance(subject, Prior | Channel):
            raise Unsupported(f"{condition.text} has no reading on batches")
        entries = self.batch.polynomial(subject.body).array
        least = margin(entries.reshape(-1, entries.shape[-1]))
        return LabelledArray((), np.where(least > 0, least, -1.0))

    def _slack_of_same(self, condition: Condition) -> LabelledArray:
        """By how much the claim W == V is true on each instance: zero, or minus the largest gap."""
        difference = difference_of(condition)
        if difference is None:
            raise Unsupported(f"{condition.text} has no reading on batches")
        gaps = self.batch.polynomial(difference).array
        far = np.abs(gaps).reshape(-1, gaps.shape[-1]).max(axis=0)
        return LabelledArray((), np.where(far > NEARLY, -far, 0.0))


MARGINS: Mapping[str, Callable[[Array], Array]] = {
    "fullsupport": lambda entries: entries.min(axis=0),
    "uniform": lambda entries: NEARLY - (entries.max(axis=0) - entries.min(axis=0)),
    "deterministic": lambda entries: NEARLY - np.minimum(entries, 1 - entries).max(axis=0),
}
"""The margin of each condition, from entries: positive where it holds, up to rounding."""

NEARLY = 1e-12


def flattened(item: LabelledArray, count: int) -> tuple[Array, NDArray[np.int64]]:
    """By how much a claim is true on each instance at its worst free outcomes, and where they are.

    >>> y = Index("Y", "y")
    >>> flattened(LabelledArray((y,), np.array([[1.0, 2.0], [0.5, np.nan]])), 2)
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
    """The letters of a claim's free outcomes, from the places where its truth was the worst.

    >>> outcome_letters((Index("Y", "y"), Index("Z", "z")), {"Y": 2, "Z": 3}, np.array([1, 5]))
    {'y': array([0, 1]), 'z': array([1, 2])}
    """
    shape = tuple(sizes[index.alphabet] for index in indices)
    letters = np.unravel_index(flat, shape) if shape else ()
    return {index.name: along for index, along in zip(indices, letters, strict=True)}


def _combine(
    rule: Callable[[Array, Array], Array], left: LabelledArray, right: LabelledArray
) -> LabelledArray:
    """The truth of a claim on instances as a number, from the numbers of its two sides or parts."""
    indices = tuple(sorted({*left.indices, *right.indices}))
    return LabelledArray(indices, rule(left.along(indices), right.along(indices)))


def _extreme_slack(
    rule: Callable[[Array, Array], Array], items: Sequence[LabelledArray]
) -> LabelledArray:
    """By how much claims joined by "and" (the least) or "or" (the largest) are true on a batch."""
    tick(OPERATION)
    return reduce(partial(_combine, rule), items)


def _slack_of_negation(item: LabelledArray) -> LabelledArray:
    """By how much a claim "not A" is true on each instance, by the truth of A there."""
    tick(OPERATION)
    return LabelledArray(item.indices, _negated_slack(item.array))


def _slack_of_implication(
    premise: LabelledArray, conclusion: Callable[[], LabelledArray]
) -> LabelledArray:
    """By how much a claim A => B is true on instances, by the truth of A and B on each."""
    tick(OPERATION)
    return _combine(_implied_slack, premise, conclusion())


def _slack_of_at_most(left: Array, right: Array) -> Array:
    """By how much the claim A <= B is true: B - A, zero within rounding, NaN if not defined."""
    gap = right - left
    rounding = ROUNDING * (1 + np.abs(left) + np.abs(right))
    gap = np.where((np.abs(gap) <= rounding) & np.isfinite(gap), 0.0, gap)
    outside = np.isnan(left) | np.isnan(right)
    return np.where(outside, np.nan, np.where(left == right, 0.0, gap))


def _negated_slack(slack: Array) -> Array:
    """By how much the claim "not A" is true: minus that of A; for zero, just below zero."""
    return np.where(slack >= 0, -np.maximum(slack, LEAST), -slack)


def _slack_of_equality(left: Array, right: Array) -> Array:
    """By how much the claim A == B is true on a batch: minus the distance of the sides."""
    return -np.abs(_slack_of_at_most(left, right))


def _implied_slack(premise: Array, conclusion: Array) -> Array:
    """By how much a claim A => B is true on a batch: as B where A is true, else positive."""
    outside = np.where(np.isnan(premise), np.nan, np.fmax(-premise, conclusion))
    return np.where(premise >= 0, conclusion, outside)


def _under_premise(premise: Array, conclusion: Array) -> Array:
    """The conclusion's number on each instance where the claim's hypothesis is true, else zero."""
    return np.where(premise >= 0, conclusion, 0.0)


RELATIONS: Mapping[str, Callable[[Array, Array], Array]] = {
    "<=": _slack_of_at_most,
    ">=": lambda left, right: _slack_of_at_most(right, left),
    "<": lambda left, right: _negated_slack(_slack_of_at_most(right, left)),
    ">": lambda left, right: _negated_slack(_slack_of_at_most(left, right)),
    "==": _slack_of_equality,
}
