"""Proofs and checks of claims about a few real numbers.

    prove_analytic(claim)         an AnalyticProof, or nothing
    check_analytic(claim, proof)  the proof, checked to be a proof of the claim
    confirm_proof(claim, proof)   the proof, checked, with the answers of a second solver

Z3's nonlinear core has given wrong answers before. Where cvc5 is installed it gets every question
that Z3 settled: the steps of the proof, where its forms are defined and which signs they have.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace

from pmlsym.calculus.effort import until
from pmlsym.engines.analytic.finding import find_derivation
from pmlsym.engines.analytic.problem import NumberProblem
from pmlsym.engines.analytic.reading import problems
from pmlsym.engines.analytic.rules import expand
from pmlsym.engines.analytic.solver import Question, conditions_of, noting_questions
from pmlsym.engines.solver.cvc5_process import cvc5_answers
from pmlsym.errors import Disagreement, InvalidCertificate, Unsupported
from pmlsym.evidence.enclosure import AnalyticProof, Ask, Derivation
from pmlsym.kernel.checked import Checked
from pmlsym.language.nodes import Claim, Disjunction, Implication

PATIENCE = 8  # how much longer Z3 may take when a proof is checked

EACH = 2.0
"""Seconds for one question; cvc5 takes milliseconds for nearly all that Z3 settles in time."""


def prove_analytic(claim: Claim, *, effort: float = 10.0) -> AnalyticProof | None:
    """An analytic proof of a claim about numbers on its whole domain, or None.

    Raises Unsupported where the claim is not about numbers alone, or where its logarithms and
    quotients are not known to be defined.

    >>> from pmlsym.claim_text.question import parse
    >>> prove_analytic(parse("x >= 0 => log(1 + x) >= x - x*x/2")).methods
    ('ask',)
    """
    for parts in _problem_sets(claim):
        with until(effort / _number_of_alternatives(claim)):
            proof = _proof_of(parts)
        if proof is not None:
            return proof
    return None


def _problem_sets(claim: Claim) -> Iterator[tuple[NumberProblem, ...]]:
    """The analytic problems of a claim, for each alternative of its conclusion to show."""
    yield problems(claim)
    for turn in range(1, _number_of_alternatives(claim)):
        with suppress(Unsupported):
            yield problems(claim, turn=turn)


def _number_of_alternatives(claim: Claim) -> int:
    """The number of alternatives in the conclusion of a claim that is proved analytically."""
    while isinstance(claim, Implication):
        claim = claim.conclusion
    return len(claim.claims) if isinstance(claim, Disjunction) else 1


def _proof_of(parts: tuple[NumberProblem, ...]) -> AnalyticProof | None:
    """An analytic proof with a derivation for each problem; None if a problem has none."""
    derivations = []
    for problem in parts:
        derivation = find_derivation(problem)
        if derivation is None:
            return None
        derivations.append(derivation)
    return AnalyticProof(tuple(map(str, parts)), tuple(derivations))


class _ReplayedProof(Checked[AnalyticProof]):
    """A proof whose every step was expanded again."""

    __slots__ = ()


def check_analytic(claim: Claim, proof: AnalyticProof) -> Checked[AnalyticProof]:
    """An analytic proof, checked to be one of the claim; raises InvalidCertificate if not.

    The problems are read from the claim again, every step is expanded again, Z3 is asked again and
    every box is evaluated again.

    >>> from pmlsym.claim_text.question import parse
    >>> claim = parse("x >= 0 => exp(x) >= 1 + x")
    >>> _ = check_analytic(claim, prove_analytic(claim))
    >>> check_analytic(parse("x >= 0 => exp(x) >= 1 + 2*x"), prove_analytic(claim))
    Traceback (most recent call last):
    pmlsym.errors.InvalidCertificate: the proof is not linked to the claim
    """
    read = next(
        (way for way in _problem_sets(claim) if tuple(map(str, way)) == proof.problems), None
    )
    if read is None or len(read) != len(proof.derivations):
        raise InvalidCertificate("the proof is not linked to the claim")
    for problem, derivation in zip(read, proof.derivations, strict=True):
        replay(problem, derivation)
    return _ReplayedProof(proof)


def replay(problem: NumberProblem, derivation: Derivation) -> None:
    """Check that a derivation shows an analytic problem; raise InvalidCertificate if not."""
    step = derivation.step
    if isinstance(step, Ask):
        step = replace(step, milliseconds=step.milliseconds * PATIENCE)
    left = expand(problem, step)
    if len(left) != len(derivation.parts):
        raise InvalidCertificate(f"{len(left)} problems are left, {len(derivation.parts)} shown")
    for part, shown in zip(left, derivation.parts, strict=True):
        replay(part, shown)


def confirm_proof(
    claim: Claim, proof: AnalyticProof, *, seconds: float = 20.0
) -> Checked[AnalyticProof]:
    """An analytic proof after a check, with cvc5's answer to each question that Z3 settled.

    Raises InvalidCertificate where it does not prove the claim, and Disagreement where cvc5 finds
    a question satisfiable.

    >>> from pmlsym.claim_text.question import parse
    >>> from pmlsym.engines.analytic.checking import prove_analytic
    >>> claim = parse("x >= 0 and y >= 0 => exp(x + y) >= 1 + x + y")
    >>> len(confirm_proof(claim, prove_analytic(claim)).evidence.second)
    1
    """
    with noting_questions() as questions:
        checked = check_analytic(claim, proof)
    answers = cvc5_answers(
        [script_text(question) for question in questions], seconds=seconds, each=EACH
    )
    for (problem, level), answer in zip(questions, answers, strict=True):
        if answer == "sat":
            raise Disagreement(
                f"Z3 says unsat and cvc5 says sat to {problem} (level {level}); stop and look"
            )
    return _ReplayedProof(replace(checked.evidence, second=answers))


def script_text(question: Question) -> str:
    """A question of an analytic proof to Z3, in SMT-LIB 2; unsatisfiable if Z3 is right.

    >>> from pmlsym.engines.analytic.problem import NumberFact, NumberProblem
    >>> from pmlsym.engines.analytic.ratio import NumberRatio
    >>> "(check-sat)" in script_text((NumberProblem((), NumberFact(NumberRatio.variable("x"))), 0))
    True
    """
    import z3

    from pmlsym.evaluators.smt_check import new_solver

    context = z3.Context()
    solver = new_solver(context)
    solver.add(*conditions_of(*question, context))
    return "(set-logic QF_NRA)\n" + str(solver.to_smt2())
