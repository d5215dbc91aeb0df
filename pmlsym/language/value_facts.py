"""The facts of a value that follow from its form: bounds, its sign, whether it can be infinite.

    facts_of(value, quotients).least      a number that it is never below, 1 for pml(P, W)

Each kind of node has a rule with its proof; nothing about a measure is declared. Bounds are
polynomials in the letters that are free at the node, so that sums over them are bounds of sums:

    max_x W(x,y) >= W(x0,y)  for any x0, and  sum_y W(x0,y) = 1,  hence maxleak(W) >= log 1

A fact holds on instances and at letters at which the node has a value: 0/0 does not count, a/0 is
infinite, and a maximum over no letter has no value. `Guard` carries what is positive at these
letters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import TypeGuard

from pmlsym.calculus.bounds import at_least_zero, is_nonnegative, lower, upper
from pmlsym.calculus.meter import uncounted
from pmlsym.calculus.polynomial import Polynomial, constant, substitute, sum_over
from pmlsym.calculus.tensor import Index
from pmlsym.language.guard import Guard
from pmlsym.language.value import (
    Added,
    ConcentratedDivergence,
    ContractionCoefficient,
    Divergence,
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    LetterExponent,
    Log,
    Power,
    Quotient,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.language.value_rules import ValueRules

ZERO, ONE = constant(0), constant(1)


@dataclass(frozen=True)
class Facts:
    """Facts of a node wherever it has a value.

    The node is never below any of `lows` (so never -inf), never above any of `highs` (so never
    inf). `positive`: it is above zero; `finite`: it is not infinite; `counts`: it has a value at
    all letters that its guard leaves. A node with a `support`, a polynomial that is never negative,
    is never negative itself, and positive wherever the support is. It is positive wherever `spread`
    is, too, but no declaration rests on that: a declared fact has to be shown again of each
    witness.
    """

    lows: tuple[Polynomial, ...] = ()
    highs: tuple[Polynomial, ...] = ()
    positive: bool = False
    finite: bool = False
    counts: bool = False
    support: Polynomial | None = None
    spread: Polynomial | None = None

    @property
    def is_above_zero(self) -> bool:
        """Whether a node of values is positive, as far as all its facts show."""
        spread = None if self.spread is None else lower(self.spread)
        return self.positive or (spread is not None and spread > 0)

    @property
    def least(self) -> Fraction | None:
        """A number that a node of values is never below, by its facts."""
        return max((c for low in self.lows if (c := lower(low)) is not None), default=None)

    @property
    def most(self) -> Fraction | None:
        """A number that the value of a node is never above, as follows from its form."""
        return min((c for high in self.highs if (c := upper(high)) is not None), default=None)


@lru_cache(maxsize=1 << 12)
def facts_of(value: Value, quotients: tuple[Quotient, ...] = ()) -> Facts:
    """The facts of a value that its nodes show: bounds, its sign, whether it can be infinite.

    >>> from pmlsym.calculus import Tensor, atom
    >>> x, y = Index("X", "x"), Index("Y", "y")
    >>> w = atom(Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,)), x, y)
    >>> facts_of(Total((y,), Largest((x,), Ratio(w)))).least
    Fraction(1, 1)
    """
    with uncounted():
        return _facts_under(value, Guard(quotients=quotients))


def _facts_under(value: Value, guard: Guard) -> Facts:
    """The facts that follow from a node's form under its guard; the sign also from a bound."""
    facts = FACTS.read(value, guard)
    least, support = facts.least, facts.support
    supported = support is not None and guard.makes_positive(support)
    return replace(
        facts,
        lows=tuple(dict.fromkeys(facts.lows)),
        highs=tuple(dict.fromkeys(facts.highs)),
        positive=facts.positive or supported or (least is not None and least > 0),
    )


def _ratio_facts(value: Ratio, guard: Guard) -> Facts:
    """The bounds, sign and finiteness that follow from the form of a ratio's node n/d.

    For d >= 0: n/d is at least 1 where n >= d, at most 1 where n <= d, at least 0 where n >= 0.

    At d = 0 it is inf, 0/0 or -inf: the last only where n < 0, hence not where n >= d. It is finite
    where d > 0, and where n >= 0 and n > 0 makes d > 0: then n/0 is 0/0.
    """
    above, below = value.numerator, value.denominator
    plain, positive = guard.makes_positive(below), guard.makes_positive(above)
    if below == ONE:
        support = above if at_least_zero(above) else None
        return Facts((above,), (above,), positive, True, True, support)
    if not at_least_zero(below):
        return Facts(positive=plain and positive, finite=plain, counts=plain)
    lows = tuple(constant(c) for c in (0, 1) if at_least_zero(above - c * below))
    highs = (ONE,) if at_least_zero(below - above) else ()
    finite = plain or guard.carries(above, below)
    return Facts(lows, highs, positive, finite, counts=plain or positive)


def _extreme_facts(value: Largest | Smallest, guard: Guard) -> Facts:
    """The bounds and sign of a maximum's or minimum's node that follow from those of its body.

    A bound of the body at all letters that count bounds the extreme; so does the body at one.

    The largest value of a body with a support is positive where the sum of the support is.

    The letter may be chosen once for all letters around the node if `where` does not depend on
    these and the body has a value at all of them.
    """
    body = _facts_under(value.body, guard.without(value.over).where(value.where))
    most = isinstance(value, Largest)
    lows, highs = (
        (*_fixed_ends(ends, value.over), *_constants_of(number))
        for ends, number in ((body.lows, body.least), (body.highs, body.most))
    )
    if body.counts and set(value.where.free) <= set(value.over):
        lows = (*lows, *_ends_at(body.lows, value)) if most else lows
        highs = highs if most else (*highs, *_ends_at(body.highs, value))
    if _mean_is_one(value) or (most and _letters_coincide(value)):
        lows, highs = ((*lows, ONE), highs) if most else (lows, (*highs, ONE))
    finite = body.finite or (not most and body.least is not None and _some_is_finite(value))
    some = guard.without(value.over).makes_positive(sum_over(value.where, *value.over))
    spread = None
    if most and body.support is not None and at_least_zero(value.where):
        spread = sum_over(value.where * body.support, *value.over)
    return Facts(lows, highs, body.positive, finite, body.counts and some, spread=spread)


def _fixed_ends(ends: tuple[Polynomial, ...], over: tuple[Index, ...]) -> tuple[Polynomial, ...]:
    """The bounds of a node that do not depend on the letters it ranges over."""
    return tuple(end for end in ends if set(end.free).isdisjoint(over))


def _constants_of(number: Fraction | None) -> tuple[Polynomial, ...]:
    """The number as a constant bound of a node; nothing for None."""
    return () if number is None else (constant(number),)


def _ends_at(ends: tuple[Polynomial, ...], value: Largest | Smallest) -> Iterator[Polynomial]:
    """The bounds of an extreme's node that its body has at one letter, under a fresh name."""
    for end in ends:
        mark = "*" * (1 + max((index.name.count("*") for index in end.free), default=0))
        yield substitute(end, {i: Index(i.alphabet, f"{mark}{i.name}") for i in value.over})


def _mean_is_one(value: Largest | Smallest) -> bool:
    """Whether a node's ratios average to 1, so that its largest is >= 1, its smallest <= 1.

    Whether `where`-weighted sums of numerators and of denominators agree: some ratio is 1.

    Let w, n, d >= 0 and sum w n >= sum w d. Were every n/d that counts below 1, then n < d at
    all letters with w > 0 but those of 0/0; some letter is of the first kind, as there is a
    maximum, and sum w n < sum w d. So the largest is at least 1. The smallest is at most 1
    likewise, of sum w n <= sum w d.
    """
    body, where = value.body, value.where
    if not (at_least_zero(where) and _is_nonnegative(body)):
        return False
    excess = sum_over(where * (body.numerator - body.denominator), *value.over)
    return at_least_zero(excess if isinstance(value, Largest) else -excess)


def _is_nonnegative(body: Value) -> TypeGuard[Ratio]:
    """Whether a node is a ratio n/d whose form shows that neither is ever negative.

    Readings find extremes of such ratios alone: they take numerators and denominators apart.
    """
    return isinstance(body, Ratio) and all(map(at_least_zero, (body.numerator, body.denominator)))


def _letters_coincide(value: Largest | Smallest) -> bool:
    """Whether a maximum's node n/d has a form that is 1 where letters coincide, and so is >= 1.

    That is, whether n becomes d >= 0 where letters that only n has become letters that only d has.

    Let n/d count, n >= 0. If d > 0, so does the ratio where the letters coincide, as d and `where`
    are the same there, and it is 1. If d = 0 then n/d is infinite.
    """
    body = value.body
    if not _is_nonnegative(body):
        return False
    above, below = set(body.numerator.free), set(body.denominator.free)
    upper = [index for index in value.over if index in above - below]
    lower = [index for index in value.over if index in below - above]
    if [i.alphabet for i in upper] != [i.alphabet for i in lower] or set(upper) & set(
        value.where.free
    ):
        return False
    return substitute(body.numerator, dict(zip(upper, lower, strict=True))) == body.denominator


def _some_is_finite(value: Largest | Smallest) -> bool:
    """Whether the form of a node shows that some n/d that counts is finite, if any counts.

    Otherwise w d = 0 at all letters, w >= 0 being positive where letters count. But n is at most
    the sum of all w d at each letter, so that n = 0 as well, and nothing counts but 0/0.
    """
    body, where = value.body, value.where
    if not (at_least_zero(where) and _is_nonnegative(body)):
        return False
    whole = sum_over(where * body.denominator, *value.over)
    return at_least_zero(whole - body.numerator)


def _total_facts(value: Total, guard: Guard) -> Facts:
    """The bounds, sign and finiteness of a sum's node that follow from those of its body.

    The sum has a value where all terms have one; their bounds add up to a bound of the sum.
    """
    body = _facts_under(value.body, guard.without(value.over))
    lows, highs = (
        tuple(sum_over(end, *value.over) for end in ends) for ends in (body.lows, body.highs)
    )
    support, spread = (
        None if part is None else sum_over(part, *value.over)
        for part in (body.support, body.spread)
    )
    return replace(body, lows=lows, highs=highs, support=support, spread=spread)


def _larger_facts(value: Larger, guard: Guard) -> Facts:
    """The bounds, sign and finiteness of a node that is the larger of several, from theirs.

    From below, a value that always counts bounds the larger; from above, all of them together do.
    """
    bodies = [_facts_under(body, guard) for body in value.bodies]
    leasts = [body.least for body in bodies]
    least = None if None in leasts else min((c for c in leasts if c is not None), default=None)
    counting = [body for body in bodies if body.counts]
    highs = map(_bound_of_all, product(*(body.highs for body in bodies)))
    return Facts(
        (*(low for body in counting for low in body.lows), *_constants_of(least)),
        tuple(high for high in highs if high is not None),
        any(body.positive for body in counting) or all(body.positive for body in bodies),
        all(body.finite for body in bodies),
        bool(counting),
    )


def _bound_of_all(ends: tuple[Polynomial, ...]) -> Polynomial | None:
    """A bound for a node that is one of several: a bound of all, or the sum of positive terms.

    The sum of positive terms is taken only if the sign of every term is known.

    max(0, a - b) <= a for a, b >= 0. Terms of different ends do not cancel.
    """
    for end in ends:
        if all(at_least_zero(end - other) for other in ends):
            return end
    if not all(is_nonnegative(monomial) for end in ends for monomial, _ in end):
        return None
    return sum((Polynomial({m: c for m, c in end if c > 0}) for end in ends), ZERO)


def _added_facts(value: Added, guard: Guard) -> Facts:
    """The bounds and finiteness of an addition's node that follow from those of its terms.

    Bounds of all terms add up to a bound of their sum, where each has one.
    """
    bodies = [_facts_under(body, guard) for body in value.bodies]
    lows, highs = (
        tuple(sum(ends, ZERO) for ends in product(*every))
        for every in ([b.lows for b in bodies], [b.highs for b in bodies])
    )
    finite, counts = (all(getattr(b, key) for b in bodies) for key in ("finite", "counts"))
    return Facts(lows, highs, finite=finite, counts=counts)


def _weighted_facts(value: Weighted, guard: Guard) -> Facts:
    """The bounds, sign and finiteness of a node with a weight w >= 0, from its body's.

    Then w times a bound of the body bounds the node, and where w = 0 both are zero.

    For a weight w = v n, w log(n/d) >= w - v d, since log r >= 1 - 1/r at n > 0; where w = 0 the
    bound is -v d <= 0.
    """
    weight = value.weight
    body = _facts_under(value.body, guard.where(weight))
    positive = guard.makes_positive(weight) and body.positive
    lows, highs = (tuple(weight * e for e in ends) for ends in (body.lows, body.highs))
    if at_least_zero(-weight):
        lows, highs = highs, lows
    elif not at_least_zero(weight):
        lows, highs = (), ()
    if isinstance(value.body, Log) and isinstance(value.body.body, Ratio):
        ratio = value.body.body
        shared = divided(weight, ratio.numerator)
        parts = (shared, ratio.numerator, ratio.denominator)
        if shared is not None and all(part is not None and at_least_zero(part) for part in parts):
            lows = (*lows, weight - shared * ratio.denominator)
    support = weight if at_least_zero(weight) and body.positive else None
    return Facts(lows, highs, positive, body.finite, body.counts, support)


def divided(whole: Polynomial, part: Polynomial) -> Polynomial | None:
    """The polynomial of a node divided by a single term, or nothing if that is not a factor."""
    if len(part) != 1:
        return None
    ((factors, c),) = part
    terms = {}
    for monomial, a in whole:
        left = list(monomial)
        for factor in factors:
            if factor not in left:
                return None
            left.remove(factor)
        terms[tuple(left)] = Fraction(a) / c
    quotient = Polynomial(terms)
    return quotient if quotient * part == whole else None


def _log_facts(value: Log, guard: Guard) -> Facts:
    """The bounds, sign and finiteness of the node log r, from those of r.

    log r >= 0 for r >= 1, log r <= 0 for r <= 1; finite where 0 < r < inf.
    """
    body = _facts_under(value.body, guard)
    least, most = body.least, body.most
    return Facts(
        (ZERO,) if least is not None and least >= 1 else (),
        (ZERO,) if most is not None and most <= 1 else (),
        positive=least is not None and least > 1,
        finite=body.finite and body.positive,
        counts=body.counts,
    )


def _power_facts(value: Power, guard: Guard) -> Facts:
    """The bounds, sign and finiteness of the node r^a, from those of r.

    For r >= 0, r^a is on the same side of 1 as r if a > 0, else on the other; 0^a is inf if a < 0.

    There are no facts for an exponent that is a letter.
    """
    if isinstance(value.exponent, LetterExponent):
        return Facts()
    body = _facts_under(value.body, guard)
    least, most = body.least, body.most
    if least is None or least < 0:
        return Facts()
    up, down = least >= 1, most is not None and most <= 1
    if value.exponent < 0:
        up, down = down, up
        positive, finite = body.finite, body.positive
    else:
        positive, finite = body.positive, body.finite
    ends = (ONE if up else ZERO,), (ONE,) if down else ()
    support = body.support if value.exponent > 0 else None
    return Facts(*ends, positive, finite, body.counts, support)


def _exceeds_facts(value: Exceeds, guard: Guard) -> Facts:
    """The bounds of a node that says, by 0 or 1, whether something exceeds a level.

    It is 0 or 1, even where nothing counts; and "1 if n > 0" is at least n where n <= 1.
    """
    lows: tuple[Polynomial, ...] = (ZERO,)
    match value:
        case Exceeds(Ratio(part, below), level) if below == ONE and not level:
            lows = (ZERO, part) if at_least_zero(1 - part) else lows
            support = part if at_least_zero(part) else None
            return Facts(lows, (ONE,), finite=True, counts=True, support=support)
    return Facts(lows, (ONE,), finite=True, counts=True)


def _event_facts(value: FractionalEvent, guard: Guard) -> Facts:
    """The bounds and finiteness that follow from the form of a worst fractional event's node.

    It is never infinite: at delta = 0, letters without mass do not count.

    For all letters together the ratio is 1 if their parts add up to their masses. At delta > 0 they
    are an event of mass delta, or there is none; at delta = 0 some ratio is 1, or larger, if no
    letter without mass has a part.
    """
    if not (at_least_zero(value.part) and at_least_zero(value.mass)):
        return Facts()
    part, mass = (sum_over(p, *value.over) for p in (value.part, value.mass))
    whole = part == mass and guard.without(value.over).carries(value.part, value.mass)
    return Facts((ONE if whole else ZERO,), (), whole, finite=True)


def _excess_facts(value: ExcessRatio, guard: Guard) -> Facts:
    """The bounds and finiteness of the node of an excess ratio.

    At least the ratio of all letters; infinite only where a letter without mass has a part.
    """
    if not (at_least_zero(value.part) and at_least_zero(value.mass)):
        return Facts()
    part, mass = (sum_over(p, *value.over) for p in (value.part, value.mass))
    lows = (part - value.delta,) if mass == ONE else ()
    return Facts(lows, finite=guard.without(value.over).carries(value.part, value.mass))


def _contraction_facts(value: ContractionCoefficient, guard: Guard) -> Facts:
    """The bounds, 0 and 1, of the node of a contraction coefficient.

    A channel never raises a divergence, and without any Q the coefficient is zero.
    """
    return Facts((ZERO,), (ONE,), finite=True, counts=True)


def _concentrated_facts(value: ConcentratedDivergence, guard: Guard) -> Facts:
    """The bound, 0, of the node of a concentrated divergence.

    It is infinite, or not below the limit of a finite divergence over its order, which is 0.
    """
    return Facts((ZERO,))


def _divergence_facts(value: Divergence, guard: Guard) -> Facts:
    """The bounds, sign and finiteness of a divergence's node, from its form in other nodes.

    There are none where its order is a letter.
    """
    return Facts() if value.is_open else _facts_under(value.written, guard)


FACTS = ValueRules[Facts](
    name="bounds",
    ratio=_ratio_facts,
    largest=_extreme_facts,
    smallest=_extreme_facts,
    total=_total_facts,
    larger=_larger_facts,
    added=_added_facts,
    weighted=_weighted_facts,
    log=_log_facts,
    power=_power_facts,
    exceeds=_exceeds_facts,
    fractional_event=_event_facts,
    excess_ratio=_excess_facts,
    divergence=_divergence_facts,
    contraction=_contraction_facts,
    concentrated=_concentrated_facts,
)
"""The facts that the form of each node gives."""
