"""Contradictory hypotheses: a certificate that no instance satisfies them all.

A sequent with the goal -1 >= 0 is proved as any other, or by way of a strict fact s > 0: where
-s >= 0 follows from the facts, s * (-1) >= 0 says that -1 >= 0.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.polynomial import constant, substitute
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.effort import after, units_left
from pmlsym.engines.schematic import prove_schematically
from pmlsym.errors import PmlError
from pmlsym.evidence.certificate import GOAL, Certificate, Combine, Split, Step, Term, Use
from pmlsym.evidence.certificate_steps import closing
from pmlsym.evidence.verdict import CertificateProof
from pmlsym.language.nodes import Claim
from pmlsym.lowering.sequents import lower

FALSE = constant(-1)


def find_contradiction(clash: Claim, *, effort: float) -> CertificateProof | None:
    """Certificates of the claim that hypotheses contradict each other, or nothing.

    >>> from pmlsym.claims.parsing import parse
    >>> len(find_contradiction(parse("not (pml(P, W) < 0)"), effort=5).certificates)
    1
    >>> find_contradiction(parse("not (pml(P, W) <= 1)"), effort=5) is None
    True
    """
    deadline = after(effort)
    found = []
    try:
        sequents = lower(clash)
    except PmlError:
        return None
    for k, sequent in enumerate(sequents):
        share = units_left(deadline) / (len(sequents) - k)
        certificate = refute_facts(sequent, effort=share)
        if certificate is None:
            return None
        found.append(certificate)
    return CertificateProof(tuple(found)) if found else None


def refute_facts(sequent: Sequent, *, effort: float) -> Certificate | None:
    """A certificate for the sequent, by way of strict facts where its goal is -1 >= 0."""
    strict = [f for f in sequent.facts if f.relation == ">" and not sequent.schemas]
    if sequent.goal != FALSE or sequent.relation != ">=":
        return prove_schematically(sequent, effort=effort)[0]
    share = effort / (1 + len(strict))
    certificate, _ = prove_schematically(sequent, effort=share)
    for fact in strict if certificate is None else ():
        certificate = _through(sequent, fact, share)
        if certificate is not None:
            break
    return certificate


def _through(sequent: Sequent, fact: Fact, effort: float) -> Certificate | None:
    """A proof of -1 >= 0 from -s >= 0, the fact being s > 0."""
    fixed = letters((Alphabet(i.alphabet) for i in fact.indices), taken=fact.polynomial.free)
    positive = substitute(fact.polynomial, dict(zip(fact.indices, fixed, strict=True)))
    inner, _ = prove_schematically(Sequent(sequent.facts, -positive), effort=effort)
    if inner is None:
        return None
    below = Fact(f"{fact.name}, and not", -positive)
    ends = closing(inner.steps)
    steps = tuple(_renamed(step, ends, below.name) for step in inner.steps)
    last = Combine(
        Fact(GOAL, FALSE),
        (Term(Fraction(1), (Use(below.name),)),),
        (Use(fact.name, fixed),),
    )
    return Certificate(sequent, (*steps, last))


def _renamed(step: Step, ends: frozenset[str], name: str) -> Step:
    """The step with what ends the proof, or a case of it, under another name."""
    own = step.statement.name
    if own not in ends:
        return step
    statement = replace(step.statement, name=name + own.removeprefix(GOAL))
    if isinstance(step, Split):
        return replace(
            step,
            statement=statement,
            positive=tuple(_renamed(s, ends, name) for s in step.positive),
            nonpositive=tuple(_renamed(s, ends, name) for s in step.nonpositive),
        )
    return replace(step, statement=statement)
