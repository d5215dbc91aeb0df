"""A saved proof, written for the checker that is verified in Coq: `pmlsym export`."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from pmlsym.errors import InvalidCertificate, InvalidInput, PmlError
from pmlsym.io.arguments import Option
from pmlsym.io.files import path_of, read_text, replace_file, require_place

if TYPE_CHECKING:
    from pmlsym.evidence.verdict import Verdict
    from pmlsym.kernel.certificate_file import ProofFile


def export(
    coq: Annotated[str | Path, Option("A proof that `ask --save` wrote.", Path)],
    out: Annotated[str | Path | None, Option("FILE.v for Coq.", Path)] = None,
) -> str:
    """The certificates of a saved proof, which `pmlsym export` writes as theorems for Coq.

    `coq` is the file of a proof. The text is returned, and written to `out` if that is given, a
    name of letters, digits and _ that ends in .v.
    Raises InvalidInput where a file cannot be read or written, InvalidCertificate if it has no
    proof, Unsupported where Coq has no theorem and `pmlsym-check`, which prints sequents, is
    missing.

    >>> export("nothing.json")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: nothing.json cannot be read: No such file or directory
    """
    from pmlsym.coq.theorem import proof_to_coq

    file = None if out is None else path_of(out)
    if file is not None:
        require_place(file, (".v",))
        if not file.stem.isidentifier():
            raise InvalidInput(f"{file.name} is no name of a Coq file; {_coq_name(file)} would be")
    text = proof_to_coq(_read_certificate_proof(read_text(path_of(coq))))
    if file is not None:
        replace_file(file, text)
    return text


def to_coq(verdict: "Verdict") -> str:
    """The proof of a verdict as a file for Coq, as `pmlsym export` writes it.

    The file has a theorem about the leakages where `proofs/coq/Values.v` has their nodes, else the
    sequents of the claim, which `pmlsym-check` prints if it is on the path. `make -C
    proofs/coq` builds what it needs; docs/certificates.md says what is trusted. Raises InvalidInput
    where the verdict is not a proof by certificates, Unsupported where the program is missing.

    >>> import pmlsym as ps
    >>> print(to_coq(ps.prove("pml(P, W >> V) <= pml(P, W)")).splitlines()[8])
    (* pml(P, W >> V) <= pml(P, W) *)
    """
    from pmlsym.claim_text.question import question_of_claim
    from pmlsym.coq.theorem import proof_to_coq
    from pmlsym.evidence.verdict import CertificateProof, Proved
    from pmlsym.kernel.certificate_file import ProofFile
    from pmlsym.language.nodes import Claim

    if not isinstance(verdict, Proved) or not isinstance(verdict.evidence, CertificateProof):
        raise InvalidInput("only a proof by certificates can be written for Coq")
    claim, certificates = verdict.claim, verdict.evidence.certificates
    if not isinstance(claim, Claim):
        return proof_to_coq(ProofFile(str(claim), certificates))
    question = question_of_claim(claim)
    return proof_to_coq(ProofFile(question.text, certificates, question.lets))


def _read_certificate_proof(text: str) -> "ProofFile":
    """The proof in a file that the verb `export` is given. Raises InvalidCertificate at others."""
    from pmlsym.calculus.json_text import finite, parse
    from pmlsym.kernel.certificate_file import PROOF, read_proof
    from pmlsym.pages.saved_evidence import ANSWER, DECISION, FORMATS

    try:
        data = parse(text, finite)
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    kind = data.get("format") if isinstance(data, dict) else None
    if kind == DECISION:
        raise InvalidCertificate("a decision over a set of priors has no certificate for Coq")
    if kind in FORMATS and kind != PROOF:
        way = "; save the proof with --save" if kind == ANSWER else ""
        raise InvalidCertificate(f"this is a {kind}, and Coq is given a {PROOF}{way}")
    return read_proof(text)


def _coq_name(file: Path) -> str:
    """A file name for the verb `export` that Coq accepts: letters, digits and _."""
    name = "".join(c if c.isalnum() else "_" for c in file.stem)
    return f"{name}.v" if name.isidentifier() else f"proof_{name}.v"
