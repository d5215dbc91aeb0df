"""Analytic proofs as plain data, and files of proofs about numbers and about entropies.

    {"format": "pmlsym number proof", "version": 1,
     "claim": {"text": "..", "lets": [..], "assume": [..]},
     "analytic": {"problems": [text], "derivations": [{"step": "move", "number": "x",
                  "to_low": true, "parts": [..]}]}}           or      "entropy": {"duals": [..]}}

Fractions are strings such as "1/2"; boxes are lists of [low, high]. Reading is strict, and checks
the shape alone. Whoever checks a file reads the claim again, and takes every step of the proof
again.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pmlsym.calculus.wire import read_fraction, read_object
from pmlsym.errors import InvalidCertificate, PmlError
from pmlsym.evidence.certificate_file import head, read_claim, read_head
from pmlsym.evidence.enclosure import (
    AnalyticProof,
    Approach,
    Ask,
    Cancel,
    Clear,
    Compare,
    Derivation,
    Divide,
    Enclose,
    Exponentiate,
    Move,
    Replace,
    Split,
    Step,
    Takelog,
)
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.evidence.entropy_dual_file import entropy_from_json, entropy_to_json

FIELDS: Mapping[type, Mapping[str, str]] = {
    Ask: {"level": "int", "milliseconds": "int"},
    Exponentiate: {},
    Takelog: {},
    Cancel: {},
    Replace: {"number": "str", "fact": "int"},
    Clear: {"signs": "ints"},
    Divide: {"generator": "str", "sign": "int"},
    Move: {"number": "str", "to_low": "bool"},
    Approach: {"number": "str", "other": "str", "from_above": "bool"},
    Split: {"number": "str", "at": "fraction"},
    Compare: {"number": "str", "other": "str"},
    Enclose: {"numbers": "strs", "boxes": "boxes", "bits": "int"},
}
"""Every step with its fields and what each of them is."""

NAMES = {kind.__name__.lower(): kind for kind in FIELDS}
DEEPEST = 60


def analytic_to_json(proof: AnalyticProof) -> dict[str, Any]:
    """The proof as data.

    >>> analytic_to_json(AnalyticProof(("x >= 0",), (Derivation(Split("x", Fraction(1, 2))),)))
    {'problems': ['x >= 0'], 'derivations': [{'step': 'split', 'number': 'x', 'at': '1/2'}]}
    """
    derivations = [_derivation(derivation) for derivation in proof.derivations]
    return {"problems": list(proof.problems), "derivations": derivations}


def analytic_from_json(data: object) -> AnalyticProof:
    """The proof that `analytic_to_json` wrote. Raises InvalidCertificate at anything else."""
    if not isinstance(data, dict) or set(data) != {"problems", "derivations"}:
        raise InvalidCertificate("an analytic proof has problems and derivations")
    problems, derivations = data["problems"], data["derivations"]
    if not _are(problems, str) or not isinstance(derivations, list):
        raise InvalidCertificate("problems are texts, and derivations a list")
    return AnalyticProof(tuple(problems), tuple(_read(part, 0) for part in derivations))


def _derivation(derivation: Derivation) -> dict[str, Any]:
    step = derivation.step
    data: dict[str, Any] = {"step": type(step).__name__.lower()}
    for name in FIELDS[type(step)]:
        data[name] = _plain(getattr(step, name))
    if derivation.parts:
        data["parts"] = [_derivation(part) for part in derivation.parts]
    return data


def _plain(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Fraction) else value


def _read(data: object, depth: int) -> Derivation:
    if not isinstance(data, dict) or depth > DEEPEST:
        raise InvalidCertificate("a derivation is an object with a step")
    kind = NAMES.get(str(data.get("step")))
    if kind is None:
        raise InvalidCertificate(f"no step is called {data.get('step')!r}")
    fields = FIELDS[kind]
    if not set(fields) <= set(data) <= {"step", "parts", *fields}:
        raise InvalidCertificate(f"{data['step']} has {', '.join(fields) or 'no fields'}")
    step: Step = kind(**{name: _value(data[name], sort) for name, sort in fields.items()})
    parts = data.get("parts", [])
    if not isinstance(parts, list):
        raise InvalidCertificate("parts are a list")
    return Derivation(step, tuple(_read(part, depth + 1) for part in parts))


def _value(value: object, sort: str) -> Any:
    plain = {"int": int, "str": str, "bool": bool}
    if sort in plain and type(value) is plain[sort]:
        return value
    if sort == "fraction" and isinstance(value, str):
        return _fraction(value)
    if sort == "ints" and _are(value, int):
        return tuple(value)  # type: ignore[arg-type]
    if sort == "strs" and _are(value, str):
        return tuple(value)  # type: ignore[arg-type]
    if sort == "boxes" and isinstance(value, list):
        return tuple(_box(box) for box in value)
    raise InvalidCertificate(f"{str(value)[:60]!r} is no {sort}")


def _box(box: object) -> tuple[tuple[Fraction, Fraction], ...]:
    sides = []
    for side in box if isinstance(box, list) else [None]:
        if not _are(side, str) or len(side) != 2:  # type: ignore[arg-type]
            raise InvalidCertificate(f"{side!r} is no side [low, high] of a box")
        low, high = side  # type: ignore[misc]
        sides.append((_fraction(low), _fraction(high)))
    return tuple(sides)


def _are(value: object, kind: type) -> bool:
    return isinstance(value, list) and all(type(item) is kind for item in value)


def _fraction(text: str) -> Fraction:
    try:
        return read_fraction(text, "a step")
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None


NUMBER_PROOF = "pmlsym number proof"
ANALYTIC, ENTROPY = "analytic", "entropy"


@dataclass(frozen=True)
class NumberProofFile:
    """A claim as it was written, with its declarations, assumptions and proof."""

    text: str
    proof: AnalyticProof | EntropyProof
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()


def number_proof_to_json(file: NumberProofFile) -> dict[str, Any]:
    """A proof file as data.

    >>> sorted(number_proof_to_json(NumberProofFile("H(A) >= 0", EntropyProof(()))))
    ['claim', 'entropy', 'format', 'version']
    """
    data = head(NUMBER_PROOF, file.text, file.lets, file.assume)
    if isinstance(file.proof, AnalyticProof):
        return {**data, ANALYTIC: analytic_to_json(file.proof)}
    return {**data, ENTROPY: entropy_to_json(file.proof)}


def number_proof_from_json(data: object) -> NumberProofFile:
    """The proof file of data. Raises InvalidCertificate where it is malformed."""
    try:
        kind = ANALYTIC if ANALYTIC in read_object(data, "proof") else ENTROPY
        entry = read_head(data, "proof", NUMBER_PROOF, ("claim", kind))
        text, lets, assume = read_claim(entry["claim"])
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    read = analytic_from_json if kind == ANALYTIC else entropy_from_json
    return NumberProofFile(text, read(entry[kind]), lets, assume)
