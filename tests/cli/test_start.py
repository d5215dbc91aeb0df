"""Starting is light: what a command does not need is not imported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pmlsym
from pmlsym.commands.application import COMMANDS
from tests.examples import some_of

PACKAGE = Path(pmlsym.__file__).parent
ROOT = Path(__file__).parents[2]
HEAVY = ("sympy", "z3", "scipy", "matplotlib", "hypothesis", "multiprocessing")

ASK = "from pmlsym.cli import run; assert run(['ask', 'pml(P, W >> V) <= pml(P, W)']) == 0"
NAMES = "import pmlsym as ps; ps.pml, print()"
HELP = "from pmlsym.cli import run; assert run(['--help']) == 0"


@pytest.mark.seconds
@pytest.mark.parametrize("code", [ASK, HELP, NAMES])
def test_no_heavy_import(code: str) -> None:
    script = f"{code}\nimport sys\nprint(*sorted({set(HEAVY)!r} & set(sys.modules)))"
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert result.stdout.splitlines()[-1] == ""


@pytest.mark.parametrize("command", some_of(COMMANDS))
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


APART = {
    ("ask", "pml(P, W >> V) <= pml(P, W)"): (
        *(
            "mechanism_families",
            "closed_forms",
            "mechanisms",
            "own_data",
            "tables",
            "prior_sets",
        ),
        *("papers", "engines.polytope", "engines.analytic.solver"),
    ),
    ("derive", "randomized-response", "--quantity", "pml"): (
        *(
            "closed_forms.line",
            "closed_forms.own_channels.own_channel",
            "closed_forms.over_priors",
            "prior_sets",
        ),
        *("claims", "lowering", "engines", "mechanisms", "own_data", "tables"),
    ),
    ("families",): ("closed_forms", "claims", "lowering", "engines", "measures", "mechanisms"),
    ("design", "--prior", "1/2,1/2", "--pml", "1/5"): (
        *("mechanism_families", "prior_sets", "closed_forms", "engines", "own_data"),
    ),
    ("measure", "examples/survey.csv", "--prior", "9/10,1/10"): (
        *(
            "claims",
            "lowering",
            "engines",
            "mechanism_families",
            "closed_forms",
            "mechanisms",
            "prior_sets",
        ),
    ),
}
"""What a command has no business with."""


@pytest.mark.seconds
@pytest.mark.parametrize("words", some_of(APART), ids=" ".join)
def test_a_command_stays_out_of_rooms_that_it_does_not_need(words: tuple[str, ...]) -> None:
    for part in APART[words]:
        place = PACKAGE / part.replace(".", "/")
        assert place.is_dir() or place.with_suffix(".py").is_file(), part
    script = (
        f"from pmlsym.cli import run; assert run({list(words)!r}) == 0\n"
        "import sys\nprint(*[name for name in sys.modules if name.startswith('pmlsym.')])"
    )
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    loaded = [f"{name}." for name in result.stdout.splitlines()[-1].split()]
    assert not [
        name for name in loaded for part in APART[words] if name.startswith(f"pmlsym.{part}.")
    ]
