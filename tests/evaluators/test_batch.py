"""Batches that share plans read what each would read alone, and plan nothing twice."""

from __future__ import annotations

import numpy as np
import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.evaluators.batch import Batch, LabelledArray, Plans
from pmlsym.language.nodes import Scalar
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.measures.mutual_information import mi
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.own_data.many_instances import evaluate_many
from tests.random_arrays import random_channels, random_priors

X, Y = alphabets("X Y")
P, W, E = Prior("P", X), Channel("W", X, Y), Scalar("e")
SIZES = {"X": 3, "Y": 4}


def _arrays(seed: int) -> dict[str, np.ndarray]:
    drawn = {"P": random_priors(seed, 20, 3, zeros=0.2), "W": random_channels(seed, 20, 3, 4)}
    return {name: np.moveaxis(array, 0, -1) for name, array in drawn.items()}


def test_a_plan_serves_batches_of_the_same_sizes() -> None:
    plans: Plans = {}
    steps = set()
    quantities = (pml(P, W), mi(P, W), pml(P, W, "y") - mi(P, W))
    for seed in range(3):
        arrays = _arrays(seed)
        batch = Batch(SIZES, arrays, plans)
        for quantity in quantities:
            first = {name: np.moveaxis(array, -1, 0) for name, array in arrays.items()}
            expected = np.moveaxis(evaluate_many(quantity, first), 0, -1)
            assert batch.quantity(quantity).array == pytest.approx(expected, rel=1e-13, abs=1e-15)
        steps |= {(key, len(plan.planner.steps)) for key, plan in plans.items()}
    assert len(steps) == 1


def test_a_scalar_may_differ_between_outcomes() -> None:
    batch = Batch(SIZES, _arrays(0))
    leakage = batch.quantity(pml(P, W, "y"))
    batch.assign("e", leakage)
    assert batch.quantity(pml(P, W, "y") - E).array == pytest.approx(np.zeros((4, 20)))
    fresh = Batch(SIZES, _arrays(0))
    fresh.assign("e", LabelledArray((), np.array([2.0])))
    assert fresh.quantity(E + E).array.tolist() == [4.0]


def test_what_is_missing_is_named() -> None:
    with pytest.raises(UnknownName, match="no array for W"):
        Batch(SIZES, {"P": _arrays(0)["P"]}).quantity(pml(P, W))
    with pytest.raises(UnknownName, match="no array for d"):
        Batch(SIZES, _arrays(0)).quantity(eml(P, W, Scalar("d")))
    with pytest.raises(InvalidInput, match=r"\(\*letters, B\)"):
        Batch(SIZES, {**_arrays(0), "P": np.ones(3)}).quantity(pml(P, W))
