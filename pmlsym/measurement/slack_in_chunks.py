"""What is read off many instances of a claim or of arithmetic, chunk by chunk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.sampling_slack import SlackBatch
from pmlsym.measurement.named_arrays import OpenNames
from pmlsym.readings.batched import CHUNK, in_chunks
from pmlsym.readings.batched_polynomial import Batch, Labelled

Floats = NDArray[Any]


def read_in_chunks(
    names: OpenNames,
    arrays: Mapping[Tensor, Floats],
    sizes: Mapping[str, int],
    read: Callable[[SlackBatch], Labelled],
) -> Floats:
    """What `read` finds on every instance, (B, ..), of arrays (B, ..)."""
    parts = []
    for chunk in in_chunks(arrays, CHUNK, np.dtype(np.float64)):
        tensors = {t.name: array for t, array in chunk.items() if t.name not in names.scalars}
        slack = SlackBatch(Batch(sizes, tensors))
        for tensor, array in chunk.items():
            if tensor.name in names.scalars:
                slack.assign(names.scalars[tensor.name], Labelled((), array))
        item = read(slack)
        count = max(array.shape[-1] for array in chunk.values())
        shape = [sizes[index.alphabet] for index in item.indices]
        parts.append(np.moveaxis(np.broadcast_to(item.array, (*shape, count)), -1, 0))
    return np.concatenate(parts)
