"""Z3 on mechanism families: is a claim true of these families, for all of their parameters?

The sequents of the claim are asked with the families' entries as terms in the parameters (engines/
family_tables.py). All queries of a sequent share what is assumed; each negates the goal at one
choice of its letters, the maximiser. Masses are mere nonnegative variables at first, where only
`unsat` counts; queries that are not settled so are asked again in full.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import product

import z3

from pmlsym.calculus.sequent import Sequent
from pmlsym.calculus.tensor import Index
from pmlsym.effort import Stopwatch, passed
from pmlsym.engines.decision import NEGATED, Decision, decide_sequent, query
from pmlsym.engines.family_tables import FamilyTable, with_families
from pmlsym.errors import InvalidInput
from pmlsym.readings.read import MASS, MIXTURE, read, size_of
from pmlsym.readings.smt import TabledSmtAlgebra, Tables
from pmlsym.readings.smt_check import check, new_solver

LOOSENED: tuple[tuple[str, ...], ...] = ((MASS, MIXTURE), (MASS,))
QUICK = 1.0
"""Effort for a question that is asked quickly."""

Letters = dict[Index, int]


@dataclass(frozen=True)
class _Question:
    """A sequent with the entries of its families, at sizes, until a deadline."""

    sequent: Sequent
    sizes: Mapping[str, int]
    tables: Tables
    deadline: float


def decide_for_families(
    sequent: Sequent,
    sizes: Mapping[str, int],
    deadline: float,
    families: Mapping[str, FamilyTable],
) -> Decision:
    """Whether a sequent holds at these sizes when some channels are of these families.

    `deadline` is a count of steps (pmlsym.effort). Raises InvalidInput where an alphabet has no
    size.
    """
    watch = Stopwatch()
    widened, tables = with_families(sequent, families)
    question = _Question(widened, sizes, tables, deadline)
    left = list(_choices(question))
    scripts: list[str] = []
    if not _has_constants(widened):
        for loosened in LOOSENED:
            left = _quickly(question, loosened, left, scripts)
    for letters in left:
        decision = decide_sequent(widened, sizes, deadline, tables=tables, only=letters)
        scripts += decision.scripts
        if decision.status != "unsat":
            return decision
    core = "qfnra" if not left else "qfnra, nlsat, default"
    return Decision("unsat", sizes, None, {}, tuple(scripts), core, watch.seconds)


def sizes_of(sequents: tuple[Sequent, ...], families: Mapping[str, FamilyTable]) -> dict[str, int]:
    """The numbers of letters that the families give to alphabets.

    Raises InvalidInput where a family does not fit the place of its channel.
    """
    found: dict[str, int] = {}
    for tensor in {t for sequent in sequents for t in sequent.tensors}:
        table = families.get(tensor.name)
        if table is None:
            continue
        if len(table.shape) != len(tensor.alphabets):
            raise InvalidInput(
                f"{tensor} has {len(tensor.alphabets)} indices, its family {len(table.shape)}"
            )
        for alphabet, count in zip(tensor.alphabets, table.shape, strict=True):
            if found.setdefault(alphabet, count) != count:
                raise InvalidInput(
                    f"alphabet {alphabet} has {found[alphabet]} letters for one family"
                    f" and {count} for another"
                )
    return found


def _choices(question: _Question) -> list[Letters]:
    fixed = set(question.sequent.goal.free)
    for fact in question.sequent.facts:
        fixed |= set(fact.polynomial.free) - set(fact.indices)
    own = sorted(fixed)
    ranges = [range(size_of(question.sizes, index.alphabet)) for index in own]
    return [dict(zip(own, at, strict=True)) for at in product(*ranges)]


def _has_constants(sequent: Sequent) -> bool:
    """Whether a fact speaks of a letter that it does not quantify."""
    return any(set(f.polynomial.free) - set(f.indices) for f in sequent.facts)


def _quickly(
    question: _Question, loosened: tuple[str, ...], choices: list[Letters], scripts: list[str]
) -> list[Letters]:
    """The choices that are not shown impossible with loosened masses."""
    if not choices:
        return []
    algebra = TabledSmtAlgebra(question.sizes, tables=question.tables, loosened=loosened)
    everything = query(question.sequent, algebra, choices[0])[:-1]
    goal = read(question.sequent.goal, algebra)
    if not algebra.loosened_sums:
        return choices
    left: list[Letters] = []
    declared = [(assertion, _names(assertion)) for assertion in algebra.declared()]
    for k, letters in enumerate(choices):
        if passed(question.deadline):
            return [*left, *choices[k:]]
        entry = goal[tuple(letters[i] for i in goal.indices)]
        negated = algebra.compare(entry, NEGATED[question.sequent.relation])
        nearby = list(_nearby(question.sequent, algebra, letters))
        spoken = set(_names(negated)).union(*map(_names, nearby))
        nearby += [assertion for assertion, names in declared if names <= spoken]
        status, script = _ask(nearby, negated, algebra)
        if status != "unsat":
            status, script = _ask(everything, negated, algebra)
        if status == "unsat":
            scripts.append(script)
        elif status == "sat" and not left and k == 0:
            return choices
        else:
            left.append(letters)
    return left


def _nearby(sequent: Sequent, algebra: TabledSmtAlgebra, letters: Letters) -> Iterator[z3.BoolRef]:
    """The facts at the goal's letters; over alphabets of which it has none, at all letters."""
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


def _names(term: z3.ExprRef) -> set[str]:
    """The variables of a term."""
    if z3.is_const(term):
        return set() if z3.is_rational_value(term) else {term.decl().name()}
    return set().union(*map(_names, term.children()))


def _ask(
    assumed: list[z3.BoolRef], negated: z3.BoolRef, algebra: TabledSmtAlgebra
) -> tuple[str, str]:
    """What the solver says, and the script of the query if it is unsatisfiable."""
    solver = new_solver(algebra.context, logic="QF_NRA")
    solver.add(*assumed, negated)
    status = str(check(solver, effort=QUICK))
    script = "(set-logic QF_NRA)\n" + str(solver.to_smt2()) if status == "unsat" else ""
    return status, script
