"""False claims with quantifiers, given to the prover alone: none is proved.

No instance protects it: `prove` looks for certificates only. With `in_full` effort each has more.
"""

from __future__ import annotations

import pytest

import pmlsym as ps
from pmlsym.errors import PmlError
from tests.examples import effort
from tests.soundness.quantified_falsehoods import FALSEHOODS


@pytest.mark.parametrize(("wrong", "text", "lets"), FALSEHOODS, ids=lambda each: str(each)[:60])
def test_no_false_claim_with_quantifiers_is_proved(
    wrong: str, text: str, lets: tuple[str, ...]
) -> None:
    try:
        verdict = ps.prove(text, let=lets, effort=effort(0.4, in_full=20))
    except PmlError as error:
        pytest.fail(f"{wrong}: it cannot be read: {error}")
    assert verdict.name == "unknown"
