"""Proofs by a solver: every sequent of a claim is decided by Z3 at given alphabet sizes.

Some channels may be those of mechanism families, with their parameters left open; then the verdict
is about these families. Their entries are terms in the parameters (family_tables.py). All
queries of a sequent share what is assumed; each negates the goal at one choice of its letters, the
maximiser. Masses are plain nonnegative variables at first, where only `unsat` counts; queries that
are not settled in this way are asked again in full.

Every query is kept as an SMT-LIB 2 script. A model is turned into an exact instance and counts only
if the claim is false on it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import z3

from pmlsym.calculus.algebra import MASS, MIXTURE, read
from pmlsym.calculus.data import sizes_in
from pmlsym.calculus.effort import Stopwatch, fence, limit, passed, units_left, until
from pmlsym.calculus.sequent import Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.claims.repeated import require_no_repeat_letters
from pmlsym.claims.subjects import subjects
from pmlsym.engines.decide.judge import judge_instance, judge_proof
from pmlsym.engines.sampling.witness import find_witness, is_false, is_witness
from pmlsym.engines.solver.decision_at_sizes import (
    NEGATED,
    Decision,
    crosscheck,
    decide_sequent,
    given_instance,
    instance_of_model,
    letter_choices,
    query_assertions,
)
from pmlsym.engines.solver.family_tables import (
    FamilyTable,
    family_table,
    require_apart,
    with_families,
    with_suffixed_names,
)
from pmlsym.errors import InvalidInput, OutOfTime, PmlError, Unsupported
from pmlsym.evaluators.smt import TabledSmtAlgebra, Tables
from pmlsym.evaluators.smt_check import check, new_solver
from pmlsym.evidence.verdict import Attempt, SolverProof, Unknown, Verdict
from pmlsym.kernel.checked import Checked
from pmlsym.language.nodes import Claim
from pmlsym.lowering.sequents import lower
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.model.instance import Instance

LETTERS = 2
WITNESS = 1.0
AGREED = "Z3 and cvc5 say unsat"
LOOSENED: tuple[tuple[str, ...], ...] = ((MASS, MIXTURE), (MASS,))

QUICK = 1.0
"""Effort for a question that is asked quickly."""

Letters = dict[Index, int]


@dataclass(frozen=True)
class _ClaimAtSizes:
    claim: Claim
    sizes: Mapping[str, int]
    families: Mapping[str, FamilyTable]

    def decide(self, sequent: Sequent) -> Decision:
        """The answer of Z3 to a sequent of the claim, at its sizes and for its families."""
        if self.families:
            return decide_for_families(sequent, self.sizes, self.families)
        return decide_sequent(sequent, self.sizes, given=given_instance(self.claim))


def decide_by_solver(
    claim: Claim,
    *,
    sizes: Mapping[str, int] | None = None,
    families: Mapping[str, Mechanism] | None = None,
    effort: float = 20.0,
    budget: float = 200.0,
    agree: bool = False,
) -> Verdict:
    """The verdict of Z3 alone on a claim, at these numbers of letters, two unless given.

    `families` names the channels of the claim that belong to a family; a parameter of the same
    name in a later one is another parameter. `agree` asks cvc5 too. Raises InvalidInput at sizes
    that do not fit, Disagreement where the two solvers contradict each other.

    >>> from pmlsym.claim_text.question import parse
    >>> decide_by_solver(parse("pml(P, W) <= 2*ldp(W)")).scope
    'alphabets of these sizes: |X| = 2, |Y| = 2'
    """
    watch = Stopwatch()
    try:
        with limit(1.1 * effort), fence(1.1 * budget), until(effort):
            return _verdict_of(claim, sizes or {}, families or {}, agree)
    except OutOfTime as stopped:
        return Unknown(claim, (Attempt("z3", watch.seconds, str(stopped), watch.units),))


def _verdict_of(
    claim: Claim, sizes: Mapping[str, int], families: Mapping[str, Mechanism], agree: bool
) -> Verdict:
    """The verdict on a claim by Z3's answers to its sequents, or Unknown."""
    start = Stopwatch()

    def noted(ending: str) -> tuple[Attempt, ...]:
        """The attempt of Z3 so far, as a verdict keeps it."""
        return (Attempt("z3", start.seconds, ending, start.units),)

    try:
        require_no_repeat_letters(claim)
        sequents = lower(claim)
    except Unsupported as error:
        return Unknown(claim, (Attempt("z3", 0.0, f"cannot read the claim: {error}"),))
    tables = _family_tables(families, claim)
    all_sizes = _all_sizes(claim, sequents, tables, sizes)
    asked = _ClaimAtSizes(claim, all_sizes, tables)
    scripts: list[str] = []
    cores: dict[str, None] = {}
    for sequent in sequents:
        decision = asked.decide(sequent)
        scripts += decision.scripts
        cores.setdefault(decision.core)
        if decision.status == "sat" and decision.instance is not None:
            candidate = instance_of_model(claim, decision.instance, decision.letters)
            if is_false(claim, candidate):
                return judge_instance(claim, candidate, noted("found a counterexample"))
            return Unknown(claim, noted("a model that does not confirm"))
        if decision.status != "unsat":
            return Unknown(claim, noted(f"unknown: {decision.note or 'no reason given'}"))
    trust = _trust_of_both(scripts) if agree else SolverProof.trust
    about = tuple(
        f"{name} = {families[name].channel} with {', '.join(table.domain)}"
        for name, table in tables.items()
    )
    proof = SolverProof(
        (tuple(sorted(all_sizes.items())),),
        tuple(scripts),
        "; ".join(filter(None, cores)),
        trust=trust,
        families=about,
    )
    counted = f"{len(scripts)} {'query' if len(scripts) == 1 else 'queries'}"
    attempts = noted(f"{counted}, all unsatisfiable")
    witness = _witness_of(asked, sequents)
    if witness is None and not tables:
        witness = find_witness(claim, effort=WITNESS, seed=0)
    return judge_proof(claim, _Unsatisfiable(proof), witness, attempts)


class _Unsatisfiable(Checked[SolverProof]):
    """Queries that the solver has answered with unsat, which are not checked again."""

    __slots__ = ()


def _trust_of_both(scripts: list[str]) -> str:
    """The words for trust in a solver's proof, cvc5 asked too in the time left.

    Raises Disagreement if it finds sat.
    """
    answers = set()
    for script in scripts:
        left = units_left()
        answers.add(crosscheck(script, "unsat", seconds=left) if left > 0 else "nothing in time")
    if answers == {"unsat"}:
        return AGREED
    others = ", ".join(sorted(answers - {"unsat"}))
    return f"{SolverProof.trust}, cvc5 says {others or 'nothing'} to some"


def _family_tables(families: Mapping[str, Mechanism], claim: Claim) -> dict[str, FamilyTable]:
    """The tables of the families that are given, for the solver, by the claim's channels."""
    names_in_claim = {tensor.name for tensor in subjects(claim).tensors}
    tables: dict[str, FamilyTable] = {}
    used: set[str] = set()
    for name, mechanism in families.items():
        if name not in names_in_claim:
            others = ", ".join(sorted(names_in_claim))
            raise InvalidInput(f"the claim has no channel {name}; it has {others}")
        table = family_table(mechanism)
        names = {parameter.name for parameter in mechanism.parameters}
        if names & used:
            table = with_suffixed_names(table, f"_{name}")
        used |= names
        tables[name] = table
    require_apart(tables)
    return tables


def _all_sizes(
    claim: Claim,
    sequents: tuple[Sequent, ...],
    tables: Mapping[str, FamilyTable],
    wanted: Mapping[str, int],
) -> dict[str, int]:
    """The size of every alphabet for the solver: as a family or matrix has it, as asked, or 2."""
    alphabets = subjects(claim).alphabets
    by_family = {**sizes_in(subjects(claim).data), **sizes_of(sequents, tables)}
    for alphabet, count in wanted.items():
        if alphabet not in alphabets:
            raise InvalidInput(f"no alphabet {alphabet}; the claim has {', '.join(alphabets)}")
        if count < 1:
            raise InvalidInput(f"|{alphabet}| = {count}; an alphabet has one letter or more")
        if by_family.get(alphabet, count) != count:
            raise InvalidInput(
                f"|{alphabet}| = {count}, but what is given has {by_family[alphabet]}"
            )
    return {**dict.fromkeys(alphabets, LETTERS), **wanted, **by_family}


def _witness_of(asked: _ClaimAtSizes, sequents: tuple[Sequent, ...]) -> Instance | None:
    """An instance that meets the hypotheses of a solver's proof, by a model of them; or None."""
    for sequent in sequents[:1]:
        assumed = Sequent(sequent.facts, -sequent.goal - 1, ">=")
        try:
            with until(WITNESS):
                decision = asked.decide(assumed)
            if decision.instance is not None:
                instance = instance_of_model(asked.claim, decision.instance, decision.letters)
                if is_witness(asked.claim, instance):
                    return instance
        except (PmlError, LookupError):
            return None
    return None


@dataclass(frozen=True)
class _Question:
    """A sequent with the entries of its families, at given sizes."""

    sequent: Sequent
    sizes: Mapping[str, int]
    tables: Tables


def decide_for_families(
    sequent: Sequent, sizes: Mapping[str, int], families: Mapping[str, FamilyTable]
) -> Decision:
    """Whether a sequent holds at these sizes by Z3, where some channels are of these families.

    The effort is what is left (calculus/effort.py).

    Raises InvalidInput where an alphabet has no size.
    """
    watch = Stopwatch()
    widened, tables = with_families(sequent, families)
    question = _Question(widened, sizes, tables)
    left = list(letter_choices(widened, sizes, symmetric=False))
    scripts: list[str] = []
    if not _has_constants(widened):
        for loosened in LOOSENED:
            left = _choices_left_open(question, loosened, left, scripts)
    for letters in left:
        decision = decide_sequent(widened, sizes, tables=tables, only=letters)
        scripts += decision.scripts
        if decision.status != "unsat":
            return decision
    core = "qfnra" if not left else "qfnra, nlsat, default"
    return Decision("unsat", sizes, None, {}, tuple(scripts), core, watch.seconds)


def sizes_of(sequents: tuple[Sequent, ...], families: Mapping[str, FamilyTable]) -> dict[str, int]:
    """The numbers of letters that families give to a sequent's alphabets, for the solver.

    Raises InvalidInput where a family does not fit the place of its channel.
    """
    sizes: dict[str, int] = {}
    for tensor in {t for sequent in sequents for t in sequent.tensors}:
        table = families.get(tensor.name)
        if table is None:
            continue
        if len(table.shape) != len(tensor.alphabets):
            raise InvalidInput(
                f"{tensor} has {len(tensor.alphabets)} indices, its family {len(table.shape)}"
            )
        for alphabet, count in zip(tensor.alphabets, table.shape, strict=True):
            if sizes.setdefault(alphabet, count) != count:
                raise InvalidInput(
                    f"alphabet {alphabet} has {sizes[alphabet]} letters for one family"
                    f" and {count} for another"
                )
    return sizes


def _has_constants(sequent: Sequent) -> bool:
    """Whether a fact of the sequent has a letter fixed, at which Z3 would be asked alone."""
    return any(set(f.polynomial.free) - set(f.indices) for f in sequent.facts)


def _choices_left_open(
    question: _Question, loosened: tuple[str, ...], choices: list[Letters], scripts: list[str]
) -> list[Letters]:
    """The letters at which Z3 does not refute the goal's negation with loosened masses."""
    if not choices:
        return []
    algebra = TabledSmtAlgebra(question.sizes, tables=question.tables, loosened=loosened)
    everything = query_assertions(question.sequent, algebra, choices[0])[:-1]
    goal = read(question.sequent.goal, algebra)
    if not algebra.loosened_sums:
        return choices
    left: list[Letters] = []
    declared = [(assertion, _variables_of(assertion)) for assertion in algebra.declared()]
    for k, letters in enumerate(choices):
        if passed():
            return [*left, *choices[k:]]
        entry = goal[tuple(letters[i] for i in goal.indices)]
        negated = algebra.compare(entry, NEGATED[question.sequent.relation])
        nearby = list(_facts_near(question.sequent, algebra, letters))
        spoken = set(_variables_of(negated)).union(*map(_variables_of, nearby))
        nearby += [assertion for assertion, names in declared if names <= spoken]
        status, script = _status_and_script(nearby, negated, algebra)
        if status != "unsat":
            status, script = _status_and_script(everything, negated, algebra)
        if status == "unsat":
            scripts.append(script)
        elif status == "sat" and not left and k == 0:
            return choices
        else:
            left.append(letters)
    return left


def _facts_near(
    sequent: Sequent, algebra: TabledSmtAlgebra, letters: Letters
) -> Iterator[z3.BoolRef]:
    """The facts for Z3 at the goal's letters, and at all letters of the other alphabets."""
    at_goal: dict[str, set[int]] = {}
    for index in sequent.goal.free:
        at_goal.setdefault(index.alphabet, set()).add(letters[index])
    for fact in sequent.facts:
        array = read(fact.polynomial, algebra)
        ranges = [
            at_goal.get(index.alphabet, range(count))
            for index, count in zip(array.indices, array.shape, strict=True)
        ]
        for at in product(*ranges):
            yield algebra.compare(array[at], fact.relation)


def _variables_of(term: z3.ExprRef) -> set[str]:
    """The names of the variables of a term of Z3."""
    if z3.is_const(term):
        return set() if z3.is_rational_value(term) else {term.decl().name()}
    return set().union(*map(_variables_of, term.children()))


def _status_and_script(
    assumed: list[z3.BoolRef], negated: z3.BoolRef, algebra: TabledSmtAlgebra
) -> tuple[str, str]:
    """The answer of Z3, and the script of the query if it is unsatisfiable."""
    solver = new_solver(algebra.context, logic="QF_NRA")
    solver.add(*assumed, negated)
    status = str(check(solver, effort=QUICK))
    script = "(set-logic QF_NRA)\n" + str(solver.to_smt2()) if status == "unsat" else ""
    return status, script
