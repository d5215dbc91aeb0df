"""The front door: each command is one function in Python, with the same words and options."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

import numpy as np
import pytest
import typer

import pmlsym as ps
from pmlsym.commands.listed import COMMANDS, command_named
from tests.architecture.reading_imports import files, module_of

FORM = {"--json", "--bits", "--latex", "--markdown", "--python", "--save", "--smt2"}
"""How an answer is given, or kept: in Python that is what is done with the result."""
SECOND_NAMES = {"--size": "--set", "--prior-set": "--over"}
BESIDE = {"progress", "executor"}
"""What only Python has: a function that hears how far the work is, and who does it."""
ARGUMENTS = {"file": "channel"}
"""An argument that is a file on the command line, and may be more than that in Python."""


def options(command: Callable[..., Any]) -> dict[str, Any]:
    """The options of a command and its arguments, by their words, with the defaults."""
    hints = get_type_hints(command, include_extras=True)
    found = {}
    for name, parameter in inspect.signature(command).parameters.items():
        (kind,) = (extra for extra in hints[name].__metadata__ if hasattr(extra, "param_decls"))
        words = (kind.default, *(kind.param_decls or ()))  # typer takes the first for a default
        names = [word for word in words if isinstance(word, str) and word.startswith("--")]
        if isinstance(kind, typer.models.ArgumentInfo):
            word = ARGUMENTS.get(name, name)
        else:
            (word,) = {SECOND_NAMES.get(each, each) for each in names} or {f"--{name}"}
        if word not in FORM:
            found[word.removeprefix("--")] = parameter.default
    return found


def plain(default: Any) -> Any:
    """A default, whether it is typed or written in Python."""
    if default is False or default in (None, (), "", inspect.Parameter.empty):
        return None
    try:
        return float(default)
    except ValueError:
        return default


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_is_a_function_with_the_same_words(name: str) -> None:
    verb, command = getattr(ps, name), command_named(name)
    assert command.__name__ == name
    own = {
        word: parameter.default
        for word, parameter in inspect.signature(verb).parameters.items()
        if word not in BESIDE
    }
    typed = options(command)
    assert set(own) == set(typed)
    differing = {word for word in own if plain(own[word]) != plain(typed[word])}
    assert not differing


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_calls_the_function(name: str) -> None:
    command = command_named(name)
    used = {
        getattr(value, "__module__", "") for value in vars(sys.modules[command.__module__]).values()
    }
    assert f"pmlsym.verbs.{name}" in used


def test_what_a_user_sees() -> None:
    assert dir(ps) == sorted(ps.__all__) and len(set(ps.__all__)) == len(ps.__all__)
    for name in dir(ps):
        assert not isinstance(getattr(ps, name), ModuleType), name
        assert getattr(ps, name).__doc__ if callable(getattr(ps, name)) else True, name


MODULES = sorted(map(module_of, files()))


def test_the_name_of_a_module_is_that_module() -> None:
    """`import pmlsym.x.y as m` takes the attribute y of pmlsym.x, whatever that is."""
    for name in MODULES:
        import_module(name)
    for name in MODULES:
        found: Any = ps
        for part in name.split(".")[1:]:
            found = getattr(found, part)
        assert found is sys.modules[name], f"{name} is {found}"
    assert not {f"pmlsym.{name}" for name in ps.__all__} & set(MODULES)


LIGHT = """
import sys
import pmlsym as ps
assert "pmlsym.public" not in sys.modules
ps.Prior, ps.derive, ps.measure, ps.catalogue
heavy = ("numpy", "scipy", "sympy", "z3", "typer", "pmlsym.papers", "pmlsym.closed_forms",
         "pmlsym.mechanisms", "pmlsym.mechanism_families", "pmlsym.measurement",
         "pmlsym.pages.verdict_text")
assert not [name for name in heavy if name in sys.modules], [n for n in heavy if n in sys.modules]
assert ps.evaluate_many and "numpy" in sys.modules
"""


def test_the_door_is_light() -> None:
    subprocess.run([sys.executable, "-c", LIGHT], check=True, timeout=120)


def test_derive_and_its_forms() -> None:
    found = ps.derive("randomized-response", ["pml", "maxleak"], set={"k": 3})
    assert list(found.forms) == ["pml", "maxleak"]
    at = ps.derive("binary-symmetric", "maxleak", set={"a": "1/4"}, prior=["1/2", "1/2"])
    assert at.to_json()["value"] == {"log": "3/2"}
    assert str(ps.derive("[[1-a, a], [0, 1]]", "maxleak", domain="0 <= a <= 1/2").forms["maxleak"])
    with pytest.raises(ps.PmlError, match="did you mean maxleak"):
        ps.derive("z-channel", "maxlek")
    narrow = ps.derive("z-channel", "maxleak", domain="a <= 1/2")
    with pytest.raises(ps.PmlError, match="outside the domain"):
        narrow.closed[0].put({"a": "3/4"})
    with pytest.raises(ps.PmlError, match="b is no parameter"):
        ps.derive("z-channel", domain="0 <= b")
    with pytest.raises(ps.PmlError, match="write a family"):
        ps.derive(5)


def test_measure_reads_what_there_is(tmp_path: Path) -> None:
    rows = [["3/4", "1/4"], ["1/4", "3/4"]]
    file = tmp_path / "flip.csv"
    file.write_text("\n".join(",".join(row) for row in rows))
    whole = ps.measure(ps.Channel.from_rows(rows))
    assert whole.pml == ps.measure(file).pml == ps.measure(rows, prior="1/2,1/2").pml
    assert ps.measure(rows, prior=ps.Prior.from_masses(["1/4", "3/4"])).pml > whole.pml
    rounded = ps.measure(np.array([[0.75, 0.25], [0.1, 0.9]]))
    assert abs(float(rounded.capacity) - np.log(7.5)) < 1e-12
    counted = ps.measure(np.array([[900, 100], [100, 900]]), counts=True, distribution=True)
    assert counted.bounds is not None and counted.distribution is not None
    assert "bounds" in counted.to_json() and "distribution" in counted.to_json()
    for wrong in (3, None, [1, 2], [[0.5, 0.6]], "no such file.csv", [[1], [1, 0]]):
        with pytest.raises(ps.PmlError):
            ps.measure(wrong)


def test_ask_and_refute_take_what_is_typed() -> None:
    verdict = ps.ask("pml(P, W >> V) <= b", let=["V: Y -> Z"], assume="pml(P, W) <= b")
    assert verdict.name == "proved"
    verdict = ps.refute("pml(P, W) <= maxleak(W)", sizes={"X": 2, "Y": range(2, 4)})
    assert isinstance(verdict, ps.Refuted) and verdict.instance.sizes["X"] == 2
    for wrong in ({"sizes": "X=2"}, {"engine": "z4"}, {"family": ["W=z-channel"]}):
        with pytest.raises(ps.PmlError):
            ps.ask("pml(P, W) <= 1", **wrong)
    with pytest.raises(ps.PmlError, match=r"ps\.implies"):
        ps.ask(ps.claim("pml(P, W) <= 1"), assume="ldp(W) <= 1")


def test_the_other_verbs(tmp_path: Path) -> None:
    assert {family.name for family in ps.families()} >= {"z-channel", "erasure"}
    found = ps.design([0.25, 0.75], pml="log(6/5)", utility="guess")
    assert found.weights == ps.design("1/4,3/4", pml="log(6/5)", utility="guess").weights
    with pytest.raises(ps.PmlError, match="window protects samples"):
        ps.design("1/4,3/4", pml=1, window=2)
    with pytest.raises(ps.PmlError, match="not for the figure psp-4"):
        ps.figure("psp-4", tmp_path / "a.png", prior="1/2,1/2")
    saved = (
        "proofs/certificates/"
        + sorted(p.name for p in Path("proofs/certificates").glob("*.json"))[0]
    )
    (sentence,) = ps.check(saved)
    assert sentence.startswith("proof with")
    assert "Print Assumptions" in ps.export(saved)
    (line,) = ps.crosscheck("maxleak(W) >= 0", instances=50)
    assert line.is_well
    (row,) = ps.catalogue(id="PML23/sec-i-example", effort=5)
    assert row.status == "checked"
    with pytest.raises(ps.PmlError, match=r"nothing that is printed in .* was refuted"):
        ps.catalogue(id=row.id, errata=True)
    assert "Found on" in str(ps.catalogue(errata=True))
    assert ps.catalogue(reproduce="PML23/lemma-2.1").failing[0].instance == "P = (1)"
    with pytest.raises(ps.PmlError, match="reproduce names a row"):
        ps.catalogue(reproduce="PML23/lemma-2.1", paper="PML23")
