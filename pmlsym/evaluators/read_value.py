"""The evaluator of values, ratios, maxima and sums of entries, for every algebra.

The `EntryRules` of an algebra define division, comparison and logarithm. `None` is an entry that
does not count: 0/0, or a maximum in which nothing counts.

Extremes of ratios whose numerator and denominator range over separate letters are split:

    max_{x, x', y} W(x,y) / W(x',y)  =  max_y ( max_x W(x,y) ) / ( min_x' W(x',y) )

The left side takes n^2 ratios a column, the right side 2n comparisons and one ratio. The split
needs numbers that are ordered and nonnegative, and a condition that is a product of one factor for
each side. 0/0 does not count and a/0 is infinite, so there are two special cases. If the largest
numerator is 0, every ratio that counts is 0, and any positive denominator shows that some ratio
counts. If the largest denominator is 0, every ratio that counts is infinite, and any positive
numerator shows that some ratio counts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from math import prod
from typing import Any

from pmlsym.calculus.algebra import ENTRY, Algebra, Array, read, size_of, table_of
from pmlsym.calculus.meter import tick, uncounted
from pmlsym.calculus.polynomial import Polynomial, constant
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidInput
from pmlsym.language.value import (
    Added,
    ConcentratedDivergence,
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
    """The rules by which an algebra joins entries; each takes and gives entries.

    `largest`, `smallest`, `larger`, `total` and `added` take one entry or more; `weighted` takes
    body and weight, `power` exponent and body, `exceeds` body and level; `fractional_event` and
    `excess_ratio` take the rows (part, mass, delta), `concentrated` the pairs (a, b), `contraction`
    the function, the masses or nothing, and the rows. Of all these arguments only the body of
    `weighted` may be None. `counts` says whether a condition is positive; `ordered` that any two
    entries compare, so that an extreme ratio may be found from extreme entries.
    """

    counts: Callable[[Any], bool]
    ordered: bool = False


def read_value(value: Value, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    """The entries of a measure's value over its free indices, by any algebra: exact, balls, ..

    The rules of `ENTRIES` below call it again for the values inside.
    """
    return ENTRIES.read(value, algebra, rules)


def _read_ratio(value: Ratio, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    """The entries, exact or balls, of a value that is a ratio of polynomials."""
    sides = [read(value.numerator, algebra), read(value.denominator, algebra)]
    return _join(rules.of(value), sides, algebra)


def _read_extreme(
    value: Largest | Smallest, algebra: Algebra[Any], rules: EntryRules
) -> Array[Any]:
    """The entries, exact or balls, of a maximum or minimum over letters."""
    split = split_extreme(value) if rules.ordered else None
    if split is not None:
        return _read_extreme_ratio(split, rules.of(value), algebra, rules)
    arrays = [read_value(value.body, algebra, rules), read(value.where, algebra)]
    return _reduce(_where_it_counts(rules.of(value), rules.counts), value.over, arrays, algebra)


def _read_total(value: Total, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    """The entries, exact or balls, of a sum over letters."""
    rule, bodies = _none_unless_all_count(rules.of(value)), [read_value(value.body, algebra, rules)]
    return _reduce(lambda rows: rule(*[entry for (entry,) in rows]), value.over, bodies, algebra)


def _read_larger(value: Larger, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    """The entries, exact or balls, of the largest of several values."""
    bodies = [read_value(body, algebra, rules) for body in value.bodies]
    return _join(_over_counted_entries(rules.of(value)), bodies, algebra)


def _read_added(value: Added, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    """The entries, exact or balls, of a sum of values."""
    bodies = [read_value(body, algebra, rules) for body in value.bodies]
    return _join(_none_unless_all_count(rules.of(value)), bodies, algebra)


def _read_weighted(value: Weighted, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    """The entries, exact or balls, of a value times its weight."""
    arrays = [read_value(value.body, algebra, rules), read(value.weight, algebra)]
    return _join(rules.of(value), arrays, algebra)


def _read_log(value: Log, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    """The entries, exact or balls, of the logarithm of a value."""
    rule = _none_unless_all_count(rules.of(value))
    return _join(rule, [read_value(value.body, algebra, rules)], algebra)


def _read_power(value: Power, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    """The entries, exact or balls, of the power of a value."""
    rule = _none_unless_all_count(partial(rules.of(value), value.exponent))
    return _join(rule, [read_value(value.body, algebra, rules)], algebra)


def _read_exceeds(value: Exceeds, algebra: Algebra[Any], rules: EntryRules) -> Array[Any]:
    """The entries, exact or balls, 1 where a value exceeds a level and 0 elsewhere.

    Where the body does not count, it does not exceed the level.
    """
    rule, zero = rules.of(value), algebra.number(Fraction(0))
    arrays = [read_value(value.body, algebra, rules), read(value.level, algebra)]
    return _join(lambda body, bar: zero if body is None else rule(body, bar), arrays, algebra)


def _read_worst_set(
    value: FractionalEvent | ExcessRatio, algebra: Algebra[Any], rules: EntryRules
) -> Array[Any]:
    """The entries, exact or balls, of the value of the best event, or best set of letters."""
    arrays = [read(p, algebra) for p in (value.part, value.mass, value.delta)]
    return _reduce(rules.of(value), value.over, arrays, algebra)


def _read_contraction(
    value: ContractionCoefficient, algebra: Algebra[Any], rules: EntryRules
) -> Array[Any]:
    """The entries, exact or balls, of a contraction coefficient.

    The rule takes the function, the masses or nothing, and the rows.
    """
    rule, is_over_priors = rules.of(value), value.is_over_priors
    width = prod(size_of(algebra.sizes, i.alphabet) for i in value.outputs)

    def coefficient(entries: list[tuple[Any, Any]]) -> Any:
        """The value of a contraction coefficient, a number or a ball, at these entries."""
        rows = [entries[k : k + width] for k in range(0, len(entries), width)]
        masses = None if is_over_priors else [row[0][0] for row in rows]
        return rule(value.function, masses, [[entry for _, entry in row] for row in rows])

    arrays = [read(value.mass, algebra), read(value.entry, algebra)]
    return _reduce(coefficient, (*value.inputs, *value.outputs), arrays, algebra)


def _read_concentrated(
    value: ConcentratedDivergence, algebra: Algebra[Any], rules: EntryRules
) -> Array[Any]:
    """The entries, exact or balls, of a largest divergence over its order.

    The rule takes the pairs of entries of both distributions.
    """
    return _reduce(
        rules.of(value), value.over, [read(p, algebra) for p in (value.a, value.b)], algebra
    )


ENTRIES = ValueRules[Array[Any]](
    name="entries",
    ratio=_read_ratio,
    largest=_read_extreme,
    smallest=_read_extreme,
    total=_read_total,
    larger=_read_larger,
    added=_read_added,
    weighted=_read_weighted,
    log=_read_log,
    power=_read_power,
    exceeds=_read_exceeds,
    fractional_event=_read_worst_set,
    excess_ratio=_read_worst_set,
    contraction=_read_contraction,
    concentrated=_read_concentrated,
)
"""The arrays that a node needs, and the letters over which they are joined."""


def _read_extreme_ratio(
    split: ExtremeRatio, most: Rule[Any], algebra: Algebra[Any], rules: EntryRules
) -> Array[Any]:
    """The entries, exact or balls, of an extreme ratio, from the extremes of its two sides."""
    divide, smallest, largest = rules.ratio, rules.smallest, rules.largest
    assert divide is not None and smallest is not None and largest is not None

    def both_ends(*bodies: Any) -> tuple[Any, Any]:
        """The smallest and the largest of some entries."""
        return smallest(*bodies), largest(*bodies)

    def ends_of(side: RatioSide) -> Array[Any]:
        """The smallest and largest entries of one side, over the letters it alone has."""
        entries = [read(side.body, algebra), read(side.where, algebra)]
        return _reduce(_where_it_counts(both_ends, rules.counts), side.over, entries, algebra)

    def ratio(above: tuple[Any, Any] | None, below: tuple[Any, Any] | None) -> Any:
        """The extreme ratio from the ends of both sides; None where no ratio counts."""
        if above is None or below is None:
            return None
        (least_above, most_above), (least_below, most_below) = above, below
        if split.most:
            return divide(most_above, least_below if rules.counts(most_above) else most_below)
        return divide(least_above if rules.counts(most_below) else most_above, most_below)

    ratios = _join(ratio, [ends_of(split.above), ends_of(split.below)], algebra)
    arrays = [ratios, read(split.where, algebra)]
    return _reduce(_where_it_counts(most, rules.counts), split.common, arrays, algebra)


def _over_counted_entries(rule: Rule[Any]) -> Rule[Any]:
    """An exact or ball rule applied to the entries that count; None where there are none."""

    def result(*entries: Any) -> Any:
        """The rule's result for the entries that are not None."""
        counted = [entry for entry in entries if entry is not None]
        return rule(*counted) if counted else None

    return result


def _none_unless_all_count(rule: Rule[Any]) -> Rule[Any]:
    """An exact or ball rule applied to entries; None where one of them does not count."""
    return lambda *entries: None if any(e is None for e in entries) else rule(*entries)


def _where_it_counts(rule: Rule[Any], counts: Callable[[Any], bool]) -> Callable[[list[Any]], Any]:
    """An exact or ball rule applied to the entries that count and whose condition holds."""
    extreme = _over_counted_entries(rule)
    return lambda rows: extreme(*[body for body, where in rows if counts(where)])


def _join(rule: Rule[Any], arrays: Sequence[Array[Any]], algebra: Algebra[Any]) -> Array[Any]:
    """An exact or ball rule applied to arrays of entries letter by letter."""
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
    """An exact or ball rule applied to the tuples of entries at all letters of `over`."""
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


def entries_in_order(tensor: Tensor, entries: Any, sizes: Mapping[str, int]) -> Iterator[Any]:
    """The nested entries that a reading is given for a tensor, the last index running fastest.

    Raises InvalidInput where they do not fit the sizes of the alphabets.
    """
    level = [entries]
    for alphabet in tensor.alphabets:
        count = size_of(sizes, alphabet)
        if any(not isinstance(part, list | tuple) or len(part) != count for part in level):
            raise InvalidInput(
                f"the entries of {tensor.name} do not fit the sizes of its alphabets"
            )
        level = [inner for part in level for inner in part]
    yield from level


@dataclass(frozen=True)
class RatioSide:
    """A numerator or denominator, the letters that only it has, and the condition on these."""

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
def split_extreme(value: Largest | Smallest) -> ExtremeRatio | None:
    """An extreme ratio in two sides whose values are computed apart; None if that gains nothing.

    >>> from pmlsym.calculus import Tensor, atom
    >>> W, y = Tensor("W", ("X", "Y")), Index("Y", "y")
    >>> x, z = Index("X", "x"), Index("X", "z")
    >>> found = split_extreme(Largest((x, z, y), Ratio(atom(W, x, y), atom(W, z, y))))
    >>> found.above.over, found.below.over, found.common
    ((x,), (z,), (y,))
    """
    ratio, factors = value.body, _nonnegative_factors(value.where)
    if not isinstance(ratio, Ratio) or factors is None:
        return None
    above, below = set(ratio.numerator.free), set(ratio.denominator.free)
    above_alone, below_alone = (
        _with_linked_letters(side.intersection(value.over), value, factors, above | below)
        for side in (above - below, below - above)
    )
    if above_alone & below_alone or not above_alone | below_alone:
        return None
    conditions = [constant(1), constant(1), constant(1)]
    for factor in factors:
        letters = set(factor.free)
        if letters & above_alone and letters & below_alone:
            return None
        with uncounted():
            conditions[0 if letters & above_alone else 1 if letters & below_alone else 2] *= factor
    return ExtremeRatio(
        isinstance(value, Largest),
        tuple(i for i in value.over if i not in above_alone | below_alone),
        RatioSide(tuple(i for i in value.over if i in above_alone), ratio.numerator, conditions[0]),
        RatioSide(
            tuple(i for i in value.over if i in below_alone), ratio.denominator, conditions[1]
        ),
        conditions[2],
    )


def _nonnegative_factors(where: Polynomial) -> list[Polynomial] | None:
    """The factors of a condition, to compute an extreme value by; None if one may be negative."""
    if len(where) != 1 or not all(tensor.is_nonnegative for tensor in where.tensors):
        return None
    ((monomial, coefficient),) = where
    return [Polynomial({(factor,): 1}) for factor in monomial] if coefficient > 0 else None


def _with_linked_letters(
    letters: set[Index], value: Largest | Smallest, factors: list[Polynomial], others: set[Index]
) -> set[Index]:
    """The letters over which one side of an extreme ratio is computed, with those linked to it."""
    linked = set(letters)
    while True:
        reached = {i for factor in factors if linked & set(factor.free) for i in factor.free}
        more = (reached & set(value.over)) - others - linked
        if not more:
            return linked
        linked |= more
