"""Thousands of touched files of every kind: none ends in a traceback, none proves anything else.

A file is cut short, scribbled on, or changed as data: parts are dropped, doubled, exchanged, put
from one kind of file into another, numbers and words are changed. Each is refused in one line,
or shows what it says: the statement of the file that was touched, or another one that is true.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pmlsym.claim_text.question import Question
from pmlsym.claim_text.question_about import question_about
from pmlsym.engines.decide.decisions import decide
from pmlsym.engines.sampling.refuter import search
from pmlsym.errors import PmlError
from pmlsym.pages.saved_evidence import FORMATS, check_saved
from pmlsym.pages.verdict_json import saved_data, verdict_data
from pmlsym.verbs.design import design
from tests.examples import examples, some_of

ROOT = Path(__file__).parents[2]
EACH = examples(32)
"""Touched files of each file: more than three thousand in all in the long run."""

ASKED = {
    "proof": "pml(P, W >> V) <= pml(P, W)",
    "counterexample": "pml(P, W) <= maxleak(W)",
    "counterexample of numbers": "x >= 0 => exp(x) <= 1 + x",
    "counterexample at a level": "eps >= 1/2 => pml(P, W) <= eps",
    "number proof": "x >= 0 => log(1 + x) >= x - x*x/2",
    "enclosure": "0 <= x and x <= 2 => exp(x) - x*x*x >= -7/10",
    "entropy proof": "markov(A, B, C) => I(A;C) <= I(A;B)",
}
CERTIFICATES = (
    *("event-leakage-then-pml", "maximal-leakage-of-a-cascade", "pre-processing"),
    "sequents/leakage-given-independent-side-information",
)
DESIGNS = {"mechanism": "guess", "mechanism with logarithms": "mi"}
DECISION = "decision over priors"
OWN = {"W": [["3/4", "1/4"], ["1/4", "3/4"]]}
FILES = (*ASKED, *(f"answer: {name}" for name in ASKED), *CERTIFICATES, *DESIGNS, DECISION)

HOSTILE: tuple[Any, ...] = (
    *(0, 1, -1, 10**9, 10**30, True, False, None, 0.5, -0.0),
    *("", "x", "1/2", "-1", "0", "1/0", "1e999", "inf", "9" * 1200, "\ud800", "\u0663", "1\n2"),
    *("A", "X", "x:X", "P", "H(A)", "I(A;B|C)", [], {}, [[]], ["1"], {"a": 1}),
)
TOKENS = ("<=", ">=", "<", "==", "0", "1", "2", "P", "W", "V", "x", "-", "+", "*", "=>", "not ")


@pytest.mark.parametrize("name", some_of(FILES))
def test_a_touched_file_is_refused_or_shows_what_it_says(name: str) -> None:
    text, others = _file(name), [json.loads(_file(other)) for other in (*CERTIFICATES, *ASKED)]
    truth = check_saved(text)
    draw, seen = Random(f"touched {name}"), Counter[str]()
    for _ in range(EACH):
        touched = _touched(text, draw, draw.choice(others))
        try:
            said = check_saved(touched)
        except PmlError as error:
            seen["refused" if "\n" not in str(error) else "refused in lines"] += 1
            continue
        seen["the same" if "".join(said.split()) == "".join(truth.split()) else "another"] += 1
        if _is_proof(said) and said != truth:
            claim = _question(json.loads(touched)).claim()
            assert search(claim, effort=2.0, seed=1).instance is None, said
    assert seen.total() == EACH and not seen["refused in lines"]
    assert seen["refused"] > EACH // 3 and seen["another"] < EACH / 20, seen


def test_every_kind_of_file_is_touched() -> None:
    assert {json.loads(_file(name))["format"] for name in FILES} == set(FORMATS)
    assert EACH * len(FILES) >= examples(600)


@cache
def _file(name: str) -> str:
    if name in CERTIFICATES:
        return (ROOT / "proofs" / "certificates" / f"{name}.json").read_text(encoding="utf-8")
    if name in DESIGNS:
        found = design("1/6,1/3,1/2", pml="log(3/2)", utility=DESIGNS[name])
        return json.dumps(found.to_json())

    if name == DECISION:
        question = question_about("pml(P, W) <= log(3)", (), (), OWN, "p(x) >= 1/10")
    else:
        question = Question(ASKED[name.removeprefix("answer: ")], (), ())
    claim = question.claim()
    verdict = decide(claim, effort=60.0, seed=0)
    if name.startswith("answer: "):
        return json.dumps(verdict_data(question, claim, verdict))
    return json.dumps(saved_data(question, verdict))


def _touched(text: str, draw: Random, other: Any) -> str:
    way = draw.random()
    if way < 0.08:
        return text[: draw.randrange(len(text))]
    if way < 0.16:
        letters = list(text)
        for _ in range(draw.randint(1, 3)):
            at = draw.randrange(len(letters))
            letters[at] = draw.choice(["", chr(draw.randrange(32, 127)), letters[at] * 2, "\x00"])
        return "".join(letters)
    data = json.loads(text)
    for _ in range(draw.choice([1, 1, 1, 2])):
        _touch(data, draw, other)
    return json.dumps(data)


def _touch(data: Any, draw: Random, other: Any) -> None:
    """One change: drop, double, replace by something hostile or by a part, exchange, rewrite."""
    places = [place for place in _places(data) if place]
    if not places:
        return
    place = draw.choice(places)
    holder, key = _at(data, place[:-1]), place[-1]
    match draw.randrange(7):
        case 0:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder.insert(key, deepcopy(holder[key]))
        case 1:
            holder[f"{key}x"] = deepcopy(holder[key])
        case 2:
            holder[key] = deepcopy(draw.choice(HOSTILE))
        case 3:
            holder[key] = deepcopy(_at(data, draw.choice(places)))
        case 4:
            holder[key] = deepcopy(_at(other, draw.choice(list(_places(other)))))
        case _:
            leaves = [p for p in places if not isinstance(_at(data, p), dict | list)]
            if leaves:
                place = draw.choice(leaves)
                _at(data, place[:-1])[place[-1]] = _rewritten(_at(data, place), draw)


def _rewritten(leaf: Any, draw: Random) -> Any:
    if isinstance(leaf, bool) or leaf is None:
        return not leaf
    if not isinstance(leaf, str):
        return leaf + draw.choice([-1, 1, 5, 1000, 10**8])
    if re.fullmatch(r"-?\d+(/\d+)?", leaf):
        one, two = draw.randint(1, 9), draw.randint(1, 9)
        return draw.choice([f"-{leaf}", f"{leaf}0", f"1/{leaf}", str(one), f"{one}/{two}"])
    words = re.findall(r"\w+|\W", leaf)
    if not words or draw.random() < 0.3:
        return leaf + draw.choice([" ", "'", "x", " + 1", " <= 2"])
    words[draw.randrange(len(words))] = draw.choice((*words, *TOKENS))
    return "".join(words)


def _places(data: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    keys = data if isinstance(data, dict) else range(len(data)) if isinstance(data, list) else ()
    return [at, *(place for key in keys for place in _places(data[key], (*at, key)))]


def _at(data: Any, place: tuple[Any, ...]) -> Any:
    for key in place:
        data = data[key]
    return data


def _is_proof(said: str) -> bool:
    return " proof " in said.partition(":")[0] or said.startswith("proof ")


def _question(data: dict[str, Any]) -> Question:
    claim = data["claim"]
    if isinstance(claim, str):
        claim = {"text": claim, "lets": data["lets"], "assume": data["assume"]}
    return Question(claim["text"], tuple(claim["lets"]), tuple(claim["assume"]))
