"""What a shell is told when it asks how a line could go on."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pmlsym.pages.figures import FIGURES
from pmlsym.verbs.figure import NAMES
from tests.examples import some_of

PROGRAM = [sys.executable, "-c", "import sys; from pmlsym.cli import program; program()"]


@pytest.mark.parametrize(
    ("line", "words"),
    some_of(
        [
            ("pmlsym re", {"refute", "report"}),
            ("pmlsym ask --as", {"--assume"}),
            ("pmlsym derive binary", {"binary-symmetric", "binary-asymmetric"}),
            ("pmlsym figure p", {"posteriors"}),
        ]
    ),
)
def test_completion_of_a_line(line: str, words: set[str]) -> None:
    asked = {
        "COMP_WORDS": line,
        "COMP_CWORD": str(len(line.split()) - 1),
        "_PMLSYM_COMPLETE": "complete_bash",
    }
    told = subprocess.run(
        PROGRAM, env={**os.environ, **asked}, capture_output=True, text=True, check=True
    )
    assert set(told.stdout.split()) == words and told.stderr == ""


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_of_each_shell(shell: str) -> None:
    script = subprocess.run(
        [*PROGRAM, "--show-completion", shell],
        env={**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert "_PMLSYM_COMPLETE" in script.stdout


def test_the_names_of_figures_are_known_without_loading_them() -> None:
    assert set(NAMES) == set(FIGURES)
