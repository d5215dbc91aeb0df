"""The examples for continuous integration do what they say: their commands are run."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "continuous_integration"
HOLDS = "claim processing: pml(P, W >> V) <= pml(P, W)\n"
FAILS = "claim averaged: pml(P, W) <= maxleak(W)\n"


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with claims, where `pmlsym` is on the path."""
    programs = tmp_path / "programs"
    programs.mkdir()
    command = programs / "pmlsym"
    start = "from pmlsym.cli import program; program()"
    words = shlex.join([sys.executable, "-c", start])
    command.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    command.chmod(0o755)
    (tmp_path / "holds.pml").write_text(HOLDS)
    (tmp_path / "fails.pml").write_text(FAILS)
    return tmp_path


def _run(command: list[str], where: Path) -> subprocess.CompletedProcess[str]:
    path = f"{where / 'programs'}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        cwd=where,
        env={**os.environ, "PATH": path, "PYTHONPATH": str(EXAMPLES.parents[1])},
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )


def test_the_hook_of_pre_commit_asks_every_file(repository: Path) -> None:
    text = (EXAMPLES / "pre_commit.yaml").read_text(encoding="utf-8")
    (entry,) = re.findall(r"^ +entry: (.*)$", text, re.MULTILINE)
    command = shlex.split(entry)
    assert re.search(r"files: \\\.pml\$", text)
    assert _run([*command, "holds.pml"], repository).returncode == 0
    told = _run([*command, "fails.pml", "holds.pml"], repository)
    assert told.returncode and "averaged" in told.stdout
    assert _run([*command, "holds.pml", "fails.pml"], repository).returncode


def test_the_action_ends_with_the_status_of_its_claims(repository: Path) -> None:
    text = (EXAMPLES / "github_action.yml").read_text(encoding="utf-8")
    install, ask = re.findall(r"^ +- run: ([^#\n]*?) *(?:#.*)?$", text, re.MULTILINE)
    assert install.startswith("python -m pip install ") and ask.startswith("pmlsym ask ")
    command = shlex.split(ask)
    (repository / "guarantees.pml").write_text(HOLDS)
    assert _run(command, repository).returncode == 0
    (repository / "guarantees.pml").write_text(HOLDS + FAILS)
    assert _run(command, repository).returncode
