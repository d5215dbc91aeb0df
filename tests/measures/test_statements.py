"""Laws of measures are never refuted, and what is said of them is read back as it is written.

Statements of tests/definitions are asked with all others: tests/engines/test_sampling.py.
"""

from __future__ import annotations

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.claim_text.writing import declarations, write
from pmlsym.engines.sampling.refuter import search
from pmlsym.measures.every import NOTIONS
from tests.definitions.every import STATEMENTS
from tests.examples import examples
from tests.statements.statement import Statement, theorem

LAWS = [theorem(law.text, lets=law.lets) for notion in NOTIONS for law in notion.laws]
ROUNDS = examples(2)


@pytest.mark.parametrize("statement", LAWS, ids=str)
def test_true_claims_are_never_refuted(statement: Statement) -> None:
    found = search(statement.claim, effort=60, seed=3, rounds=ROUNDS)
    assert found.instance is None, found.instance
    assert 2 * found.met > 75 * ROUNDS, "the premises are met too rarely for this to mean anything"


@pytest.mark.parametrize("statement", [*LAWS, *STATEMENTS], ids=str)
def test_claims_are_written_as_they_are_read(statement: Statement) -> None:
    text, lets = write(statement.claim), declarations(statement.claim)
    again = parse(text, lets=lets)
    assert (write(again), declarations(again)) == (text, lets)
