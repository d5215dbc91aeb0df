"""False claims that look true: mutants of true ones, each with an exact counterexample.

    python -m tests.soundness.mutants        writes tests/soundness/false_claims.json anew

A mutant is kept where tests/definitions says, on an instance that a search has found, that it is
false; a mutant can be true, and then it is left out. The file has, for each, its text, what it
declares and assumes, the true claim and the mutation it comes from, and the instance.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

from pmlsym.engines.sampling.refuter import search
from pmlsym.errors import PmlError
from pmlsym.model.instance import Instance
from tests.soundness.oracle_truth import false_by_definition
from tests.soundness.text_parts import top_level
from tests.statements.every import THEOREMS
from tests.statements.statement import Text

FILE = Path(__file__).with_name("false_claims.json")
ROUNDS = 8
SECONDS = 2.0


NOTIONS = {
    "pml": ("ldp", "lip", "mi"),
    "ldp": ("pml", "ldi"),
    "maxleak": ("ldp", "mi"),
    "lip": ("pml", "ldp", "ldi"),
    "ldi": ("lip", "ldp"),
    "costleak": ("pml", "lip"),
    "density_min": ("pml", "costleak"),
    "expected_pml": ("pml", "mi", "maxleak"),
    "mi": ("pml", "tv", "chi2"),
    "tv": ("mi", "pml"),
}
ALL_ROWS = ("maxleak", "ldp", "capacity", "doeblin")
CALL = re.compile(r"\b([a-z_0-9]+)\(([^()]*)\)")
FLIPS = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "==": "<"}
STRICT = {"<=": "<", ">=": ">", "==": "<"}


def mutants(original: Text) -> Iterator[tuple[str, Text]]:
    """Every mutant of a true claim, with the name of its mutation."""
    seen = {original}
    for name, mutate in MUTATIONS.items():
        for found in mutate(original):
            if found not in seen:
                seen.add(found)
                yield name, found


def _split(text: str) -> tuple[str, str, str, str]:
    """The premises, with their arrow, and the last comparison as left, relation, right."""
    *premises, last = top_level(text, " => ")
    match = re.search(r" (<=|>=|==|<|>) (?!.* (<=|>=|==|<|>) )", last)
    assert match is not None
    head = "".join(f"{premise} => " for premise in premises)
    return head, last[: match.start()], match[1], last[match.end() :]


def _with_text(original: Text, text: str) -> Text:
    return Text(text, original.lets, original.assume)


def _flipped(original: Text) -> Iterator[Text]:
    for match in re.finditer(r" (<=|>=|==|<|>) ", original.text):
        for relation in (FLIPS[match[1]], STRICT.get(match[1])):
            if relation:
                before, after = original.text[: match.start()], original.text[match.end() :]
                yield _with_text(original, f"{before} {relation} {after}")


def _without_premise(original: Text) -> Iterator[Text]:
    *premises, last = top_level(original.text, " => ")
    if original.assume:
        yield Text(original.text, original.lets)
    if premises:
        yield _with_text(original, last)
        for several in [top_level(premise, " and ") for premise in premises]:
            if len(several) > 1:
                yield from (_with_text(original, f"{one} => {last}") for one in several)


def _without_part(original: Text) -> Iterator[Text]:
    """A term, a factor or an alternative left out."""
    head, left, relation, right = _split(original.text)
    for side, other in ((left, right), (right, left)):
        for separator in (" + ", " - ", "*"):
            pieces = top_level(side, separator)
            for k in range(len(pieces) if len(pieces) > 1 else 0):
                kept = separator.join(pieces[:k] + pieces[k + 1 :])
                sides = (kept, other) if side is left else (other, kept)
                yield _with_text(original, f"{head}{sides[0]} {relation} {sides[1]}")
    for separator in (" or ", " and "):
        pieces = top_level(f"{left} {relation} {right}", separator)
        yield from (_with_text(original, head + one) for one in pieces if len(pieces) > 1)


def _weakened(original: Text) -> Iterator[Text]:
    head, left, relation, right = _split(original.text)
    if relation in (">=", ">"):
        left, right, relation = right, left, relation.replace(">", "<")
    for factor in ("99/100", "999999999/1000000000"):
        yield _with_text(original, f"{head}{left} {relation} {factor}*({right})")
    for step in ("1/100", "1/1000000000"):
        yield _with_text(original, f"{head}{left} + {step} {relation} {right}")
    for threshold in re.findall(r"(?:<=|>=|<|>) (eps\d?)", head):
        looser = head.replace(threshold, f"(101/100*{threshold})")
        yield _with_text(original, f"{looser}{left} {relation} {right}")


def _exchanged(original: Text) -> Iterator[Text]:
    """Other notions, all rows for those of the support, and the other way."""
    for match in CALL.finditer(original.text):
        name, inside = match[1], match[2]
        calls = [f"{other}({inside})" for other in NOTIONS.get(name, ())]
        arguments = top_level(inside, ", ")
        if name in ALL_ROWS and len(arguments) == 2:
            calls.append(f"{name}({arguments[1]})")
        if name in ALL_ROWS and len(arguments) == 1:
            calls += [f"{name}(P, {inside})", f"pml(P, {inside})"]
        if name == "pml" and len(arguments) == 2 and "|" not in inside:
            calls += [f"maxleak({arguments[1]})", f"ldp({arguments[1]})"]
        calls += {"pmin": [f"exp(-hmin({inside}))"], "suppsize": ["size(X)"], "size": []}.get(
            name, []
        )
        for call in calls:
            yield _with_text(
                original, original.text[: match.start()] + call + original.text[match.end() :]
            )


def _swapped(original: Text) -> Iterator[Text]:
    """Prior and output, the two channels of a cascade, one prior and another, at one place."""
    swaps = (
        ("P, W >> V", "P >> W, V"),
        ("P >> W, V", "P, W >> V"),
        ("P >> W, V", "P, W"),
        ("W >> V", "W"),
        ("W >> V", "V"),
        ("(V)", "(W)"),
        ("(W)", "(V)"),
        ("P, W", "P >> W, V"),
        ("(P)", "(P >> W)"),
        ("P, W)", "Q, W)"),
        ("(P)", "(Q)"),
        ("W & U", "W"),
        ("W & U", "W & W"),
        ("U | W", "W | W"),
        ("U | W", "U"),
        ("size(X)", "size(Y)"),
        ("size(Y)", "size(X)"),
        ("size(X)", "suppsize(P)"),
        ("S >> W", "W"),
        ("P >> S, W", "P, W"),
        ("S >> S", "S"),
        ("P, S)", "P >> S, S)"),
        ("W, y)", "W)"),
        ("W, eps)", "W, eps1)"),
        ("eps1)", "eps)"),
    )
    for old, new in swaps:
        for match in re.finditer(re.escape(old), original.text):
            yield _with_text(
                original, original.text[: match.start()] + new + original.text[match.end() :]
            )


MUTATIONS: dict[str, Callable[[Text], Iterator[Text]]] = {
    "flip or sharpen a relation": _flipped,
    "drop a hypothesis": _without_premise,
    "drop a part": _without_part,
    "weaken a constant": _weakened,
    "exchange a notion": _exchanged,
    "swap": _swapped,
}


def counterexample(mutant: Text, *, seed: int = 0) -> Instance | None:
    """An instance on which the definitions make the mutant false, or nothing."""
    try:
        claim = mutant.claim
        found = search(claim, effort=SECONDS, seed=seed, rounds=ROUNDS).instance
        if found is not None:
            saved = Instance.from_json(found.to_json())
            return saved if false_by_definition(claim, saved) else None
    except PmlError:
        return None
    return None


def main() -> None:
    """Write the file of false claims."""
    true = {Text(s.text, s.lets, s.assume) for s in THEOREMS}
    rows, seen = [], set(true)
    for original in THEOREMS:
        count = 0
        for name, mutant in mutants(original):
            if mutant in seen:
                continue
            seen.add(mutant)
            instance = counterexample(mutant)
            if instance is not None:
                count += 1
                rows.append(
                    {
                        "text": mutant.text,
                        "lets": list(mutant.lets),
                        "assume": list(mutant.assume),
                        "from": original.text,
                        "mutation": name,
                        "instance": instance.to_json(),
                    }
                )
        sys.stderr.write(f"{count:4} of {original.text}\n")
    lines = ",\n".join(json.dumps(row) for row in rows)
    FILE.write_text(f"[\n{lines}\n]\n", encoding="utf-8")
    sys.stderr.write(f"{len(rows)} false claims\n")


if __name__ == "__main__":
    main()
