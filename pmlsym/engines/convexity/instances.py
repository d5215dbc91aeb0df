"""What is offered to the search for a combination beside the facts of a sequent with terms.

    unfolding    the terms that the goal, or a fact, bounds from above, as means (means.py)
    collapsing   the sums that they bound from below
    chords, references, columns, contraction, logarithms, rows: for every term in sight by then

Where a term unfolds to terms in sight, what leads elsewhere is not used.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import combinations

from pmlsym.calculus.convex_term import ConvexTerm
from pmlsym.calculus.effort import passed
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.ingredient import Ingredient
from pmlsym.engines.certificates.rewriting import quotients
from pmlsym.engines.convexity.chords import chords
from pmlsym.engines.convexity.columns import Column, columns, of_column
from pmlsym.engines.convexity.contraction import contracted
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.entropy_of_means import entropy_below_means
from pmlsym.engines.convexity.implicit_means import below_each_other
from pmlsym.engines.convexity.logarithms import from_below, in_order
from pmlsym.engines.convexity.means import at_one_letter, collapsed, mixed, peeled, with_less
from pmlsym.engines.convexity.mixtures import mixed_by_numbers
from pmlsym.engines.convexity.occurrences import occurrences, terms_in
from pmlsym.engines.convexity.orders_of_means import means_in_order
from pmlsym.engines.convexity.powers import orders_compared
from pmlsym.engines.convexity.product_excess import product_excess
from pmlsym.engines.convexity.products import products
from pmlsym.engines.convexity.rays import comparisons
from pmlsym.engines.convexity.references import referred
from pmlsym.engines.convexity.rows import Parameters, offer_products, offer_rows, parameters_of
from pmlsym.engines.convexity.splitting import split_by_excess
from pmlsym.kernel.certificate import Step, Term, Use

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


class InstanceSearch:
    """The instances for a sequent, piece by piece; it goes on where it was cut.

    A piece that was cut is done again, since what it missed later ones would miss: so all of it is
    kept as it was before.
    """

    def __init__(self, sequent: Sequent) -> None:
        self._sequent = sequent
        self._state: _State | None = None

    def run(self) -> Instances:
        """What there is until the deadline; nothing where the sequent has no terms."""
        if not any(tensor.is_term for tensor in self._sequent.tensors):
            return Instances()
        if self._state is None:
            self._state = _State(self._sequent, Deductions(self._sequent))
        state = self._state
        while state.pieces and not passed():
            state = self._state.copy()
            state.pieces.popleft()(state)
            if passed():
                break
            self._state = state
        if _in_sight in state.pieces:  # it was cut, and logarithms cost next to nothing
            state = state.copy()
            _logarithms(state)
        return state.instances()


@dataclass
class _State:
    """What was found, and the pieces that are left to do."""

    sequent: Sequent
    found: Deductions
    pieces: deque[_Piece] = field(default_factory=lambda: deque((_begin,)))
    known: dict[Tensor, None] = field(default_factory=dict)
    unfolded: tuple[Tensor, ...] = ()
    means: tuple[Fact, ...] = ()
    multipliers: dict[Fact, None] = field(default_factory=dict)

    def copy(self) -> _State:
        """The same, so that either may change."""
        return replace(
            self,
            found=self.found.copy(),
            pieces=self.pieces.copy(),
            known=self.known.copy(),
            multipliers=self.multipliers.copy(),
        )

    def instances(self) -> Instances:
        """What there is so far."""
        every = self.found.offered
        simple = tuple(fact for fact in every if fact.name not in self.found.tabled)
        steps = tuple(self.found.steps)
        return Instances(steps, simple, every, tuple(self.multipliers), self.means)

    def next(self, *pieces: _Piece) -> None:
        """Do these before what is left."""
        self.pieces.extendleft(reversed(pieces))

    def each(self, piece: Callable[[_State, ConvexTerm], None], *groups: Iterable[Tensor]) -> None:
        """Do a piece for each of the terms, before what is left."""
        terms = dict.fromkeys(t for group in groups for t in group)
        self.next(*(partial(_about, piece, t.term) for t in terms if t.term is not None))


_Piece = Callable[[_State], None]


def _about(piece: Callable[[_State, ConvexTerm], None], term: ConvexTerm, state: _State) -> None:
    piece(state, term)


def _begin(state: _State) -> None:
    sequent, found = state.sequent, state.found
    state.known = dict.fromkeys(terms_in(*sequent.polynomials))
    _average(found)
    state.unfolded = _unfold(sequent, state.known, found)
    state.means = found.offered
    at_one_letter(state.known, found)
    state.next(_below_and_above, _in_columns, _in_products, _in_sight)


def _below_and_above(state: _State) -> None:
    _drain(below_each_other(state.found))
    _drain(entropy_below_means(state.found))
    _drain(means_in_order(state.found))
    _collapse(state.sequent, state.found)
    compared = comparisons(state.found.plain_facts, state.sequent.tensors)
    state.each(partial(_refer, compared), state.known, state.unfolded)


def _refer(compared: tuple[Ingredient, ...], state: _State, term: ConvexTerm) -> None:
    """Bounds of a term by a larger reference, by chords, and by other references."""
    with_less(term, state.known, state.found)
    for fact in chords(term, compared, state.found):
        state.known.update(dict.fromkeys(terms_in(fact.polynomial)))
    for fact in referred(term, compared, state.found):
        for each in occurrences(sum_over(fact.polynomial, *fact.indices)):
            if each.coefficient < 0:
                _drain(collapsed(each, state.found))


def _in_columns(state: _State) -> None:
    for column in reversed([*columns(state.found)]):
        state.each(partial(_of_column, column), state.known, state.unfolded)


def _of_column(column: Column, state: _State, term: ConvexTerm) -> None:
    _drain(of_column(term, column, state.found))


def _in_products(state: _State) -> None:
    state.each(_of_products, state.known)


def _of_products(state: _State, term: ConvexTerm) -> None:
    _drain(contracted(term, state.found))
    _drain(split_by_excess(term, state.known, state.found))
    _drain(product_excess(term, state.known, state.found))
    _drain(products(term, state.known, state.found))


def _in_sight(state: _State) -> None:
    """Logarithms, and the rows about all terms that are in sight by now."""
    sight, numbers = _logarithms(state)
    compared = comparisons(state.found.plain_facts, state.sequent.tensors)
    state.multipliers.update(dict.fromkeys(orders_compared(sight, state.found)))
    state.each(partial(_rows, sight, numbers, compared), sight)


def _logarithms(state: _State) -> tuple[tuple[Tensor, ...], Parameters]:
    """Offer what is known of logarithms; the terms in sight, and the numbers."""
    found, numbers = state.found, parameters_of(state.sequent)
    _weigh(state.sequent, found)
    terms = terms_in(*(fact.polynomial for fact in found.offered))
    sight = tuple(dict.fromkeys((*state.known, *terms)))
    in_order((t.term for t in sight if t.term), numbers.logs, found)
    offer_products(numbers, found)
    return sight, numbers


def _rows(
    sight: tuple[Tensor, ...],
    numbers: Parameters,
    compared: tuple[Ingredient, ...],
    state: _State,
    term: ConvexTerm,
) -> None:
    outside = {t for monomial, _ in state.sequent.goal for factor in monomial for t, _ in factor}
    # a number that the goal knows by its logarithm alone is no factor of it
    is_factor = not outside.isdisjoint(term.b.tensors)
    positive = from_below(term, state.found, is_factor=is_factor)
    state.multipliers.update({positive: None} if positive is not None else {})
    rows = offer_rows(term, sight, numbers, compared, state.found)
    state.multipliers.update(dict.fromkeys(rows))


def _average(found: Deductions) -> None:
    """The facts about a number that others sum to, such as E >= 1 where W(x,y) <= E W(x',y)."""
    for fact in found.plain_facts:
        letters = fact.indices if fact.relation == ">=" and len(fact.polynomial) == 2 else ()
        for summed in (chosen for k in (1, 2) for chosen in combinations(letters, k)):
            total = sum_over(fact.polynomial, *summed)
            if not total.free and sum(len(monomial) for monomial, _ in total) == 1:
                use = Use(fact.name, fact.indices)
                found.hide(found.total("of all letters", (Term(Fraction(1), (use,), summed),)))


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


def _weigh(sequent: Sequent, found: Deductions) -> None:
    """Put known masses in the place of sums, in terms without letters."""
    masses = quotients(sequent.facts)
    for term in _terms(terms_in(*(fact.polynomial for fact in found.offered)) if masses else ()):
        if not (term.a.free or term.b.free):
            found.valued(term, masses)


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
