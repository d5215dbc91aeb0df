"""Comparisons of means that are given implicitly: numbers h and c with

    h <= sum_x w F(a, h)        sum_x w F(a, c) <= c        hence  h <= c

since F(a, b) = a^order b^(1 - order) falls in b: were h > c, then F(a, h) <= F(a, c), and h <= c.
The same holds for every F with F(0, b) = 0. The facts about other means say what c is: c(z) is one
of their numbers, g(z), or a mean of them, sum_y V(y,z) g(y) where a is sum_y V(y,z) a'(y), or all
of them, sum_y g(y) where a is sum_y a'(y), and that sum_x w F(a, c) <= c follows by convexity. So
Sibson's information falls under processing, and Arimoto's entropy where an outcome is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.convex_term import ConvexTerm, convex
from pmlsym.calculus.effort import until
from pmlsym.calculus.normal_form import Atom
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.combination import combine
from pmlsym.engines.certificates.quotient import quotient
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.chords import chords
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.means import means_over_letter, summands_over
from pmlsym.engines.convexity.occurrences import Occurrence, is_number, occurrences, product_of
from pmlsym.engines.convexity.rays import comparisons
from pmlsym.kernel.certificate import Arguments, Term, Use
from pmlsym.kernel.shown import is_plain

EFFORT = 0.5
"""The effort for showing that a number is above a mean."""


def offer_means_below_each_other(deductions: Deductions) -> None:
    """Offer a search  h <= c,  of all pairs of implicit means that the facts speak of."""
    means = [mean for fact in deductions.sequent.facts for mean in means_of(fact)]
    for lower in (mean for mean in means if mean.sign < 0):
        for c in (*numbers_of_means(lower, means), *_multiples_of_mean(lower, deductions)):
            with suppress(NotDeduced):
                _offer_mean_below(lower, c, deductions)


@dataclass(frozen=True)
class Mean:
    """sign * ( unit number - sum weight F(a, number) ) >= 0, at the letters of a fact.

    `unit` is F(1, 1): -1 of a power of an order below 1, which is -a^order b^(1 - order).
    """

    fact: Fact
    sign: int
    number: Atom
    each: Occurrence
    weight: Polynomial
    unit: int

    @property
    def value(self) -> Polynomial:
        """The number that is bounded as an implicit mean, at its letters, as deductions read it."""
        return atom(self.number[0], *self.number[1])

    @property
    def inner(self) -> Polynomial:
        """The sum of weight times a, the inner mean in deductions about an implicit mean."""
        return sum_over(self.weight * self.each.a, *self.each.summed)

    def times(self, c: Polynomial | Fraction | int, *facts: Fact | Use) -> tuple[Term, ...]:
        """The certificate terms with facts about each letter of this mean, times c."""
        return times(c * self.weight, *facts, over=self.each.summed)

    def total(self, reference: Polynomial) -> Polynomial:
        """The sum of weight times F(a, reference), compared with a mean by deductions."""
        each = self.each
        return sum_over(self.weight * convex(each.function, each.a, reference), *each.summed)


def means_of(fact: Fact, unit: int = 1) -> Iterator[Mean]:
    """The implicit mean that deductions read off a fact; none at a fact of another kind."""
    if fact.relation != ">=" or len(fact.polynomial) != 2:
        return
    for each in occurrences(fact.polynomial):
        sign = -1 if each.coefficient > 0 else 1
        weight = product_of(each.beside) * abs(each.coefficient)
        for number in dict.fromkeys(each.b.atoms()):
            if any(i.is_bound for i in number[1]):
                continue
            mean = Mean(fact, sign, number, each, weight, unit)
            rest = sign * (unit * mean.value - mean.total(mean.value))
            if mean.value == each.b and rest == fact.polynomial and is_plain(weight, ">="):
                yield mean


def numbers_of_means(lower: Mean, means: Iterable[Mean]) -> Iterator[Polynomial]:
    """Numbers for a search to compare with the mean `lower`, made of means of the other side."""
    letters, a = lower.number[1], lower.each.a
    for upper in means:
        if upper.sign < 0 or upper.each.function != lower.each.function:
            continue
        tensor = upper.number[0]
        if tensor.alphabets == tuple(i.alphabet for i in letters):
            yield atom(tensor, *letters)
        if len(tensor.alphabets) == 1:
            yield from _mixed_numbers(lower, tensor)
        if (
            len(upper.number[1]) == 1
            and sum_over(_part_of_upper(lower, upper), *upper.number[1]) == a
        ):
            yield sum_over(upper.value, *upper.number[1])


def _part_of_upper(lower: Mean, upper: Mean) -> Polynomial:
    """The argument of the upper of two implicit means that deductions compare."""
    of_upper, other = upper.each.summed, lower.each.summed
    if [i.alphabet for i in of_upper] != [i.alphabet for i in other]:
        return upper.each.a
    return substitute(upper.each.a, dict(zip(of_upper, other, strict=True)))


def _multiples_of_mean(lower: Mean, deductions: Deductions) -> Iterator[Polynomial]:
    """Multiples of the mean of a by a number >= 0 of facts, which a search compares it with."""
    orders = {t.term.function.order for t in deductions.sequent.tensors if t.term is not None}
    about_letters = (f.polynomial for f in deductions.plain_facts if f.indices)
    for tensor in dict.fromkeys(t for p in about_letters for t in p.tensors):
        if not tensor.alphabets and atom(tensor) in orders:
            continue
        if tensor.is_nonnegative and is_number(tensor):
            yield atom(tensor) * lower.inner


def _mixed_numbers(lower: Mean, tensor: Tensor) -> Iterator[Polynomial]:
    """The mixtures sum_y v g(y) that deductions compare a mean with, where  a = sum_y v a'."""
    (alphabet,) = tensor.alphabets
    letter = Index(alphabet, f"{alphabet.lower()}*")
    for summand in summands_over(lower.each.a, letter):
        for entry in dict.fromkeys(summand.atoms()):
            if set(entry[1]) != {letter, *lower.number[1]}:
                continue
            weight = atom(entry[0], *entry[1])
            if quotient(summand, weight) is not None:
                yield sum_over(weight * atom(tensor, letter), letter)


def _offer_mean_below(lower: Mean, c: Polynomial, deductions: Deductions) -> None:
    """Offer a search  h <= c  of a mean, by a split at h - c: else F(a, h) <= F(a, c)."""
    h, each = lower.value, lower.each
    indices = tuple(i for i in lower.fact.indices if i in {*h.free, *c.free})
    if h == c or not is_plain(c, ">=") or set(c.free) - set(indices):
        raise NotDeduced(f"{c} is not a number to be compared with {h}")
    above = number_beside_mean(lower, c, deductions)
    larger, smaller = deductions.branches(h - c)
    parts = (Arguments(each.a, c), Arguments(constant(0), h - c))
    falls = larger.perspective("a larger reference", each.function, parts)
    larger.conclude(c - h, times(1, above) + times(1, lower.fact) + lower.times(1, falls))
    smaller.conclude(c - h, times(1, smaller.assumed))
    deductions.split("a mean below", larger, smaller)


def number_beside_mean(lower: Mean, c: Polynomial, deductions: Deductions) -> Fact:
    """Deduce that  sum w F(a, c) <= unit c,  by convexity from the facts of other means."""
    a, function = lower.each.a, lower.each.function
    facts = [f for f in deductions.sequent.facts if f != lower.fact]
    term = ConvexTerm(function, tuple(sorted({*a.free, *c.free})), a, c)
    compared = comparisons(deductions.plain_facts, deductions.sequent.tensors)
    means = [*means_over_letter(term, deductions), *chords(term, compared, deductions)]
    for upper in (mean for fact in facts for mean in means_of(fact, lower.unit)):
        part = Arguments(_part_of_upper(lower, upper), upper.value, upper.number[1])
        if upper.number[1] and sum_over(part.b, *part.summed) == c:
            with suppress(NotDeduced):
                means.append(deductions.perspective("a sum", function, (part,)))
    deductions.hide(*means)
    wanted = lower.unit * c - lower.total(c)
    with until(EFFORT):
        step = combine((*facts, *means), Fact("beside a mean", wanted, wanted.free))
    if step is None:
        raise NotDeduced(f"{c} is not known to be on the other side of its mean")
    return deductions.aside.add(step)
