"""The larger of two numbers inside a sum is chosen at each letter, not once for all of them.

sum(k, 1, 6, max(k, 3)) = 3 + 3 + 3 + 4 + 5 + 6 = 24       though 1 + .. + 6 = 21 and 6*3 = 18
"""

from __future__ import annotations

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import holds
from pmlsym.engines.decide.decisions import prove
from pmlsym.evidence.verdict import Proved
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import rational

FALSE_AT = (
    ("n == 6 => sum(k, 1, n, max(k, 3)) <= 22", 6),
    ("n >= 6 and n <= 6 => sum(k, 1, n, max(k, 3)) <= 22", 6),
    ("n == 6 => sum(k, 1, n, min(k, 3)) >= 17", 6),
    ("n == 4 => sum(k, 1, n, min(2^k, 4)) >= 15", 4),
    ("n >= 1 => sum(k, 1, n, max(0, n - 2*k)) <= 1", 6),
)


@pytest.mark.parametrize(("text", "n"), FALSE_AT)
def test_a_maximum_of_the_letter_of_a_sum_is_not_chosen_once(text: str, n: int) -> None:
    claim = parse(text)
    assert not holds(claim, Instance({}, {}, {"n": rational(n)}, {}))
    assert not isinstance(prove(claim, effort=2.0), Proved)
