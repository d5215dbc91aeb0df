"""A rule says no more of a measure than the hypothesis that it stands for.

Of each measure, bounded from above and from below, alone and beside another: on random instances
where all premises of the rule hold, and its conclusion fails, the hypothesis is false.
"""

from __future__ import annotations

import re
from random import Random

import pytest

from pmlsym.calculus.sequent import Rule
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import holds
from pmlsym.errors import InvalidInput, PmlError
from pmlsym.language.nodes import Claim
from pmlsym.lowering.sequents import lowered_sequents
from pmlsym.measures.every import MEASURES
from pmlsym.model.instance import Instance
from tests.examples import examples, some_of
from tests.measures.indexed import texts
from tests.soundness.test_rules_of_hypotheses import random_entries, rule_holds, tensors_of

SHAPES = (
    "{m} <= {c}",
    "{m} < {c}",
    "{m} >= {c}",
    "{m} > {c}",
    "V[id](P, W) + {m} <= {c}",
    "{m} + V[id](P, W) >= {c}",
    "{m} <= pml(P, W)",
    "pml(P, W) <= {m}",
)
NUMBERS = ("0", "1/3", "1/2", "1", "log(4/3)", "log(3/2)", "log(2)")
WORDS = tuple(text for word in MEASURES for text in texts(word))


def _rules(text: str, rng: Random) -> list[tuple[Claim, Rule]]:
    """The hypotheses about a measure, with numbers in the place of letters, each with a rule."""
    made: list[tuple[Claim, Rule]] = []
    for shape in SHAPES:
        measure = text.replace("eps", "log(2)").replace("delta", "1/4")
        body = shape.format(m=measure, c=rng.choice(NUMBERS))
        bound = [name for name in "PQRUVWAG" if re.search(rf"\b{name}\b", body)]
        try:
            claim = parse(f"(forall {', '.join(bound)}: {body}) => maxleak(W9) <= 0")
            made += [
                (parse(body), rule)
                for each in lowered_sequents(claim)
                for rule in each.sequent.rules
            ]
        except PmlError:  # it cannot be said, or no rule says it
            continue
    return made


def violations(hypothesis: Claim, rule: Rule, rng: Random, count: int) -> tuple[int, int]:
    """How often the rule failed on random instances, all of which violate the hypothesis.

    And how often its premises held.
    """
    every = {t for fact in rule.facts for t in fact.polynomial.tensors}
    if any(t.is_exponential for t in every):  # of a number that the instance would have to have
        return 0, 0
    alphabets = {a for t in every for a in t.alphabets} | {t.counted for t in every if t.is_size}
    alphabets |= {i.alphabet for fact in rule.facts for i in fact.indices}
    met = failed = 0
    for _ in range(count):
        sizes = {a: rng.choice((1, 2, 2, 3)) for a in sorted(alphabets)}
        tensors = {t.name: random_entries(rng, t, sizes) for t in tensors_of(rule)}
        instance = Instance(sizes, tensors)
        if not all(rule_holds(premise, instance) for premise in rule.premises):
            continue
        met += 1
        if not rule_holds(rule.conclusion, instance):
            failed += 1
            assert not holds(hypothesis, instance), (str(hypothesis), str(rule), instance)
    return failed, met


@pytest.mark.parametrize("text", some_of(WORDS))
def test_a_rule_fails_only_where_its_hypothesis_does(text: str) -> None:
    rng = Random(text)
    for hypothesis, rule in _rules(text, rng):
        try:
            violations(hypothesis, rule, rng, examples(30))
        except InvalidInput:  # convex terms, or an outcome of the whole claim
            continue


@pytest.mark.seconds
def test_most_measures_have_rules_that_fail_somewhere() -> None:
    failed = 0
    for text in ("tail(P, W, eps)", "maxleak(P, U | W)", "pml(P, W)", "ldp(W)", "maxleak(W)"):
        rng = Random(text)
        for hypothesis, rule in _rules(text, rng):
            failed += violations(hypothesis, rule, rng, 60)[0] > 0
    assert failed >= 8
