"""Any quantity or claim on many instances at once, in floats, from arrays by name.

    evaluate_many(pml(P, W), {"P": priors, "W": channels})    the leakage of each, in nats
    slack_many(claim, {..})                                   by how much the claim holds on each

    leakage = compile(pml(P, W))         planned once and kept: a function of arrays by name
    leakage(P=prior, W=channel)          a number, in nats
    leakage(P=priors, W=channels)        one for each instance; arrays have the instances first
    leakage(P=prior, W=channels)         the same prior for all of them

Arrays of instances are (B, n) for a prior, (B, n, m) for a channel, (B,) for a scalar; one without
that axis is the same in every instance. They are checked before anything is computed. Arrays of
another library come with their namespace (`__array_namespace__`) and stay with it. Floats find and
cross-check; they decide nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.scalar import scalar
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.entropies import in_masses, is_joint
from pmlsym.claims.slack_on_batches import SlackBatch
from pmlsym.claims.subjects import Part, subjects
from pmlsym.errors import InvalidInput, UnknownName, Unsupported
from pmlsym.evaluators.array_input import (
    alphabet_sizes,
    floats_of,
    require_declared_entries,
    tolerance_of,
)
from pmlsym.evaluators.array_library import NUMPY, Library, has_namespace, library_of_arrays
from pmlsym.evaluators.batch import Batch, LabelledArray
from pmlsym.evaluators.program import ROUNDING, SINGLE_ROUNDING
from pmlsym.evaluators.program_chunks import ArrayProgram, in_chunks
from pmlsym.evaluators.program_plan import program_of
from pmlsym.language.nodes import Claim, Quantity

Floats = NDArray[Any]

KEPT = 64
"""How many quantities are kept, and how many sizes of alphabets for each of them."""


def evaluate_many(quantity: Quantity, arrays: Mapping[str, object], *, checked: bool = True) -> Any:
    """The quantity on many instances of a user's arrays: an array (B,), more axes for outcomes.

    Leakages are in nats; inf where they are infinite, NaN where the quantity has no value.
    `arrays` has every prior, channel and scalar by its name; `checked` is that of `compile`, which
    keeps the plan for later calls.
    Raises UnknownName for an array of a name that the quantity does not have, InvalidInput where
    one is missing or its shape or its entries are wrong, AlphabetMismatch where two disagree.

    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.pointwise_maximal_leakage import pml
    >>> from pmlsym.model.channel import Channel
    >>> from pmlsym.model.prior import Prior
    >>> X, Y = alphabets("X Y")
    >>> flip = [[[0.75, 0.25], [0.25, 0.75]]]
    >>> evaluate_many(pml(Prior("P", X), Channel("W", X, Y)), {"P": [[0.5, 0.5]], "W": flip})
    array([0.40546511])
    """
    return _evaluator_of(quantity, checked)(**arrays)


def slack_many(claim: Claim, arrays: Mapping[str, object], *, checked: bool = True) -> Floats:
    """By how much the claim holds on each instance of a user's arrays: negative where it fails.

    Differences within rounding are zero; NaN is outside the claim's domain, or an unmet premise.
    The axes after the first are those of free outcomes, in the order of their alphabets and names.
    Arrays and errors are those of `evaluate_many`.

    >>> from pmlsym.claim_text.question import parse
    >>> slack_many(parse("maxleak(W) <= log(2)"), {"W": [[[1, 0], [0, 1]], [[1, 0], [1, 0]]]})
    array([0.        , 0.69314718])
    """
    names = OpenNames.of(claim)
    entries = names.entries(arrays, checked=checked)
    parts = []
    for chunk in in_chunks(entries.arrays, entries.count or 1):
        slack = SlackBatch(Batch(entries.sizes, {t.name: a for t, a in chunk.items()}))
        for tensor, array in chunk.items():
            if tensor.name in names.scalars:
                slack.assign(names.scalars[tensor.name], LabelledArray((), array))
        item = slack.slack(claim)
        count = max(array.shape[-1] for array in chunk.values())
        shape = [entries.sizes[index.alphabet] for index in item.indices]
        parts.append(np.moveaxis(np.broadcast_to(item.array, (*shape, count)), -1, 0))
    return np.concatenate(parts)


def compile(quantity: Quantity, *, checked: bool = True) -> Evaluator:
    """A quantity planned once and kept, as a function of a user's arrays by their open names.

    It takes an array (n,) for a prior, (n, m) for a channel, a number for a scalar, and gives a
    number, in nats, or an array over the free outcomes. With an axis of B instances first, which
    any of the arrays may have, it gives an array (B, ..). Arrays of another library that bring
    their namespace are read with its functions, on their device, and the result is an array of that
    library. With `checked` false the entries are trusted.
    Raises InvalidInput unless given a quantity; when called, what `evaluate_many` raises, and
    Unsupported for series and binomial tails.

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
    return _evaluator_of(quantity, checked)


def _evaluator_of(quantity: Quantity, checked: bool) -> Evaluator:
    """The kept evaluator that takes a user's arrays of many instances of a quantity."""
    require_kind(quantity, Quantity, "a quantity, such as ps.quantity('pml(P, W)')")
    return _kept_evaluator(quantity, checked)


@dataclass(frozen=True, eq=False)
class Evaluator:
    """A quantity as a function of arrays by name, as `compile` describes it."""

    quantity: Quantity
    checked: bool = True
    _plans: dict[object, ArrayProgram] = field(default_factory=dict, init=False, repr=False)

    def __call__(self, /, **arrays: object) -> Any:
        """The quantity of a user's arrays in nats: a number, or an array (B,) and more axes.

        inf where it is infinite, NaN where it has no value.
        """
        library = library_of_arrays(arrays.values())
        entries = self._open_names.entries(arrays, checked=self.checked, library=library)
        single = any(array.dtype == library.single for array in entries.arrays.values())
        plan = self._program_for(entries.sizes, library, SINGLE_ROUNDING if single else ROUNDING)
        outcome = plan({tensor.name: array for tensor, array in entries.arrays.items()})
        if entries.count is None:
            return outcome[0] if library.is_numpy else outcome[0, ...]
        return outcome

    @cached_property
    def _open_names(self) -> OpenNames:
        """The names of a user's arrays that the kept quantity leaves open."""
        return OpenNames.of(self.quantity)

    @cached_property
    def _quantity_in_masses(self) -> Quantity:
        """The kept quantity of a user's arrays, in joint masses where these are given."""
        return in_masses(self.quantity, tuple(filter(is_joint, self._open_names.tensors.values())))

    def _program_for(
        self, sizes: Mapping[str, int], library: Library, rounding: float
    ) -> ArrayProgram:
        """The kept program that reads a user's arrays of these sizes, made at first need."""
        key = (tuple(sizes.values()), library, rounding)
        plan = self._plans.get(key)
        if plan is None:
            while len(self._plans) >= KEPT:
                self._plans.pop(next(iter(self._plans)), None)
            program = program_of(self._quantity_in_masses, sizes, rounding=rounding)
            plan = self._plans[key] = ArrayProgram(program, library)
        return plan


_kept_evaluator = lru_cache(maxsize=KEPT)(Evaluator)
"""The same evaluator for the same object: nothing in it changes but what it has planned."""


@dataclass(frozen=True, eq=False)
class Entries:
    """Arrays (B, ..) of some tensors, and (1, ..) of those that are the same in every instance.

    `count` is B, or None where no array has instances; `sizes` are those of the alphabets.
    """

    arrays: dict[Tensor, Floats]
    sizes: dict[str, int]
    count: int | None


@dataclass(frozen=True, eq=False)
class OpenNames:
    """The names that a quantity or a claim leaves open, and the entries that it brings itself."""

    tensors: dict[str, Tensor]
    scalars: dict[str, str]
    own: dict[Tensor, Floats]

    @classmethod
    def of(cls, part: Part) -> OpenNames:
        """The names of a user's arrays that a quantity or a claim leaves open.

        Raises Unsupported where entries are symbolic.
        """
        about = subjects(part)
        wanted = {tensor.name: tensor for tensor in about.tensors}
        own = {}
        for data in about.data:
            tensor = wanted.pop(data.tensor.name)
            try:
                own[tensor] = np.array([data.entries], dtype=np.float64)
            except (TypeError, ValueError):
                raise Unsupported(
                    f"{tensor.name} has symbolic entries, which no array holds"
                ) from None
        numbers = {name: scalar(name, domain) for name, domain in about.scalars.items()}
        scalars = {tensor.name: name for name, tensor in numbers.items()}
        return cls(wanted | numbers, scalars, own)

    def entries(
        self, arrays: Mapping[str, object], *, checked: bool, library: Library = NUMPY
    ) -> Entries:
        """The user's arrays as floats, of fitting shapes; with `checked`, all are looked at.

        They are arrays of the library. Raises UnknownName for a name that is not open, InvalidInput
        where an array is missing or its shape or its entries are wrong, AlphabetMismatch where two
        disagree on an alphabet.
        """
        if arrays.keys() != self.tensors.keys():
            self._refuse_names(arrays)
        like = None
        single, several = dict[Tensor, Any](self.own), {}
        if not library.is_numpy:
            like = next(array for array in arrays.values() if has_namespace(array, library.xp))
            single = {t: floats_of(t, floats, library, like) for t, floats in self.own.items()}
        for name, raw in arrays.items():
            tensor = self.tensors[name]
            array = floats_of(tensor, raw, library, like)
            if array.ndim == len(tensor.alphabets):
                single[tensor] = array[None, ...]
            else:
                several[tensor] = array
        sizes = alphabet_sizes(several, {}) if several else {}
        if single:
            sizes = alphabet_sizes(single, sizes)
        if checked:
            for tensor, array in (*several.items(), *single.items()):
                if tensor not in self.own:
                    require_declared_entries(tensor, array, tolerance_of(array, library), library)
        count = next(iter(several.values())).shape[0] if several else None
        return Entries({**single, **several}, sizes, count)

    def _refuse_names(self, arrays: Mapping[str, object]) -> None:
        """Raises the error that a user's array has a name that is not open, or is missing."""
        for name in arrays:
            if name not in self.tensors:
                near = get_close_matches(name, self.tensors, n=1)
                hint = f"; did you mean {near[0]}?" if near else ""
                shown = ", ".join(self.tensors)
                raise UnknownName(f"nothing open is called {name}; open: {shown}{hint}")
        missing = [name for name in self.tensors if name not in arrays]
        raise InvalidInput(f"there is no array for {', '.join(missing)}")
