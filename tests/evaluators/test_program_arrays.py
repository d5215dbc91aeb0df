"""The batched reading agrees with the exact one, on structured instances with zeros and ties."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from pmlsym.calculus import Index, Tensor, atom, constant, sum_over
from pmlsym.calculus.alphabet import alphabets
from pmlsym.engines.sampling.tensors import sample_tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput, OutOfDomain
from pmlsym.evaluators.exact import ExactAlgebra, value_by_algebra
from pmlsym.language.nodes import Measure
from pmlsym.language.value import (
    Exceeds,
    FractionalEvent,
    Largest,
    Log,
    Ratio,
    Smallest,
    Total,
    Weighted,
)
from pmlsym.measures.conditional_leakage import Given, conditional_pml
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import hmin, pmin, suppsize
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import INFINITY
from tests.evaluators.values_by_tensor import evaluate_batch, require_stochastic

X, Y, Z = alphabets("X Y Z")
P, W = Prior("P", X), Channel("W", X, Y)
V, U = Channel("V", Y, Z), Channel("U", (X, Y), Z)
SAMPLED = {text: thing.body.tensors[0] for text, thing in [("P", P), ("W", W), ("V", V), ("U", U)]}

MEASURES = (
    pml(P, W),
    pml(P, W, "y"),
    pml(P, W >> V),
    pml(P >> W, V),
    pml(P, W & U),
    conditional_pml(P, Given(W, U)),
    density_min(P, W),
    density_min(P >> W, V),
    maxleak(W),
    maxleak(P, W),
    maxleak(P >> W, V),
    ldp(W),
    ldp(P, W),
    ldp(P >> W, V),
    pmin(P),
    pmin(P >> W),
    hmin(P),
    suppsize(P),
)


PROBABILITIES = (("1/7", 1 / 7), ("0", 0.0), ("1/2", 0.5), ("1", 1.0))


def _letter(name: str) -> Index:
    return Index(name.upper(), name)


def _own_values() -> dict[str, Measure]:
    """Values with the remaining operators: entropy-like sums, tails, fractional events."""
    x, y = _letter("x"), _letter("y")
    p, w = P.mass(x), W.entry((x,), (y,))
    mass = sum_over(p * w, x)
    leak = Largest((x,), Ratio(w, mass), p)
    t, delta = Tensor("t", positive=True), Tensor("d", nonnegative=True, at_most_one=True)
    event = FractionalEvent((y,), w, mass, atom(delta))
    return {
        "mutual information": Measure("", (), Total((x, y), Weighted(p * w, Log(Ratio(w, mass))))),
        "expected": Measure("", (), Total((y,), Weighted(mass, Log(leak)))),
        "tail": Measure("", (), Total((y,), Weighted(mass, Exceeds(leak, atom(t))))),
        "eml": Measure("", (), Largest((x,), event, p)),
        "undefined": Measure("", (), Largest((x,), Ratio(w, mass), p), free=(y,)),
        "undefined log": Measure("", (), Largest((x,), Log(Ratio(w, mass)), p), free=(y,)),
        "undefined least": Measure("", (), Smallest((x,), Ratio(mass, w), p), free=(y,)),
        "at least": Measure("", (), Largest((x, y), Ratio(constant(1), mass), p * w - atom(delta))),
    }


def _agreement(measure: Measure, seed: int, sizes: dict[str, int]) -> tuple[int, int]:
    """How many of a batch are compared, how many of them are infinite."""
    rng = np.random.default_rng(seed)
    sampled = {t: sample_tensor(rng, t, sizes, 64) for t in SAMPLED.values()}
    levels = {
        Tensor("t", positive=True): ("3/2", 1.5),
        Tensor("d", nonnegative=True, at_most_one=True): PROBABILITIES[seed % 4],
    }
    arrays = {t: np.moveaxis(s.floats, -1, 0) for t, s in sampled.items()}
    arrays |= {t: np.full(64, value) for t, (_, value) in levels.items()}
    floats = evaluate_batch(measure.value, arrays, defined=measure.defined, sizes=sizes, chunk=999)
    infinite = 0
    for k in range(64):
        tensors = {t.name: s.exact(k).tolist() for t, s in sampled.items()}
        scalars = {t.name: text for t, (text, _) in levels.items()}
        algebra = ExactAlgebra(Instance(sizes, tensors | scalars))
        for quotient in measure.defined:
            algebra.define(quotient)
        at = dict.fromkeys(measure.free, 0)
        try:
            expected = float(value_by_algebra(measure.value, algebra, at))
        except OutOfDomain:
            expected = np.nan
        found = floats[(k, *(0,) * (floats.ndim - 1))]
        assert found == pytest.approx(expected, rel=1e-12, abs=1e-13, nan_ok=True), tensors
        infinite += expected == np.inf
    return 64, infinite


@pytest.mark.parametrize("sizes", [(1, 1, 1), (2, 2, 2), (3, 2, 4), (2, 4, 3)])
@pytest.mark.parametrize("measure", MEASURES, ids=str)
def test_measures_agree_with_the_exact_reading(
    measure: Measure, sizes: tuple[int, int, int]
) -> None:
    compared, _ = _agreement(measure, sum(sizes), dict(zip("XYZ", sizes, strict=True)))
    assert compared == 64


@pytest.mark.parametrize("name", sorted(_own_values()))
def test_every_operator_agrees_with_the_exact_reading(name: str) -> None:
    for seed in range(4):
        _agreement(_own_values()[name], seed, {"X": 3, "Y": 3, "Z": 1})


def test_capacity_is_infinite_on_some_instances() -> None:
    _, infinite = _agreement(ldp(W), 0, {"X": 2, "Y": 2, "Z": 1})
    assert infinite > 5


def test_chunks_and_matrix_products_change_nothing() -> None:
    rng = np.random.default_rng(3)
    prior, channel = rng.dirichlet(np.ones(30), 40), rng.dirichlet(np.ones(50), (40, 30))
    arrays = {SAMPLED["P"]: prior, SAMPLED["W"]: channel}
    direct = (channel / np.einsum("bx,bxy->by", prior, channel)[:, None]).max(axis=(1, 2))
    for chunk in (1, 5000, 30_000, 1 << 20):
        assert evaluate_batch(pml(P, W).value, arrays, chunk=chunk) == pytest.approx(direct)


@pytest.mark.parametrize("measure", [*MEASURES, *_own_values().values()], ids=str)
def test_a_single_instance_is_that_of_the_batch(measure: Measure) -> None:
    """It is read number by number where it is small, by arrays where it is not."""
    rng, sizes = np.random.default_rng(5), {"X": 3, "Y": 2, "Z": 3}
    sampled = {t: sample_tensor(rng, t, sizes, 64).floats for t in SAMPLED.values()}
    arrays = {t: np.moveaxis(array, -1, 0) for t, array in sampled.items()}
    arrays |= {Tensor("t", positive=True): np.full(64, 1.5)}
    arrays |= {Tensor("d", nonnegative=True, at_most_one=True): np.linspace(0, 1, 64)}
    batch = evaluate_batch(measure.value, arrays, defined=measure.defined, sizes=sizes)
    for k in range(64):
        one = {tensor: array[k : k + 1] for tensor, array in arrays.items()}
        found = evaluate_batch(measure.value, one, defined=measure.defined, sizes=sizes)
        assert found == pytest.approx(batch[k : k + 1], rel=1e-13, abs=1e-15, nan_ok=True)


def test_a_letter_twice_is_a_diagonal() -> None:
    """sum_x T(x,y,x) M(x,x), by NumPy and number by number."""
    rng, x, y = np.random.default_rng(6), Index("X", "x"), Index("Y", "y")
    cube, square = Tensor("T", ("X", "Y", "X")), Tensor("M", ("X", "X"))
    value = Ratio(sum_over(atom(cube, x, y, x) * atom(square, x, x), x))
    arrays = {cube: rng.random((40, 3, 2, 3)), square: rng.random((40, 3, 3))}
    expected = np.einsum("bxyx,bxx->by", arrays[cube], arrays[square])
    assert evaluate_batch(value, arrays) == pytest.approx(expected)
    one = {tensor: array[:1] for tensor, array in arrays.items()}
    assert evaluate_batch(value, one) == pytest.approx(expected[:1])


TINY = [Fraction(0), Fraction(3), *(Fraction(1, 10**k) for k in (0, 9, 20, 75, 150))]
"""What a mass is a multiple of before it is divided by the sum."""


@pytest.mark.parametrize(
    "measure", [pml(P, W), density_min(P, W), maxleak(P, W), ldp(P, W)], ids=str
)
def test_masses_far_apart_are_as_exact_as_others(measure: Measure) -> None:
    """Entries from 10^-150 to 1, zeros among them: products of two are floats still."""
    rng, sizes = np.random.default_rng(9), {"X": 3, "Y": 3}
    count, infinite = 300, 0
    rows = [[_row(rng, 3) for _ in range(4)] for _ in range(count)]
    floats = np.array([[[float(x) for x in row] for row in four] for four in rows])
    arrays = {SAMPLED["P"]: floats[:, 0], SAMPLED["W"]: floats[:, 1:]}
    found = evaluate_batch(measure.value, arrays, sizes=sizes)
    for k, (prior, *channel) in enumerate(rows):
        exact = value_by_algebra(
            measure.value, ExactAlgebra(Instance(sizes, {"P": prior, "W": channel})), {}
        )
        infinite += exact == INFINITY
        assert found[k] == pytest.approx(float(exact), rel=1e-13), (prior, channel)
    assert infinite < count


def _row(rng: np.random.Generator, letters: int) -> list[Fraction]:
    masses = [TINY[k] for k in rng.integers(0, len(TINY), letters)]
    total = sum(masses)
    return (
        [mass / total for mass in masses]
        if total
        else [Fraction(1)] + [Fraction(0)] * (letters - 1)
    )


def test_bad_arrays_are_named() -> None:
    p, w = SAMPLED["P"], SAMPLED["W"]
    good = np.full((3, 2, 2), 0.5)
    with pytest.raises(InvalidInput, match="number of instances"):
        evaluate_batch(pml(P, W).value, {p: np.ones((2, 1)), w: np.ones((3, 1, 1))})
    with pytest.raises(InvalidInput, match="number of instances"):
        evaluate_batch(maxleak(W).value, {w: np.ones((0, 2, 2))})
    with pytest.raises(AlphabetMismatch, match="alphabet X"):
        evaluate_batch(pml(P, W).value, {p: np.full((3, 4), 0.25), w: good})
    for entry, message in [(np.nan, "not finite"), (-0.5, "negative"), (0.25, "sums to 0.75")]:
        bad = good.copy()
        bad[2, 1, 0] = entry
        with pytest.raises(InvalidInput, match=rf"instance 2.*{message}"):
            require_stochastic({w: bad})
    require_stochastic({w: good})
