"""Certificates, proof files and files of sequents as JSON, read back strictly.

A proof file holds a claim, as it was written, and the certificates of the sequents that it was
lowered to. Reading one checks its shape alone: `checker.check` checks each certificate, and whoever
reads the claim has to lower it again and compare the sequents.

    {"format": "pmlsym proof", "version": 1,
     "claim": {"text": "..", "lets": [..], "assume": [..]},
     "certificates": [{"tensors": {..}, "sequent": {..}, "steps": [..]}, ..],
     "facts": {"tensors": {..}, "measures": [..], "levels": [[..], ..]}}

`facts` is what lowering took from the form of the claim's measures (lowering/stated_facts.py writes
it, and who reads the claim computes it again); older files and claims without measures lack it.
A use of a fact is a list: its name, then the indices that take the places of those it quantifies.
Of a statement that the claim language has no words for there are the certificates alone:

    {"format": "pmlsym sequents", "version": 1, "row": "PML23/thm-4.4", "says": "..",
     "certificates": [..]}

`row` is the row of the catalogue that they belong to, `says` what the sequents say in words.
Nothing links the words to the sequents: whoever reads the file has to read both.
"""

from __future__ import annotations

from collections.abc import Sequence
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
    tensors_of,
)

PROOF, SEQUENTS, VERSION = "pmlsym proof", "pmlsym sequents", 1
DEEPEST_SPLIT = 20


@dataclass(frozen=True)
class ProofFile:
    """A claim as it was written, with its declarations, assumptions and certificates.

    `facts` is what is known of its measures, as data.
    """

    text: str
    certificates: tuple[Certificate, ...]
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    facts: dict[str, Any] | None = None


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
    certificates = [to_json(certificate) for certificate in proof.certificates]
    facts = {} if proof.facts is None else {"facts": proof.facts}
    own = head(PROOF, proof.text, proof.lets, proof.assume)
    return {**own, "certificates": certificates, **facts}


def proof_from_json(data: object) -> ProofFile:
    """The proof file of data. Raises InvalidCertificate where it is malformed."""
    try:
        has_facts = isinstance(data, dict) and "facts" in data
        keys = ("claim", "certificates", *(["facts"] if has_facts else []))
        entry = read_head(data, "proof", PROOF, keys)
        facts = read_object(entry["facts"], "facts") if has_facts else None
        text, lets, assume = read_claim(entry["claim"])
        certificates = enumerate(read_list(entry["certificates"], "certificates"))
        read = tuple(from_json(c, f"certificates[{k}].") for k, c in certificates)
    except InvalidCertificate:
        raise
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    return ProofFile(text, read, lets, assume, facts)


def head(kind: str, text: str, lets: Sequence[str], assume: Sequence[str]) -> dict[str, Any]:
    """What a file about a claim begins with: its format, and the claim as it was written."""
    claim = {"text": text, "lets": list(lets), "assume": list(assume)}
    return {"format": kind, "version": VERSION, "claim": claim}


def read_head(data: object, what: str, kind: str, keys: Sequence[str]) -> dict[str, Any]:
    """The file of that format, with these keys besides; InvalidInput where it is another."""
    entry = read_object(data, what, ("format", "version", *keys))
    if entry["format"] != kind or type(entry["version"]) is not int:
        refuse(what, f"the format is not {kind!r} with an integer version")
    if entry["version"] != VERSION:
        refuse(what, f"version {entry['version']} is not known; this reads {VERSION}")
    return entry


def read_claim(data: object) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The text of a claim, its declarations and its assumptions."""
    claim = read_object(data, "claim", ("text", "lets", "assume"))
    lets, assume = (
        tuple(_read_line(text, f"claim.{key}") for text in read_list(claim[key], f"claim.{key}"))
        for key in ("lets", "assume")
    )
    return _read_line(claim["text"], "claim.text"), lets, assume


def _read_line(data: object, where: str) -> str:
    if not (isinstance(data, str) and data.isprintable()):
        refuse(where, "one printable line is needed")
    return data


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


@dataclass(frozen=True)
class SequentsFile:
    """The row of the catalogue, the statement in words, and the certificates of its sequents."""

    row: str
    says: str
    certificates: tuple[Certificate, ...]


def sequents_text(file: SequentsFile) -> str:
    """The text of a file.

    >>> '"row": "PML23/thm-4.4"' in sequents_text(SequentsFile("PML23/thm-4.4", "..", ()))
    True
    """
    data = {"format": SEQUENTS, "version": VERSION, "row": file.row, "says": file.says}
    certificates = [to_json(certificate) for certificate in file.certificates]
    return render({**data, "certificates": certificates}) + "\n"


def sequents_from_json(data: object) -> SequentsFile:
    """The file of data. Raises InvalidCertificate where it is malformed, or proves nothing."""
    try:
        entry = read_head(data, "file", SEQUENTS, ("row", "says", "certificates"))
        row, says = (_read_line(entry[key], key) for key in ("row", "says"))
        listed = read_list(entry["certificates"], "certificates")
        if not listed:
            refuse("certificates", "at least one is needed")
        read = tuple(from_json(c, f"certificates[{k}].") for k, c in enumerate(listed))
    except InvalidCertificate:
        raise
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    return SequentsFile(row, says, read)
