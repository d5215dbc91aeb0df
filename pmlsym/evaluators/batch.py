"""Batches of instances, on which many quantities are evaluated by one growing plan.

A batch holds each tensor as an array (*letters, B), the instances last. A new quantity adds steps
to its plan, and only the steps that it needs and that have not been run yet are run.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.evaluators.array_library import NUMPY
from pmlsym.evaluators.program import Place
from pmlsym.evaluators.program_arrays import Action, action_of, count_step, reader_in_order
from pmlsym.evaluators.program_plan import Planner, array_name
from pmlsym.language.nodes import Quantity
from pmlsym.language.value import Value

Array = NDArray[np.float64]

MOST_STEPS = 2000
"""A plan with more steps than this is begun anew: its quantities differ each time."""


@dataclass(frozen=True, eq=False)
class LabelledArray:
    """An array (*letters, B) with the indices of its letters."""

    indices: tuple[Index, ...]
    array: Array

    def along(self, indices: Sequence[Index]) -> Array:
        """The array of a value's floats, with its letters in this order.

        It has size one along indices that it does not have.
        """
        if tuple(indices) == self.indices:
            return self.array
        ordered: Array = reader_in_order(Place(0, self.indices), tuple(indices), NUMPY)(
            {0: self.array}
        )
        return ordered


class GrowingPlan:
    """A plan at some sizes of alphabets, which all batches of these sizes share and extend."""

    def __init__(self, planner: Planner) -> None:
        """Begin with a planner that has read nothing yet."""
        self.planner = planner
        self._actions: list[Action] = []
        self._writers: dict[int, list[int]] = {}
        self._steps_to: dict[int, tuple[int, ...]] = {}

    def steps_to(self, register: int) -> tuple[int, ...]:
        """The steps of a batch's plan on whose results a register depends, in order."""
        known_steps = self._steps_to.get(register)
        if known_steps is None:
            self._prepare_new_steps()
            steps: set[int] = set()
            waiting = [register]
            while waiting:
                for k in self._writers.get(waiting.pop(), ()):
                    if k not in steps:
                        steps.add(k)
                        waiting += [place.register for place in self.planner.steps[k].operands]
            known_steps = self._steps_to[register] = tuple(sorted(steps))
        return known_steps

    def action(self, step: int) -> Action:
        """The prepared action on arrays of a step of a batch's plan."""
        return self._actions[step]

    def _prepare_new_steps(self) -> None:
        """Prepare the steps that the planner has added to a batch's plan."""
        for k in range(len(self._actions), len(self.planner.steps)):
            step = self.planner.steps[k]
            self._actions.append(
                action_of(step, self.planner.shapes, self.planner.constants, NUMPY)
            )
            self._writers.setdefault(step.out.register, []).append(k)


Plans = dict[Hashable, GrowingPlan]
"""Plans by the sizes of alphabets and the letters of scalars."""


class Batch:
    """B instances at once: the size of each alphabet, and arrays (*letters, B) by tensor name.

    Scalars are arrays of shape (B,), or (1,) where all instances share them. Batches of the same
    tensors may share `plans`.

    >>> from pmlsym.calculus import Tensor, atom, sum_over
    >>> x, y = Index("X", "x"), Index("Y", "y")
    >>> P, W = Tensor("P", ("X",)), Tensor("W", ("X", "Y"))
    >>> arrays = {"P": np.array([[0.5], [0.5]]), "W": np.array([[[1.0], [0.0]], [[0.5], [0.5]]])}
    >>> batch = Batch({"X": 2, "Y": 2}, arrays)
    >>> batch.polynomial(sum_over(atom(P, x) * atom(W, x, y), x)).array.ravel()
    array([0.75, 0.25])
    """

    def __init__(
        self,
        sizes: Mapping[str, int],
        tensors: Mapping[str, Array],
        plans: Plans | None = None,
    ) -> None:
        """Take arrays; those of scalars may come later, by `assign`."""
        self.sizes = sizes
        self.tensors = dict(tensors)
        self._plans = {} if plans is None else plans
        self._letters: dict[str, tuple[Index, ...]] = {}
        self._plan: GrowingPlan | None = None
        self._registers: dict[int, Array] = {}
        self._steps_run: set[int] = set()

    @property
    def count(self) -> int:
        """The number of instances on which values are computed at once, in arrays of floats."""
        return max((array.shape[-1] for array in self.tensors.values()), default=1)

    def assign(self, name: str, values: LabelledArray) -> None:
        """Give a scalar its value on each instance of the batch before its first use."""
        self.tensors[array_name(name, values.indices)] = values.array
        if values.indices:
            self._letters[name] = values.indices
            self._plan = None
            self._steps_run.clear()
            self._registers.clear()

    def polynomial(self, polynomial: Polynomial) -> LabelledArray:
        """The polynomial on every instance of the batch, over the letters of its free indices."""
        return self._array_at(self._planner.polynomial(polynomial))

    def value(self, value: Value) -> LabelledArray:
        """The floats of a value on every instance of the batch, at all letters of its indices."""
        return self._array_at(self._planner.value(value))

    def quantity(self, quantity: Quantity) -> LabelledArray:
        """The quantity on every instance of the batch, in nats; NaN where it has no value."""
        return self._array_at(self._planner.quantity(quantity))

    @property
    def _planner(self) -> Planner:
        """The planner for the batch's sizes of alphabets, shared with others or begun anew."""
        if self._plan is None:
            key = (*sorted(self.sizes.items()), *sorted(self._letters.items()))
            self._plan = self._plans.get(key)
            if self._plan is None or len(self._plan.planner.steps) > MOST_STEPS:
                planner = Planner(self.sizes, self.tensors.keys(), self._letters)
                self._plan = self._plans[key] = GrowingPlan(planner)
        return self._plan.planner

    def _array_at(self, place: Place) -> LabelledArray:
        """The array at a place of the batch's plan, after running the steps that it needs."""
        assert self._plan is not None
        with np.errstate(all="ignore"):
            for k in self._plan.steps_to(place.register):
                if k not in self._steps_run:
                    step = self._plan.planner.steps[k]
                    self._load(*step.operands)
                    self._plan.action(k)(self._registers)
                    count_step(step, self._registers)
                    self._steps_run.add(k)
        self._load(place)
        indices = tuple(sorted(set(place.indices)))
        return LabelledArray(indices, reader_in_order(place, indices, NUMPY)(self._registers))

    def _load(self, *places: Place) -> None:
        """Load the registers of the batch's plan at these places that no step fills."""
        for register in (place.register for place in places):
            if register not in self._registers:
                self._registers[register] = self._entries_of_register(register)

    def _entries_of_register(self, register: int) -> Array:
        """The array of a register of the batch's plan that no step fills."""
        planner = self._planner
        shape = planner.shapes[register]
        if register in planner.constants:
            entries: Array = np.reshape(planner.constants[register], (*shape, 1))
        else:
            name = next(n for n, other in planner.tensors.items() if other == register)
            if name not in self.tensors:
                raise UnknownName(f"the batch has no array for {name}")
            entries = self.tensors[name]
            if entries.ndim != len(shape) + 1:
                raise InvalidInput(
                    f"{name} takes an array of shape (*letters, B), not {entries.shape}"
                )
        return entries
