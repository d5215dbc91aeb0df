"""Jensen's step for means of the largest of several logarithms: what is proved, what is refuted.

That such claims are lowered as they are meant, also at zeros, is tried in
tests/soundness/test_information_lowering.py.
"""

from __future__ import annotations

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.decisions import decide, prove
from tests.examples import some_of

PROVED = (
    ("expected_pml(P, W) <= maxleak(W)", ()),
    ("expected_pml(P, W) <= log(size(Y))", ()),
    ("mi(P, W) <= maxleak(P, W)", ()),
    ("expected_pml(P, W) <= maxleak(P, W)", ()),
    ("expected_pml(P, W >> V) <= maxleak(W)", ()),
    ("expected_pml(P, W) <= pml(P, W)", ()),
    ("mi(P, W) <= -log(pmin(P))", ()),
    ("mi(P, W) <= log(size(Y))", ()),
    ("maxcost(P, W) <= expected_costleak(P, W)", ()),
    ("maxcost(W) <= expected_costleak(P, W)", ("fullsupport(P)",)),
)
REFUTED = (
    ("maxcost(P, W) < expected_costleak(P, W)", ()),
    ("maxcost(W) <= expected_costleak(P, W)", ()),
    ("expected_pml(P, W) < maxleak(P, W)", ()),
    ("expected_pml(P, W) <= maxleak(W) - 1e-9", ()),
    ("expected_pml(P, W) <= 0.999999999*maxleak(W)", ()),
    ("maxleak(W) <= expected_pml(P, W)", ("fullsupport(P)",)),
    ("expected_costleak(P, W) <= maxcost(P, W)", ()),
    ("expected_costleak(P, W) <= expected_pml(P, W)", ()),
    ("maxcost(P, W) <= 0.999999999*expected_costleak(P, W)", ()),
    ("mi(P, W) <= 0.999999999*maxleak(P, W)", ()),
    ("mi(P, W) <= -log(pmin(P)) - 1e-9", ()),
    ("expected_pml(P, W) <= log(size(Y)) - 1e-9", ()),
    ("mi(P, W) <= log(size(X) - 1e-9)", ()),
    ("doeblin(P, W) <= 0 => expected_costleak(P, W) <= 100", ()),
)


@pytest.mark.parametrize(("text", "assume"), PROVED)
def test_jensens_inequality_is_proved_for_every_alphabet(text: str, assume: tuple[str, ...]):
    assert prove(parse(text, assume=assume), effort=30).name == "proved"


@pytest.mark.parametrize(("text", "assume"), some_of(REFUTED))
def test_what_is_false_by_a_little_is_refuted(text: str, assume: tuple[str, ...]):
    assert decide(parse(text, assume=assume), effort=20).name == "refuted"
