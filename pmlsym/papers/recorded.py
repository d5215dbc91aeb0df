"""Recorded results: parts that a clone checks in Python, with the results that the ledger keeps.

Constructions, algorithms, examples, figures, and claims that the language has no words for are
made and checked in Python, in `proofs/papers` of the project's repository:

    python -m proofs.papers            checks all of them, and compares with what is recorded
    python -m proofs.papers --write    records what it found

A file PAPER.json has the results by the lines of PAPER.txt, each joined with the lines below it, so
that a changed line has no result until it is checked. The kernel checks again the certificates that
a result rests on: they are in the folder `certificates`, and `certificate` names the file.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any

from pmlsym.calculus import wire
from pmlsym.calculus.json_text import parse
from pmlsym.errors import InvalidCertificate, PmlError
from pmlsym.io.saved_records import OPTIONAL, read, write
from pmlsym.kernel.certificate import Certificate
from pmlsym.kernel.certificate_file import SequentsFile, sequents_from_json
from pmlsym.kernel.checker import check
from pmlsym.kernel.step_file import read_steps
from pmlsym.language.nodes import Claim
from pmlsym.lowering.sequents import lower
from pmlsym.model.instance import Instance
from pmlsym.papers.finding import OPEN, PartFinding

FOLDER = Path(__file__).parent
CERTIFICATES = FOLDER / "certificates"

SHARED = ("text", "status", "detail", "shown_by", "instances", "instance", "claim")
"""The fields that a finding and its record have in common."""


@dataclass(frozen=True)
class RecordedResult:
    """The result of a check in Python: a finding without its time, and the file of its proof."""

    text: str
    status: str
    detail: str
    shown_by: str = field(default="", metadata=OPTIONAL)
    instances: int = field(default=0, metadata=OPTIONAL)
    instance: Instance | None = field(default=None, metadata=OPTIONAL)
    claim: str = field(default="", metadata=OPTIONAL)
    sharpness: tuple[RecordedResult, ...] = field(default=(), metadata=OPTIONAL)
    certificate: str = field(default="", metadata=OPTIONAL)

    def finding(self, seconds: float = 0.0) -> PartFinding:
        """The recorded finding about a part of a paper.

        >>> RecordedResult("..", "checked", "3 instances", instances=3).finding().recorded
        True
        """
        sharpness = tuple(part.finding() for part in self.sharpness)
        shared = {name: getattr(self, name) for name in SHARED}
        return PartFinding(**shared, seconds=seconds, sharpness=sharpness, recorded=True)


def result_of(finding: PartFinding, certificate: str = "") -> RecordedResult:
    """The record of a finding about a part of a paper.

    >>> result_of(PartFinding("..", "checked", "3 instances", 0.5, instances=3)).instances
    3
    """
    sharpness = tuple(result_of(part) for part in finding.sharpness)
    shared = {name: getattr(finding, name) for name in SHARED}
    return RecordedResult(**shared, sharpness=sharpness, certificate=certificate)


@dataclass(frozen=True)
class RecordedPart:
    """A part that Python makes: its line in the table, and the recorded result, if there is one.

    `is_whole` says that the instances of the check cover the whole part.
    """

    line: str
    result: RecordedResult | None
    is_whole: bool = True

    @property
    def text(self) -> str:
        """The statement of a paper's part whose result is recorded."""
        return self.result.text if self.result else self.line

    def find(self, *, effort: float, seed: int) -> PartFinding:
        """The recorded finding on a paper's part, if the kernel accepts its certificates.

        >>> RecordedPart("check dice: ..", None).find(effort=1, seed=0).status
        'open'
        """
        start = monotonic()
        if self.result is None:
            return PartFinding(self.line, OPEN, "nothing is recorded of this line", 0.0)
        if self.result.certificate:
            try:
                self._check_certificate(self.result)
            except InvalidCertificate as error:
                return PartFinding(self.text, OPEN, str(error), monotonic() - start)
        return self.result.finding(monotonic() - start)

    def _check_certificate(self, result: RecordedResult) -> None:
        """Check the certificates of a recorded result, and that its file says the same."""
        file = sequents_of(result.certificate)
        if file.says != result.text:
            raise InvalidCertificate(f"the file {result.certificate} says {file.says}")
        for certificate in file.certificates:
            check(certificate)


def sequents_of(name: str) -> SequentsFile:
    """The file of a paper's certificates of that name. Raises InvalidCertificate if malformed."""
    return sequents_from_json(_read_certificates(name))


def kept_proof(claim: Claim, name: str) -> tuple[Certificate, ...]:
    """The certificates that a file has of a paper's claim, for the judge to check.

    The steps are read as steps from the sequents of the claim itself, not from those of the file.
    Raises InvalidCertificate where their numbers differ.
    """
    data, sequents = _read_certificates(name), lower(claim)
    entries = data["certificates"]
    if len(entries) != len(sequents):
        raise InvalidCertificate(f"{name} has {len(entries)} certificates, not {len(sequents)}")
    certificates = []
    for sequent, entry in zip(sequents, entries, strict=True):
        tensors = {tensor.name: tensor for tensor in sequent.tensors if not tensor.is_term}
        terms = wire.read_terms(entry["terms"], wire.read_tensors(entry["tensors"]) | tensors, name)
        certificates.append(Certificate(sequent, read_steps(entry["steps"], terms, name)))
    return tuple(certificates)


def _read_certificates(name: str) -> Any:
    """The data of a paper's file of certificates. Raises InvalidCertificate if unreadable."""
    try:
        return parse((CERTIFICATES / f"{name}.json").read_text(encoding="utf-8"))
    except (OSError, PmlError) as error:
        raise InvalidCertificate(f"the file {name}: {error}") from None


@cache
def results_of(paper: str) -> Mapping[str, RecordedResult]:
    """The recorded results of a paper, by the lines of its table.

    >>> results_of("RDP")["check the_example: .."].status
    Traceback (most recent call last):
    KeyError: 'check the_example: ..'
    """
    data = json.loads(file_of(paper).read_text(encoding="utf-8"))
    return {line: read(RecordedResult, record, line) for line, record in data.items()}


def file_of(paper: str) -> Path:
    """The file with the recorded results of a paper."""
    return FOLDER / f"{paper.lower()}.json"


def results_text(results: Mapping[str, RecordedResult]) -> str:
    """The text of a file of a paper's recorded results.

    >>> result = RecordedResult("..", "checked", "3 instances")
    >>> results_text({"check dice: ..": result}).count("checked")
    1
    """
    data = {line: write(result) for line, result in results.items()}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
