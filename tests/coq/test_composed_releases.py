"""Proofs about many releases are read by the verified checker, whatever the alphabets are called.

A convex term of such a proof has a letter or two of each alphabet, too many for all orders of them.
"""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import pmlsym as ps
from tests.engines.test_composed_powers import composition
from tests.engines.test_lemmas import adaptive, releases
from tests.examples import some_of

PROGRAM = Path(__file__).parents[2] / "proofs" / "coq" / "pmlsym-check"

pytestmark = pytest.mark.skipif(
    not PROGRAM.exists(), reason="make -C proofs/coq has not built pmlsym-check"
)


def said(place: Path) -> str:
    found = subprocess.run([PROGRAM, place], capture_output=True, text=True, check=False)
    assert found.stderr == ""
    return found.stdout.split()[0]


@pytest.mark.seconds
@pytest.mark.parametrize("count", some_of([3, 5, 9, 14, 20]))
@pytest.mark.parametrize("lets", [releases, adaptive], ids=["apart", "in turn"])
@pytest.mark.parametrize("alphabet", ["A", "Y"])
def test_releases_that_add_up_are_accepted(count, lets, alphabet: str, tmp_path: Path) -> None:
    """A stands before X and Y after it; X is the first alphabet of the file."""
    text = composition(count, "rdp({}, 2)", assumed=True)
    named = tuple(each.replace("Y", alphabet) for each in lets(count))
    place = ps.prove(text, let=named).save(tmp_path / "proof.json")
    assert said(place) == "accepted"


@pytest.mark.parametrize("alphabet", ["A", "Y"])
def test_a_term_at_other_letters_is_refused(alphabet: str, tmp_path: Path) -> None:
    """The last row is about a term of nine releases; there its x and x' change places."""
    text = composition(9, "rdp({}, 2)", assumed=True)
    named = tuple(each.replace("Y", alphabet) for each in adaptive(9))
    place = ps.prove(text, let=named).save(tmp_path / "proof.json")
    data = json.loads(place.read_text(encoding="utf-8"))
    rows = [each for each in data["certificates"][0]["steps"] if each["step"] == "row"]
    atom = rows[-1]["statement"]["polynomial"][0]["atoms"][0]
    first, second = atom.index("x:X"), atom.index("x':X")
    atom[first], atom[second] = atom[second], atom[first]
    assert len(atom) == 1 + 9 + 2
    place.write_text(json.dumps(data), encoding="utf-8")
    assert said(place) == "refused"
