"""Proved claims on instances that satisfy their hypotheses, refuted ones on their instance.

A proof is compared with the numeric evaluator: on no instance may the claim fail by more than
rounding. What the floats call a failure is decided exactly. A counterexample is evaluated again,
exactly, from what would be saved of it.
"""

from __future__ import annotations

from time import monotonic

import numpy as np

from pmlsym.ask import decide
from pmlsym.claims.evaluation import holds
from pmlsym.claims.question import Question
from pmlsym.crosscheck.finding import CrossCheck
from pmlsym.engines.sampling_draft import instance_of, is_violated
from pmlsym.engines.sampling_rounds import draft_of, record_of, sampled_round
from pmlsym.evidence.instance import Instance
from pmlsym.evidence.verdict import Proved, Refuted
from pmlsym.measures.quantity import Claim

BATCH = 2048
BUDGET = 20.0
CONFIRMED = 8


def check_question(question: Question, *, instances: int, seed: int = 0) -> CrossCheck:
    """Decide the question and compare the verdict with instances.

    >>> found = check_question(Question("pml(P, W >> V) <= pml(P, W)"), instances=100)
    >>> found.what, found.is_well
    ('proved', True)
    """
    start = monotonic()
    claim = question.claim()
    verdict = decide(claim, budget=BUDGET, seed=seed)
    match verdict:
        case Refuted(instance=instance):
            again = Instance.from_json(instance.to_json())
            fails = not holds(claim, again)
            seconds = monotonic() - start
            return CrossCheck(str(question), "refuted", 1, int(fails), 0.0, seconds, 0.0)
        case Proved():
            return _sampled(question, claim, instances, seed, start)
    note = "neither proved nor refuted"
    return CrossCheck(str(question), "unknown", 0, 0, 0.0, monotonic() - start, 0.0, note)


def _sampled(
    question: Question, claim: Claim, instances: int, seed: int, start: float
) -> CrossCheck:
    """The worst violation on that many instances within the hypotheses, or on four times as many.

    A slack within rounding counts as zero already; what is left is confirmed exactly.
    """
    record = record_of(claim)
    worst, number, note = 0.0, 0, ""
    while record.met < instances and record.tried < 4 * instances:
        rng = np.random.default_rng([seed, 7, number])
        count = min(BATCH, max(16, instances - record.met))
        seen = sampled_round(record, rng, number, count=count)
        for k in np.argsort(seen.slacks, kind="stable")[:CONFIRMED].tolist():
            if not seen.slacks[k] < 0:
                break
            draft = draft_of(record, seen, k)
            if is_violated(claim, instance_of(draft)):
                worst, note = max(worst, -float(seen.slacks[k])), "false on an exact instance"
        number += 1
        if not (record.about.tensors or record.about.scalars):
            break
    seconds = monotonic() - start
    return CrossCheck(str(question), "proved", record.tried, record.met, worst, seconds, 0.0, note)
