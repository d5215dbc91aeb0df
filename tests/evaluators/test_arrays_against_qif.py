"""Where libqif's Python package is installed: maximal leakage and LDP agree with it.

    exp(maxleak(W)) = mult_capacity(W)            ldp(W) = smallest_epsilon(W, discrete metric)

libqif takes a matrix whose rows do not sum to one without a word; here that is an error.
"""

from __future__ import annotations

import numpy as np
import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.engines.sampling.tensors import sample_tensor
from pmlsym.errors import InvalidInput
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.model.channel import Channel
from tests.evaluators.values_by_tensor import evaluate_batch, require_stochastic

qif = pytest.importorskip("qif", reason="libqif's package is no dependency; install qif to run it")

W = Channel("W", *alphabets("X Y"))
(TENSOR,) = W.body.tensors


@pytest.mark.parametrize("sizes", [(2, 2), (3, 5), (8, 8)])
def test_capacity_and_epsilon_agree(sizes: tuple[int, int]) -> None:
    rng = np.random.default_rng(sum(sizes))
    known = dict(zip("XY", sizes, strict=True))
    channels = np.moveaxis(sample_tensor(rng, TENSOR, known, 320).floats, -1, 0)
    require_stochastic({TENSOR: channels})
    leakage = evaluate_batch(maxleak(W).value, {TENSOR: channels})
    ratio = evaluate_batch(ldp(W).value, {TENSOR: channels})
    discrete = qif.metric.discrete(qif.uint)
    for channel, exponential, largest in zip(channels, leakage, ratio, strict=True):
        entries = np.ascontiguousarray(channel)
        assert exponential == pytest.approx(qif.measure.bayes_vuln.mult_capacity(entries))
        eps = qif.measure.d_privacy.smallest_epsilon(entries, discrete)
        assert np.log(largest) == pytest.approx(eps, abs=1e-12)


def test_what_is_no_channel() -> None:
    wrong = np.array([[0.5, 0.4], [0.5, 0.5]])
    assert qif.measure.bayes_vuln.mult_capacity(wrong) == pytest.approx(1.0)
    with pytest.raises(InvalidInput, match=r"sums to 0\.9"):
        require_stochastic({TENSOR: wrong[None]})
