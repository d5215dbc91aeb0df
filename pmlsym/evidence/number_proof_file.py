"""Files of proofs about numbers and about entropies.

    {"format": "pmlsym number proof", "version": 1,
     "claim": {"text": "..", "lets": [..], "assume": [..]},
     "analytic": {"problems": [text], "derivations": [{"step": "move", "number": "x",
                  "to_low": true, "parts": [..]}]}}

    or "entropy": {"duals": [{"hypotheses": [{"name": .., "form": form, "equality": false,
                                              "strict": false}],
                              "goal": form, "strict": false,
                              "terms": [{"coefficient": "1/2", "of": "I(A;B|C)"}],
                              "copies": [{"drawn": [["A'", "A"]], "given": ["C"]}]}]}

Fractions are strings such as "1/2"; boxes are lists of [low, high]; a form is a list of
[coefficient, key]; a key is a list of variables, for their joint entropy, or the name of a number.
Reading is strict, and checks the shape alone. A check of the file reads the claim again, and
repeats every step of the proof.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Annotated, Any, TypeVar, get_args

from pmlsym.calculus.wire import read_list, read_object
from pmlsym.errors import InvalidCertificate, PmlError
from pmlsym.evidence.enclosure import AnalyticProof, Derivation, Step
from pmlsym.evidence.entropy_dual import (
    Copy,
    EntropyDual,
    EntropyFact,
    EntropyForm,
    EntropyProof,
    EntropyStatement,
    EntropyTerm,
    Information,
    Variables,
)
from pmlsym.io.saved_records import OPTIONAL, OneOf, read, write
from pmlsym.kernel.certificate_file import head, read_claim, read_head

T = TypeVar("T")

NUMBER_PROOF, VERSION = "pmlsym number proof", 1
ANALYTIC, ENTROPY = "analytic", "entropy"

_INFORMATION = re.compile(
    r"(?P<word>[HI])\((?P<left>[^;|]*)(;(?P<right>[^|]*))?(\|(?P<given>.*))?\)"
)


@dataclass(frozen=True)
class NumberProofFile:
    """A claim as it was written, with its declarations, assumptions and proof."""

    text: str
    proof: AnalyticProof | EntropyProof
    lets: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()


def number_proof_to_json(file: NumberProofFile) -> dict[str, Any]:
    """The evidence about numbers or entropies, with its claim, as JSON data of a file.

    >>> sorted(number_proof_to_json(NumberProofFile("H(A) >= 0", EntropyProof(()))))
    ['claim', 'entropy', 'format', 'version']
    """
    data = head(NUMBER_PROOF, file.text, file.lets, file.assume, VERSION)
    if isinstance(file.proof, AnalyticProof):
        return {**data, ANALYTIC: analytic_to_json(file.proof)}
    return {**data, ENTROPY: entropy_to_json(file.proof)}


def number_proof_from_json(data: object) -> NumberProofFile:
    """The evidence about numbers or entropies, with its claim, in a file's data.

    Raises InvalidCertificate where it is malformed.
    """
    try:
        kind = ANALYTIC if ANALYTIC in read_object(data, "proof") else ENTROPY
        entry = read_head(data, "proof", NUMBER_PROOF, ("claim", kind), (VERSION,))
        text, lets, assume = read_claim(entry["claim"])
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    proof_from_json = analytic_from_json if kind == ANALYTIC else entropy_from_json
    return NumberProofFile(text, proof_from_json(entry[kind]), lets, assume)


def analytic_to_json(proof: AnalyticProof) -> dict[str, Any]:
    """The evidence about numbers, an analytic proof, as JSON data for its file.

    >>> from pmlsym.evidence.enclosure import Split
    >>> analytic_to_json(AnalyticProof(("x >= 0",), (Derivation(Split("x", Fraction(1, 2))),)))
    {'problems': ['x >= 0'], 'derivations': [{'step': 'split', 'number': 'x', 'at': '1/2'}]}
    """
    data: dict[str, Any] = write(_SavedAnalyticProof(proof.problems, proof.derivations))
    return data


def analytic_from_json(data: object) -> AnalyticProof:
    """The evidence about numbers in a file's data. Raises InvalidCertificate if it is malformed."""
    saved = _read_saved(_SavedAnalyticProof, data, ANALYTIC)
    return AnalyticProof(saved.problems, saved.derivations)


def entropy_to_json(proof: EntropyProof) -> dict[str, Any]:
    """The evidence about entropies, its sums of informations, as JSON data for its file.

    >>> entropy_to_json(EntropyProof(()))
    {'duals': []}
    """
    data: dict[str, Any] = write(_SavedEntropyProof(tuple(map(_SavedDual.of, proof.duals))))
    return data


def entropy_from_json(data: object) -> EntropyProof:
    """The entropy proof in a file's data. Raises InvalidCertificate where it is malformed."""
    return EntropyProof(
        tuple(dual.read() for dual in _read_saved(_SavedEntropyProof, data, ENTROPY).duals)
    )


def _read_saved(kind: type[T], data: object, where: str) -> T:
    """The part of a proof's file in the data. Raises InvalidCertificate where it is malformed."""
    try:
        return read(kind, data, where)
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None


class _Steps(OneOf):
    """The codec of derivations: a step, with the derivations that it needs as its `parts`."""

    def write(self, value: Derivation) -> dict[str, Any]:
        """The data that the file of evidence about numbers has of a step, with its parts."""
        parts = [self.write(part) for part in value.parts]
        return {**super().write(value.step), **({"parts": parts} if parts else {})}

    def read(self, data: object, where: str, depth: int = 0) -> Derivation:
        """A step of evidence about numbers, with its parts, from the data of its file."""
        entries = dict(read_object(data, where))
        parts = enumerate(read_list(entries.pop("parts", []), f"{where}.parts"))
        step: Step = super().read(entries, where, depth)
        return Derivation(
            step, tuple(self.read(part, f"{where}.parts[{k}]", depth + 1) for k, part in parts)
        )


STEPS = _Steps("step", {kind.__name__.lower(): kind for kind in get_args(Step)})


@dataclass(frozen=True)
class _SavedAnalyticProof:
    """An analytic proof as it is saved."""

    problems: tuple[str, ...]
    derivations: tuple[Annotated[Derivation, STEPS], ...]


Form = tuple[tuple[Fraction, Variables | str], ...]


@dataclass(frozen=True)
class _SavedHypothesis:
    """A hypothesis as it is saved."""

    name: str
    form: Form
    equality: bool
    strict: bool


@dataclass(frozen=True)
class _SavedTerm:
    """A term of a sum as it is saved, its source as text."""

    coefficient: Fraction
    of: str


@dataclass(frozen=True)
class _SavedDual:
    """A statement about entropies and its sum, as they are saved."""

    hypotheses: tuple[_SavedHypothesis, ...]
    goal: Form
    strict: bool
    terms: tuple[_SavedTerm, ...]
    copies: tuple[Copy, ...] = field(default=(), metadata=OPTIONAL)

    @classmethod
    def of(cls, dual: EntropyDual) -> _SavedDual:
        """The evidence about entropies as its file keeps it: hypotheses, goal, terms, copies."""
        stated = dual.statement
        facts = (
            _SavedHypothesis(f.name, _form_to_save(f.form), f.is_equality, f.is_strict)
            for f in stated.hypotheses
        )
        terms = (_SavedTerm(term.coefficient, str(term.source)) for term in dual.terms)
        goal = _form_to_save(stated.goal)
        return cls(tuple(facts), goal, stated.is_strict, tuple(terms), dual.copies)

    def read(self) -> EntropyDual:
        """The evidence about entropies that a file keeps, not yet checked."""
        facts = tuple(
            EntropyFact(h.name, _form_of_saved(h.form), h.equality, h.strict)
            for h in self.hypotheses
        )
        names = {fact.name for fact in facts}
        terms = (
            EntropyTerm(term.coefficient, _source_of_text(term.of, names)) for term in self.terms
        )
        statement = EntropyStatement(facts, _form_of_saved(self.goal), self.strict)
        return EntropyDual(statement, tuple(terms), self.copies)


@dataclass(frozen=True)
class _SavedEntropyProof:
    """An entropy proof as it is saved."""

    duals: tuple[_SavedDual, ...]


def _form_to_save(form: EntropyForm) -> Form:
    """The terms of a sum of joint entropies as a file of evidence has them, coefficient first."""
    return tuple((c, key) for key, c in form.terms)


def _form_of_saved(saved: Form) -> EntropyForm:
    """The sum of joint entropies whose terms a file of evidence has, coefficient first."""
    return EntropyForm.of([(key, c) for c, key in saved])


def _source_of_text(text: str, names: set[str]) -> Information | str:
    """The information that a term in a file of evidence names, or the name of a hypothesis."""
    match = _INFORMATION.fullmatch(text)
    if text in names or match is None:
        return text
    left, right = _variables_of_text(match["left"]), _variables_of_text(match["right"] or "")
    return Information(
        left, left if match["word"] == "H" else right, _variables_of_text(match["given"])
    )


def _variables_of_text(text: str | None) -> Variables:
    """The random variables of a text such as A,B in a file of evidence about entropies."""
    return tuple(text.split(",")) if text else ()
