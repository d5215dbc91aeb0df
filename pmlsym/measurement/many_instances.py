"""Any quantity or claim on many instances at once, in floats, from arrays by name.

    evaluate_many(pml(P, W), {"P": priors, "W": channels})    the leakage of each, in nats
    slack_many(claim, {..})                                   by how much the claim holds on each

Arrays have the instances first: (B, n) for a prior, (B, n, m) for a channel, (B,) or a number for a
scalar. They are checked before anything is computed. Floats find and cross-check; they decide
nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.kind import require_kind
from pmlsym.calculus.scalar import exponential, scalar
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import Subjects, subjects
from pmlsym.engines.sampling_slack import SlackBatch
from pmlsym.errors import InvalidInput, UnknownName, Unsupported
from pmlsym.language.nodes import Claim, Measure, Quantity
from pmlsym.readings.batched import CHUNK, evaluate_batch, in_chunks
from pmlsym.readings.batched_input import floats_of, letters_of, require_stochastic
from pmlsym.readings.batched_polynomial import Batch, Labelled

Floats = NDArray[Any]


def evaluate_many(
    quantity: Quantity,
    arrays: Mapping[str, object],
    *,
    checked: bool = True,
    compiled: bool = False,
) -> Floats:
    """The quantity on every instance: an array (B,), and an axis more for each free outcome.

    Leakages are in nats; inf where they are infinite, NaN where the quantity has no value.
    `arrays` has every prior, channel and scalar by its name. With `checked` false the entries are
    taken to be what they should be. `compiled` reads PML by a loop that numba compiles.
    Raises UnknownName for an array of a name that the quantity does not have, InvalidInput where
    one is missing or its shape or its entries are wrong, AlphabetMismatch where two disagree.

    >>> from pmlsym.claims.parsing import parse
    >>> from pmlsym.calculus.alphabet import alphabets
    >>> from pmlsym.measures.pointwise_maximal_leakage import pml
    >>> from pmlsym.model.channel import Channel
    >>> from pmlsym.model.prior import Prior
    >>> X, Y = alphabets("X Y")
    >>> flip = [[[0.75, 0.25], [0.25, 0.75]]]
    >>> evaluate_many(pml(Prior("P", X), Channel("W", X, Y)), {"P": [[0.5, 0.5]], "W": flip})
    array([0.40546511])
    """
    about = subjects(require_kind(quantity, Quantity, "a quantity, such as ps.pml(P, W)"))
    entries = _entries(about, arrays, checked)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        if isinstance(quantity, Measure):
            found = evaluate_batch(
                quantity.value,
                _with_exponentials(about, entries),
                defined=quantity.defined,
                compiled=compiled,
                checked=False,
            )
            if quantity.least is not None:
                found = np.maximum(found, float(quantity.least))  # which rounding may miss
            return np.log(found) if quantity.is_log else found
        return _in_chunks(about, entries, lambda slack: slack.quantity(quantity))


def slack_many(claim: Claim, arrays: Mapping[str, object], *, checked: bool = True) -> Floats:
    """By how much the claim holds on every instance: negative exactly where it fails.

    Differences within rounding are zero; NaN is outside the claim's domain, or an unmet premise.
    Arrays and errors are those of `evaluate_many`.

    >>> from pmlsym.claims.parsing import parse
    >>> slack_many(parse("maxleak(W) <= log(2)"), {"W": [[[1, 0], [0, 1]], [[1, 0], [1, 0]]]})
    array([0.        , 0.69314718])
    """
    about = subjects(claim)
    entries = _entries(about, arrays, checked)
    return _in_chunks(about, entries, lambda slack: slack.slack(claim))


def _entries(about: Subjects, arrays: Mapping[str, object], checked: bool) -> dict[Tensor, Floats]:
    """The arrays of all tensors and scalars, checked; concrete ones repeated for every instance."""
    wanted = {t.name: t for t in about.tensors}
    wanted |= {name: scalar(name, domain) for name, domain in about.scalars.items()}
    own = {data.tensor.name: data.entries for data in about.data}
    for name in arrays:
        if name not in wanted or name in own:
            near = get_close_matches(name, wanted, n=1)
            hint = f"; did you mean {near[0]}?" if near else ""
            raise UnknownName(f"nothing open is called {name}; open: {', '.join(wanted)}{hint}")
    missing = [name for name in wanted if name not in arrays and name not in own]
    if missing:
        raise InvalidInput(f"there is no array for {', '.join(missing)}")
    given = {wanted[name]: floats_of(wanted[name], array) for name, array in arrays.items()}
    count = max((array.shape[0] for array in given.values() if array.ndim), default=1)
    for tensor, array in given.items():
        if not tensor.alphabets and array.ndim == 0:
            given[tensor] = np.full(count, array)
    for name, nested in own.items():
        try:
            fixed = np.array(nested, dtype=np.float64)
        except (TypeError, ValueError):
            raise Unsupported(f"{name} has symbolic entries, which no array holds") from None
        given[wanted[name]] = np.broadcast_to(fixed, (count, *fixed.shape))
    letters_of(given, {})
    if checked:
        require_stochastic(given)
    return given


def _with_exponentials(about: Subjects, entries: Mapping[Tensor, Floats]) -> dict[Tensor, Floats]:
    named = {tensor.name: array for tensor, array in entries.items()}
    added = {exponential(name): np.exp(named[scalar(name).name]) for name in about.scalars}
    return {**entries, **added}


def _in_chunks(
    about: Subjects, entries: dict[Tensor, Floats], read: Callable[[SlackBatch], Labelled]
) -> Floats:
    known = letters_of(entries, {})
    parts = []
    scalars = {scalar(name).name: name for name in about.scalars}
    for chunk in in_chunks(entries, CHUNK, np.dtype(np.float64)):
        tensors = {t.name: array for t, array in chunk.items() if t.name not in scalars}
        slack = SlackBatch(Batch(known, tensors))
        for tensor, array in chunk.items():
            if tensor.name in scalars:
                slack.assign(scalars[tensor.name], Labelled((), array))
        item = read(slack)
        count = max(array.shape[-1] for array in chunk.values())
        shape = [known[index.alphabet] for index in item.indices]
        parts.append(np.moveaxis(np.broadcast_to(item.array, (*shape, count)), -1, 0))
    return np.concatenate(parts)
