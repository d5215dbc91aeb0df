"""Facts divided by what may be zero:  c S >= 0  gives  S >= 0,  where c >= 0.

Where c is known to be positive, that is a combination. Otherwise it is a split, letter by letter:
if c > 0 the fact is divided, and if -c >= 0 the statement follows from something else. There each
term is small: F(a, b) <= a F(1, 0), so that terms with a below a multiple of c vanish with it; and
what has c as a factor vanishes too, since terms are above their tangents.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from pmlsym.calculus.convex_term import ConvexTerm
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.sequent import Fact, Origin
from pmlsym.calculus.tensor import Index
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.deductions import ONE, Deductions, has_term
from pmlsym.engines.convexity.occurrences import Occurrence, occurrences
from pmlsym.kernel.certificate import Arguments, Combine, Split, Step, Use
from pmlsym.kernel.shown import is_plain

VANISHING = 0.25
"""Effort for the case in which the divisor is zero; twice that with multipliers."""

TANGENTS = {"entropy": (ONE, ONE), "square": (ONE,), "excess": (ONE,), "root": (ONE, ONE)}
"""Parameters of the tangent at one; powers have none."""

GROWING = ("entropy", "square")
"""The functions whose F(1, 0) is large, at least one by the tangent at one."""


def divided_fact(
    fact: Fact, divisor: Polynomial, deductions: Deductions, helping: Iterable[Fact] = ()
) -> Fact:
    """Deduce a fact divided by what may be zero, if the case of zero can be settled.

    `helping` are facts that may settle it.
    """
    rest = quotient(fact.polynomial, divisor)
    if rest is None or fact.relation != ">=":
        raise NotDeduced(f"{fact.polynomial} is not a multiple of {divisor}")
    if deductions.find_use(divisor, ">"):
        return deductions.total("divided", times(1, fact), divisor)
    fixed = set(divisor.free)
    if fixed & deductions.constants:
        # in a split these are constants, and no other fact may have them as single letters
        raise NotDeduced(f"{divisor} is about single letters")
    name = deductions.unused_name(f"{divisor} or zero")
    indices = tuple(i for i in rest.free if i not in deductions.constants)
    wanted = Fact(f"{name}: divided", rest, tuple(i for i in indices if i not in fixed))
    zero = zero_steps(wanted, Fact(name, -divisor, (), ">=", Origin("case")), deductions, helping)
    positive = (Combine(wanted, times(1, fact), (Use(name),)),)
    return deductions.add(Split(Fact("divided", rest, indices), name, divisor, positive, zero))


def averaged_letters(term: ConvexTerm) -> tuple[Index, ...]:
    """The letters in which a convex term's argument sums to one, to sum deductions over."""
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


def reduced_fact(
    fact: Fact, size: Polynomial, helping: Iterable[Fact], deductions: Deductions
) -> Fact:
    """Deduce a fact divided by `size`, after its nonnegative factors that facts are about."""
    numbers = [
        f.polynomial
        for f in deductions.facts.values()
        if f.relation != "==" and not f.polynomial.free and not has_term(f.polynomial)
    ]
    for number in numbers:
        rest = quotient(size, number)
        if rest is None or len(number) == 1:
            continue
        # what is plainly positive first: the case of zero is then one of a smaller statement
        for divisor in sorted((number, rest), key=lambda part: not is_plain(part, ">")):
            fact = _quotient_if_shown(fact, divisor, helping, deductions)
    return _quotient_if_shown(fact, size, helping, deductions)


def _quotient_if_shown(
    fact: Fact, divisor: Polynomial, helping: Iterable[Fact], deductions: Deductions
) -> Fact:
    """Deduce the fact divided by a divisor; the fact itself where that cannot be deduced."""
    if divisor == ONE:
        return fact
    try:
        quotient_fact = divided_fact(fact, divisor, deductions, helping)
    except NotDeduced:
        return fact
    deductions.hide(fact)
    return quotient_fact


def zero_steps(
    wanted: Fact, case: Fact, deductions: Deductions, helping: Iterable[Fact]
) -> tuple[Step, ...]:
    """The steps of a certificate to a statement where the divisor is zero."""
    usable = (*deductions.plain_facts, *helping, case)
    steps, vanishing = (
        _vanishing_bounds(wanted, case, deductions) if case.polynomial.free else ([], [])
    )
    zero = replace(wanted, name=f"{case.name}: zero")
    multipliers = _positive_powers(case, deductions)
    for effort, positive in ((1, ()), (2, multipliers)) if multipliers else ((2, ()),):
        last = deductions.combination((*usable, *vanishing), zero, effort * VANISHING, positive)
        if last is not None:
            return (*steps, last)
    raise NotDeduced(f"{wanted.polynomial} is not settled where {case.polynomial} is zero")


def _positive_powers(case: Fact, deductions: Deductions) -> tuple[Fact, ...]:
    """Positive numbers and their squares, which a search may multiply a statement with."""
    numbers = (t for t in case.polynomial.tensors if t.positive and not t.alphabets)
    return tuple(deductions.positive(atom(t) ** k) for t in numbers for k in (1, 2))


def _vanishing_bounds(
    wanted: Fact, case: Fact, deductions: Deductions
) -> tuple[list[Combine], list[Fact]]:
    """Deduce bounds of a fact's convex terms where its divisor is zero, some times the divisor."""
    steps: dict[str, Combine] = {}
    facts: dict[str, Fact] = {}

    def multiply(other: Fact, more: int = 0) -> None:
        """Deduce -c (other + more) >= 0, where the divisor c is not positive."""
        polynomial = case.polynomial * (other.polynomial + more)
        terms = times(1, Use(case.name), other) + (times(more, Use(case.name)) if more else ())
        indices = tuple(i for i in other.indices if i not in case.polynomial.free)
        name = f"{case.name}: {other.name}"
        steps.setdefault(name, Combine(Fact(name, polynomial, indices), terms))

    aside = deductions.aside
    for each in occurrences(wanted.polynomial):
        name = each.function.name
        if name not in TANGENTS:
            continue
        with suppress(NotDeduced):
            tangent = aside.row(f"{name} tangent", each.a, each.b, *TANGENTS[name])
            if each.coefficient < 0:
                multiply(tangent)
            else:
                facts[tangent.name] = tangent
        with suppress(NotDeduced):
            above = _upper_bound(each, aside)
            if each.coefficient < 0:
                facts[above.name] = above
        if name in GROWING:
            with suppress(NotDeduced):
                slope = aside.row(f"{name} tangent", ONE, constant(0), *TANGENTS[name])
                multiply(slope, int(-slope.polynomial.terms.get((), 0)))
    derived = list(steps.values())
    return derived, [*facts.values(), *(step.statement for step in derived)]


def _upper_bound(each: Occurrence, deductions: Deductions) -> Fact:
    """Deduce F(a, b) <= a F(1, 0), or a bound of a convex term that is equally small."""
    if each.function.name not in GROWING:
        return deductions.row(f"{each.function.name} above", each.a, each.b)
    parts = (Arguments(each.a, constant(0)), Arguments(constant(0), each.b))
    return deductions.perspective("a part over nothing", each.function, parts)
