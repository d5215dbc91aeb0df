"""Bad arrays are refused before any work; large instances are read in little memory."""

from __future__ import annotations

import tracemalloc
from fractions import Fraction

import numpy as np
import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.language.building import log as nats
from pmlsym.language.nodes import Measure
from pmlsym.measures.expected_leakage import expected_pml
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.local_differential_identifiability import ldi
from pmlsym.measures.local_information_privacy import lip
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.mutual_information import chi2, mi
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.tail_probability import tail
from pmlsym.measures.total_variation_privacy import tv
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from tests.evaluators.values_by_tensor import evaluate_batch

X, Y, Z = alphabets("X Y Z")
P, W, V = Prior("P", X), Channel("W", X, Y), Channel("V", Y, Z)
(PRIOR,), (CHANNEL,), (AFTER,) = P.body.tensors, W.body.tensors, V.body.tensors
PML = pml(P, W).value
HALF, FLIP = np.full((2, 2), 0.5), np.array([[[0.75, 0.25], [0.25, 0.75]]] * 2)


def _with(place: tuple[int, ...], entry: float) -> np.ndarray:
    changed = FLIP.copy()
    changed[place] = entry
    return changed


REFUSED = {
    "a row of 0.9": (
        (HALF, _with((1, 0, 0), 0.65)),
        r"W of instance 1 sums to 0\.9 at letters \(0,",
    ),
    "a prior of 0.9": ((HALF * 0.9, FLIP), r"P of instance 0 sums to 0\.9"),
    "negative": ((HALF, _with((1, 1, 0), -0.25)), r"entry \(1, 0\) of W in instance 1 is negative"),
    "NaN": ((HALF, _with((0, 1, 1), np.nan)), r"entry \(1, 1\) of W in instance 0 is not finite"),
    "infinite": ((HALF, _with((0, 1, 1), np.inf)), "is not finite: inf"),
    "no instance": ((HALF[:0], FLIP[:0]), "not 0 of P, 0 of W"),
    "other batches": ((HALF, FLIP[:1]), "not 2 of P, 1 of W"),
    "no batch axis": (
        (HALF, FLIP[0]),
        r"takes an array \(B, \*letters\), not one of shape \(2, 2\)",
    ),
    "other letters": ((np.full((2, 3), 1 / 3), FLIP), "alphabet X 2 letters, elsewhere it has 3"),
    "no letters": ((HALF, FLIP[:, :, :0]), "alphabet Y no letter"),
    "integers beyond floats": ((HALF, [[[10**400, 0], [0, 1]]] * 2), "entries of W are no numbers"),
    "words": ((HALF, [[["a", "b"], ["c", "d"]]] * 2), "the entries of W are <U1"),
    "complex": ((HALF, FLIP * 1j), "the entries of W are complex"),
    "ragged": ((HALF, [[[1.0, 0.0], [1.0]]] * 2), "entries of W are no numbers"),
    "counts": ((HALF, np.full((2, 2, 2), 2**62)), r"in instance 0 is above 1: 4\.61168602e\+18"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_bad_arrays_are_refused(name: str) -> None:
    (prior, channel), words = REFUSED[name]
    with pytest.raises((InvalidInput, AlphabetMismatch), match=words):
        evaluate_batch(PML, {PRIOR: prior, CHANNEL: channel})


def test_what_numbers_are_taken() -> None:
    """Lists, whole numbers, rationals and np.float32 rows, which sum to one only nearly."""
    whole = {PRIOR: [[1, 0]], CHANNEL: [[[1, 0], [0, 1]]]}
    assert evaluate_batch(PML, whole).tolist() == [1.0]
    third = [[Fraction(1, 3), Fraction(2, 3)]]
    assert evaluate_batch(PML, {PRIOR: third, CHANNEL: whole[CHANNEL]}).tolist() == [3.0]
    rng = np.random.default_rng(0)
    single = rng.dirichlet(np.ones(50), (20, 4)).astype(np.float32)
    prior = rng.dirichlet(np.ones(4), 20).astype(np.float32)
    found = evaluate_batch(PML, {PRIOR: prior, CHANNEL: single})
    exact = evaluate_batch(PML, {PRIOR: prior, CHANNEL: single.astype(float)}, checked=False)
    assert found.dtype == np.float32 and found == pytest.approx(exact, rel=1e-5)


def test_a_stride_or_an_order_of_memory_changes_nothing() -> None:
    rng = np.random.default_rng(1)
    channels, priors = rng.dirichlet(np.ones(7), (30, 8)), rng.dirichlet(np.ones(8), 30)
    expected = evaluate_batch(PML, {PRIOR: priors, CHANNEL: channels})
    columns = np.asfortranarray(channels)
    twice = np.repeat(channels, 2, axis=0)[::2]
    for other in (columns, twice):
        found = evaluate_batch(PML, {PRIOR: priors, CHANNEL: other})
        assert found == pytest.approx(expected, rel=1e-14)


MEASURES = (
    pml(P, W),
    pml(P, W, "y"),
    density_min(P, W),
    maxleak(W),
    maxleak(P, W),
    ldp(W),
    ldp(P, W),
    ldi(P, W),
    lip(P, W),
    mi(P, W),
    chi2(P, W),
    tv(P, W),
    expected_pml(P, W),
    tail(P, W, nats(Fraction(3, 2))),
    pml(P, W >> V),
    pml(P >> W, V),
)


@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_slices_of_a_large_instance_change_nothing(measure: Measure) -> None:
    rng = np.random.default_rng(2)
    channel = rng.dirichlet(np.full(61, 0.3), (2, 40))
    channel[:, :, 7] = 0
    channel /= channel.sum(axis=2, keepdims=True)
    prior = rng.dirichlet(np.ones(40), 2)
    prior[0] = np.eye(40)[3]
    after = rng.dirichlet(np.ones(5), (2, 61))
    arrays = {PRIOR: prior, CHANNEL: channel, AFTER: after}
    whole = evaluate_batch(measure.value, arrays, chunk=1 << 20)
    cut = evaluate_batch(measure.value, arrays, chunk=100)
    assert cut == pytest.approx(whole, rel=1e-12, abs=1e-14, nan_ok=True)


@pytest.mark.parametrize(
    "measure", [pml(P, W), maxleak(W), ldp(W), mi(P, W), tv(P, W), lip(P, W)], ids=str
)
@pytest.mark.parametrize("shape", [(20_000, 8, 8), (1, 1200, 1200)])
def test_peak_memory_is_at_most_one_and_a_half_times_the_input(
    measure: Measure, shape: tuple[int, int, int]
) -> None:
    rng = np.random.default_rng(3)
    channel = rng.standard_exponential(shape)
    channel /= channel.sum(axis=2, keepdims=True)
    arrays = {PRIOR: rng.dirichlet(np.ones(shape[1]), shape[0]), CHANNEL: channel}
    size = sum(array.nbytes for array in arrays.values())
    tracemalloc.start()
    evaluate_batch(measure.value, arrays)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size + peak <= 1.5 * size
