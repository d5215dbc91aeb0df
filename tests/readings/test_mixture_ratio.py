"""PML read in one pass is what the general reading gives, with zeros and in either precision."""

from __future__ import annotations

import numpy as np
import pytest

from pmlsym.calculus import constant
from pmlsym.calculus.alphabet import alphabets
from pmlsym.engines.sampling_tensors import sample_tensor
from pmlsym.language.value import Larger, Ratio, Value
from pmlsym.measures.information_density import density_min
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.readings.batched import evaluate_batch
from pmlsym.readings.mixture_ratio import mixture_ratio_of

X, Y, Z = alphabets("X Y Z")
P, W = Prior("P", X), Channel("W", X, Y)
(PRIOR,), (CHANNEL,) = P.body.tensors, W.body.tensors
PML = pml(P, W).value


def _general(value: Value) -> Value:
    """The same number in a form that is not recognised."""
    return Larger((value, Ratio(constant(0))))


@pytest.mark.parametrize("count", [5, 400])
@pytest.mark.parametrize("sizes", [(1, 1), (2, 2), (3, 7), (8, 8), (7, 1), (5, 12)])
def test_one_pass_is_the_general_reading(sizes: tuple[int, int], count: int) -> None:
    rng = np.random.default_rng(sum(sizes))
    known = dict(zip("XY", sizes, strict=True))
    sampled = {t: sample_tensor(rng, t, known, count).floats for t in (PRIOR, CHANNEL)}
    arrays = {t: np.moveaxis(array, -1, 0) for t, array in sampled.items()}
    expected = evaluate_batch(_general(PML), arrays)
    assert (arrays[PRIOR] == 0).any() or sizes[0] == 1 or count < 16
    found = evaluate_batch(PML, arrays)
    assert found == pytest.approx(expected, rel=1e-14)
    single = evaluate_batch(PML, arrays, precision=np.float32)
    assert single.dtype == np.float32
    assert single == pytest.approx(expected, rel=1e-5)


def test_what_is_recognised() -> None:
    assert mixture_ratio_of(PML) is not None
    for measure in (pml(P, W, "y"), pml(P, W >> Channel("V", Y, Z)), density_min(P, W)):
        assert mixture_ratio_of(measure.value) is None
