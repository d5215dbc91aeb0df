"""False claims about the notions are refuted exactly, true ones never; and text is read back."""

from __future__ import annotations

import pytest

from pmlsym.claims.evaluation import holds
from pmlsym.claims.question import parse
from pmlsym.claims.writing import declarations, write
from pmlsym.engines.sampling import search
from tests.measures.claims_about_notions import FALSE, TRUE, Known


@pytest.mark.parametrize("known", FALSE, ids=str)
def test_false_claims_are_refuted(known: Known) -> None:
    found = search(known.claim, effort=20, seed=0)
    assert found.instance is not None, found
    assert not holds(known.claim, found.instance)


@pytest.mark.parametrize("known", TRUE, ids=str)
def test_true_claims_are_never_refuted(known: Known) -> None:
    found = search(known.claim, effort=60, seed=3, rounds=8)
    assert found.instance is None, found.instance
    assert found.met > 300, "the premises are met too rarely for this to mean anything"


@pytest.mark.parametrize("known", [*TRUE, *FALSE], ids=str)
def test_claims_are_written_as_they_are_read(known: Known) -> None:
    text, lets = write(known.claim), declarations(known.claim)
    again = parse(text, lets=lets)
    assert (write(again), declarations(again)) == (text, lets)
