"""Parameters of mechanism families with their domains, and the other data of their tensors.

A parameter is a scalar tensor of the calculus. A parameter that users know as an exponent, such as
eps, is kept as E = exp(eps) >= 1, so that every entry is a rational function and the domain a set
of polynomial inequalities, which solvers can decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from typing import Any

from pmlsym.calculus.data import Data
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.scalar import exponential
from pmlsym.calculus.sequent import Fact
from pmlsym.calculus.tensor import Tensor
from pmlsym.calculus.tensor import size as size_tensor
from pmlsym.language.value import Ratio
from pmlsym.numbers.number import Number, exp_of


@dataclass(frozen=True)
class Parameter:
    """A named real or integer parameter between `low` and `high`.

    `tensor` is the scalar that entries mention: the parameter itself, or its exponential where
    `is_exponent` (of `scale` times it); the bounds are bounds of that
    scalar. `facts` are further conditions of the domain, `choices` the admissible small values
    where not every integer is admissible.

    >>> exponent("eps", "privacy parameter")
    eps >= 0
    """

    name: str
    tensor: Tensor
    meaning: str
    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False
    is_integer: bool = False
    is_exponent: bool = False
    scale: Fraction = Fraction(1)
    facts: tuple[Fact, ...] = ()
    notes: tuple[str, ...] = ()
    choices: tuple[int, ...] = ()

    def __repr__(self) -> str:
        return self.domain

    @property
    def scalar(self) -> Polynomial:
        """The scalar of a family's parameter, such as exp(eps), as a polynomial."""
        return atom(self.tensor)

    def at(self, value: int | None = None) -> Data:
        """The data of a family's channel for this parameter: itself, or the given value.

        >>> letters_of("X", "k", "number of letters").at(3).entries
        Fraction(3, 1)
        """
        return Data(self.tensor, self if value is None else Fraction(value))

    def scalar_at(self, value: Number) -> Number:
        """The scalar where a family's parameter has a value: exp of it for exponents."""
        return exp_of(value * self.scale) if self.is_exponent else value

    def admits(self, scalar: Number | Fraction) -> bool:
        """Whether a scalar is within the bounds of a family's parameter, and whole if need be."""
        if self.is_integer and isinstance(scalar, Fraction) and scalar.denominator > 1:
            return False
        low, high = self.low, self.high
        if low is not None and (scalar < low or (self.low_open and scalar == low)):
            return False
        return high is None or not (scalar > high or (self.high_open and scalar == high))

    def called(self, name: str) -> Parameter:
        """The same parameter of a family's mechanism under another name.

        >>> exponent("eps", "privacy parameter", scale=Fraction(1, 2)).called("eta").tensor
        exp(eta*1/2)
        """
        if self.tensor.is_size:
            return replace(self, name=name)
        tensor = exponential_of(name, self.scale) if self.is_exponent else Tensor(name)
        return replace(self, name=name, tensor=tensor)

    @property
    def domain(self) -> str:
        """The domain of a family's parameter as text, such as "eps >= 0"; or a note."""
        low, high = self.low, self.high
        if self.is_exponent:
            bound = {Fraction(0): "", Fraction(1): "0"}.get(low or Fraction(0), f"log({low})")
            if not bound:
                return self.notes[0] if self.notes else self.name
            return f"{self.name} {'>' if self.low_open else '>='} {bound}"
        left = f"{low} {'<' if self.low_open else '<='} " if low is not None else ""
        right = f" {'<' if self.high_open else '<='} {high}" if high is not None else ""
        if left and not right:
            return f"{self.name} {'>' if self.low_open else '>='} {low}"
        return f"{left}{self.name}{right}"

    def to_json(self) -> dict[str, str]:
        """The plain data of a family's parameter: name, domain as text, and meaning.

        >>> exponent("eps", "privacy parameter").to_json()["domain"]
        'eps >= 0'
        """
        return {"name": self.name, "domain": self.domain, "meaning": self.meaning}


@dataclass(frozen=True)
class Incidence:
    """The 0/1 entries of an indicator tensor, once the integer parameters have values.

    `mass` is the name of sum_x p(x)B(x,y), the prior mass of the letters that go with an outcome;
    `one_to_one` says that an outcome has a single letter, so that the least such mass is p_min;
    `singletons` that it may have any nonempty set of letters. `inside` is their number, where it is
    the same for every outcome, `outcomes` how many outcomes each letter goes with, and `together`
    how many any two letters go with; at the distinguished outcomes `empty` there are no letters,
    and at the one called `whole` all of them. `kinds` are the numbers of letters that outcomes
    have, each with how many outcomes have it, where every letter goes with equally many outcomes of
    a kind.
    """

    tensor: Tensor
    mass: str
    entries: Callable[[dict[str, int]], tuple[tuple[int, ...], ...]] = field(compare=False)
    one_to_one: bool = False
    singletons: bool = False
    inside: Polynomial | None = None
    outcomes: Ratio | None = None
    together: Ratio | None = None
    empty: tuple[str, ...] = ()
    whole: str = ""
    kinds: tuple[tuple[Ratio, Ratio], ...] = ()


@dataclass(frozen=True)
class Weights:
    """The entries of a tensor over the outcomes, once the integer parameters have values.

    `fixed` are the scalars that the tensor equals at distinguished outcomes, by their names. At an
    outcome with n of all the `letters` it is inside^n outside^(letters - n).
    """

    tensor: Tensor
    fixed: Mapping[str, Tensor] = field(hash=False)
    entries: Callable[[dict[str, int]], tuple[Ratio, ...]] = field(compare=False)
    inside: Ratio
    outside: Ratio
    letters: Polynomial


@dataclass(frozen=True)
class DerivedSize:
    """The size C(k, d) of an alphabet, k and d the integer parameters of these names."""

    choose: tuple[str, str]


@dataclass(frozen=True)
class PowerOf:
    """The scalar base ** exponent, the exponent being a parameter such as k.

    It is at most one; where it `grows`, at least one.
    """

    base: Ratio
    exponent: Polynomial
    grows: bool = False


CountEntry = Callable[[Any, Callable[[int, int], Any], int, int, int], tuple[Any, Any]]
"""Makes an entry from the base, its powers by distance, two places and the last place."""


@dataclass(frozen=True)
class CountEntries:
    """The entries of a tensor whose letters are the counts 0 .. n, at every n.

    They are made of powers of `base` >= 1, a scalar: `entry` takes the base, a function that gives
    base^|a-b| for two places, the places x and y, and the last one, and returns the numerator and
    the denominator. It compares places with each other, with 0 and with the last place, and uses
    them in no other way. `last` is the name of the parameter n.
    """

    tensor: Tensor
    base: Tensor
    last: str
    entry: CountEntry

    def places(self, sizes: Mapping[str, int]) -> tuple[int, ...]:
        """The number of counts of a family's mechanism on counts, where n has a value."""
        return (sizes[self.last] + 1,)

    def table(self, sizes: Mapping[str, int]) -> tuple[tuple[Ratio, ...], ...]:
        """The entries of a family's mechanism on counts where n has a value."""
        last, base = sizes[self.last], atom(self.base)

        def power(one: int, other: int) -> Polynomial:
            """The base to the distance of two counts, in a family's entry."""
            return base ** abs(one - other)

        counts = range(last + 1)
        return tuple(
            tuple(quotient(*self.entry(base, power, x, y, last)) for y in counts) for x in counts
        )


@dataclass(frozen=True)
class WordEntries:
    """The entries of a tensor over words, products of those of a mechanism on one letter.

    `length` is the name of the number of letters, `one` the mechanism on one letter, and `rows`
    are its entries where the sizes have values. Where words are `shuffled`, secret and outcome are
    known only by how many letters they have of each kind.
    """

    tensor: Tensor
    length: str
    one: Any = field(compare=False)
    rows: Callable[[dict[str, int]], tuple[tuple[Ratio, ...], ...]] = field(compare=False)
    shuffled: bool = False

    def places(self, sizes: dict[str, int]) -> tuple[int, ...]:
        """The number of letters in each place of a family's words, at given sizes."""
        letters, length = len(self.rows(sizes)), sizes[self.length]
        if self.shuffled:  # the words by their number of letters of the second of two kinds
            return (length + 1,)
        return (letters,) * length

    def table(self, sizes: dict[str, int]) -> tuple[tuple[Ratio, ...], ...]:
        """The entries of a family's mechanism on words at given sizes, in lexicographic order."""
        rows = self.rows(sizes)
        whole: tuple[tuple[Ratio, ...], ...] = ((quotient(1),),)
        for _ in range(sizes[self.length]):
            whole = tuple(
                tuple(
                    quotient(a.numerator * b.numerator, a.denominator * b.denominator)
                    for a in left
                    for b in right
                )
                for left in whole
                for right in rows
            )
        return (
            _table_of_shuffled_words(whole, len(rows), sizes[self.length])
            if self.shuffled
            else whole
        )


def _table_of_shuffled_words(
    table: tuple[tuple[Ratio, ...], ...], letters: int, length: int
) -> tuple[tuple[Ratio, ...], ...]:
    """The entries of a family's mechanism on shuffled words, from those on words in order."""
    words = list(product(range(letters), repeat=length))
    kinds = [word for word in words if list(word) == sorted(word)]
    rows = []
    for secret in kinds:
        row = dict(zip(words, table[words.index(secret)], strict=True))
        whole = row[secret].denominator
        seen = {kind: constant(0) for kind in kinds}
        for word, entry in row.items():
            kind = tuple(sorted(word))
            seen[kind] = seen[kind] + entry.numerator
        rows.append(tuple(quotient(above, whole) for above in seen.values()))
    return tuple(rows)


@dataclass(frozen=True)
class Neighbours:
    """The 0/1 entries of a tensor that marks neighbouring letters, where sizes have values.

    `letters` are the numbers of letters in the places of a word; words next to each other differ in
    one place, by one.
    """

    tensor: Tensor
    letters: Callable[[dict[str, int]], Sequence[int]] = field(compare=False)

    def table(self, sizes: dict[str, int]) -> tuple[tuple[int, ...], ...]:
        """The 0/1 entries that say which letters or words of a family are neighbours."""
        words = list(product(*map(range, self.letters(sizes))))
        return tuple(
            tuple(int(sum(abs(a - b) for a, b in zip(x, y, strict=True)) == 1) for y in words)
            for x in words
        )


def unsized(entries: Incidence | Weights | CountEntries | WordEntries | Neighbours) -> Data:
    """The data that tell a family's channel what a tensor's entries are at unknown sizes."""
    return Data(Tensor(f"entries of {entries.tensor.name}"), entries)


def exponent(name: str, meaning: str, *, scale: Fraction | int = 1) -> Parameter:
    """A family's parameter >= 0 that occurs as the exponential of `scale` times it.

    >>> exponent("eps", "privacy parameter").scalar
    exp(eps)
    """
    tensor = exponential_of(name, Fraction(scale))
    return Parameter(name, tensor, meaning, Fraction(1), is_exponent=True, scale=Fraction(scale))


def exponential_of(name: str, scale: Fraction = Fraction(1)) -> Tensor:
    """The scalar exp(name), or exp(name * scale), that stands for a family's parameter.

    >>> exponential_of("eps", Fraction(1, 2))
    exp(eps*1/2)
    """
    return exponential(name if scale == 1 else f"{name}*{scale}")


def score(name: str, meaning: str) -> Parameter:
    """A family's real parameter of either sign that occurs as its exponential.

    >>> score("u", "score")
    u
    """
    tensor = exponential_of(name)
    return Parameter(name, tensor, meaning, Fraction(0), low_open=True, is_exponent=True)


def real(
    name: str,
    meaning: str,
    low: Fraction | int | None = None,
    high: Fraction | int | None = None,
    *,
    low_open: bool = False,
    high_open: bool = False,
    facts: tuple[Fact, ...] = (),
) -> Parameter:
    """A family's real parameter between bounds.

    >>> real("a", "flip probability", 0, Fraction(1, 2))
    0 <= a <= 1/2
    """
    least = None if low is None else Fraction(low)
    most = None if high is None else Fraction(high)
    return Parameter(name, Tensor(name), meaning, least, most, low_open, high_open, facts=facts)


def probability(name: str, meaning: str) -> Parameter:
    """A family's parameter in [0, 1].

    >>> probability("a", "flip probability")
    0 <= a <= 1
    """
    return real(name, meaning, 0, 1)


def integer(name: str, meaning: str, least: int, facts: tuple[Fact, ...] = ()) -> Parameter:
    """A family's integer parameter that is at least `least`.

    >>> integer("d", "subset size", 1)
    d >= 1
    """
    low = Fraction(least)
    return Parameter(name, Tensor(name), meaning, low, is_integer=True, facts=facts)


def letters_of(alphabet: str, name: str, meaning: str) -> Parameter:
    """The size of a family's alphabet, at least two, as a parameter.

    >>> letters_of("X", "k", "number of letters")
    k >= 2
    """
    return Parameter(name, size_tensor(alphabet), meaning, Fraction(2), is_integer=True)


def at_most(name: str, small: Polynomial, large: Polynomial) -> Fact:
    """The fact small <= large about parameters of a family's mechanism."""
    return Fact(name, large - small)


def quotient(numerator: Polynomial | int, denominator: Polynomial | int = 1) -> Ratio:
    """A family's entry as a ratio of polynomials or integers.

    >>> quotient(1, 2)
    Ratio(numerator=1, denominator=2)
    """
    return Ratio(_as_polynomial(numerator), _as_polynomial(denominator))


def _as_polynomial(value: Polynomial | int) -> Polynomial:
    """A polynomial of a family's entry as it is, an integer as a constant."""
    return value if isinstance(value, Polynomial) else constant(value)


def common(one: Parameter, other: Parameter) -> Parameter:
    """The parameter that two families share, in the intersection of its two domains.

    >>> common(real("a", "flip", 0, 1), real("a", "fall", 0, 1, low_open=True))
    0 < a <= 1
    """
    if one == other:
        return one
    lows = [(p.low, p.low_open) for p in (one, other) if p.low is not None]
    highs = [(p.high, not p.high_open) for p in (one, other) if p.high is not None]
    low, low_open = max(lows, default=(None, False))
    high, high_closed = min(highs, default=(None, True))
    return replace(
        one,
        low=low,
        high=high,
        low_open=low_open,
        high_open=not high_closed,
        facts=tuple(dict.fromkeys((*one.facts, *other.facts))),
        notes=tuple(dict.fromkeys((*one.notes, *other.notes))),
        choices=one.choices or other.choices,
    )
