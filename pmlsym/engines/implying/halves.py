"""Claims in two halves: a known bound of a measure, and what is left once it is used.

    ldp(W >> V) <= ldp(W)*ldp(V)/2    through numbers, as
        ldp(W) <= a and ldp(V) <= b => ldp(W >> V) <= log((exp(a + b) + 1)/(exp(a) + exp(b)))
        0 <= a and 0 <= b => log((exp(a + b) + 1)/(exp(a) + exp(b))) <= a*b/2

    ldp(W) <= a and ldp(V) <= b => mi(P, W & V) <= a + b    through a measure above, as
        mi(P, W & V) <= pml(P, W & V)
        ldp(W) <= a and ldp(V) <= b => pml(P, W & V) <= a + b

The first half has certificates for every alphabet size. Numbers stand in the place of the values of
measures, which lie in their ranges. An infinite value is not a number: either a hypothesis
excludes it, or the larger side is infinite there, or has no value.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.meter import uncounted
from pmlsym.claim_text.question import parse
from pmlsym.claims.domain import ZERO
from pmlsym.claims.hypotheses import under_hypotheses
from pmlsym.claims.ranges import range_of
from pmlsym.claims.subjects import fresh_name, number_names
from pmlsym.engines.implying.parts import Implying, UpperBound, upper_bound_of, with_parts
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
from pmlsym.language.fold import key
from pmlsym.language.nodes import (
    Claim,
    Comparison,
    Constant,
    Measure,
    Quantity,
    Scalar,
    measures_in,
)
from pmlsym.lowering.infinite_parts import is_infinite_with
from pmlsym.measures.every import measure_at

BOUNDS = (
    "mi(P, W) <= pml(P, W)",
    "mi(P, W) <= maxleak(W)",
    "mi(P, W) <= chi2(P, W)",
    "expected_pml(P, W) <= pml(P, W)",
    "I[2](P, W) <= pml(P, W)",
    "I[H2](P, W) <= mi(P, W)",
    "I[js](P, W) <= mi(P, W)",
    "I[lc](P, W) <= mi(P, W)",
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
"""The bounds that are known, in the letters that stand for numbers.

First those by another measure, with bounds of its own, by several releases, or by any number; then
the best by numbers.
"""


@dataclass(frozen=True)
class KnownBound:
    """A bound of a measure, `small` <= `large`, by measures with the letters that they are at most.

    The letters that are `positive`, by their keys, are above zero.
    """

    claim: Claim
    small: Measure
    large: Quantity
    by: tuple[tuple[Measure, Scalar], ...]
    positive: frozenset[Hashable]


@cache
def known_bounds() -> tuple[KnownBound, ...]:
    """The known bounds of measures by which a lemma splits a claim into two halves."""
    with uncounted():
        return tuple(_known_bound(parse(text)) for text in BOUNDS)


def _known_bound(claim: Claim) -> KnownBound:
    """A lemma as a known bound, ready for search: its measure, and the numbers that bound it."""
    end, by, positive = upper_bound_of(claim), list[tuple[Measure, Scalar]](), set[Hashable]()
    assert end is not None and isinstance(end.small, Measure)
    for premise in end.hypotheses:
        assert isinstance(premise, Comparison) and isinstance(premise.right, Scalar)
        if isinstance(premise.left, Measure):
            by.append((premise.left, premise.right))
        else:
            positive.add(key(premise.right))
    return KnownBound(claim, end.small, end.large, tuple(by), frozenset(positive))


def halves_of(claim: Claim) -> Iterator[Implying]:
    """Search for proofs of A <= G in two halves: a known lemma that bounds A, and what is left.

    The first claim is the bound, the last what is left: it is about numbers alone, and words say
    which number is the value of which measure; or it is the claim with a larger measure for A.
    After a bound by a number > 0 come two claims for zero: A is zero, and what is left is not less.

    >>> (halves,) = halves_of(parse("ldp(W >> V) <= ldp(W)*ldp(V)/2"))
    >>> print(halves.claims[-1])
    a >= 0 and b >= 0 => log((exp(a + b) + 1)/(exp(a) + exp(b))) <= a*b/2
    """
    wanted = upper_bound_of(claim)
    if wanted is None or not isinstance(wanted.small, Measure):
        return
    for known in known_bounds():
        for measures in _measures_in_place(known, wanted):
            if isinstance(known.large, Measure):
                rest = Comparison(measures[key(known.large)], "<=", wanted.large)
                bound = with_parts(known.claim, measures)
                yield Implying((bound, under_hypotheses(wanted.hypotheses, rest)), "")
            elif (values := _numbers_for(known, measures, wanted)) is not None:
                yield from _halves_by_numbers(known, measures, wanted, values)


@dataclass(frozen=True)
class Replaced:
    """A measure and the number in its place: its own value, or one that it is at most."""

    measure: Measure
    number: Quantity
    is_own: bool

    def __str__(self) -> str:
        return f"{self.number} {'is' if self.is_own else 'is at least'} {self.measure}"

    def range_facts(self) -> Iterator[Claim]:
        """Facts that a proof may assume of the number in a measure's place: its range."""
        ends = range_of(self.measure)
        if ends.low is not None:
            sign = ">" if ends.is_above_zero and not ends.low else ">="
            yield Comparison(self.number, sign, Constant(ends.low))
        if ends.high is not None and self.is_own:
            yield Comparison(self.number, "<=", Constant(ends.high))


Measures = Mapping[Hashable, Measure]
"""The measures of a claim in the place of those of a bound, which are the keys."""


def _measures_in_place(known: KnownBound, wanted: UpperBound) -> Iterator[Measures]:
    """Ways to apply a lemma to what is to be proved: the measures in the place of the lemma's."""
    assert isinstance(wanted.small, Measure)
    if known.small.word != wanted.small.word:
        return
    world, names = World(named_in(wanted.claim)), frozenset(named_in(known.claim))
    for assigned in tree_matches(trees_of(known.small), trees_of(wanted.small), names, {}):
        with suppress(PmlError):  # the parts do not fit
            measures = _measures_here(known.claim, world, assigned)
            if key(measures[key(known.small)]) == key(wanted.small):
                yield measures


def _numbers_for(
    known: KnownBound, measures: Measures, wanted: UpperBound
) -> dict[Hashable, Replaced] | None:
    """The numbers that a proof puts for measures, once a lemma is applied; None if infinite.

    The number is a letter; but for a measure that a hypothesis bounds, and the claim does not bound
    with, it is the hypothesis's bound, for which the known bound holds as well.
    """
    in_large = {key(m): m for m in measures_in(wanted.large)}
    stems = {key(measures[key(measure)]): letter.name for measure, letter in known.by}
    every = {key(m): m for m in measures.values()} | in_large
    every.pop(key(wanted.small), None)
    taken, values = {*number_names(wanted.claim)}, {}
    for k, measure in every.items():
        above = wanted.number_above(measure)
        if k in stems and k not in in_large:
            if above is None:
                return None
            values[k] = Replaced(measure, above, is_own=False)
            continue
        infinite = range_of(measure).has_infinity and above is None
        if infinite and not is_infinite_with(wanted.large, k):
            return None
        letter = Scalar(fresh_name(stems.get(k, "m"), taken))
        taken.add(letter.name)
        values[k] = Replaced(measure, letter, is_own=True)
    return values


def _halves_by_numbers(
    known: KnownBound, measures: Measures, wanted: UpperBound, values: Mapping[Hashable, Replaced]
) -> Iterator[Implying]:
    """Ways to prove a bound by a known lemma, and by claims of numbers in the place of measures."""
    numbers = {k: value.number for k, value in values.items()}
    inside = {pattern: numbers[key(m)] for pattern, m in measures.items() if key(m) in numbers}
    inside |= {key(letter): inside[key(measure)] for measure, letter in known.by}
    small, large = with_parts(known.large, inside), with_parts(wanted.large, numbers)
    if key(small) == key(large):
        return  # the claim is the bound
    facts = [fact for each in values.values() for fact in each.range_facts()]
    kept = wanted.about_numbers({k: each.number for k, each in values.items() if each.is_own})
    positive = [(measures[key(m)], inside[key(a)]) for m, a in known.by if key(a) in known.positive]
    at_zero: list[Claim] = []
    for measure, number in positive:
        at_zero += (
            under_hypotheses([measure <= ZERO], wanted.small <= ZERO),
            under_hypotheses([*facts, *kept, equal(number, ZERO)], ZERO <= large),
        )
    above_zero = (ZERO < number for _, number in positive)
    rest = under_hypotheses([*facts, *above_zero, *kept], Comparison(small, "<=", large))
    words = ", ".join(map(str, values.values()))
    yield Implying((with_parts(known.claim, measures), *at_zero, rest), words)


def _measures_here(bound: Claim, world: World, assigned: Names) -> dict[Hashable, Measure]:
    """The measures in a lemma at the channels and priors to which a proof applies it.

    Raises Unsupported or AlphabetMismatch where they do not fit.
    """
    named = named_in(bound)
    alphabets = alphabets_of([(n, kind_of(named[n])) for n in assigned], world, assigned)
    if alphabets is None or set(named) - set(assigned):
        raise Unsupported("the parts do not fit")
    measures: dict[Hashable, Measure] = {}
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
        measures[key(pattern)] = measure
    return measures


def _alphabet_here(alphabet: Alphabet, alphabets: Mapping[str, tuple[str, ...]]) -> Alphabet:
    """The alphabet at which a lemma's bound is applied. Raises Unsupported at a product."""
    (*_, last) = several = alphabets.get(alphabet.name, (alphabet.name,))
    if len(several) > 1:
        raise Unsupported("a bound by a size is of one letter")
    return Alphabet(last)
