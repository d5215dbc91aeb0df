"""Any quantity or claim on many instances at once, in floats, from arrays by name.

    evaluate_many(pml(P, W), {"P": priors, "W": channels})    the leakage of each, in nats
    slack_many(claim, {..})                                   by how much the claim holds on each

Arrays have the instances first: (B, n) for a prior, (B, n, m) for a channel, (B,) for a scalar; one
without that axis is the same in every instance. They are checked before anything is computed.
Floats find and cross-check; they decide nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from pmlsym.engines.sampling_slack import SlackBatch
from pmlsym.language.nodes import Claim, Quantity
from pmlsym.measurement import evaluator
from pmlsym.measurement.named_arrays import Floats, OpenNames
from pmlsym.readings.batch import Batch, Labelled
from pmlsym.readings.program_chunks import in_chunks


def evaluate_many(
    quantity: Quantity,
    arrays: Mapping[str, object],
    *,
    checked: bool = True,
    compiled: bool = False,
) -> Any:
    """The quantity on every instance: an array (B,), and an axis more for each free outcome.

    Leakages are in nats; inf where they are infinite, NaN where the quantity has no value.
    `arrays` has every prior, channel and scalar by its name; `checked` and `compiled` are those of
    `compile`, which keeps the plan for later calls.
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
    return evaluator.compile(quantity, checked=checked, compiled=compiled)(**arrays)


def slack_many(claim: Claim, arrays: Mapping[str, object], *, checked: bool = True) -> Floats:
    """By how much the claim holds on every instance: negative exactly where it fails.

    Differences within rounding are zero; NaN is outside the claim's domain, or an unmet premise.
    Arrays and errors are those of `evaluate_many`.

    >>> from pmlsym.claims.parsing import parse
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
                slack.assign(names.scalars[tensor.name], Labelled((), array))
        item = slack.slack(claim)
        count = max(array.shape[-1] for array in chunk.values())
        shape = [entries.sizes[index.alphabet] for index in item.indices]
        parts.append(np.moveaxis(np.broadcast_to(item.array, (*shape, count)), -1, 0))
    return np.concatenate(parts)
