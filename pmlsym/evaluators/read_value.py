"""One evaluator for values: ratios, maxima and sums of what `read` gives.

What division, comparison and logarithm are, an algebra says by its `EntryRules`; `None` stands for
an entry that does not count: 0/0, or a maximum of which nothing counts.

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
from functools import lru_cache, partial
from math import prod
from typing import Any

from pmlsym.calculus.algebra import ENTRY, Algebra, Array, read, size_of, table_of
from pmlsym.calculus.meter import tick, uncounted
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.tensor import Index
from pmlsym.errors import InvalidInput
from pmlsym.language.value import (
    Added,
    ContractionCoefficient,
    Exceeds,
    ExcessRatio,
    FractionalEvent,
    Larger,
    Largest,
    Log,
    Power,
    Ratio,
    Smallest,
    Total,
    Value,
    Weighted,
)
from pmlsym.language.value_rules import Rule, ValueRules


@dataclass(frozen=True, kw_only=True)
class EntryRules(ValueRules[Any]):
    """How an algebra joins entries; each rule takes and gives entries.

    `largest`, `smallest`, `larger`, `total` and `added` take any number of them; `weighted` takes
    body and weight, `power` exponent and body, `exceeds` body and level; `fractional_event` and
    `excess_ratio` take the rows (part, mass, delta), `contraction` the function, the masses or
    nothing, and the rows. `counts` says whether a condition is positive;
    `ordered` that any two entries compare, so that an extreme ratio may be found from extreme
    entries.
    """

    counts: Callable[[Any], bool]
    ordered: bool = False


def read_value(value: Value, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    """The entries of a value over its free indices, in sorted order."""
    return ENTRIES.read(value, algebra, rules)


def _ratio(value: Ratio, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    both = [read(value.numerator, algebra), read(value.denominator, algebra)]
    return _join(rules.of(value), both, algebra)


def _extreme(value: Largest | Smallest, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    apart = taken_apart(value) if rules.ordered else None
    if apart is not None:
        return _extreme_ratio(apart, rules.of(value), algebra, rules)
    arrays = [read_value(value.body, algebra, rules), read(value.where, algebra)]
    return _reduce(_counted(rules.of(value), rules.counts), value.over, arrays, algebra)


def _total(value: Total, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    rule, bodies = rules.of(value), [read_value(value.body, algebra, rules)]
    return _reduce(lambda rows: rule(*[entry for (entry,) in rows]), value.over, bodies, algebra)


def _larger(value: Larger, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    bodies = [read_value(body, algebra, rules) for body in value.bodies]
    return _join(rules.of(value), bodies, algebra)


def _added(value: Added, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    bodies = [read_value(body, algebra, rules) for body in value.bodies]
    return _join(rules.of(value), bodies, algebra)


def _weighted(value: Weighted, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    both = [read_value(value.body, algebra, rules), read(value.weight, algebra)]
    return _join(rules.of(value), both, algebra)


def _log(value: Log, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    return _join(rules.of(value), [read_value(value.body, algebra, rules)], algebra)


def _power(value: Power, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    rule = partial(rules.of(value), value.exponent)
    return _join(rule, [read_value(value.body, algebra, rules)], algebra)


def _exceeds(value: Exceeds, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    both = [read_value(value.body, algebra, rules), read(value.level, algebra)]
    return _join(rules.of(value), both, algebra)


def _worst_set(
    value: FractionalEvent | ExcessRatio, algebra: Algebra[Any], rules: EntryRules
) -> Array[Any]:
    arrays = [read(p, algebra) for p in (value.part, value.mass, value.delta)]
    return _reduce(rules.of(value), value.over, arrays, algebra)


def _contraction(
    value: ContractionCoefficient, algebra: Algebra[Any], rules: EntryRules
) -> Array[Any]:
    """The rule takes the function, the masses or nothing, and the rows."""
    rule, every = rules.of(value), value.is_over_priors
    width = prod(size_of(algebra.sizes, i.alphabet) for i in value.outputs)

    def joined(entries: list[tuple[Any, Any]]) -> Any:
        rows = [entries[k : k + width] for k in range(0, len(entries), width)]
        masses = None if every else [row[0][0] for row in rows]
        return rule(value.function, masses, [[entry for _, entry in row] for row in rows])

    arrays = [read(value.mass, algebra), read(value.entry, algebra)]
    return _reduce(joined, (*value.inputs, *value.outputs), arrays, algebra)


ENTRIES = ValueRules[Array[Any]](
    name="entries",
    ratio=_ratio,
    largest=_extreme,
    smallest=_extreme,
    total=_total,
    larger=_larger,
    added=_added,
    weighted=_weighted,
    log=_log,
    power=_power,
    exceeds=_exceeds,
    fractional_event=_worst_set,
    excess_ratio=_worst_set,
    contraction=_contraction,
)
"""Which arrays a node needs, and over which letters they are joined."""


def _extreme_ratio(
    apart: ExtremeRatio, most: Rule[Any], algebra: Algebra[Any], rules: EntryRules
) -> Array[Any]:
    """The extreme ratio of each common letter, and of these the extreme one."""
    divide, smallest, largest = rules.ratio, rules.smallest, rules.largest
    assert divide is not None and smallest is not None and largest is not None

    def both(*bodies: Any) -> tuple[Any, Any]:
        return smallest(*bodies), largest(*bodies)

    def extremes(side: RatioSide) -> Array[Any]:
        entries = [read(side.body, algebra), read(side.where, algebra)]
        return _reduce(_counted(both, rules.counts), side.over, entries, algebra)

    def ratio(extreme_above: tuple[Any, Any], extreme_below: tuple[Any, Any]) -> Any:
        (least_above, above), (least_below, below) = extreme_above, extreme_below
        if above is None or below is None:
            return None
        if apart.most:
            return divide(above, least_below if rules.counts(above) else below)
        return divide(least_above if rules.counts(below) else above, below)

    ratios = _join(ratio, [extremes(apart.above), extremes(apart.below)], algebra)
    where = read(apart.where, algebra)
    return _reduce(_counted(most, rules.counts), apart.common, [ratios, where], algebra)


def _counted(rule: Rule[Any], counts: Callable[[Any], bool]) -> Callable[[list[Any]], Any]:
    return lambda rows: rule(*[body for body, where in rows if counts(where)])


def _join(rule: Rule[Any], arrays: Sequence[Array[Any]], algebra: Algebra[Any]) -> Array[Any]:
    """The rule applied letter by letter."""
    if len(arrays) == 1:
        (only,) = arrays
        return Array(only.indices, only.shape, [rule(entry) for entry in only.entries])
    return _reduce(lambda rows: rule(*rows[0]), (), arrays, algebra)


def _reduce(
    rule: Rule[Any],
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
