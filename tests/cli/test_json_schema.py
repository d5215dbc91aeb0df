"""The published schemas of what commands print with --json: real output keeps to them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pmlsym.cli import run
from pmlsym.commands import COMMANDS
from pmlsym.commands.application import command_named
from tests.cli.json_schema import DOCS, faults, schema_of
from tests.examples import some_of

Capture = pytest.CaptureFixture[str]

SCHEMA = schema_of("answer.schema.json")
OWN = ["--channel", "W=flip.csv", "--over", "p(x) >= 1/10"]

ANSWERS = (
    ["ask", "pml(P, W >> V) <= pml(P, W)"],
    ["ask", "pml(P, W & U) <= pml(P, W) + pml(P, U | W)", "--effort", "0.001"],
    ["ask", "maxleak(W) <= pml(P, W)"],
    ["ask", "ldp(W) <= pml(P, W, y)", "--let", "W: X -> Y"],
    ["ask", "mi(P, W) <= chi2(P, W) - 1"],
    ["ask", "b/b == 1"],
    ["ask", "exp(1) > 2"],
    ["ask", "H(A,B) <= H(A) + H(B)"],
    ["ask", "pml(P, W) <= log(2)", "--engine", "z3", "--assume", "ldp(W) <= log(2)"],
    ["ask", "pml(P, W) <= 1", "--assume", "eps < 0 and eps > 1"],
    ["ask", "fullsupport(P)"],
    ["ask", "claims.pml"],
    ["ask", "pml(P, W) <= log(5)", *OWN],
    ["ask", "pml(P, W) <= log(3)", *OWN],
    ["ask", "pml(P, W) <= log(5)", *OWN[:2]],
    ["refute", "pml(P, W) <= maxleak(W)"],
    ["refute", "pml(P, W >> V) <= pml(P, W)", "--effort", "0.01"],
    ["refute", "pml(P, W) <= log(3)", *OWN],
)
TWO, TOGETHER = ["--prior", "1/4,3/4"], ["--set", "k=3", "--set", "eps=log(3)"]
PRINTED = (
    *(("answer", arguments) for arguments in ANSWERS),
    ("families", ["families"]),
    ("derive", ["derive", "randomized-response"]),
    ("derive", ["derive", "z-channel", "--quantity", "ldp", "--set", "a=0", *TWO]),
    ("derive", ["derive", "z-channel", "--quantity", "pml", "--quantity", "mi", "--set", "a=1/9"]),
    ("derive", ["derive", "randomized-response", *TOGETHER, "--prior", "1/10,2/5,1/2"]),
    ("derive", ["derive", "z-channel", "--quantity", "alip", "--set", "a=1/9", *TWO]),
    ("derive", ["derive", "[[1-a, a], [0, 1]]", "--domain", "0 <= a <= 1/2", "--over", "simplex"]),
    ("measure", ["measure", "flip.csv"]),
    ("measure", ["measure", "survey.csv", "--over", "p(ill) >= 1/10"]),
    ("answer", ["ask", "pml(P, W) <= 1", "--channel", "W=survey.csv", "--over", "p(ill) >= 1/10"]),
    ("measure", ["measure", "flip.csv", "--distribution", "--over", "p(x) >= 1/10", *TWO]),
    ("measure", ["measure", "identity.csv", "--distribution", "--over", "simplex", *TWO]),
    ("measure", ["measure", "flip.csv", "--only", "mi", "--only", "ldp(W, 1/10)", *TWO]),
    ("measure", ["account", "flip.csv", "--uses", "9", "--delta", "0", "--eps", "1", *TWO]),
    ("measure", ["account", "identity.csv", "--uses", "100", "--delta", "0"]),
    ("measure", ["measure", "counts.csv", "--counts"]),
    ("measure", ["measure", "identity.csv", "--counts"]),
    ("measure", ["measure", "counts.csv", "--counts", "--over", "simplex"]),
    ("design", ["design", *TWO, "--pml", "log(6/5)"]),
    ("design", ["design", *TWO, "--ldp", "log(2)", "--lip", "1/2", "--utility", "chi2"]),
    ("design", ["design", *TWO, "--alip", "1,1/2", "--utility", "gain", "--gain", "1,0;0,2"]),
    ("design", ["design", *TWO, "--ldi", "log(4)", "--latent", "1/3,2/3;1,0"]),
    ("design", ["design", "--prior", "1/4,1/4,1/4,1/4", "--samples", "2,2"]),
    ("design", ["design", "--prior", "1/4,1/4,1/2", "--attribute", "1,0;0,1;0,1"]),
    ("catalogue", ["catalogue", "--id", "PML23/lemma-1.3", "--id", "PML23/eq-13"]),
    ("catalogue", ["catalogue", "--errata"]),
    ("catalogue", ["catalogue", "--id", "PML23/remark-3", "--id", "PML23/ex-1-eq-11"]),
)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the commands name, where they run."""
    guarantees = (DOCS.parent / "examples" / "guarantees.pml").read_text(encoding="utf-8")
    files = {
        "claims.pml": guarantees,
        "flip.csv": "no,yes\n9/10,1/10\n0.1,0.9\n",
        "identity.csv": "1,0\n0,1\n",
        "survey.csv": ",no,yes\nwell,9/10,1/10\nill,0.1,0.9\n",
        "counts.csv": "5,7\n3,9\n",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(("schema", "arguments"), some_of(PRINTED), ids=str)
@pytest.mark.usefixtures("here")
def test_what_is_printed_keeps_to_the_schema(
    schema: str, arguments: list[str], capsys: Capture
) -> None:
    assert run([*arguments, "--json"]) in (0, 1, 3, 4)
    data = json.loads(capsys.readouterr().out, parse_constant=refuse)
    root = schema_of(f"{schema}.schema.json")
    assert list(faults(data, root, root)) == []


def refuse(word: str) -> None:
    """NaN and Infinity are no JSON."""
    raise AssertionError(word)


def test_each_command_with_json_has_a_schema_that_the_manual_names() -> None:
    manual = (DOCS / "json.md").read_text(encoding="utf-8")
    tried = {arguments[0]: schema for schema, arguments in PRINTED}
    for command in COMMANDS:
        if "as_json" in command_named(command).__annotations__:
            row = next(line for line in manual.splitlines() if f"`{command}`" in line)
            assert f"({tried[command]}.schema.json)" in row
    published = {path.name.removesuffix(".schema.json") for path in DOCS.glob("*.schema.json")}
    assert published == set(tried.values())


def test_references_between_schemas_lead_somewhere() -> None:
    found = 0
    for path in DOCS.glob("*.schema.json"):
        for file, name in re.findall(r'"\$ref": "([^#"]*)#/\$defs/(\w+)"', path.read_text()):
            assert name in schema_of(file or path.name)["$defs"], path.name
            found += 1
    assert found


def printed(arguments: list[str], capsys: Capture) -> dict[str, Any]:
    run([*arguments, "--json"])
    data: dict[str, Any] = json.loads(capsys.readouterr().out)
    return data


def test_the_schema_refuses_what_is_no_answer(capsys: Capture) -> None:
    data = printed(["ask", "pml(P, W) <= maxleak(W)"], capsys)
    for key in data:
        assert list(faults({k: v for k, v in data.items() if k != key}, SCHEMA, SCHEMA)), key
    for change in (
        {"verdict": "maybe"},
        {"more": 1},
        {"seconds": "1"},
        {"lets": "V: X"},
        {"counterexample": {**data["counterexample"], "left": {"log": "0.5"}}},
        {"counterexample": {**data["counterexample"], "alphabets": {"X": 0}}},
        {"attempts": [{"engine": "sampling"}]},
        {"priors": 1},
        {"bounds": [{"measure": "pml(P, W)"}]},
    ):
        assert list(faults({**data, **change}, SCHEMA, SCHEMA)), change


REFUSED = (
    ("families", ["families"], {"families": [{"name": "z-channel"}]}),
    ("derive", ["derive", "z-channel", "--quantity", "pml"], {"value": {"log": "0.5"}}),
    ("measure", ["measure", "flip.csv"], {"pml": 0.5}),
    ("design", ["design", *TWO, "--pml", "1"], {"channel": [[0.5, 0.5]]}),
    ("catalogue", ["catalogue", "--id", "PML23/eq-13"], {"counts": {"sampled": 0}}),
)


@pytest.mark.seconds
@pytest.mark.parametrize(("schema", "arguments", "change"), some_of(REFUSED))
@pytest.mark.usefixtures("here")
def test_the_other_schemas_refuse_what_lacks_a_key_or_has_another(
    schema: str, arguments: list[str], change: dict[str, Any], capsys: Capture
) -> None:
    data, root = printed(arguments, capsys), schema_of(f"{schema}.schema.json")
    for key in data:
        assert list(faults({k: v for k, v in data.items() if k != key}, root, root)), key
    for wrong in (change, {"more": 1}):
        assert list(faults({**data, **wrong}, root, root)), wrong
