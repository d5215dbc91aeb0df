"""The notions around PML agree with their definitions, exactly and on batches of floats.

The oracle is tests/definitions. Instances have zeros in the prior, null outcomes, equal rows and
single letters; each test counts them, and fails where it met too few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from pmlsym.claims.evaluation import evaluate
from pmlsym.errors import OutOfDomain
from pmlsym.language.building import log
from pmlsym.language.nodes import Quantity, Scalar
from pmlsym.measures.attribute_leakage import dynleak, hmin_given, uleak
from pmlsym.measures.cost_leakage import costleak, doeblin, maxcost
from pmlsym.measures.differential_privacy import flp
from pmlsym.measures.event_maximal_leakage import eml
from pmlsym.measures.expected_leakage import expected_pml
from pmlsym.measures.gain_leakage import gleak, posterior_gain, prior_gain
from pmlsym.measures.local_differential_identifiability import ldi
from pmlsym.measures.local_information_privacy import lip
from pmlsym.measures.max_information import maxinfo
from pmlsym.measures.mutual_information import chi2, mi
from pmlsym.measures.tail_probability import tail
from pmlsym.measures.total_variation_privacy import tv
from pmlsym.numbers.number import Number, log_of, rational
from tests import definitions as oracle
from tests.measures.instances_of_notions import (
    Case,
    G,
    P,
    T,
    U,
    W,
    at,
    cases,
    floats,
    log_ratio,
    log_sum,
    structure,
)

CASES = [*cases(31, 100), *cases(32, 40, letters=2)]
DELTA, EPS = Scalar("delta"), Scalar("eps")
Definition = Callable[[Case], Number]


def _of(function: Callable[..., oracle.Ratio]) -> Definition:
    """log of a definition that takes a prior and a channel."""
    return lambda c: log_ratio(function(c.prior, c.channel))


def _out(c: Case) -> list[Fraction]:
    return oracle.output_distribution(c.prior, c.channel)


def _doeblin(c: Case) -> Fraction:
    rows = [c.channel[x] for x in oracle.support(c.prior)]
    return sum((min(column) for column in zip(*rows, strict=True)), Fraction(0))


def _largest_gain(c: Case, distribution: list[Fraction]) -> Fraction:
    return max(oracle.expectations(distribution, c.gain))


def _gains_after(c: Case) -> Fraction:
    reached = oracle.outcomes(c.prior, c.channel)
    return max(_largest_gain(c, oracle.posterior(c.prior, c.channel, y)) for y in reached)


NOTIONS: dict[str, tuple[Quantity, Definition]] = {
    "lip": (lip(P, W), _of(oracle.exp_lip)),
    "lip of a derived prior": (
        lip(P >> W, T),
        lambda c: log_ratio(oracle.exp_lip(_out(c), c.plain.post)),
    ),
    "ldi": (ldi(P, W), _of(oracle.exp_ldi)),
    "ldi of a derived prior": (
        ldi(P >> W, T),
        lambda c: log_ratio(oracle.exp_ldi(_out(c), c.plain.post)),
    ),
    "eml": (eml(P, W, DELTA), lambda c: log_ratio(oracle.exp_eml(c.prior, c.channel, c.delta))),
    "eml at 1/3": (
        eml(P, W, Fraction(1, 3)),
        lambda c: log_ratio(oracle.exp_eml(c.prior, c.channel, Fraction(1, 3))),
    ),
    "eml of half of delta": (
        eml(P, W, DELTA / 2),
        lambda c: log_ratio(oracle.exp_eml(c.prior, c.channel, c.delta / 2)),
    ),
    "tail": (tail(P, W, EPS), lambda c: rational(oracle.tail(c.prior, c.channel, c.exp_eps))),
    "tail at a sum": (
        tail(P, W, 2 * EPS + log(Fraction(6, 5))),
        lambda c: rational(oracle.tail(c.prior, c.channel, c.exp_eps**2 * Fraction(6, 5))),
    ),
    "tv": (tv(P, W), lambda c: rational(oracle.tv(c.prior, c.channel))),
    "mi": (mi(P, W), lambda c: log_sum(oracle.mi(c.prior, c.channel))),
    "chi2": (
        chi2(P, W),
        lambda c: rational(
            Fraction(oracle.f_information(c.prior, c.channel, lambda u: (u - 1) ** 2))
        ),
    ),
    "expected_pml": (
        expected_pml(P, W),
        lambda c: log_sum(oracle.expected_pml(c.prior, c.channel)),
    ),
    "expected_pml of a derived prior": (
        expected_pml(P >> W, T),
        lambda c: log_sum(oracle.expected_pml(_out(c), c.plain.post)),
    ),
    "maxinfo": (maxinfo(P, W), _of(oracle.exp_max_information)),
    "approximate maxinfo": (
        maxinfo(P, W, DELTA),
        lambda c: log_ratio(oracle.exp_max_information(c.prior, c.channel, c.delta)),
    ),
    "costleak": (costleak(P, W), _of(oracle.exp_cost_leakage)),
    "doeblin": (doeblin(P, W), lambda c: rational(_doeblin(c))),
    "maxcost": (maxcost(P, W), _of(oracle.exp_maximal_cost_leakage)),
    "prior gain": (prior_gain(P, G), lambda c: log_ratio(_largest_gain(c, list(c.prior)))),
    "posterior gain": (posterior_gain(P, W, G), lambda c: log_ratio(_gains_after(c))),
    "hmin_given": (
        hmin_given(P, W, U),
        lambda c: log_ratio(oracle.exp_attribute_hmin(c.prior, c.channel, c.attribute)),
    ),
    "dynleak": (dynleak(P, W), _of(oracle.exp_dynamic_leakage)),
    "flp": (flp(W), lambda c: log_ratio(oracle.exp_ldp(c.channel))),
}


def _agrees(quantity: Quantity, case: Case, expected: Number, **outcomes: int) -> None:
    instance = at(case.instance, **outcomes)
    assert evaluate(quantity, instance) == expected, (quantity, instance)
    close = pytest.approx(float(expected), rel=1e-9, abs=1e-10)
    assert floats(quantity, instance) == close, (quantity, instance)


@pytest.mark.parametrize("name", NOTIONS)
def test_notion_is_its_definition(name: str) -> None:
    quantity, definition = NOTIONS[name]
    met: Counter[str] = Counter()
    for case in CASES:
        if "maxinfo" in name and len(case.prior) * len(case.plain.post) > 9:
            continue  # the oracle tries every event of pairs
        expected = definition(case)
        _agrees(quantity, case, expected)
        met.update(structure(case))
        met["nonzero"] += expected != 0
    for kind in ("zero in the prior", "null outcome", "one letter", "equal rows", "nonzero"):
        assert met[kind] >= 10, met


AT_OUTCOMES: dict[str, tuple[Quantity, Callable[[Case, int], oracle.Ratio]]] = {
    "costleak": (
        costleak(P, W, "y"),
        lambda c, y: oracle.exp_cost_leakage_at(c.prior, c.channel, y),
    ),
    "gleak": (
        gleak(P, W, G, "y"),
        lambda c, y: oracle.exp_gain_leakage_at(c.prior, c.channel, c.gain, y),
    ),
    "uleak": (
        uleak(P, W, U, "y"),
        lambda c, y: oracle.exp_gain_leakage_at(c.prior, c.channel, c.attribute, y),
    ),
    "dynleak": (
        dynleak(P, W, "y"),
        lambda c, y: oracle.exp_dynamic_leakage_at(c.prior, c.channel, y),
    ),
    "hmin_given": (
        hmin_given(P, W, U, "y"),
        lambda c, y: oracle.exp_attribute_hmin_at(c.prior, c.channel, c.attribute, y),
    ),
}


@pytest.mark.parametrize("name", AT_OUTCOMES)
def test_notion_at_an_outcome_is_its_definition(name: str) -> None:
    quantity, definition = AT_OUTCOMES[name]
    met: Counter[str] = Counter()
    for case in CASES:
        worthless = name == "gleak" and not _largest_gain(case, list(case.prior))
        for y, mass in enumerate(_out(case)):
            if worthless or (not mass and name != "costleak"):
                with pytest.raises(OutOfDomain):
                    evaluate(quantity, at(case.instance, y=y))
                met["no value"] += 1
                continue
            expected = log_ratio(definition(case, y))
            _agrees(quantity, case, expected, y=y)
            met["negative"] += expected < 0
            met["positive"] += expected > 0
    assert met["positive"] >= 20, met
    assert name in ("costleak", "hmin_given") or met["negative"] >= 5, met
    assert name == "costleak" or met["no value"] >= 20, met


@pytest.mark.parametrize("quantity", [gleak(P, W, G), uleak(P, W, U)], ids=str)
def test_leakage_to_a_gain_is_the_worst_over_outcomes(quantity: Quantity) -> None:
    compared = 0
    for case in CASES:
        gain = case.gain if quantity.text[0] == "g" else case.attribute  # type: ignore[attr-defined]
        if max(oracle.expectations(case.prior, gain)):
            expected = oracle.exp_gain_leakage(case.prior, case.channel, gain)
            _agrees(quantity, case, log_of(expected))
            compared += 1
    assert compared > 100


def test_the_average_cost_of_the_extremal_cost_is_maxcost() -> None:
    """c(x, w) = 1[x = w]/p(x) attains it, by the definition that has costs."""
    compared = 0
    for case in CASES:
        support = oracle.support(case.prior)
        cost = [
            [
                Fraction(int(x == w)) / case.prior[x] if case.prior[x] else Fraction(0)
                for w in support
            ]
            for x in range(len(case.prior))
        ]
        expected = oracle.exp_average_cost_leakage(case.prior, case.channel, cost)
        assert evaluate(maxcost(P, W), case.instance) == log_ratio(expected)
        compared += expected > 1
    assert compared > 30


def test_there_is_no_event_beyond_probability_one() -> None:
    twice = eml(P, W, DELTA + Fraction(1, 2))
    beyond = 0
    for case in CASES[:100]:
        delta = case.delta + Fraction(1, 2)
        found = evaluate(twice, case.instance)
        if delta > 1:
            assert found == 0
            beyond += 1
        else:
            assert found == log_of(oracle.exp_eml(case.prior, case.channel, delta))
    assert beyond >= 10
