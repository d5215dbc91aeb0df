"""Every measure agrees with the papers' definitions on exact instances with structure.

The definitions (tests/definitions) are written without levels and polynomials; a leakage there is
exponentiated. The instances have zeros in the prior, null outcomes, equal rows and single letters;
each test says how many of those it met, and fails where it met none.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claims.evaluation import evaluate
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Quantity
from pmlsym.measures.conditional_leakage import Given, conditional_pml
from pmlsym.measures.information_density import density_min
from pmlsym.measures.leakage_capacity import capacity, ldp
from pmlsym.measures.maximal_leakage import maxleak
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.measures.prior_mass import hmin, pmin, size, suppsize
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from pmlsym.numbers.number import INFINITY, Number, log_of, rational
from tests import definitions as oracle
from tests.exact_instances import ExactInstance, exact_instances

X, Y, Z = alphabets("X Y Z")
P, W, V, U = Prior("P", X), Channel("W", X, Y), Channel("V", Y, Z), Channel("U", (X, Y), Z)

INSTANCES = [*exact_instances(20, 250), *exact_instances(21, 50, letters=2)]

Ratio = Fraction | float


def out(case: ExactInstance) -> list[Fraction]:
    return oracle.output_distribution(case.prior, case.channel)


def through(case: ExactInstance) -> list[list[Fraction]]:
    return oracle.cascade(case.channel, case.post)


def both(case: ExactInstance) -> list[list[Fraction]]:
    return oracle.joint_output(case.channel, case.second)


LEAKAGES: dict[str, tuple[Quantity, Callable[[ExactInstance], Ratio]]] = {
    "pml": (pml(P, W), lambda c: oracle.exp_pml(c.prior, c.channel)),
    "pml of a cascade": (pml(P, W >> V), lambda c: oracle.exp_pml(c.prior, through(c))),
    "pml of a derived prior": (pml(P >> W, V), lambda c: oracle.exp_pml(out(c), c.post)),
    "pml of a joint output": (pml(P, W & U), lambda c: oracle.exp_pml(c.prior, both(c))),
    "pml of two uses": (
        pml(P, W & W),
        lambda c: oracle.exp_pml(
            c.prior, oracle.joint_output(c.channel, [[row] * len(row) for row in c.channel])
        ),
    ),
    "conditional pml": (
        conditional_pml(P, Given(W, U)),
        lambda c: oracle.exp_conditional_pml(c.prior, c.second, c.channel),
    ),
    "density_min": (density_min(P, W), lambda c: oracle.exp_density_min(c.prior, c.channel)),
    "density_min of a derived prior": (
        density_min(P >> W, V),
        lambda c: oracle.exp_density_min(out(c), c.post),
    ),
    "density_min of a joint output": (
        density_min(P, W & U),
        lambda c: oracle.exp_density_min(c.prior, both(c)),
    ),
    "maxleak": (maxleak(W), lambda c: oracle.exp_maxleak(c.channel)),
    "maxleak of a cascade": (maxleak(W >> V), lambda c: oracle.exp_maxleak(through(c))),
    "maxleak of a joint output": (maxleak(W & U), lambda c: oracle.exp_maxleak(both(c))),
    "maxleak on a support": (
        maxleak(P, W),
        lambda c: oracle.exp_maxleak_on_support(c.prior, c.channel),
    ),
    "maxleak on a derived support": (
        maxleak(P >> W, V),
        lambda c: oracle.exp_maxleak_on_support(out(c), c.post),
    ),
    "ldp": (ldp(W), lambda c: oracle.exp_ldp(c.channel)),
    "ldp of a cascade": (ldp(W >> V), lambda c: oracle.exp_ldp(through(c))),
    "ldp on a support": (ldp(P, W), lambda c: oracle.exp_ldp_on_support(c.prior, c.channel)),
    "ldp on a derived support": (
        ldp(P >> W, V),
        lambda c: oracle.exp_ldp_on_support(out(c), c.post),
    ),
    "capacity": (capacity(W), lambda c: oracle.exp_capacity(c.channel)),
    "capacity of a joint output": (capacity(W & U), lambda c: oracle.exp_capacity(both(c))),
    "capacity on a support": (
        capacity(P, W),
        lambda c: oracle.exp_capacity([c.channel[x] for x in oracle.support(c.prior)]),
    ),
    "hmin": (hmin(P), lambda c: oracle.exp_hmin(c.prior)),
    "hmin of a derived prior": (hmin(P >> W), lambda c: oracle.exp_hmin(out(c))),
}

PLAIN: dict[str, tuple[Quantity, Callable[[ExactInstance], Ratio]]] = {
    "pmin": (pmin(P), lambda c: oracle.pmin(c.prior)),
    "pmin of a derived prior": (pmin(P >> W), lambda c: oracle.pmin(out(c))),
    "size": (size(X), lambda c: Fraction(oracle.size(c.prior))),
    "suppsize": (suppsize(P), lambda c: Fraction(oracle.suppsize(c.prior))),
    "suppsize of a derived prior": (suppsize(P >> W), lambda c: Fraction(oracle.suppsize(out(c)))),
}


def instance_of(case: ExactInstance, **outcomes: int) -> Instance:
    sizes = {"X": len(case.prior), "Y": len(case.post), "Z": len(case.post[0])}
    entries = {"P": case.prior, "W": case.channel, "V": case.post, "U": case.second}
    return Instance(sizes, entries, outcomes=outcomes)


def log_ratio(value: Ratio) -> Number:
    return INFINITY if value == math.inf else log_of(Fraction(value))


def structure(case: ExactInstance) -> set[str]:
    """What is special about an instance."""
    found = set()
    if 0 in case.prior:
        found.add("zero in the prior")
    if 0 in out(case):
        found.add("null outcome")
    if len(case.prior) == 1:
        found.add("one letter")
    if len(set(case.channel)) < len(case.channel):
        found.add("equal rows")
    if any(0 in row for row in case.channel):
        found.add("zero in the channel")
    return found


@pytest.mark.parametrize("name", LEAKAGES)
def test_leakage_is_log_of_its_definition(name: str) -> None:
    measure, definition = LEAKAGES[name]
    met: Counter[str] = Counter()
    for case in INSTANCES:
        found = evaluate(measure, instance_of(case))
        assert found == log_ratio(definition(case)), case
        met.update(structure(case))
        met["infinite"] += definition(case) in (0, math.inf)
        met["nonzero"] += found != 0
    for kind in ("zero in the prior", "null outcome", "one letter", "equal rows", "nonzero"):
        assert met[kind] >= 20, met


@pytest.mark.parametrize("name", PLAIN)
def test_plain_quantity_is_its_definition(name: str) -> None:
    measure, definition = PLAIN[name]
    met: Counter[str] = Counter()
    for case in INSTANCES:
        assert evaluate(measure, instance_of(case)) == rational(Fraction(definition(case))), case
        met.update(structure(case))
    assert min(met["zero in the prior"], met["null outcome"], met["one letter"]) >= 20, met


def test_leakage_at_an_outcome_is_its_definition() -> None:
    at_y, at_z = pml(P, W, "y"), pml(P >> W, V, "z")
    null = 0
    for case in INSTANCES:
        for y in range(len(case.post)):
            found = evaluate(at_y, instance_of(case, y=y))
            assert found == log_ratio(oracle.exp_pml_at(case.prior, case.channel, y)), (case, y)
            null += out(case)[y] == 0
        for z in range(len(case.post[0])):
            found = evaluate(at_z, instance_of(case, z=z))
            assert found == log_ratio(oracle.exp_pml_at(out(case), case.post, z)), (case, z)
    assert null >= 50


def test_leakage_at_two_outcomes_is_its_definition() -> None:
    """l(X->(y,z)) and l(X->z|y), which are 0 where y and z cannot occur together."""
    joint, given = pml(P, W & U, "y", "z"), conditional_pml(P, Given(W, U), "y", "z")
    apart = 0
    for case in INSTANCES:
        rows, prior, channel = both(case), case.prior, case.channel
        for y in range(len(case.post)):
            for z in range(len(case.post[0])):
                at, column = instance_of(case, y=y, z=z), y * len(case.post[0]) + z
                found = evaluate(joint, at), evaluate(given, at)
                assert found[0] == log_ratio(oracle.exp_pml_at(prior, rows, column)), (case, y, z)
                after = oracle.exp_conditional_pml_at(prior, case.second, channel, y, z)
                assert found[1] == log_ratio(after), (case, y, z)
                apart += oracle.output_distribution(prior, rows)[column] == 0
    assert apart >= 100


def test_infinite_values_were_met() -> None:
    infinite = Counter(
        name
        for name in ("ldp", "ldp on a support", "capacity", "density_min")
        for case in INSTANCES
        if LEAKAGES[name][1](case) in (0, math.inf)
    )
    assert min(infinite[name] for name in ("ldp", "ldp on a support", "density_min")) >= 20
