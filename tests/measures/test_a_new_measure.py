"""A measure is two files, of its value and of its definition, and a line in measures/every.py.

A copy of the package and its tests gets one more: the guessing probability after the outcome,
sum_y max_x p(x)W(x,y), which is not among the measures. It is asked, measured, derived, refuted,
and the tests of all measures compare it with its definition.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pmlsym

PACKAGE = Path(pmlsym.__file__).parent
MEASURE = '''"""Guessing probability after the outcome.

    guessprob(P, W) = sum_y max_x p(x)W(x,y)
"""

from __future__ import annotations

from pmlsym.language.nodes import Measure
from pmlsym.language.value import Largest, Ratio, Total
from pmlsym.measures.notion import CHANNEL, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import observed, together
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def guessprob(prior: Prior, channel: Channel) -> Measure:
    """The probability that the most likely letter after the outcome is the true one."""
    seen = observed(prior, channel)
    return Measure(
        "guessprob",
        (prior, channel),
        Total(seen.outputs, Largest(seen.inputs, Ratio(seen.mass * seen.entry))),
        is_log=False,
        data=together(prior, channel),
    )


NOTIONS = (
    Notion(
        words=(Word("guessprob", guessprob, (PRIOR, CHANNEL)),),
        meaning="guessing probability after the outcome",
        other_names=("guessing_power",),
        laws=(Law("guessprob(P, W) <= 1"), Law("guessprob(P, W >> V) <= guessprob(P, W)")),
    ),
)
'''
DEFINITION = '''"""Guessing probability after the outcome: sum_y max_x p(x)W(x,y)."""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, outcomes, output_distribution, posterior


def guessprob(prior: Prior, channel: Rows) -> Fraction:
    """The mean over outcomes of the largest posterior mass."""
    masses = output_distribution(prior, channel)
    reached = outcomes(prior, channel)
    return sum((masses[y] * max(posterior(prior, channel, y)) for y in reached), Fraction(0))


DEFINITIONS = {"guessprob(P, W)": Definition(guessprob, is_log=False)}
STATEMENTS = (
    theorem("-log(guessprob(P, W)) <= hmin(P)", "schematic"),
    near_miss("guessprob(P, W) <= 1/2", "sampling"),
)
'''
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a package with one measure more."""
    home = tmp_path_factory.mktemp("one_more")
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, home / "pmlsym", ignore=leave)
    shutil.copytree(ROOT / "tests", home / "tests", ignore=leave)
    for name in ("conftest.py", "pyproject.toml"):
        shutil.copy(ROOT / name, home)
    (home / "pmlsym" / "measures" / "guessing.py").write_text(MEASURE, encoding="utf-8")
    (home / "tests" / "definitions" / "guessing.py").write_text(DEFINITION, encoding="utf-8")
    every = home / "pmlsym" / "measures" / "every.py"
    text = every.read_text(encoding="utf-8")
    every.write_text(
        text.replace("FILES = (\n", 'FILES = (\n    "guessing",\n', 1), encoding="utf-8"
    )
    return home


def run(home: Path, *arguments: str) -> str:
    """What Python prints there."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(home)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


def command(home: Path, *arguments: str) -> str:
    """What the shell command prints there."""
    return run(home, "-c", "from pmlsym.cli import program; program()", *arguments)


def test_it_is_asked_proved_and_refuted(home: Path) -> None:
    for claim in ("guessprob(P, W) <= 1", "guessprob(P, W >> V) <= guessprob(P, W)"):
        shown = command(home, "ask", claim)
        assert shown.startswith("Proved") and "every finite alphabet" in shown, shown
    assert command(home, "ask", "guessprob(P, W) <= 3/4").startswith("Refuted")
    assert "did you mean guessprob" in command(home, "ask", "guessing_power(P, W) <= 1")


def test_it_is_evaluated_and_derived(home: Path) -> None:
    exact = """
import pmlsym as ps
prior = ps.Prior.from_masses(["1/3", "2/3"])
channel = ps.Channel.from_rows([["1/2", "1/2"], [0, 1]])
print(ps.evaluate(ps.guessprob(prior, channel)))
import numpy as np
print(ps.evaluate_many(ps.quantity("guessprob(P, W)"), {"P": [[0.5, 0.5]], "W": [np.eye(2)]}))
"""
    assert run(home, "-c", exact).split() == ["5/6", "[1.]"]
    derived = command(
        home, "derive", "binary-symmetric", "--quantity", "guessprob", "--prior", "1/2,1/2"
    )
    assert "1 - a" in derived or "Max" in derived or "max" in derived, derived


def test_it_is_in_the_manual_and_in_the_table_of_words(home: Path) -> None:
    page = run(home, "-c", "from pmlsym.measures.documentation import page; print(page())")
    assert "## guessprob: guessing probability after the outcome" in page
    assert "sum_y max_x p(x)W(x,y)" in page
    assert "- `guessprob(P, W >> V) <= guessprob(P, W)`" in page


def test_the_tests_of_all_measures_compare_it_with_its_definition(home: Path) -> None:
    folders = ("measures", "conformance", "soundness/test_level_forms.py")
    chosen = "(guessprob or every_measure) and not new_measure"
    tests = [f"tests/{folder}" for folder in folders]
    shown = run(home, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-k", chosen, *tests)
    assert " failed" not in shown and " error" not in shown, shown
    for word in ("is_its_definition", "level_form", "engine_settles", "law_is_proved", "one_truth"):
        assert re.search(rf"{word}.*guessprob.* PASSED", shown), shown
