"""The log domain agrees with plain floats where these suffice, and goes on where they do not."""

from __future__ import annotations

from fractions import Fraction
from math import log

import numpy as np
import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claims.evaluation import evaluate
from pmlsym.engines.sampling_tensors import sample_tensor
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.evidence.instance import Instance
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.quantity import Measure
from pmlsym.measures.total_variation_privacy import tv
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.readings.batched import evaluate_batch
from pmlsym.readings.batched_log import evaluate_logs

X, Y, Z = alphabets("X Y Z")
P, W, V = Prior("P", X), Channel("W", X, Y), Channel("V", Y, Z)
TENSORS = {t.name: t for thing in (P, W, V) for t in thing.body.tensors}
MEASURES = (
    pml(P, W),
    pml(P, W, "y"),
    pml(P, W >> V),
    pml(P >> W, V),
    density_min(P, W),
    maxleak(W),
    maxleak(P, W),
    ldp(W),
    ldp(P, W),
)


@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_ordinary_numbers_come_out_as_before(measure: Measure) -> None:
    rng, sizes = np.random.default_rng(4), {"X": 3, "Y": 4, "Z": 2}
    sampled = {t: sample_tensor(rng, t, sizes, 200).floats for t in TENSORS.values()}
    arrays = {t: np.moveaxis(array, -1, 0) for t, array in sampled.items()}
    with np.errstate(divide="ignore"):
        logs = {t: np.log(array) for t, array in arrays.items()}
        expected = np.log(evaluate_batch(measure.value, arrays, sizes=sizes))
    found = evaluate_logs(measure.value, logs, sizes=sizes)
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12, nan_ok=True)


def test_masses_whose_products_vanish_in_floats() -> None:
    """P = (tiny, 1 - tiny): the outcome that only the rare letter gives leaks -log(tiny)."""
    tiny = Fraction(1, 10**300)
    tensors = {"P": [tiny, 1 - tiny], "W": [[tiny, 1 - tiny], [0, 1]]}
    exact = evaluate(pml(P, W), Instance({"X": 2, "Y": 2}, tensors))
    small = -300 * log(10)
    arrays = {
        TENSORS["P"]: np.array([[small, 0.0]]),
        TENSORS["W"]: np.array([[[small, 0.0], [-np.inf, 0.0]]]),
    }
    assert evaluate_logs(pml(P, W).value, arrays)[0] == pytest.approx(float(exact), rel=1e-14)
    plain = {tensor: np.exp(array) for tensor, array in arrays.items()}
    assert not np.isfinite(evaluate_batch(pml(P, W).value, plain)[0])


def test_what_has_no_logarithm() -> None:
    arrays = {TENSORS["P"]: np.zeros((1, 1)), TENSORS["W"]: np.zeros((1, 1, 1))}
    with pytest.raises(Unsupported):
        evaluate_logs(tv(P, W).value, arrays)
    with pytest.raises(InvalidInput, match="no logarithm"):
        evaluate_logs(pml(P, W).value, {**arrays, TENSORS["P"]: np.array([[np.nan]])})
