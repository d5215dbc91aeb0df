"""A measure that is made again of its own arguments is itself, or is said not to be."""

from __future__ import annotations

from collections import Counter

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.errors import PmlError
from pmlsym.language.fold import key, walk
from pmlsym.language.nodes import Measure, Named
from pmlsym.measures.every import NOTIONS, measure_at


@pytest.mark.seconds
def test_measures_of_all_laws_are_made_again() -> None:
    made: Counter[bool] = Counter()
    for law in (law for notion in NOTIONS for law in notion.laws):
        for part in walk(parse(law.text, lets=law.lets)):
            if isinstance(part, Measure | Named) and part.arguments:
                try:
                    again = measure_at(part.word, part.arguments)
                except PmlError:
                    made[False] += 1
                    continue
                assert key(again) == key(part), part
                assert again.text == part.text
                made[True] += 1
    assert made[True] > 5 * made[False] > 0
