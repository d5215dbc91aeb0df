"""No forged file is believed: a proof of another claim, numbers and words changed anywhere in it.

Saved proofs of all three kinds and a counterexample are forged: their claim is exchanged for a
false one near it, then every leaf of the file in turn for others. What is still accepted says
something true: its claim is not false on hostile instances or points, by the definitions.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pmlsym.claim_text.question import Question
from pmlsym.cli import run
from pmlsym.errors import PmlError
from pmlsym.pages.saved_evidence import check_saved
from tests.examples import some_of
from tests.soundness.attack import violations
from tests.soundness.near_truth import near
from tests.statements.statement import Text

CLAIMS = {
    "certificate": "pml(P, W) <= eps => pml(P, W >> V) <= eps",
    "selectors": "maxleak(W >> V) <= maxleak(V)",
    "events": "eml(P, W >> V, delta) <= eml(P, W, delta)",
    "numbers": "x >= 0 => log(1 + x) <= x",
    "entropies": "markov(A, B, C) => I(A;C) <= I(A;B)",
    "counterexample": "pml(P, W) <= maxleak(W)",
}


def saved(text: str, place: Path) -> dict[str, Any]:
    file = place / "evidence.json"
    run(["ask", text, "--save", str(file)])
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def leaves(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The places of all leaves."""
    if isinstance(data, dict | list):
        for key in data if isinstance(data, dict) else range(len(data)):
            yield from leaves(data[key], (*path, key))
    else:
        yield path


def changed(leaf: object) -> Iterator[object]:
    """Others in the place of a leaf."""
    match leaf:
        case bool():
            yield not leaf
        case int():
            yield from (leaf + 1, leaf - 1, -leaf, 0)
        case str() if leaf.lstrip("-").replace("/", "").isdigit():
            yield from (f"-{leaf}", "0", "1", "2", "1000001/1000000", f"{leaf}0")
        case str():
            yield from ("", f"{leaf}1", leaf[::-1], ">=", ">", "==", "W", "P", "V")
        case _:
            yield from (0, "0", [])


def put(data: Any, path: tuple[Any, ...], leaf: object) -> dict[str, Any]:
    copy = deepcopy(data)
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = leaf
    return copy


def is_believed(data: Any) -> bool:
    try:
        check_saved(json.dumps(data))
    except PmlError:
        return False
    return True


def says_what_is_false(data: Any, rng: Random) -> bool:
    """Whether what the file says it proves is false, or what it says it refutes is true."""
    at = data["claim"]
    words = at if isinstance(at, dict) else {**data, "text": at}
    question = Question(words["text"], tuple(words.get("lets", ())), tuple(words.get("assume", ())))
    if "counterexample" in data["format"]:
        return next(violations(question.claim(), rng, 200), None) is None
    return next(violations(question.claim(), rng, 40), None) is not None


@pytest.mark.seconds
@pytest.mark.parametrize("kind", some_of(CLAIMS))
def test_a_proof_of_another_claim_is_refused(kind: str, tmp_path: Path) -> None:
    data = saved(CLAIMS[kind], tmp_path)
    assert is_believed(data)
    (place,) = [
        p for p in leaves(data) if p[-1] in ("text", "claim") and CLAIMS[kind] == at(data, p)
    ]
    rng, met = Random(1), Counter[str]()
    while met["forged"] < 60:
        _, text = near(rng, Text(CLAIMS[kind]))
        forged = put(data, place, text.text)
        if text.text != CLAIMS[kind]:
            met["forged"] += 1
            if is_believed(forged):
                met["believed"] += 1
                assert not says_what_is_false(forged, rng), text.text
    assert met["believed"] <= 30, met


def at(data: Any, path: tuple[Any, ...]) -> object:
    for key in path:
        data = data[key]
    return data


@pytest.mark.seconds
@pytest.mark.parametrize("kind", some_of(CLAIMS))
def test_a_file_touched_anywhere_says_nothing_false(kind: str, tmp_path: Path) -> None:
    data = saved(CLAIMS[kind], tmp_path)
    rng, met = Random(2), Counter[str]()
    every = [(path, leaf) for path in leaves(data) for leaf in changed(at(data, path))]
    for path, leaf in rng.sample(every, min(len(every), 150)):
        forged = put(data, path, leaf)
        met["forged"] += 1
        if is_believed(forged):
            met["believed"] += 1
            assert not says_what_is_false(forged, rng), (path, leaf)
    assert met["forged"] >= 40 and met["believed"] < met["forged"] / 2, met
