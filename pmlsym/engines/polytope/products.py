"""Sums of several leakages, as products of linear forms of the prior that are compared.

    pml(P, W) + log(pmin(P)) <= 0       max of a/b,  min of c/d:       every a, b has a c, d with
                                        a c <= b d       on each part of the set

A leakage is a largest or a smallest ratio of linear forms with coefficients >= 0, so the support of
the prior alone decides which ratios count: each support of the set is a case. There the priors are
mixtures of vertices, and a product of linear forms is a polynomial in the shares: where all its
coefficients are >= 0, so is the polynomial. Otherwise the longest edge is halved and both halves
are looked at; priors in their middles are tried against the claim. All of it is rational.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb, lcm, prod

from pmlsym.calculus.meter import tick
from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.subjects import subjects
from pmlsym.engines.polytope.measure_shapes import ShapeReader
from pmlsym.errors import Unsupported
from pmlsym.language.fold import key
from pmlsym.language.nodes import Comparison, Logarithm, Measure, Quantity
from pmlsym.language.value import Smallest
from pmlsym.linear.prior_polytope import Masses, PriorPolytope, total_variation
from pmlsym.linear.ratio_supremum import BoundedRatio, mean_prior, value_at
from pmlsym.lowering.linear import linear
from pmlsym.numbers.number import Infinite, Number, exp_of, rational

ZERO, ONE = Fraction(0), Fraction(1)
DIGITS = 40  # of the level, where it is irrational
MOST_LETTERS, MOST_VERTICES, HIGHEST, MOST_CHOICES = 8, 12, 8, 1500
MOST_WORK, LOOK = 100_000, 200
"""Coefficients that are computed before a claim is left open, and what a look at a part takes."""

Reading = Callable[[Quantity], Number]
Against = Callable[[Masses], bool]
Found = dict[Hashable, tuple[Measure, Fraction]]
"""Measures by what they are, with their factors."""


@dataclass(frozen=True)
class LeakageTerm:
    """A whole multiple of the logarithm of a measure."""

    factor: int
    measure: Measure

    @property
    def is_each(self) -> bool:
        """Whether the claim is decided at each ratio of this leakage; else one is enough."""
        return (self.factor > 0) != isinstance(self.measure.value, Smallest)


@dataclass(frozen=True)
class LeakageSum:
    """The sum of the terms is at most the logarithm of the level, or below it."""

    terms: tuple[LeakageTerm, ...]
    level: Fraction
    strict: bool


def leakage_sum(claim: Comparison, prior: Tensor, number: Reading) -> LeakageSum:
    """A comparison to decide as a sum of leakages of the prior. Raises Unsupported at another."""
    sign = 1 if claim.relation in ("<=", "<") else -1
    leakages: Found = {}
    beside = rational(0)
    for side, factor in ((claim.left, ONE), (claim.right, -ONE)):
        form = linear(side)
        if form is None:
            raise Unsupported("no sum of multiples of leakages")
        beside = beside + form.constant * factor
        for leaf, c in form.terms:
            beside = beside + _number_beside(leaf, c * factor, prior, number, leakages)
    bound = beside * -sign
    scale = lcm(*(factor.denominator for _, factor in leakages.values()))
    terms = tuple(
        LeakageTerm(int(sign * scale * c), measure) for measure, c in leakages.values() if c
    )
    if not terms or sum(abs(term.factor) for term in terms) > HIGHEST:
        raise Unsupported("a sum of leakages that is too long")
    level = exp_of(bound * scale)
    if isinstance(level, Infinite):
        raise Unsupported("an infinite number beside several leakages")
    low = max(level.enclose(DIGITS)[0], ZERO)  # a smaller level only makes it harder to show
    return LeakageSum(terms, low, claim.relation in ("<", ">"))


def _number_beside(
    leaf: Quantity, factor: Fraction, prior: Tensor, number: Reading, leakages: Found
) -> Number:
    """The number of a term without the prior, to decide a claim by; a leakage is noted instead."""
    if prior not in subjects(leaf).tensors:
        value = number(leaf)
        if isinstance(value, Infinite):
            raise Unsupported("an infinite number beside several leakages")
        return value * factor
    measure = leaf.body if isinstance(leaf, Logarithm) else leaf
    if not isinstance(measure, Measure) or measure.is_log == isinstance(leaf, Logarithm):
        raise Unsupported("no sum of multiples of leakages")
    noted = leakages.get(key(measure), (measure, ZERO))
    leakages[key(measure)] = noted[0], noted[1] + factor
    return rational(0)


def parts_that_hold(
    claim: LeakageSum, shapes: ShapeReader, priors: PriorPolytope, is_against: Against
) -> int | None:
    """Search for parts of a prior set on which a sum of leakages is bounded; None if that fails.

    Raises Unsupported where that takes too much, or a measure is not an extreme of such ratios.
    """
    work, parts = MOST_WORK, 0
    degree = sum(abs(term.factor) for term in claim.terms)
    for support, vertices in _supports_with_vertices(priors):
        cases = list(_cases_of_support(claim, shapes, support))
        waiting = [(vertices, cases)]
        if any(is_against(vertex) for vertex in vertices):
            return None
        # Parts are halved until coefficients decide each. Near a prior where both sides are equal
        # that may never end: work is counted, and the claim stays open when it is used up.
        while waiting:
            corners, open_ = waiting.pop(0)
            steps = sum(len(others) for _, others in open_) * comb(len(corners) + degree, degree)
            work -= LOOK + steps
            tick(LOOK + steps)
            if work < 0:
                raise Unsupported("products of leakages that no small parts of the set settle")
            left = [case for case in open_ if not _shows_claim(case, claim, corners)]
            if not left:
                parts += 1
                continue
            if is_against(mean_prior(corners)):
                return None
            waiting += [(half, left) for half in _halves(corners)]
    return parts


def _supports_with_vertices(priors: PriorPolytope) -> Iterator[tuple[Masses, tuple[Masses, ...]]]:
    """The supports of priors over which to decide a claim, each with the vertices of its priors."""
    count = priors.count
    vertices = priors.vertices() if count <= MOST_LETTERS else ()
    if not 0 < len(vertices) <= MOST_VERTICES:
        raise Unsupported("several leakages over a set of many vertices")
    for marks in product((ZERO, ONE), repeat=count):
        inside = tuple(
            v for v in vertices if all(m or not p for m, p in zip(marks, v, strict=True))
        )
        if inside and all(any(v[x] for v in inside) for x in range(count) if marks[x]):
            yield marks, inside


Pair = tuple[Masses, Masses]
Case = tuple[tuple[Pair, ...], tuple[tuple[Pair, ...], ...]]
"""Forms above and below of a choice of each measure that needs all, and choices of the others."""


def _cases_of_support(claim: LeakageSum, shapes: ShapeReader, support: Masses) -> Iterator[Case]:
    """The inequalities of products of linear forms that decide a claim for priors of a support."""
    each: list[list[Pair]] = []
    some: list[list[Pair]] = []
    for term in claim.terms:
        pairs = []
        for ratio in _nonnegative_ratios(term.measure, shapes, support):
            pair = (ratio.above, ratio.below) if term.factor > 0 else (ratio.below, ratio.above)
            pairs += [pair] if _counts(ratio, support) else []
        if not pairs:
            return
        (each if term.is_each else some).append(list(dict.fromkeys(pairs)))
    if prod(map(len, each)) * prod(map(len, some)) > MOST_CHOICES:
        raise Unsupported("several leakages of many letters")
    others = tuple(product(*some))
    for choice in product(*each):
        yield choice, others


def _nonnegative_ratios(
    measure: Measure, shapes: ShapeReader, support: Masses
) -> Sequence[BoundedRatio]:
    """A leakage's ratios of linear forms to decide by. Raises Unsupported at a negative one."""
    ratios = shapes.shape(measure).at_support(support)
    if any(c < 0 for r in ratios for form in (r.above, r.below, *r.where) for c in form):
        raise Unsupported(f"{measure.text} has differences of masses")
    return ratios


def _counts(ratio: BoundedRatio, support: Masses) -> bool:
    """Whether a ratio counts in deciding for priors of this support: guards positive, not 0/0."""
    total = value_at(ratio.above, support) + value_at(ratio.below, support)
    return total > 0 and all(value_at(form, support) > 0 for form in ratio.where)


def _shows_claim(case: Case, claim: LeakageSum, corners: Sequence[Masses]) -> bool:
    """Whether products of linear forms decide that the claim holds on a part of the prior set."""
    choice, others = case
    factors = [abs(t.factor) for t in claim.terms if t.is_each]
    rest = [abs(t.factor) for t in claim.terms if not t.is_each]
    fixed = _products_of_sides(choice, factors, corners)
    for other in others:
        more = _products_of_sides(other, rest, corners)
        above, below = (_product_in_shares(one, two) for one, two in zip(fixed, more, strict=True))
        gaps = [claim.level * below.get(at, ZERO) - above.get(at, ZERO) for at in above | below]
        if all(gap > 0 or (gap == 0 and not claim.strict) for gap in gaps):
            return True
    return False


Shares = dict[tuple[int, ...], Fraction]
"""A polynomial in the shares of corners: sorted corners of a product, and its coefficient."""


def _products_of_sides(
    choice: Sequence[Pair], factors: Sequence[int], corners: Sequence[Masses]
) -> tuple[Shares, Shares]:
    """The products of forms above and below to decide over a part, in shares of its corners."""
    above: Shares = {(): ONE}
    below: Shares = {(): ONE}
    for (top, bottom), factor in zip(choice, factors, strict=True):
        for _ in range(factor):
            above = _product_in_shares(above, _in_shares(top, corners))
            below = _product_in_shares(below, _in_shares(bottom, corners))
    return above, below


def _in_shares(form: Masses, corners: Sequence[Masses]) -> Shares:
    """A form linear in the prior as a polynomial in shares of a part's corners, to decide there."""
    return {(k,): value_at(form, corner) for k, corner in enumerate(corners)}


def _product_in_shares(one: Shares, other: Shares) -> Shares:
    """The product of two polynomials in shares of a part's corners, to decide over these priors."""
    product: Shares = {}
    for left, a in one.items():
        for right, b in other.items():
            both = tuple(sorted((*left, *right)))
            product[both] = product.get(both, ZERO) + a * b
    return product


def _halves(corners: tuple[Masses, ...]) -> Iterator[tuple[Masses, ...]]:
    """The two halves of a part of the prior set, split at its longest edge, to decide over each."""
    pairs = list(combinations(range(len(corners)), 2))
    if not pairs:
        raise Unsupported("at a single prior the two sides are too near to tell")
    one, other = max(pairs, key=lambda pair: total_variation(corners[pair[0]], corners[pair[1]]))
    middle = mean_prior((corners[one], corners[other]))
    for k in (one, other):
        yield (*corners[:k], middle, *corners[k + 1 :])
