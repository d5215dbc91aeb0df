"""Near misses of measures are refuted exactly, what is true of them never; text is read back."""

from __future__ import annotations

import pytest

from pmlsym.claims.evaluation import holds
from pmlsym.claims.question import parse
from pmlsym.claims.writing import declarations, write
from pmlsym.engines.sampling import search
from pmlsym.measures.every import NOTIONS
from tests.definitions.every import STATEMENTS
from tests.statement import Statement, theorem

LAWS = [theorem(law.text, lets=law.lets) for notion in NOTIONS for law in notion.laws]
NEAR_MISSES = [s for s in STATEMENTS if not (s.holds or "sampling" in s.settled_by)]
"""Those that the sampler settles by itself are asked in tests/conformance."""
TRUE = {str(s): s for s in (*LAWS, *STATEMENTS) if s.holds}


@pytest.mark.parametrize("statement", NEAR_MISSES, ids=str)
def test_near_misses_are_refuted(statement: Statement) -> None:
    found = search(statement.claim, effort=20, seed=0)
    assert found.instance is not None, found
    assert not holds(statement.claim, found.instance)


@pytest.mark.parametrize("statement", TRUE.values(), ids=str)
def test_true_claims_are_never_refuted(statement: Statement) -> None:
    found = search(statement.claim, effort=60, seed=3, rounds=8)
    assert found.instance is None, found.instance
    assert found.met > 300, "the premises are met too rarely for this to mean anything"


@pytest.mark.parametrize("statement", [*LAWS, *STATEMENTS], ids=str)
def test_claims_are_written_as_they_are_read(statement: Statement) -> None:
    text, lets = write(statement.claim), declarations(statement.claim)
    again = parse(text, lets=lets)
    assert (write(again), declarations(again)) == (text, lets)
