"""A quantity that is planned once and kept: a function of arrays by name.

    leakage = compile(pml(P, W))
    leakage(P=prior, W=channel)          a number, in nats
    leakage(P=priors, W=channels)        one for each instance; arrays have the instances first
    leakage(P=prior, W=channels)         the same prior for all of them

`evaluate_many` is the same for a quantity that is used once. Floats find and cross-check; they
decide nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.scalar import exponential, scalar
from pmlsym.language.nodes import Measure, Quantity
from pmlsym.measurement.named_arrays import Entries, OpenNames, given_back
from pmlsym.measurement.slack_in_chunks import read_in_chunks
from pmlsym.readings.batched import evaluate_entries
from pmlsym.readings.mixture_ratio import MixtureRatio, mixture_ratio_of
from pmlsym.readings.program_loops import Loops, loops_of, run_loops
from pmlsym.readings.program_plan import program_of

if TYPE_CHECKING:
    from pmlsym.calculus.tensor import Tensor

Floats = NDArray[Any]

KEPT = 64
"""How many quantities are kept, and of each how many sizes of alphabets."""


@dataclass(frozen=True, eq=False)
class Evaluator:
    """A quantity as a function of arrays by name; `compile` makes it, and says what it takes."""

    quantity: Quantity
    checked: bool = True
    compiled: bool = False
    _plans: dict[tuple[int, ...], Loops] = field(default_factory=dict, init=False, repr=False)

    def __call__(self, /, **arrays: object) -> Any:
        """The quantity in nats: a number, or an array (B,), an axis more for each free outcome.

        inf where it is infinite, NaN where it has no value.
        """
        compiled = self.compiled
        entries = self._open.entries(arrays, checked=self.checked and not compiled)
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            found = self._by_loops(entries) if compiled else self._by_numpy(entries)
        return given_back(found[0] if entries.count is None else found, arrays)

    @cached_property
    def _form(self) -> MixtureRatio | None:
        return mixture_ratio_of(self.quantity.value) if isinstance(self.quantity, Measure) else None

    @cached_property
    def _open(self) -> OpenNames:
        return OpenNames.of(self.quantity)

    def _by_loops(self, entries: Entries) -> Floats:
        sizes = tuple(entries.sizes.values())
        plan = self._plans.get(sizes)
        if plan is None:
            while len(self._plans) >= KEPT:
                self._plans.pop(next(iter(self._plans)), None)
            plan = self._plans[sizes] = loops_of(program_of(self.quantity, entries.sizes))
        found = run_loops(plan, entries.arrays, checked=self.checked)
        return found.astype(np.result_type(*entries.arrays.values()), copy=False)

    def _by_numpy(self, entries: Entries) -> Floats:
        quantity, arrays = self.quantity, entries.repeated()
        if not isinstance(quantity, Measure):
            return read_in_chunks(
                self._open, arrays, entries.sizes, lambda slack: slack.quantity(quantity)
            )
        found = evaluate_entries(
            quantity.value,
            self._form,
            self._with_exponentials(arrays),
            entries.sizes,
            quantity.defined,
        )
        if quantity.least is not None:
            found = np.maximum(found, float(quantity.least))  # which rounding may miss
        return np.log(found) if quantity.is_log else found

    def _with_exponentials(self, arrays: dict[Tensor, Floats]) -> dict[Tensor, Floats]:
        if not self._open.scalars:
            return arrays
        named = {tensor.name: array for tensor, array in arrays.items()}
        numbers = self._open.scalars.values()
        return arrays | {exponential(n): np.exp(named[scalar(n).name]) for n in numbers}


def compile(quantity: Quantity, *, checked: bool = True, compiled: bool = False) -> Evaluator:
    """A quantity planned once and kept, as a function of arrays by the names that it leaves open.

    It takes an array (n,) for a prior, (n, m) for a channel, a number for a scalar, and gives a
    number, in nats, or an array over the free outcomes. With an axis of B instances first, which
    any of the arrays may have, it gives an array (B, ..). Arrays of another library that bring
    their namespace are read by NumPy, on the CPU; what is found goes back to library and device.
    With `checked` false the entries are taken to be what they should be. `compiled` reads by loops
    that numba compiles (extra `fast`): that takes some seconds once, and less in later processes.
    Raises InvalidInput at what is no quantity; when called, what `evaluate_many` raises, and with
    `compiled` Unsupported where numba is missing, and at entropies, which have no such loop.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.pointwise_maximal_leakage import pml
    >>> from pmlsym.model.channel import Channel
    >>> from pmlsym.model.prior import Prior
    >>> X, Y = alphabets("X Y")
    >>> leakage = compile(pml(Prior("P", X), Channel("W", X, Y)))
    >>> float(leakage(P=[0.5, 0.5], W=[[0.75, 0.25], [0.25, 0.75]]))
    0.4054651081081644
    >>> leakage(P=[[0.5, 0.5], [1, 0]], W=[[1, 0], [0, 1]])
    array([0.69314718, 0.        ])
    """
    require_kind(quantity, Quantity, "a quantity, such as ps.pml(P, W)")
    return _kept(quantity, checked, compiled)


_kept = lru_cache(maxsize=KEPT)(Evaluator)
"""The same for the same object, since nothing in an evaluator changes but what it has planned."""
