"""How a command ends: 1 says that a claim is refuted, and nothing else does."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import pmlsym
from pmlsym import cli
from pmlsym.cli import run
from tests.examples import some_of

Capture = pytest.CaptureFixture[str]

PROGRAM = [sys.executable, "-c", "import sys; from pmlsym.cli import program; program()"]
REFUTED = ("ask", "pml(P, W) <= maxleak(W)")
COMMANDS = (
    REFUTED,
    ("ask", "pml(P, W >> V) <= pml(P, W)", "--json"),
    ("families",),
    ("ask", "--help"),
    ("--version",),
)


@pytest.mark.seconds
@pytest.mark.parametrize("command", some_of(COMMANDS), ids=" ".join)
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_an_output_that_is_full_is_an_error(command: tuple[str, ...]) -> None:
    with open("/dev/full", "w") as full:
        ended = subprocess.run(
            [*PROGRAM, *command], stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert ended.returncode == 2
    assert ended.stderr.startswith("pmlsym: ") and ended.stderr.count("\n") == 1


@pytest.mark.seconds
@pytest.mark.parametrize("command", some_of(COMMANDS), ids=" ".join)
def test_an_output_that_nobody_reads_is_an_error(command: tuple[str, ...]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    ended = subprocess.run(
        [*PROGRAM, *command], stdout=writer, stderr=subprocess.PIPE, text=True, check=False
    )
    os.close(writer)
    assert ended.returncode == 2
    assert ended.stderr.startswith("pmlsym: ") and ended.stderr.count("\n") == 1


@pytest.mark.seconds
@pytest.mark.parametrize("command", [REFUTED, ("--help",)], ids=" ".join)
def test_an_output_that_is_closed_is_an_error(command: tuple[str, ...]) -> None:
    ended = subprocess.run(
        ["sh", "-c", 'exec "$@" >&-', "sh", *PROGRAM, *command],
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    assert ended.returncode == 2
    assert ended.stderr.count("\n") == 1


@pytest.mark.seconds
@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
def test_errors_that_cannot_be_told_are_errors(where: str) -> None:
    ended = subprocess.run(
        ["sh", "-c", f'exec "$@" {where}', "sh", *PROGRAM, "ask", "pml(P, W"], check=False
    )
    assert ended.returncode == 2


@pytest.mark.parametrize(
    "error",
    [
        MemoryError(),
        RecursionError("maximum recursion depth exceeded"),
        ZeroDivisionError("division by zero"),
        ValueError("Exceeds the limit (4300 digits)\nfor integer string conversion"),
        AssertionError(),
        OSError(28, "No space left on device"),
        BrokenPipeError(32, "Broken pipe"),
        KeyError("x"),
    ],
    ids=lambda error: type(error).__name__,
)
def test_a_mistake_of_pmlsym_is_one_line(
    error: Exception, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def fail(arguments: object) -> int:
        raise error

    monkeypatch.setattr(cli, "_run_command", fail)
    assert run(["families"]) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.startswith("pmlsym: ") and shown.err.count("\n") == 1


@pytest.mark.seconds
def test_a_claim_that_is_refuted_ends_with_one(capsys: Capture) -> None:
    assert run(REFUTED) == 1
    assert run(["ask", "pml(P, W >> V) <= pml(P, W)"]) == 0
    assert run(["crosscheck", "pml(P, W) <= -1 => 1 <= 0", "--instances", "20"]) == 2


def test_the_version_is_that_of_the_package(capsys: Capture) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"pmlsym {pmlsym.__version__}\n"
    root = Path(__file__).parents[2]
    words = (root / "pyproject.toml").read_text(encoding="utf-8")
    assert pmlsym.__version__ not in words.partition("dependencies")[0]
    assert (root / "LICENSE").read_text(encoding="utf-8").startswith("MIT License\n")
    assert 'license = "MIT"' in words and 'license-files = ["LICENSE"]' in words
