"""What is offered to the search for a combination beside the facts of a sequent with terms.

    unfolding    the terms that the goal, or a fact, bounds from above, as means (means.py)
    collapsing   the sums that they bound from below
    chords, references, columns, contraction, logarithms, rows: for every term in sight by then

Where a term unfolds to terms in sight, what leads elsewhere is not used.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from pmlsym.calculus.convex_term import ConvexTerm
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.effort import passed
from pmlsym.engines.convexity.chords import chords
from pmlsym.engines.convexity.columns import columns, of_column
from pmlsym.engines.convexity.contraction import contracted
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.entropy_of_means import entropy_below_means
from pmlsym.engines.convexity.implicit_means import below_each_other
from pmlsym.engines.convexity.logarithms import from_below, in_order
from pmlsym.engines.convexity.means import collapsed, mixed, peeled, with_less
from pmlsym.engines.convexity.mixtures import mixed_by_numbers
from pmlsym.engines.convexity.occurrences import occurrences, terms_in
from pmlsym.engines.convexity.orders_of_means import means_in_order
from pmlsym.engines.convexity.powers import orders_compared
from pmlsym.engines.convexity.product_excess import product_excess
from pmlsym.engines.convexity.products import products
from pmlsym.engines.convexity.rays import comparisons
from pmlsym.engines.convexity.references import referred
from pmlsym.engines.convexity.rows import offer_products, offer_rows, parameters_of
from pmlsym.engines.convexity.splitting import split_by_excess
from pmlsym.evidence.certificate import Step, Term, Use

MOST_UNFOLDED = 8
"""So many terms are unfolded, at most."""


@dataclass(frozen=True)
class Instances:
    """Steps about the terms of a sequent, and which of what they state to use.

    `simple` are the facts without the rows of the table, which are many; `every` has these too.
    `means` are those below which a term of the goal is, and may be replaced. `multipliers` are
    known to be positive, and the goal times one of them may be easier.
    """

    steps: tuple[Step, ...] = ()
    simple: tuple[Fact, ...] = ()
    every: tuple[Fact, ...] = ()
    multipliers: tuple[Fact, ...] = ()
    means: tuple[Fact, ...] = ()


def convex_instances(sequent: Sequent) -> Instances:
    """The instances for a sequent; none where it has no terms."""
    if not any(tensor.is_term for tensor in sequent.tensors):
        return Instances()
    found = Deductions(sequent)
    known = dict.fromkeys(terms_in(*sequent.polynomials))
    _average(found)
    unfolded = _unfold(sequent, known, found)
    means = found.offered
    _drain(below_each_other(found))
    _drain(entropy_below_means(found))
    _drain(means_in_order(found))
    _collapse(sequent, found)
    compared = comparisons(found.plain_facts, sequent.tensors)
    for term in _terms(known, unfolded):
        with_less(term, known, found)
        for fact in chords(term, compared, found):
            known.update(dict.fromkeys(terms_in(fact.polynomial)))
        for fact in referred(term, compared, found):
            for each in occurrences(sum_over(fact.polynomial, *fact.indices)):
                if each.coefficient < 0:
                    _drain(collapsed(each, found))
    for column in columns(found):
        for term in _terms(known, unfolded):
            _drain(of_column(term, column, found))
    for term in _terms(known):
        _drain(contracted(term, found))
        _drain(split_by_excess(term, known, found))
        _drain(product_excess(term, known, found))
        _drain(products(term, known, found))
    numbers = parameters_of(sequent)
    sight = dict.fromkeys((*known, *terms_in(*(fact.polynomial for fact in found.offered))))
    in_order((t.term for t in sight if t.term), numbers.logs, found)
    offer_products(numbers, found)
    multipliers = dict.fromkeys(orders_compared(sight, found))
    outside = {t for monomial, _ in sequent.goal for factor in monomial for t, _ in factor}
    for term in _terms(sight):
        # a number that the goal knows by its logarithm alone is no factor of it
        positive = None if outside.isdisjoint(term.b.tensors) else from_below(term, found)
        multipliers.update({positive: None} if positive is not None else {})
        multipliers.update(dict.fromkeys(offer_rows(term, sight, numbers, compared, found)))
    every = found.offered
    simple = tuple(fact for fact in every if fact.name not in found.tabled)
    return Instances(tuple(found.steps), simple, every, tuple(multipliers), means)


def _average(found: Deductions) -> None:
    """The facts about a number that others sum to, such as E >= 1 where W(x,y) <= E W(x',y)."""
    for fact in found.plain_facts:
        for letter in fact.indices if fact.relation == ">=" and len(fact.polynomial) == 2 else ():
            total = sum_over(fact.polynomial, letter)
            if not total.free and sum(len(monomial) for monomial, _ in total) == 1:
                use = Use(fact.name, fact.indices)
                found.hide(found.total("of all letters", (Term(Fraction(1), (use,), (letter,)),)))


def _unfold(sequent: Sequent, known: Iterable[Tensor], found: Deductions) -> tuple[Tensor, ...]:
    """Unfold what the goal, or a fact, has more of than it may; the terms that this leads to."""
    seen = set(known)
    left = dict.fromkeys(_above(sequent))
    new: dict[Tensor, None] = {}
    for _ in range(MOST_UNFOLDED):
        tensor = next(iter(left), None)
        if tensor is None or tensor.term is None:
            break
        del left[tensor]
        facts = [*peeled(tensor.term, found)]
        mixture = mixed(tensor.term, known, found)
        facts += [mixture] if mixture is not None else []
        facts += mixed_by_numbers(tensor.term, found)
        leading = [set(terms_in(fact.polynomial)) - {tensor} for fact in facts]
        home = any(terms <= seen for terms in leading)
        for fact, terms in zip(facts, leading, strict=True):
            if home and not terms <= seen:
                found.hide(fact)
                continue
            for other in terms_in(fact.polynomial):
                if other not in seen and other not in new:
                    new[other] = left[other] = None
    return tuple(new)


def _above(sequent: Sequent) -> Iterator[Tensor]:
    """The terms that are to be bounded from above: in the goal, then in facts."""
    for sign, polynomial in ((-1, sequent.goal), *((1, f.polynomial) for f in sequent.facts)):
        for monomial, c in polynomial:
            if sign * c > 0:
                yield from terms_in(Polynomial({monomial: 1}))


def _collapse(sequent: Sequent, found: Deductions) -> None:
    """Sums of terms that are to be bounded from below: in the goal, then in facts."""
    for sign, polynomial in ((1, sequent.goal), *((-1, f.polynomial) for f in sequent.facts)):
        for each in occurrences(polynomial):
            if sign * each.coefficient > 0:
                _drain(collapsed(each, found))


def _terms(*groups: Iterable[Tensor]) -> Iterator[ConvexTerm]:
    """What the tensors stand for, as long as there is effort left."""
    for tensor in dict.fromkeys(t for group in groups for t in group):
        if passed():
            return
        if tensor.term is not None:
            yield tensor.term


def _drain(facts: Iterable[Fact]) -> None:
    """Have every one of them stated."""
    for _ in facts:
        pass
