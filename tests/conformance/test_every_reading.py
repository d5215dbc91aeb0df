"""Every claim of the table on hostile instances, by every reading: all see the same truth.

exact       the library's numbers                   definitions   tests/definitions, naively
floats      batches, within rounding                balls         the levels of the measures
a solver    the lowered sequents with the instance's entries: where the claim is false, one fails
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

import numpy as np
import pytest
from flint import arb, ctx, fmpq

from pmlsym.calculus.effort import until
from pmlsym.calculus.sequent import Sequent
from pmlsym.claims.evaluation import Evaluation
from pmlsym.claims.opening import open_quantifiers
from pmlsym.claims.subjects import subjects
from pmlsym.engines.decide.decisions import decide
from pmlsym.engines.solver.decision_at_sizes import decide_sequent
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.evaluators.ball import value_ball
from pmlsym.evidence.verdict import Refuted
from pmlsym.language.fold import walk
from pmlsym.language.nodes import BinomialTail, Claim, Condition, Measure, OpenOrder, Series
from pmlsym.language.value import ConcentratedDivergence, ContractionCoefficient
from pmlsym.lowering.sequents import lower
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Exact, exp_of
from pmlsym.own_data.many_instances import slack_many
from tests.conformance.claims import ROWS
from tests.examples import some_of
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.oracle_truth import OracleEvaluation
from tests.statements.statement import Statement

EACH, TRIED, NEAR = 3, 60, 1e-9
"""Instances drawn for each row; tried against it; how much of a slack may be rounding."""

UNREAD = "not read"

FLOATLESS = (Series, BinomialTail, OpenOrder)
"""What floats do not read, besides the condition that a channel is deterministic."""


def against(row: Statement) -> Iterator[Instance]:
    """Instances on which the claim is false."""
    claim = open_quantifiers(row.claim)
    for instance in hostile_instances(claim, 0, TRIED):
        if truth_by(Evaluation, claim, instance) is False:
            yield instance
    verdict = decide(row.claim, effort=60)
    if isinstance(verdict, Refuted):
        yield verdict.instance


def truth_by(evaluation: type[Evaluation], claim: Claim, instance: Instance) -> bool | str:
    """The truth by exact numbers, or why there is none."""
    try:
        return evaluation(claim, instance).truth(claim)
    except OutOfDomain:
        return "outside the domain"
    except Unsupported:
        return UNREAD


def slack(claim: Claim, instance: Instance) -> float:
    arrays: dict[str, Any] = {
        name: np.array([np.array(table, dtype=float)]) for name, table in instance.tensors.items()
    }
    arrays |= {name: np.array([float(value)]) for name, value in instance.scalars.items()}
    found = slack_many(claim, arrays)
    letters = subjects(claim).outcomes
    axes = sorted(letters, key=lambda name: (letters[name], name))
    return float(found[(0, *(instance.outcomes[name] for name in axes))])


@pytest.mark.parametrize("row", some_of(ROWS), ids=str)
def test_a_claim_has_one_truth(row: Statement) -> None:
    claim = open_quantifiers(row.claim)  # instances give what is bound, too
    met = compared(claim, hostile_instances(claim, len(row.text), EACH))
    if row.holds:
        assert met[True] >= 1 and met[False] == 0, met
    else:
        assert compared(claim, islice(against(row), 1))[False] == 1


@pytest.mark.slow
@pytest.mark.parametrize("row", ROWS, ids=str)
def test_a_claim_has_one_truth_on_many_instances(row: Statement) -> None:
    claim = open_quantifiers(row.claim)
    assert compared(claim, hostile_instances(claim, 1, 100))[True] >= 10


def compared(claim: Claim, instances: Iterable[Instance]) -> Counter[object]:
    """Compare the readings on each instance, and say how often each had something to say."""
    met = Counter[object]()
    for instance in instances:
        truth = truth_by(Evaluation, claim, instance)
        met[truth] += 1
        if truth != UNREAD:
            assert truth_by(OracleEvaluation, claim, instance) == truth, instance
        if not any(isinstance(part, (*FLOATLESS, Condition)) for part in walk(claim)):
            by = slack(claim, instance)
            sign = by > NEAR if truth is False else by < -NEAR if truth is True else False
            assert not sign, (instance, by)
        for measure in (part for part in walk(claim) if isinstance(part, Measure)):
            met["levels"] += truth in (True, False) and agrees(measure, claim, instance)
    return met


WITHOUT_BALLS = ConcentratedDivergence, ContractionCoefficient
"""Values that are read at rationals alone."""


def agrees(measure: Measure, claim: Claim, instance: Instance) -> bool:
    """Whether the measure has a rational level there; then its ball contains it."""
    if measure.free or measure.defined or subjects(measure).scalars:
        return False
    if any(isinstance(part, WITHOUT_BALLS) for part in walk(measure.value)):
        return False
    exact = Evaluation(claim, instance).number(measure)
    level = exp_of(exact) if measure.is_log else exact
    if not isinstance(level, Exact) or not level.is_rational:
        return False
    (ball,) = value_ball(measure.value, instance.sizes, instance.tensors).entries
    with ctx.workprec(512):  # a ball contains no wider one, and at 53 bits this number is wide
        number = arb(fmpq(level.rational.numerator, level.rational.denominator))
    assert ball.contains(number), measure
    return True


POLYNOMIAL = [row for row in ROWS if not row.holds and "solver" in row.settled_by]


@pytest.mark.parametrize("row", some_of(POLYNOMIAL), ids=str)
def test_where_a_claim_is_false_a_sequent_fails(row: Statement) -> None:
    """A solver finds the levels: were every sequent valid there, a proof would prove too much."""
    sequents = lower(row.claim)
    assert any(fails(sequents, one) for one in islice(against(row), 6))


def fails(sequents: Sequence[Sequent], false: Instance) -> bool:
    """Whether one is not valid with these entries (all are where a letter has no mass that may be
    left out without loss of generality)."""
    given = Instance(false.sizes, false.tensors, {}, false.outcomes)
    with until(5 * len(sequents)):
        answers = (decide_sequent(one, false.sizes, given=given) for one in sequents)
        return any(answer.status != "unsat" for answer in answers)
