"""Claims in two halves: a known bound of a measure, and what is left once it is used.

    ldp(W >> V) <= ldp(W)*ldp(V)/2    through numbers, as
        ldp(W) <= a and ldp(V) <= b => ldp(W >> V) <= log((exp(a + b) + 1)/(exp(a) + exp(b)))
        0 <= a and 0 <= b => log((exp(a + b) + 1)/(exp(a) + exp(b))) <= a*b/2

    ldp(W) <= a and ldp(V) <= b => mi(P, W & V) <= a + b    through a measure above, as
        mi(P, W & V) <= pml(P, W & V)
        ldp(W) <= a and ldp(V) <= b => pml(P, W & V) <= a + b

The first half has certificates for every alphabet size. Numbers stand in the place of the values of
measures, which lie in their ranges. A value that is infinite is no number: either a hypothesis
excludes it, or the larger side is infinite there, or has no value.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.meter import uncounted
from pmlsym.claim_text.question import parse
from pmlsym.claims.domain import ZERO
from pmlsym.claims.hypotheses import conclusion_of, hypotheses_of, under_hypotheses
from pmlsym.claims.ranges import range_of
from pmlsym.claims.scopes import is_quantified
from pmlsym.claims.subjects import fresh_name, number_names
from pmlsym.engines.lemmas.arguments import (
    Names,
    World,
    alphabets_of,
    kind_of,
    named_in,
    tree_matches,
    tree_of,
    tree_with,
    trees_of,
)
from pmlsym.errors import PmlError, Unsupported
from pmlsym.language.building import equal
from pmlsym.language.fold import fold, key, rebuild
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Measure,
    Named,
    Quantity,
    Scalar,
    Sum,
    measures_in,
)
from pmlsym.lowering.infinite_parts import is_infinite_with
from pmlsym.measures.every import measure_at


@dataclass(frozen=True)
class Replaced:
    """A measure and the number in its place: its own value, or one that it is at most."""

    measure: Measure
    number: Quantity
    is_own: bool


Values = Mapping[Hashable, Replaced]
"""Measures by their keys, each with its number."""

BOUNDS = (
    "ldp(W) <= a and ldp(V) <= b => ldp(W >> V) <= log((exp(a + b) + 1)/(exp(a) + exp(b)))",
    "ldp(W) <= a => maxleak(W) <= log(size(X)*exp(a)/(exp(a) + size(X) - 1))",
    "ldp(W) <= a => dobrushin(W) <= (exp(a) - 1)/(exp(a) + 1)",
    "ldp(W) <= a => tv(P, W) <= (exp(a) - 1)/(exp(a) + 1)*(1 - pmin(P))",
    "ldp(W) <= a => mi(P, W) <= a*(exp(a) - 1)/(exp(a) + 1)",
    "0 < a and ldp(W) <= a => mi(P, W) <= a*exp(a)/(exp(a) - 1) - 1 - log(a*exp(a)/(exp(a) - 1))",
    "ldp(W) <= a => chi2(P, W) <= (exp(a) - 1)^2/(4*exp(a))",
    "ldp(W) <= a => I[lc](P, W) <= (exp(a) - 1)^2/(exp(a) + 1)^2",
    "ldp(W) <= a => rdp(W, 1) <= a*(exp(a) - 1)/(exp(a) + 1)",
    "ldp(W) <= a => rdp(W, 2) <= log(exp(a) + exp(-a) - 1)",
    "ldp(W) <= a => pml(P, W) <= -log(pmin(P) + exp(-a)*(1 - pmin(P)))",
    "pml(P, W) <= a => chi2(P, W) <= exp(a) - 1",
    "pml(P, W) <= a => tv(P, W) <= 1 - exp(-a)",
    "pml(P, W) <= a => I[lc](P, W) <= (exp(a) - 1)/(exp(a) + 1)",
    "ldp(W) <= a => eta[kl](W) <= (exp(a) - 1)/(exp(a) + 1)",
    "maxleak(W) <= a => dobrushin(W) <= exp(a) - 1",
    "mi(P, W) <= log(1 + chi2(P, W))",
    "I[2](P, W) <= log(1 + chi2(P, W))",
    "D[kl](P || Q) <= log(1 + D[chi2](P || Q))",
    "D[tv](P || Q) <= a => D[js](P || Q) <= log(2)*a",
)
"""The best bounds by numbers that are known, in the letters that stand for these."""

ABOVE = (
    "mi(P, W) <= pml(P, W)",
    "mi(P, W) <= maxleak(W)",
    "mi(P, W) <= chi2(P, W)",
    "expected_pml(P, W) <= pml(P, W)",
    "I[2](P, W) <= pml(P, W)",
    "I[H2](P, W) <= mi(P, W)",
    "I[js](P, W) <= mi(P, W)",
    "I[lc](P, W) <= mi(P, W)",
)
"""Bounds by a measure of which more is known: of several releases, or of any number."""


@dataclass(frozen=True)
class Halves:
    """Claims that imply another: a known bound, and what is left once it is used.

    What is left is about numbers alone, and `where` says which are the values of which measures; or
    it is the claim with a larger measure in the place of the smaller side. A bound by a number > 0
    comes with two claims for zero, `at_zero`: what it bounds is zero, and what is left is not less.
    """

    bound: Claim
    rest: Claim
    where: str = ""
    at_zero: tuple[Claim, ...] = ()

    @property
    def claims(self) -> tuple[Claim, ...]:
        """All of the claims."""
        return self.bound, *self.at_zero, self.rest


@cache
def _read(bounds: tuple[str, ...]) -> tuple[Claim, ...]:
    """The bounds as claims."""
    with uncounted():
        return tuple(map(parse, bounds))


def halves_of(claim: Claim) -> Iterator[Halves]:
    """The halves that a claim A <= G may be shown by, for each bound of A that is known.

    >>> (found,) = halves_of(parse("ldp(W >> V) <= ldp(W)*ldp(V)/2"))
    >>> print(found.rest)
    a >= 0 and b >= 0 => log((exp(a + b) + 1)/(exp(a) + exp(b))) <= a*b/2
    """
    conclusion = conclusion_of(claim)
    if is_quantified(claim) or not isinstance(conclusion, Comparison):
        return
    sides = {"<=": (conclusion.left, conclusion.right), ">=": (conclusion.right, conclusion.left)}
    small, large = sides.get(conclusion.relation, (None, None))
    if not isinstance(small, Measure) or large is None:
        return
    reading = _Reading(claim, small, large)
    for bound, own in reading.bounds_here(ABOVE):
        end = conclusion_of(bound)
        assert isinstance(end, Comparison)
        rest = Comparison(own[key(end.right)], "<=", large)
        yield Halves(with_parts(bound, own), under_hypotheses(hypotheses_of(claim), rest))
    for bound, own in reading.bounds_here(BOUNDS):
        yield from reading.halves_by(bound, own)


@dataclass(frozen=True)
class _Reading:
    """A claim with the conclusion `small` <= `large`, of which a bound of `small` is looked for."""

    claim: Claim
    small: Measure
    large: Quantity

    def bounds_here(
        self, bounds: tuple[str, ...]
    ) -> Iterator[tuple[Claim, Mapping[Hashable, Measure]]]:
        """The bounds of the measure, each with the measures here in the place of its own."""
        for bound in _read(bounds):
            end = conclusion_of(bound)
            assert isinstance(end, Comparison) and isinstance(end.left, Measure)
            if end.left.word != self.small.word:
                continue
            world, names = World(named_in(self.claim)), frozenset(named_in(bound))
            for assigned in tree_matches(trees_of(end.left), trees_of(self.small), names, {}):
                with suppress(PmlError):  # the parts do not fit
                    own = _measures_here(bound, world, assigned)
                    if key(own[key(end.left)]) == key(self.small):
                        yield bound, own

    def halves_by(self, bound: Claim, own: Mapping[Hashable, Measure]) -> Iterator[Halves]:
        """The halves by a bound by numbers, whose measures are these here."""
        values, end = self._values(bound, own), conclusion_of(bound)
        assert isinstance(end, Comparison)
        if values is not None:
            yield from self._halves(bound, end.right, own, values)

    def _values(self, bound: Claim, own: Mapping[Hashable, Measure]) -> Values | None:
        """The number in the place of each measure; nothing where one may be infinite.

        It is a letter; but of what a hypothesis bounds, and the claim does not bound with, it is
        that bound, for which the known bound holds as well.
        """
        in_large = {key(m): m for m in measures_in(self.large)}
        stems = {key(own[key(measure)]): letter.name for measure, letter in _premises(bound)}
        every = {key(m): m for m in own.values()} | in_large
        every.pop(key(self.small), None)
        taken, values = {*number_names(self.claim)}, {}
        for k, measure in every.items():
            above = number_above(measure, hypotheses_of(self.claim))
            if k in stems and k not in in_large:
                if above is None:
                    return None
                values[k] = Replaced(measure, above, is_own=False)
                continue
            infinite = range_of(measure).has_infinity and above is None
            if infinite and not is_infinite_with(self.large, k):
                return None
            letter = Scalar(fresh_name(stems.get(k, "m"), taken))
            taken.add(letter.name)
            values[k] = Replaced(measure, letter, is_own=True)
        return values

    def _halves(
        self, bound: Claim, level: Quantity, own: Mapping[Hashable, Measure], values: Values
    ) -> Iterator[Halves]:
        """The halves by a bound whose measures are these here, with numbers in their place."""
        numbers = {k: value.number for k, value in values.items()}
        letters = {k: value.number for k, value in values.items() if value.is_own}
        inside = {pattern: numbers[key(m)] for pattern, m in own.items() if key(m) in numbers}
        inside |= {key(letter): inside[key(measure)] for measure, letter in _premises(bound)}
        kept = [
            with_parts(h, letters)
            for h in hypotheses_of(self.claim)
            if isinstance(h, Comparison) and {key(m) for m in measures_in(h)} <= letters.keys()
        ]
        facts = [
            fact
            for each in values.values()
            for fact in _range_facts(each.measure, each.number, is_own=each.is_own)
        ]
        sides = with_parts(level, inside), with_parts(self.large, numbers)
        if key(sides[0]) == key(sides[1]):
            return  # the claim is the bound
        where = ", ".join(
            f"{each.number} {'is' if each.is_own else 'is at least'} {each.measure}"
            for each in values.values()
        )
        here, at_zero = with_parts(bound, own), tuple[Claim, ...]()
        letters_above_zero, positive = {*map(key, _positive_in(bound))}, list[Quantity]()
        for measure, letter in _premises(bound):
            if key(letter) not in letters_above_zero:
                continue
            number = inside[key(letter)]
            positive.append(number)
            zero = under_hypotheses([own[key(measure)] <= ZERO], self.small <= ZERO)
            rest = under_hypotheses([*facts, *kept, equal(number, ZERO)], ZERO <= sides[1])
            at_zero += (zero, rest)
        known = [*facts, *(ZERO < number for number in positive), *kept]
        rest = under_hypotheses(known, Comparison(sides[0], "<=", sides[1]))
        yield Halves(here, rest, where, at_zero)


def _premises(bound: Claim) -> Iterator[tuple[Measure, Scalar]]:
    """The measures that a bound is by, each with the letter for it."""
    for premise in hypotheses_of(bound):
        assert isinstance(premise, Comparison) and isinstance(premise.right, Scalar)
        if isinstance(premise.left, Measure):
            yield premise.left, premise.right


def _positive_in(bound: Claim) -> Iterator[Scalar]:
    """The letters that a bound assumes to be above zero."""
    for premise in hypotheses_of(bound):
        assert isinstance(premise, Comparison) and isinstance(premise.right, Scalar)
        if not isinstance(premise.left, Measure):
            yield premise.right


def _measures_here(bound: Claim, world: World, assigned: Names) -> dict[Hashable, Measure]:
    """The measures of a bound with what is assigned to its names, by the measures' own keys.

    Raises Unsupported or AlphabetMismatch where they do not fit.
    """
    named = named_in(bound)
    alphabets = alphabets_of([(n, kind_of(named[n])) for n in assigned], world, assigned)
    if alphabets is None or set(named) - set(assigned):
        raise Unsupported("the parts do not fit")
    found: dict[Hashable, Measure] = {}
    for pattern in measures_in(bound):
        arguments = [
            _alphabet_here(argument, alphabets)
            if isinstance(argument, Alphabet)
            else world.made(tree_with(tree_of(argument), assigned))
            for argument in pattern.arguments
        ]
        measure = measure_at(pattern.word, arguments)
        if not isinstance(measure, Measure):
            raise Unsupported(f"{measure} is no single measure")
        found[key(pattern)] = measure
    return found


def _alphabet_here(own: Alphabet, alphabets: Mapping[str, tuple[str, ...]]) -> Alphabet:
    """The alphabet in the place of one of a bound. Raises Unsupported where it is a product."""
    (*_, last) = several = alphabets.get(own.name, (own.name,))
    if len(several) > 1:
        raise Unsupported("a bound by a size is of one letter")
    return Alphabet(last)


def number_above(measure: Measure, hypotheses: Iterable[Claim]) -> Quantity | None:
    """The first number that a hypothesis says the measure to be at most."""
    comparisons = (each for each in hypotheses if isinstance(each, Comparison))
    for one in (way for each in comparisons for way in (each, each.flipped)):
        is_above = one.relation in ("<=", "<", "==") and key(one.left) == key(measure)
        if is_above and next(measures_in(one.right), None) is None:
            return one.right
    return None


def with_parts(node: Any, table: Mapping[Hashable, Quantity]) -> Any:
    """The claim or quantity with other quantities in the place of those in the table."""

    def put(part: Any, below: tuple[Any, ...]) -> Any:
        if (own := key(part)) in table:
            return table[own]
        new = rebuild(part, below)
        return without_name(new) if new is not part else new

    return fold(node, put)


def without_name(node: Any) -> Any:
    """The terms of a quantity that was called by what stood in it before; any other as it is."""
    if not isinstance(node, Named):
        return node
    return Sum(node.terms) if len(node.terms) > 1 else node.terms[0]


def _range_facts(measure: Measure, value: Quantity, *, is_own: bool) -> Iterator[Claim]:
    """The ends of the measure's range, said of its own value; of a number above it the lower."""
    known = range_of(measure)
    if known.low is not None:
        sign = ">" if known.is_above_zero and not known.low else ">="
        yield Comparison(value, sign, Constant(known.low))
    if known.high is not None and is_own:
        yield Comparison(value, "<=", Constant(known.high))
