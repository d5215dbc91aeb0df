"""Questions to Z3: whether polynomial facts settle a problem, and so where forms have a value.

Numbers, exponentials and logarithms become real unknowns, related by rational bounds (bounds.py).
Z3 is asked for a point where all facts and bounds hold and the goal fails: `unsat` settles it.

A form has a value where the arguments of its logarithms are positive and its denominators have one
sign. The engine's rules rely on this: they use a form only if it is smooth where the facts hold.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

from pmlsym.calculus.meter import tick
from pmlsym.engines.analytic.bounds import relations
from pmlsym.engines.analytic.polynomial import EXP, NumberPolynomial
from pmlsym.engines.analytic.problem import NumberFact, NumberProblem, denominators, log_arguments
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.errors import Unsupported
from pmlsym.numbers.conversion import z3_of

LEVELS = (0, 1, 2)
"""0: exponentials are positive and monotone; 1: bounds of degree two; 2: of degree three."""

WIDEST = 10_000
"""Bits of a number that Z3 is given: it reads decimals, and Python writes 4,300 digits at most."""

MILLISECONDS = 1000

Question = tuple[NumberProblem, int]
"""A problem, and the level of the bounds with which it is asked."""

_noted: ContextVar[dict[Question, None] | None] = ContextVar("_noted", default=None)


def is_settled(problem: NumberProblem, level: int, milliseconds: int) -> bool:
    """Whether Z3 finds that the goal of an analytic problem follows from its facts and bounds.

    The milliseconds are thousandths of a unit of effort, which is about as long on a quiet core.

    >>> x = NumberRatio.variable("x")
    >>> is_settled(NumberProblem((), NumberFact(x.exp() - x, True)), 1, 1000)
    True
    """
    settled, steps = _is_unsatisfiable(problem, level, milliseconds)
    tick(steps)
    questions = _noted.get()
    if settled and questions is not None:
        questions[problem, level] = None
    return settled


def follows(facts: tuple[NumberFact, ...], fact: NumberFact, milliseconds: int) -> bool:
    """Whether Z3 settles that facts about numbers imply another, by bounds of degree two."""
    problem = NumberProblem(facts, fact)
    return any(is_settled(problem, level, milliseconds) for level in (0, 1))


@contextmanager
def noting_questions() -> Iterator[dict[Question, None]]:
    """Collect each question of analytic proofs that Z3 settles inside the context, once.

    The proofs inside rest on these: the steps, where forms are defined, and which signs they have.

    >>> x = NumberRatio.variable("x")
    >>> with noting_questions() as questions:
    ...     is_settled(NumberProblem((), NumberFact(x * x)), 0, 1000)
    True
    >>> [level for _, level in questions]
    [0]
    """
    questions: dict[Question, None] = {}
    before = _noted.set(questions)
    try:
        yield questions
    finally:
        _noted.reset(before)


def obstacle(
    facts: tuple[NumberFact, ...], form: NumberRatio, logarithms: tuple[NumberRatio, ...] = ()
) -> str | None:
    """A condition for an analytic form's value that facts are not known to imply, or None.

    `logarithms` are further arguments of logarithms that have to be positive.

    >>> x = NumberRatio.variable("x")
    >>> obstacle((NumberFact(x),), x.log()), obstacle((NumberFact(x, True),), x.log())
    ('x > 0', None)
    """
    for part in (*logarithms, form):
        for factor in denominators(part):
            if not is_positive(facts, NumberRatio(factor), -NumberRatio(factor)):
                return f"{factor} is nowhere zero"
    for part in (*logarithms, form):
        for argument in log_arguments(part):
            if not is_positive(facts, argument):
                return f"{argument} > 0"
    for argument in logarithms:
        if not is_positive(facts, argument):
            return f"{argument} > 0"
    return None


def is_positive(facts: tuple[NumberFact, ...], *forms: NumberRatio) -> bool:
    """Whether one of the analytic forms is known to be positive wherever the facts hold.

    >>> x = NumberRatio.variable("x")
    >>> is_positive((NumberFact(x - 1),), -x, x), is_positive((), x.exp()), is_positive((), x)
    (True, True, False)
    """
    if any(_is_plainly_positive(form) for form in forms):
        return True
    plain = tuple(fact for fact in facts if _is_algebraic(fact.form))
    attempts = [(plain, 0)] if all(map(_is_algebraic, forms)) else []
    for facts_used, level in (*attempts, (facts, 0), (facts, 1), (facts, 2)):
        for form in forms:
            if is_settled(
                NumberProblem(facts_used, NumberFact(form, is_strict=True)), level, MILLISECONDS
            ):
                return True
    return False


def conditions_of(problem: NumberProblem, level: int, context: Any) -> list[Any]:
    """An analytic problem with its bounds as Z3 terms, unsatisfiable if the goal holds.

    Raises Unsupported where a number in them is longer than `WIDEST`.
    """
    import z3

    unknowns: dict[str, Any] = {}
    extra: list[Any] = []

    def polynomial(form: NumberPolynomial) -> Any:
        """A polynomial in exps and logs as a Z3 term, with an unknown for each of these."""
        total = z3.RealVal(0, context)
        for powers, c in form.terms:
            if max(c.numerator.bit_length(), c.denominator.bit_length()) > WIDEST:
                raise Unsupported("a number is too long for Z3")
            term = z3_of(c, context)
            for generator, exponent in powers:
                unknown = unknowns.setdefault(generator.text, z3.Real(generator.text, context))
                for _ in range(exponent):
                    term = term * unknown
            total = total + term
        return total

    def signed(form: NumberRatio) -> Any:
        """A polynomial of the same sign as an analytic form, as a Z3 term."""
        total = polynomial(form.numerator)
        for factor, exponent in form.factors:
            if exponent % 2:
                total = total * polynomial(factor)
            extra.append(polynomial(factor) != 0)
        return total

    def atom(condition: NumberFact) -> Any:
        """An analytic fact as a Z3 term."""
        left = signed(condition.form)
        return left > 0 if condition.is_strict else left >= 0

    conditions = []
    for clause in relations(problem, level):
        parts = [z3.Not(atom(a)) for a in clause.premises]
        conditions.append(z3.Or(*parts, atom(clause.conclusion)))
    goal = signed(problem.goal.form)
    conditions.append(goal <= 0 if problem.goal.is_strict else goal < 0)
    return [*extra, *conditions]


@lru_cache(maxsize=4096)
def _is_unsatisfiable(problem: NumberProblem, level: int, milliseconds: int) -> tuple[bool, int]:
    """Whether Z3 refutes the negated goal of an analytic problem, and in how many steps."""
    if _is_stated(problem):
        return True, 0
    import z3

    from pmlsym.evaluators.smt_check import check_uncounted, new_solver

    context = z3.Context()
    try:
        solver = new_solver(context, logic="QF_NRA")
        solver.add(*conditions_of(problem, level, context))
    except (z3.Z3Exception, Unsupported):
        return False, 0
    answer, steps = check_uncounted(solver, effort=milliseconds / 1000)
    return bool(answer == z3.unsat), steps


def _is_stated(problem: NumberProblem) -> bool:
    """Whether an analytic goal is one of the facts, or a true comparison of rationals."""
    form, is_strict = problem.goal.form, problem.goal.is_strict
    value = form.constant()
    if value is not None:
        return value > 0 or (value == 0 and not is_strict)
    return any(fact.form == form and (fact.is_strict or not is_strict) for fact in problem.facts)


def _is_plainly_positive(form: NumberRatio) -> bool:
    """Whether an analytic form is a positive multiple of a product of exponentials."""
    terms = form.numerator.terms
    if form.factors or len(terms) != 1:
        return False
    powers, c = terms[0]
    return c > 0 and all(generator.kind == EXP for generator, _ in powers)


def _is_algebraic(form: NumberRatio) -> bool:
    """Whether an analytic form has neither exponentials nor logarithms."""
    return all(generator.inside is None for generator in form.generators())
