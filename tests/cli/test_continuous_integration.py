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
RESTS_ON_A_FILE = (
    "claim released: pml(P, W) <= log(5)\n    channel W = survey.csv\n    over p(x) >= 1/10\n"
)


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


def _hook(field: str) -> str:
    text = (EXAMPLES / "pre_commit.yaml").read_text(encoding="utf-8")
    (value,) = re.findall(rf"^ +{field}: (.*)$", text, re.MULTILINE)
    return str(value)


@pytest.mark.seconds
def test_the_hook_of_pre_commit_asks_every_file(repository: Path) -> None:
    command = shlex.split(_hook("entry"))
    _run(["git", "init", "--quiet"], repository)
    _run(["git", "add", "holds.pml"], repository)
    asked = _run(command, repository)
    assert asked.returncode == 0 and "processing" in asked.stdout
    for name in ("fails.pml", "last.pml"):
        (repository / name).write_text(FAILS)
        _run(["git", "add", name], repository)
        told = _run(command, repository)
        assert told.returncode and "averaged" in told.stdout
        _run(["git", "rm", "--quiet", "--cached", name], repository)


@pytest.mark.seconds
def test_the_hook_runs_where_a_channel_file_of_a_claim_is_changed(repository: Path) -> None:
    files, command = re.compile(_hook("files")), shlex.split(_hook("entry"))
    assert _hook("pass_filenames") == "false"
    for name in ("guarantees.pml", "data/survey.csv", "w.json", "w.npy", "w.npz", "w.parquet"):
        assert files.search(name), name
    assert not files.search("README.md")
    (repository / "released.pml").write_text(RESTS_ON_A_FILE)
    (repository / "survey.csv").write_text(",no,yes\na,1/2,1/2\nb,1/4,3/4\n")
    _run(["git", "init", "--quiet"], repository)
    _run(["git", "add", "released.pml", "survey.csv"], repository)
    assert _run(command, repository).returncode == 0
    (repository / "survey.csv").write_text(",no,yes\na,1,0\nb,0,1\n")
    told = _run(command, repository)
    assert told.returncode and "released" in told.stdout


@pytest.mark.seconds
def test_the_action_ends_with_the_status_of_its_claims(repository: Path) -> None:
    text = (EXAMPLES / "github_action.yml").read_text(encoding="utf-8")
    install, ask = re.findall(r"^ +- run: ([^#\n]*?) *(?:#.*)?$", text, re.MULTILINE)
    assert install.startswith("python -m pip install ") and ask.startswith("pmlsym ask ")
    command = shlex.split(ask)
    (repository / "guarantees.pml").write_text(HOLDS)
    assert _run(command, repository).returncode == 0
    (repository / "guarantees.pml").write_text(HOLDS + FAILS)
    assert _run(command, repository).returncode
