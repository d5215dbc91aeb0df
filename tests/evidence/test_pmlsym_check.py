"""`pmlsym-check`, the verified checker as a program: it reads the files themselves, and strictly.

`make -C proofs/coq` builds it, which has it judge every kept file; where it is not built these
tests are skipped, and listed as such.
"""

import json
import subprocess
from pathlib import Path

import pytest

PROOFS = Path(__file__).parents[2] / "proofs"
PROGRAM = PROOFS / "coq" / "pmlsym-check"
KEPT = (PROOFS / "certificates" / "post-processing.json").read_text(encoding="utf-8")

pytestmark = pytest.mark.skipif(
    not PROGRAM.exists(), reason="make -C proofs/coq has not built pmlsym-check"
)


def said(tmp_path, text):
    """The exit status and the first word."""
    path = tmp_path / "proof.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    found = subprocess.run([PROGRAM, path], capture_output=True, text=True, check=False)
    assert found.stderr == ""
    return found.returncode, found.stdout.split()[0]


def changed(edit):
    data = json.loads(KEPT)
    edit(data)
    return json.dumps(data)


def test_a_kept_file_is_accepted_however_its_text_is_written(tmp_path):
    assert said(tmp_path, KEPT) == (0, "accepted")
    assert said(tmp_path, json.dumps(json.loads(KEPT), indent=7)) == (0, "accepted")
    assert said(tmp_path, KEPT.replace('"W"', r'"\u0057"')) == (0, "accepted")
    assert said(tmp_path, KEPT.replace('"W', '"\U0001d54e')) == (0, "accepted")
    one_escaped = KEPT.replace('["W"', r'["\ud835\udd4e"').replace('"W"', '"\U0001d54e"')
    assert said(tmp_path, one_escaped.replace('"W >= 0"', '"\U0001d54e >= 0"')) == (0, "accepted")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"relation": ">="\n      },\n      "steps"', '"relation": ">"\n      },\n      "steps"'),
        ('"coefficient": "1"', '"coefficient": "1/2"'),
        ('["V >= 0", "y*0:Y", "z:Z"]', '["W >= 0", "x:X", "y*0:Y"]'),
    ],
)
def test_a_file_that_proves_something_else_is_refused(tmp_path, old, new):
    assert old in KEPT
    assert said(tmp_path, KEPT.replace(old, new, 1)) == (1, "refused")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "\ufeff" + KEPT,
        KEPT[:-3],
        KEPT + "{}",
        KEPT.replace('"version": 2', '"version": 3'),
        KEPT.replace('"version": 2', '"version": 2.0'),
        KEPT.replace('"version": 2', '"version": 2, "version": 2'),
        KEPT.replace('"version": 2', '"version": 2, "more": 1'),
        KEPT.replace('"pmlsym proof"', '"pmlsym number proof"'),
        KEPT.replace('"stochastic": [0]', '"stochastic": [2]'),
        KEPT.replace('"stochastic": [0]', '"stochastic": [-0]'),
        KEPT.replace('"stochastic": [0]', '"stochastic": [0, 0]'),
        KEPT.replace('"alphabets": ["X"]', '"alphabets": ["Y"]'),
        KEPT.replace('["P", "x:X"]', '["P", "x:X", "x:X"]'),
        KEPT.replace('"x:X"', '"x"'),
        KEPT.replace('"coefficient": "1"', '"coefficient": "2/2"'),
        KEPT.replace('"coefficient": "1"', '"coefficient": "1/0"'),
        KEPT.replace('"coefficient": "1"', '"coefficient": "1000001"'),
        KEPT.replace('"coefficient": "1"', '"coefficient": "0x1"'),
        KEPT.replace('"coefficient": "1"', '"coefficient": 1'),
        KEPT.replace('"W"', '"delta"'),
        KEPT.replace('"W"', '"|W|"'),
        KEPT.replace('"W"', r'"\ud835"'),
        KEPT.replace('"W"', '"W\n"'),
        KEPT.replace('"nonnegative"', '"negative"'),
        changed(lambda data: data.update(certificates=[])),
        "[" * 100_000,
        '{"certificates": ' * 300 + "1" + "}" * 300,
        b"\xff\xfe",
    ],
)
def test_what_is_no_file_of_a_proof_is_not_read(tmp_path, text):
    assert text != KEPT
    assert said(tmp_path, text) == (2, "unread")


def test_a_constant_letter_proves_nothing_about_the_others(tmp_path):
    """A hypothesis about one letter is no hypothesis about all."""

    def one_letter(data):
        for certificate in data["certificates"]:
            for fact in certificate["sequent"]["facts"]:
                fact["for_all"] = []

    assert said(tmp_path, changed(one_letter))[1] != "accepted"


def test_several_files_give_the_worst_status(tmp_path):
    bad = tmp_path / "bad.json"
    bad.write_text(KEPT.replace('"coefficient": "1"', '"coefficient": "1/2"', 1), encoding="utf-8")
    good = PROOFS / "certificates" / "post-processing.json"
    for names, status in (([good], 0), ([bad, good], 1), ([bad, tmp_path / "none"], 2), ([], 2)):
        assert subprocess.run([PROGRAM, *names], capture_output=True).returncode == status
