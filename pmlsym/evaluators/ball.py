"""The ball reading: rigorous intervals by python-flint's `arb`, for entries that are not rational.

    read_ball(polynomial, sizes, entries)     the entries of a polynomial, as balls
    value_ball(value, sizes, entries)         the value, as a ball

An entry is a rational, an `arb`, or the float that was measured, taken as the rational it is. Where
a ball leaves open whether a condition or a denominator is zero, there is no answer: Unsupported.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from pmlsym.calculus.algebra import Array, read, size_of
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.evaluators.read_value import EntryRules, read_value
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
        """The ball of a rational."""
        return ball(value)

    def entries(self, tensor: Tensor) -> Sequence[arb]:
        """The balls of a tensor's entries."""
        if tensor.name not in self._entries:
            raise InvalidInput(f"there are no entries for {tensor.name}")
        shape = [size_of(self.sizes, alphabet) for alphabet in tensor.alphabets]
        return list(_flat(tensor.name, self._entries[tensor.name], shape))

    def sum_of_products(self, terms: Sequence[Sequence[arb]]) -> arb:
        """The sum of the products."""
        total = arb(0)
        for term in terms:
            product = arb(1)
            for factor in term:
                product *= factor
            total += product
        return total

    def keep_sum(self, name: str, entries: list[arb]) -> list[arb]:
        """The entries themselves."""
        return entries


def read_ball(
    polynomial: Polynomial,
    sizes: Mapping[str, int],
    entries: Mapping[str, Any],
    *,
    bits: int = BITS,
) -> Array[arb]:
    """Balls that contain the polynomial's entries over its free indices.

    Raises InvalidInput where a size or a tensor is missing.

    >>> from pmlsym.calculus import Index, atom
    >>> c = atom(Tensor("c"))
    >>> read_ball(c * c, {}, {"c": arb(2).sqrt()}).nested().contains(2)
    True
    """
    with precision(bits):
        return read(polynomial, BallAlgebra(sizes, entries))


def value_ball(
    value: Value,
    sizes: Mapping[str, int],
    entries: Mapping[str, Any],
    *,
    bits: int = BITS,
) -> Array[arb]:
    """Balls that contain the value over its free indices; None where nothing counts.

    Raises Unsupported where the balls do not tell whether something is zero.

    >>> from pmlsym.calculus import Index, atom
    >>> from pmlsym.language.value import Log, Ratio
    >>> found = value_ball(Log(Ratio(atom(Tensor("c")))), {}, {"c": Fraction(2)}).nested()
    >>> found.overlaps(arb(2).log())
    True
    """
    with precision(bits):
        return read_value(value, BallAlgebra(sizes, entries), RULES)


def _flat(name: str, entries: Any, shape: Sequence[int]) -> Iterator[arb]:
    if not shape:
        yield ball(entries)
        return
    if not isinstance(entries, list | tuple) or len(entries) != shape[0]:
        raise InvalidInput(f"the entries of {name} do not fit the sizes of its alphabets")
    for inner in entries:
        yield from _flat(name, inner, shape[1:])


def _sign(entry: arb, what: str) -> int:
    """-1, 0 or 1, where the ball tells."""
    if entry > 0:
        return 1
    if entry < 0:
        return -1
    if entry == 0:
        return 0
    raise Unsupported(f"the ball {entry} leaves open whether the {what} is zero")


def _divide(above: arb, below: arb) -> arb | None:
    if _sign(below, "denominator"):
        return above / below
    return arb("inf") if _sign(above, "numerator") else None


def _larger(*bodies: arb | None) -> arb | None:
    counted = [body for body in bodies if body is not None]
    if not counted:
        return None
    largest = counted[0]
    for body in counted[1:]:
        largest = body.max(largest)
    return largest


def _smallest(*bodies: arb | None) -> arb | None:
    counted = [body for body in bodies if body is not None]
    if not counted:
        return None
    smallest = counted[0]
    for body in counted[1:]:
        smallest = body.min(smallest)
    return smallest


def _counts(where: arb) -> bool:
    return _sign(where, "condition") > 0


def _total(*bodies: arb | None) -> arb | None:
    total = arb(0)
    for body in bodies:
        if body is None:
            return None
        total += body
    return total


def _weigh(body: arb | None, weight: arb) -> arb | None:
    if not _sign(weight, "weight"):
        return arb(0)
    return None if body is None else weight * body


def _log(body: arb | None) -> arb | None:
    if body is None:
        return None
    return body.log() if _sign(body, "argument of a logarithm") else arb("-inf")


def _power(exponent: Fraction, body: arb | None) -> arb | None:
    if body is None:
        return None
    if _sign(body, "base of a power"):
        return body ** ball(exponent)
    return arb(0) if exponent > 0 else arb("inf")


def _exceeds(body: arb | None, level: arb) -> arb:
    if body is None or body <= level:
        return arb(0)
    if body > level:
        return arb(1)
    raise Unsupported(f"the balls {body} and {level} leave open which is larger")


def _event(rows: Sequence[tuple[arb, arb, arb]]) -> arb | None:
    """The best fractional event of mass delta, between an event and the bound of a multiplier.

    Filling up in any order gives an event. For every r the value of any is at most
    r + sum (part - r mass)^+ / delta, which the best one attains at the ratio r of the last letter
    taken. So an order that balls leave open does no harm.
    """
    delta = rows[0][2]
    least = _sign(delta, "mass of the event")
    if least < 0:
        raise OutOfDomain(f"an event of mass at least {delta} is no event")
    massless = [part for part, mass, _ in rows if not _sign(mass, "mass")]
    pairs = [(part / mass, part, mass) for part, mass, _ in rows if _sign(mass, "mass")]
    if least == 0:
        return _larger(*(ratio for ratio, _, _ in pairs))
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


def _excess(rows: Sequence[tuple[arb, arb, arb]]) -> arb | None:
    """The best set of letters, between a set and a number r with sum (part - r mass)^+ <= delta."""
    delta = rows[0][2]
    if _sign(delta, "mass that is given away") < 0:
        raise OutOfDomain(f"the mass that is given away is {delta}, below zero")
    kept = sum((part for part, mass, _ in rows if not _sign(mass, "mass")), arb(0)) - delta
    if kept > 0:
        return arb("inf")
    if not kept <= 0:
        raise Unsupported("the balls leave open whether the excess ratio is infinite")
    pairs = [(part, mass) for part, mass, _ in rows if _sign(mass, "mass")]
    pairs.sort(key=lambda pair: float((pair[0] / pair[1]).mid()), reverse=True)
    weight, best, massless = arb(0), None, kept
    for part, mass in pairs:
        kept, weight = kept + part, weight + mass
        best = _larger(best, kept / weight)
    if best is None:
        return None
    most = best.upper() + arb(2) ** (-ctx.prec // 2) * (1 + abs(best.upper()))
    beyond = sum(((part - most * mass).max(arb(0)) for part, mass in pairs), massless)
    if not beyond <= 0:
        raise Unsupported("the balls leave the excess ratio open")
    return best.union(most)


RULES = EntryRules(
    name="balls",
    ratio=_divide,
    largest=_larger,
    smallest=_smallest,
    larger=_larger,
    total=_total,
    added=_total,
    weighted=_weigh,
    log=_log,
    power=_power,
    exceeds=_exceeds,
    fractional_event=_event,
    excess_ratio=_excess,
    contraction=Refused("a contraction coefficient is read at rationals alone"),
    counts=_counts,
)
"""The conventions of values, for balls."""
