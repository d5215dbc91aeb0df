"""What composes for twenty releases is saved, and accepted by two checkers."""

from __future__ import annotations

from pathlib import Path

import pytest

import pmlsym as ps
from proofs.verify import verify
from tests.engines import test_composed_leakage as leakage
from tests.engines import test_composed_powers as powers
from tests.engines import test_composed_rows as rows
from tests.engines.test_lemmas import adaptive, releases

ONCE_ONE_IS_KNOWN = leakage.composition(19, assumed=True)
FILES = {
    "pml": (ONCE_ONE_IS_KNOWN, adaptive(20)),
    "apart": (leakage.whole_of(20, "pml"), releases(20)),
    "maxleak": (leakage.composition(19, assumed=False).replace("pml", "maxleak"), adaptive(20)),
    "tail": (
        "tail(P, W2 & W3 & W4 | W1, 3*e)"
        " <= tail(P, W2 | W1, e) + tail(P, W3 | W1 & W2, e) + tail(P, W4 | W1 & W2 & W3, e)",
        adaptive(4),
    ),
    "off two sets": (
        f"{leakage.LEAKS} and {leakage.LAST} => tail(P, {leakage.THREE}) <= d1 + d3",
        adaptive(3),
    ),
    "dp": (rows.composition(20), rows.releases(20, 3, in_turn=True)),
    "rdp": (powers.composition(20, "rdp({}, 2)", assumed=True), adaptive(20)),
    "order": (powers.composition(20, "rdp({}, a)"), adaptive(20)),
}


@pytest.mark.seconds
@pytest.mark.parametrize("kind", FILES)
def test_what_composes_is_saved_and_checked(kind: str, tmp_path: Path) -> None:
    text, lets = FILES[kind]
    place = ps.prove(text, let=lets).save(tmp_path / "proof.json")
    assert ps.check(place)
    assert verify(place.read_text())
