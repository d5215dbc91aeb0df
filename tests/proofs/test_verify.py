"""proofs/verify.py as a command: what it says, what it refuses, and that it stands alone."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from pmlsym.calculus import Tensor, atom, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.kernel.certificate import Certificate, Combine, Term, Use
from proofs import verify
from tests.evidence.hand_written import ONE, x, x0
from tests.proofs.certificates import CERTIFICATES
from tests.proofs.second_opinion import ACCEPTED, second_opinion

SOURCE = Path(verify.__file__)
POST = (CERTIFICATES / "post-processing.json").read_text(encoding="utf-8")
c = Tensor("c", ("X",))


def run(*files: Path) -> subprocess.CompletedProcess[str]:
    """The command, without packages, environment and working directory."""
    command = [sys.executable, "-I", "-S", str(SOURCE), *map(str, files)]
    return subprocess.run(command, capture_output=True, text=True, timeout=100)


def test_it_imports_the_standard_library_alone():
    tops: set[str] = set()
    for node in ast.walk(ast.parse(SOURCE.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            tops |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            tops.add("." * node.level + str(node.module).split(".")[0])
    assert tops <= sys.stdlib_module_names


@pytest.mark.seconds
def test_it_certifies_the_algebra_and_prints_the_claim():
    files = sorted(CERTIFICATES.glob("*.json"))
    done = run(*files)
    assert done.returncode == 0 and not done.stderr
    assert done.stdout.count(verify.CERTIFIED) == len(files) > 50
    for file in files:
        claim = json.loads(file.read_text(encoding="utf-8"))["claim"]
        for line in (claim["text"], *claim["lets"], *claim["assume"]):
            assert f" {line}\n" in done.stdout


def changed(*path: Any, to: Any) -> str:
    """The proof of post-processing with another value somewhere."""
    data = json.loads(POST)
    place = data
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return json.dumps(data)


FIRST = ("certificates", 0)
STEP = (*FIRST, "steps", 0)
TERM = (*STEP, "terms", 0)
GOAL = (*FIRST, "sequent", "goal", 0)
MEASURE = ("facts", "measures", 0)
HOSTILE = {
    "nothing": "",
    "a null byte": "\0",
    "a list": "[]",
    "deep": "[" * 200_000,
    "a key twice": '{"format": 1, "format": 1}',
    "a key of a step twice": POST.replace('"step":', '"step": "split", "step":'),
    "a float": changed("version", to=1.0),
    "not a number": POST.replace("1,", "NaN,", 1),
    "a long number": changed("version", to=10**40),
    "true for one": changed("version", to=True),
    "no certificate": changed("certificates", to=[]),
    "a claim of two lines": changed("claim", "text", to="a\nCERTIFIED"),
    "half a character": changed("claim", "text", to="\ud800"),
    "no steps": changed(*FIRST, "steps", to=[]),
    "a step that is a number": changed(*STEP, to=1),
    "a kind that is a list": changed(*STEP, "step", to=["combine"]),
    "an empty atom": changed(*GOAL, "atoms", to=[[]]),
    "an empty use": changed(*TERM, "uses", to=[[]]),
    "half a delta": changed(*GOAL, "atoms", to=[["delta", "x:X"]]),
    "a delta of two alphabets": changed(*GOAL, "atoms", to=[["delta", "x:X", "y:Y"]]),
    "a number as a coefficient": changed(*TERM, "coefficient", to=1),
    "division by zero": changed(*TERM, "coefficient", to="1/0"),
    "another digit": changed(*TERM, "coefficient", to="\u0661"),
    "a coefficient of 5,000 digits": changed(*TERM, "coefficient", to="9" * 5000),
    "a relation that is a list": changed(*FIRST, "sequent", "relation", to=[">="]),
    "a position that is a word": changed(*FIRST, "tensors", "P", "stochastic", to=["0"]),
    "a position that is true": changed(*FIRST, "tensors", "W", "stochastic", to=[True]),
    "facts that are a list": changed("facts", to=[]),
    "a measure without a value": changed(*MEASURE, "value", to=None),
    "a node that is a list": changed(*MEASURE, "value", "node", to=["ratio"]),
    "a node that is a step": changed(*MEASURE, "value", "node", to="combine"),
    "a node without letters": changed(*MEASURE, "value", "over", to=[]),
    "a deep value": POST.replace('"value": ', '"value": {"node": "log", "body": ' * 99, 1),
    "a least that is a number": changed(*MEASURE, "least", to=1),
    "a flag that is a number": changed(*MEASURE, "positive", to=1),
    "a tensor of no name": changed(*FIRST, "tensors", "", to={}),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_bad_files_are_refused_in_one_line(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    path = tmp_path / "proof.json"
    path.write_text(text, encoding="utf-8", errors="surrogatepass")
    assert verify.main([str(path)]) == 2
    out, err = capsys.readouterr()
    assert not out and err.count("\n") == 1 and err.startswith("refused ")


def test_what_is_no_file_of_text_is_refused(tmp_path: Path):
    binary = tmp_path / "proof.json"
    binary.write_bytes(b"\xff\xfe{}")
    for path in (binary, tmp_path, tmp_path / "nowhere", Path("/dev/zero")):
        done = run(path)
        assert done.returncode == 2 and not done.stdout
        assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr


@pytest.mark.seconds
def test_too_much_work_is_refused():
    data = json.loads(POST)["certificates"][0]
    names = [f"k{n}" for n in range(30)]
    data["tensors"] |= {n: {"alphabets": [], "facts": [], "stochastic": []} for n in names}
    monomials = [{"coefficient": "1", "sum": [], "atoms": [[n]]} for n in names]
    fact = {"name": "h", "for_all": [], "polynomial": monomials, "relation": ">="}
    data["sequent"]["facts"].append(fact)
    data["steps"][0]["terms"] = [{"coefficient": "1", "sum": [], "uses": [["h"]] * 24}]
    with pytest.raises(verify.Refused, match="multiplies out to more"):
        verify.verify_certificate(data)


class TestTheSecondVoice:
    """It notices what the first voice would have let pass."""

    at_one = Fact("h", atom(c, x0))
    total = Fact("goal", sum_over(atom(c, x), x))
    every = Fact("goal", atom(c, x0), (x0,))

    def test_captured_letters(self, monkeypatch: pytest.MonkeyPatch):
        """c(x0) >= 0 at one letter says nothing of the sum, nor of every letter."""
        summed = Combine(self.total, (Term(ONE, (Use("h"),), (x0,)),))
        everywhere = Combine(self.every, (Term(ONE, (Use("h"),)),))
        for goal, step in ((self.total, summed), (self.every, everywhere)):
            forged = Certificate(Sequent((self.at_one,), goal.polynomial), (step,))
            assert "is one letter" in str(second_opinion(forged))
            with monkeypatch.context() as patch:
                patch.setattr(verify, "_no_capture", lambda *_: None)
                assert "voices disagree" in str(second_opinion(forged))

    def test_identities_that_do_not_hold(self, monkeypatch: pytest.MonkeyPatch):
        honest: list[Callable[..., Any]] = [verify.collect]
        data = json.loads(POST)["certificates"][0]
        wrong = deepcopy(data)
        wrong["steps"][0]["terms"][0]["coefficient"] = "2"
        monkeypatch.setattr(verify, "collect", lambda terms: honest[0](terms)[:0])
        with pytest.raises(verify.Refused, match="voices disagree"):
            verify.verify_certificate(wrong)

    def test_a_true_step_passes(self):
        known = Fact("h", atom(c, x), (x,))
        step = Combine(self.total, (Term(ONE, (Use("h", (x,)),), (x,)),))
        proof = Certificate(Sequent((known,), self.total.polynomial), (step,))
        assert second_opinion(proof) == ACCEPTED
