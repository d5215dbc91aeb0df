"""Full support without loss of generality, only where it is none.

Claims that hold for priors with full support and fail at a prior with zeros: such a prior may not
be taken to be positive. And wherever one may, deleting the letters of mass zero keeps violations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.tensor import Tensor
from pmlsym.claim_text.question import parse
from pmlsym.claim_text.writing import write
from pmlsym.claims.evaluation import holds
from pmlsym.claims.subjects import subjects
from pmlsym.engines.decide.decisions import prove
from pmlsym.errors import OutOfDomain, PmlError, Unsupported
from pmlsym.evidence.verdict import Proved
from pmlsym.language.building import implies
from pmlsym.language.nodes import Claim
from pmlsym.lowering.full_support import full_support_priors
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import log_of
from tests.examples import some_of
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.random_claims import random_claim

POINT, UNIFORM = [1, 0], ["1/2", "1/2"]
IDENTITY = [[1, 0], [0, 1]]
PLAIN = Instance(
    {"X": 2, "Y": 2, "D": 2, "E": 2},
    {
        "P": POINT,
        "Q": UNIFORM,
        "L": POINT,
        "M": POINT,
        "J": [[1, 0], [0, 0]],
        "W": IDENTITY,
        "S": [["1/2", "1/2"], [0, 1]],
        "C": [IDENTITY, IDENTITY],
    },
    {"eps": log_of(1)},
    {"x": 1, "y": 1},
)
LETS = ("S: X -> X", "C: D, E -> Y", "J: D, E", "L: D", "M: E")
FALSE_WITH_ZEROS = (
    "pml(P, W) <= 0 => pml(Q, W) <= 0",
    "pml(Q, W) <= pml(P, W) or pml(P, W) > 0",
    "W[y|x] <= exp(pml(P, W))*(P >> W)[y]",
    "(forall y: W[y|x] > 0 => (P >> W)[y] <= 0) => pml(P, W) > 1",
    "maxleak(W) >= log(3/2) => pml(P, W) >= log(3/2)",
    "maxleak(W) <= pml(P, W)",
    "not (maxleak(W) > pml(P, W))",
    "pml(P, W) <= eps => maxleak(W) <= eps",
    "maxleak(W) <= eps or pml(P, W) > eps",
    "pml(P, W) + maxleak(W) <= 2*pml(P, W)",
    "min(maxleak(W), 5) <= pml(P, W)",
    "exp(maxleak(W)) <= exp(pml(P, W))",
    "ldp(W) <= ldp(P, W)",
    "ldp(W) == ldp(P, W)",
    "dp(W) <= ldp(P, W)",
    "doeblin(P, W) <= doeblin(W)",
    "doeblin(W) <= 0 => doeblin(P, W) <= 0",
    "size(X) <= suppsize(P)",
    "size(X) >= 2 => suppsize(P) >= 2 or pml(P, W) > 0",
    "log(size(X)) <= -log(pmin(P))",
    "(pml(P, W) <= 0 => size(X) <= suppsize(P)) and pml(P, W) >= 0",
    "pml(P, S) <= 0 => pml(P >> S, S) <= 0",
    "pml(P, S) <= 0 => suppsize(P >> S) <= suppsize(P)",
    "pml(J, C) <= 0 => maxleak(C) <= 0",
    "pml(J, C) <= 0 => dp(C) <= 0",
    "pml(L & M, C) <= 0 => ldp(C) <= 0",
)


@pytest.mark.parametrize("text", some_of(FALSE_WITH_ZEROS))
def test_what_fails_with_zeros_gets_no_full_support(text: str) -> None:
    claim = parse(text, lets=[let for let in LETS if f"{let[0]}" in text.replace("W", "")])
    assert not holds(claim, restricted_to(claim, PLAIN))
    zero = {t.name for t in full_support_priors(claim)} & {"P", "L", "M", "J"}
    assert not zero
    assert not isinstance(prove(claim, effort=0.3), Proved)


def test_what_cancels_at_infinity_gets_none() -> None:
    claim = parse("pml(P, W) <= size(X) and maxcost(W) > maxcost(W) - log(2)")
    at_infinity = restricted_to(claim, PLAIN)
    (prior,) = (tensor for tensor in subjects(claim).tensors if tensor.name == "P")
    assert not holds(claim, at_infinity)
    assert holds(claim, without_zeros(claim, at_infinity, prior))
    assert full_support_priors(claim) == ()


def test_a_concrete_second_prior_gets_none() -> None:
    X, Y = alphabets("X Y")
    P, Q, W = Prior("P", X), Prior.from_masses(UNIFORM, "Q", X), Channel("W", X, Y)
    claim = implies(pml(P, W) <= 0, pml(Q, W) <= 0)
    assert full_support_priors(claim) == ()
    assert not holds(claim, Instance({"X": 2, "Y": 2}, {"P": POINT, "W": IDENTITY}))
    assert not isinstance(prove(claim, effort=0.3), Proved)


@pytest.mark.seconds
def test_deleting_letters_of_mass_zero_keeps_violations() -> None:
    met = violations(3, 500, 12)
    assert met["kept"] >= 60, met


@pytest.mark.slow
@pytest.mark.processor_seconds(3600)
@pytest.mark.parametrize("seed", range(4, 8))
def test_deleting_letters_of_mass_zero_keeps_many_violations(seed: int) -> None:
    met = violations(seed, 2500, 40)
    assert met["kept"] >= 500, met


def violations(seed: int, claims: int, instances: int) -> Counter[str]:
    """How many violations with zeros were met; fail where the smaller instance is none."""
    rng, met = Random(seed), Counter[str]()
    for _ in range(claims):
        claim = random_claim(rng)
        try:
            priors = full_support_priors(claim)
        except Unsupported:
            met["unread"] += 1
            continue
        except PmlError:
            continue
        met["with full support"] += bool(priors)
        for instance in hostile_instances(claim, rng.randrange(10**9), instances if priors else 0):
            zeros = any(0 in instance.tensors[prior.name] for prior in priors)
            if zeros and is_false(claim, instance):
                smaller = instance
                for prior in priors:
                    smaller = without_zeros(claim, smaller, prior)
                assert is_false(claim, smaller), (write(claim), instance.to_json())
                met["kept"] += 1
    return met


def is_false(claim: Claim, instance: Instance) -> bool:
    try:
        return not holds(claim, instance)
    except (OutOfDomain, Unsupported):
        return False


def without_zeros(claim: Claim, instance: Instance, prior: Tensor) -> Instance:
    """The instance without the letters to which the prior gives no mass."""
    (alphabet,) = prior.alphabets
    kept = [x for x, mass in enumerate(instance.tensors[prior.name]) if mass]
    tensors = dict(instance.tensors)
    for tensor in subjects(claim).tensors:
        places = [k for k, a in enumerate(tensor.alphabets) if a == alphabet]
        tensors[tensor.name] = _kept(tensors[tensor.name], places, kept)
    sizes = {**instance.sizes, alphabet: len(kept)}
    return Instance(sizes, tensors, instance.scalars, instance.outcomes)


def _kept(entries: Any, places: list[int], kept: list[int], depth: int = 0) -> Any:
    if not isinstance(entries, tuple) or depth > max(places, default=-1):
        return entries
    chosen: Iterator[Any] = (entries[k] for k in kept) if depth in places else iter(entries)
    return tuple(_kept(inner, places, kept, depth + 1) for inner in chosen)


def restricted_to(claim: Claim, instance: Instance) -> Instance:
    """The instance with what the claim speaks of."""
    about = subjects(claim)
    return Instance(
        {a: instance.sizes[a] for a in about.alphabets},
        {t.name: instance.tensors[t.name] for t in about.tensors},
        {name: instance.scalars[name] for name in about.scalars},
        {name: instance.outcomes[name] for name in about.outcomes},
    )
