"""What a clone checks in Python, and what that came to: parts of which the ledger has the result.

Constructions, algorithms, examples, figures, and claims that the language has no words for are
made and checked in Python, in `proofs/papers` of the project's repository:

    python -m proofs.papers            checks all of them, and compares with what is recorded
    python -m proofs.papers --write    records what it found

A file PAPER.json has the results by the lines of PAPER.txt, each with what stands below it, so that
what is changed has no result until it is checked. Where one rests on certificates the kernel checks
these again, here: they are in the folder `certificates`, and `certificate` names the file.
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


@dataclass(frozen=True)
class Result:
    """What a check in Python came to: a finding without its time, and the file of its proof."""

    text: str
    status: str
    detail: str
    shown_by: str = field(default="", metadata=OPTIONAL)
    instances: int = field(default=0, metadata=OPTIONAL)
    instance: Instance | None = field(default=None, metadata=OPTIONAL)
    claim: str = field(default="", metadata=OPTIONAL)
    sharpness: tuple[Result, ...] = field(default=(), metadata=OPTIONAL)
    certificate: str = field(default="", metadata=OPTIONAL)

    def finding(self, seconds: float = 0.0) -> PartFinding:
        """The finding that was recorded.

        >>> Result("..", "checked", "3 instances", instances=3).finding().recorded
        True
        """
        return PartFinding(
            self.text,
            self.status,
            self.detail,
            seconds,
            self.instance,
            self.shown_by,
            self.instances,
            claim=self.claim,
            sharpness=tuple(one.finding() for one in self.sharpness),
            recorded=True,
        )


def result_of(found: PartFinding, certificate: str = "") -> Result:
    """What is recorded of a finding.

    >>> result_of(PartFinding("..", "checked", "3 instances", 0.5, instances=3)).instances
    3
    """
    return Result(
        found.text,
        found.status,
        found.detail,
        found.shown_by,
        found.instances,
        found.instance,
        found.claim,
        tuple(result_of(one) for one in found.sharpness),
        certificate,
    )


@dataclass(frozen=True)
class Recorded:
    """A part that Python makes: its line in the table, and what its check came to, if that is kept.

    `is_whole` says that the instances of a check are all that the part speaks of.
    """

    line: str
    result: Result | None
    is_whole: bool = True

    @property
    def text(self) -> str:
        """What the part says."""
        return self.result.text if self.result else self.line

    def find(self, *, effort: float, seed: int) -> PartFinding:
        """What was recorded, if the kernel still accepts the certificates that it rests on.

        >>> Recorded("check dice: ..", None).find(effort=1, seed=0).status
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

    def _check_certificate(self, result: Result) -> None:
        file = sequents_of(result.certificate)
        if file.says != result.text:
            raise InvalidCertificate(f"the file {result.certificate} says {file.says}")
        for certificate in file.certificates:
            check(certificate)


def sequents_of(name: str) -> SequentsFile:
    """The file of certificates under that name. Raises InvalidCertificate where it is malformed."""
    return sequents_from_json(_read(name))


def kept_proof(claim: Claim, name: str) -> tuple[Certificate, ...]:
    """The certificates of a claim that a file has, for the judge to look at.

    The steps are read as steps from the sequents of the claim itself, whatever those of the file
    are. Raises InvalidCertificate where there are others than so many.
    """
    data, sequents = _read(name), lower(claim)
    listed = data["certificates"]
    if len(listed) != len(sequents):
        raise InvalidCertificate(f"{name} has {len(listed)} certificates, not {len(sequents)}")
    kept = []
    for sequent, own in zip(sequents, listed, strict=True):
        tensors = {tensor.name: tensor for tensor in sequent.tensors if not tensor.is_term}
        known = wire.read_terms(own["terms"], tensors, name)
        kept.append(Certificate(sequent, read_steps(own["steps"], known, name)))
    return tuple(kept)


def _read(name: str) -> Any:
    try:
        return parse((CERTIFICATES / f"{name}.json").read_text(encoding="utf-8"))
    except (OSError, PmlError) as error:
        raise InvalidCertificate(f"the file {name}: {error}") from None


@cache
def results_of(paper: str) -> Mapping[str, Result]:
    """What is recorded of a paper, by the lines of its table.

    >>> results_of("RDP")["check the_example: .."].status
    Traceback (most recent call last):
    KeyError: 'check the_example: ..'
    """
    data = json.loads(file_of(paper).read_text(encoding="utf-8"))
    return {line: read(Result, own, line) for line, own in data.items()}


def file_of(paper: str) -> Path:
    """The file with the results of a paper."""
    return FOLDER / f"{paper.lower()}.json"


def results_text(results: Mapping[str, Result]) -> str:
    """The text of such a file.

    >>> results_text({"check dice: ..": Result("..", "checked", "3 instances")}).count("checked")
    1
    """
    data = {line: write(result) for line, result in results.items()}
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"
