"""Floats, rationals and balls agree on 10,000 instances, with zeros and nearly degenerate ones.

The bound: a float is within 64 units in the last place of exp(leakage), relative, of the exact
number, and the ball contains the exact number. Sums of terms of both signs, as mutual information
is one, are within 64 units in the last place of one plus their size.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.sampling.tensors import Sampled, sample_tensor
from pmlsym.evaluators.ball import value_ball
from pmlsym.evaluators.exact import value_exact
from pmlsym.measures.expected_leakage import expected_pml
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.mutual_information import chi2, mi
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.total_variation_privacy import tv
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import Exact, Infinite
from tests.evaluators.values_by_tensor import evaluate_batch
from tests.examples import some_of

X, Y = alphabets("X Y")
P, W = Prior("P", X), Channel("W", X, Y)
TENSORS = {t.name: t for thing in (P, W) for t in thing.body.tensors}
MEASURES = (pml(P, W), density_min(P, W), maxleak(W), ldp(P, W))
SIZES = ((1, 1), (2, 2), (2, 3), (3, 2), (3, 4))
EACH, FEW = 500, 60
SUMS = (mi(P, W), tv(P, W), chi2(P, W), expected_pml(P, W))
UNITS = 64 * 2.0**-52


def _sampled(
    rng: np.random.Generator, tensor: Tensor, sizes: dict[str, int], count: int
) -> Sampled:
    """Random entries, in every third instance with 10^-9 or so in place of the zeros."""
    drawn = sample_tensor(rng, tensor, sizes, count)
    every_third = np.arange(count) % 3 == 0
    above = np.where(every_third, drawn.above * 10**9 + 1, drawn.above)
    return Sampled(above, above.sum(axis=tensor.stochastic, keepdims=True))


def _narrow(value: Fraction) -> arb:
    """A ball around the value that is far narrower than those of the reading."""
    before, ctx.prec = ctx.prec, 512
    try:
        return arb(fmpq(value.numerator, value.denominator))
    finally:
        ctx.prec = before


@pytest.mark.parametrize("sizes", some_of(SIZES))
@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_floats_rationals_and_balls(measure, sizes) -> None:  # type: ignore[no-untyped-def]
    known = dict(zip("XY", sizes, strict=True))
    rng = np.random.default_rng([*sizes, *measure.text.encode()])
    sampled = {t: _sampled(rng, t, known, EACH) for t in TENSORS.values()}
    arrays = {t: np.moveaxis(s.floats, -1, 0) for t, s in sampled.items()}
    floats = evaluate_batch(measure.value, arrays, sizes=known)
    zeros = infinite = nearly = 0
    for k in range(EACH):
        entries = {t.name: s.exact(k).tolist() for t, s in sampled.items()}
        exact = value_exact(measure.value, Instance(known, entries))
        ball = value_ball(measure.value, known, entries).entries[0]
        channel = np.ravel(sampled[TENSORS["W"]].exact(k))
        zeros += any(not entry for entry in channel)
        nearly += any(0 < entry < Fraction(1, 1000) for entry in channel)
        if isinstance(exact, Infinite):
            infinite += 1
            assert floats[k] == np.inf
            assert not ball.is_finite()
            continue
        assert isinstance(exact, Exact)
        value: Fraction = exact.rational
        assert abs(floats[k] - float(value)) <= UNITS * float(value), entries
        assert ball.contains(_narrow(value)), entries
    assert (zeros > 20 and nearly > 20) or sizes[1] == 1
    assert infinite < EACH


@pytest.mark.parametrize("sizes", SIZES)
@pytest.mark.parametrize("measure", SUMS, ids=str)
def test_sums_in_floats_rationals_and_balls(measure, sizes) -> None:  # type: ignore[no-untyped-def]
    known = dict(zip("XY", sizes, strict=True))
    rng = np.random.default_rng([*sizes, *measure.text.encode()])
    sampled = {t: _sampled(rng, t, known, FEW) for t in TENSORS.values()}
    arrays = {t: np.moveaxis(s.floats, -1, 0) for t, s in sampled.items()}
    floats = evaluate_batch(measure.value, arrays, sizes=known)
    for k in range(FEW):
        entries = {t.name: s.exact(k).tolist() for t, s in sampled.items()}
        low, high = value_exact(measure.value, Instance(known, entries)).enclose(40)
        ball = value_ball(measure.value, known, entries).entries[0]
        assert abs(floats[k] - float(low)) <= UNITS * (1 + float(abs(low))), entries
        assert ball.overlaps(_narrow(low).union(_narrow(high))), entries
        assert ball.rad() < 1e-25


def test_there_are_ten_thousand() -> None:
    assert len(MEASURES) * len(SIZES) * EACH == 10_000
