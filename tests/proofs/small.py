"""Small certificates of version 2 as data, from short texts; and attacks on one condition each.

A polynomial is written `2 [y] W(x,y) t - 1/2`: a coefficient, summed letters, atoms; a letter such
as `y1` is one of the alphabet `Y`, any other one is written `q~0:Y`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any

import pytest

from proofs import verify

ACCEPTED = "accepted"


def letter(text: str) -> str:
    return text if ":" in text else f"{text}:{text[0].upper()}"


def letters(text: str) -> list[str]:
    return [letter(i) for i in text.replace(",", " ").split()]


def polynomial(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    sign = ""
    for token in re.findall(r"\[[^]]*\]|[^\s(]+\([^)]*\)|\S+", text):
        if token in "+-":
            sign = token.strip("+")
            found.append({"coefficient": f"{sign}1", "sum": [], "atoms": []})
            continue
        if not found:
            found.append({"coefficient": "1", "sum": [], "atoms": []})
        last = found[-1]
        if token[0] == "[":
            last["sum"] = letters(token[1:-1])
        elif re.fullmatch(r"-?[0-9/]+", token):
            last["coefficient"] = (sign + token).replace("--", "")
        else:
            name, _, at = token.rstrip(")").partition("(")
            last["atoms"].append([name, *letters(at)])
    return [m for m in found if m["coefficient"].strip("-") != "0"]


def fact(name: str, text: str, every: str = "", relation: str = ">=") -> dict[str, Any]:
    return {
        "name": name,
        "for_all": letters(every),
        "polynomial": polynomial(text),
        "relation": relation,
    }


def use(text: str) -> list[str]:
    """`name @ letters`, or nothing."""
    name, _, at = text.partition(" @ ")
    return [name, *letters(at)] if name else []


def uses(*texts: str) -> list[list[str]]:
    return [use(text) for text in texts]


def tensors(**given: str) -> dict[str, Any]:
    """`P="X nonnegative stochastic"`, `W="X Y nonnegative stochastic"` (in the last position)."""
    found = {}
    for name, text in given.items():
        words = text.split()
        alphabets = [w for w in words if w[0].isupper()]
        facts = [f for f in verify.DECLARABLE if f in words]
        places = [len(alphabets) - 1] if "stochastic" in words else []
        found[name] = {"alphabets": alphabets, "facts": facts, "stochastic": places}
    return found


def term(function: str, at: str, a: str, b: str, order: str | None = None) -> dict[str, Any]:
    found = {
        "function": function,
        "letters": letters(at),
        "a": polynomial(a),
        "b": polynomial(b),
    }
    return found if order is None else {**found, "order": polynomial(order)}


def rule(
    name: str,
    premises: Iterable[Any],
    conclusion: Any,
    bound: str = "",
    alphabets: str = "",
) -> dict[str, Any]:
    return {
        "name": name,
        "alphabets": alphabets.split(),
        "tensors": bound.split(),
        "premises": list(premises),
        "conclusion": conclusion,
    }


def certificate(
    given: dict[str, Any],
    facts: Iterable[Any],
    steps: Iterable[Any],
    rules: Iterable[Any] = (),
    terms: dict[str, Any] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """The goal is what the last step states, whose name is `goal`."""
    steps = list(steps)
    last = steps[-1]["statement"]
    sequent = {
        "facts": list(facts),
        "rules": list(rules),
        "goal": last["polynomial"],
        "relation": last["relation"],
    }
    return {**more, "tensors": given, "terms": terms or {}, "sequent": sequent, "steps": steps}


def combine(statement: Any, *terms: tuple[str, str, tuple[str, ...]], by: str = "") -> Any:
    """Terms are a coefficient, summed letters, and uses."""
    summands = [
        {"coefficient": c, "sum": letters(summed), "uses": uses(*own)} for c, summed, own in terms
    ]
    multiplier = [use(by)] if by else []
    return {
        "step": "combine",
        "statement": statement,
        "terms": summands,
        "multiplier": multiplier,
    }


def step(kind: str, statement: Any, **given: Any) -> dict[str, Any]:
    return {"step": kind, "statement": statement, **given}


def apply(
    statement: Any,
    name: str,
    bodies: dict[str, tuple[str, str]],
    shown: Iterable[str],
    guard: str = "1",
    guard_use: str = "",
    alphabets: dict[str, str] | None = None,
    at: dict[str, str] | None = None,
) -> dict[str, Any]:
    """A body is its places (`x | y1 y2`) and a polynomial; `at` are the letters."""
    return step(
        "apply",
        statement,
        rule=name,
        alphabets={a: parts.split() for a, parts in (alphabets or {}).items()},
        bodies={
            tensor: {
                "places": [letters(group) for group in places.split("|")] if places else [],
                "body": polynomial(body),
            }
            for tensor, (places, body) in bodies.items()
        },
        letters={letter(i): letters(image) for i, image in (at or {}).items()},
        guard=polynomial(guard),
        guard_use=use(guard_use),
        shown=uses(*shown),
    )


def opinion(*certificates: Any, lemmas: Iterable[Any] = ()) -> str:
    """What the verifier says of a file with these."""
    data = {
        "format": "pmlsym sequents",
        "version": 2,
        "row": "a row",
        "says": "something",
        "lemmas": list(lemmas),
        "certificates": list(certificates),
    }
    try:
        verify.verify(verify.json.dumps(data))
    except verify.Refused as error:
        return str(error)
    return ACCEPTED


def changed(data: Any, *path: Any, to: Any) -> Any:
    """A copy with another value somewhere."""
    copy = deepcopy(data)
    place = copy
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return copy


def refuses_this_alone(
    monkeypatch: pytest.MonkeyPatch, reason: str, ask: Callable[[], str], alone: bool = True
) -> None:
    """That the reason is given, and that without this condition the first voice says no no more."""
    assert re.search(reason, ask()), ask()
    if not alone:
        return
    refuse = verify.refuse

    def lenient(why: str) -> None:
        if not re.search(f"{reason}|two voices disagree", why):
            refuse(why)

    monkeypatch.setattr(verify, "refuse", lenient)
    assert ask() == ACCEPTED
