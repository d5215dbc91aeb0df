"""Mutual information and the expected leakage over sets of priors: certain bounds, and vertices."""

from __future__ import annotations

from fractions import Fraction
from math import isclose, log
from random import Random
from typing import Any

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.claims.given_entries import over_priors, with_entries
from pmlsym.engines.polytope.entry_point import drawn_priors
from pmlsym.evidence.verdict import OverPriors
from pmlsym.linear.prior_polytope import PriorPolytope, mixture_of_priors
from pmlsym.pages.saved_evidence import check_saved
from pmlsym.pages.verdict_display import asked
from pmlsym.pages.verdict_json import saved_data
from pmlsym.prior_sets.prior_set_text import priors_given
from tests.exact_instances import CHANNEL_KINDS, PRIOR_SETS, exact_channel
from tests.examples import some_of


def mi(prior: Any, rows: Any) -> float:
    """sum p(x)W(x,y) log(W(x,y)/P_Y(y)), by its definition."""
    total = 0.0
    for y in range(len(rows[0])):
        mass = sum(p * row[y] for p, row in zip(prior, rows, strict=True))
        for p, row in zip(prior, rows, strict=True):
            if p * row[y]:
                total += float(p * row[y]) * log(row[y] / mass)
    return total


def expected_pml(prior: Any, rows: Any) -> float:
    """sum P_Y(y) log(max W(x,y)/P_Y(y)) over letters of mass, by its definition."""
    total = 0.0
    for y in range(len(rows[0])):
        mass = sum(p * row[y] for p, row in zip(prior, rows, strict=True))
        if mass:
            most = max(row[y] for p, row in zip(prior, rows, strict=True) if p)
            total += float(mass) * log(most / mass)
    return total


MEASURES = {"mi": mi, "expected_pml": expected_pml}


def verdict(text: str, rows: Any, priors: PriorPolytope) -> ps.Verdict:
    claim = with_entries(parse(text), {"W": rows})
    return ps.decide(over_priors(claim, "P", priors), effort=4)


@pytest.mark.parametrize("name", some_of(MEASURES))
@pytest.mark.parametrize("letters", PRIOR_SETS)
def test_verdicts_agree_with_priors_of_the_set(name: str, letters: int) -> None:
    """Proved at a level: no prior of the set has more. Refuted: the instance does, exactly."""
    rng, names = Random(20 + letters), set()
    for number, over in enumerate(PRIOR_SETS[letters]):
        kind = CHANNEL_KINDS[(number + letters) % len(CHANNEL_KINDS)]
        rows = exact_channel(rng, letters, 3, kind)
        priors = priors_given(over, letters)
        drawn = drawn_priors(priors, rng, 120)
        values = [MEASURES[name](prior, rows) for prior in drawn]
        for relation, end in (("<=", max(values)), (">=", min(values))):
            for shift in (Fraction(-1, 1000), Fraction(1, 1000), Fraction(1, 20)):
                level = Fraction(end).limit_denominator(10**6) + shift
                found = verdict(f"{name}(P, W) {relation} {level}", rows, priors)
                assert not isinstance(found, ps.Unknown)
                names.add(found.name)
                if isinstance(found, ps.Proved):
                    sign = 1 if relation == "<=" else -1
                    assert all(sign * value <= sign * level + 1e-12 for value in values)
                    assert found.witness is not None
                else:
                    prior = found.instance.tensors["P"]
                    assert tuple(prior) in priors
                    value = MEASURES[name](prior, rows)
                    assert value > level if relation == "<=" else value < level
    assert names == {"proved", "refuted"}


@pytest.mark.seconds
def test_the_largest_information_of_a_symmetric_channel_is_its_capacity() -> None:
    rows = [["9/10", "1/10"], ["1/10", "9/10"]]
    capacity = log(2) + 0.9 * log(0.9) + 0.1 * log(0.1)
    above, below = (
        Fraction(capacity).limit_denominator(10**9) + s * Fraction(1, 10**8) for s in (1, -1)
    )
    assert ps.decide(f"mi(P, W) <= {above}", channel={"W": rows}).name == "proved"
    refuted = ps.decide(f"mi(P, W) <= {below}", channel={"W": rows})
    assert isinstance(refuted, ps.Refuted) and refuted.instance.tensors["P"][0] == Fraction(1, 2)
    exact = ps.decide(
        "mi(P, W) <= log(2) + 9/10*log(9/10) + 1/10*log(1/10)", channel={"W": rows}, effort=2
    )
    assert isinstance(exact, ps.Unknown)  # no bound rounded outwards meets an irrational number
    assert "between 0.368064207" in str(exact)


def test_the_smallest_is_at_a_vertex_and_named() -> None:
    rows = [["7/10", "1/10", "1/5"], ["1/5", "2/5", "2/5"]]
    found = ps.decide("mi(P, W) >= 1/20", channel={"W": rows}, over="p(x) >= 1/4")
    assert isinstance(found, ps.Proved)
    (bound,) = found.bounds
    assert not bound.is_largest and bound.attained and max(bound.prior) == Fraction(3, 4)
    own = [[Fraction(e) for e in row] for row in rows]
    assert isclose(float(bound.value), mi(bound.prior, own))
    middle = mixture_of_priors(
        [(Fraction(1, 4), Fraction(3, 4)), bound.prior], [Fraction(1, 2)] * 2
    )
    assert mi(middle, own) > float(bound.value)


def test_an_answer_says_what_it_rests_on_and_is_decided_again() -> None:
    rows = [["7/10", "1/10", "1/5"], ["1/5", "2/5", "2/5"]]
    for text in ("mi(P, W) <= 1/3", "expected_pml(P, W) <= 1/2", "mi(P, W) >= 1/20"):
        found = ps.decide(text, channel={"W": rows}, over="p(x) >= 1/4")
        assert isinstance(found, ps.Proved) and isinstance(found.evidence, OverPriors)
        assert ("is concave in the prior" in str(found)) == ("<=" in text)
        assert check_saved(_json(saved_data(asked(found), found)))


def _json(data: Any) -> str:
    import json

    return json.dumps(data)
