"""The portfolio: engines in turn on one deadline, until one of them settles the claim.

First a short look for a certificate, then for a counterexample, then both again with more time, and
last Z3 at small sizes. Whatever an engine finds goes to the judge; an engine that fails, or that
cannot read the claim, leaves an attempt that says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from time import monotonic
from typing import TYPE_CHECKING

from pmlsym.claims.entropy_form import is_entropic
from pmlsym.claims.evaluation import holds
from pmlsym.claims.hypotheses import contradiction_of
from pmlsym.claims.lowering import lower
from pmlsym.claims.subjects import subjects
from pmlsym.deadline import fence
from pmlsym.engines.contradiction import find_contradiction
from pmlsym.engines.judge import (
    judge_analytic,
    judge_certificates,
    judge_entropy,
    judge_evaluation,
    judge_instance,
)
from pmlsym.engines.schematic import prove_schematically
from pmlsym.engines.witness import find_witness
from pmlsym.errors import Disagreement, OutOfDomain, OutOfTime, PmlError, Unsupported
from pmlsym.evidence.certificate import Certificate
from pmlsym.evidence.instance import Instance
from pmlsym.evidence.verdict import (
    Attempt,
    CertificateProof,
    Evidence,
    Proved,
    Refuted,
    Unknown,
    Verdict,
)
from pmlsym.language.nodes import Claim

if TYPE_CHECKING:
    from pmlsym.engines.sampling import Progress, SearchResult

WITNESS_SECONDS = 0.5
CONTRADICTION_SECONDS = 2.0
FIRST_LOOK = 0.3
"""Seconds for points against a claim about numbers before a derivation is looked for."""


@dataclass
class Case:
    """A claim on its way to a verdict; `sampled` rounds of random instances are behind it.

    `sizes` narrows how many letters instances have, `progress` hears of them, and `nearest` is what
    came of the last of them.
    """

    claim: Claim
    deadline: float
    seed: int
    attempts: list[Attempt] = field(default_factory=list)
    sampled: int = 0
    sizes: Mapping[str, Sequence[int]] | None = None
    progress: Progress | None = None
    nearest: SearchResult | None = None

    def left(self) -> float:
        """The seconds that are left."""
        return self.deadline - monotonic()

    def note(self, engine: str, since: float, ending: str) -> None:
        """Record what an engine did."""
        self.attempts.append(Attempt(engine, monotonic() - since, ending))


LEAST_OPINION = 0.5
"""Seconds that the second solver gets at least, where a proof was found at the last moment."""

Turn = Callable[[Case, float], Verdict | None]


def run(
    claim: Claim, turns: tuple[tuple[Turn, float], ...], *, budget: float, seed: int
) -> Verdict:
    """The verdict of the engines that have a turn, each with a share of the budget."""
    return run_case(Case(claim, monotonic() + budget, seed), turns, budget=budget)


def run_case(case: Case, turns: Sequence[tuple[Turn, float]], *, budget: float) -> Verdict:
    """The same for a case that was narrowed, and that keeps what came of it."""
    with fence(budget + _grace(budget)):
        return _asked(case, ((evaluation, 1.0), *turns), budget)


def _asked(case: Case, turns: Sequence[tuple[Turn, float]], budget: float) -> Verdict:
    for turn, share in turns:
        seconds = min(share * budget, case.left())
        if seconds <= 0:
            break
        start = monotonic()
        try:
            with fence(seconds + _grace(budget)):
                found = turn(case, seconds)
        except OutOfTime:
            case.note(turn.__name__, start, "stopped by the clock within a step")
            continue
        except Unsupported as error:
            case.note(turn.__name__, start, f"cannot read the claim: {error}")
            continue
        except Disagreement:  # of two solvers: no answer can be used, and somebody has to look
            raise
        except Exception as error:  # whatever goes wrong in an engine, the others have their turn
            case.note(turn.__name__, start, f"failed: {type(error).__name__}: {error}")
            continue
        if found is not None:
            return found
    return Unknown(case.claim, tuple(case.attempts))


def _grace(budget: float) -> float:
    """How long a turn may run over: what was found in time is still shrunk, checked and judged."""
    return max(0.3, 0.1 * budget)


def evaluation(case: Case, _: float) -> Verdict | None:
    """A claim without names, or all of whose names have concrete entries, needs no engine.

    One without names that has no value is true or false of nothing; one that is beyond exact
    comparison is left to the engines.
    """
    about = subjects(case.claim)
    known = {data.tensor.name for data in about.data}
    names = {tensor.name for tensor in about.tensors}
    if about.scalars or about.outcomes or not names <= known:
        return None
    start = monotonic()
    sizes = {a: n for d in about.data for a, n in zip(d.tensor.alphabets, d.shape, strict=True)}
    if not set(about.alphabets) <= set(sizes):
        return None
    note = Attempt("evaluation", monotonic() - start, "evaluated exactly")
    try:
        return judge_evaluation(case.claim, Instance(sizes), (*case.attempts, note))
    except (OutOfDomain, Unsupported) as error:
        if names:
            raise
        case.note("evaluation", start, f"not evaluated: {error}")
        return Unknown(case.claim, tuple(case.attempts)) if isinstance(error, OutOfDomain) else None


def schematic(case: Case, seconds: float) -> Proved | None:
    """Certificates for every alphabet size."""
    start = monotonic()
    certificates: list[Certificate] = []
    notes = []
    for sequent in lower(case.claim):
        left = seconds - (monotonic() - start)
        certificate, note = prove_schematically(sequent, budget=left)
        notes.append(note)
        if certificate is None:
            case.note("schematic", start, note)
            return None
        certificates.append(certificate)
    case.note("schematic", start, f"found certificates; {'; '.join(notes)}")
    attempts = tuple(case.attempts)
    witness = _witness(case)

    def prove(clash: Claim, budget: float) -> Evidence | None:
        found = find_contradiction(clash, budget=budget)
        return CertificateProof(found) if found else None

    clash = _contradiction(case, witness, prove)
    return judge_certificates(case.claim, tuple(certificates), witness, attempts, clash)


def entropies(case: Case, seconds: float) -> Proved | Refuted | None:
    """Shannon-type claims: sums of informations, or a joint distribution against the claim."""
    if not is_entropic(case.claim):
        return None
    from pmlsym.engines.shannon.prove import prove_entropy
    from pmlsym.engines.shannon.refute import refute_entropy

    start = monotonic()
    proof = prove_entropy(case.claim, budget=seconds / 2)
    if proof is not None:
        case.note("shannon", start, f"found {len(proof.duals)} sums of informations")
        witness = _witness(case)
        clash = _contradiction(case, witness, lambda c, s: prove_entropy(c, budget=s))
        return judge_entropy(case.claim, proof, witness, tuple(case.attempts), clash)
    left = seconds - (monotonic() - start)
    instance = refute_entropy(case.claim, budget=left, seed=case.seed)
    if instance is None:
        case.note("shannon", start, "no sum of informations, and no joint distribution against it")
        return None
    case.note("shannon", start, "found a joint distribution against it")
    return judge_instance(case.claim, instance, tuple(case.attempts))


def numbers(case: Case, seconds: float) -> Proved | Refuted | None:
    """Claims about numbers alone, with exp and log: a proof, or a point against it."""
    from pmlsym.engines.analytic.checking import prove_analytic
    from pmlsym.engines.analytic.reading import is_analytic
    from pmlsym.engines.analytic.refuting import refute_analytic
    from pmlsym.engines.analytic.witnesses import find_point

    if not is_analytic(case.claim):
        return None

    start = monotonic()
    proof = None
    for look, share in ((FIRST_LOOK, 0.4), (0.5 * seconds, 1.0)):
        left = seconds - (monotonic() - start)
        instance = refute_analytic(case.claim, budget=min(look, left / 2), seed=case.seed)
        if instance is not None:
            case.note("analytic", start, "found a point against it")
            return judge_instance(case.claim, instance, tuple(case.attempts))
        left = seconds - (monotonic() - start)
        proof = prove_analytic(case.claim, budget=left * share, seed=case.seed)
        if proof is not None:
            break
    if proof is None:
        case.note("analytic", start, "no derivation, and no point against it")
        return None
    case.note("analytic", start, f"derived by {', '.join(proof.methods)}")
    point = find_point(case.claim, budget=min(WITNESS_SECONDS, case.left()), seed=case.seed)
    clash = _contradiction(case, point, lambda c, s: prove_analytic(c, budget=s, seed=case.seed))
    limit = max(LEAST_OPINION, case.left())
    return judge_analytic(case.claim, proof, point, tuple(case.attempts), clash, seconds=limit)


def _witness(case: Case) -> Instance | None:
    return find_witness(case.claim, budget=min(WITNESS_SECONDS, case.left()), seed=case.seed)


def _contradiction(
    case: Case, witness: Instance | None, prove: Callable[[Claim, float], Evidence | None]
) -> Evidence | None:
    """What shows that no instance meets the hypotheses, where none was found that does."""
    clash, budget = contradiction_of(case.claim), min(CONTRADICTION_SECONDS, case.left())
    if witness is not None or clash is None or budget <= 0:
        return None
    try:
        return prove(clash, budget)
    except PmlError:  # that the claim itself can be read does not say that this one can
        return None


def sampling(case: Case, seconds: float) -> Refuted | None:
    """Random and improved instances, confirmed exactly."""
    from pmlsym.engines.sampling import search

    start = monotonic()
    result = search(
        case.claim,
        budget=seconds,
        seed=case.seed,
        sizes=case.sizes,
        first=case.sampled,
        progress=case.progress,
    )
    case.sampled = result.rounds
    if case.nearest is None or _least_slack(result) < _least_slack(case.nearest):
        case.nearest = result
    tried = f"{result.tried} instances, {result.met} of them within the hypotheses"
    if result.instance is None:
        slack = "" if result.best_slack is None else f", smallest slack {result.best_slack:.3g}"
        case.note("sampling", start, f"nothing in {tried}{slack}")
        return None
    case.note("sampling", start, f"found a counterexample after {tried}")
    return judge_instance(case.claim, result.instance, tuple(case.attempts))


def _least_slack(result: SearchResult) -> float:
    return inf if result.best_slack is None else result.best_slack


def solver(case: Case, seconds: float) -> Refuted | None:
    """Z3 at two letters an alphabet: a counterexample, or a hint that there is none so small."""
    from pmlsym.engines.decision import decide_sequent
    from pmlsym.engines.model_instance import instance_of_model

    if case.sizes is not None and any(2 not in letters for letters in case.sizes.values()):
        return None
    start = monotonic()
    sequents = lower(case.claim)
    endings = []
    for sequent in sequents:
        sizes = dict.fromkeys(subjects(case.claim).alphabets, 2)
        decision = decide_sequent(sequent, sizes, start + seconds)
        endings.append(decision.status)
        if decision.instance is None:
            continue
        candidate = instance_of_model(case.claim, decision.instance, decision.letters)
        if _is_false(case.claim, candidate):
            case.note("z3", start, "found a counterexample")
            return judge_instance(case.claim, candidate, tuple(case.attempts))
        endings[-1] = "a model that does not confirm"
    case.note("z3", start, f"at two letters an alphabet: {', '.join(endings)}")
    return None


def _is_false(claim: Claim, instance: Instance) -> bool:
    try:
        return not holds(claim, instance)
    except PmlError:
        return False
