"""Samplers: what they draw is what they say, and the same again from the same seed."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.errors import InvalidInput
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.own_data.many_instances import evaluate_many
from pmlsym.own_data.random_arrays import (
    channels_with_pml,
    deterministic_channels,
    random_chain,
    random_channels,
    random_databases,
    random_priors,
    random_rationals,
)

X, Y = alphabets("X Y")
P, W = Prior("P", X), Channel("W", X, Y)


@pytest.mark.parametrize("concentration", [1e-3, 0.3, 1.0, 50.0])
def test_masses_have_the_moments_of_dirichlets_law(concentration: float) -> None:
    drawn = random_priors(1, 40_000, 3, concentration=concentration)
    assert drawn.sum(axis=1) == pytest.approx(1)
    assert drawn.mean(axis=0) == pytest.approx(1 / 3, abs=0.01)
    assert drawn.var(axis=0) == pytest.approx(2 / 9 / (3 * concentration + 1), rel=0.04)


def test_zeros_deterministic_channels_and_chains() -> None:
    channels = random_channels(2, 2000, 3, 4, zeros=0.5)
    assert channels.sum(axis=2) == pytest.approx(1)
    assert (channels == 0).mean() == pytest.approx(0.5 * 3 / 4, abs=0.02)
    assert np.unique(deterministic_channels(3, 500, 2, 5).sum(axis=2)).tolist() == [1.0]
    prior, first, second = random_chain(4, 20, (2, 3, 4))
    assert (prior @ first[:, :, 0].T).shape == (20, 20) and second.shape == (20, 3, 4)


def test_databases_with_and_without_dependence() -> None:
    for independent in (True, False):
        joint = random_databases(5, 100, 3, independent=independent)
        assert joint.shape == (100, 2, 2, 2) and joint.sum(axis=(1, 2, 3)) == pytest.approx(1)
        ones = np.stack([joint[:, 1].sum((1, 2)), joint[:, :, 1].sum((1, 2))])
        gap = np.abs(joint[:, 1, 1].sum(axis=1) - ones[0] * ones[1])
        assert (gap.max() < 1e-12) == independent


def test_rationals_are_uniform_on_multiples() -> None:
    drawn = random_rationals(6, 6000, (3,), 3)
    seen = Counter(map(tuple, drawn))
    assert len(seen) == 10 and all(sum(row) == 1 for row in seen)
    assert min(seen.values()) > 480 and max(seen.values()) < 720
    assert {e.denominator for row in drawn for e in row} == {1, 3}
    positive = random_rationals(7, 50, (2, 3), 7, zeros=False)
    assert all(entry > 0 for rows in positive for row in rows for entry in row)
    assert random_rationals(8, 1, (1,), 5) == [[Fraction(1)]]


def test_the_guarantee_holds_and_seeds_repeat() -> None:
    prior = np.array([0.5, 0.3, 0.2])
    drawn = channels_with_pml(9, prior, 4, 0.3, 60)
    leaked = evaluate_many(pml(P, W), {"P": np.tile(prior, (60, 1)), "W": drawn})
    assert leaked.max() <= 0.3 + 1e-9 and leaked.std() > 0.001
    for again in (channels_with_pml(9, prior, 4, 0.3, 60),):
        assert (again == drawn).all()
    assert (random_priors(3, 5, 4) == random_priors(3, 5, 4)).all()
    assert not (random_priors(3, 5, 4) == random_priors(4, 5, 4)).all()


@pytest.mark.parametrize(
    "draw",
    [
        lambda: random_priors(0, 0, 3),
        lambda: random_priors(0, 3, 0),
        lambda: random_priors(0, 3, 2, concentration=0),
        lambda: random_channels(0, 3, 2, 2, zeros=1.0),
        lambda: deterministic_channels(0, 1, 0, 1),
        lambda: random_chain(0, 1, (2,)),
        lambda: random_databases(0, 1, 0),
        lambda: random_rationals(0, 1, (3,), 2, zeros=False),
        lambda: random_rationals(0, 1, (), 2),
        lambda: random_rationals(0, 1, (3,), 10**10),
        lambda: channels_with_pml(0, np.array([0.5, 0.4]), 2, 0.1, 1),
        lambda: channels_with_pml(0, np.array([0.5, 0.5]), 2, -0.1, 1),
    ],
)
def test_what_cannot_be_drawn(draw) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InvalidInput):
        draw()
