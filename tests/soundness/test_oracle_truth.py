"""The definitions know every measure of the claim language, and agree with the library on it."""

from __future__ import annotations

from collections import Counter
from random import Random

from pmlsym.claims.evaluation import Evaluation
from pmlsym.claims.question import parse_quantity
from pmlsym.errors import AlphabetMismatch, OutOfDomain, Unsupported
from pmlsym.language.nodes import Quantity
from pmlsym.measures.every import MEASURES
from pmlsym.numbers.number import Number
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.oracle_truth import OracleEvaluation
from tests.soundness.random_claims import SETTINGS, Drawing, drawn


def number(evaluation: Evaluation, quantity: Quantity) -> Number | None:
    """The number, or nothing outside of the domain."""
    try:
        return evaluation.number(quantity)
    except OutOfDomain:
        return None


def test_every_measure_is_known_and_agrees() -> None:
    rng, met = Random(3), Counter[str]()
    for word in MEASURES:
        for setting in SETTINGS:
            quantity = drawn(Drawing(rng, (setting,)), word)
            if quantity is None:
                continue
            try:
                found = list(hostile_instances(quantity <= 1, rng.randrange(10**6), 6))
            except AlphabetMismatch:
                continue
            for instance in found:
                oracle = OracleEvaluation(quantity <= 1, instance)
                try:
                    value = number(oracle, quantity)
                    expected = number(Evaluation(quantity <= 1, instance), quantity)
                except Unsupported:
                    continue
                if not oracle.unknown:
                    met[str(word)] += 1
                    none = value is None or expected is None
                    same = value is expected if none else value == expected
                    assert same, (quantity, value, expected, instance)
    assert min(met[str(word)] for word in MEASURES) >= 6, met


def test_a_cascade_beside_a_mechanism_is_read_as_it_is_written() -> None:
    """In `W >> V & U` the cascade binds more tightly, whether U looks at the outcome or not."""
    for lets in ((), ("U: X -> Z",)):
        quantity = parse_quantity("pml(P, W >> V & U)", lets=("W: X -> Y", "V: Y -> Y2", *lets))
        for instance in hostile_instances(quantity <= 1, 5, 20):
            oracle = OracleEvaluation(quantity <= 1, instance)
            assert number(oracle, quantity) == number(Evaluation(quantity <= 1, instance), quantity)
