"""Every measure agrees with its definition, exactly and in floats, whatever its arguments are.

The definitions are those of tests/definitions. Instances have zeros in the prior, null outcomes,
equal rows and single letters; each test counts them, and fails where it met too few.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from pmlsym.claim_text.question import parse_quantity
from pmlsym.claims.evaluation import Evaluation
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Division, Named, Quantity
from pmlsym.measures.every import MEASURES
from pmlsym.measures.notion import AGAINST, PRIOR, Word
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import INFINITY, Number, rational
from tests import definitions
from tests.definitions.every import DEFINITIONS, STATEMENTS
from tests.examples import share_of, some_of
from tests.measures.indexed import opening
from tests.measures.measured import in_floats, measured
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.oracle_truth import OracleEvaluation

COUNT = share_of(156)
LEAST = COUNT // 26
INFINITE = ("ldp(W)", "ldp(P, W)", "capacity(W)", "costleak(P, W)", "maxcost(W)", "dp(W)", "flp(W)",
            "lip(P, W)", "ldi(P, W)", "density_min(P, W)", "expected_costleak(P, W)",
            "D[f](P || Q)", "zcdp(W)", "dpzcdp(W)")  # fmt: skip


def number(evaluation: Evaluation, quantity: Quantity) -> Number | None:
    """The number, or nothing outside of the domain."""
    try:
        return evaluation.number(quantity)
    except OutOfDomain:
        return None


def are_equal(value: Number, expected: Number) -> bool:
    """Whether two numbers are equal; to 60 digits where roots are written in two ways."""
    try:
        return value == expected
    except Unsupported:
        low, high = (value - expected).enclose(60)
        return low <= 0 <= high and high - low < Fraction(1, 10**50)


def structure(instance: Instance) -> set[str]:
    """What is special about an instance."""
    tables = [table for table in instance.tensors.values() if isinstance(table[0], tuple)]
    priors = [table for table in instance.tensors.values() if not isinstance(table[0], tuple)]
    kinds = {
        "zero in a prior": any(0 in prior for prior in priors),
        "null outcome": any(
            0 in definitions.output_distribution(prior, rows)
            for prior in priors
            for rows in tables
            if len(rows) == len(prior) and not isinstance(rows[0][0], tuple)
        ),
        "one letter": 1 in instance.sizes.values(),
        "equal rows": any(len(set(rows)) < len(rows) for rows in tables),
    }
    return {kind for kind, met in kinds.items() if met}


@pytest.mark.parametrize("word", some_of(MEASURES), ids=str)
def test_a_measure_is_its_definition(word: Word) -> None:
    met = Counter[str]()
    for quantity, instance in measured(word, COUNT):
        oracle = OracleEvaluation(quantity <= 1, instance)
        try:
            expected = number(oracle, quantity)
            value = number(Evaluation(quantity <= 1, instance), quantity)
        except Unsupported:
            continue
        if oracle.unknown:
            continue
        if expected is None or value is None:
            assert value is expected, (quantity, value, expected, instance)
            met["no value"] += 1
            continue
        assert are_equal(value, expected), (quantity, value, expected, instance)
        # over the mass of an outcome, of which a mixture such as O - q*O leaves few digits
        error = 1e-3 if any(isinstance(part, Division) for part in walk(quantity)) else 1e-9
        close = pytest.approx(float(value), rel=1e-9, abs=error)
        assert in_floats(quantity, instance) == close, (quantity, instance)
        met.update(structure(instance))
        met["by definition"] += bool(oracle.known) or isinstance(quantity, Named)
        met["infinite"] += value in (INFINITY, -INFINITY)
        met["nonzero"] += not are_equal(value, rational(0))
    wanted = ["one letter", "nonzero"] if PRIOR not in word.sorts else [
        "one letter", "nonzero", "zero in a prior", "null outcome", "equal rows",
    ]  # fmt: skip
    wanted += ["zero in a prior"] if AGAINST in word.sorts else []
    assert min(met[kind] for kind in (*wanted, "by definition")) >= LEAST, met
    assert str(word) not in INFINITE or met["infinite"] >= LEAST, met


def test_a_cascade_beside_a_mechanism_is_read_as_it_is_written() -> None:
    """In `W >> V & U` the cascade binds more tightly, whether U looks at the outcome or not."""
    for lets in ((), ("U: X -> Z",)):
        quantity = parse_quantity("pml(P, W >> V & U)", lets=("W: X -> Y", "V: Y -> Y2", *lets))
        for instance in hostile_instances(quantity <= 1, 5, 20):
            oracle = OracleEvaluation(quantity <= 1, instance)
            assert number(oracle, quantity) == number(Evaluation(quantity <= 1, instance), quantity)


def test_every_measure_has_a_definition_and_a_near_miss() -> None:
    assert {str(word) for word in MEASURES} == set(DEFINITIONS)
    near = [statement.text for statement in STATEMENTS if not statement.holds]
    names = {opening(word) for word in MEASURES}
    assert not {name for name in names if not any(name in text for text in near)}
