"""The facts that the search for a combination gets besides those of a sequent with convex terms.

    unfolding    the terms that the goal, or a fact, bounds from above, as means (means.py)
    collapsing   the sums that they bound from below
    chords, references, columns, contraction, logarithms, rows: for every term in sight by then
    affinity, masses above, le Cam: where divergences, tails and logarithms occur together

Where a term unfolds to terms in sight, what leads elsewhere is not used.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Set
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations

from pmlsym.calculus.convex_term import ConvexTerm
from pmlsym.calculus.effort import passed
from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.calculus.tensor import Tensor
from pmlsym.engines.certificates.clearing import quotient_definitions
from pmlsym.engines.certificates.combination_searches import Instances
from pmlsym.engines.certificates.ingredient import Ingredient
from pmlsym.engines.certificates.terms import NotDeduced, times
from pmlsym.engines.convexity.affinity import offer_affinities
from pmlsym.engines.convexity.beyond_equality import bounds_by_excess
from pmlsym.engines.convexity.chords import chords
from pmlsym.engines.convexity.columns.column import Column, columns
from pmlsym.engines.convexity.columns.squared_distances import offer_squared_distance
from pmlsym.engines.convexity.columns.two_values import offer_in_column
from pmlsym.engines.convexity.contraction import after_channels, offer_contraction
from pmlsym.engines.convexity.deductions import Deductions
from pmlsym.engines.convexity.excess import (
    offer_apart,
    offer_common_bounds,
    offer_common_parts,
    offer_product_excess,
    offer_split_by_excess,
    offer_triangles,
)
from pmlsym.engines.convexity.implicit_means import means_of, offer_means_below_each_other
from pmlsym.engines.convexity.indicators import offer_at_indicators
from pmlsym.engines.convexity.logarithms import (
    offer_equal_products,
    offer_log_bounds,
    offer_log_order,
)
from pmlsym.engines.convexity.masses_above import offer_masses_above
from pmlsym.engines.convexity.means import (
    means_over_letter,
    mixture_in_sight,
    mixtures_by_numbers,
    offer_at_one_letter,
    offer_larger_references,
    offer_term_of_sums,
)
from pmlsym.engines.convexity.occurrences import occurrences, terms_in
from pmlsym.engines.convexity.orders.means_below_largest import offer_means_below_largest
from pmlsym.engines.convexity.orders.means_below_order_one import offer_means_below_order_one
from pmlsym.engines.convexity.orders.means_of_squares import offer_means_of_squares
from pmlsym.engines.convexity.orders.orders_of_means import (
    offer_entropy_beside_means,
    offer_means_in_order,
    offer_numbers_above_means,
)
from pmlsym.engines.convexity.orders.powers import offer_orders
from pmlsym.engines.convexity.orders.powers_of_numbers import offer_powers_of_numbers
from pmlsym.engines.convexity.orders.powers_of_products import (
    offer_power_of_product,
    offer_products_of_levels,
)
from pmlsym.engines.convexity.orders.tails_of_powers import offer_tails_of_powers
from pmlsym.engines.convexity.orders.tangents_of_powers import offer_tangents_of_powers
from pmlsym.engines.convexity.products import entropies_of_parts, offer_products
from pmlsym.engines.convexity.rays import comparisons
from pmlsym.engines.convexity.references import other_references
from pmlsym.engines.convexity.rows import (
    Parameters,
    offer_logs_of_products,
    offer_rows,
    parameters_of,
)
from pmlsym.engines.convexity.shifted_references import offer_shifted_reference
from pmlsym.engines.convexity.sums_of_masses import offer_sum_of_masses
from pmlsym.engines.convexity.triangular import offer_below_le_cam, offer_triangular_bounds

MOST_UNFOLDED = 8
"""The most terms that are unfolded."""


class InstanceSearch:
    """The search for instances of a sequent, piece by piece; it goes on where it was cut.

    A piece that was cut is done again, since later pieces would miss what it missed: so the state
    before it is kept. No fact has a `reserved` name.
    """

    def __init__(self, sequent: Sequent, reserved: Set[str] = frozenset()) -> None:
        self._sequent, self._reserved = sequent, reserved
        self._state: _State | None = None

    def run(self) -> Instances:
        """The instances of convex terms that this search finds until the deadline."""
        if self._state is None:
            self._state = _State(self._sequent, Deductions(self._sequent, reserved=self._reserved))
        state = self._state
        while state.pieces and not passed():
            state = self._state.copy()
            state.pieces.popleft()(state)
            if passed():
                break
            if state.found.has_goal:
                state.pieces.clear()
            self._state = state
        if _offer_rows in state.pieces:  # it was cut, and logarithms cost next to nothing
            state = state.copy()
            _offer_logarithms(state)
        return state.instances()


@dataclass
class _State:
    """The deductions so far, and the pieces that are left to do."""

    sequent: Sequent
    found: Deductions
    pieces: deque[_Piece] = field(default_factory=lambda: deque((_unfold_terms,)))
    known: dict[Tensor, None] = field(default_factory=dict)
    unfolded: tuple[Tensor, ...] = ()
    means: tuple[Fact, ...] = ()
    multipliers: dict[Fact, None] = field(default_factory=dict)
    varying: tuple[Column, ...] | None = None

    def copy(self) -> _State:
        """An independent copy of this search's deductions and of the pieces left to do."""
        return replace(
            self,
            found=self.found.copy(),
            pieces=self.pieces.copy(),
            known=self.known.copy(),
            multipliers=self.multipliers.copy(),
        )

    def columns(self) -> tuple[Column, ...]:
        """The columns that vary by a factor, whose smallest entries the search introduces once."""
        if self.varying is None:
            self.varying = tuple(columns(self.found))
        return self.varying

    def instances(self) -> Instances:
        """The instances of convex terms that the search for them has so far."""
        every = self.found.offered
        simple = tuple(fact for fact in every if fact.name not in self.found.tabled)
        steps = tuple(self.found.steps)
        return Instances(steps, simple, every, tuple(self.multipliers), self.means)

    def do_next(self, *pieces: _Piece) -> None:
        """Let the search for instances of facts take up these pieces before all others."""
        self.pieces.extendleft(reversed(pieces))

    def do_for_each(
        self, tensors: Iterable[Tensor], piece: Callable[[ConvexTerm, _State], None]
    ) -> None:
        """Put a piece of the search for each convex term before what is left to do."""
        terms = dict.fromkeys(tensor.term for tensor in tensors)
        self.do_next(*(partial(piece, term) for term in terms if term is not None))


_Piece = Callable[[_State], None]


def _unfold_terms(state: _State) -> None:
    """The search's first piece: unfold the convex terms of the sequent, and plan the others."""
    sequent, deductions = state.sequent, state.found
    state.known = dict.fromkeys(terms_in(*sequent.polynomials))
    _state_sums(deductions)
    state.unfolded = _unfold(sequent, state.known, deductions)
    state.means = deductions.offered
    offer_at_one_letter(state.known, deductions)
    offer_at_indicators(sequent.polynomials, deductions)
    for tensor in state.known:
        if tensor.term is not None:
            offer_sum_of_masses(tensor.term, deductions)
            offer_power_of_product(tensor.term, state.known, deductions)
            offer_tails_of_powers(tensor.term, deductions)
    offer_tangents_of_powers(state.known, deductions)
    state.multipliers.update(dict.fromkeys(offer_products_of_levels(state.known, deductions)))
    state.known.update(dict.fromkeys([*entropies_of_parts(state.known)]))
    state.do_next(
        _offer_after_channels,
        _offer_means,
        _offer_columns,
        _offer_sums_and_references,
        _offer_products,
        _offer_rows,
    )


def _offer_after_channels(state: _State) -> None:
    """Offer a search bounds of the convex terms after a channel by what they are before it."""
    terms = [t for t in state.known if t.term is not None and [*after_channels(t.term)]]
    if terms:
        compared = comparisons(state.found.plain_facts, state.sequent.tensors)
        state.do_for_each(terms, partial(_offer_contractions, compared))
        state.do_for_each(terms, _offer_squared_distances)


def _offer_contractions(compared: tuple[Ingredient, ...], term: ConvexTerm, state: _State) -> None:
    """Offer a search bounds of a term after a channel by terms before it, bounded in turn."""
    for fact in offer_contraction(term, compared, state.found):
        new = [tensor for tensor in terms_in(fact.polynomial) if tensor not in state.known]
        state.known.update(dict.fromkeys(new))
        state.do_for_each(new, partial(_offer_contractions, compared))


def _offer_squared_distances(term: ConvexTerm, state: _State) -> None:
    """Offer a search bounds of a term after a channel by the squared distance before it."""
    for column in state.columns():
        offer_squared_distance(term, column, state.known, state.found)


def _offer_means(state: _State) -> None:
    """Offer a search means of powers, below the largest of their arguments, and of other orders."""
    offer_means_below_largest(state.found)
    state.multipliers.update(dict.fromkeys(offer_powers_of_numbers(state.known, state.found)))
    before = {*state.found.offered}
    state.multipliers.update(dict.fromkeys(offer_entropy_beside_means(state.found)))
    if not any(True for fact in state.sequent.facts for _ in means_of(fact, unit=-1)):
        before = {*state.found.offered}  # entropies are bounded in turn below order 1 alone
    ratios = [column.ratio for column in state.columns()]
    numbers = offer_means_of_squares(state.known, ratios, state.found)
    state.multipliers.update(dict.fromkeys(numbers))
    new = (fact.polynomial for fact in state.found.offered if fact not in before)
    state.known.update(dict.fromkeys(terms_in(*new)))
    offer_means_in_order(state.found)
    offer_numbers_above_means(state.found)


def _offer_sums_and_references(state: _State) -> None:
    """Offer a search means below each other, sums of convex terms, and other references."""
    offer_means_below_each_other(state.found)
    offer_means_below_order_one(state.found)
    _offer_sums(state.sequent, state.found)
    compared = comparisons(state.found.plain_facts, state.sequent.tensors)
    every = (*state.known, *state.unfolded)  # those of numbers, such as logarithms, come last
    in_order = sorted(every, key=lambda tensor: tensor.term is None or not tensor.term.letters)
    state.do_for_each(in_order, partial(_offer_references, compared))


def _offer_references(compared: tuple[Ingredient, ...], term: ConvexTerm, state: _State) -> None:
    """Offer a search bounds of a convex term by a larger reference, by chords, and by others."""
    offer_larger_references(term, state.known, state.found)
    offer_common_parts(term, compared, state.found)
    offer_common_bounds(term, compared, state.found)
    for fact in chords(term, compared, state.found):
        offer_apart(fact, term, state.found)
        state.known.update(dict.fromkeys(terms_in(fact.polynomial)))
    for fact in bounds_by_excess(term, state.known, compared, state.found):
        state.known.update(dict.fromkeys(terms_in(fact.polynomial)))
    for fact in other_references(term, compared, state.found):
        for each in occurrences(sum_over(fact.polynomial, *fact.indices)):
            if each.coefficient < 0:
                offer_term_of_sums(each, state.found)


def _offer_columns(state: _State) -> None:
    """Offer a search bounds by the smallest entries of columns, the first column first."""
    for fact in offer_below_le_cam(state.known, state.found) if state.columns() else ():
        state.known.update(dict.fromkeys(terms_in(fact.polynomial)))
    for column in reversed(state.columns()):
        state.do_for_each((*state.known, *state.unfolded), partial(_offer_column, column))


def _offer_column(column: Column, term: ConvexTerm, state: _State) -> None:
    """Offer a search bounds of a convex term by the smallest entry of a column."""
    offer_in_column(term, column, state.found)


def _offer_products(state: _State) -> None:
    """Offer a search bounds by common parts of arguments, and bounds of products."""
    state.do_for_each(state.known, _offer_products_of)


def _offer_products_of(term: ConvexTerm, state: _State) -> None:
    """Offer a search bounds of a convex term by excesses, and by terms of its factors."""
    offer_split_by_excess(term, state.known, state.found)
    offer_product_excess(term, state.known, state.found)
    if any(tensor.term == term for tensor in terms_in(*state.sequent.polynomials)):
        offer_triangles(term, state.known, state.found)
    for fact in offer_products(term, state.known, state.found):
        for distance in state.multipliers:
            with suppress(NotDeduced):
                state.found.total("times a number", times(1, fact, distance))
    offer_shifted_reference(term, state.known, state.found)


def _offer_rows(state: _State) -> None:
    """Offer a search logarithms, and rows of the table about all convex terms in sight by now."""
    sight, numbers = _offer_logarithms(state)
    compared = comparisons(state.found.plain_facts, state.sequent.tensors)
    offer_masses_above(numbers.logs, state.found)
    offer_triangular_bounds(state.known, numbers.distances, state.found)
    state.multipliers.update(dict.fromkeys(offer_affinities(numbers.logs, state.found)))
    state.multipliers.update(dict.fromkeys(offer_orders(sight, state.found)))
    state.do_for_each(sight, partial(_offer_rows_of, sight, numbers, compared))


def _offer_logarithms(state: _State) -> tuple[tuple[Tensor, ...], Parameters]:
    """Offer a search what is known of logarithms; the terms that it sees, and the numbers."""
    deductions, numbers = state.found, parameters_of(state.sequent)
    _offer_known_masses(state.sequent, deductions)
    terms = terms_in(*(fact.polynomial for fact in deductions.offered))
    sight = tuple(dict.fromkeys((*state.known, *terms)))
    offer_log_order((t.term for t in sight if t.term), numbers.logs, deductions)
    offer_logs_of_products(numbers, deductions)
    state.multipliers.update(dict.fromkeys(offer_equal_products(deductions)))
    return sight, numbers


def _offer_rows_of(
    sight: tuple[Tensor, ...],
    numbers: Parameters,
    compared: tuple[Ingredient, ...],
    term: ConvexTerm,
    state: _State,
) -> None:
    """Offer a search the rows of the table about a term, and positive numbers to multiply with."""
    outside = {t for monomial, _ in state.sequent.goal for factor in monomial for t, _ in factor}
    # a number that is in the goal by its logarithm alone is not a factor of it
    is_factor = not outside.isdisjoint(term.b.tensors)
    positive = offer_log_bounds(term, state.found, is_factor=is_factor)
    state.multipliers.update({positive: None} if positive is not None else {})
    rows = offer_rows(term, sight, numbers, compared, state.found)
    state.multipliers.update(dict.fromkeys(rows))


def _state_sums(deductions: Deductions) -> None:
    """Deduce facts about a number that others sum to: E >= 1 where W(x,y) <= E W(x',y)."""
    for fact in deductions.plain_facts:
        letters = fact.indices if fact.relation == ">=" and len(fact.polynomial) == 2 else ()
        for summed in (chosen for k in (1, 2) for chosen in combinations(letters, k)):
            total = sum_over(fact.polynomial, *summed)
            if not total.free and sum(len(monomial) for monomial, _ in total) == 1:
                deductions.state("of all letters", times(1, fact, over=summed))


def _unfold(
    sequent: Sequent, in_sight: Iterable[Tensor], deductions: Deductions
) -> tuple[Tensor, ...]:
    """Unfold by deductions the convex terms to be bounded, and return the terms they lead to."""
    seen = set(in_sight)
    left = dict.fromkeys(_terms_to_bound(sequent))
    new: dict[Tensor, None] = {}
    for _ in range(MOST_UNFOLDED):
        tensor = next(iter(left), None)
        if tensor is None or tensor.term is None:
            break
        del left[tensor]
        facts = [*means_over_letter(tensor.term, deductions)]
        with suppress(NotDeduced):
            facts.append(mixture_in_sight(tensor.term, in_sight, deductions))
        facts += mixtures_by_numbers(tensor.term, deductions)
        leading = [set(terms_in(fact.polynomial)) - {tensor} for fact in facts]
        home = any(terms <= seen for terms in leading)
        for fact, terms in zip(facts, leading, strict=True):
            if home and not terms <= seen:
                deductions.hide(fact)
                continue
            for other in terms_in(fact.polynomial):
                if other not in seen and other not in new:
                    new[other] = left[other] = None
    return tuple(new)


def _terms_to_bound(sequent: Sequent) -> Iterator[Tensor]:
    """The convex terms for a search to bound from above: in the goal, then in facts."""
    for sign, polynomial in ((-1, sequent.goal), *((1, f.polynomial) for f in sequent.facts)):
        for monomial, c in polynomial:
            if sign * c > 0:
                yield from terms_in(Polynomial({monomial: 1}))


def _offer_sums(sequent: Sequent, deductions: Deductions) -> None:
    """Offer a search sums of convex terms that it needs from below: in the goal, then in facts."""
    for sign, polynomial in ((1, sequent.goal), *((-1, f.polynomial) for f in sequent.facts)):
        for each in occurrences(polynomial):
            if sign * each.coefficient > 0:
                offer_term_of_sums(each, deductions)


def _offer_known_masses(sequent: Sequent, deductions: Deductions) -> None:
    """Deduce equalities that put known masses in the place of sums, in terms without letters."""
    masses = quotient_definitions(sequent.facts)
    for tensor in terms_in(*(fact.polynomial for fact in deductions.offered)) if masses else ():
        if passed():
            return
        if tensor.term is not None and not (tensor.term.a.free or tensor.term.b.free):
            with suppress(NotDeduced):
                deductions.value_equality(tensor.term, masses)
