"""Checking saved evidence again: proofs by the kernel alone, counterexamples by exact evaluation.

A file is a proof (kernel/certificate_file.py), a proof about numbers or entropies
(evidence/number_proof_file.py), certificates of sequents alone, a counterexample, the JSON answer
of `pmlsym ask --json`, or the mechanism of `pmlsym design --json`. A proof counts for its claim
only if the claim, read and lowered again, yields the sequents that are proved; statements of a file
about itself are not believed. Every step of an analytic proof is repeated: Z3 is asked again, and
each ball is evaluated again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pmlsym.calculus.data import UNNAMED
from pmlsym.calculus.json_text import finite, parse
from pmlsym.calculus.sequent import Sequent
from pmlsym.calculus.wire import (
    read_object,
    read_sequent,
    read_tensors,
    read_terms,
    refuse,
)
from pmlsym.calculus.wire_writing import write_sequent, write_tensors, write_terms
from pmlsym.claim_text.question import Question
from pmlsym.claim_text.question_about import question_about
from pmlsym.claims.any_number import at_numbers_of_instance
from pmlsym.claims.domain import domain_of
from pmlsym.claims.entropies import is_joint, joint_of
from pmlsym.claims.evaluation import holds
from pmlsym.claims.opening import open_quantifiers
from pmlsym.claims.repeated import repeat_letters_of
from pmlsym.claims.subjects import subjects
from pmlsym.engines.analytic.checking import confirm_proof
from pmlsym.engines.decide.judge import check_entropy, judge_instance, judge_over_priors
from pmlsym.errors import Disagreement, InvalidCertificate, PmlError, Unsupported
from pmlsym.evidence.enclosure import AnalyticProof
from pmlsym.evidence.entropy_dual import EntropyProof
from pmlsym.evidence.number_proof_file import NUMBER_PROOF, NumberProofFile, number_proof_from_json
from pmlsym.evidence.verdict import (
    EVERY_NUMBER,
    EVERY_SIZE,
    EVERY_VARIABLE,
    NOWHERE,
    UNTRIED,
    VACUOUS,
    CertificateProof,
    OverPriors,
    PriorBound,
    Proved,
)
from pmlsym.kernel import checker
from pmlsym.kernel.certificate_file import (
    PROOF,
    SEQUENTS,
    ProofFile,
    SequentsFile,
    proof_from_json,
    sequents_from_json,
)
from pmlsym.kernel.induction import check_induction
from pmlsym.language.nodes import Claim
from pmlsym.lowering.merged_letters import are_sequents_of
from pmlsym.lowering.sequents import lower
from pmlsym.lowering.stated_facts import is_implied, stated_facts
from pmlsym.model.instance import Instance
from pmlsym.pages.held_hypotheses import shown_parts

COUNTEREXAMPLE, VERSION = "pmlsym counterexample", 1
ANSWER = "pmlsym answer"
MECHANISM = "pmlsym mechanism"
DECISION = "pmlsym decision over priors"
FORMATS = (PROOF, SEQUENTS, NUMBER_PROOF, COUNTEREXAMPLE, ANSWER, MECHANISM, DECISION)
OWN = ("channels", "priors", "letters")
"""What a claim about the user's own channels has besides its texts."""

LATER = ("domain", "with_full_support", "caveat", *OWN, "bounds")
"""The keys that answers have not always held, and may lack."""

KEYS = {
    COUNTEREXAMPLE: ("format", "version", "claim", "instance"),
    ANSWER: (
        *("format", "version", "verdict", "claim", "lets", "assume", "scope", "engine", "trust"),
        *("seconds", "witness", "counterexample", "certificate", "scripts", "attempts"),
        *LATER,
    ),
    DECISION: ("format", "version", "claim", "bounds"),
}
"""What a counterexample and an answer hold: these keys, and no other."""

OF_PROOFS = ("scope", "domain", "caveat", "trust", "witness", "certificate")
"""What answers state of proofs alone."""

UNSHOWN_VACUOUS = "  (that its hypotheses contradict each other is not checked)"
UNSHOWN_MENDED = "  (what holds with full support is not checked)"
"""The remark on what answers state without evidence."""

UNSTATED_FACTS = "  (what is known of its measures is not in the file)"
"""The remark on an older proof: its facts are computed here, and cannot be compared."""

CLAIM = {"text", "lets", "assume", *OWN}
INSTANCE = ("priors", "channels", "alphabets", "scalars", "outcomes")


def check_saved(text: str) -> str:
    """The line that is printed on what the evidence in a saved file establishes.

    Raises InvalidCertificate, or another PmlError, where it establishes nothing.

    >>> check_saved('{"format": "pmlsym counterexample", "version": 1}')
    Traceback (most recent call last):
    pmlsym.errors.InvalidCertificate: pmlsym counterexample: there is no 'claim' and no 'instance'
    """
    data = _read_evidence(text)
    kind = data.get("format")
    if kind == COUNTEREXAMPLE:
        return _check_counterexample(data)
    if kind == ANSWER:
        return _check_answer(data)
    if kind == MECHANISM:
        from pmlsym.mechanisms.saved_mechanism import check_mechanism

        return check_mechanism(data)
    if kind == DECISION:
        return _check_decision(data)
    if kind == NUMBER_PROOF:
        return _check_number_proof(number_proof_from_json(data))
    if kind == SEQUENTS:
        return _check_sequents(sequents_from_json(data))
    return _check_proof(proof_from_json(data))


def counterexample_data(question: Question, instance: Instance) -> dict[str, Any]:
    """The JSON of a counterexample to a question, which `check_saved` reads."""
    return {**_with_header(COUNTEREXAMPLE, question), "instance": instance.to_json()}


def decision_data(question: Question, bounds: tuple[PriorBound, ...]) -> dict[str, Any]:
    """The JSON of a claim decided over a set of priors, which `check_saved` decides again."""
    return {**_with_header(DECISION, question), "bounds": [bound.to_json() for bound in bounds]}


def own_data(question: Question) -> dict[str, Any]:
    """The JSON of the channels, priors and labels that a question has of its own, if any."""
    entries = Instance({}, dict(question.channels)).to_json()["tensors"]
    channels = {"channels": entries} if entries else {}
    priors = {} if question.priors is None else {"priors": repr(question.priors)}
    letters = {"letters": question.letters.to_json()} if question.letters else {}
    return channels | priors | letters


def _with_header(kind: str, question: Question) -> dict[str, Any]:
    """The JSON head of a saved answer or counterexample: format, version and claim."""
    return {"format": kind, "version": VERSION, "claim": _claim_data(question)}


def _claim_data(question: Question) -> dict[str, Any]:
    """The JSON of a question in a saved answer: its text, declarations and assumptions."""
    texts = {"lets": list(question.lets), "assume": list(question.assume)}
    return {"text": question.text, **texts, **own_data(question)}


def _read_evidence(text: str) -> dict[str, Any]:
    """The JSON of an answer or of evidence that is read. Raises InvalidCertificate at others."""
    if not text.strip():
        raise InvalidCertificate("the file is empty")
    try:
        data = parse(text, finite)
        if not isinstance(data, dict) or data.get("format") not in FORMATS:
            refuse("the file", "no proof, counterexample, answer or mechanism of pmlsym")
        kind = data["format"]
        if kind == ANSWER and isinstance(data, dict):
            data = {**dict.fromkeys(LATER), **data}
        entry = read_object(data, kind, KEYS.get(kind))
        version = entry.get("version")
        if kind in KEYS and (type(version) is not int or version != VERSION):
            refuse(kind, f"version {str(version)[:20]} is not known; this reads {VERSION}")
    except PmlError as error:
        raise InvalidCertificate(str(error)) from None
    return entry


def _check_proof(proof: ProofFile, asked: Question | None = None) -> str:
    """The line of text on a saved proof, whose certificates have to be those of its claim."""
    for certificate in proof.certificates:
        checker.check(certificate)
    question = asked or Question(proof.text, proof.lets, proof.assume)
    try:
        sequents = lower(question.claim())
    except PmlError as error:
        raise InvalidCertificate(f"not linked to a claim: {error}") from None
    stated = [certificate.sequent for certificate in proof.certificates]
    if not are_sequents_of(stated, sequents, _without_roles):
        reason = "it is not lowered to the sequents of these certificates"
        raise InvalidCertificate(f"not linked to a claim: {reason}: {question}")
    count = len(proof.certificates)
    said = f"proof with {count} certificate{'s' * (count != 1)}: {question}"
    facts = stated_facts(question.claim())
    if facts is not None and proof.facts is None:
        return f"{said}{UNSTATED_FACTS}"
    if not is_implied(proof.facts, facts):
        raise InvalidCertificate(f"the facts of its measures are not what is stated: {question}")
    return said


def _without_roles(sequent: Sequent) -> Sequent:
    """The sequent that is left once JSON has printed it: its tensors have no roles."""
    tensors = sequent.tensors
    table = read_terms(write_terms(tensors), read_tensors(write_tensors(tensors)))
    return read_sequent(write_sequent(sequent), table)


def _check_sequents(file: SequentsFile) -> str:
    """The line of text on a saved file of sequents, whose certificates are checked again."""
    for certificate in file.certificates:
        checker.check(certificate)
    for induction in file.inductions:
        check_induction(induction)
    count = len(file.certificates) + len(file.inductions)
    return (
        f"{count} certificate{'s' * (count != 1)} of sequents for {file.row} "
        f"(that they say this is not checked): {file.says}"
    )


def _check_number_proof(file: NumberProofFile) -> str:
    """The line of text on a saved proof about numbers or entropies, which is checked again."""
    question, proof = Question(file.text, file.lets, file.assume), file.proof
    try:
        claim = question.claim()
        if isinstance(proof, AnalyticProof):
            proof = confirm_proof(claim, proof).evidence
        else:
            check_entropy(claim, proof)
    except (InvalidCertificate, Disagreement):
        raise
    except PmlError as error:
        raise InvalidCertificate(f"not linked to a claim: {error}") from None
    return f"{proof.engine} proof ({proof.trust}): {question}"


def _check_counterexample(data: dict[str, Any]) -> str:
    """The line of text on a counterexample in JSON, which is evaluated again."""
    return _refutation_sentence(_stated_question(data), Instance.from_json(data["instance"]))


def _check_decision(data: dict[str, Any]) -> str:
    """The line of text on a decision over priors in JSON, which is made again."""
    question = _stated_question(data)
    verdict, bounds = _decide_over_priors(question)
    if bounds != data["bounds"]:
        raise InvalidCertificate(f"the worst values are not what is stated: {question}")
    if verdict.vacuous:
        return f"vacuous, no prior of the set meets the hypotheses: {question}"
    return f"decided for all priors of the set: {question}"


def _decide_over_priors(question: Question) -> tuple[Proved, list[dict[str, Any]]]:
    """The verdict and worst values that a JSON page on a decision over priors has to state."""
    verdict = judge_over_priors(question.claim(), ())
    if not isinstance(verdict, Proved) or not isinstance(verdict.evidence, OverPriors):
        raise InvalidCertificate(f"not true for all priors of the set: {question}")
    return verdict, [bound.to_json() for bound in verdict.evidence.bounds]


def _stated_question(data: dict[str, Any]) -> Question:
    """The question on a saved page in JSON. Raises InvalidCertificate if it is not whole."""
    claim = data["claim"]
    if not isinstance(claim, dict) or not {"text", "lets", "assume"} <= set(claim) <= CLAIM:
        raise InvalidCertificate("a claim has a text, and lists of declarations and assumptions")
    return _question_of_data(claim)


def _check_answer(data: dict[str, Any]) -> str:
    """The line of text on an answer in JSON, whose proof or counterexample is checked again."""
    question = _question_of_data({**data, "text": data["claim"]})
    if data["verdict"] == "proved" and data["certificate"] is not None:
        said = _check_proof_of_question(question, data["certificate"])
        is_decision = data["certificate"]["format"] == DECISION
        (_check_stated_bounds if is_decision else _check_scope_and_trust)(data, question)
        _check_additions(data, question)
        return f"{said}{UNSHOWN_VACUOUS}" if data["scope"] in (VACUOUS, NOWHERE) else said
    found = data["counterexample"]
    if data["verdict"] != "refuted" or not isinstance(found, dict):
        raise InvalidCertificate("the answer has neither a certificate nor a counterexample")
    _require_no_evidence(data, *OF_PROOFS)
    keys = (*INSTANCE, "left", "right")
    with_parts = [key for key in ("fails", "hypotheses") if key in found]  # which older files lack
    instance = _instance_of_answer(read_object(found, "counterexample", (*keys, *with_parts)))
    said = _refutation_sentence(question, instance)
    verdict = judge_instance(question.claim(), instance, ())
    for side, value in (("left", verdict.left), ("right", verdict.right)):
        if (None if value is None else value.to_json()) != found[side]:
            raise InvalidCertificate(f"the {side} side is not what is stated, but {value}")
    parts = shown_parts(question.claim(), instance)
    if wrong := next((key for key in with_parts if found[key] != parts[key]), None):
        raise InvalidCertificate(f"{wrong}: it is not what is stated, but {parts[wrong]}")
    if data["bounds"] is not None and data["bounds"] not in _bounds_of_answer(question):
        raise InvalidCertificate(f"the worst values are not what is stated: {question}")
    return f"{said}{UNSHOWN_MENDED}" if data["with_full_support"] is not None else said


def _bounds_of_answer(question: Question) -> Iterator[list[dict[str, Any]]]:
    """The worst values over priors that a JSON answer may keep, in either of two places."""
    for in_parts in (False, True):
        try:
            verdict = judge_over_priors(question.claim(), (), in_parts=in_parts)
        except Unsupported:
            continue
        if verdict is not None:
            yield [bound.to_json() for bound in verdict.bounds]


def _require_no_evidence(data: dict[str, Any], *keys: str) -> None:
    """Raises InvalidCertificate if an answer's page in JSON has what its verdict cannot have."""
    for key in keys:
        if data[key]:
            raise InvalidCertificate(f"the answer states a {key} that its verdict cannot have")


def _check_scope_and_trust(data: dict[str, Any], question: Question) -> None:
    """Raises InvalidCertificate unless the scope and trust in a JSON answer are true."""
    proof = data["certificate"]
    of_numbers = proof["format"] == NUMBER_PROOF
    evidence = number_proof_from_json(proof).proof if of_numbers else CertificateProof(())
    scopes = {AnalyticProof: (EVERY_NUMBER,), EntropyProof: (EVERY_VARIABLE,)}
    if data["scope"] not in scopes.get(type(evidence), (EVERY_SIZE, VACUOUS, NOWHERE)):
        raise InvalidCertificate(f"the proof does not have the scope {str(data['scope'])[:60]!r}")
    trusts = [evidence.trust]
    if isinstance(evidence, AnalyticProof):
        here = confirm_proof(question.claim(), evidence).evidence
        absent = ("absent",) * len(here.second or ())  # as an answer says where cvc5 was missing
        trusts = [here.trust, replace(here, second=absent).trust]
    if data["engine"] != evidence.engine or data["trust"] not in trusts:
        raise InvalidCertificate("the proof does not have the stated engine and trust")


def _check_stated_bounds(data: dict[str, Any], question: Question) -> None:
    """Raises InvalidCertificate if the scope, trust or bounds on an answer's page are wrong."""
    verdict, bounds = _decide_over_priors(question)
    stated = (data["scope"], data["engine"], data["trust"], data["bounds"] or [])  # or left out
    if stated != (verdict.scope, verdict.evidence.engine, verdict.evidence.trust, bounds):
        raise InvalidCertificate("the decision does not have the stated scope, trust and bounds")


def _check_additions(data: dict[str, Any], question: Question) -> None:
    """Raises InvalidCertificate if the domain, caveat or witness on an answer's page is wrong.

    Additions that older answers lack may be left out.
    """
    claim = question.claim()
    _require_no_evidence(data, "counterexample", "with_full_support")
    if data["domain"] is not None and data["domain"] != list(domain_of(claim)):
        raise InvalidCertificate("the claim does not have the stated domain")
    tried = data["witness"] is not None
    if data["caveat"] is not None and (tried or data["caveat"] != UNTRIED):
        raise InvalidCertificate(f"the proof does not have the caveat {str(data['caveat'])[:60]!r}")
    if tried:
        witness = _instance_of_answer(read_object(data["witness"], "witness", INSTANCE))
        _require_names_of_claim(claim, witness)
        if data["scope"] == VACUOUS or not holds(claim, witness):
            raise InvalidCertificate("the claim is false on the stated witness, or vacuous")


def _require_names_of_claim(claim: Claim, instance: Instance) -> None:
    """Raises InvalidCertificate if an instance in JSON has names that are not in its claim."""
    said = open_quantifiers(claim)
    letters = repeat_letters_of(said)
    about = subjects(at_numbers_of_instance(said, instance))
    tensors = [joint_of(instance, t.alphabets) if is_joint(t) else t for t in about.tensors]
    alphabets = {*about.alphabets, *(a for t in tensors if is_joint(t) for a in t.alphabets)}
    for what, given, known in (
        ("alphabet", instance.sizes, alphabets),
        ("channel or prior", instance.tensors, {tensor.name for tensor in tensors}),
        ("number", instance.scalars, {*about.scalars, *letters}),
        ("outcome", instance.outcomes, about.outcomes),
    ):
        for name in given:
            if name not in known:
                has = ", ".join(sorted(known)) or "none"
                raise InvalidCertificate(f"the claim has no {what} {name[:40]!r}; it has {has}")


def _instance_of_answer(found: dict[str, Any]) -> Instance:
    """The instance in a JSON answer, which tells priors from channels."""
    priors, channels, sizes, scalars, outcomes = (read_object(found[k], k) for k in INSTANCE)
    if set(priors) & set(channels):
        raise InvalidCertificate("one name stands for a prior and for a channel")
    tensors = {**priors, **channels}
    plain = {"alphabets": sizes, "tensors": tensors, "scalars": scalars, "outcomes": outcomes}
    return Instance.from_json(plain)


def _check_proof_of_question(question: Question, data: object) -> str:
    """The line of text on the proof in an answer's JSON, which has to be one of its question."""
    if isinstance(data, dict) and data.get("format") == DECISION:
        own = read_object(data, DECISION, KEYS[DECISION])
        if own["claim"] != _claim_data(question):
            raise InvalidCertificate("not linked to a claim: its decision is of another")
        return _check_decision(own)
    of_numbers = isinstance(data, dict) and data.get("format") == NUMBER_PROOF
    proof = number_proof_from_json(data) if of_numbers else proof_from_json(data)
    general = replace(question, channels=(), priors=None, letters=UNNAMED)
    if Question(proof.text, proof.lets, proof.assume) != general:
        raise InvalidCertificate(f"not linked to a claim: its proof is one of {proof.text}")
    if isinstance(proof, NumberProofFile):
        return _check_number_proof(proof)
    return _check_proof(proof, question)


def _refutation_sentence(question: Question, instance: Instance) -> str:
    """The printed sentence on a saved instance, on which the claim has to be false."""
    claim = question.claim()
    _require_names_of_claim(claim, instance)
    if holds(claim, instance):
        raise InvalidCertificate(f"no counterexample, the claim holds on the instance: {question}")
    return f"counterexample: {question}"


def _question_of_data(claim: dict[str, Any]) -> Question:
    """The question on an answer's page in JSON, with its own channels and priors."""
    text, lets, assume = claim.get("text"), claim.get("lets", []), claim.get("assume", [])
    if not isinstance(text, str) or not (_are_texts(lets) and _are_texts(assume)):
        raise InvalidCertificate("a claim has a text, and lists of declarations and assumptions")
    channels, priors = claim.get("channels") or {}, claim.get("priors")
    letters = claim.get("letters") or {}
    if not isinstance(channels, dict) or not isinstance(priors, str | None):
        raise InvalidCertificate("channels are entries by name, and priors are a text")
    if not (isinstance(letters, dict) and all(map(_are_texts, letters.values()))):
        raise InvalidCertificate("letters are lists of labels by alphabet")
    own = Instance.from_json({"alphabets": {}, "tensors": channels})  # and no names of files
    return question_about(text, lets, assume, own.tensors, priors, letters)


def _are_texts(value: object) -> bool:
    """Whether a value in a JSON answer is a list of texts."""
    return isinstance(value, list) and all(isinstance(word, str) for word in value)
