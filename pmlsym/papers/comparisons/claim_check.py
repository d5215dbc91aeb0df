"""Proved claims on instances that satisfy their hypotheses, refuted ones on their instance.

A proof is compared with the numeric evaluator: on no instance may the claim fail by more than
rounding. What the floats call a failure is decided exactly. A counterexample is evaluated again,
exactly, from its saved form. A claim that is neither proved nor refuted is sampled like a proved
one, and reported as unknown.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from time import monotonic

import numpy as np

from pmlsym.claim_text.question import Question
from pmlsym.claims.evaluation import holds
from pmlsym.claims.subjects import subjects
from pmlsym.engines.decide.decisions import decide
from pmlsym.engines.sampling.rounds import sampling_of
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.evidence.verdict import Proved, Refuted
from pmlsym.language.nodes import Claim, Implication
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import rational
from pmlsym.papers.comparisons.finding import CrossCheck

BATCH = 4096
EFFORT = 4.0
CONFIRMED = 8
ALONE, SCALE = 400, 12
PROVED, REFUTED, UNKNOWN = "proved", "refuted", "unknown"

Seeds = tuple[int, int]
"""The seed of a comparison, and the number of its block."""


def check_question(
    question: Question, *, instances: int, seed: int = 0, block: int = 0
) -> CrossCheck:
    """The papers' cross-check of a claim's verdict with instances, other ones in each block.

    >>> found = check_question(Question("pml(P, W >> V) <= pml(P, W)"), instances=100)
    >>> found.what, found.is_well
    ('proved', True)
    """
    start = monotonic()
    claim = question.claim()
    verdict = decide(claim, effort=EFFORT, seed=seed)
    if isinstance(verdict, Refuted):
        return check_counterexample(str(question), claim, verdict.instance, start)
    what = PROVED if isinstance(verdict, Proved) else UNKNOWN
    return check_on_samples(str(question), claim, what, instances, (seed, block), start)


def check_counterexample(
    subject: str, claim: Claim, instance: Instance, start: float
) -> CrossCheck:
    """The papers' cross-check of a counterexample, read again from JSON and evaluated exactly."""
    again = Instance.from_json(instance.to_json())
    fails = not holds(claim, again)
    return CrossCheck(subject, REFUTED, 1, int(fails), 0.0, monotonic() - start, 0.0)


def check_on_samples(
    subject: str, claim: Claim, what: str, instances: int, seeds: Seeds, start: float
) -> CrossCheck:
    """The papers' cross-check of a claim by its worst violation on instances it is about.

    A slack within rounding counts as zero already; what is left is confirmed exactly. A claim that
    the evaluator cannot read is decided exactly on some instances instead.
    """
    try:
        return _check_in_floats(subject, claim, what, instances, seeds, start)
    except Unsupported:
        return _check_exactly(subject, claim, what, seeds, start)


def _check_in_floats(
    subject: str, claim: Claim, what: str, instances: int, seeds: Seeds, start: float
) -> CrossCheck:
    """The papers' cross-check of a claim in floats; what seems a failure is confirmed exactly."""
    sampling, (seed, *block) = sampling_of(claim), _seed_numbers(seeds)
    worst, number, note = 0.0, 0, ""
    while sampling.met < instances and sampling.tried < 4 * instances:
        rng = np.random.default_rng([seed, 7, number, *block])
        count = min(BATCH, max(16, instances - sampling.met))
        seen = sampling.round(rng, number, count=count)
        for k in np.argsort(seen.slacks, kind="stable")[:CONFIRMED].tolist():
            if not seen.slacks[k] < 0:
                break
            if seen.draft(k).violates(claim):
                worst, note = max(worst, -float(seen.slacks[k])), "false on an exact instance"
        number += 1
        if not (sampling.about.tensors or sampling.about.scalars):
            break
    note = note if sampling.met else "no instance met the hypotheses"
    seconds = monotonic() - start
    return CrossCheck(subject, what, sampling.tried, sampling.met, worst, seconds, 0.0, note)


def _check_exactly(subject: str, claim: Claim, what: str, seeds: Seeds, start: float) -> CrossCheck:
    """The papers' cross-check of a claim about scalars alone, at random rationals, exactly.

    Raises Unsupported where the claim has priors or channels.
    """
    about = subjects(claim)
    if about.tensors or about.outcomes:
        raise Unsupported(f"{subject} has no reading on batches")
    domains = about.scalars.values()
    random, within, wrong = Random(" ".join(map(str, (*_seed_numbers(seeds), subject)))), 0, 0
    for _ in range(ALONE):
        parts = [SCALE if d == "probability" else random.choice((1, SCALE)) for d in domains]
        drawn = [rational(Fraction(random.randint(0, SCALE), part)) for part in parts]
        scalars = dict(zip(about.scalars, drawn, strict=True))
        instance = Instance({}, {}, scalars)
        try:
            meets = not isinstance(claim, Implication) or holds(claim.premise, instance)
            within += meets
            wrong += meets and not holds(claim, instance)
        except OutOfDomain:
            continue
    note = "false on an exact instance" if wrong else "decided exactly"
    seconds = monotonic() - start
    return CrossCheck(subject, what, ALONE, within, float(wrong), seconds, 0.0, note)


def _seed_numbers(seeds: Seeds) -> tuple[int, ...]:
    """The numbers that seed a block of the papers' cross-check; the first block has one alone."""
    return seeds if seeds[1] else seeds[:1]
