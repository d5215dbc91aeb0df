"""Measures of derived priors agree with the definitions where every channel is X -> X.

All letters are then of one alphabet, so that the letters a support ranges over, the inputs and the
outcomes have to be kept apart.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from random import Random

import pytest

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.claims.evaluation import evaluate
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Measure
from pmlsym.measures.conditional_leakage import Given, conditional_pml
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.local_differential_identifiability import ldi
from pmlsym.measures.local_information_privacy import lip
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import hmin
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import INFINITY, log_of
from tests import definitions as oracle
from tests.exact_instances import CHANNEL_KINDS, PRIOR_KINDS, exact_channel, exact_prior

X = Alphabet("X")
P, A, B, C = Prior("P", X), Channel("A", X, X), Channel("B", X, X), Channel("C", X, X)

Rows = tuple[tuple[Fraction, ...], ...]
Definition = Callable[[list[Fraction], Rows, Rows], Fraction | float]


def again(rows: Rows) -> list[Rows]:
    """A second mechanism that does not look at the first one's outcome."""
    return [(row,) * len(row) for row in rows]


ONE_STEP: dict[str, tuple[Measure, Definition]] = {
    "pml": (pml(P >> A, C), lambda q, c, _: oracle.exp_pml(q, c)),
    "density_min": (density_min(P >> A, C), lambda q, c, _: oracle.exp_density_min(q, c)),
    "maxleak": (maxleak(P >> A, C), lambda q, c, _: oracle.exp_maxleak_on_support(q, c)),
    "ldp": (ldp(P >> A, C), lambda q, c, _: oracle.exp_ldp_on_support(q, c)),
    "lip": (lip(P >> A, C), lambda q, c, _: oracle.exp_lip(q, c)),
    "ldi": (ldi(P >> A, C), lambda q, c, _: oracle.exp_ldi(q, c)),
    "hmin": (hmin(P >> A), lambda q, c, _: oracle.exp_hmin(q)),
    "conditional pml": (
        conditional_pml(P >> A, Given(C, B)),
        lambda q, c, b: oracle.exp_conditional_pml(q, again(b), c),
    ),
}
TWO_STEPS: dict[str, tuple[Measure, Definition]] = {
    "pml": (pml((P >> A) >> B, C), lambda q, c, _: oracle.exp_pml(q, c)),
    "density_min": (density_min((P >> A) >> B, C), lambda q, c, _: oracle.exp_density_min(q, c)),
    "maxleak": (maxleak((P >> A) >> B, C), lambda q, c, _: oracle.exp_maxleak_on_support(q, c)),
    "ldp": (ldp((P >> A) >> B, C), lambda q, c, _: oracle.exp_ldp_on_support(q, c)),
    "hmin": (hmin((P >> A) >> B), lambda q, c, _: oracle.exp_hmin(q)),
}


def instances(count: int) -> list[Instance]:
    rng = Random(11)
    found = []
    for _ in range(count):
        letters = rng.randint(1, 3)
        tensors = {"P": exact_prior(rng, letters, rng.choice(PRIOR_KINDS))}
        for name in "ABC":
            tensors[name] = exact_channel(rng, letters, letters, rng.choice(CHANNEL_KINDS))
        found.append(Instance({"X": letters}, tensors))
    return found


@pytest.mark.parametrize(
    ("steps", "name"), [(1, name) for name in ONE_STEP] + [(2, name) for name in TWO_STEPS]
)
def test_derived_prior_over_one_alphabet(steps: int, name: str) -> None:
    measure, definition = (ONE_STEP if steps == 1 else TWO_STEPS)[name]
    null = 0
    for instance in instances(120):
        t = instance.tensors
        prior = oracle.output_distribution(t["P"], t["A"])
        if steps == 2:
            prior = oracle.output_distribution(prior, t["B"])
        value = definition(prior, t["C"], t["B"])
        expected = INFINITY if value == math.inf else log_of(Fraction(value))
        assert evaluate(measure, instance) == expected, instance
        null += 0 in prior
    assert null >= 20
