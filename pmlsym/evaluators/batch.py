"""Instances that are read as they come: what is asked of them shares one plan.

A batch holds each tensor as an array (*letters, B), the instances last. What is asked of it extends
its plan, of which only those steps are run that lead there and have not been run.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.evaluators.array_library import NUMPY
from pmlsym.evaluators.program import Place
from pmlsym.evaluators.program_arrays import Action, action_of, aligned, count
from pmlsym.evaluators.program_plan import Planner, at_letters
from pmlsym.language.nodes import Quantity
from pmlsym.language.value import Value

Array = NDArray[np.float64]

MOST_STEPS = 2000
"""A plan of more steps than this, of quantities that differ each time, is begun anew."""


@dataclass(frozen=True, eq=False)
class Labelled:
    """An array (*letters, B) with the indices of its letters."""

    indices: tuple[Index, ...]
    array: Array

    def along(self, indices: Sequence[Index]) -> Array:
        """The array with its letters in this order, of size one where an index is not its own."""
        if tuple(indices) == self.indices:
            return self.array
        found: Array = aligned(Place(0, self.indices), tuple(indices), NUMPY)({0: self.array})
        return found


class GrowingPlan:
    """What has been planned at some sizes of alphabets, for all batches of these sizes."""

    def __init__(self, planner: Planner) -> None:
        """Begin with a planner that has read nothing yet."""
        self.planner = planner
        self._actions: list[Action] = []
        self._writers: dict[int, list[int]] = {}
        self._needed: dict[int, tuple[int, ...]] = {}

    def needed(self, register: int) -> tuple[int, ...]:
        """The steps that lead to a register, in order."""
        found = self._needed.get(register)
        if found is None:
            self._prepare()
            steps: set[int] = set()
            waiting = [register]
            while waiting:
                for k in self._writers.get(waiting.pop(), ()):
                    if k not in steps:
                        steps.add(k)
                        waiting += [place.register for place in self.planner.steps[k].operands]
            found = self._needed[register] = tuple(sorted(steps))
        return found

    def action(self, step: int) -> Action:
        """What a step does."""
        return self._actions[step]

    def _prepare(self) -> None:
        for k in range(len(self._actions), len(self.planner.steps)):
            step = self.planner.steps[k]
            self._actions.append(action_of(step, self.planner, NUMPY))
            self._writers.setdefault(step.out.register, []).append(k)


Plans = dict[Hashable, GrowingPlan]
"""Plans by the sizes of alphabets and the letters of scalars."""


class _Registers(dict[int, Any]):
    """What has been read, by register; what no step fills is loaded when it is asked for."""

    def __init__(self, load: Callable[[int], Array]) -> None:
        super().__init__()
        self._load = load

    def __missing__(self, register: int) -> Array:
        found = self[register] = self._load(register)
        return found


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
        self._registers = _Registers(self._load)
        self._done: set[int] = set()

    @property
    def count(self) -> int:
        """The number of instances."""
        return max((array.shape[-1] for array in self.tensors.values()), default=1)

    def assign(self, name: str, values: Labelled) -> None:
        """Give a scalar its values, before it is asked for; at letters, measures do not know it."""
        self.tensors[at_letters(name, values.indices)] = values.array
        if values.indices:
            self._letters[name] = values.indices
            self._plan = None
            self._done.clear()
            self._registers.clear()

    def polynomial(self, polynomial: Polynomial) -> Labelled:
        """The polynomial on every instance, over the letters of its free indices."""
        return self._read(self._planner.polynomial(polynomial))

    def value(self, value: Value) -> Labelled:
        """The value on every instance, over the letters of its free indices."""
        return self._read(self._planner.value(value))

    def quantity(self, quantity: Quantity) -> Labelled:
        """The quantity, in nats; NaN where it has no value."""
        return self._read(self._planner.quantity(quantity))

    @property
    def _planner(self) -> Planner:
        if self._plan is None:
            key = (*sorted(self.sizes.items()), *sorted(self._letters.items()))
            self._plan = self._plans.get(key)
            if self._plan is None or len(self._plan.planner.steps) > MOST_STEPS:
                planner = Planner(self.sizes, self.tensors.keys(), self._letters)
                self._plan = self._plans[key] = GrowingPlan(planner)
        return self._plan.planner

    def _read(self, place: Place) -> Labelled:
        assert self._plan is not None
        with np.errstate(all="ignore"):
            for k in self._plan.needed(place.register):
                if k not in self._done:
                    self._plan.action(k)(self._registers)
                    count(self._plan.planner.steps[k], self._registers)
                    self._done.add(k)
        indices = tuple(sorted(set(place.indices)))
        return Labelled(indices, aligned(place, indices, NUMPY)(self._registers))

    def _load(self, register: int) -> Array:
        """The entries of a register that no step fills."""
        planner = self._planner
        shape = planner.shapes[register]
        if register in planner.constants:
            found: Array = np.reshape(planner.constants[register], (*shape, 1))
        else:
            name = next(n for n, own in planner.tensors.items() if own == register)
            if name not in self.tensors:
                raise UnknownName(f"the batch has no array for {name}")
            found = self.tensors[name]
            if found.ndim != len(shape) + 1:
                raise InvalidInput(
                    f"{name} takes an array of shape (*letters, B), not {found.shape}"
                )
        return found
