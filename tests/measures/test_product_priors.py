"""A prior that is a product has the products of masses, whatever is measured under it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claims.evaluation import evaluate
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.measures.entry_leakage import pml_entry, pml_entry_given
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from tests.measures.measured import in_floats
from tests.soundness.hostile_instances import hostile_instances

D, E, F, Y = alphabets("D E F Y")
JOINT, MECHANISM, AFTER = Prior("P", D, E), Channel("W", (D, E), Y), Channel("V", Y, D)


def test_a_product_prior_has_the_products_of_masses() -> None:
    both = Prior("Q", D) & Prior("R", E)
    zeros = 0
    for one, other in (
        (pml(both, MECHANISM), pml(JOINT, MECHANISM)),
        (pml_entry(both, MECHANISM, 2), pml_entry(JOINT, MECHANISM, 2)),
        (pml_entry_given(both, MECHANISM, 1), pml_entry_given(JOINT, MECHANISM, 1)),
        (pml(both >> MECHANISM, AFTER), pml(JOINT >> MECHANISM, AFTER)),
    ):
        for drawn in hostile_instances(one <= 1, 3, 30):
            q, r = drawn.tensors["Q"], drawn.tensors["R"]
            product = {**drawn.tensors, "P": [[a * b for b in r] for a in q]}
            instance = Instance(drawn.sizes, product)
            assert evaluate(one, instance) == evaluate(other, instance)
            assert in_floats(one, instance) == pytest.approx(
                float(evaluate(one, instance)), abs=1e-10
            )
            zeros += 0 in q and 0 in r
    assert zeros >= 5


def test_products_of_one_prior_are_independent_draws() -> None:
    twice = Prior("Q", D) & Prior("Q", D)
    masses = Instance({"D": 2, "Y": 1}, {"Q": ["1/4", "3/4"], "W": [[[1], [1]], [[1], [1]]]})
    assert evaluate(pml(twice, Channel("W", (D, D), Y)), masses) == 0
    assert repr(Prior("Q", D) & (Prior("R", E) & Prior("S", F))) == "Q & (R & S)"
    assert repr((Prior("Q", D) & Prior("R", E)) >> Channel("W", (D, E), Y)) == "(Q & R) >> W"


def test_an_entry_that_is_not_there_is_refused() -> None:
    for entry in (0, 3, Fraction(1, 2), True):
        with pytest.raises(InvalidInput, match="its entries are 1 to 2"):
            pml_entry(JOINT, MECHANISM, entry)  # type: ignore[arg-type]
    with pytest.raises(AlphabetMismatch):
        pml_entry(Prior("P", D), MECHANISM, 1)
