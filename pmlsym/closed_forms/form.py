"""Forms: what a value becomes once its letters are gone.

A form is a rational function, or an extremum, a sum, a logarithm or a step made of forms. It is
evaluated exactly at a point of the domain, and shown as a SymPy expression by `presentation`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

import sympy
from flint import fmpq
from sympy.polys.fields import FracElement
from sympy.polys.rings import PolyElement

from pmlsym.calculus.tensor import Index
from pmlsym.closed_forms.rational_functions import put
from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.language.fold import Node, walk
from pmlsym.numbers.conversion import fmpq_of, fraction_of
from pmlsym.numbers.number import INFINITY, Ball, Exact, Infinite, Number, log_of, number, sum_of

if TYPE_CHECKING:
    from pmlsym.closed_forms.letter_cases import LetterCase


@dataclass(frozen=True)
class Form(Node):
    """A node of a form; `plain` names its fields that are rational functions, or several."""

    plain: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True)
class Rational(Form):
    """A rational function."""

    plain = ("value",)

    value: FracElement


@dataclass(frozen=True)
class Boundless(Form):
    """Plus infinity."""


@dataclass(frozen=True)
class ExtremeForm(Form):
    """The largest (or smallest) of several forms, none of them proved to be it."""

    inner = ("bodies",)

    bodies: tuple[Form, ...]
    largest: bool = True


@dataclass(frozen=True)
class WeightedSum(Form):
    """The sum of weight * body."""

    inner = ("bodies",)
    plain = ("weights",)

    terms: tuple[tuple[FracElement, Form], ...]

    @property
    def weights(self) -> tuple[FracElement, ...]:
        """The weights alone."""
        return tuple(weight for weight, _ in self.terms)

    @property
    def bodies(self) -> tuple[Form, ...]:
        """The bodies alone."""
        return tuple(body for _, body in self.terms)


@dataclass(frozen=True)
class LogForm(Form):
    """The natural logarithm of a form."""

    inner = ("body",)

    body: Form


@dataclass(frozen=True)
class StepForm(Form):
    """1 where body > level, strictly, else 0."""

    inner = ("body", "level")

    body: Form
    level: Form


@dataclass(frozen=True)
class AtExtreme(Form):
    """A rational function where the generator at `place` is the least (or largest) of `masses`."""

    plain = ("value", "masses")

    value: FracElement
    place: int
    masses: tuple[FracElement, ...]
    least: bool

    @property
    def generator(self) -> FracElement:
        """The mass that the function is of."""
        return self.value.field.gens[self.place]

    @property
    def members(self) -> dict[FracElement, FracElement]:
        """The function at each of the masses."""
        return {each: put(self.value, self.generator, each) for each in self.masses}

    @property
    def is_of_two(self) -> bool:
        """Whether the masses are p and 1 - p."""
        return len(self.masses) == 2 and sum(self.masses, self.value.field.zero) == 1


@dataclass(frozen=True)
class LetterSum(Form):
    """The sum of a form over all `letters` that lie as in a case, at an alphabet of any size."""

    inner = ("body",)

    letters: tuple[Index, ...]
    case: LetterCase
    body: Form


@dataclass(frozen=True)
class Stage:
    """Outcomes of one case, of W(x,y) and P_Y(y) each, in the order of a generator."""

    letters: tuple[Index, ...]
    case: LetterCase
    order: int | None
    part: FracElement
    mass: FracElement


@dataclass(frozen=True)
class Ordered(Form):
    """What an event of the probability `room` takes of P_{Y|X=x}, stage by stage.

    x is the letter in `letters` at which the generator at `least` is least, or any.
    """

    plain = ("room", "parts")

    letters: tuple[Index, ...]
    case: LetterCase
    least: int | None
    stages: tuple[Stage, ...]
    room: FracElement

    @property
    def parts(self) -> tuple[FracElement, ...]:
        """What the stages are made of."""
        return tuple(value for stage in self.stages for value in (stage.part, stage.mass))


@dataclass(frozen=True)
class Elementary(Form):
    """An expression in the parameters and prior masses, with roots, arcus tangents and the like."""

    expr: sympy.Expr


@dataclass(frozen=True)
class Point:
    """Values of the generators; calling it gives the value of a rational function there.

    `places` gives the points, one for each choice of letters, over which a sum goes.
    """

    values: tuple[Number, ...]
    places: Callable[[LetterSum], Sequence[Point]] = field(
        default=lambda letter_sum: (), compare=False, repr=False
    )

    @cached_property
    def rationals(self) -> list[fmpq] | None:
        """The values, where all are rational."""
        found = [r for value in self.values if (r := _rational(value)) is not None]
        return found if len(found) == len(self.values) else None

    def __call__(self, function: FracElement) -> Number:
        """The value of a rational function at the point."""
        if self.rationals is not None:
            return _exact(function, self.rationals)
        return _numeric(function, self.values)

    def moved(self, place: int, value: Number) -> Point:
        """The point with another value of one generator."""
        return replace(self, values=(*self.values[:place], value, *self.values[place + 1 :]))


def evaluate(form: Form, at: Point) -> Number:
    """The exact value of a form at a point."""
    match form:
        case Rational(value):
            return at(value)
        case Boundless():
            return INFINITY
        case ExtremeForm(bodies, largest):
            return _extreme([evaluate(body, at) for body in bodies], largest)
        case WeightedSum(terms):
            weighed = ((at(weight), body) for weight, body in terms)
            return sum_of(w * evaluate(body, at) for w, body in weighed if w != 0)
        case LogForm(body):
            return log_of(evaluate(body, at))
        case AtExtreme(value, place, masses, least):
            extreme = _extreme([at(mass) for mass in masses], not least)
            return at.moved(place, extreme)(value)
        case LetterSum(_, _, body):
            return sum_of(evaluate(body, point) for point in at.places(form))
        case StepForm(body, level):
            return number(1 if evaluate(body, at) > evaluate(level, at) else 0)
        case Ordered():
            return _taken_in_order(form, at)
    raise Unsupported("an elementary expression has no value at a point of a frame")


def functions_of(form: Form) -> Iterator[FracElement]:
    """Every rational function that a form is made of."""
    for part in walk(form):
        for name in part.plain:
            found = getattr(part, name)
            yield from found if isinstance(found, tuple) else (found,)


def value_at(polynomial: PolyElement, values: Sequence[Any]) -> Any:
    """The value of a polynomial where its generators are rationals of FLINT, or balls."""
    total = fmpq(0)
    for c, powers in _terms(polynomial):
        term = c
        for place, power in powers:
            term = term * (values[place] if power == 1 else values[place] ** power)
        total = total + term
    return total


def is_by_mass(form: Form) -> bool:
    """Whether a form takes letters in the order of their masses."""
    return any(isinstance(part, Ordered) and part.least is not None for part in walk(form))


def _taken_in_order(form: Ordered, at: Point) -> Number:
    """The part of an event, its outcomes taken in the order of the stages."""
    total, left, some = number(0), at(form.room), Rational(form.room)
    letters = at.places(LetterSum(form.letters, form.case, some))
    here = letters[0]
    if (least := form.least) is not None:
        here = min(letters, key=lambda point: point.values[least])
    for stage in form.stages:
        outcomes: Sequence[Point] = [here]
        if (order := stage.order) is not None:
            found = here.places(LetterSum(stage.letters, stage.case, some))
            outcomes = sorted(found, key=lambda point: point.values[order])
        for outcome in outcomes:
            mass = outcome(stage.mass)
            taken = _extreme([mass, left], False)
            if taken != 0:
                total = total + taken * outcome(stage.part / stage.mass)
                left = left - taken
    return total


def _extreme(values: list[Number], largest: bool) -> Number:
    best = values[0]
    for value in values[1:]:
        if isinstance(best, Ball) or isinstance(value, Ball):
            best = _extreme_ball(best, value, largest)
        elif value != best and (value > best) == largest:
            best = value
    return best


def _extreme_ball(left: Number, right: Number, largest: bool) -> Number:
    """The larger of two numbers of which one is known by intervals; they may be equal."""
    infinite = [n for n in (left, right) if isinstance(n, Infinite)]
    if infinite:
        other = right if infinite[0] is left else left
        return infinite[0] if (infinite[0].direction > 0) == largest else other
    pick = max if largest else min

    def narrow(digits: int) -> tuple[Fraction, Fraction]:
        one, two = left.enclose(digits), right.enclose(digits)
        return pick(one[0], two[0]), pick(one[1], two[1])

    return Ball(narrow)


def _rational(value: Number) -> fmpq | None:
    if isinstance(value, Exact) and not value.logs:
        return fmpq_of(value.rational)
    return None


@lru_cache(maxsize=4096)
def _terms(polynomial: PolyElement) -> tuple[tuple[fmpq, tuple[tuple[int, int], ...]], ...]:
    """The coefficients, each with the places and powers of its monomial."""
    return tuple(
        (
            fmpq_of(c),
            tuple((place, power) for place, power in enumerate(powers) if power),
        )
        for powers, c in polynomial.terms()
    )


def _exact(function: FracElement, values: Sequence[fmpq]) -> Number:
    above, below = (value_at(part, values) for part in (function.numer, function.denom))
    if not below:
        raise OutOfDomain("a denominator of the closed form vanishes at this point")
    quotient = above / below
    return Exact(fraction_of(quotient))


def _numeric(function: FracElement, values: tuple[Number, ...]) -> Number:
    parts = []
    for polynomial in (function.numer, function.denom):
        summands = []
        for c, powers in _terms(polynomial):
            term = number(fraction_of(c))
            for place, power in powers:
                for _ in range(power):
                    term = term * values[place]
            summands.append(term)
        parts.append(sum_of(summands))
    return parts[0] / parts[1]
