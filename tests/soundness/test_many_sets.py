"""A goal with many assumed sets is lowered by its contrary: tried on instances, without a prover.

Where the claim is false all facts hold, the contrary of the goal among them; where it is true they
cannot, so that only the former is looked for.
"""

from __future__ import annotations

from collections import Counter

import pytest

from pmlsym.calculus.polynomial import constant
from pmlsym.claim_text.question import parse
from pmlsym.errors import Unsupported
from pmlsym.lowering.sequents import lower
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.lowered_truth import Lowering

LETS = ("W: X -> Y", "V: X -> Z", "U: X -> T")
HYPOTHESES = "tail(P, W, a) <= d and tail(P, V, a) <= d and tail(P, U, a) <= d"
GOALS = (
    "tail(P, W & V & U, a) <= c",
    "tail(P, W & V & U, a) <= 2*c",
    "worst_tail(P, W & V | U, a) <= c",
    "tail(P, W & V | U, a) <= c or tail(P, W, a) < d",
)
COMPLAINTS = {"hole: no sequent is false", "hole: no branch is false"}


@pytest.mark.seconds
@pytest.mark.parametrize("goal", GOALS)
def test_what_is_false_has_a_false_sequent(goal: str) -> None:
    claim, met = parse(f"{HYPOTHESES} => {goal}", lets=LETS), Counter[str]()
    assert {sequent.goal for sequent in lower(claim)} == {constant(-1)}
    lowering = Lowering(claim)
    for instance in hostile_instances(claim, 7, 80):
        try:
            met.update(outcome for outcome, _ in lowering.met(instance))
        except Unsupported:
            met["beyond exact arithmetic"] += 1
    assert met["false"] >= 3 and not met.keys() & COMPLAINTS, met
