"""Forms: what a value becomes once its letters are gone.

A form is a rational function, or an extremum, a sum, a logarithm or a step made of forms. It is
compared and put together here, and shown as a SymPy expression by `presentation`. What is shown is
what has a value: `agreement` compares it with the exact evaluator.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import sympy
from sympy.polys.fields import FracElement

from pmlsym.calculus.tensor import Index
from pmlsym.closed_forms.forms.rational_functions import function_at
from pmlsym.language.fold import Node, walk

if TYPE_CHECKING:
    from pmlsym.closed_forms.resolvers.letter_cases import LetterCase


@dataclass(frozen=True)
class Form(Node):
    """A node of a form; `plain` names the fields that are rational functions or tuples of them."""

    plain: ClassVar[tuple[str, ...]] = ()


@dataclass(frozen=True)
class Rational(Form):
    """A rational function."""

    plain = ("value",)

    value: FracElement


@dataclass(frozen=True)
class InfiniteForm(Form):
    """Plus infinity."""


@dataclass(frozen=True)
class NoForm(Form):
    """A value without a closed form, and the reason; it does not matter beside an infinite one."""

    words: str


@dataclass(frozen=True)
class ExtremeForm(Form):
    """The largest (or smallest) of several forms, where it is not known which one that is."""

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
        """The weights of a closed form that is a weighted sum, without the forms they multiply."""
        return tuple(weight for weight, _ in self.terms)

    @property
    def bodies(self) -> tuple[Form, ...]:
        """The forms in a closed form that is a weighted sum, without their weights."""
        return tuple(body for _, body in self.terms)


@dataclass(frozen=True)
class LogForm(Form):
    """The natural logarithm of a form."""

    inner = ("body",)

    body: Form


@dataclass(frozen=True)
class PowerForm(Form):
    """A form >= 0 to a power: a number, or a function of orders that are letters."""

    inner = ("body",)
    plain = ("exponent",)

    body: Form
    exponent: FracElement


@dataclass(frozen=True)
class StepForm(Form):
    """1 where body > level, strictly, else 0."""

    inner = ("body", "level")

    body: Form
    level: Form


@dataclass(frozen=True)
class InfiniteWhere(Form):
    """Infinite where one function is larger than another, strictly, else a form."""

    inner = ("body",)
    plain = ("above", "level")

    above: FracElement
    level: FracElement
    body: Form


@dataclass(frozen=True)
class AtExtremeMass(Form):
    """A rational function where the generator at `place` is the least (or largest) of `masses`."""

    plain = ("value", "masses")

    value: FracElement
    place: int
    masses: tuple[FracElement, ...]
    least: bool

    @property
    def generator(self) -> FracElement:
        """The generator of the prior mass on which this closed form depends."""
        return self.value.field.gens[self.place]

    @property
    def members(self) -> dict[FracElement, FracElement]:
        """This closed form's function at each of the prior masses it is taken over."""
        return {each: function_at(self.value, self.generator, each) for each in self.masses}

    @property
    def is_of_two(self) -> bool:
        """Whether the prior masses in this closed form are p and 1 - p."""
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
class OrderedEvent(Form):
    """The part of P_{Y|X=x} that an event of probability `room` collects, stage by stage.

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
        """The rational functions of all stages of a closed form that fills an event in order."""
        return tuple(value for stage in self.stages for value in (stage.part, stage.mass))


@dataclass(frozen=True)
class Elementary(Form):
    """An expression in the parameters and prior masses, with roots, arcus tangents and the like."""

    expr: sympy.Expr


def functions_of(form: Form) -> Iterator[FracElement]:
    """Every rational function that a closed form is made of."""
    for part in walk(form):
        for name in part.plain:
            field = getattr(part, name)
            yield from field if isinstance(field, tuple) else (field,)


def orders_by_mass(form: Form) -> bool:
    """Whether a closed form takes letters in the order of their prior masses."""
    return any(isinstance(part, OrderedEvent) and part.least is not None for part in walk(form))
