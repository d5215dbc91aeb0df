"""Facts divided by what may be zero:  c S >= 0  gives  S >= 0,  where c >= 0.

Where c is known to be positive, that is a combination. Otherwise it is a split, letter by letter:
if c > 0 the fact is divided, and if -c >= 0 the statement follows from something else. There each
term is small: F(a, b) <= a F(1, 0), so that terms with a below a multiple of c vanish with it; and
what has c as a factor vanishes too, since terms are above their tangents.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from pmlsym.calculus.convex_term import ConvexTerm
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact, Origin
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.convexity.deductions import ONE, Deductions, has_term
from pmlsym.engines.convexity.occurrences import Occurrence, occurrences
from pmlsym.kernel.certificate import Arguments, Combine, Split, Step, Term, Use

VANISHING = 0.25
"""Effort for the case in which the divisor is zero; twice that with multipliers."""

TANGENTS = {"entropy": (ONE, ONE), "square": (ONE,), "excess": (ONE,), "root": (ONE, ONE)}
"""Parameters of the tangent at one; powers have none."""

GROWING = ("entropy", "square")
"""The functions whose F(1, 0) is large, at least one by the tangent at one."""


def divided(
    fact: Fact, divisor: Polynomial, deductions: Deductions, helping: Iterable[Fact] = ()
) -> Fact | None:
    """The fact divided, if it is a multiple of the divisor and the case of zero is settled.

    `helping` are facts that may settle it.
    """
    rest = quotient(fact.polynomial, divisor)
    if rest is None or fact.relation != ">=":
        return None
    if deductions.show(divisor, ">"):
        return deductions.total("divided", (Term(Fraction(1), _at_own(fact)),), divisor)
    fixed = set(divisor.free)
    if fixed & deductions.constants:
        return None  # in a split these are constants, of which nothing else may speak as of one
    name = f"{divisor} or zero"
    while name in deductions.facts:
        name += "'"
    indices = tuple(i for i in rest.free if i not in deductions.constants)
    inner = tuple(i for i in indices if i not in fixed)
    wanted = Fact(f"{name}: divided", rest, inner)
    case = Fact(name, -divisor, (), ">=", Origin("case"))
    nothing = _where_zero(wanted, case, deductions, helping)
    if nothing is None:
        return None
    term = Term(Fraction(1), _at_own(fact))
    positive = (Combine(wanted, (term,), (Use(name),)),)
    statement = Fact("divided", rest, indices)
    return deductions.add(Split(statement, name, divisor, positive, nothing))


def averaged_letters(term: ConvexTerm) -> tuple[Index, ...]:
    """The letters in which an argument sums to one."""
    return tuple(
        sorted(
            {
                at[k]
                for p in (term.a, term.b)
                for tensor, at in p.atoms()
                for k in tensor.stochastic
                if not at[k].is_bound
            }
        )
    )


def reduced(fact: Fact, size: Polynomial, helping: Iterable[Fact], deductions: Deductions) -> Fact:
    """The fact divided by what is known to be nonnegative and divides `size`, and by its rest."""
    numbers = [
        f.polynomial
        for f in deductions.facts.values()
        if f.relation != "==" and not f.polynomial.free and not has_term(f.polynomial)
    ]
    for number in numbers:
        rest = quotient(size, number)
        if rest is None or len(number) == 1:
            continue
        for divisor in (number, rest):
            fact = _once(fact, divisor, helping, deductions)
    return _once(fact, size, helping, deductions)


def _once(fact: Fact, divisor: Polynomial, helping: Iterable[Fact], deductions: Deductions) -> Fact:
    found = divided(fact, divisor, deductions, helping) if divisor != ONE else None
    if found is None:
        return fact
    deductions.hide(fact)
    return found


def _where_zero(
    wanted: Fact, case: Fact, deductions: Deductions, helping: Iterable[Fact]
) -> tuple[Step, ...] | None:
    """The steps to a statement where the divisor is zero."""
    own = (*deductions.plain_facts, *helping, case)
    steps, vanishing = _vanishing(wanted, case, deductions) if case.polynomial.free else ([], [])
    zero = replace(wanted, name=f"{case.name}: zero")
    multipliers = _positive(case, deductions)
    for effort, positive in ((1, ()), (2, multipliers)) if multipliers else ((2, ()),):
        last = deductions.combined((*own, *vanishing), zero, effort * VANISHING, positive)
        if last is not None:
            return (*steps, last)
    return None


def _positive(case: Fact, deductions: Deductions) -> tuple[Fact, ...]:
    """Positive numbers of a case and their squares, times which the statement may be easier."""
    numbers = (t for t in case.polynomial.tensors if t.positive and not t.alphabets)
    powers = (atom(t) ** k for t in numbers for k in (1, 2))
    uses = (deductions.show(power, ">") for power in powers)
    return tuple(deductions.facts[use.fact] for use in uses if use is not None)


def _vanishing(
    wanted: Fact, case: Fact, deductions: Deductions
) -> tuple[list[Combine], list[Fact]]:
    """Bounds of the terms of a statement, for all letters, and these times the case."""
    steps: dict[str, Combine] = {}
    facts: dict[str, Fact] = {}

    def multiplied(other: Fact, more: int = 0) -> None:
        """-c (other + more) >= 0."""
        polynomial = case.polynomial * (other.polynomial + more)
        terms = [Term(Fraction(1), (Use(case.name), *_at_own(other)))]
        terms += [Term(Fraction(more), (Use(case.name),))] if more else []
        indices = tuple(i for i in other.indices if i not in case.polynomial.free)
        step = Combine(Fact(f"{case.name}: {other.name}", polynomial, indices), tuple(terms))
        steps.setdefault(step.statement.name, step)

    for each in occurrences(wanted.polynomial):
        name = each.function.name
        if name not in TANGENTS:
            continue
        tangent = deductions.row(f"{name} tangent", each.a, each.b, *TANGENTS[name])
        above = _above(each, deductions)
        deductions.hide(tangent, above)
        if tangent is not None and each.coefficient < 0:
            multiplied(tangent)
        for fact in (tangent if each.coefficient > 0 else above,):
            if fact is not None:
                facts[fact.name] = fact
        if name in GROWING:
            slope = deductions.row(f"{name} tangent", ONE, constant(0), *TANGENTS[name])
            deductions.hide(slope)
            if slope is not None:
                multiplied(slope, int(-slope.polynomial.terms.get((), 0)))
    found = list(steps.values())
    return found, [*facts.values(), *(step.statement for step in found)]


def _above(each: Occurrence, deductions: Deductions) -> Fact | None:
    """F(a, b) <= a F(1, 0), or a bound that is as small."""
    if each.function.name not in GROWING:
        return deductions.row(f"{each.function.name} above", each.a, each.b)
    parts = (Arguments(each.a, constant(0)), Arguments(constant(0), each.b))
    return deductions.perspective("a part over nothing", each.function, parts)


def _at_own(fact: Fact) -> tuple[Use, ...]:
    return (Use(fact.name, fact.indices),)
