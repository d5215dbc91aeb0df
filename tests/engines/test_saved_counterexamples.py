"""Every counterexample is saved, and verified again in a process that loads no search."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pmlsym.claim_text.question import Question
from pmlsym.claim_text.question_about import question_about
from pmlsym.engines.decide.decisions import decide
from pmlsym.errors import PmlError
from pmlsym.pages.saved_evidence import check_saved, counterexample_data
from pmlsym.pages.verdict_json import verdict_data
from tests.examples import some_of
from tests.statements.every import CONJECTURES
from tests.statements.found import counterexample_to

ROOT = Path(__file__).parents[2]
PROGRAM = """
import sys
from pathlib import Path
from pmlsym.pages.saved_evidence import check_saved
for file in sys.argv[1:]:
    print(check_saved(Path(file).read_text(encoding="utf-8")))
found = [name for name in sys.modules if name.startswith("pmlsym.engines.sampling.refuter")]
assert "numpy" not in sys.modules and not found, found
"""


@pytest.mark.seconds
def test_saved_counterexamples_are_verified_in_a_fresh_process(tmp_path: Path) -> None:
    files = []
    for k, conjecture in enumerate(some_of(CONJECTURES)):
        found = counterexample_to(conjecture).instance
        assert found is not None, conjecture
        question = Question(conjecture.text, conjecture.lets, conjecture.assume)
        file = tmp_path / f"{k}.json"
        file.write_text(json.dumps(counterexample_data(question, found)), encoding="utf-8")
        files.append(str(file))
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, *files], capture_output=True, text=True, cwd=ROOT
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("counterexample: ") == len(files) >= 44


FLIP = [["9/10", "1/10"], ["1/10", "9/10"]]
ABOVE_ONE = [["9/10", "1/5"], ["1/10", "9/10"]]

UNKNOWN_NAMES = (
    ("tensors", "Q", ["1/2", "3/5"]),
    ("tensors", "V", ABOVE_ONE),
    ("alphabets", "Z", 7),
    ("scalars", "eps", {"rational": "1/2"}),
    ("outcomes", "y", 0),
)


@cache
def over_priors(saved: bool = True) -> Any:
    """A counterexample, or the answer, to a claim about a matrix and a set of priors."""
    question = question_about("pml(P, W) <= log(5)", (), (), {"W": FLIP}, "p1 >= 1/10")
    claim = question.claim()
    found = decide(claim)
    assert found.name == "refuted"
    if saved:
        return counterexample_data(question, found.instance)  # type: ignore[union-attr]
    return verdict_data(question, claim, found)


def with_part(data: Mapping[str, Any], *place: Any) -> str:
    """The file with another part at a place: keys, and last what is put there."""
    changed = deepcopy(data)
    inner: Any = changed
    *keys, last, part = place
    for key in keys:
        inner = inner[key]
    inner[last] = part
    return json.dumps(changed)


def test_what_is_saved_over_a_set_of_priors_is_accepted() -> None:
    for data in (over_priors(), over_priors(saved=False)):
        assert check_saved(json.dumps(data)).startswith("counterexample: ")


@pytest.mark.parametrize(("kind", "name", "part"), UNKNOWN_NAMES)
def test_a_counterexample_speaks_of_nothing_but_its_claim(kind: str, name: str, part: Any) -> None:
    with pytest.raises(PmlError, match=f"the claim has no .* '{name}'"):
        check_saved(with_part(over_priors(), "instance", kind, name, part))


def test_rows_that_sum_to_more_than_one_are_refused_wherever_they_stand() -> None:
    files = [
        with_part(over_priors(), "claim", "channels", "W", ABOVE_ONE),
        with_part(over_priors(), "instance", "tensors", "W", ABOVE_ONE),
        with_part(over_priors(), "instance", "tensors", "P", ["9/10", "1/5"]),
        with_part(over_priors(saved=False), "channels", "W", ABOVE_ONE),
        with_part(over_priors(saved=False), "counterexample", "channels", "W", ABOVE_ONE),
    ]
    for file in files:
        with pytest.raises(PmlError, match=r"sums to 11/10|other entries for W"):
            check_saved(file)


def test_evidence_has_its_entries_in_itself(tmp_path: Path) -> None:
    """A file beside it, which is another on another machine, is not read."""
    table = tmp_path / "flip.csv"
    table.write_text("\n".join(",".join(row) for row in FLIP), encoding="utf-8")
    for data, place in ((over_priors(), ("claim",)), (over_priors(saved=False), ())):
        with pytest.raises(PmlError, match="an entry of W is"):
            check_saved(with_part(data, *place, "channels", "W", str(table)))


@pytest.mark.parametrize(
    ("place", "part"),
    [
        (("bounds", 0, "value"), {"log": "8"}),
        (("bounds", 0, "attained"), True),
        (("bounds",), []),
        (("scope",), "every finite alphabet, zeros allowed"),
        (("trust",), "checked by the kernel"),
        (("domain",), ["log(5) >= 0"]),
        (("caveat",), "on no instance evaluated"),
    ],
)
def test_an_answer_states_nothing_beside_its_counterexample_that_is_not_checked(
    place: tuple[Any, ...], part: Any
) -> None:
    with pytest.raises(PmlError, match=r"not what is stated|verdict cannot have"):
        check_saved(with_part(over_priors(saved=False), *place, part))


@pytest.mark.parametrize(
    ("place", "part"),
    [
        (("domain",), ["eps > 0"]),
        (("caveat",), "on no instance evaluated"),
        (("scope",), "vacuous: the hypotheses contradict each other"),
        (("witness", "channels", "R"), ABOVE_ONE),
        (("with_full_support",), {"assume": "fullsupport(P)", "verdict": "proved", "trust": None}),
    ],
)
def test_an_answer_states_nothing_beside_its_proof_that_is_not_checked(
    place: tuple[Any, ...], part: Any
) -> None:
    question = question_about("ldp(W) <= eps => pml(P, W) <= eps")
    claim = question.claim()
    answer = verdict_data(question, claim, decide(claim))
    assert check_saved(json.dumps(answer)).startswith("proof with 1 certificate")
    with pytest.raises(PmlError):
        check_saved(with_part(answer, *place, part))


def test_what_an_answer_states_without_evidence_is_named() -> None:
    question = question_about("maxleak(W) <= pml(P, W)")
    claim = question.claim()
    mended = (question_about("fullsupport(P)", "P: X").claim(), decide(claim))
    answer = verdict_data(question, claim, decide(claim), mended)
    assert check_saved(json.dumps(answer)).endswith("full support is not checked)")
