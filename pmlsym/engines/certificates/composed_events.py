"""Composition of privacy up to a probability: hypotheses about every event, one for each release.

Each says for every e in [0, 1], and for two rows, at x and x' or at earlier outcomes too,

    d + sum_y e(y) (P(y) - N(y)) >= 0                P(y) = t W(x',y),  N(y) = W(x,y)

and the goal has  d1 + d2 + .. + sum e (P1 P2 .. - N1 N2 ..)  for an event of all outcomes. Let b be
1 where P < N, and m = (1 - b) N + b P the smaller of both. The hypothesis for e := b is

    sum_y (N(y) - m(y))  <=  d

so that  N1 N2 .. - m1 m2 ..  is in all at most  d1 + d2 + ..,  one release after the other:

    N1 N2 - m1 m2  =  (N1 - m1) N2  +  m1 (N2 - m2)

and  e (N1 N2 .. - P1 P2 ..)  is at most that, since m1 m2 .. is below both products. So the deltas
add up, where each event alone would cost a factor; there are as many terms as pairs of releases.
Source: [Dwork and Roth, Thm. 3.16].
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product
from math import prod

from pmlsym.calculus.normal_form import Atom
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.sequent import Fact, Rule, Sequent, declared_name
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.engines.certificates.ingredient import numbered_letters, target
from pmlsym.engines.certificates.instantiation import (
    Lemma,
    fact_for_all,
    indicator_side,
    indicator_step,
    instance_steps,
    rules_about_one_event,
    unused_name,
)
from pmlsym.engines.certificates.releases_in_turn import positive_part
from pmlsym.engines.certificates.terms import NotDeduced, times, use_of_fact
from pmlsym.kernel.certificate import Combine, Define, Term, Use

ONE = constant(1)

MOST_WAYS = 64
"""The most choices of rules for the releases, where several rules are about one channel."""

Letters = Mapping[Index, Index]


def composed_event_lemmas(sequent: Sequent) -> tuple[Lemma, ...]:
    """The steps that derive a goal about all releases from a rule about events for each of them."""
    rules = [rule for rule in rules_about_one_event(sequent) if not rule.premises]
    releases = [each for rule in rules if (each := _release_of(rule)) is not None]
    for event in sequent.goal.tensors if releases else ():
        if event.role == "event" and event.at_most_one:
            for composition in _compositions(sequent.goal, event, releases):
                with suppress(NotDeduced):
                    return composition.lemmas(sequent)
    return ()


@dataclass(frozen=True, eq=False)
class _Release:
    """A rule about every event of one release, at letters and outcomes of its own.

    `given` are its letters in the rule, `row` is the entry N, and `other` has the letters of that
    entry in P.
    """

    rule: Rule
    given: tuple[Index, ...]
    letters: tuple[Index, ...]
    outcome: tuple[Index, ...]
    above: Polynomial
    below: Polynomial
    row: Atom
    other: tuple[Index, ...]

    @property
    def places(self) -> tuple[Index, ...]:
        """The letters of the event in a release's rule, for a search that composes releases."""
        return (*self.letters, *self.outcome)

    def at_row(self, row: Atom, partner: Letters) -> dict[Index, Index] | None:
        """The goal's letters at which a search applies a release's rule, if its rows fit there.

        A letter without a partner, such as an earlier outcome, is the same in both rows.
        """
        names: dict[Index, Index] = {}
        for here, other, letter in zip(self.row[1], self.other, row[1], strict=True):
            there = letter if here == other else partner.get(letter, letter)
            if names.setdefault(here, letter) != letter or names.setdefault(other, there) != there:
                return None
        is_pair = any(names[here] != names[other] for here, other in self._pairs)
        return names if is_pair and names.keys() == {*self.places} else None

    def partners_at(self, fixed: Sequence[Index]) -> dict[Index, Index] | None:
        """The letters of the other row for a release's rule that a search applies, or None."""
        if [i.alphabet for i in fixed] != [i.alphabet for i in self.letters]:
            return None
        names = dict(zip(self.letters, fixed, strict=True))
        return {names[here]: names[other] for here, other in self._pairs if here != other}

    @property
    def _pairs(self) -> Iterator[tuple[Index, Index]]:
        """The letters of a release's rule in its two rows, as a search pairs them."""
        return zip(self.row[1], self.other, strict=True)


def _release_of(rule: Rule) -> _Release | None:
    """The release that a search reads off a rule about events in two rows, or None."""
    (tensor,) = rule.tensors
    polynomial, free = rule.conclusion.polynomial, rule.conclusion.indices
    kept = {
        tuple(i for i in at if i in free) for outer, at in polynomial.atoms() if outer == tensor
    }
    if len(kept) != 1 or {*next(iter(kept))} != {*free}:
        return None
    (outer,) = kept
    places = numbered_letters(tensor.alphabets, "_")
    letters, outcome = places[: len(outer)], places[len(outer) :]
    chosen = tuple(Index(i.alphabet, f"{i.name}'") for i in outcome)
    body = prod(map(equal_letters, chosen, outcome), start=ONE)
    at_one = replace_tensor(polynomial, tensor, (*letters, *chosen), body)
    none = replace_tensor(polynomial, tensor, places, constant(0))
    beyond = substitute(at_one - none, dict(zip(outer, letters, strict=True)))
    above = positive_part(beyond)
    below = above - beyond
    rows = [[a for a in p.atoms() if a[1]] for p in (below, above)]
    if len(below) != 1 or len(above) != 1 or [len(row) for row in rows] != [1, 1]:
        return None
    ((entry, at),), ((other, there),) = rows
    if entry != other or below != atom(entry, *at):
        return None
    return _Release(rule, outer, letters, outcome, above, below, (entry, at), there)


def _compositions(
    goal: Polynomial, event: Tensor, releases: Sequence[_Release]
) -> Iterator[_Composition]:
    """The releases, in turn, whose product of entries a search's goal has beside an event."""
    for monomial, c in goal:
        atoms = target(monomial).atoms
        places = [at for tensor, at in atoms if tensor == event]
        if c >= 0 or len(places) != 1:
            continue
        (at,), rows = places, [each for each in atoms if each[0] != event]
        fixed = [i for i in at if i in goal.free]
        for partner in filter(None, (each.partners_at(fixed) for each in releases)):
            placed = [[*_releases_at(row, partner, releases)] for row in rows]
            for chosen in islice(product(*placed), MOST_WAYS):
                in_turn = sorted(chosen, key=lambda each: min(map(at.index, each.outcome)))
                composition = _Composition(event, at, tuple(in_turn))
                if composition.is_in(goal):
                    yield composition


@dataclass(frozen=True)
class _InGoal:
    """A release at letters and outcomes of the goal."""

    release: _Release
    names: Letters

    @property
    def outcome(self) -> tuple[Index, ...]:
        """The outcome of a release that a search composes, in the goal's letters."""
        return tuple(self.names[i] for i in self.release.outcome)

    def at(self, polynomial: Polynomial) -> Polynomial:
        """A polynomial of a release's rule at the goal's letters, for a certificate's step."""
        return substitute(polynomial, self.names)

    def use(self, fact: Fact) -> Use:
        """The use, in a certificate's term, of a fact about a release at the goal's letters."""
        return use_of_fact(fact, self.names)


def _releases_at(row: Atom, partner: Letters, releases: Sequence[_Release]) -> Iterator[_InGoal]:
    """The releases that a search may compose for one entry of the goal, at its letters."""
    for release in releases:
        if release.row[0] == row[0] and (names := release.at_row(row, partner)) is not None:
            yield _InGoal(release, names)


@dataclass(frozen=True)
class _Bounds:
    """Facts derived about one release: m, N - m >= 0, P - m >= 0, sum (N - m) <= d and d >= 0."""

    smaller: Polynomial
    below: Fact
    above: Fact
    total: Fact
    least: Fact
    steps: Lemma


@dataclass(frozen=True)
class _Composition:
    """An event at letters, and the releases in turn that make its outcomes."""

    event: Tensor
    at: tuple[Index, ...]
    placed: tuple[_InGoal, ...]

    @cached_property
    def outcomes(self) -> tuple[Index, ...]:
        """All outcomes of the releases that a search composes, one release after the other."""
        return tuple(i for each in self.placed for i in each.outcome)

    @cached_property
    def _products(self) -> tuple[Polynomial, Polynomial]:
        """The products of the composed releases' P and N, times the event, that a search needs."""
        e = atom(self.event, *self.at)
        rows = [
            [each.at(p) for p in (each.release.above, each.release.below)] for each in self.placed
        ]
        above, below = (prod(factors, start=e) for factors in zip(*rows, strict=True))
        return sum_over(above, *self.outcomes), sum_over(below, *self.outcomes)

    def is_in(self, goal: Polynomial) -> bool:
        """Whether the search's goal has both products of these releases beside the event."""
        above, below = self._products
        return (
            len({*self.outcomes}) == len(self.outcomes)
            and {*self.outcomes} <= {*self.at}
            and all(goal.terms.get(m, 0) > 0 for m, _ in above)
            and all(goal.terms.get(m, 0) < 0 for m, _ in below)
        )

    def lemmas(self, sequent: Sequent) -> tuple[Lemma, ...]:
        """The steps that derive the goal: those for each release, then those for all."""
        bounds: dict[_Release, _Bounds] = {}
        for each in self.placed:
            if each.release not in bounds:
                bounds[each.release] = _bounds_of_release(each.release, sequent, len(bounds))
        parts = [(each, bounds[each.release]) for each in self.placed]
        *before, last = (of_release.steps for of_release in bounds.values())
        return (*before, (*last, *self._steps_in_turn(parts)))

    def _steps_in_turn(self, parts: Sequence[tuple[_InGoal, _Bounds]]) -> Iterator[Combine]:
        """The certificate's steps that add one release after the other, and finally the event."""
        smaller = rows = others = ONE
        numbers, seen = constant(0), tuple[Index, ...]()
        reached = left_out = below = above = tuple[Fact, ...]()
        for k, (each, bounds) in enumerate(parts, 1):
            row, other = each.at(each.release.below), each.at(each.release.above)
            under, over = each.use(bounds.below), each.use(bounds.above)
            terms = times(smaller, each.use(bounds.total), over=seen)
            of_rows, of_others = times(smaller, under), times(smaller, over)
            seen = (*seen, *each.outcome)
            rest = times(smaller, under, over=seen)
            if k > 1:  # before the first release there is nothing to state
                terms += times(1, *reached) + times(1, *left_out, each.use(bounds.least))
                rest += times(1, *left_out)
                of_rows, of_others = of_rows + times(row, *below), of_others + times(other, *above)
            smaller, rows, others = smaller * each.at(bounds.smaller), rows * row, others * other
            numbers, total = numbers + each.at(bounds.least.polynomial), sum_over(smaller, *seen)
            steps = [
                Combine(fact_for_all(f"{k} together, {name}", polynomial, seen, ">="), terms_of)
                for name, polynomial, terms_of in (
                    ("in all", numbers + total - 1, terms),
                    ("left out", 1 - total, rest),
                    ("below the rows", rows - smaller, of_rows),
                    ("below the others", others - smaller, of_others),
                )
            ]
            reached, left_out, below, above = ((step.statement,) for step in steps)
            yield from steps
        above_, below_ = self._products
        e, is_event = atom(self.event, *self.at), Use(declared_name(self.event, "<= 1"), self.at)
        terms = times(1, *reached) + times(1, is_event, *below, over=seen)
        terms += times(e, *above, over=seen)
        yield Combine(Fact("all releases", numbers + above_ - below_), terms)


def _bounds_of_release(release: _Release, sequent: Sequent, number: int) -> _Bounds:
    """The facts that steps derive about one release, among them its hypothesis for the event b."""
    places, above, below, called = release.places, release.above, release.below, release.rule.name
    kinds = tuple(i.alphabet for i in places)
    chosen = Tensor(unused_name("b", sequent, number), kinds, indicator=True, role="event")
    least = Tensor(unused_name("r", sequent, number), kinds, nonnegative=True)
    b, m = atom(chosen, *places), atom(least, *places)
    define = indicator_step(chosen, places, above - below)
    under, over = indicator_side(define, "<=", b), indicator_side(define, ">=", 1 - b)
    body = (1 - b) * below + b * above

    def stated(name: str, polynomial: Polynomial, terms: tuple[Term, ...]) -> Combine:
        """The step of a certificate that states a bound of one release, for all its letters."""
        return Combine(fact_for_all(f"{called}, {name}", polynomial, places, ">="), terms)

    is_one = Use(declared_name(chosen, "<= 1"), places)
    positive = stated("the smaller", body, times(below, is_one) + times(b * above))
    equal = Fact(f"{called}, its name", m - body, places, "==")
    named = Define(equal, least, places, body, (Use(positive.statement.name, places),))
    less = times(-1, equal)
    first = stated("below the row", below - m, times(1, under.statement) + less)
    second = stated("below the other", above - m, times(1, over.statement) + less)
    whole = instance_steps(sequent, release.rule, b, places, f"{called}, where it is larger")
    none = instance_steps(sequent, release.rule, constant(0), places, f"{called}, nowhere")
    larger, least_d = whole[-1].statement, none[-1].statement
    if least_d.polynomial.free:
        raise NotDeduced("the number of a rule has letters")
    letters = dict(zip(release.given, release.letters, strict=True))
    terms = times(1, use_of_fact(larger, letters))
    gap = least_d.polynomial - sum_over(below - m, *release.outcome)
    total = stated("in all", gap, terms + times(1, equal, over=release.outcome))
    steps = (define, under, over, positive, named, first, second, *whole, *none, total)
    return _Bounds(m, first.statement, second.statement, total.statement, least_d, steps)
