"""A measure is two files, of its value and of its definition, and a line in measures/every.py.

A copy of the package and its tests gets one more: the third moment of the density, a convex sum
that is not among the measures. Nothing is written for it but its value: it is asked, measured,
derived, refuted, falls under processing on either side, and the tests of all measures compare it
with its definition.
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
MEASURE = '''"""The third moment of the density, a convex sum.

    moment(P, W) = sum_{x, y} p(x) P_Y(y) ( W(x,y)/P_Y(y) )^3
"""

from __future__ import annotations

from fractions import Fraction

from pmlsym.language.nodes import Measure
from pmlsym.language.value import POWER, Divergence
from pmlsym.measures.notion import CHANNEL, PRIOR, Law, Notion, Word
from pmlsym.measures.observation import measure, observation_of
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior


def moment(prior: Prior, channel: Channel) -> Measure:
    """The mean of the cube of the density of joint and product, at least one."""
    seen, cube = observation_of(prior, channel), Fraction(3)
    over = (*seen.inputs, *seen.outputs)
    value = Divergence(POWER, over, seen.entry, seen.total, seen.mass, cube)
    return measure("moment", (prior, channel), value, is_log=False)


NOTIONS = (
    Notion(
        words=(Word("moment", moment, (PRIOR, CHANNEL)),),
        meaning="third moment of the density",
        other_names=("cubed_density",),
        laws=(
            Law("moment(P, W) >= 1"),
            Law("moment(P, W >> V) <= moment(P, W)"),
            Law("moment(P, W >> V) <= moment(P >> W, V)"),
        ),
    ),
)
'''
DEFINITION = '''"""The third moment of the density: sum_{x, y} p(x) W(x,y)^3 / P_Y(y)^2."""

from __future__ import annotations

from fractions import Fraction

from tests.statements.statement import near_miss, theorem

from .definition import Definition
from .distributions import Prior, Rows, joint, output_distribution


def moment(prior: Prior, channel: Rows) -> Fraction:
    """The sum over pairs that occur."""
    masses = output_distribution(prior, channel)
    pairs = [(p, row) for p, row in zip(prior, channel, strict=True) if p]
    terms = (p * w**3 / m**2 for p, row in pairs for w, m in zip(row, masses, strict=True) if w)
    return sum(terms, Fraction(0))


DEFINITIONS = {"moment(P, W)": Definition(moment, is_log=False)}
STATEMENTS = (
    theorem("moment(P, W >> V) <= moment(P, W)", "schematic"),
    near_miss("moment(P, W) <= 2", "sampling"),
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
    (home / "proofs").mkdir()
    for name in ("conftest.py", "pyproject.toml", "proofs/__init__.py", "proofs/laws.py"):
        shutil.copy(ROOT / name, home / name)
    (home / "pmlsym" / "measures" / "moment.py").write_text(MEASURE, encoding="utf-8")
    (home / "tests" / "definitions" / "moment.py").write_text(DEFINITION, encoding="utf-8")
    every = home / "pmlsym" / "measures" / "every.py"
    text = every.read_text(encoding="utf-8")
    every.write_text(text.replace("FILES = (\n", 'FILES = (\n    "moment",\n', 1), encoding="utf-8")
    return home


def run(home: Path, *arguments: str) -> str:
    """What Python prints there."""
    done = subprocess.run(
        [sys.executable, *arguments],
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(home), "PMLSYM_EXAMPLES": "1"},  # all cases
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout + done.stderr


def command(home: Path, *arguments: str) -> str:
    """What the shell command prints there."""
    return run(home, "-c", "from pmlsym.cli import program; program()", *arguments)


@pytest.mark.seconds
def test_it_is_asked_proved_and_refuted(home: Path) -> None:
    processed = ("moment(P, W >> V) <= moment(P, W)", "moment(P, W >> V) <= moment(P >> W, V)")
    for claim in ("moment(P, W) >= 1", *processed):
        shown = command(home, "ask", claim)
        assert shown.startswith("Proved") and "every finite alphabet" in shown, shown
    assert command(home, "ask", "moment(P, W) <= 3/2").startswith("Refuted")
    assert "did you mean moment" in command(home, "ask", "cubed_density(P, W) <= 1")


@pytest.mark.seconds
def test_it_is_evaluated_and_derived(home: Path) -> None:
    exact = """
import pmlsym as ps
prior = ps.Prior.from_masses(["1/3", "2/3"])
channel = ps.Channel.from_rows([["1/2", "1/2"], [0, 1]])
print(ps.evaluate(ps.moment(prior, channel)))
import numpy as np
print(ps.evaluate_many(ps.quantity("moment(P, W)"), {"P": [[0.5, 0.5]], "W": [np.eye(2)]}))
"""
    assert run(home, "-c", exact).split() == ["63/25", "[4.]"]
    derived = command(
        home, "derive", "binary-symmetric", "--quantity", "moment", "--prior", "1/2,1/2"
    )
    assert "a**2" in derived, derived


@pytest.mark.seconds
def test_it_is_in_the_manual_and_in_the_table_of_words(home: Path) -> None:
    code = "from tests.manual.notions_page import notions_page; print(notions_page())"
    page = run(home, "-c", code)
    assert "## moment: third moment of the density" in page
    assert "sum_{x, y} p(x) P_Y(y)" in page and "- `moment(P, W >> V) <= moment(P, W)`" in page


@pytest.mark.seconds
def test_the_tests_of_all_measures_compare_it_with_its_definition(home: Path) -> None:
    folders = ("measures", "conformance", "soundness/test_level_forms.py")
    chosen = "(moment or every_measure) and not new_measure"
    tests = [f"tests/{folder}" for folder in folders]
    shown = run(home, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-k", chosen, *tests)
    assert " failed" not in shown and " error" not in shown, shown
    for word in ("is_its_definition", "level_form", "engine_settles", "law_is_proved", "one_truth"):
        assert re.search(rf"{word}.*moment.* PASSED", shown), shown
