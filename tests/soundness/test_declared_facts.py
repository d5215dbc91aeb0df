"""What measures declare of their values holds on hostile instances; each measure by its name.

`least`, `most`, `positive` and `finite` enter proofs as they are stated: a wrong one would prove
what is false. Instances have zeros in the prior, null outcomes, single letters, equal rows.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from pmlsym.claims.evaluation import evaluate
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Measure
from pmlsym.measures.every import MEASURES
from pmlsym.measures.notion import Word
from pmlsym.numbers.number import Infinite, Number, exp_of
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.random_claims import SETTINGS, Drawing, drawn

DRAWN, INSTANCES = 6, 25


def disproved(measure: Measure, value: Number) -> list[str]:
    """The declared facts that the value of a measure contradicts."""
    level = exp_of(value) if measure.is_log else value
    met = ["finite"] if measure.finite and isinstance(value, Infinite) else []
    met += ["positive"] if measure.positive and level <= 0 else []
    met += ["least"] if measure.least is not None and level < measure.least else []
    return met + (["most"] if measure.most is not None and level > measure.most else [])


def tried(measure: Measure, seed: int) -> list[list[str]]:
    """What is disproved on each instance where the measure has a value."""
    found = []
    for instance in hostile_instances(measure <= 0, seed, INSTANCES):
        try:
            found.append(disproved(measure, evaluate(measure, instance)))
        except (OutOfDomain, Unsupported):
            continue
    return found


def drawings(word: Word) -> list[Measure]:
    """Measures that the word makes; it may be a sum of several."""
    rng = Random(word.name)
    made = (drawn(Drawing(rng, SETTINGS), word) for _ in range(8 * DRAWN))
    parts = (part for quantity in made if quantity is not None for part in walk(quantity))
    return [part for part in parts if isinstance(part, Measure)][: 2 * DRAWN]


@pytest.mark.parametrize("word", MEASURES, ids=lambda word: f"{word.name}-{'-'.join(word.sorts)}")
def test_what_a_measure_declares_holds(word: Word) -> None:
    outcomes = [tried(measure, seed) for seed, measure in enumerate(drawings(word))]
    values = [met for each in outcomes for met in each]
    assert len(values) >= INSTANCES, f"{word.name} had {len(values)} values"
    assert not any(values)


@pytest.mark.parametrize(
    "wrong",
    [{"least": Fraction(2)}, {"most": Fraction(1)}, {"finite": True}],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_wrong_declaration_is_noticed(wrong: dict[str, Fraction]) -> None:
    ldp = next(word for word in MEASURES if word.name == "ldp")
    measures = [replace(measure, **wrong) for measure in drawings(ldp)]
    assert any(next(iter(wrong)) in met for each in measures for met in tried(each, 1))
