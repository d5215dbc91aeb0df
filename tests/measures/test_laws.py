"""The laws that measures state: proved at every alphabet size, or open as they say."""

from __future__ import annotations

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.decisions import prove
from pmlsym.evidence.verdict import EVERY_SIZE, Proved
from pmlsym.kernel.certificate_file import read_proof
from pmlsym.measures.every import NOTIONS
from pmlsym.measures.notion import Law, Notion
from proofs import laws
from tests.examples import some_of
from tests.measures.indexed import opening

LAWS = [law for notion in NOTIONS for law in notion.laws]
OPEN = 4
"""How many laws no engine proves; the number only falls."""


@pytest.mark.parametrize("law", some_of([law for law in LAWS if not law.open]), ids=str)
def test_a_law_is_proved(law: Law) -> None:
    """And no engine fails on the way: its turn would end, and the answer be Unknown."""
    verdict = prove(parse(law.text, lets=law.lets), effort=20)
    assert isinstance(verdict, Proved) and verdict.scope == EVERY_SIZE and not verdict.vacuous
    assert not [each for each in verdict.attempts if each.failed]


@pytest.mark.seconds
def test_every_law_that_is_not_open_has_a_certificate_of_its_own() -> None:
    """`python -m proofs.laws` keeps them; that they are linked to the claim, the file says."""
    assert set(laws.KEPT.glob("*.json")) == {laws.file_of(law) for law in laws.LAWS}
    for law in some_of(laws.LAWS):  # .ci/run checks all files
        assert [found[:5] for found in ps.check(laws.file_of(law))] == ["proof"]
    for law in laws.LAWS:
        kept = read_proof(laws.file_of(law).read_text("utf-8"))
        assert (kept.text, kept.lets) == (law.text, law.lets)


@pytest.mark.parametrize("law", some_of([law for law in LAWS if law.open]), ids=str)
def test_an_open_law_is_not_proved_yet(law: Law) -> None:
    assert prove(parse(law.text, lets=law.lets), effort=0.5).name == "unknown"


def test_few_are_open_and_each_is_stated_once() -> None:
    assert sum(law.open for law in LAWS) <= OPEN
    stated = [law.text for notion in NOTIONS for law in dict.fromkeys(notion.laws)]
    assert len(stated) == len(LAWS) > 100


@pytest.mark.parametrize("notion", NOTIONS, ids=lambda notion: str(notion.words[0]))
def test_laws_are_about_their_measure(notion: Notion) -> None:
    assert notion.laws
    for law in notion.laws:
        assert any(opening(word) in law.text for word in notion.words), law
