"""Proofs by a solver: every sequent of a claim is decided by Z3 at given alphabet sizes.

Some channels may be those of mechanism families, with their parameters left open; then the verdict
is about these families. Every query is kept as an SMT-LIB 2 script. A model is turned into an exact
instance and counts only if the claim is false on it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from pmlsym.calculus.sequent import Sequent
from pmlsym.claims.evaluation import holds
from pmlsym.claims.subjects import subjects
from pmlsym.effort import Stopwatch, after, fence, limit, units_left
from pmlsym.engines.decision import Decision, crosscheck, decide_sequent
from pmlsym.engines.family_decision import decide_for_families, sizes_of
from pmlsym.engines.family_tables import FamilyTable, family_table, renamed, require_apart
from pmlsym.engines.judge import judge_instance, judge_solver
from pmlsym.engines.model_instance import instance_of_model
from pmlsym.errors import Disagreement, InvalidInput, OutOfTime, PmlError, Unsupported
from pmlsym.evidence.instance import Instance
from pmlsym.evidence.verdict import Attempt, SolverProof, Unknown, Verdict
from pmlsym.families.mechanism import Mechanism
from pmlsym.language.nodes import Claim
from pmlsym.lowering.sequents import lower

LETTERS = 2
WITNESS = 1.0
AGREED = "Z3 and cvc5 say unsat"


@dataclass(frozen=True)
class _Asked:
    claim: Claim
    sizes: Mapping[str, int]
    families: Mapping[str, FamilyTable]
    deadline: float
    attempts: list[Attempt] = field(default_factory=list)

    def decide(self, sequent: Sequent) -> Decision:
        if self.families:
            return decide_for_families(sequent, self.sizes, self.deadline, self.families)
        return decide_sequent(sequent, self.sizes, self.deadline)

    def note(self, since: Stopwatch, ending: str) -> tuple[Attempt, ...]:
        self.attempts.append(Attempt("z3", since.seconds, ending, since.units))
        return tuple(self.attempts)


def decide_by_solver(
    claim: Claim,
    *,
    sizes: Mapping[str, int] | None = None,
    families: Mapping[str, Mechanism] | None = None,
    effort: float = 20.0,
    budget: float = 200.0,
    agree: bool = False,
) -> Verdict:
    """The verdict of Z3 alone, at these numbers of letters (two where nothing else is said).

    `families` says which channels of the claim are mechanisms of a family; a parameter of the same
    name in a later one is another parameter. `agree` asks cvc5 too. Raises InvalidInput at sizes
    that do not fit, Disagreement where the two solvers contradict each other.

    >>> from pmlsym.claims.parsing import parse
    >>> decide_by_solver(parse("pml(P, W) <= 2*ldp(W)")).scope
    'alphabets of these sizes: |X| = 2, |Y| = 2'
    """
    watch = Stopwatch()
    try:
        with limit(1.1 * effort), fence(1.1 * budget):
            return _decide(claim, sizes or {}, families or {}, after(effort), agree)
    except OutOfTime as stopped:
        return Unknown(claim, (Attempt("z3", watch.seconds, str(stopped), watch.units),))


def _decide(
    claim: Claim,
    sizes: Mapping[str, int],
    families: Mapping[str, Mechanism],
    deadline: float,
    agree: bool,
) -> Verdict:
    start = Stopwatch()
    try:
        sequents = lower(claim)
    except Unsupported as error:
        return Unknown(claim, (Attempt("z3", 0.0, f"cannot read the claim: {error}"),))
    tables = _tables(families, claim)
    own = _sizes(claim, sequents, tables, sizes)
    asked = _Asked(claim, own, tables, deadline)
    scripts: list[str] = []
    cores: dict[str, None] = {}
    for sequent in sequents:
        decision = asked.decide(sequent)
        scripts += decision.scripts
        cores.setdefault(decision.core)
        if decision.status == "sat" and decision.instance is not None:
            candidate = instance_of_model(claim, decision.instance, decision.letters)
            if _is_false(claim, candidate):
                attempts = asked.note(start, "found a counterexample")
                return judge_instance(claim, candidate, attempts)
            return Unknown(claim, asked.note(start, "a model that does not confirm"))
        if decision.status != "unsat":
            ending = f"unknown: {decision.note or 'no reason given'}"
            return Unknown(claim, asked.note(start, ending))
    trust = SolverProof.trust
    if agree:
        trust = _agreed(scripts, deadline)
    about = tuple(
        f"{name} = {families[name].channel} with {', '.join(table.domain)}"
        for name, table in tables.items()
    )
    proof = SolverProof(
        (tuple(sorted(own.items())),),
        tuple(scripts),
        "; ".join(filter(None, cores)),
        trust=trust,
        families=about,
    )
    counted = f"{len(scripts)} {'query' if len(scripts) == 1 else 'queries'}"
    attempts = asked.note(start, f"{counted}, all unsatisfiable")
    return judge_solver(claim, proof, _witness(asked, sequents), attempts)


def _agreed(scripts: list[str], deadline: float) -> str:
    """What both say, cvc5 in the time that is left. Raises Disagreement where it says sat."""
    said = set()
    for script in scripts:
        left = units_left(deadline)
        try:
            said.add(crosscheck(script, "unsat", seconds=left) if left > 0 else "nothing in time")
        except RuntimeError as error:
            raise Disagreement(str(error)) from None
    if said == {"unsat"}:
        return AGREED
    others = ", ".join(sorted(said - {"unsat"}))
    return f"{SolverProof.trust}, cvc5 says {others or 'nothing'} to some"


def _tables(families: Mapping[str, Mechanism], claim: Claim) -> dict[str, FamilyTable]:
    known = {tensor.name for tensor in subjects(claim).tensors}
    tables: dict[str, FamilyTable] = {}
    used: set[str] = set()
    for name, mechanism in families.items():
        if name not in known:
            others = ", ".join(sorted(known))
            raise InvalidInput(f"the claim has no channel {name}; it has {others}")
        table = family_table(mechanism)
        names = {parameter.name for parameter in mechanism.parameters}
        if names & used:
            table = renamed(table, f"_{name}")
        used |= names
        tables[name] = table
    require_apart(tables)
    return tables


def _sizes(
    claim: Claim,
    sequents: tuple[Sequent, ...],
    tables: Mapping[str, FamilyTable],
    wanted: Mapping[str, int],
) -> dict[str, int]:
    alphabets = subjects(claim).alphabets
    given = sizes_of(sequents, tables)
    for alphabet, count in wanted.items():
        if alphabet not in alphabets:
            raise InvalidInput(f"no alphabet {alphabet}; the claim has {', '.join(alphabets)}")
        if count < 1:
            raise InvalidInput(f"|{alphabet}| = {count}; an alphabet has one letter or more")
        if given.get(alphabet, count) != count:
            raise InvalidInput(f"|{alphabet}| = {count}, but a family gives it {given[alphabet]}")
    return {**dict.fromkeys(alphabets, LETTERS), **wanted, **given}


def _witness(asked: _Asked, sequents: tuple[Sequent, ...]) -> Instance | None:
    """An instance that satisfies the hypotheses: a model of them, where the goal exceeds -1."""
    for sequent in sequents[:1]:
        assumed = Sequent(sequent.facts, -sequent.goal - 1, ">=")
        try:
            until = min(asked.deadline, after(WITNESS))
            decision = replace(asked, deadline=until).decide(assumed)
            if decision.instance is not None:
                instance = instance_of_model(asked.claim, decision.instance, decision.letters)
                if holds(asked.claim, instance):
                    return instance
        except (PmlError, LookupError):
            return None
    return None


def _is_false(claim: Claim, instance: Instance) -> bool:
    try:
        return not holds(claim, instance)
    except PmlError:
        return False
