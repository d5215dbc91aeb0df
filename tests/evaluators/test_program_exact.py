"""Programs on arrays read every shape of values as exact numbers do.

Instances have zeros in the prior, null outcomes, infinite and undefined values, and single letters.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import evaluate
from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.evaluators.program_plan import program_of
from pmlsym.language.building import log, maximum, minimum
from pmlsym.language.nodes import Comparison, Quantity, Scalar
from pmlsym.measures.conditional_leakage import conditional_pml
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.measures.expected_leakage import expected_pml
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.local_information_privacy import lip
from pmlsym.measures.max_information import maxinfo
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.mutual_information import chi2, mi
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import pmin, size
from pmlsym.measures.tail_probability import tail
from pmlsym.measures.total_variation_privacy import tv
from pmlsym.model.channel import Channel, Given
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import log_of, rational
from pmlsym.own_data.many_instances import compile as evaluator
from tests.random_arrays import random_rationals

X, Y, Z = alphabets("X Y Z")
P, W, V, U = Prior("P", X), Channel("W", X, Y), Channel("V", Y, Z), Channel("U", (X, Y), Z)
D, E = Scalar("d"), Scalar("e")
SHAPES = {"P": "X", "W": "XY", "V": "YZ", "U": "XYZ"}
NUMBERS = {"d": rational("1/3"), "e": log_of(rational("3/2"))}
WHOLE, COUNT = 4, 60
"""Entries are multiples of a quarter, so that many are zero."""

QUANTITIES: tuple[Quantity, ...] = (
    *(pml(P, W), pml(P, W, "y"), density_min(P, W), maxleak(W), maxleak(P, W), ldp(W), ldp(P, W)),
    *(lip(P, W), mi(P, W), chi2(P, W), tv(P, W), expected_pml(P, W), pmin(P)),
    *(eml(P, W, D), maxinfo(P, W, D), tail(P, W, E), tail(P, W, log(Fraction(6, 5)))),
    *(pml(P, W >> V), mi(P, W >> V), pml(P, W & U), ldp(W >> V), conditional_pml(P, Given(W, U))),
    *(pml(P, W & U) - pml(P, W), 2 * mi(P, W) + pml(P, W, "y") * D, maximum(D, tv(P, W))),
    *(pml(P, W) / tv(P, W), minimum(E, ldp(W)), log(1 + tv(P, W)), tv(P, W) * size(X)),
)


def _drawn(quantity: Quantity, sizes: dict[str, int], count: int) -> dict[str, list]:  # type: ignore[type-arg]
    names = program_of(quantity, sizes).tensors
    return {
        name: random_rationals(k, count, tuple(sizes[a] for a in SHAPES[name]), WHOLE)
        for k, (name, _) in enumerate(names)
        if name in SHAPES
    }


@pytest.mark.parametrize("sizes", [(1, 1, 1), (2, 3, 2), (3, 2, 4)])
@pytest.mark.parametrize("quantity", QUANTITIES, ids=str)
def test_programs_give_the_exact_numbers(quantity: Quantity, sizes: tuple[int, int, int]) -> None:
    known = dict(zip("XYZ", sizes, strict=True))
    exact = _drawn(quantity, known, COUNT)
    used = [name for name, _ in program_of(quantity, known).tensors]
    scalars = {name: NUMBERS[name] for name in NUMBERS if name in used}
    arrays: dict[str, object] = {n: np.array(e, dtype=float) for n, e in exact.items()}
    arrays |= {name: float(number) for name, number in scalars.items()}
    found = evaluator(quantity)(**arrays)
    for k in range(12):
        tensors = {name: entries[k] for name, entries in exact.items()}
        for y in range(sizes[1] if found.ndim == 2 else 1):
            try:
                at = Instance(known, tensors, scalars, {"y": y})
                expected = float(evaluate(quantity, at))
            except OutOfDomain:
                expected = np.nan
            got = found[k, y] if found.ndim == 2 else found[k]
            assert got == pytest.approx(expected, rel=1e-12, abs=1e-12, nan_ok=True), at


def test_the_instances_are_hostile() -> None:
    known = {"X": 3, "Y": 2, "Z": 4}
    drawn = _drawn(pml(P, W), known, COUNT)
    priors, channels = (np.array(drawn[name], dtype=float) for name in "PW")
    masses = np.einsum("bx,bxy->by", priors, channels)
    assert (priors == 0).any(axis=1).sum() > 10 and (masses == 0).any(axis=1).sum() > 2
    assert np.isinf(evaluator(ldp(W))(W=channels)).sum() > 10


@pytest.mark.parametrize("count", [1, 31, 32, 33, 5000])
def test_chunks_are_the_same_instances(count: int) -> None:
    rng = np.random.default_rng(count)
    arrays = {"P": rng.dirichlet(np.ones(5), count), "W": rng.dirichlet(np.ones(7), (count, 5))}
    for quantity in (pml(P, W), mi(P, W), eml(P, W, Fraction(1, 10)), pml(P, W, "y")):
        together = evaluator(quantity)(**arrays)
        alone = [
            evaluator(quantity)(**{name: array[k] for name, array in arrays.items()})
            for k in {0, count // 2, count - 1}
        ]
        chosen = [together[k] for k in {0, count // 2, count - 1}]
        assert np.array(chosen) == pytest.approx(np.array(alone), rel=1e-13, abs=1e-14)


@pytest.mark.parametrize("count", [3, 40])
def test_entries_are_checked_on_the_way(count: int) -> None:
    leakage = evaluator(pml(P, W))
    prior, channel = np.full((count, 2), 0.5), np.full((count, 2, 2), 0.5)
    for wrong, words in (([0.6, 0.5], "sums to 1.1"), ([-0.5, 1.5], "negative"), ([np.nan, 1], "")):
        bad = channel.copy()
        bad[count - 1, 1] = wrong
        with pytest.raises(InvalidInput, match=f"instance {count - 1} .*{words}"):
            leakage(P=prior, W=bad)
        with np.errstate(all="ignore"):
            evaluator(pml(P, W), checked=False)(P=prior, W=bad)
    with pytest.raises(InvalidInput, match="d in instance 0 is above 1"):
        evaluator(eml(P, W, D))(P=prior, W=channel, d=1.5)


def test_single_precision_comes_back() -> None:
    channel = np.full((1, 2, 2), 0.5, dtype=np.float32)
    assert evaluator(maxleak(W))(W=channel).dtype == np.float32


def test_what_leaves_nothing_open_is_a_number() -> None:
    half = Channel.from_rows([["1/2", "1/2"], ["1/4", "3/4"]])
    assert evaluator(log(Fraction(5, 4)))() == pytest.approx(np.log(1.25))
    assert evaluator(maxleak(half))() == pytest.approx(np.log(1.25))


def test_entropies_are_sums_over_masses() -> None:
    claim = parse("I(A;B|C) >= 0")
    assert isinstance(claim, Comparison)
    law = np.array([[[0.25, 0.0], [0.0, 0.25]], [[0.0, 0.25], [0.25, 0.0]]])
    found = evaluator(claim.left)(**{"joint(A,B,C)": law})
    assert found == pytest.approx(np.log(2), rel=1e-15)


def test_what_has_no_plan_says_so() -> None:
    claim = parse("binomial(1, 3, 1/2) <= 1")
    assert isinstance(claim, Comparison)
    with pytest.raises(Unsupported, match="no plan"):
        evaluator(claim.left)()
