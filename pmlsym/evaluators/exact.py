"""Exact evaluation in rationals, by python-flint's `fmpq`; results are returned as `Fraction`.

    read_exact(polynomial, instance)     the entries of a polynomial over its free indices
    value_exact(value, instance)         the number of a value, as language/value.py defines it

Conventions: in a maximum or minimum letters outside `where` and ratios 0/0 do not count; a/0 is
infinite. A value in which nothing counts has no number (OutOfDomain), unless its weight is zero.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from flint import fmpq

from pmlsym.calculus.algebra import Array, read, size_of, table_of
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.evaluators.exact_concentration import concentrated_divergence
from pmlsym.evaluators.exact_contraction import contraction_of
from pmlsym.evaluators.read_value import EntryRules, entries_in_order, read_value
from pmlsym.language.value import Quotient, Value
from pmlsym.model.instance import Instance
from pmlsym.numbers.conversion import fmpq_of, fraction_of
from pmlsym.numbers.number import (
    Exact,
    Infinite,
    Number,
    exp_of,
    largest_of,
    log_of,
    power_of,
    sum_of,
)

Counted = fmpq | Number
"""A rational, an infinity or a number with logarithms."""
Entry = Counted | None
"""An entry, or None where it is 0/0."""

ZERO, ONE = fmpq(0), fmpq(1)
INFINITE, MINUS_INFINITE = Infinite(1), Infinite(-1)


class ExactAlgebra:
    """The entries of one instance, with the polynomials that were read on it so far."""

    def __init__(self, instance: Instance) -> None:
        self.instance = instance
        self.sizes: Mapping[str, int] = instance.sizes
        self.known: dict[Polynomial, Array[fmpq]] = {}
        self.key = tuple(sorted(instance.sizes.items()))
        self._loaded: dict[str, Sequence[fmpq]] = {}

    def number(self, value: Fraction) -> fmpq:
        """A rational in a polynomial that is read exactly, as FLINT has it."""
        return fmpq_of(value)

    def entries(self, tensor: Tensor) -> Sequence[fmpq]:
        """The exact entries on the instance of a tensor, of a scalar, or of exp of a scalar."""
        loaded = self._loaded.get(tensor.name)
        if loaded is None:
            loaded = self._loaded[tensor.name] = self._load_entries(tensor)
        return loaded

    def sum_of_products(self, terms: Sequence[Sequence[fmpq]]) -> fmpq:
        """The exact sum of products of entries on the instance."""
        total = ZERO
        for term in terms:
            if len(term) == 2:
                a, b = term
                total += a * b
                continue
            summand = ONE
            for factor in term:
                summand *= factor
            total += summand
        return total

    def keep_sum(self, name: str, entries: list[fmpq]) -> list[fmpq]:
        """The exact entries of a sum themselves: sums get no names in this reading."""
        return entries

    def define(self, quotient: Quotient) -> None:
        """Give a quotient's tensor its exact entries: total/weight, uniform rows at weight 0."""
        tensor = quotient.tensor
        if tensor.name in self._loaded:
            return
        weight, total = read(quotient.weight, self), read(quotient.total, self)
        row = 1
        for k in tensor.stochastic:
            row *= size_of(self.sizes, tensor.alphabets[k])
        table = table_of((weight.indices, total.indices), quotient.indices, (), self.key)
        free = fmpq(1, row)
        self._loaded[tensor.name] = [
            total.entries[j] / weight.entries[i] if weight.entries[i] else free
            for ((i, j),) in table
        ]

    def _load_entries(self, tensor: Tensor) -> Sequence[fmpq]:
        """The entries of a tensor or scalar of the instance, as rationals of FLINT."""
        instance = self.instance
        if tensor.name in instance.tensors:
            entries = entries_in_order(tensor, instance.tensors[tensor.name], self.sizes)
            return [_rational_entry(tensor.name, entry) for entry in entries]
        if tensor.alphabets:
            raise InvalidInput(f"the instance gives no entries for {tensor.name}")
        return [fmpq_of(self._scalar_value(tensor))]

    def _scalar_value(self, tensor: Tensor) -> Fraction:
        """The rational on the instance of a free scalar, or of the exponential of one."""
        scalars = self.instance.scalars
        if tensor.number not in scalars:
            raise InvalidInput(f"the instance gives no value for {tensor}")
        value = scalars[tensor.number]
        if tensor.is_exponential:
            value = exp_of(value)
        if not isinstance(value, Exact) or value.logs:
            raise Unsupported(f"{tensor} = {value} is not rational, as the exact reading needs it")
        return value.rational


def read_exact(polynomial: Polynomial, instance: Instance) -> Array[Fraction]:
    """The exact entries of a polynomial on an instance over its free indices, as fractions.

    Raises InvalidInput where the instance lacks a size or a tensor.

    >>> from pmlsym.calculus import atom
    >>> p = atom(Tensor("P", ("X",)), Index("X", "x"))
    >>> read_exact(p * p, Instance({"X": 2}, {"P": ["1/3", "2/3"]})).nested()
    (Fraction(1, 9), Fraction(4, 9))
    """
    array = read(polynomial, ExactAlgebra(instance))
    return Array(array.indices, array.shape, [fraction_of(entry) for entry in array.entries])


def value_exact(value: Value, instance: Instance, at: Mapping[Index, int] | None = None) -> Number:
    """The exact number of a measure's value on an instance, free indices at letters of `at`.

    Raises OutOfDomain where the value has no number, InvalidInput where the instance lacks
    something.

    >>> from pmlsym.calculus import atom
    >>> from pmlsym.language.value import Largest, Ratio
    >>> x = Index("X", "x")
    >>> p = atom(Tensor("P", ("X",)), x)
    >>> value_exact(Largest((x,), Ratio(p)), Instance({"X": 2}, {"P": ["1/3", "2/3"]}))
    2/3
    """
    return value_by_algebra(value, ExactAlgebra(instance), at or {})


def value_by_algebra(value: Value, algebra: ExactAlgebra, at: Mapping[Index, int]) -> Number:
    """The exact number of a measure's value, by an algebra that may have read parts of it."""
    array = read_value(value, algebra, RULES)
    missing = [i for i in array.indices if i not in at]
    if missing:
        raise InvalidInput(f"the value depends on {missing[0]}, for which no letter is given")
    try:
        entry = array[tuple(at[i] for i in array.indices)]
    except IndexError as error:
        raise InvalidInput(f"a free outcome is no letter of its alphabet: {error}") from None
    if entry is None:
        raise OutOfDomain("nothing counts here: every ratio is 0/0 or outside the support")
    return as_number(entry)


def as_number(entry: fmpq | Number) -> Number:
    """An exact value, perhaps a rational of FLINT, as a number with logarithms or infinities."""
    return entry if isinstance(entry, Number) else Exact(fraction_of(entry))


def _divide(above: fmpq, below: fmpq) -> Entry:
    """The exact ratio of two entries; infinite for a/0, None for 0/0."""
    if below:
        return above / below
    if above:
        return INFINITE if above > 0 else MINUS_INFINITE
    return None


def _smallest(*entries: Counted) -> Counted:
    """The exact value of a minimum of entries, which are rationals or numbers with logarithms."""
    return min(entries if _are_rational(entries) else map(as_number, entries))


def _largest(*entries: Counted) -> Counted:
    """The largest of some exact entries."""
    return max(entries) if _are_rational(entries) else largest_of([*map(as_number, entries)])


def _are_rational(entries: Sequence[Counted]) -> bool:
    """Whether all exact entries are rationals of FLINT, which compare fast."""
    return {type(entry) for entry in entries} == {fmpq}


def _counts(where: Entry) -> bool:
    """Whether a condition's exact entry is positive, so that the letter counts."""
    return type(where) is fmpq and where > 0


def _total(*entries: Counted) -> Counted:
    """The sum of some exact entries."""
    numbers = [entry for entry in entries if isinstance(entry, Number)]
    rational = sum((entry for entry in entries if not isinstance(entry, Number)), ZERO)
    return sum_of((as_number(rational), *numbers)) if numbers else rational


def _weigh(body: Entry, weight: fmpq) -> Entry:
    """An exact entry times its weight; zero at weight zero, even of what does not count."""
    if not weight:
        return ZERO
    if isinstance(body, Number):
        return as_number(weight) * body
    return None if body is None else weight * body


def _log(body: Counted) -> Number:
    """The logarithm of an exact entry, as a number."""
    return log_of(as_number(body))


def _power(exponent: Fraction, body: Counted) -> Counted:
    """The power of an exact entry, as a rational of FLINT where it is rational."""
    power = power_of(as_number(body), exponent)
    return fmpq_of(power.rational) if isinstance(power, Exact) and not power.logs else power


def _exceeds(body: Counted, level: fmpq) -> fmpq:
    """The exact entry 1 if another exceeds the level, else 0."""
    if isinstance(body, Number):
        return ONE if body > as_number(level) else ZERO
    return ONE if body > level else ZERO


def _best_event_value(rows: Sequence[tuple[fmpq, fmpq, fmpq]]) -> Entry:
    """The exact value of the best fractional event: fill up in the order of part/mass."""
    delta = rows[0][2]
    if delta < 0:
        raise OutOfDomain(f"an event of mass at least {fraction_of(delta)} is no event")
    pairs = [(part, mass) for part, mass, _ in rows]
    ratios = [(part / mass, mass) for part, mass in pairs if mass]
    ratios.sort(key=lambda pair: pair[0], reverse=True)
    if not delta:
        return ratios[0][0] if ratios else None
    gained = ZERO
    for part, mass in pairs:
        gained += ZERO if mass else part
    missing = delta
    for ratio, mass in ratios:
        taken = mass if mass < missing else missing
        gained, missing = gained + ratio * taken, missing - taken
        if not missing:
            return gained / delta
    return None


def _best_excess_ratio(rows: Sequence[tuple[fmpq, fmpq, fmpq]]) -> Entry:
    """The exact best excess ratio of a set: take letters in the order of part/mass.

    Letters without mass come first.
    """
    kept = -rows[0][2]
    if kept > 0:
        raise OutOfDomain(f"the mass that is given away is {fraction_of(-kept)}, below zero")
    for part, mass, _ in rows:
        kept += ZERO if mass else part
    if kept > 0:
        return INFINITE
    ratios = sorted(((p / m, p, m) for p, m, _ in rows if m), key=lambda r: r[0], reverse=True)
    weight, best = ZERO, None
    for _, part, mass in ratios:
        kept, weight = kept + part, weight + mass
        best = kept / weight if best is None else max(best, kept / weight)
    return best


RULES = EntryRules(
    name="exact numbers",
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
    contraction=contraction_of,
    concentrated=concentrated_divergence,
    counts=_counts,
    ordered=True,
)
"""The conventions of values, for exact entries."""


def _rational_entry(name: str, entry: object) -> fmpq:
    """An instance's entry as a rational of FLINT. Raises InvalidInput where it is a tuple."""
    if not isinstance(entry, Fraction):
        raise InvalidInput(f"the entries of {name} are nested deeper than its indices")
    return fmpq_of(entry)
