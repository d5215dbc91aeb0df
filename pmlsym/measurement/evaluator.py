"""A quantity that is planned once and kept: a function of arrays by name.

    leakage = compile(pml(P, W))
    leakage(P=prior, W=channel)          a number, in nats
    leakage(P=priors, W=channels)        one for each instance; arrays have the instances first
    leakage(P=prior, W=channels)         the same prior for all of them

`evaluate_many` is the same for a quantity that is used once. Floats find and cross-check; they
decide nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from pmlsym.calculus.kind import require_kind
from pmlsym.claims.entropies import in_masses, is_joint
from pmlsym.language.nodes import Quantity
from pmlsym.measurement.named_arrays import OpenNames, given_back
from pmlsym.readings.array_library import NUMPY, Library, library_among
from pmlsym.readings.program import ROUNDING, SINGLE_ROUNDING
from pmlsym.readings.program_chunks import ArrayProgram
from pmlsym.readings.program_loops import Loops, loops_of, run_loops
from pmlsym.readings.program_plan import program_of

KEPT = 64
"""How many quantities are kept, and of each how many sizes of alphabets."""


@dataclass(frozen=True, eq=False)
class Evaluator:
    """A quantity as a function of arrays by name; `compile` makes it, and says what it takes."""

    quantity: Quantity
    checked: bool = True
    compiled: bool = False
    _plans: dict[object, Loops | ArrayProgram] = field(default_factory=dict, init=False, repr=False)

    def __call__(self, /, **arrays: object) -> Any:
        """The quantity in nats: a number, or an array (B,), an axis more for each free outcome.

        inf where it is infinite, NaN where it has no value.
        """
        library = NUMPY if self.compiled else library_among(arrays.values())
        checked = self.checked and not self.compiled
        entries = self._open.entries(arrays, checked=checked, library=library)
        single = any(array.dtype == library.single for array in entries.arrays.values())
        plan = self._plan(entries.sizes, library, SINGLE_ROUNDING if single else ROUNDING)
        if isinstance(plan, Loops):
            found = run_loops(plan, entries.arrays, checked=self.checked)
            kinds = entries.arrays.values() or (found,)
            found = found.astype(np.result_type(*kinds), copy=False)
        else:
            found = plan({tensor.name: array for tensor, array in entries.arrays.items()})
        if entries.count is None:
            found = found[0] if library.is_numpy else found[0, ...]
        return given_back(found, arrays) if self.compiled else found

    @cached_property
    def _open(self) -> OpenNames:
        return OpenNames.of(self.quantity)

    @cached_property
    def _plain(self) -> Quantity:
        return in_masses(self.quantity, tuple(filter(is_joint, self._open.tensors.values())))

    def _plan(
        self, sizes: Mapping[str, int], library: Library, rounding: float
    ) -> Loops | ArrayProgram:
        key = (tuple(sizes.values()), library, rounding)
        plan = self._plans.get(key)
        if plan is None:
            while len(self._plans) >= KEPT:
                self._plans.pop(next(iter(self._plans)), None)
            program = program_of(self._plain, sizes, rounding=rounding)
            plan = loops_of(program) if self.compiled else ArrayProgram(program, library)
            self._plans[key] = plan
        return plan


def compile(quantity: Quantity, *, checked: bool = True, compiled: bool = False) -> Evaluator:
    """A quantity planned once and kept, as a function of arrays by the names that it leaves open.

    It takes an array (n,) for a prior, (n, m) for a channel, a number for a scalar, and gives a
    number, in nats, or an array over the free outcomes. With an axis of B instances first, which
    any of the arrays may have, it gives an array (B, ..). Arrays of another library that bring
    their namespace are read with its functions, where they are, and the result is one of its own.
    With `checked` false the entries are taken to be what they should be. `compiled` reads by loops
    that numba compiles (extra `fast`), on the CPU: that takes some seconds once, and less in later
    processes.
    Raises InvalidInput at what is no quantity; when called, what `evaluate_many` raises, and
    Unsupported at series and binomial tails, and with `compiled` where numba is missing.

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
    require_kind(quantity, Quantity, "a quantity, such as ps.quantity('pml(P, W)')")
    return _kept(quantity, checked, compiled)


_kept = lru_cache(maxsize=KEPT)(Evaluator)
"""The same for the same object, since nothing in an evaluator changes but what it has planned."""
