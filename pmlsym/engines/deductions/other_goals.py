"""Goals from which that of a sequent follows, and which may be easier.

The goal without a number that an equality can be solved for:  c t = r,  where c is positive.

    q (t + m - 1) = t - 1        is        (1 - q) t = 1 - q + q m ,        1 - q > 0

Times c, the goal has r in the place of c t. So a quotient of exp(eps) and of a size is compared
with a share q, which is one by such an equality.

The goal without a factor of all of it that is not negative, such as a share of a mixture:

    g >= 0        gives        q g >= 0

A contradiction, -1 >= 0, times a positive number, at one letter or at any:

    s > 0,  -s >= 0        give        s (-1) >= 0
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

from pmlsym.calculus.alphabet import Alphabet, letters
from pmlsym.calculus.effort import until
from pmlsym.calculus.normal_form import factor
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.combination import combine
from pmlsym.engines.certificates.ingredient import letters_among
from pmlsym.engines.certificates.quotient import quotient, without
from pmlsym.engines.certificates.terms import NotDeduced, times, use_of_fact
from pmlsym.engines.convexity.deductions import ONE, Deductions
from pmlsym.kernel.certificate import GOAL, Combine, Use
from pmlsym.kernel.shown import is_plain

EACH = 0.1
"""Effort for showing that a coefficient is positive."""

SOLVED = "without a number"

MOST_PRODUCTS = 6
"""The most products of two positive numbers that a contradiction is multiplied with."""

ABSURD = "and it is not"

DIVIDED = "without a factor"

_Positive = tuple[Polynomial, tuple[Use, ...]]
"""A positive polynomial, and the facts whose product states it."""


@dataclass(frozen=True)
class OtherGoal:
    """A goal from which that of the sequent follows, and the step that leads there."""

    goal: Polynomial
    step: Combine


def solved_goals(deductions: Deductions) -> Iterator[OtherGoal]:
    """Goals for a search to prove instead, without a number for which two facts solve."""
    numbers = {
        fact.polynomial: fact
        for fact in deductions.plain_facts
        if fact.relation == ">=" and _is_of_numbers(fact.polynomial)
    }
    for polynomial, above in numbers.items():
        below = numbers.get(-polynomial)
        if below is None:
            continue
        for tensor in polynomial.tensors:
            c = _coefficient(polynomial, tensor)
            if len(c) > 1 and tensor in deductions.sequent.goal.tensors:
                with suppress(NotDeduced):
                    yield _solved_goal(tensor, c, above, below, deductions)


def _coefficient(polynomial: Polynomial, tensor: Tensor) -> Polynomial:
    """The coefficient of a number that a search solves for, or zero where it is not linear."""
    number = (factor(((tensor, ()),)),)
    parts = [(rest, c) for m, c in polynomial if (rest := without(m, number)) is not None]
    if any(without(rest, number) is not None for rest, _ in parts):
        return Polynomial({})
    return Polynomial(dict(parts))


def _solved_goal(
    tensor: Tensor, c: Polynomial, above: Fact, below: Fact, deductions: Deductions
) -> OtherGoal:
    """The goal for a search to prove instead, times c and without t, by c t >= r and c t <= r."""
    sequent = deductions.sequent
    slopes = _coefficient(sequent.goal, tensor)
    if not slopes or not all(is_plain(Polynomial({m: 1}), ">=") for m, _ in slopes):
        raise NotDeduced(f"the goal is not linear in {tensor.name}")
    positive = _positive_coefficient(c, above, deductions)
    terms = times(1, Use(SOLVED))
    for monomial, k in slopes:
        terms += times(Polynomial({monomial: abs(Fraction(k))}), above if k > 0 else below)
    step = Combine(Fact(GOAL, sequent.goal, (), sequent.relation), terms, (use_of_fact(positive),))
    return OtherGoal(sequent.goal * c - slopes * above.polynomial, step)


def _positive_coefficient(c: Polynomial, equality: Fact, deductions: Deductions) -> Fact:
    """Deduce that a sum of numbers is positive: it is at least one, times what is positive.

    That may be the coefficient of another number in the equality: (1 - q)(t + m - 1) = m.
    """
    numbers = tuple(f for f in deductions.plain_facts if _is_of_numbers(f.polynomial))
    strict = [(fact.polynomial, (use_of_fact(fact),)) for fact in numbers if fact.relation == ">"]
    for number in equality.polynomial.tensors:
        other = -_coefficient(equality.polynomial, number)
        with until(EACH):
            step = combine(numbers, Fact("at least one", other - 1)) if len(other) > 1 else None
        if step is not None and other != c:
            statement = Fact("positive beside", other, (), ">")
            fact = above_least(deductions.aside.add(step), statement, deductions)
            strict.append((other, (use_of_fact(fact),)))
    for beside, uses in ((ONE, ()), *strict):
        with until(EACH):
            step = combine(numbers, Fact("at least one", c * beside - 1))
        if step is not None:
            with suppress(NotDeduced):
                statement = Fact("positive coefficient", c, (), ">")
                return above_least(deductions.aside.add(step), statement, deductions, uses)
    raise NotDeduced(f"{c} is not known to be positive")


def above_least(
    least: Fact, statement: Fact, deductions: Deductions, divisors: tuple[Use, ...] = ()
) -> Fact:
    """Deduce p > 0, where a fact says that p - 1 >= 0, or p times the divisors."""
    return deductions.aside.add(Combine(statement, times(1, least) + times(1), divisors))


def _is_of_numbers(polynomial: Polynomial) -> bool:
    """Whether a fact or goal of a search is about numbers alone, without letters."""
    return not any(at for _, at in polynomial.atoms())


def goal_without_factor(sequent: Sequent) -> OtherGoal | None:
    """The goal for a search to prove instead, without common nonnegative factors; None if none."""
    rest, whole = sequent.goal, ONE
    for tensor, at in dict.fromkeys(sequent.goal.atoms()) if sequent.relation == ">=" else ():
        single = (
            atom(tensor, *at) if tensor.is_nonnegative and not any(i.is_bound for i in at) else ONE
        )
        while single != ONE and (divided := quotient(rest, single)) is not None:
            rest, whole = divided, whole * single
    if whole == ONE or not rest:
        return None
    terms = times(whole, Use(DIVIDED))
    return OtherGoal(rest, Combine(Fact(GOAL, sequent.goal), terms))


def absurd_goals(deductions: Deductions) -> Iterator[OtherGoal]:
    """Goals for a search to prove instead of -1 >= 0: that something positive is not positive."""
    sequent = deductions.sequent
    if sequent.goal != constant(-1) or sequent.relation != ">=" or sequent.rules:
        return
    strict = [f for f in deductions.plain_facts if f.relation == ">" and f.polynomial.tensors]
    single = [each for fact in strict for each in _at_single_letters(fact, sequent.facts)]
    pairs = [(p * q, (*one, *two)) for (p, one), (q, two) in combinations(single, 2)]
    factors: list[_Positive] = [*pairs[:MOST_PRODUCTS], *single]
    for fact in strict:
        if not any(use.fact == fact.name for _, (use, *_) in single):
            at = letters((Alphabet(i.alphabet) for i in fact.indices), taken=fact.polynomial.free)
            factors.append(_fact_at_letters(fact, at))
    statement = Fact(GOAL, sequent.goal, (), sequent.relation)
    for positive, uses in factors:
        yield OtherGoal(-positive, Combine(statement, times(1, Use(ABSURD)), uses))


def _at_single_letters(fact: Fact, facts: tuple[Fact, ...]) -> Iterator[_Positive]:
    """A strict fact at the single letters that other facts speak of, for a search's goal."""
    single = dict.fromkeys(i for f in facts for i in f.polynomial.free if i not in f.indices)
    for at in letters_among(fact.indices, single):
        yield _fact_at_letters(fact, at)


def _fact_at_letters(fact: Fact, at: tuple[Index, ...]) -> _Positive:
    """The polynomial of a strict fact at letters, with the use of it in a certificate."""
    names = dict(zip(fact.indices, at, strict=True))
    return substitute(fact.polynomial, names), (Use(fact.name, at),)
