"""The ball reading: rigorous intervals by python-flint's `arb`, for entries that are not rational.

    value_ball(value, sizes, entries)         the value, as a ball

An entry is a rational, an `arb`, or a measured float, taken as the rational it is. Where a ball
leaves open whether a condition or a denominator is zero, the reading raises Unsupported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import reduce
from math import prod
from typing import Any

from flint import arb, ctx

from pmlsym.calculus.algebra import Array
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.evaluators.read_value import EntryRules, entries_in_order, read_value
from pmlsym.language.value import Value
from pmlsym.language.value_rules import Refused
from pmlsym.numbers.balls import ball, precision

BITS = 128


class BallAlgebra:
    """Balls for the entries of tensors, given nested by name."""

    def __init__(self, sizes: Mapping[str, int], entries: Mapping[str, Any]) -> None:
        self.sizes = sizes
        self.known: dict[Polynomial, Array[arb]] = {}
        self._entries = entries

    def number(self, value: Fraction) -> arb:
        """The ball of a rational in a polynomial that is read with balls."""
        return ball(value)

    def entries(self, tensor: Tensor) -> Sequence[arb]:
        """The balls of a tensor's entries, with which polynomials are read."""
        if tensor.name not in self._entries:
            raise InvalidInput(f"there are no entries for {tensor.name}")
        return [*map(ball, entries_in_order(tensor, self._entries[tensor.name], self.sizes))]

    def sum_of_products(self, terms: Sequence[Sequence[arb]]) -> arb:
        """The ball of a sum of products of entries."""
        return sum((prod(term, start=arb(1)) for term in terms), arb(0))

    def keep_sum(self, name: str, entries: list[arb]) -> list[arb]:
        """The balls of a sum's entries themselves: sums get no names in this reading."""
        return entries


def value_ball(
    value: Value,
    sizes: Mapping[str, int],
    entries: Mapping[str, Any],
    *,
    bits: int = BITS,
) -> Array[arb]:
    """Balls that contain a measure's value over its free indices; None where nothing counts.

    Raises Unsupported where the balls leave open whether something is zero.

    >>> from pmlsym.calculus import Index, atom
    >>> from pmlsym.language.value import Log, Ratio
    >>> found = value_ball(Log(Ratio(atom(Tensor("c")))), {}, {"c": Fraction(2)}).nested()
    >>> found.overlaps(arb(2).log())
    True
    """
    with precision(bits):
        return read_value(value, BallAlgebra(sizes, entries), RULES)


def _decided_sign(entry: arb, what: str) -> int:
    """The sign of an entry's ball, -1, 0 or 1.

    Raises Unsupported where the ball leaves it open.
    """
    if entry > 0:
        return 1
    if entry < 0:
        return -1
    if entry == 0:
        return 0
    raise Unsupported(f"the ball {entry} leaves open whether the {what} is zero")


def _divide(above: arb, below: arb) -> arb | None:
    """The ball of a ratio of two entries; infinite for a/0, None for 0/0."""
    if _decided_sign(below, "denominator"):
        return above / below
    return arb("inf") if _decided_sign(above, "numerator") else None


def _largest(*bodies: arb) -> arb:
    """The ball around the largest of some entries."""
    return reduce(lambda largest, body: body.max(largest), bodies)


def _smallest(*bodies: arb) -> arb:
    """The ball around the smallest of some entries."""
    return reduce(lambda smallest, body: body.min(smallest), bodies)


def _counts(where: arb) -> bool:
    """Whether a condition's ball is positive, so that the letter counts."""
    return _decided_sign(where, "condition") > 0


def _total(*bodies: arb) -> arb:
    """The ball of a sum of values: the balls of its parts, added up."""
    return sum(bodies, arb(0))


def _weigh(body: arb | None, weight: arb) -> arb | None:
    """The ball of an entry times its weight; zero at weight zero, even of what does not count."""
    if not _decided_sign(weight, "weight"):
        return arb(0)
    return None if body is None else weight * body


def _log(body: arb) -> arb:
    """The ball of an entry's logarithm; -inf at zero."""
    return body.log() if _decided_sign(body, "argument of a logarithm") else arb("-inf")


def _power(exponent: Fraction, body: arb) -> arb:
    """The ball of an entry's power; zero or infinite at zero."""
    if _decided_sign(body, "base of a power"):
        return body ** ball(exponent)
    return arb(0) if exponent > 0 else arb("inf")


def _exceeds(body: arb, level: arb) -> arb:
    """The ball 1 if an entry exceeds the level, else 0. Raises Unsupported where balls overlap."""
    if body <= level:
        return arb(0)
    if body > level:
        return arb(1)
    raise Unsupported(f"the balls {body} and {level} leave open which is larger")


def _best_event_value(rows: Sequence[tuple[arb, arb, arb]]) -> arb | None:
    """The ball of the value of the best fractional event of mass delta; None if there is none.

    The value lies between that of some event and the bound that a multiplier r gives.

    Filling up in any order gives an event. For every r the value of any event is at most
    r + sum (part - r mass)^+ / delta, which the best one attains at the ratio r of its last letter.
    So it does no harm if balls leave the order of the letters open.
    """
    delta = rows[0][2]
    least = _decided_sign(delta, "mass of the event")
    if least < 0:
        raise OutOfDomain(f"an event of mass at least {delta} is no event")
    massless = [part for part, mass, _ in rows if not _decided_sign(mass, "mass")]
    pairs = [(part / mass, part, mass) for part, mass, _ in rows if _decided_sign(mass, "mass")]
    if least == 0:
        return _largest(*(ratio for ratio, _, _ in pairs)) if pairs else None
    pairs.sort(key=lambda pair: float(pair[0].mid()), reverse=True)
    whole = sum((mass for _, _, mass in pairs), arb(0))
    if whole < delta:
        return None
    if not whole >= delta:
        raise Unsupported(f"the balls leave open whether there is an event of mass {delta}")
    gained, missing, last = sum(massless, arb(0)), delta, pairs[0][0]
    for last, _, mass in pairs:
        if mass >= missing:
            gained += last * missing
            break
        taken = mass.min(missing)
        gained, missing = gained + last * taken, missing - taken
    over = [part - last * mass for _, part, mass in pairs]
    most = last + (sum(massless, arb(0)) + sum((e.max(arb(0)) for e in over), arb(0))) / delta
    return (gained / delta).union(most)


def _best_excess_ratio(rows: Sequence[tuple[arb, arb, arb]]) -> arb | None:
    """The ball of the best excess ratio of a set of letters; None where there is no set.

    It lies between the ratio of a set and a number r with sum (part - r mass)^+ <= delta.
    """
    delta = rows[0][2]
    if _decided_sign(delta, "mass that is given away") < 0:
        raise OutOfDomain(f"the mass that is given away is {delta}, below zero")
    kept = sum((part for part, mass, _ in rows if not _decided_sign(mass, "mass")), arb(0)) - delta
    if kept > 0:
        return arb("inf")
    if not kept <= 0:
        raise Unsupported("the balls leave open whether the excess ratio is infinite")
    pairs = [(part, mass) for part, mass, _ in rows if _decided_sign(mass, "mass")]
    pairs.sort(key=lambda pair: float((pair[0] / pair[1]).mid()), reverse=True)
    if not pairs:
        return None
    weight, massless, ratios = arb(0), kept, []
    for part, mass in pairs:
        kept, weight = kept + part, weight + mass
        ratios.append(kept / weight)
    best = _largest(*ratios)
    most = best.upper() + arb(2) ** (-ctx.prec // 2) * (1 + abs(best.upper()))
    beyond = sum(((part - most * mass).max(arb(0)) for part, mass in pairs), massless)
    if not beyond <= 0:
        raise Unsupported("the balls leave the excess ratio open")
    return best.union(most)


RULES = EntryRules(
    name="balls",
    ratio=_divide,
    largest=_largest,
    smallest=_smallest,
    larger=_largest,
    total=_total,
    added=_total,
    weighted=_weigh,
    log=_log,
    power=_power,
    exceeds=_exceeds,
    fractional_event=_best_event_value,
    excess_ratio=_best_excess_ratio,
    contraction=Refused("a contraction coefficient is read at rationals alone"),
    concentrated=Refused("a largest divergence over orders is read at rationals alone"),
    counts=_counts,
)
"""The conventions of values, for balls."""
