"""Claims have the truth that the definitions give them, and a domain."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claims.conditions import deterministic
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.claims.subjects import subjects
from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.language.building import (
    all_of,
    any_of,
    equal,
    exp,
    implies,
    log,
    maximum,
    minimum,
    negation,
)
from pmlsym.language.nodes import Claim, Condition, Scalar
from pmlsym.measures.conditional_leakage import Given, conditional_pml
from pmlsym.measures.leakage_capacity import ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import pmin, size
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import INFINITY, log_of, rational
from tests import definitions as oracle
from tests.exact_instances import ExactInstance, exact_instances

X, Y, Z = alphabets("X Y Z")
P, W, V, U = Prior("P", X), Channel("W", X, Y), Channel("V", Y, Z), Channel("U", (X, Y), Z)
EPS = Scalar("eps")
FULL = Condition("fullsupport(P)", "fullsupport", P)

TRUE = (
    pml(P, W >> V) <= pml(P, W),
    pml(P, W >> V) <= pml(P >> W, V),
    pml(P, W & U) <= pml(P, W) + conditional_pml(P, Given(W, U)),
    maxleak(W >> V) <= maxleak(W),
    maxleak(W >> V) <= maxleak(V),
    pml(P, W) <= -log(pmin(P)),
    implies(FULL, maxleak(W) <= pml(P, W)),
    pml(P, W) >= 0,
    size(X) * pmin(P) <= size(X),
)
FALSE = (
    pml(P, W) <= maxleak(W),
    ldp(W) <= pml(P, W),
    pml(P, W & U) <= pml(P, W),
    maxleak(W) <= pml(P, W),
)


def instance_of(case: ExactInstance) -> Instance:
    sizes = {"X": len(case.prior), "Y": len(case.post), "Z": len(case.post[0])}
    entries = {"P": case.prior, "W": case.channel, "V": case.post, "U": case.second}
    return Instance(sizes, entries)


@pytest.mark.parametrize("claim", TRUE, ids=range(len(TRUE)))
def test_true_claims_hold_on_every_instance(claim: Claim) -> None:
    assert all(holds(claim, instance_of(case)) for case in exact_instances(3, 150, letters=3))


@pytest.mark.parametrize("claim", FALSE, ids=range(len(FALSE)))
def test_false_claims_fail_somewhere(claim: Claim) -> None:
    truths = [holds(claim, instance_of(case)) for case in exact_instances(3, 150, letters=3)]
    assert True in truths
    assert False in truths


def test_an_implication_with_a_level_is_evaluated_exactly() -> None:
    claim = implies(ldp(W) <= EPS, pml(P, W) <= -log(pmin(P) + exp(-EPS) * (1 - pmin(P))))
    met = 0
    for case in exact_instances(5, 150, letters=3):
        least = oracle.exp_ldp(case.channel)
        if isinstance(least, float):
            continue
        met += 1
        own = instance_of(case)
        level = Instance(own.sizes, own.tensors, {"eps": log_of(least)})
        assert holds(claim, level)
        assert holds(claim, Instance(own.sizes, own.tensors, {"eps": rational(-1)}))
    assert met >= 30


def test_connectives_and_relations() -> None:
    nothing = Instance({})
    one, two = log(2) <= 1, log(3) <= 1
    assert holds(one, nothing)
    assert not holds(two, nothing)
    assert holds(any_of(one, two), nothing)
    assert not holds(all_of(one, two), nothing)
    assert holds(negation(two), nothing)
    assert holds(implies(two, two), nothing)
    assert holds(equal(log(6), log(2) + log(3)), nothing)
    assert holds(maximum(log(2), 1) > minimum(log(2), 1), nothing)
    assert not holds(log(2) < log(2), nothing)


def test_outside_the_domain_a_claim_has_no_truth() -> None:
    c = Scalar("c")
    negative = Instance({}, scalars={"c": rational(-1)})
    infinite = Instance({}, scalars={"c": INFINITY})
    with pytest.raises(OutOfDomain, match="negative"):
        holds(log(c) <= 0, negative)
    with pytest.raises(OutOfDomain, match="inf - inf"):
        holds(c - c <= 0, infinite)
    with pytest.raises(OutOfDomain, match="by zero"):
        holds(1 / (c - c) <= 0, negative)
    with pytest.raises(OutOfDomain):
        holds(any_of(c <= 0, log(c) <= 0), negative)
    assert holds(implies(c >= 0, log(c) <= 0), negative)


def test_zero_divided_by_zero_is_in_no_maximum() -> None:
    point = Instance({"X": 2, "Y": 2}, {"P": [1, 0], "W": [[1, 0], [0, 1]]})
    assert evaluate(pml(P, W), point).to_json() == {"log": "1"}
    assert evaluate(ldp(W), point) == INFINITY
    at_null = Instance(point.sizes, point.tensors, outcomes={"y": 1})
    assert evaluate(pml(P, W, "y"), at_null) == 0


def test_an_instance_that_is_none_is_refused() -> None:
    claim = pml(P, W) <= EPS
    sizes, rows = {"X": 2, "Y": 1}, [[1], [1]]
    with pytest.raises(InvalidInput, match="P sums to 999/1000"):
        holds(claim, Instance(sizes, {"P": ["1/2", "499/1000"], "W": rows}, {"eps": rational(1)}))
    with pytest.raises(InvalidInput, match="no value for the scalar eps"):
        holds(claim, Instance(sizes, {"P": [1, 0], "W": rows}))
    with pytest.raises(InvalidInput, match="no letter for y"):
        holds(pml(P, W, "y") <= 1, Instance(sizes, {"P": [1, 0], "W": rows}))
    with pytest.raises(InvalidInput, match="outside its domain"):
        holds(
            Scalar("d", "probability") <= 2, Instance({}, scalars={"d": rational(Fraction(3, 2))})
        )


def test_an_unknown_condition_is_said_to_be_unknown() -> None:
    with pytest.raises(Unsupported, match="conditions known here: fullsupport"):
        holds(Condition("odd(P)", "odd", P), Instance({"X": 1}, {"P": [1]}))


def test_subjects_are_what_an_instance_has_to_give() -> None:
    claim = implies(ldp(W) <= EPS, pml(P, W >> V, "z") <= conditional_pml(P, Given(W, U)))
    found = subjects(claim)
    assert found.alphabets == ("X", "Y", "Z")
    assert [tensor.name for tensor in found.tensors] == ["P", "U", "V", "W"]
    assert found.scalars == {"eps": "real"}
    assert found.outcomes == {"z": "Z"}


def test_one_name_for_two_things_is_refused() -> None:
    with pytest.raises(InvalidInput, match="two different tensors are called W"):
        subjects(all_of(maxleak(W) <= 1, maxleak(Channel("W", Y, Z)) <= 1))
    with pytest.raises(InvalidInput, match="y is a number and something else"):
        subjects(pml(P, W, "y") <= Scalar("y"))


def test_a_deterministic_prior_is_a_point_mass() -> None:
    point = Instance({"X": 2, "Y": 2}, {"P": [1, 0], "W": [["1/2", "1/2"], [1, 0]]})
    spread = Instance({"X": 2, "Y": 2}, {"P": ["1/2", "1/2"], "W": [[1, 0], [1, 0]]})
    assert holds(deterministic(P), point) and not holds(deterministic(P), spread)
    assert not holds(deterministic(P >> W), point) and holds(deterministic(P >> W), spread)
    assert not holds(deterministic(W), point) and holds(deterministic(W), spread)
