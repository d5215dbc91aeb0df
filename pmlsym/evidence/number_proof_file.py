"""Proof files of claims about numbers and about entropies, as plain data, read back strictly.

    {"format": "pmlsym number proof", "version": 1,
     "claim": {"text": "..", "lets": [..], "assume": [..]},
     "analytic": {"problems": [..], "derivations": [..]}      or      "entropy": {"duals": [..]}}

Reading one checks its shape alone. Whoever checks it reads the claim again, and takes every step of
the proof again (enclosure_file.py, entropy_dual_file.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pmlsym.calculus.wire import read_list, read_object, refuse
from pmlsym.errors import InvalidCertificate, PmlError
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.enclosure_file import analytic_from_json, analytic_to_json
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.evidence.entropy_dual_file import entropy_from_json, entropy_to_json

FORMAT, VERSION = "pmlsym number proof", 1
ANALYTIC, ENTROPY = "analytic", "entropy"
KEYS = ("format", "version", "claim")


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
    claim = {"text": file.text, "lets": list(file.lets), "assume": list(file.assume)}
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION, "claim": claim}
    if isinstance(file.proof, AnalyticProof):
        return {**data, ANALYTIC: analytic_to_json(file.proof)}
    return {**data, ENTROPY: entropy_to_json(file.proof)}


def number_proof_from_json(data: object) -> NumberProofFile:
    """The proof file of data. Raises InvalidCertificate where it is malformed."""
    try:
        kind = ANALYTIC if ANALYTIC in read_object(data, "proof") else ENTROPY
        entry = read_object(data, "proof", (*KEYS, kind))
        if entry["format"] != FORMAT or type(entry["version"]) is not int:
            refuse("proof", f"the format is not {FORMAT!r} with an integer version")
        if entry["version"] != VERSION:
            refuse("proof", f"version {entry['version']} is not known; this reads {VERSION}")
        claim = read_object(entry["claim"], "claim", ("text", "lets", "assume"))
        (text,) = _lines([claim["text"]], "claim.text")
        lets, assume = (_lines(claim[key], f"claim.{key}") for key in ("lets", "assume"))
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    read = analytic_from_json if kind == ANALYTIC else entropy_from_json
    return NumberProofFile(text, read(entry[kind]), lets, assume)


def _lines(data: object, where: str) -> tuple[str, ...]:
    texts = read_list(data, where)
    for text in texts:
        if not (isinstance(text, str) and text.isprintable()):
            refuse(where, "printable lines are needed")
    return tuple(texts)
