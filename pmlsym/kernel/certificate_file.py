"""Certificates, proof files and files of sequents as JSON, read back strictly.

A proof file holds a claim, as it was written, and the certificates of the sequents that the claim
was lowered to. Reading a file checks its shape alone: `checker.check` checks each certificate, and
a reader of the claim has to lower it again and compare the sequents.

    {"format": "pmlsym proof", "version": 2,
     "claim": {"text": "..", "lets": [..], "assume": [..]},
     "lemmas": [{"name": "..", "tensors": {..}, "terms": {..}, "sequent": {..}, "steps": [..]}, ..],
     "certificates": [{"tensors": {..}, "terms": {..}, "sequent": {..}, "steps": [..]}, ..],
     "facts": {"tensors": {..}, "measures": [..], "levels": [[..], ..]}}

`facts` has the facts that lowering took from the claim's measures (lowering/stated_facts.py writes
them, and a reader computes them again); older files and claims without measures lack it. A lemma
may apply the lemmas before it, a certificate all lemmas. Files of version 1 are read too
(version_1.py). A statement for which the claim language has no words has certificates alone:

    {"format": "pmlsym sequents", "version": 2, "row": "PML23/thm-4.4", "says": "..",
     "lemmas": [..], "certificates": [..]}

`row` is the row of the catalogue that the certificates belong to, `says` their statement in words.
Nothing links the words to the sequents: a person has to read both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from pmlsym.calculus import wire
from pmlsym.calculus.json_layout import render
from pmlsym.calculus.json_text import parse
from pmlsym.calculus.sequent import Sequent
from pmlsym.calculus.substitution import Substitution
from pmlsym.calculus.wire import read_list, read_name, read_object, refuse
from pmlsym.calculus.wire_writing import write_fact, write_sequent, write_tensors, write_terms
from pmlsym.errors import InvalidCertificate, PmlError
from pmlsym.kernel.certificate import Certificate, Lemma, Step, tensors_of
from pmlsym.kernel.induction import Induction
from pmlsym.kernel.step_file import (
    read_bodies,
    read_products,
    read_steps,
    write_alphabets,
    write_bodies,
    write_step,
)
from pmlsym.kernel.version_1 import certificate_of_version_1

PROOF, SEQUENTS, VERSION, FIRST_VERSION = "pmlsym proof", "pmlsym sequents", 2, 1
VERSIONS = (FIRST_VERSION, VERSION)


@dataclass(frozen=True)
class ProofFile:
    """A claim as it was written, with its declarations, assumptions and certificates.

    `facts` has the facts about its measures, as data.
    """

    text: str
    certificates: tuple[Certificate, ...]
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()
    facts: dict[str, Any] | None = None


def proof_text(proof: ProofFile) -> str:
    """The text of a file of certificates, which also says what claim they prove.

    >>> read_proof(proof_text(ProofFile("pmin(P) > 0", ()))).text
    'pmin(P) > 0'
    """
    return render(proof_to_json(proof)) + "\n"


def read_proof(text: str) -> ProofFile:
    """The claim and certificates in a proof file's text. Raises InvalidCertificate if malformed."""
    try:
        data = parse(text)
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    return proof_from_json(data)


def proof_to_json(proof: ProofFile) -> dict[str, Any]:
    """The JSON of a file of certificates, which also says what claim they prove."""
    facts = {} if proof.facts is None else {"facts": proof.facts}
    own = head(PROOF, proof.text, proof.lets, proof.assume, VERSION)
    return {**own, **_write_certificates(proof.certificates), **facts}


def _write_certificates(
    certificates: Sequence[Certificate], inductions: Sequence[Induction] = ()
) -> dict[str, Any]:
    """The certificates and inductions of a file as data, with the lemmas of all, each once."""
    inner = [p for each in inductions for p in (*each.base_proofs, *each.step_proofs) if p]
    written = [*map(to_json, certificates), *map(_write_induction, inductions)]
    return {"lemmas": lemmas_to_json((*certificates, *inner)), "certificates": written}


def _read_certificates(
    entry: dict[str, Any],
) -> tuple[tuple[Certificate, ...], tuple[Induction, ...]]:
    """The certificates and inductions in the data of a file of either version."""
    listed = enumerate(read_list(entry["certificates"], "certificates"))
    if entry["version"] == FIRST_VERSION:
        return tuple(certificate_of_version_1(c, f"certificates[{k}].") for k, c in listed), ()
    lemmas = read_lemmas(entry["lemmas"])
    certificates, inductions = [], []
    for k, data in listed:
        where = f"certificates[{k}]."
        if isinstance(data, dict) and "induction" in data:
            own = read_object(data, where, ("induction",))["induction"]
            inductions.append(_read_induction(own, f"{where}induction", lemmas))
        else:
            certificates.append(from_json(data, where, lemmas))
    return tuple(certificates), tuple(inductions)


SIDES = ("base", "next")
PROVED_SIDES = ("base_proofs", "step_proofs")
FACTS_OF_INDUCTION = ("invariant", "shared", "increment")


def _write_induction(induction: Induction) -> dict[str, Any]:
    """The induction on releases as a file's data: its state, facts, substitutions and proofs."""
    bodies = [b for at in (induction.base, induction.next) for b in at.bodies.values()]
    polynomials = [*(f.polynomial for f in induction.facts), *(b.polynomial for b in bodies)]
    tensors = set(induction.state).union(*(p.tensors for p in polynomials))
    data: dict[str, Any] = {
        "tensors": write_tensors(tensors),
        "terms": write_terms(tensors),
        "state": [tensor.name for tensor in induction.state],
    }
    for key in FACTS_OF_INDUCTION:
        data[key] = [write_fact(fact) for fact in getattr(induction, key)]
    for key in SIDES:
        data[key] = _write_substitution(getattr(induction, key))
    for key in PROVED_SIDES:
        data[key] = [None if p is None else to_json(p) for p in getattr(induction, key)]
    return {"induction": data}


def _write_substitution(substitution: Substitution) -> dict[str, Any]:
    """The substitution of an induction's state as data: alphabets and bodies."""
    bodies = ((tensor.name, body) for tensor, body in substitution.bodies.items())
    return {
        "alphabets": write_alphabets(substitution.alphabets.items()),
        "bodies": write_bodies(bodies),
    }


def _read_induction(data: object, where: str, lemmas: tuple[Lemma, ...]) -> Induction:
    """The induction on releases in a file's data, read strictly."""
    keys = ("tensors", "terms", "state", *FACTS_OF_INDUCTION, *SIDES, *PROVED_SIDES)
    entry = read_object(data, where, keys)
    tensors = wire.read_tensors(entry["tensors"], f"{where}.tensors")
    table = wire.read_terms(entry["terms"], tensors, f"{where}.terms")
    names = read_list(entry["state"], f"{where}.state")
    state = tuple(wire.read_tensor(name, tensors, f"{where}.state") for name in names)
    if len(set(state)) < len(state):
        refuse(f"{where}.state", "a tensor of the state stands there twice")

    def side(key: str) -> Substitution:
        """The substitution for one side of the induction, its base or its next state."""
        data = read_object(entry[key], f"{where}.{key}", ("alphabets", "bodies"))
        bodies = dict(read_bodies(data["bodies"], table, f"{where}.{key}.bodies"))
        if bodies.keys() != {tensor.name for tensor in state}:
            refuse(f"{where}.{key}", "a body for each tensor of the state is needed")
        alphabets = dict(read_products(data["alphabets"], f"{where}.{key}.alphabets"))
        return Substitution({tensor: bodies[tensor.name] for tensor in state}, alphabets)

    def proofs(key: str) -> tuple[Certificate | None, ...]:
        """The certificates for one side of the induction, None where the goal is plain."""
        return tuple(
            None if each is None else from_json(each, f"{where}.{key}[{k}].", lemmas)
            for k, each in enumerate(read_list(entry[key], f"{where}.{key}"))
        )

    invariant, shared, increment = (
        wire.read_facts(entry[key], table, f"{where}.{key}") for key in FACTS_OF_INDUCTION
    )
    own = (side("base"), side("next"), proofs("base_proofs"), proofs("step_proofs"))
    return Induction(state, invariant, shared, increment, *own)


def _keys(data: object) -> tuple[str, ...]:
    """The keys of a file's data that hold its certificates."""
    first = isinstance(data, dict) and data.get("version") == FIRST_VERSION
    return ("certificates",) if first else ("lemmas", "certificates")


def proof_from_json(data: object) -> ProofFile:
    """The claim and certificates in a proof file's data. Raises InvalidCertificate if malformed."""
    try:
        has_facts = isinstance(data, dict) and "facts" in data
        keys = ("claim", *_keys(data), *(["facts"] if has_facts else []))
        entry = read_head(data, "proof", PROOF, keys, VERSIONS)
        facts = read_object(entry["facts"], "facts") if has_facts else None
        text, lets, assume = read_claim(entry["claim"])
        read, inductions = _read_certificates(entry)
        if inductions:
            refuse("certificates", "a claim has no inductions yet")
    except InvalidCertificate:
        raise
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    return ProofFile(text, read, lets, assume, facts)


def head(
    kind: str, text: str, lets: Sequence[str], assume: Sequence[str], version: int
) -> dict[str, Any]:
    """The first keys of a file of certificates: its format, its version and the claim as typed."""
    claim = {"text": text, "lets": list(lets), "assume": list(assume)}
    return {"format": kind, "version": version, "claim": claim}


def read_head(
    data: object, what: str, kind: str, keys: Sequence[str], versions: Sequence[int]
) -> dict[str, Any]:
    """The data of a certificate file of that format and keys. Raises InvalidInput at any other."""
    entry = read_object(data, what, ("format", "version", *keys))
    if entry["format"] != kind or type(entry["version"]) is not int:
        refuse(what, f"the format is not {kind!r} with an integer version")
    if entry["version"] not in versions:
        known = " and ".join(map(str, versions))
        refuse(what, f"version {entry['version']} is not known; this reads {known}")
    return entry


def read_claim(data: object) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """The text of a proof file's claim, its declarations and its assumptions."""
    claim = read_object(data, "claim", ("text", "lets", "assume"))
    lets, assume = (
        tuple(_read_line(text, f"claim.{key}") for text in read_list(claim[key], f"claim.{key}"))
        for key in ("lets", "assume")
    )
    return _read_line(claim["text"], "claim.text"), lets, assume


def _read_line(data: object, where: str) -> str:
    """The printable line of text in a proof file. Raises InvalidInput at other data."""
    if not (isinstance(data, str) and data.isprintable()):
        refuse(where, "one printable line is needed")
    return data


def to_json(certificate: Certificate) -> dict[str, Any]:
    """A certificate as data, with the tables of its tensors and convex terms."""
    return _write_proved(certificate.sequent, certificate.steps)


def lemmas_to_json(certificates: Iterable[Certificate]) -> list[dict[str, Any]]:
    """The lemmas that several certificates apply as data, each once.

    Raises InvalidCertificate where two lemmas have one name.
    """
    named: dict[str, Lemma] = {}
    for certificate in certificates:
        for lemma in certificate.lemmas:
            if named.setdefault(lemma.name, lemma) != lemma:
                raise InvalidCertificate(f"two lemmas are called {lemma.name}")
    return [
        {"name": each.name, **_write_proved(each.sequent, each.steps)} for each in named.values()
    ]


def _write_proved(sequent: Sequent, steps: Sequence[Step]) -> dict[str, Any]:
    """A sequent with the steps that prove it as data, with the tables of tensors and terms."""
    tensors = set(sequent.tensors).union(*map(tensors_of, steps))
    return {
        "tensors": write_tensors(tensors),
        "terms": write_terms(tensors),
        "sequent": write_sequent(sequent),
        "steps": [write_step(step) for step in steps],
    }


def from_json(data: object, where: str = "", lemmas: tuple[Lemma, ...] = ()) -> Certificate:
    """The certificate of data, which may apply the lemmas.

    Raises InvalidCertificate where it is malformed.
    """
    try:
        sequent, steps = _read_proved(read_object(data, where or "certificate", PROVED), where)
        return Certificate(sequent, steps, lemmas)
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None


def read_lemmas(data: object) -> tuple[Lemma, ...]:
    """The lemmas of a certificate file, in order. Raises InvalidInput where one is malformed."""
    lemmas = []
    for k, each in enumerate(wire.read_list(data, "lemmas")):
        where = f"lemmas[{k}]."
        entry = read_object(each, f"lemmas[{k}]", ("name", *PROVED))
        name = read_name(entry["name"], f"{where}name")
        lemmas.append(Lemma(name, *_read_proved(entry, where)))
    return tuple(lemmas)


PROVED = ("tensors", "terms", "sequent", "steps")


def _read_proved(entry: dict[str, Any], where: str) -> tuple[Sequent, tuple[Step, ...]]:
    """The sequent and the steps that prove it, of a certificate file's data."""
    tensors = wire.read_tensors(entry["tensors"], f"{where}tensors")
    table = wire.read_terms(entry["terms"], tensors, f"{where}terms")
    sequent = wire.read_sequent(entry["sequent"], table, f"{where}sequent")
    return sequent, read_steps(entry["steps"], table, f"{where}steps")


@dataclass(frozen=True)
class SequentsFile:
    """A row of the catalogue, its statement in words, and the certificates that prove it."""

    row: str
    says: str
    certificates: tuple[Certificate, ...]
    inductions: tuple[Induction, ...] = ()


def sequents_text(file: SequentsFile) -> str:
    """The text of a file with the certificates that prove a row of the catalogue.

    >>> '"row": "PML23/thm-4.4"' in sequents_text(SequentsFile("PML23/thm-4.4", "..", ()))
    True
    """
    data = {"format": SEQUENTS, "version": VERSION, "row": file.row, "says": file.says}
    held = _write_certificates(file.certificates, file.inductions)
    return render({**data, **held}) + "\n"


def sequents_from_json(data: object) -> SequentsFile:
    """The catalogue row of a file's data, with the certificates that prove it.

    Raises InvalidCertificate where it is malformed, or proves nothing.
    """
    try:
        entry = read_head(data, "file", SEQUENTS, ("row", "says", *_keys(data)), VERSIONS)
        row, says = (_read_line(entry[key], key) for key in ("row", "says"))
        if not read_list(entry["certificates"], "certificates"):
            refuse("certificates", "at least one is needed")
        read, inductions = _read_certificates(entry)
    except InvalidCertificate:
        raise
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    return SequentsFile(row, says, read, inductions)
