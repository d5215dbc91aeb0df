"""The portfolio: engines in turn, until one of them settles the claim.

First a short look for a certificate, then for a counterexample, then both again with more effort,
and Z3 at small sizes; what is left goes to those who can go on. Whatever an engine finds goes to
the judge; an engine that fails, or that cannot read the claim, leaves an attempt that says so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from pmlsym.calculus.data import sizes_in
from pmlsym.calculus.sequent import Sequent
from pmlsym.claims.evaluation import holds
from pmlsym.claims.hypotheses import contradiction_of
from pmlsym.claims.subjects import is_about_numbers, subjects
from pmlsym.effort import Stopwatch, after, fence, limit, units_left
from pmlsym.engines.contradiction import find_contradiction
from pmlsym.engines.judge import (
    judge_analytic,
    judge_certificates,
    judge_entropy,
    judge_evaluation,
    judge_instance,
)
from pmlsym.engines.prior_turns import over_parts, over_priors
from pmlsym.engines.schematic import Schematic
from pmlsym.engines.witness import find_witness
from pmlsym.errors import Disagreement, OutOfDomain, OutOfEffort, OutOfTime, PmlError, Unsupported
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
from pmlsym.lowering.entropy_form import is_entropic
from pmlsym.lowering.sequents import lower

if TYPE_CHECKING:
    from pmlsym.engines.sampling import Progress, SearchResult

WITNESS = 0.5
CONTRADICTION = 2.0
SETTLING = WITNESS + CONTRADICTION + 1
"""Effort for instances of the hypotheses, for a proof that there are none, and for all that comes
after something was found: it is shrunk, checked and judged."""

FIRST_LOOK = 0.3
"""Effort for points against a claim about numbers before a derivation is looked for."""

LEAST_OPINION = 0.5
"""Seconds that the second solver gets at least, where a proof was found at the last moment."""

LEAST_TURN = 0.05
"""The effort below which no turn is given."""


@dataclass
class Case:
    """A claim on its way to a verdict; `sampled` rounds of random instances are behind it.

    `seen` instances were in them, `within` of these met the hypotheses.
    `sizes` narrows how many letters instances have, `progress` hears of them, and `nearest` is what
    came of the last of them. `searches` for certificates are continued, turn after turn, and
    `ended` names the turns that have nothing more to try. `met` is an instance
    on which the claim holds, where one is known.
    """

    claim: Claim
    effort: float
    seed: int
    attempts: list[Attempt] = field(default_factory=list)
    sampled: int = 0
    seen: int = 0
    within: int = 0
    sizes: Mapping[str, Sequence[int]] | None = None
    progress: Progress | None = None
    nearest: SearchResult | None = None
    searches: list[_Search] | None = None
    ended: set[Turn] = field(default_factory=set)
    watch: Stopwatch = field(default_factory=Stopwatch)
    met: Instance | None = None

    def left(self) -> float:
        """The units that are left."""
        return self.effort - self.watch.units

    def note(self, engine: str, since: Stopwatch, ending: str) -> None:
        """Record what an engine did."""
        self.attempts.append(Attempt(engine, since.seconds, ending, since.units))


Turn = Callable[[Case, float], Verdict | None]


@dataclass
class _Search:
    """The search for a certificate of one sequent, and the certificate once it is found."""

    sequent: Sequent
    search: Schematic | None = None
    found: Certificate | None = None

    def run(self, effort: float) -> bool:
        """Go on with so much effort; whether there is a certificate."""
        deadline = after(effort)
        if self.found is None:
            if self.search is None or not self.search.found_lemmas:
                self.search = Schematic(self.sequent, effort=effort)
            self.found = self.search.run(units_left(deadline))
        return self.found is not None


def run(
    claim: Claim,
    turns: Sequence[tuple[Turn, float]],
    *,
    effort: float,
    budget: float = inf,
    seed: int,
) -> Verdict:
    """The verdict of the engines that have a turn, each with a share of the effort.

    `budget` is the clock's fence, in seconds: an answer that it cuts says so.
    """
    return run_case(Case(claim, effort, seed), turns, budget=budget)


def run_case(case: Case, turns: Sequence[tuple[Turn, float]], *, budget: float = inf) -> Verdict:
    """The same for a case that was narrowed, and that keeps what came of it."""
    try:
        with fence(budget + _grace(budget)):
            return _asked(case, ((evaluation, 1.0), (over_priors, 1.0), *_with_parts(turns)))
    except OutOfTime:
        units = f"{case.watch.units:.3g} of {case.effort:g} units of effort"
        case.note("clock", case.watch, f"cut by the budget of {budget:g} s, after {units}")
        return Unknown(case.claim, tuple(case.attempts))


def _with_parts(turns: Sequence[tuple[Turn, float]]) -> tuple[tuple[Turn, float], ...]:
    """The turns, and after the first search for certificates one for sets of priors in parts.

    What holds at every size is better shown so; what holds for these channels alone comes next.
    """
    place = next((k + 1 for k, (turn, _) in enumerate(turns) if turn is schematic), 0)
    return (*turns[:place], (over_parts, 1.0), *turns[place:])


def _asked(case: Case, turns: Sequence[tuple[Turn, float]]) -> Verdict:
    for turn, share in turns:
        found = _turn(case, turn, share * case.effort)
        if found is not None:
            return found
    while case.left() > LEAST_TURN:  # what was not used is for those who can use it
        open_ = [
            turn for turn in dict.fromkeys(turn for turn, _ in turns) if turn not in case.ended
        ]
        for place, turn in enumerate(open_):
            found = _turn(case, turn, case.left() / (len(open_) - place))
            if found is not None:
                return found
        if not open_:
            break
    return Unknown(case.claim, tuple(case.attempts))


def _turn(case: Case, turn: Turn, effort: float) -> Verdict | None:
    units = min(effort, case.left())
    if turn in case.ended or units <= 0:
        return None
    watch = Stopwatch()
    try:
        with limit(units + _grace(case.effort) + SETTLING):
            return turn(case, units)
    except OutOfEffort:
        case.note(turn.__name__, watch, "stopped within a step")
    except (Disagreement, OutOfTime):  # somebody has to look; no time is left for others
        raise
    except Unsupported as error:
        case.ended.add(turn)
        case.note(turn.__name__, watch, f"cannot read the claim: {error}")
    except Exception as error:  # whatever goes wrong in an engine, the others have their turn
        case.ended.add(turn)
        case.note(turn.__name__, watch, f"failed: {type(error).__name__}: {error}")
    return None


def _grace(limit: float) -> float:
    """How far a turn, or the clock, may run over: a step is not stopped where it is cheap."""
    return max(0.3, 0.1 * limit)


def evaluation(case: Case, _: float) -> Verdict | None:
    """A claim without names, or all of whose names have concrete entries, needs no engine.

    One without names that has no value is true or false of nothing; one that is beyond exact
    comparison is left to the engines.
    """
    case.ended.add(evaluation)
    about = subjects(case.claim)
    known = {data.tensor.name for data in about.data}
    names = {tensor.name for tensor in about.tensors}
    if about.scalars or about.outcomes or not names <= known:
        return None
    watch = Stopwatch()
    sizes = sizes_in(about.data)
    if not set(about.alphabets) <= set(sizes):
        return None
    note = Attempt("evaluation", watch.seconds, "evaluated exactly", watch.units)
    try:
        return judge_evaluation(case.claim, Instance(sizes), (*case.attempts, note))
    except (OutOfDomain, Unsupported) as error:
        if names:
            raise
        case.note("evaluation", watch, f"not evaluated: {error}")
        return Unknown(case.claim, tuple(case.attempts)) if isinstance(error, OutOfDomain) else None


def schematic(case: Case, effort: float) -> Proved | None:
    """Certificates for every alphabet size."""
    watch, deadline = Stopwatch(), after(effort)
    if case.searches is None:
        case.searches = [_Search(sequent) for sequent in lower(case.claim)]
    for part in case.searches:
        if not part.run(units_left(deadline)):
            if part.search is not None and part.search.exhausted:
                case.ended.add(schematic)
            case.note("schematic", watch, part.search.ending if part.search else "no effort left")
            return None
    notes = "; ".join(part.search.ending for part in case.searches if part.search)
    case.note("schematic", watch, f"found certificates; {notes}")
    certificates = tuple(part.found for part in case.searches if part.found)
    attempts = tuple(case.attempts)
    witness = _witness(case)

    def prove(clash: Claim) -> Evidence | None:
        found = find_contradiction(clash, effort=CONTRADICTION)
        return CertificateProof(found) if found else None

    clash = _contradiction(case, witness, prove)
    return judge_certificates(case.claim, certificates, witness, attempts, clash)


def entropies(case: Case, effort: float) -> Proved | Refuted | None:
    """Shannon-type claims: sums of informations, or a joint distribution against the claim."""
    case.ended.add(entropies)
    if not is_entropic(case.claim):
        return None
    from pmlsym.engines.shannon.prove import prove_entropy
    from pmlsym.engines.shannon.refute import refute_entropy

    watch, proof, sums = Stopwatch(), None, "no sum of informations"
    try:
        proof = prove_entropy(case.claim, effort=effort / 2)
    except OutOfEffort:
        sums = "the search for sums of informations was cut"
        case.ended.discard(entropies)
    if proof is not None:
        case.note("shannon", watch, f"found {len(proof.duals)} sums of informations")
        witness = _witness(case)
        clash = _contradiction(case, witness, lambda c: prove_entropy(c, effort=CONTRADICTION))
        return judge_entropy(case.claim, proof, witness, tuple(case.attempts), clash)
    instance = refute_entropy(case.claim, effort=effort - watch.units, seed=case.seed)
    if instance is None:
        case.note("shannon", watch, f"{sums}, and no joint distribution against it")
        return None
    case.note("shannon", watch, "found a joint distribution against it")
    return judge_instance(case.claim, instance, tuple(case.attempts))


def numbers(case: Case, effort: float) -> Proved | Refuted | None:
    """Claims about numbers alone, with exp and log: a proof, or a point against it."""
    case.ended.add(numbers)
    if not is_about_numbers(case.claim):
        return None
    from pmlsym.engines.analytic.checking import prove_analytic
    from pmlsym.engines.analytic.refuting import refute_analytic
    from pmlsym.engines.analytic.witnesses import find_point

    watch, deadline = Stopwatch(), after(effort)
    proof = None
    for look, share in ((FIRST_LOOK, 0.4), (0.5 * effort, 1.0)):
        units = min(look, units_left(deadline) / 2)
        instance = refute_analytic(case.claim, effort=units, seed=case.seed)
        if instance is not None:
            case.note("analytic", watch, "found a point against it")
            return judge_instance(case.claim, instance, tuple(case.attempts))
        units = share * units_left(deadline)
        proof = prove_analytic(case.claim, effort=units, seed=case.seed)
        if proof is not None:
            break
    if proof is None:
        case.note("analytic", watch, "no derivation, and no point against it")
        return None
    case.note("analytic", watch, f"derived by {', '.join(proof.methods)}")
    point = find_point(case.claim, effort=WITNESS, seed=case.seed)

    def prove(clash: Claim) -> Evidence | None:
        return prove_analytic(clash, effort=CONTRADICTION, seed=case.seed)

    clash = _contradiction(case, point, prove)
    seconds = max(LEAST_OPINION, case.left())
    return judge_analytic(case.claim, proof, point, tuple(case.attempts), clash, seconds=seconds)


def _witness(case: Case) -> Instance | None:
    if case.met is not None:
        return case.met
    return find_witness(case.claim, effort=WITNESS, seed=case.seed)


def _contradiction(
    case: Case, witness: Instance | None, prove: Callable[[Claim], Evidence | None]
) -> Evidence | None:
    """What shows that no instance meets the hypotheses, where none was found that does."""
    clash = contradiction_of(case.claim)
    if witness is not None or clash is None:
        return None
    try:
        return prove(clash)
    except (PmlError, OutOfEffort):  # this claim may be harder to read, or to prove, than the other
        return None


def sampling(case: Case, effort: float) -> Refuted | None:
    """Random and improved instances, confirmed exactly."""
    from pmlsym.engines.sampling import search

    watch = Stopwatch()
    result = search(
        case.claim,
        effort=effort,
        seed=case.seed,
        sizes=case.sizes,
        first=case.sampled,
        progress=case.progress,
    )
    case.sampled = result.rounds
    if case.nearest is None or _least_slack(result) < _least_slack(case.nearest):
        case.nearest = result
    case.seen += result.tried
    case.within += result.met
    tried = f"{case.seen} instances, {case.within} of them within the hypotheses"
    if result.instance is None:
        least = case.nearest.best_slack
        slack = "" if least is None else f", smallest slack {least:.3g}"
        case.note("sampling", watch, f"nothing in {tried}{slack}")
        return None
    case.note("sampling", watch, f"found a counterexample after {tried}")
    return judge_instance(case.claim, result.instance, tuple(case.attempts))


def _least_slack(result: SearchResult) -> float:
    return inf if result.best_slack is None else result.best_slack


def solver(case: Case, effort: float) -> Refuted | None:
    """Z3 at two letters an alphabet: a counterexample, or a hint that there is none so small."""
    from pmlsym.engines.decision import decide_sequent
    from pmlsym.engines.model_instance import instance_of_model

    case.ended.add(solver)
    if case.sizes is not None and any(2 not in letters for letters in case.sizes.values()):
        return None
    watch, deadline = Stopwatch(), after(effort)
    sequents = lower(case.claim)
    endings = []
    for sequent in sequents:
        sizes = dict.fromkeys(subjects(case.claim).alphabets, 2)
        decision = decide_sequent(sequent, sizes, deadline)
        endings.append(decision.status)
        if decision.instance is None:
            continue
        candidate = instance_of_model(case.claim, decision.instance, decision.letters)
        if _is_false(case.claim, candidate):
            case.note("z3", watch, "found a counterexample")
            return judge_instance(case.claim, candidate, tuple(case.attempts))
        endings[-1] = "a model that does not confirm"
    settled = {"unsat": "true, says the solver", "unknown": "not settled"}
    said = ", ".join(dict.fromkeys(settled.get(ending, ending) for ending in endings))
    case.note("z3", watch, f"at two letters an alphabet: {said}")
    return None


def _is_false(claim: Claim, instance: Instance) -> bool:
    try:
        return not holds(claim, instance)
    except PmlError:
        return False
