"""Every number of a quantity lies where its range says, infinities and ends too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from random import Random

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import Evaluation
from pmlsym.claims.ranges import Range, range_of
from pmlsym.claims.subjects import parts_with_bindings, subjects
from pmlsym.errors import AlphabetMismatch, OutOfDomain, Unsupported
from pmlsym.language.nodes import Claim, Quantity
from pmlsym.numbers.number import Infinite, Number
from tests.examples import examples
from tests.language.test_nodes import CLAIMS
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.random_claims import random_claim
from tests.statements.numbers import TRUE

CLAIM_COUNT, INSTANCES = examples(120), 5


def lies_in(number: Number, known: Range) -> bool:
    """Whether a range allows a number."""
    if isinstance(number, Infinite):
        is_there = known.has_inf if number.direction > 0 else known.has_minus_inf
        return is_there and not (known.positive and number.direction < 0)
    low = known.low is None or (number > known.low if known.off_low else number >= known.low)
    high = known.high is None or (number < known.high if known.off_high else number <= known.high)
    return low and high and not (known.positive and number <= 0)


ENDS = (
    "x^2 + (x - y)^2*(x - y)^2 >= x*y*x*y",
    "exp(d) - 1 >= exp(-d) - 1 and 1 - exp(-d)/2 >= exp(d - 1) - exp(-d - 1)",
    "exp(tail(P, W, d) - 1) <= exp(1 - size(X)) + (1 - size(X))*(1 - size(X))",
    "ldp(W)*ldp(W) + density_min(P, W)^2 >= (exp(-ldp(W)) - 2)^2",
)


def claims() -> Iterator[Claim]:
    yield from map(parse, (*CLAIMS, *ENDS, *(true.text for true in TRUE)))
    for seed in range(CLAIM_COUNT):
        claim = random_claim(Random(seed))
        with suppress(AlphabetMismatch):  # one letter of two alphabets
            subjects(claim)
            yield claim


@pytest.mark.seconds
def test_every_number_lies_in_its_range() -> None:
    met: Counter[tuple[str, bool]] = Counter()
    for seed, claim in enumerate(claims()):
        outside = [part for part, bound in parts_with_bindings(claim) if not bound.names]
        parts = [part for part in outside if isinstance(part, Quantity)]
        for instance in hostile_instances(claim, seed, INSTANCES):
            evaluation = Evaluation(claim, instance)
            for part in parts:
                try:
                    number = evaluation.number(part)
                    assert lies_in(number, range_of(part)), (part, number, instance)
                except (OutOfDomain, Unsupported):
                    continue
                met[type(part).__name__, isinstance(number, Infinite)] += 1
    kinds = ("Sum", "Product", "Division", "Logarithm", "Exponential", "Extreme", "Measure")
    assert all(met[kind, False] >= 50 for kind in kinds), met
    assert all(met[kind, False] >= 8 for kind in ("BinomialTail", "Series", "Entropic")), met
    assert all(met[kind, True] >= 10 for kind in ("Measure", "Sum", "Logarithm")), met


def test_what_a_relation_leaves_of_a_range_has_the_numbers_that_compare_so() -> None:
    claim = parse("a <= 1")
    texts = ("a >= 0", "a > 0", "a < 1/1000", "a == 1", "a <= -1", "a > exp(a)/9", "a >= 1/9*a^2")
    met = Counter[str]()
    for text in texts:
        premise = parse(text)
        for instance in hostile_instances(claim, 7, 60):
            number = Evaluation(claim, instance).number(claim.left)
            left = range_of(claim.left).narrowed_by(premise.relation, range_of(premise.right))
            if Evaluation(premise, instance).truth(premise):
                met[text] += 1
                assert lies_in(number, left), (text, number)
    assert all(met[text] for text in texts) and sum(met.values()) >= 60, met
