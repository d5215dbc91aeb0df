"""Starting is light: what a command does not need is not imported."""

from __future__ import annotations

import subprocess
import sys

import pytest

from pmlsym.commands.listed import COMMANDS

HEAVY = ("sympy", "z3", "scipy", "matplotlib", "hypothesis", "multiprocessing")

ASK = "from pmlsym.cli import run; assert run(['ask', 'pml(P, W >> V) <= pml(P, W)']) == 0"
NAMES = "import pmlsym as ps; ps.pml, print()"
HELP = "from pmlsym.cli import run; assert run(['--help']) == 0"


@pytest.mark.parametrize("code", [ASK, HELP, NAMES])
def test_no_heavy_import(code: str) -> None:
    script = f"{code}\nimport sys\nprint(*sorted({set(HEAVY)!r} & set(sys.modules)))"
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines()[-1] == ""


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_explains_itself(command: str) -> None:
    script = f"from pmlsym.cli import main; main([{command!r}, '--help'])"
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0
    assert f"pmlsym {command}" in result.stdout


def test_a_command_loads_no_other() -> None:
    """Each start would pay for eleven that are not called."""
    script = (
        "from pmlsym.cli import run; assert run(['families']) == 0\n"
        f"import sys\nprint(*[n for n in {COMMANDS!r} if 'pmlsym.commands.' + n in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines()[-1] == "families"
