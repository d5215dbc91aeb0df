"""Floats, rationals and balls agree on 10,000 instances, with zeros and nearly degenerate ones.

The bound: a float is within 64 units in the last place of exp(leakage), relative, of the exact
number, and the ball contains the exact number.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from pmlsym.calculus.alphabet import alphabets
from pmlsym.engines.sampling_tensors import sample_tensor
from pmlsym.evidence.instance import Instance
from pmlsym.evidence.number import Exact, Infinite
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.readings.ball import value_ball
from pmlsym.readings.batched import evaluate_batch
from pmlsym.readings.exact import value_exact

X, Y = alphabets("X Y")
P, W = Prior("P", X), Channel("W", X, Y)
TENSORS = {t.name: t for thing in (P, W) for t in thing.body.tensors}
MEASURES = (pml(P, W), density_min(P, W), maxleak(W), ldp(P, W))
SIZES = ((1, 1), (2, 2), (2, 3), (3, 2), (3, 4))
EACH = 500
UNITS = 64 * 2.0**-52


def _narrow(value: Fraction) -> arb:
    """A ball around the value that is far narrower than those of the reading."""
    before, ctx.prec = ctx.prec, 512
    try:
        return arb(fmpq(value.numerator, value.denominator))
    finally:
        ctx.prec = before


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_floats_rationals_and_balls(measure, sizes) -> None:  # type: ignore[no-untyped-def]
    known = dict(zip("XY", sizes, strict=True))
    rng = np.random.default_rng([*sizes, *measure.text.encode()])
    sampled = {t: sample_tensor(rng, t, known, EACH) for t in TENSORS.values()}
    arrays = {t: np.moveaxis(s.floats, -1, 0) for t, s in sampled.items()}
    floats = evaluate_batch(measure.value, arrays, sizes=known)
    zeros = infinite = 0
    for k in range(EACH):
        entries = {t.name: s.exact(k).tolist() for t, s in sampled.items()}
        exact = value_exact(measure.value, Instance(known, entries))
        ball = value_ball(measure.value, known, entries).entries[0]
        zeros += any(not entry for entry in np.ravel(sampled[TENSORS["W"]].exact(k)))
        if isinstance(exact, Infinite):
            infinite += 1
            assert floats[k] == np.inf
            assert not ball.is_finite()
            continue
        assert isinstance(exact, Exact)
        value: Fraction = exact.rational
        assert abs(floats[k] - float(value)) <= UNITS * float(value), entries
        assert ball.contains(_narrow(value)), entries
    assert zeros > 0 or sizes[1] == 1
    assert infinite < EACH


def test_there_are_ten_thousand() -> None:
    assert len(MEASURES) * len(SIZES) * EACH == 10_000
