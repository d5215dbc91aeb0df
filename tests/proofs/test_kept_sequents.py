"""Statements about informations, compositions and suprema that are kept as sequents with proofs.

The kernel and the second checker accept each file, and the kernel none that is spoilt in one place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pmlsym.errors import InvalidCertificate
from pmlsym.kernel.certificate_file import SequentsFile, sequents_from_json, sequents_text
from pmlsym.kernel.checker import check
from pmlsym.kernel.induction import check_induction
from proofs.verify import verify
from tests.examples import examples, some_of
from tests.proofs.kept_sequents import FOLDERS

KEPT = Path(__file__).resolve().parents[2] / "proofs" / "certificates" / "sequents"
NAMES = [f"{folder}/{name}" for folder, names in FOLDERS.items() for name in names]
MOST = examples(1)
"""So many of the places at which a file can be spoilt in one way are tried, at random."""

Undo = Callable[[], None]


def _data(name: str) -> Any:
    return json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))


def _check(data: Any) -> SequentsFile:
    file = sequents_from_json(data)
    for certificate in file.certificates:
        check(certificate)
    for induction in file.inductions:
        check_induction(induction)
    return file


def _proofs(data: Any) -> Iterator[Any]:
    """The lemmas and certificates of a file, with those of base and step of inductions."""
    yield from data["lemmas"]
    for each in data["certificates"]:
        own = each.get("induction")
        if own is None:
            yield each
        else:
            yield from filter(None, (*own["base_proofs"], *own["step_proofs"]))


def _steps(data: Any) -> Iterator[Any]:
    """Every step of a file, those of lemmas and inside cases too."""
    left = [*_proofs(data)]
    while left:
        for step in left.pop()["steps"]:
            yield step
            for branch in ("positive", "nonpositive"):
                if branch in step:
                    left.append({"steps": step[branch]})


def _put(holder: Any, key: Any, value: Any) -> Callable[[], Undo]:
    """What puts a value there when it is called, and gives what takes it back."""

    def spoil() -> Undo:
        before, holder[key] = holder[key], value
        return lambda: holder.__setitem__(key, before)

    return spoil


def _more(coefficient: str, times: int, plus: int = 0) -> str:
    return str(times * Fraction(coefficient) + plus)


def _doubled(data: Any) -> Iterator[Callable[[], Undo]]:
    """A statement is doubled."""
    for step in _steps(data):
        twice = [
            {**monomial, "coefficient": _more(monomial["coefficient"], 2)}
            for monomial in step["statement"]["polynomial"]
        ]
        yield _put(step["statement"], "polynomial", twice)


def _strict(data: Any) -> Iterator[Callable[[], Undo]]:
    """A statement is made strict, of a step that nothing makes strict."""
    for step in _steps(data):
        if step["step"] in ("combine", "split", "apply") or step["statement"]["relation"] == ">":
            continue
        yield _put(step["statement"], "relation", ">")
    for each in _proofs(data):
        if each["sequent"]["relation"] != ">":
            yield _put(each["sequent"], "relation", ">")


def _plain(data: Any) -> Iterator[Callable[[], Undo]]:
    """A fact that shows a need is left out, as if the need were plain."""
    for step in _steps(data):
        for k, use in enumerate(step.get("shown", ())):
            if use:
                yield _put(step["shown"], k, [])


def _changed(data: Any) -> Iterator[Callable[[], Undo]]:
    """A coefficient of a term is one more."""
    for step in _steps(data):
        for term in step.get("terms", ()):
            yield _put(term, "coefficient", _more(term["coefficient"], 1, 1))


def _turned(data: Any) -> Iterator[Callable[[], Undo]]:
    """Part of a state of an induction has the other sign, at n = 0 or at n + 1."""
    for each in data["certificates"]:
        own = each.get("induction", {"base": {"bodies": {}}, "next": {"bodies": {}}})
        for side in ("base", "next"):
            for body in own[side]["bodies"].values():
                for monomial in body["body"]:
                    coefficient = _more(monomial["coefficient"], -1)
                    yield _put(monomial, "coefficient", coefficient)


SPOILT = (_doubled, _strict, _plain, _changed, _turned)


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_list_of_kept_sequents_is_complete(folder):
    assert sorted(p.stem for p in (KEPT / folder).glob("*.json")) == sorted(FOLDERS[folder])


@pytest.mark.parametrize("name", some_of(NAMES))
def test_the_kernel_accepts_kept_sequents_and_refuses_them_spoilt(name):
    data = _data(name)
    file = _check(data)
    verify((KEPT / f"{name}.json").read_text(encoding="utf-8"))
    assert sequents_text(file) == (KEPT / f"{name}.json").read_text(encoding="utf-8")
    assert file.row and file.says.endswith(".")
    for spoilt in SPOILT:
        found = list(spoilt(data))
        Random(name).shuffle(found)
        for spoil in islice(found, MOST):
            undo = spoil()
            with pytest.raises(InvalidCertificate):
                _check(data)
            undo()
    _check(data)
