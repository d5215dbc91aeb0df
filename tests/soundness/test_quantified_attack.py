"""False claims with quantifiers, given to the prover alone: none is proved.

No instance protects it: `prove` looks for certificates only. With `in_full` effort each has more.
"""

from __future__ import annotations

import re
from itertools import islice

import pytest

import pmlsym as ps
from pmlsym.errors import PmlError
from tests.examples import effort, examples, some_of
from tests.soundness.quantified_falsehoods import FALSEHOODS
from tests.soundness.theorem_hypotheses import claims


@pytest.mark.parametrize(
    ("wrong", "text", "lets"), some_of(FALSEHOODS), ids=lambda each: str(each)[:60]
)
def test_no_false_claim_with_quantifiers_is_proved(
    wrong: str, text: str, lets: tuple[str, ...]
) -> None:
    try:
        verdict = ps.prove(text, let=lets, effort=effort(0.15, in_full=20))
    except PmlError as error:
        pytest.fail(f"{wrong}: it cannot be read: {error}")
    assert verdict.name == "unknown"


@pytest.mark.seconds
def test_a_theorem_for_all_proves_nothing_false() -> None:
    met = 0
    for text, lets in islice(claims(seed=3), examples(15)):
        known = [each for each in lets if re.search(rf"\b{each[0]}\b", text)]
        try:
            verdict = ps.prove(text, let=known, effort=effort(0.15, in_full=4))
        except PmlError:  # a name of the law is a prior there and a channel here
            continue
        met += 1
        assert verdict.name == "unknown", text
        assert not any(attempt.failed for attempt in verdict.attempts), text
    assert met >= 10
