"""Channels drawn inside a guarantee satisfy it, and are spread over all of it."""

from __future__ import annotations

import numpy as np
import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.errors import InvalidInput
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.own_data.guaranteed_channels import channels_within_pml
from tests.evaluators.values_by_tensor import evaluate_batch, require_stochastic

X, Y = alphabets("X Y")
P, W = Prior("P", X), Channel("W", X, Y)
(PRIOR,), (CHANNEL,) = P.body.tensors, W.body.tensors


@pytest.mark.parametrize("eps", [0.0, 0.1, 0.7])
@pytest.mark.parametrize("prior", [(0.5, 0.3, 0.2), (0.6, 0.4, 0.0)])
def test_the_guarantee_holds(prior: tuple[float, ...], eps: float) -> None:
    masses = np.array(prior)
    rng = np.random.default_rng(1)
    found = channels_within_pml(rng, masses, 4, eps, count=200, steps=200)
    arrays = {PRIOR: np.tile(masses, (200, 1)), CHANNEL: found}
    require_stochastic(arrays)
    leakage = np.log(evaluate_batch(pml(P, W).value, arrays))
    assert leakage.max() <= eps + 1e-12
    assert eps == 0 or leakage.max() > 0.8 * eps


def test_two_by_two_is_uniform() -> None:
    """Mean and variance are those of the uniform distribution, by rejection from the square."""
    prior, eps, count = np.array([0.5, 0.5]), 0.4, 4000
    rng = np.random.default_rng(2)
    walked = channels_within_pml(rng, prior, 2, eps, count=count, steps=150)[:, :, 0]
    square = rng.uniform(size=(200_000, 2))
    mass = square @ prior
    inside = (square <= np.exp(eps) * mass[:, None]).all(axis=1)
    inside &= (1 - square <= np.exp(eps) * (1 - mass)[:, None]).all(axis=1)
    uniform = square[inside]
    assert walked.mean(axis=0) == pytest.approx(uniform.mean(axis=0), abs=0.02)
    assert np.cov(walked.T) == pytest.approx(np.cov(uniform.T), abs=0.006)


def test_bad_requests() -> None:
    rng = np.random.default_rng(0)
    with pytest.raises(InvalidInput, match="masses"):
        channels_within_pml(rng, np.array([0.5, 0.6]), 2, 0.1)
    with pytest.raises(InvalidInput, match="eps"):
        channels_within_pml(rng, np.array([1.0]), 2, -0.1)
