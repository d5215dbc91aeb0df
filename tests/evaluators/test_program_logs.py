"""The log domain agrees with plain floats where these suffice, and goes on where they do not."""

from __future__ import annotations

from fractions import Fraction
from math import inf, log, log1p

import numpy as np
import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claims.evaluation import evaluate
from pmlsym.engines.sampling.tensors import sample_tensor
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.evaluators.program_logs import evaluate_logs
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Log
from pmlsym.measures.expected_leakage import expected_pml
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.max_information import maxinfo
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.mutual_information import chi2, mi
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import pmin
from pmlsym.measures.total_variation_privacy import tv
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import rational
from tests.evaluators.values_by_tensor import evaluate_batch

X, Y, Z = alphabets("X Y Z")
P, W, V = Prior("P", X), Channel("W", X, Y), Channel("V", Y, Z)
U = Channel("U", (X, Y), Z)
TENSORS = {t.name: t for thing in (P, W, V, U) for t in thing.body.tensors}
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
        value = evaluate_batch(measure.value, arrays, defined=measure.defined, sizes=sizes)
    found = evaluate_logs(measure.value, logs, defined=measure.defined, sizes=sizes)
    assert np.exp(found) == pytest.approx(value, rel=1e-11, abs=1e-13, nan_ok=True)


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


RARE = Fraction(1, 10**300)


@pytest.mark.parametrize("measure", [mi(P, W), tv(P, W), expected_pml(P, W), chi2(P, W)], ids=str)
@pytest.mark.parametrize(
    "rows",
    [
        [[1, 0], [0, 1]],
        [[Fraction(1, 4), Fraction(3, 4)], [0, 1]],
        [[1, 0], [RARE, 1 - RARE]],
        [[Fraction(1, 2), Fraction(1, 2)], [RARE, 1 - RARE]],
    ],
)
def test_sums_of_rare_events(measure: Measure, rows: list[list[Fraction]]) -> None:
    """P = (1e-300, 1 - 1e-300): the information is far below a float's rounding of one."""
    masses = [RARE, 1 - RARE]
    exact = evaluate(measure, Instance({"X": 2, "Y": 2}, {"P": masses, "W": rows}))
    low, high = (exact if exact != 0 else rational(0)).enclose(1300)
    middle = (low + high) / 2
    logs = {
        TENSORS["P"]: np.array([[_log(mass) for mass in masses]]),
        TENSORS["W"]: np.array([[[_log(entry) for entry in row] for row in rows]]),
    }
    (found,) = evaluate_logs(measure.value, logs)
    assert found == pytest.approx(_log(middle), rel=1e-3)


def _log(value: Fraction) -> float:
    value = Fraction(value)
    if value > Fraction(1, 2):
        return log1p(-float(1 - value))
    return log(value.numerator) - log(value.denominator) if value else -inf


def test_what_is_negative_or_has_no_reading() -> None:
    arrays = {TENSORS["P"]: np.zeros((1, 1)), TENSORS["W"]: np.zeros((1, 1, 1))}
    assert evaluate_logs(tv(P, W).value, arrays).tolist() == [-inf]
    half = {TENSORS["P"]: np.log(np.array([[0.5, 0.5]]))}
    assert np.isnan(evaluate_logs(Log(pmin(P).value), half)).all()
    with pytest.raises(Unsupported):
        evaluate_logs(maxinfo(P, W, 0).value, arrays)
    with pytest.raises(InvalidInput, match="no logarithm"):
        evaluate_logs(pml(P, W).value, {**arrays, TENSORS["P"]: np.array([[np.nan]])})
