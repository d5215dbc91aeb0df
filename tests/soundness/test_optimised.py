"""`python -O` removes asserts: what has to be refused is refused there too."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soundness.optimised import try_hypotheses, try_programs

IGNORED = ("-W", "ignore::pytest.PytestConfigWarning")
ROOT = Path(__file__).resolve().parents[2]


def optimised(*arguments: str, seconds: float) -> subprocess.CompletedProcess[str]:
    """Python without asserts, in the root of the checkout."""
    return subprocess.run(
        [sys.executable, "-O", *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


def test_with_asserts_too() -> None:
    assert try_programs() == 4 and try_hypotheses() == 2


@pytest.mark.seconds
@pytest.mark.processor_seconds(300)
def test_nothing_wrong_is_accepted_without_asserts() -> None:
    done = optimised("-m", "tests.soundness.optimised", seconds=280)
    assert done.returncode == 0, done.stderr
    tried = json.loads(done.stdout)
    assert tried["try_programs"] == 4 and tried["try_hypotheses"] == 2
    assert tried["try_numbers"] >= 20 and tried["try_leakages"] >= 10
    assert tried["try_certificates"] >= 8


@pytest.mark.slow
@pytest.mark.processor_seconds(3600)
def test_the_soundness_tests_without_asserts(tmp_path: Path) -> None:
    """pytest raises for the asserts of test files itself; a canary says so."""
    canary = tmp_path / "test_canary.py"
    canary.write_text("def test_it():\n    assert 1 + 1 == 3\n", encoding="utf-8")
    plain = ("-m", "pytest", "-q", "-p", "no:cacheprovider", *IGNORED)
    dead = optimised(*plain, "-c", "/dev/null", str(canary), seconds=60)
    assert dead.returncode == 1 and "1 failed" in dead.stdout, dead.stdout
    done = optimised(*plain, "tests/soundness", "--deselect", __file__, seconds=3000)
    assert done.returncode == 0, done.stdout[-3000:]
