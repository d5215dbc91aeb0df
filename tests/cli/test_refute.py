"""`pmlsym refute`: counterexamples that are exact and small, or how near it came."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pmlsym.cli import run
from pmlsym.version import __version__

Capture = pytest.CaptureFixture[str]


def test_a_counterexample_is_found_and_checked_again(capsys: Capture, tmp_path: Path) -> None:
    file = tmp_path / "instance.json"
    assert run(["refute", "ldp(W) <= 2*pml(P, W)", "--save", str(file)]) == 1
    assert capsys.readouterr().out.startswith("Refuted ldp(W) <= 2*pml(P, W)")
    assert run(["check", str(file)]) == 0


def test_sizes_are_kept(capsys: Capture) -> None:
    claim = "pml(P, W) <= maxleak(W)"
    assert run(["refute", claim, "--sizes", "X=3,Y=2-4", "--json"]) == 1
    found = json.loads(capsys.readouterr().out)["counterexample"]["alphabets"]
    assert found["X"] <= 3
    assert found["Y"] <= 4


@pytest.mark.seconds
def test_a_true_claim_is_not_refuted(capsys: Capture) -> None:
    assert run(["refute", "pml(P, W >> V) <= pml(P, W)", "--effort", "1"]) == 3
    shown = capsys.readouterr().out
    assert shown.startswith("Unknown pml(P, W >> V) <= pml(P, W)")
    assert "smallest slack 0, at " in shown
    assert "equality seems to be attained" in shown


@pytest.mark.parametrize(
    ("sizes", "words"),
    [
        ("Q=2", "the alphabets are X, Y"),
        ("X", "write X=3 or X=2-4"),
        ("X=0", "write X=3 or X=2-4"),
        ("X=4-2", "from more letters to fewer"),
        ("X=99999999999", "up to 12"),
    ],
)
def test_bad_sizes(sizes: str, words: str, capsys: Capture) -> None:
    assert run(["refute", "pml(P, W) <= maxleak(W)", "--sizes", sizes]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert words in shown.err


def test_the_program_that_is_printed_runs_by_itself(capsys: Capture) -> None:
    assert run(["refute", "pml(P, W) <= maxleak(W)", "--python"]) == 1
    program = capsys.readouterr().out
    found = subprocess.run(
        [sys.executable, "-"], input=program, capture_output=True, text=True, check=False
    )
    assert (found.returncode, found.stdout) == (0, "the claim is false on this instance\n")


@pytest.mark.seconds
def test_a_search_without_success_advises_a_proof(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["refute", "pml(P, W >> V) <= pml(P, W)", "--effort", "0.2"]) == 3
    shown = " ".join(capsys.readouterr().out.split())
    assert "to try: a larger --effort; other --sizes; pmlsym ask, for a proof" in shown
    assert "pmlsym refute" not in shown


def test_the_module_is_the_command() -> None:
    words = [sys.executable, "-m", "pmlsym", "--version"]
    shown = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    assert shown.strip() == f"pmlsym {__version__}"
