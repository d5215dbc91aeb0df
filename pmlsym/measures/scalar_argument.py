"""Numbers as arguments of measures: probabilities such as delta, levels such as eps.

delta, delta1 + delta2, 1/10              a polynomial in scalars, and in exp of levels
eps, eps1 + eps2, 2*eps, log(6/5)         a level  exp(eps1) exp(eps2), a product of tensors
log(1 + q*(exp(eps) - 1))                 a level  1 + q (exp(eps) - 1), never below one
n*eps                                     a level  exp(n*eps), where n says how often
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import prod

from pmlsym.calculus.bounds import at_least_zero
from pmlsym.calculus.polynomial import Polynomial, atom, constant
from pmlsym.calculus.scalar import exponential, scalar
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.errors import InvalidInput
from pmlsym.language.interpretation import Arithmetic
from pmlsym.language.nodes import (
    Constant,
    Exponential,
    Logarithm,
    Multiple,
    Number,
    Product,
    Quantity,
    Scalar,
    Sum,
    quantity_of,
)
from pmlsym.language.writing import write_quantity

Argument = Quantity | Number


@dataclass(frozen=True)
class ScalarArgument:
    """The number and its polynomial; for a level, the polynomial of its exponential."""

    quantity: Quantity
    polynomial: Polynomial

    def __str__(self) -> str:
        return write_quantity(self.quantity)

    @property
    def value(self) -> Fraction | None:
        """The rational that a measure's argument, such as delta, is; None if it has a scalar."""
        return _rational_value(self.polynomial)


class BelowLeast(InvalidInput):
    """The error about a factor that may be below `least`, the smallest that its place allows."""

    def __init__(self, factor: ScalarArgument, least: int) -> None:
        super().__init__(f"{factor} may be below {least}: write a number >= {least}, or exp(eps)")
        self.least = least


def as_probability(argument: Argument) -> ScalarArgument:
    """A measure's argument delta in [0, 1]: a rational, a scalar, exp of a level, sums of such.

    Raises InvalidInput for a rational outside [0, 1], or for anything else.

    >>> as_probability(Scalar("delta1") + Scalar("delta2"))
    ScalarArgument(quantity=delta1 + delta2, polynomial=delta1 + delta2)
    """
    quantity = quantity_of(argument)
    number = ScalarArgument(quantity, _probability_polynomial(quantity))
    if number.value is not None and not 0 <= number.value <= 1:
        raise InvalidInput(f"{number} is no probability; it has to be in [0, 1]")
    return number


def as_level(argument: Argument) -> ScalarArgument:
    """A measure's argument eps >= 0 with an algebraic exponential: a scalar, log(6/5), sums.

    Raises InvalidInput at a number below zero, or one whose exponential is not a polynomial.

    >>> as_level(2 * Scalar("eps") + Logarithm(Constant(Fraction(6, 5))))
    ScalarArgument(quantity=2*eps + log(6/5), polynomial=6/5*exp(eps)*exp(eps))
    """
    quantity = quantity_of(argument)
    if isinstance(quantity, Constant) and quantity.value < 0:
        raise InvalidInput(f"{quantity} is below 0; a level is a number >= 0")
    number = ScalarArgument(quantity, _exponential_polynomial(quantity, 1))
    if number.value is not None and number.value < 1:
        raise InvalidInput(f"{number} is below 0; a level is a number >= 0")
    return number


def as_factor(argument: Argument, *, above_one: bool = False) -> ScalarArgument:
    """A measure's argument gamma >= 0, a factor: a rational, a free scalar, or exp of a level.

    Raises InvalidInput for a factor that may be below zero, and for anything else; with `above_one`
    also for one that may be below one.

    >>> as_factor(Exponential(Scalar("eps")), above_one=True)
    ScalarArgument(quantity=exp(eps), polynomial=exp(eps))
    """
    quantity = quantity_of(argument)
    if isinstance(quantity, Exponential):
        return ScalarArgument(quantity, _exponential_polynomial(quantity.body, 1))
    number = ScalarArgument(quantity, _FACTORS.read(quantity))
    if above_one and not _is_plainly_above_one(number.polynomial):
        raise BelowLeast(number, 1)
    if number.value is not None and number.value < 0:
        raise InvalidInput(f"{number} is below 0; a factor is a number >= 0")
    if not _is_plainly_above_one(number.polynomial + 1):
        raise BelowLeast(number, 0)
    return number


def rational_of(quantity: Quantity) -> Fraction | None:
    """The rational that a measure's argument, such as an order, is; None for one with scalars.

    >>> rational_of(Constant(Fraction(3)) / 2), rational_of(Scalar("a"))
    (Fraction(3, 2), None)
    """
    try:
        return _rational_value(_PROBABILITIES.read(quantity))
    except InvalidInput:
        return None


def _is_plainly_above_one(polynomial: Polynomial) -> bool:
    """Whether a measure's argument, as a level, is plainly never below 1, as exponentials are."""
    for tensor in polynomial.tensors:
        if tensor.is_exponential:
            polynomial = replace_tensor(polynomial, tensor, (), 1 + atom(tensor))
    return at_least_zero(polynomial - 1)


def _rational_value(polynomial: Polynomial) -> Fraction | None:
    """The rational that the polynomial of a measure's argument is; None if it has a scalar."""
    if polynomial.tensors:
        return None
    return Fraction(sum((c for _, c in polynomial), Fraction(0)))


def _probability_polynomial(quantity: Quantity) -> Polynomial:
    """A measure's argument delta, made of probabilities and exponentials, as a polynomial."""
    if isinstance(quantity, Exponential):
        return _exponential_polynomial(quantity.body, 1)
    return _PROBABILITIES.join(quantity, _probability_polynomial)


def _domain_of_probability(number: Scalar) -> str:
    """The domain of a scalar in a measure's delta: nonnegative if declared so, as n*delta."""
    return "nonnegative" if number.domain == "nonnegative" else "probability"


def _divided_by_number(above: Polynomial, below: Polynomial) -> Polynomial:
    """A measure's number argument over a rational. Raises InvalidInput at any other divisor."""
    divisor = _rational_value(below)
    if not divisor:
        raise _not_a_probability()
    return above * (1 / divisor)


def _not_a_probability(*_: Quantity) -> InvalidInput:
    """The error for a measure's argument that is not a probability, though it should be."""
    return InvalidInput(
        "a probability is a rational, a free scalar, exp(eps), or sums and products of such"
    )


_PROBABILITIES: Arithmetic[Polynomial] = Arithmetic(
    constant=constant,
    scalar=lambda number: atom(scalar(number.name, _domain_of_probability(number))),
    add=lambda terms: sum(terms, constant(0)),
    multiply=lambda factors: prod(factors, start=constant(1)),
    divide=_divided_by_number,
    refused=_not_a_probability,
)

_FACTORS = replace(_PROBABILITIES, scalar=lambda number: atom(scalar(number.name, "nonnegative")))


def _exponential_polynomial(quantity: Quantity, times: int) -> Polynomial:
    """The exponential of a measure's argument eps, as a polynomial; of several times eps."""
    match quantity:
        case Constant(value) if not value:
            return constant(1)
        case Scalar(name):
            return atom(exponential(name)) ** times
        case Multiple():
            return atom(exponential(write_quantity(quantity))) ** times
        case Logarithm(Constant(value)) if value > 0:
            return constant(value**times)
        case Logarithm(body) if _is_plainly_above_one(polynomial := _probability_polynomial(body)):
            return polynomial**times
        case Sum(terms):
            return prod((_exponential_polynomial(term, times) for term in terms), start=constant(1))
        case Product((Constant(value), body)) if value >= 0 and value.denominator == 1:
            return _exponential_polynomial(body, times * int(value))
    raise InvalidInput(
        "the exponential of a level has to be rational: write log(6/5), eps, or eps1 + 2*eps2;"
        " in the place of another number, such as 1, a letter with a condition, eps == 1 => .."
    )
