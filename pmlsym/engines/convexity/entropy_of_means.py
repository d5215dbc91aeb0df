"""Mutual information below means of powers: for each outcome y, of order above 1,

    (order - 1) sum_x w F_entropy(W, q)  +  order F_entropy(q, M)  <=  0        q = sum_x w W

where  sum_x w F_order(W, M) <= M. It is the row of the table that compares entropy with a power, at
the references q and M, times w and summed. Where q = 0 every term is at most q F_entropy(1, 0). So
mi(P, W) is at most Sibson's information of every order above 1, by  F(1, sum M) <= sum F(q, M).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pmlsym.calculus.convex_term import ENTROPY, convex
from pmlsym.calculus.polynomial import Polynomial, constant, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.engines.convexity.deductions import ONE, Deductions, expanded
from pmlsym.engines.convexity.implicit_means import Mean, means_of
from pmlsym.engines.convexity.powers import order_of
from pmlsym.errors import InvalidCertificate, InvalidInput
from pmlsym.kernel.certificate import (
    PLAIN,
    Arguments,
    Combine,
    ConvexRow,
    Split,
    Step,
    Term,
    Use,
)
from pmlsym.kernel.convexity import stated_by
from pmlsym.kernel.shown import is_plain

ZERO = constant(0)
E = Fraction(1)


def entropy_below_means(deductions: Deductions) -> Iterator[Fact]:
    """Offer the bound of each mean of powers that a fact bounds from above, and its sum."""
    if not any(t.term and t.term.function == ENTROPY for t in deductions.sequent.tensors):
        return
    for fact in deductions.sequent.facts:
        for mean in means_of(fact):
            order = order_of(mean.each.function)
            if mean.sign > 0 and order is not None and order > 1:
                found = _bounded(mean, order, deductions)
                if found is not None:
                    parts = (Arguments(mean_of(mean), mean.value, found.indices),)
                    deductions.perspective("a sum of means", ENTROPY, parts)
                    yield found


def mean_of(mean: Mean) -> Polynomial:
    """Return q, the mean of what the powers are of."""
    return sum_over(mean.weight * mean.each.a, *mean.each.summed)


def _bounded(mean: Mean, order: Fraction, deductions: Deductions) -> Fact | None:
    """The bound, by a split at q."""
    a, m, q, over = mean.each.a, mean.value, mean_of(mean), mean.each.summed
    least = above_mean(mean, order, deductions)
    if least is None or not (is_plain(a, ">=") and is_plain(q, ">=")):
        return None
    own = sum_over(mean.weight * convex(ENTROPY, a, q), *over)
    wanted = -(order - 1) * own - order * convex(ENTROPY, q, m)
    name = f"{q} or zero"
    case, inner = Use(name), tuple(i for i in mean.fact.indices if i not in q.free)
    if inner or set(q.free) & deductions.constants:
        return None
    positive = Fact(f"{name}: a positive mean", m, (), ">")
    at = Use(mean.fact.name, mean.fact.indices)
    known, row = {q: case, m: Use(positive.name)}, "entropy below power"
    first = row_within(row, f"{name}: an order", (a, q), (order, 1, m, q, m), known)
    second = row_within(row, f"{name}: a log", (q, m), (2, 1, q, 1, 1), known)
    if first is None or second is None:
        return None
    terms = [
        *weighed(mean, first.statement, E),
        Term(E, (at, case)),
        Term(order, (Use(second.statement.name), Use(positive.name))),
    ]
    above = (
        Combine(positive, (Term(E, (Use(least.name, least.indices),)), Term(E, (case,)))),
        first,
        second,
        Combine(Fact(f"{name}: bounded", wanted), tuple(terms), (Use(positive.name),)),
    )
    zero = _where_zero(mean, order, wanted, case, deductions)
    indices = tuple(i for i in wanted.free if i not in deductions.constants)
    statement = Fact("entropy below a mean of powers", wanted, indices)
    return deductions.add(Split(statement, name, q, above, zero)) if zero else None


def above_mean(mean: Mean, order: Fraction, deductions: Deductions) -> Fact | None:
    """M >= q, since F_order(a, M) >= order a - (order - 1) M."""
    a, m = mean.each.a, mean.value
    power = deductions.row("entropy below power", a, m, constant(order), ONE, m, ONE, ONE)
    tangent = deductions.row("entropy tangent", a, m, ONE, ONE)
    if power is None or tangent is None:
        return None
    terms = [Term(1 / order, (Use(mean.fact.name, mean.fact.indices),))]
    terms += [*weighed(mean, power, 1 / order), *weighed(mean, tangent, (order - 1) / order)]
    found = deductions.total("a mean below", terms)
    deductions.hide(power, tangent)
    return found if found is not None and found.polynomial == m - mean_of(mean) else None


def _where_zero(
    mean: Mean, order: Fraction, wanted: Polynomial, case: Use, deductions: Deductions
) -> tuple[Step, ...]:
    """That all terms are at most q F(1, 0), which is zero where q is."""
    q, a = mean_of(mean), mean.each.a
    slope = deductions.row("entropy tangent", ONE, ZERO, ONE, ONE)
    parts = [(a, q), (q, mean.value)]
    above = [
        deductions.perspective("over nothing", ENTROPY, (Arguments(x, ZERO), Arguments(ZERO, y)))
        for x, y in parts
    ]
    deductions.hide(slope, *above)
    if slope is None or above[0] is None or above[1] is None:
        return ()
    terms = [Term(order, (Use(above[1].name, above[1].indices),))]
    terms += weighed(mean, above[0], order - 1)
    whole = 2 * order - 1
    terms += [Term(whole, (case, Use(slope.name))), Term(whole, (case,))]
    return (Combine(Fact(f"{case.fact}: nothing", wanted), tuple(terms)),)


def weighed(mean: Mean, fact: Fact, c: Fraction) -> list[Term]:
    """A fact about each letter times c and its weight, summed."""
    terms = expanded(mean.weight, Use(fact.name, fact.indices))
    over = mean.each.summed
    return [Term(c * t.coefficient, t.uses, (*t.summed, *over)) for t in terms]


def row_within(
    row: str,
    name: str,
    arguments: tuple[Polynomial, Polynomial],
    parameters: tuple[Polynomial | Fraction | int, ...],
    shown: dict[Polynomial, Use],
) -> ConvexRow | None:
    """A row at arguments of which it is known why they are positive."""
    given = tuple(p if isinstance(p, Polynomial) else constant(p) for p in parameters)
    step = ConvexRow(Fact(name, ZERO), row, *arguments, given, ())
    try:
        stated = stated_by(step)
    except (InvalidCertificate, InvalidInput):
        return None
    uses = (
        shown[need] if relation == ">" and need in shown else PLAIN
        for need, relation in stated.needs
    )
    fixed = {i for positive in shown for i in positive.free}
    letters = tuple(i for i in stated.polynomial.free if i not in fixed)
    statement = Fact(name, stated.polynomial, letters, stated.relation)
    return ConvexRow(statement, row, *arguments, given, tuple(uses))
