"""The table of statements says each thing once, and never both ways."""

from __future__ import annotations

from collections import Counter

from tests.statements.every import STATEMENTS
from tests.statements.statement import Text


def test_each_is_stated_once_and_one_way() -> None:
    said = Counter(Text(s.text, s.lets, s.assume) for s in STATEMENTS)
    assert not [text for text, count in said.items() if count > 1]
    assert len(said) >= 450
