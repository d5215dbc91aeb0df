"""Proofs, counterexamples and checks of claims about a few real numbers.

prove_analytic(claim)         an AnalyticProof, or nothing
check_analytic(claim, proof)  returns if the proof is one of the claim
refute_analytic(claim)        an exact instance on which the claim is false, or nothing
"""

from __future__ import annotations

from dataclasses import replace

from pmlsym.effort import after
from pmlsym.engines.analytic.finding import find
from pmlsym.engines.analytic.problem import NumberProblem
from pmlsym.engines.analytic.reading import problems
from pmlsym.engines.analytic.rules import expand
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.enclosure import AnalyticProof, Ask, Derivation
from pmlsym.language.nodes import Claim

PATIENCE = 8  # how much longer Z3 may take when a proof is checked


def prove_analytic(claim: Claim, *, effort: float = 10.0, seed: int = 0) -> AnalyticProof | None:
    """A proof of the claim on its whole domain, or nothing if none was found.

    Raises Unsupported where the claim is not about numbers alone, or where it is not known that
    its logarithms and quotients are defined.

    >>> from pmlsym.claims.parsing import parse
    >>> prove_analytic(parse("x >= 0 => log(1 + x) >= x - x*x/2")).methods
    ('ask',)
    """
    deadline = after(effort)
    found, texts = [], []
    for problem in problems(claim):
        derivation = find(problem, deadline=deadline, seed=seed)
        if derivation is None:
            return None
        found.append(derivation)
        texts.append(str(problem))
    return AnalyticProof(tuple(texts), tuple(found))


def check_analytic(claim: Claim, proof: AnalyticProof) -> None:
    """Return if the proof is one of the claim; raise InvalidCertificate if not.

    The problems are read from the claim again, every step is expanded again, Z3 is asked again and
    every box is evaluated again.

    >>> from pmlsym.claims.parsing import parse
    >>> claim = parse("x >= 0 => exp(x) >= 1 + x")
    >>> check_analytic(claim, prove_analytic(claim))
    >>> check_analytic(parse("x >= 0 => exp(x) >= 1 + 2*x"), prove_analytic(claim))
    Traceback (most recent call last):
    pmlsym.errors.InvalidCertificate: the proof is not linked to the claim
    """
    read = problems(claim)
    if tuple(map(str, read)) != proof.problems or len(read) != len(proof.derivations):
        raise InvalidCertificate("the proof is not linked to the claim")
    for problem, derivation in zip(read, proof.derivations, strict=True):
        replay(problem, derivation)


def replay(problem: NumberProblem, derivation: Derivation) -> None:
    """Return if the derivation shows the problem; raise InvalidCertificate if not."""
    step = derivation.step
    if isinstance(step, Ask):
        step = replace(step, milliseconds=step.milliseconds * PATIENCE)
    left = expand(problem, step)
    if len(left) != len(derivation.parts):
        raise InvalidCertificate(f"{len(left)} problems are left, {len(derivation.parts)} shown")
    for part, shown in zip(left, derivation.parts, strict=True):
        replay(part, shown)
