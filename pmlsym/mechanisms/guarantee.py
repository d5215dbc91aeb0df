"""Guarantees from measures: a bound on any measure whose level form is linear in a column.

    measure <= log t      iff   for all letters and y:  g(x, .., W(., y), t) >= 0

by the measure's level form. Where every g is linear in the column W(., y), it is a condition on the
posterior r(x) = p(x) W(x, y) / P_Y(y) alone, and its coefficients are what g is at the columns of
one letter each: W(x, y) = 1/p(x) if x = y, else 0. So PML, cost leakage, LDP, LDI, LIP and each
future measure of this kind are guarantees without any code here.

The two methods of a guarantee are independent on purpose. `constraints` comes from the level form;
`violation` reads the measure's value on the designed channel, and so verifies what was designed.

A level t >= 1 is an exact rational and means eps = log t, so that a guarantee is a polyhedron
with rational data. `level("log(6/5)")` is exactly 6/5. For a rational eps > 0, e^eps is irrational;
the level is then the largest multiple of 2^-64 (of a finer grid for eps below 2^-20) that ball
arithmetic proves to be at most e^eps. A mechanism that is private at that level is private at eps
(the guarantees of this package are monotone in the level), and next to nothing is lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import log, log1p
from typing import Any, Generic, Protocol, TypeVar

from pmlsym.calculus.algebra import Array
from pmlsym.calculus.alphabet import alphabets
from pmlsym.calculus.polynomial import Polynomial, atom
from pmlsym.calculus.rational_value import as_rational
from pmlsym.calculus.scalar import scalar
from pmlsym.calculus.short_decimal import short_decimal
from pmlsym.calculus.tensor import Index
from pmlsym.claims.subjects import FreshNames
from pmlsym.claims.vocabulary import measure_named
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.evaluators.exact import read_exact, value_exact
from pmlsym.linear.matrix import Matrix
from pmlsym.lowering.forms import facts_of_form
from pmlsym.lowering.level import Level
from pmlsym.lowering.level_form import at_most
from pmlsym.mechanisms.bracket import PRECISION, exponential
from pmlsym.model.channel import Channel
from pmlsym.model.distribution import Masses
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior

E = TypeVar("E")

Eps = Fraction | int | float | str

X, Y = alphabets("X Y")

P, W = Prior("P", X), Channel("W", X, Y)

LEVEL = scalar("t", "nonnegative")

_GRID = 2**64

_FINEST = 1000

_LARGEST = 1000

_LONG = 2**32

_LOG = re.compile(r"\s*log\s*\((?P<inside>[^()]*)\)\s*")


@dataclass(frozen=True)
class Constraint(Generic[E]):
    """sum_x coefficients(x) r(x) >= 0 for a posterior r, or with equality."""

    coefficients: tuple[E, ...]
    equality: bool = False


class Guarantee(Protocol):
    """A pointwise privacy guarantee with a convex polytope of allowed posteriors."""

    def constraints(self, prior: Masses) -> tuple[Constraint[Fraction], ...]:
        """The linear constraints on a mechanism's posteriors that the guarantee makes."""
        ...

    def violation(self, prior: Masses, channel: Matrix) -> str:
        """The words on how a designed channel violates the guarantee, or "" when it holds."""
        ...

    def describe(self) -> str:
        """The guarantee of a mechanism in words, such as `pml <= log(6/5)`."""
        ...


@dataclass(frozen=True)
class Bounded:
    """A measure of (P, W), by its name in the claim language, is at most log(level).

    A measure that is written with the channel alone is about all rows. A designed channel answers
    a letter of mass zero with its output distribution; that this keeps the guarantee is verified.
    Raises UnknownName for an unknown measure, InvalidInput for one that is not linear in a column.

    >>> Bounded("pml", Fraction(6, 5)).describe()
    'pml <= log(6/5)'
    >>> [[str(g) for g in c.coefficients] for c in Bounded("pml", Fraction(2)).constraints(
    ...     (Fraction(1, 4), Fraction(3, 4)))]
    [['-1/2', '1/2']]
    """

    measure: str
    level: Fraction

    def __post_init__(self) -> None:
        object.__setattr__(self, "level", rational_level(self.level))
        column_forms(self.measure)

    def constraints(self, prior: Masses) -> tuple[Constraint[Fraction], ...]:
        """The constraints on a mechanism's posteriors by which the measure stays bounded."""
        support = [x for x, mass in enumerate(prior) if mass > 0]
        size = len(support)
        tables = one_letter_columns([prior[x] for x in support], self.level)
        instance = Instance({"X": size, "Y": size}, tables)
        rows = []
        for row in level_rows(self.measure, lambda g: read_exact(g, instance)):
            if min(row) < 0:
                coefficients = [Fraction(0)] * len(prior)
                for x, entry in zip(support, row, strict=True):
                    coefficients[x] = entry
                rows.append(Constraint(tuple(coefficients)))
        return tuple(rows)

    def violation(self, prior: Masses, channel: Matrix) -> str:
        """The words on a designed channel's measure that is above the guarantee's level, or "".

        >>> identity = ((Fraction(1), Fraction(0)), (Fraction(0), Fraction(1)))
        >>> Bounded("pml", Fraction(2)).violation((Fraction(1, 3), Fraction(2, 3)), identity)
        'pml is log(3), above log(2)'
        """
        instance = Instance({"X": len(channel), "Y": len(channel[0])}, {"P": prior, "W": channel})
        reached = value_exact(measure_named(self.measure, P, W).value, instance)
        if reached <= self.level:
            return ""
        return f"{self.measure} is log({reached}), above {level_text(self.level)}"

    def describe(self) -> str:
        """The guarantee of a mechanism in words: `measure <= log(level)`."""
        return f"{self.measure} <= {level_text(self.level)}"

    def claim(self) -> str:
        """The guarantee as a claim about the prior P and the designed mechanism W.

        >>> Bounded("ldp", Fraction(2)).claim()
        'ldp(W) <= log(2)'
        """
        return f"{measure_named(self.measure, P, W).text} <= {level_text(self.level)}"


@dataclass(frozen=True)
class InformationDensity:
    """Information density within [-log(lower), log(upper)]; an absent side is None.

    (eps_l, eps_u)-ALIP, and LIP where the two are equal: cost leakage and PML. [QID24, Def. 1, 2]

    >>> InformationDensity(lower=Fraction(2), upper=Fraction(3, 2)).describe()
    '-log(2) <= density <= log(3/2)'
    """

    lower: Fraction | None = None
    upper: Fraction | None = None

    def __post_init__(self) -> None:
        for side in ("lower", "upper"):
            if getattr(self, side) is not None:
                object.__setattr__(self, side, rational_level(getattr(self, side)))

    @property
    def sides(self) -> tuple[Bounded, ...]:
        """The bounds on two measures that make up this guarantee's interval."""
        both = (("costleak", self.lower), ("pml", self.upper))
        return tuple(Bounded(name, level) for name, level in both if level is not None)

    def constraints(self, prior: Masses) -> tuple[Constraint[Fraction], ...]:
        """The constraints on a mechanism's posteriors of both sides of the interval."""
        return tuple(c for side in self.sides for c in side.constraints(prior))

    def violation(self, prior: Masses, channel: Matrix) -> str:
        """The words on the guarantee's first side that a designed channel fails, or ""."""
        return next(filter(None, (side.violation(prior, channel) for side in self.sides)), "")

    def describe(self) -> str:
        """The guarantee in words: the interval of the information density.

        >>> InformationDensity(upper=Fraction(2)).describe()
        'density <= log(2)'
        """
        sign = "" if self.lower == 1 else "-"
        left = "" if self.lower is None else f"{sign}{level_text(self.lower)} <= "
        right = "" if self.upper is None else f" <= {level_text(self.upper)}"
        return f"{left}density{right}"


def rounded_levels(guarantees: Iterable[Guarantee]) -> str:
    """The irrational e^eps below which levels of guarantees are rounded; "" if there is none.

    >>> from pmlsym.mechanisms.guarantee import level
    >>> rounded_levels([Bounded("pml", level("1/2")), Bounded("ldp", Fraction(2))])
    'exp(1/2)'
    """
    texts = []
    for guarantee in guarantees:
        if isinstance(guarantee, InformationDensity):
            texts += [side.level for side in guarantee.sides]
        elif isinstance(guarantee, Bounded):
            texts.append(guarantee.level)
    return ", ".join(dict.fromkeys(f"exp({eps})" for eps in map(rounded_eps, texts) if eps))


def level(eps: Eps) -> Fraction:
    """The rational level of a guarantee: e^eps, or the next rational below it.

    `eps` in nats, >= 0: a number, where 0.2 means 1/5, a fraction as text ("1/2", "0.5"), or
    "log(q)" with a rational q.
    Raises InvalidInput for eps < 0 and for text that is neither.

    >>> level("log(6/5)")
    Fraction(6, 5)
    >>> level(0)
    Fraction(1, 1)
    >>> level(0.2) == level("1/5")
    True
    >>> level("1/2") ** 2 < Fraction(2718281829, 10**9)
    True
    """
    if isinstance(eps, str) and (match := _LOG.fullmatch(eps)):
        value = _required_rational(match["inside"], eps)
        if value < 1:
            raise InvalidInput(f"eps = {eps} is below zero; a guarantee needs log(q) with q >= 1")
        return value
    number = _required_rational(eps, eps)
    if number < 0:
        raise InvalidInput(f"eps = {eps} is below zero; a guarantee needs eps >= 0")
    if number > _LARGEST:
        raise InvalidInput(f"eps = {eps} is no useful guarantee; the largest accepted is 1000")
    if number == 0:
        return Fraction(1)
    fine = max(0, number.denominator.bit_length() - number.numerator.bit_length() - 20)
    if fine > _FINEST:
        raise InvalidInput(f"eps = {eps} is too small to tell from 0; give 0 or a larger one")
    grid = _GRID << fine
    bracket = exponential(number, precision=PRECISION + 2 * fine)
    return Fraction(bracket.lower * grid // 1, grid)


def level_text(value: Fraction) -> str:
    """The eps of a guarantee's level: "log(6/5)", or the nats whose level was rounded to it.

    >>> level_text(Fraction(6, 5)), level_text(level("0.2")), level_text(Fraction(1))
    ('log(6/5)', '1/5', '0')
    """
    if value == 1:
        return "0"
    return rounded_eps(value) or f"log({value})"


def rounded_eps(value: Fraction) -> str:
    """The eps from whose irrational e^eps a guarantee's level is rounded; "" if there is none.

    >>> rounded_eps(level("0.2")), rounded_eps(level("log(6/5)"))
    ('1/5', '')
    """
    if value.denominator > _LONG or value.numerator > _LONG:
        small = value - 1
        nats = log1p(small) if small < 1 else log(value.numerator) - log(value.denominator)
        for text in (str(Fraction(nats).limit_denominator(1000)), f"{nats:.12g}"):
            if 0 < Fraction(text) <= _LARGEST and level(text) == value:
                return text
    return ""


def rational_level(value: Fraction | int | str) -> Fraction:
    """A guarantee's level given directly as t = e^eps; raises InvalidInput when it is below 1.

    >>> rational_level("6/5")
    Fraction(6, 5)
    """
    rational = _required_rational(value, value)
    if rational < 1:
        raise InvalidInput(f"a level is e^eps with eps >= 0, so at least 1, not {rational}")
    return rational


def one_letter_columns(prior: list[Any], level: Any) -> dict[str, Any]:
    """A prior, level and channel whose posteriors are one letter each, to read a guarantee off.

    Whatever a joint mass P(x) W(x, y) is divided by, these columns have the posteriors r = e_y.

    >>> one_letter_columns([Fraction(1, 2), Fraction(1, 2)], Fraction(3))["W"][0]
    (Fraction(2, 1), Fraction(0, 1))
    """
    zero = 0 * prior[0]
    letters = range(len(prior))
    columns = tuple(tuple(1 / p if x == y else zero for y in letters) for x, p in enumerate(prior))
    return {"P": prior, "W": columns, LEVEL.name: level}


def level_rows(measure: str, read: Callable[[Polynomial], Array[E]]) -> Iterator[tuple[E, ...]]:
    """A posterior's coefficients in each inequality of a guarantee, as `read` evaluates them."""
    for form, outcome in column_forms(measure):
        array = read(form)
        at = array.indices.index(outcome)
        others = [range(count) for k, count in enumerate(array.shape) if k != at]
        for letters in product(*others):
            before, after = letters[:at], letters[at:]
            yield tuple(array[(*before, y, *after)] for y in range(array.shape[at]))


@lru_cache
def column_forms(measure: str) -> tuple[tuple[Polynomial, Index], ...]:
    """The polynomials, with outcomes, that are >= 0 iff a guarantee's measure is at most log t.

    Raises UnknownName for an unknown measure, InvalidInput for one that is not linear in a column.

    >>> column_forms("costleak")
    ((-sum_{x1} P(x1)W(x1,y)*P(x) + P(x)*W(x,y)*t, y),)
    >>> column_forms("maxleak")
    Traceback (most recent call last):
    ...
    pmlsym.errors.InvalidInput: maxleak is no guarantee here: its level form is not linear in a \
column of the channel
    """
    named = measure_named(measure, P, W)
    refused = InvalidInput(
        f"{measure} is no guarantee here: its level form is not linear in a column of the channel"
    )
    try:
        form = at_most(named.value, Level(atom(LEVEL)), FreshNames(), assumed=False)
        facts = tuple(facts_of_form(form, measure))
    except Unsupported:
        raise refused from None
    if not named.is_log or not all(f.relation == ">=" for f in facts):
        raise refused
    outcomes = [_linear_outcome(fact.polynomial) for fact in facts]
    pairs = [(f.polynomial, y) for f, y in zip(facts, outcomes, strict=True) if y is not None]
    if len(pairs) < len(facts):
        raise refused
    return tuple(pairs)


def _linear_outcome(form: Polynomial) -> Index | None:
    """The outcome whose column of W a guarantee's polynomial is linear in, or None."""
    channel = {t for t in form.tensors if t.name == "W"}
    outcomes = set()
    for monomial, _ in form:
        columns = [indices for factor in monomial for t, indices in factor if t in channel]
        if len(columns) != 1:
            return None
        outcomes.add(columns[0][-1])
    allowed = channel | {LEVEL} | {t for t in form.tensors if t.name == "P"}
    outcome = outcomes.pop() if len(outcomes) == 1 else None
    linear = outcome in form.free and set(form.tensors) <= allowed
    return outcome if linear else None


def _decimal_or_exact(value: float) -> Fraction:
    """The rational of a guarantee's eps: the decimal that was typed, or the float's own."""
    try:
        return short_decimal(value)
    except InvalidInput:
        return as_rational(value)


def _required_rational(value: Eps, shown: Eps) -> Fraction:
    """The rational of a guarantee's eps; raises InvalidInput with the nearest way to write one."""
    try:
        return _decimal_or_exact(value) if isinstance(value, float) else as_rational(value)
    except InvalidInput:
        text = str(shown)[:40]
        of_log = re.fullmatch(r"\s*(?:log +|ln *)\(?([\d./]+)\)?\s*", text)
        right = f"log({of_log[1]})" if of_log else "a fraction such as 1/2, or log(6/5)"
        raise InvalidInput(f"{text!r} is no number; write {right}") from None
