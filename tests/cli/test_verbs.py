"""The front door: each command is one function in Python, with the same words and options."""

import inspect
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any

import numpy as np
import pytest
import typer

import pmlsym as ps
from pmlsym.commands.application import COMMANDS, command_named
from pmlsym.commands.from_verb import Json, VerbArguments, command_of
from pmlsym.io.arguments import Argument, Option, positive_number
from tests.architecture.reading_imports import files, module_of

BESIDE = {"progress", "executor", "bounds", "lemmas"}
"""What only Python has: a function that hears how far the work is, who does it, a table."""

LATEX = ("latex", "label", "columns", "part")


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_has_the_words_of_its_function(name: str) -> None:
    command = command_named(name)
    own, typed = (inspect.signature(each).parameters for each in (getattr(ps, name), command))
    assert command.__name__ == name
    assert set(own) - set(typed) <= BESIDE
    form = {*typed} - {*own}
    assert form <= {"as_json", "bits", *LATEX, "markdown", "python", "save", "smt2"}


def test_help_shows_types_alone() -> None:
    shown = str(inspect.signature(ps.refute))
    assert "claim: 'Claim | str'" in shown and "seed: int = 0" in shown and "Option" not in shown


def verb(
    place: Annotated[str, Argument("Where.", Path)],
    much: Annotated[float, Option("How much.", partial(positive_number, "--much", "units"))] = 2.0,
    name: Annotated[str | Sequence[str], Option("Of whom.")] = (),
    twice: Annotated[bool, Option("Again.")] = False,
    more: object = None,
) -> object:
    return place, much, name, twice, more


def test_a_command_is_made_of_a_function() -> None:
    def answer(given: VerbArguments, as_json: Json = False) -> None:
        """Say what is given."""
        heard.append((given, as_json))

    heard: list[tuple[VerbArguments, bool]] = []
    app = typer.Typer(add_completion=False, rich_markup_mode=None)
    app.command()(command_of(verb, answer))
    command = typer.main.get_command(app)
    for line in (["here"], ["here", "--much", "1/2", "--name", "a", "--name", "b", "--twice"]):
        command.main(line, standalone_mode=False)
    command.main(["there", "--much", "2", "--json"], standalone_mode=False)
    assert heard == [
        ({"place": Path("here")}, False),
        ({"place": Path("here"), "much": 0.5, "name": ["a", "b"], "twice": True}, False),
        ({"place": Path("there")}, True),
    ]
    wrong = {"above zero": ["here", "--much", "0"], "option": ["here", "--more", "1"], "place": []}
    for said, line in wrong.items():
        with pytest.raises(Exception, match=said):
            command.main(line, standalone_mode=False)


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
assert "pmlsym.api" not in sys.modules
ps.Prior, ps.derive, ps.measure, ps.catalogue
heavy = ("numpy", "scipy", "sympy", "z3", "typer", "pmlsym.papers", "pmlsym.closed_forms",
         "pmlsym.mechanisms", "pmlsym.mechanism_families", "pmlsym.own_data",
         "pmlsym.pages.verdict_text")
assert not [name for name in heavy if name in sys.modules], [n for n in heavy if n in sys.modules]
assert ps.evaluate_many and "numpy" in sys.modules
"""


@pytest.mark.seconds
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
    whole = ps.measure(ps.Channel.from_rows(rows), prior="uniform")
    assert whole.pml == ps.measure(file, prior="uniform").pml
    assert whole.pml == ps.measure(rows, prior="1/2,1/2").pml
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
    with pytest.raises(ps.PmlError, match="not for the figure leakage"):
        ps.figure("leakage", tmp_path / "a.png", eps="1")
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
