"""Certificates and proof files as JSON, read back strictly.

A proof file holds a claim, as it was written, and the certificates of the sequents that it was
lowered to. Reading one checks its shape alone: `checker.check` checks each certificate, and whoever
reads the claim has to lower it again and compare the sequents.

    {"format": "pmlsym proof", "version": 1,
     "claim": {"text": "..", "lets": [..], "assume": [..]},
     "certificates": [{"tensors": {..}, "sequent": {..}, "steps": [..]}, ..]}

A use of a fact is a list: its name, then the indices that take the places of those it quantifies.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pmlsym.calculus import wire
from pmlsym.calculus.json_text import parse, render
from pmlsym.calculus.tensor import Index
from pmlsym.calculus.wire import Tensors, read_list, read_name, read_object, refuse
from pmlsym.errors import InvalidCertificate, PmlError
from pmlsym.evidence.certificate import (
    Certificate,
    Combine,
    Indicate,
    Instantiate,
    Limit,
    Split,
    Step,
    Term,
    Use,
)
from pmlsym.evidence.certificate_steps import tensors_of

FORMAT, VERSION = "pmlsym proof", 1
DEEPEST_SPLIT = 20


@dataclass(frozen=True)
class ProofFile:
    """A claim as it was written, with its declarations, assumptions and certificates."""

    text: str
    certificates: tuple[Certificate, ...]
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()


def proof_text(proof: ProofFile) -> str:
    """The text of a proof file.

    >>> read_proof(proof_text(ProofFile("pmin(P) > 0", ()))).text
    'pmin(P) > 0'
    """
    return render(proof_to_json(proof)) + "\n"


def read_proof(text: str) -> ProofFile:
    """The proof in the text of a file. Raises InvalidCertificate where it is malformed."""
    try:
        data = parse(text)
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    return proof_from_json(data)


def proof_to_json(proof: ProofFile) -> dict[str, Any]:
    """A proof file as data."""
    claim = {"text": proof.text, "lets": list(proof.lets), "assume": list(proof.assume)}
    certificates = [to_json(certificate) for certificate in proof.certificates]
    return {"format": FORMAT, "version": VERSION, "claim": claim, "certificates": certificates}


def proof_from_json(data: object) -> ProofFile:
    """The proof file of data. Raises InvalidCertificate where it is malformed."""
    try:
        entry = read_object(data, "proof", ("format", "version", "claim", "certificates"))
        if entry["format"] != FORMAT or type(entry["version"]) is not int:
            refuse("proof", f"the format is not {FORMAT!r} with an integer version")
        if entry["version"] != VERSION:
            refuse("proof", f"version {entry['version']} is not known; this reads {VERSION}")
        claim = read_object(entry["claim"], "claim", ("text", "lets", "assume"))
        if not (isinstance(claim["text"], str) and claim["text"].isprintable()):
            refuse("claim.text", "one printable line is needed")
        lets = [read_name(text, "claim.lets") for text in read_list(claim["lets"], "claim.lets")]
        assume = read_list(claim["assume"], "claim.assume")
        premises = [read_name(text, "claim.assume") for text in assume]
        certificates = enumerate(read_list(entry["certificates"], "certificates"))
        read = tuple(from_json(c, f"certificates[{k}].") for k, c in certificates)
    except InvalidCertificate:
        raise
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    return ProofFile(claim["text"], read, tuple(lets), tuple(premises))


def to_json(certificate: Certificate) -> dict[str, Any]:
    """A certificate as data, with one table of the tensors of its sequent and its steps."""
    tensors = set(certificate.sequent.tensors).union(*map(tensors_of, certificate.steps))
    return {
        "tensors": wire.write_tensors(tensors),
        "sequent": wire.write_sequent(certificate.sequent),
        "steps": [write_step(step) for step in certificate.steps],
    }


def from_json(data: object, where: str = "") -> Certificate:
    """The certificate of data. Raises InvalidCertificate where it is malformed."""
    try:
        entry = read_object(data, where or "certificate", ("tensors", "sequent", "steps"))
        tensors = wire.read_tensors(entry["tensors"], f"{where}tensors")
        sequent = wire.read_sequent(entry["sequent"], tensors, f"{where}sequent")
        return Certificate(sequent, read_steps(entry["steps"], tensors, f"{where}steps"))
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None


def write_step(step: Step) -> dict[str, Any]:
    """One step as data; its first key says which."""
    statement = wire.write_fact(step.statement)
    match step:
        case Combine():
            return {
                "step": "combine",
                "statement": statement,
                "terms": [_write_term(term) for term in step.terms],
                "multiplier": [_write_use(use) for use in step.multiplier],
            }
        case Split():
            return {
                "step": "split",
                "statement": statement,
                "name": step.name,
                "case": wire.write_polynomial(step.case),
                "positive": [write_step(inner) for inner in step.positive],
                "nonpositive": [write_step(inner) for inner in step.nonpositive],
            }
        case Instantiate():
            return {
                "step": "instantiate",
                "statement": statement,
                "schema": step.schema,
                "places": _write_indices(step.places),
                "body": wire.write_polynomial(step.body),
                "guard": wire.write_polynomial(step.guard),
                "guard_fact": step.guard_fact,
                "conditions": list(step.conditions),
            }
        case Limit():
            variable = step.variable.name
            return {
                "step": "limit",
                "statement": statement,
                "variable": variable,
                "fact": step.fact,
            }
        case Indicate():
            return {
                "step": "indicate",
                "statement": statement,
                "indicator": step.indicator.name,
                "polynomial": wire.write_polynomial(step.polynomial),
            }


def read_steps(data: object, tensors: Tensors, where: str, depth: int = 0) -> tuple[Step, ...]:
    """The steps of a list."""
    if depth > DEEPEST_SPLIT:
        refuse(where, f"more than {DEEPEST_SPLIT} splits within each other")
    steps = enumerate(read_list(data, where))
    return tuple(_read_step(step, tensors, f"{where}[{k}]", depth) for k, step in steps)


KEYS = {
    "combine": ("step", "statement", "terms", "multiplier"),
    "split": ("step", "statement", "name", "case", "positive", "nonpositive"),
    "instantiate": (
        *("step", "statement", "schema", "places"),
        *("body", "guard", "guard_fact", "conditions"),
    ),
    "limit": ("step", "statement", "variable", "fact"),
    "indicate": ("step", "statement", "indicator", "polynomial"),
}


def _read_step(data: object, tensors: Tensors, where: str, depth: int) -> Step:
    kind = read_object(data, where).get("step")
    if not isinstance(kind, str) or kind not in KEYS:
        refuse(where, f"'step' is none of {', '.join(KEYS)}")
    entry = read_object(data, where, KEYS[kind])
    statement = wire.read_fact(entry["statement"], tensors, f"{where}.statement")
    if kind == "combine":
        terms = read_list(entry["terms"], f"{where}.terms")
        multiplier = read_list(entry["multiplier"], f"{where}.multiplier", wire.LONGEST_PRODUCT)
        return Combine(
            statement,
            tuple(_read_term(term, f"{where}.terms[{k}]") for k, term in enumerate(terms)),
            tuple(_read_use(use, f"{where}.multiplier") for use in multiplier),
        )
    if kind == "split":
        return Split(
            statement,
            read_name(entry["name"], f"{where}.name"),
            wire.read_polynomial(entry["case"], tensors, f"{where}.case"),
            read_steps(entry["positive"], tensors, f"{where}.positive", depth + 1),
            read_steps(entry["nonpositive"], tensors, f"{where}.nonpositive", depth + 1),
        )
    if kind == "limit":
        variable = wire.read_tensor(entry["variable"], tensors, f"{where}.variable")
        return Limit(statement, variable, read_name(entry["fact"], f"{where}.fact"))
    if kind == "indicate":
        indicator = wire.read_tensor(entry["indicator"], tensors, f"{where}.indicator")
        polynomial = wire.read_polynomial(entry["polynomial"], tensors, f"{where}.polynomial")
        return Indicate(statement, indicator, polynomial)
    conditions = read_list(entry["conditions"], f"{where}.conditions")
    return Instantiate(
        statement,
        read_name(entry["schema"], f"{where}.schema"),
        wire.read_indices(entry["places"], f"{where}.places"),
        wire.read_polynomial(entry["body"], tensors, f"{where}.body"),
        wire.read_polynomial(entry["guard"], tensors, f"{where}.guard"),
        read_name(entry["guard_fact"], f"{where}.guard_fact"),
        tuple(read_name(name, f"{where}.conditions") for name in conditions),
    )


def _write_term(term: Term) -> dict[str, Any]:
    uses = [_write_use(use) for use in term.uses]
    summed = _write_indices(term.summed)
    return {"coefficient": str(term.coefficient), "sum": summed, "uses": uses}


def _read_term(data: object, where: str) -> Term:
    entry = read_object(data, where, ("coefficient", "sum", "uses"))
    uses = read_list(entry["uses"], f"{where}.uses", wire.LONGEST_PRODUCT)
    return Term(
        wire.read_fraction(entry["coefficient"], f"{where}.coefficient"),
        tuple(_read_use(use, f"{where}.uses") for use in uses),
        wire.read_indices(entry["sum"], f"{where}.sum"),
    )


def _write_use(use: Use) -> list[str]:
    return [use.fact, *_write_indices(use.indices)]


def _read_use(data: object, where: str) -> Use:
    parts = read_list(data, where, wire.LONGEST_PRODUCT)
    if not parts:
        refuse(where, "a use is the name of a fact followed by indices")
    indices = tuple(wire.read_index(part, where) for part in parts[1:])
    return Use(read_name(parts[0], where), indices)


def _write_indices(indices: tuple[Index, ...]) -> list[str]:
    return [wire.write_index(index) for index in indices]
