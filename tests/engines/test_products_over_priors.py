"""Several leakages in one comparison, over sets of priors: against vertices and random priors."""

from __future__ import annotations

import json
from fractions import Fraction
from math import inf, log
from random import Random
from typing import Any

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.claims.given_entries import over_priors, with_entries
from pmlsym.engines.decide.judge import judge_over_priors
from pmlsym.engines.polytope.entry_point import drawn_priors
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.evidence.verdict import EVERY_SIZE, OverPriors
from pmlsym.language.nodes import Claim, Comparison
from pmlsym.model.instance import Instance
from pmlsym.pages.saved_evidence import check_saved
from pmlsym.pages.verdict_display import asked
from pmlsym.pages.verdict_json import saved_data
from pmlsym.prior_sets.prior_set_text import priors_given
from tests.definitions import exp_lip, exp_maxleak_on_support, exp_pml
from tests.exact_instances import CHANNEL_KINDS, PRIOR_SETS, exact_channel
from tests.examples import examples, some_of

ROWS = [["7/10", "1/10", "1/5"], ["1/5", "2/5", "2/5"]]
SUMS = (
    "pml(P, W) + maxleak(P, W)",
    "pml(P, W) - maxleak(P, W)",
    "pml(P, W) + log(pmin(P))",
    "lip(P, W) - 2*pml(P, W)",
    "2*pml(P, W) - lip(P, W)",
    "-density_min(P, W) - pml(P, W)",
    "pml(P, W)/2 + hmin_given(P, W)",
    "ldp(P, W) - pml(P, W)",
    "costleak(P, W) - pml(P, W)",
)


def judged(text: str, rows: Any, over: str) -> tuple[Claim, Any]:
    """The claim and what the engine says to it, None where it leaves it open."""
    claim = with_entries(parse(text), {"W": rows})
    about = over_priors(claim, "P", priors_given(over, len(rows)))
    try:
        return about, judge_over_priors(about, ())
    except Unsupported:
        return about, None


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(SUMS))
@pytest.mark.parametrize("letters", [2, 3])
def test_verdicts_agree_with_priors_of_the_set(text: str, letters: int) -> None:
    """Proved: no prior that is drawn is against it. Refuted: the instance is, and is of the set."""
    rng, decided, opened = Random(7 * letters), set(), 0
    for number, over in enumerate(PRIOR_SETS[letters]):
        rows = exact_channel(
            rng, letters, 3, CHANNEL_KINDS[(number + letters) % len(CHANNEL_KINDS)]
        )
        priors = priors_given(over, letters)
        body = with_entries(parse(f"{text} <= 0"), {"W": rows})
        assert isinstance(body, Comparison)
        values = []
        for prior in drawn_priors(priors, rng, examples(12)):
            instance = Instance({"X": letters, "Y": 3}, {"P": prior})
            try:
                values.append((float(evaluate(body.left, instance)), instance))
            except OutOfDomain:
                continue
        finite = [value for value, _ in values if abs(value) < inf] or [0.0]
        for relation, end in (("<=", max(finite)), ("<", max(finite)), (">=", min(finite))):
            for shift in (Fraction(-1, 20), Fraction(1, 4)):
                level = Fraction(end).limit_denominator(1000) + shift
                claim, found = judged(f"{text} {relation} {level}", rows, over)
                if found is None:
                    opened += 1
                    continue
                decided.add(found.name)
                if found.name == "proved":
                    assert all(holds(claim, instance) for _, instance in values)
                else:
                    assert tuple(found.instance.tensors["P"]) in priors
                    assert not holds(claim, found.instance)
    assert decided == {"proved", "refuted"}, (decided, opened)


def test_a_bound_that_is_tight_inside_the_set() -> None:
    """LIP of a symmetric channel is twice PML at one prior alone: near it the claim turns."""
    own = [[Fraction(9, 10), Fraction(1, 10)], [Fraction(1, 10), Fraction(9, 10)]]
    half = (Fraction(1, 2),) * 2
    ratio = log(exp_lip(half, own)) / log(exp_pml(half, own))
    assert 2.7 < ratio < 2.8
    for factor, name in ((3, "proved"), (2, "refuted")):
        _, found = judged(f"lip(P, W) <= {factor}*pml(P, W)", own, "p(x) >= 1/4")
        assert found.name == name


def test_a_supremum_on_the_border_of_the_support() -> None:
    """A letter without mass is in no maximum: each support is a case of its own."""
    _, found = judged("pml(P, W) <= maxleak(P, W) + log(3)", ROWS, "simplex")
    own = [[Fraction(e) for e in row] for row in ROWS]
    worst = max(
        exp_pml((Fraction(k, 200), 1 - Fraction(k, 200)), own)
        / exp_maxleak_on_support((Fraction(k, 200), 1 - Fraction(k, 200)), own)
        for k in range(201)
    )
    assert worst < 3 and found.name == "proved"
    assert judged("pml(P, W) <= maxleak(P, W) + log(5/2)", ROWS, "simplex")[1].name == "refuted"


@pytest.mark.seconds
def test_what_holds_at_every_size_is_shown_so_and_the_rest_for_these_channels() -> None:
    general = ps.decide("pml(P, W) <= -log(pmin(P))", channel={"W": ROWS}, over="p(x) >= 1/4")
    assert isinstance(general, ps.Proved) and general.scope == EVERY_SIZE
    both = ps.decide(
        "pml(P, W) <= log(3) and pml(P, W) <= -log(pmin(P))",
        channel={"W": ROWS},
        over="p(x) >= 1/4",
    )
    assert isinstance(both, ps.Proved) and isinstance(both.evidence, OverPriors)
    assert "products of linear forms" in str(both) and both.bounds
    assert check_saved(json.dumps(saved_data(asked(both), both)))
