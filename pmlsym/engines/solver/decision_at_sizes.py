"""Z3 at fixed alphabet sizes: does the goal of a sequent follow from its facts there?

The facts are grounded at all letters, the goal is negated at its own letters, and Z3 is asked for a
model: two cores side by side, nlsat and the default one. Letters of one alphabet are alike, so the
goal's letters are taken up to renaming: one query for each pattern of coincidences.
`unsat` of every query decides the sequent at these sizes; a model gives an exact instance, which
the caller checks again, because algebraic numbers in it are approximated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product
from math import prod

import z3

from pmlsym.calculus.algebra import MASS, MIXTURE, Array, read, size_of
from pmlsym.calculus.data import sizes_in
from pmlsym.calculus.effort import Stopwatch, units_left, until
from pmlsym.calculus.scalar import exponential, scalar
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.claims.subjects import subjects
from pmlsym.engines.solver.cvc5_process import cvc5_answers
from pmlsym.errors import Disagreement, Unsupported
from pmlsym.evaluators.smt import SmtAlgebra, TabledSmtAlgebra, Tables, Term
from pmlsym.evaluators.smt_check import check, prepare
from pmlsym.language.nodes import Claim
from pmlsym.model.entries import nest
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import Number, log_of, rational

NEGATED = {">=": "<", ">": "<=", "==": "!="}
CORES = ("nlsat", "default")

SHARES = (0.1, 0.4)
"""The parts of the effort that each core gets, one round after the other."""

MOST_ENTRIES = 1 << 14
"""The entries of one tensor, or of one fact, that a query may have: twenty binary channels side by
side have a million, which no core settles."""

EASIER: tuple[tuple[tuple[str, ...], float], ...] = (
    ((MASS, MIXTURE), 0.2),
    ((MASS,), 0.3),
    ((), 1.0),
)
"""The sums that are loosened in each question in turn, with its part of the time left."""


@dataclass(frozen=True)
class Decision:
    """The answer of the solver about a sequent at fixed sizes.

    `status` is "unsat" (the sequent holds at these sizes), "sat" (with `instance` and the letters
    of the goal) or "unknown" (with the reason in `note`); `scripts` are the queries in SMT-LIB 2.
    """

    status: str
    sizes: Mapping[str, int]
    instance: Instance | None = None
    letters: Mapping[Index, int] = field(default_factory=dict)
    scripts: tuple[str, ...] = ()
    core: str = ""
    seconds: float = 0.0
    note: str = ""


def decide_sequent(
    sequent: Sequent,
    sizes: Mapping[str, int],
    *,
    given: Instance | None = None,
    tables: Tables | None = None,
    only: Mapping[Index, int] | None = None,
) -> Decision:
    """Whether a sequent holds at these alphabet sizes, by Z3.

    The effort is what is left until the deadline (calculus/effort.py); `given` fixes entries of
    some tensors, and `tables` gives those of a family as polynomials in its parameters; `only` asks
    about one choice of the goal's letters. Rules are left out: without them `unsat` still
    decides, and a model is reported as unknown. Raises InvalidInput where an alphabet has no size.

    >>> from pmlsym.calculus import atom, sum_over
    >>> from pmlsym.calculus.tensor import Tensor
    >>> x, p = Index("X", "x"), Tensor("p", ("X",), nonnegative=True, stochastic=(0,))
    >>> one = Sequent((), 1 - atom(p, x) * atom(p, x))
    >>> with until(5):
    ...     decide_sequent(one, {"X": 2}).status
    'unsat'
    """
    watch = Stopwatch()
    if (entries := _most_entries(sequent, sizes)) > MOST_ENTRIES:
        return Decision("unknown", sizes, note=f"a fact has {entries} entries")
    scripts: list[str] = []
    cores: set[str] = set()
    symmetric = given is None and not tables
    choices = letter_choices(sequent, sizes, symmetric=symmetric) if only is None else iter([only])
    for letters in choices:
        algebra, answer = _answer_loosened_first(sequent, sizes, letters, given, tables or {})
        scripts.append(answer.script)
        cores.add(answer.core)
        core = ", ".join(sorted(cores))
        seconds = watch.seconds
        if answer.status == "unsat":
            continue
        instance = None
        if answer.status == "sat" and answer.model is not None:
            instance = _exact_instance(algebra, answer.model)
        decision = Decision(
            answer.status, sizes, instance, letters, tuple(scripts), core, seconds, answer.note
        )
        if decision.status == "sat" and sequent.rules:
            note = "there is a model, but second-order hypotheses were left out"
            return Decision("unknown", sizes, None, letters, tuple(scripts), core, seconds, note)
        return decision
    core = ", ".join(sorted(cores))
    return Decision("unsat", sizes, None, {}, tuple(scripts), core, watch.seconds)


def _most_entries(sequent: Sequent, sizes: Mapping[str, int]) -> int:
    """The most entries that Z3 would get of one tensor, or of facts or the goal at all letters."""
    alphabets = {tensor.alphabets for tensor in sequent.tensors}
    for polynomial in (sequent.goal, *(fact.polynomial for fact in sequent.facts)):
        alphabets.add(tuple(i.alphabet for i in polynomial.free))
    return max(prod(sizes.get(name, 1) for name in of) for of in alphabets)


def given_instance(claim: Claim) -> Instance | None:
    """The entries that a claim gives, which a solver is told too; None if it gives none."""
    data = subjects(claim).data
    return Instance(sizes_in(data), {d.tensor.name: d.entries for d in data}) if data else None


def query_assertions(
    sequent: Sequent, algebra: SmtAlgebra, letters: Mapping[Index, int]
) -> list[z3.BoolRef]:
    """The assertions for Z3: the facts at all letters, the goal's negation, and declarations."""
    asserted = []
    for fact in sequent.facts:
        for entry in entries_at_letters(fact, read(fact.polynomial, algebra), letters):
            if isinstance(entry, Fraction) and _satisfies(entry, fact.relation):
                continue
            asserted.append(algebra.compare(entry, fact.relation))
    goal = read(sequent.goal, algebra)
    entry = goal[tuple(letters[i] for i in goal.indices)]
    asserted.append(algebra.compare(entry, NEGATED[sequent.relation]))
    return [*algebra.declared(), *asserted]


def instance_of_model(claim: Claim, model: Instance, letters: Mapping[Index, int]) -> Instance:
    """The instance of a claim by a solver's model; free scalars that it leaves open become zero."""
    about = subjects(claim)
    outcomes = {index.name: letter for index, letter in letters.items()}
    return Instance(
        {alphabet: model.sizes[alphabet] for alphabet in about.alphabets},
        {t.name: model.tensors[t.name] for t in about.tensors if t.name in model.tensors},
        {name: _scalar_of_model(name, model.scalars) for name in about.scalars},
        {name: outcomes.get(name, 0) for name in about.outcomes},
    )


def _scalar_of_model(name: str, values: Mapping[str, Number]) -> Number:
    """The value of a claim's scalar in a solver's model, or the log of its exponential's."""
    plain = values.get(scalar(name).name)
    if plain is not None:
        return plain
    power = values.get(exponential(name).name)
    return rational(0) if power is None else log_of(power)


def _answer_loosened_first(
    sequent: Sequent,
    sizes: Mapping[str, int],
    letters: Mapping[Index, int],
    given: Instance | None,
    tables: Tables,
) -> tuple[SmtAlgebra, CoreAnswer]:
    """Z3's answer with masses as plain variables, if that is `unsat`; else with masses in full."""
    seen: set[frozenset[str]] = set()
    for loosened, share in EASIER:
        algebra = TabledSmtAlgebra(sizes, tables=tables, given=given, loosened=loosened)
        assertions = query_assertions(sequent, algebra, letters)
        if not algebra.loosened_sums:
            break
        if algebra.loosened_sums in seen:
            continue
        seen.add(algebra.loosened_sums)
        with until(share * units_left()):
            answer = ask_in_turn(assertions, algebra.context)
        if answer.status == "unsat":
            return algebra, answer
    return algebra, ask_in_turn(assertions, algebra.context)


@dataclass(frozen=True)
class CoreAnswer:
    """The answer of one of the cores: status, model, SMT-LIB 2 script, core, note."""

    status: str
    model: z3.ModelRef | None
    script: str
    core: str = ""
    note: str = ""


def ask_in_turn(assertions: Sequence[z3.BoolRef], context: z3.Context) -> CoreAnswer:
    """The answer of Z3's first core that has one; all are asked with little effort first.

    Each core has a separate context. Which of them answers depends on their work alone.
    """
    holder = z3.Solver(ctx=context)
    holder.add(*assertions)
    script = "(set-logic QF_NRA)\n" + holder.to_smt2()
    units, notes = units_left(), ["no effort was left"]
    for share in SHARES if units > 0 else ():
        notes = []
        for core in CORES:
            apart = z3.Context()
            solver = prepare(_solver_of_core(core, apart))
            solver.add(*[assertion.translate(apart) for assertion in assertions])
            status = str(check(solver, effort=share * units))
            if status != "unknown":
                model = solver.model().translate(context) if status == "sat" else None
                return CoreAnswer(status, model, script, core)
            notes.append(f"{core}: {solver.reason_unknown()}")
    return CoreAnswer("unknown", None, script, note="; ".join(notes))


def crosscheck(script: str, status: str, *, seconds: float = 20.0) -> str:
    """The answer of cvc5 to the same SMT-LIB 2 script, or "absent" if it is not installed.

    Raises Disagreement where one of cvc5 and Z3 answers sat and the other unsat.
    """
    (answer,) = cvc5_answers((script,), seconds=seconds)
    if {answer, status} == {"sat", "unsat"}:
        raise Disagreement(f"Z3 says {status} and cvc5 says {answer} to one query; stop and look")
    return answer


def _solver_of_core(core: str, context: z3.Context) -> z3.Solver:
    """The solver of Z3 that uses the core of that name, such as nlsat."""
    if core == "nlsat":
        chain = z3.Then("simplify", "solve-eqs", "purify-arith", "qfnra-nlsat", ctx=context)
        return chain.solver()
    return z3.Solver(ctx=context)


def letter_choices(
    sequent: Sequent, sizes: Mapping[str, int], *, symmetric: bool
) -> Iterator[dict[Index, int]]:
    """The letters at which Z3 is asked about a sequent's constants, up to renaming."""
    fixed = set(sequent.goal.free)
    for fact in sequent.facts:
        fixed |= set(fact.polynomial.free) - set(fact.indices)
    groups: dict[str, list[Index]] = {}
    for index in sorted(fixed):
        groups.setdefault(index.alphabet, []).append(index)
    choices = []
    for alphabet, members in groups.items():
        count = size_of(sizes, alphabet)
        every = product(range(count), repeat=len(members))
        choices.append([c for c in every if not symmetric or _is_first_of_pattern(c)])
    for chosen in product(*choices):
        yield {
            index: letter
            for members, letters in zip(groups.values(), chosen, strict=True)
            for index, letter in zip(members, letters, strict=True)
        }


def _is_first_of_pattern(letters: tuple[int, ...]) -> bool:
    """Whether letters appear in the order 0, 1, 2, ..: Z3 is asked about one of each pattern."""
    return all(a <= max(letters[:k], default=-1) + 1 for k, a in enumerate(letters))


def entries_at_letters(
    fact: Fact, array: Array[Term], letters: Mapping[Index, int]
) -> Iterator[Term]:
    """The entries of a fact at all letters, for Z3, with its constants at the given letters."""
    ranges = [
        range(count) if index in fact.indices else (letters[index],)
        for index, count in zip(array.indices, array.shape, strict=True)
    ]
    for at in product(*ranges):
        yield array[at]


def _satisfies(entry: Fraction, relation: str) -> bool:
    """Whether a rational satisfies a fact's relation, so that Z3 need not be told."""
    return entry > 0 or (entry == 0 and relation != ">") if relation != "==" else entry == 0


def model_values(
    algebra: SmtAlgebra, model: z3.ModelRef
) -> tuple[dict[str, object], dict[str, Fraction]]:
    """The entries of tensors, and the values of scalars, in a model of Z3."""
    tensors, scalars = {}, {}
    for name, (tensor, entries) in algebra.model_tensors(model).items():
        if tensor.alphabets:
            tensors[name] = nest(entries, [size_of(algebra.sizes, a) for a in tensor.alphabets])
        else:
            scalars[name] = entries[0]
    return tensors, scalars


def _exact_instance(algebra: SmtAlgebra, model: z3.ModelRef) -> Instance:
    """The exact instance of a model of Z3. Raises Unsupported if its numbers are too large."""
    tensors, scalars = model_values(algebra, model)
    try:
        return Instance(dict(algebra.sizes), tensors, scalars)  # type: ignore[arg-type]
    except OverflowError as error:
        raise Unsupported(f"the model is beyond reach: {error}") from None
