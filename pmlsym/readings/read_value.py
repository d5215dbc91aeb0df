"""One evaluator for values: ratios, maxima and sums of what `read` gives.

What division, comparison and logarithm are, an algebra says by its `Rules`; `None` stands for an
entry that does not count: 0/0, or a maximum of which nothing counts.

Extremes of ratios whose numerator and denominator range over letters of their own are taken apart:

    max_{x, x', y} W(x,y) / W(x',y)  =  max_y ( max_x W(x,y) ) / ( min_x' W(x',y) )

The left side takes n^2 ratios a column, the right side 2n comparisons and one ratio. It needs
numbers that are ordered and nonnegative, and a condition that is a product of one factor for each
side. 0/0 does not count and a/0 is infinite, so two cases are apart: where the largest numerator is
0, every ratio that counts is 0, and any positive denominator shows that one does; where the
largest denominator is 0, every ratio that counts is infinite, and any positive numerator shows it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.tensor import Index
from pmlsym.effort import uncounted
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.value import (
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    Log,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.meter import tick
from pmlsym.readings.read import ENTRY, Algebra, Array, read, size_of, table_of

Rule = Callable[..., Any]


def _unread(*rows: Any) -> Any:
    raise Unsupported("an excess ratio is not read here; give it rationals")


@dataclass(frozen=True)
class Rules:
    """How entries are divided, compared, summed and so on; each rule takes and gives entries.

    `larger`, `smallest` and `total` take any number of them; `counts` says whether a condition is
    positive; `weigh` takes body and weight, `exceeds` body and level; `event` takes the rows
    (part, mass, delta) of a fractional event, `excess` those of an excess ratio. `ordered` says
    that any two entries compare, so that an extreme ratio may be found from extreme entries.
    """

    divide: Rule
    larger: Rule
    smallest: Rule
    counts: Callable[[Any], bool]
    total: Rule
    weigh: Rule
    log: Rule
    exceeds: Rule
    event: Rule
    excess: Rule = _unread
    ordered: bool = False


def read_value(value: Value, algebra: Algebra[Any], rules: Rules) -> Array[Any]:
    """The entries of a value over its free indices, in sorted order."""

    def beside(body: Value, polynomial: Polynomial) -> list[Array[Any]]:
        return [read_value(body, algebra, rules), read(polynomial, algebra)]

    match value:
        case Ratio(numerator, denominator):
            both = [read(numerator, algebra), read(denominator, algebra)]
            return _join(rules.divide, both, algebra)
        case Largest(over, body, where) | Smallest(over, body, where):
            apart = taken_apart(value) if rules.ordered else None
            if apart is not None:
                return _extreme_ratio(apart, algebra, rules)
            most = rules.larger if isinstance(value, Largest) else rules.smallest
            return _reduce(_counted(most, rules.counts), over, beside(body, where), algebra)
        case Total(over, body):
            rule = _unpacked(rules.total)
            return _reduce(rule, over, [read_value(body, algebra, rules)], algebra)
        case Larger(bodies):
            return _join(rules.larger, [read_value(b, algebra, rules) for b in bodies], algebra)
        case Weighted(weight, body):
            return _join(rules.weigh, beside(body, weight), algebra)
        case Log(body):
            return _join(rules.log, [read_value(body, algebra, rules)], algebra)
        case Exceeds(body, level):
            return _join(rules.exceeds, beside(body, level), algebra)
        case FractionalEvent(over, part, mass, delta):
            arrays = [read(p, algebra) for p in (part, mass, delta)]
            return _reduce(rules.event, over, arrays, algebra)
        case ExcessRatio(over, part, mass, delta):
            arrays = [read(p, algebra) for p in (part, mass, delta)]
            return _reduce(rules.excess, over, arrays, algebra)
    raise Unsupported(f"{value!r} has no reading")


def _extreme_ratio(apart: ExtremeRatio, algebra: Algebra[Any], rules: Rules) -> Array[Any]:
    """The extreme ratio of each common letter, and of these the extreme one."""

    def both(*bodies: Any) -> tuple[Any, Any]:
        return rules.smallest(*bodies), rules.larger(*bodies)

    def extremes(side: RatioSide) -> Array[Any]:
        entries = [read(side.body, algebra), read(side.where, algebra)]
        return _reduce(_counted(both, rules.counts), side.over, entries, algebra)

    def ratio(extreme_above: tuple[Any, Any], extreme_below: tuple[Any, Any]) -> Any:
        (least_above, above), (least_below, below) = extreme_above, extreme_below
        if above is None or below is None:
            return None
        if apart.most:
            return rules.divide(above, least_below if rules.counts(above) else below)
        return rules.divide(least_above if rules.counts(below) else above, below)

    ratios = _join(ratio, [extremes(apart.above), extremes(apart.below)], algebra)
    most = rules.larger if apart.most else rules.smallest
    where = read(apart.where, algebra)
    return _reduce(_counted(most, rules.counts), apart.common, [ratios, where], algebra)


def _counted(rule: Rule, counts: Callable[[Any], bool]) -> Callable[[list[Any]], Any]:
    return lambda rows: rule(*[body for body, where in rows if counts(where)])


def _unpacked(rule: Rule) -> Callable[[list[Any]], Any]:
    return lambda rows: rule(*[entry for (entry,) in rows])


def _join(rule: Rule, arrays: Sequence[Array[Any]], algebra: Algebra[Any]) -> Array[Any]:
    """The rule applied letter by letter."""
    if len(arrays) == 1:
        (only,) = arrays
        return Array(only.indices, only.shape, [rule(entry) for entry in only.entries])
    return _reduce(lambda rows: rule(*rows[0]), (), arrays, algebra)


def _reduce(
    rule: Callable[[list[Any]], Any],
    over: tuple[Index, ...],
    arrays: Sequence[Array[Any]],
    algebra: Algebra[Any],
) -> Array[Any]:
    """The rule applied to the tuples of entries at all letters of `over`."""
    if len(set(over)) < len(over):
        raise InvalidInput(f"a value ranges twice over one of {', '.join(map(repr, over))}")
    free = tuple(sorted({i for a in arrays for i in a.indices} - set(over)))
    sizes = tuple(sorted(algebra.sizes.items()))
    table = table_of(tuple(a.indices for a in arrays), free, over, sizes)
    columns = [a.entries for a in arrays]
    tick(ENTRY * sum(map(len, table)))
    entries = [
        rule([tuple([c[i] for c, i in zip(columns, places, strict=True)]) for places in cell])
        for cell in table
    ]
    return Array(free, tuple(size_of(algebra.sizes, i.alphabet) for i in free), entries)


@dataclass(frozen=True)
class RatioSide:
    """What stands above or below, over the letters that stand there alone and count there."""

    over: tuple[Index, ...]
    body: Polynomial
    where: Polynomial


@dataclass(frozen=True)
class ExtremeRatio:
    """The largest (or smallest) over `common` letters of the extreme ratio of the two sides."""

    most: bool
    common: tuple[Index, ...]
    above: RatioSide
    below: RatioSide
    where: Polynomial


@lru_cache(maxsize=1024)
def taken_apart(value: Largest | Smallest) -> ExtremeRatio | None:
    """The extreme with its two sides apart; None where they are not, or nothing is gained.

    >>> from pmlsym.calculus import Tensor, atom
    >>> W, y = Tensor("W", ("X", "Y")), Index("Y", "y")
    >>> x, z = Index("X", "x"), Index("X", "z")
    >>> found = taken_apart(Largest((x, z, y), Ratio(atom(W, x, y), atom(W, z, y))))
    >>> found.above.over, found.below.over, found.common
    ((x,), (z,), (y,))
    """
    ratio, factors = value.body, _factors(value.where)
    if not isinstance(ratio, Ratio) or factors is None:
        return None
    above, below = set(ratio.numerator.free), set(ratio.denominator.free)
    own = _linked({i for i in value.over if i in above - below}, value, factors, above | below)
    other = _linked({i for i in value.over if i in below - above}, value, factors, above | below)
    if own & other or not own | other:
        return None
    conditions = [constant(1), constant(1), constant(1)]
    for factor in factors:
        letters = set(factor.free)
        if letters & own and letters & other:
            return None
        with uncounted():
            conditions[0 if letters & own else 1 if letters & other else 2] *= factor
    return ExtremeRatio(
        isinstance(value, Largest),
        tuple(i for i in value.over if i not in own | other),
        RatioSide(tuple(i for i in value.over if i in own), ratio.numerator, conditions[0]),
        RatioSide(tuple(i for i in value.over if i in other), ratio.denominator, conditions[1]),
        conditions[2],
    )


def _factors(where: Polynomial) -> list[Polynomial] | None:
    """The factors of a condition; None for a sum, or where one of them may be negative."""
    if len(where) != 1 or not all(tensor.is_nonnegative for tensor in where.tensors):
        return None
    ((monomial, coefficient),) = where
    return [Polynomial({(factor,): 1}) for factor in monomial] if coefficient > 0 else None


def _linked(
    letters: set[Index], value: Largest | Smallest, factors: list[Polynomial], placed: set[Index]
) -> set[Index]:
    """The letters with those that occur in conditions alone and share a factor with them."""
    found = set(letters)
    while True:
        reached = {i for factor in factors if found & set(factor.free) for i in factor.free}
        more = (reached & set(value.over)) - placed - found
        if not more:
            return found
        found |= more
