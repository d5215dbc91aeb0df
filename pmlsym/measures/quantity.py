"""Quantities and claims: the two things that a user writes.

A quantity is arithmetic over measures, free scalars and rationals; comparing two quantities gives a
claim. Neither has a truth value: `bool` raises, so that `a <= b <= c` is an error with a hint.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar, NoReturn

from pmlsym.calculus.index import Index
from pmlsym.calculus.rational import as_rational
from pmlsym.calculus.value import Quotient, Value
from pmlsym.errors import InvalidInput, NoTruthValue
from pmlsym.model.data import Data

Number = int | Fraction


@dataclass(frozen=True, eq=False)
class Quantity:
    """Anything that has a value on an instance: a real number, or plus or minus infinity."""

    __hash__ = object.__hash__

    def __add__(self, other: Quantity | Number) -> Quantity:
        return _plus(self, _quantity(other))

    def __radd__(self, other: Number) -> Quantity:
        return _plus(_quantity(other), self)

    def __sub__(self, other: Quantity | Number) -> Quantity:
        return self + -_quantity(other)

    def __rsub__(self, other: Number) -> Quantity:
        return _quantity(other) - self

    def __neg__(self) -> Quantity:
        return _times(Constant(Fraction(-1)), self)

    def __mul__(self, other: Quantity | Number) -> Quantity:
        return _times(self, _quantity(other))

    def __rmul__(self, other: Number) -> Quantity:
        return _times(_quantity(other), self)

    def __truediv__(self, other: Quantity | Number) -> Quantity:
        return _over(self, _quantity(other))

    def __rtruediv__(self, other: Number) -> Quantity:
        return _over(_quantity(other), self)

    def __le__(self, other: Quantity | Number) -> Claim:
        return Comparison(self, "<=", _quantity(other))

    def __ge__(self, other: Quantity | Number) -> Claim:
        return Comparison(self, ">=", _quantity(other))

    def __lt__(self, other: Quantity | Number) -> Claim:
        return Comparison(self, "<", _quantity(other))

    def __gt__(self, other: Quantity | Number) -> Claim:
        return Comparison(self, ">", _quantity(other))

    def __bool__(self) -> NoReturn:
        raise NoTruthValue("a quantity has no truth value; compare it: ps.decide(a <= b)")


@dataclass(frozen=True, eq=False)
class Constant(Quantity):
    """A rational number."""

    value: Fraction


@dataclass(frozen=True, eq=False)
class Scalar(Quantity):
    """A free real number, universally quantified over the whole claim.

    `domain` is "real", "nonnegative" or "probability", by the place where it stands.
    Raises InvalidInput unless the name is a word that begins with a small letter.
    """

    name: str
    domain: str = "real"

    def __post_init__(self) -> None:
        require_small_name(self.name, "a number; write a word such as eps")


@dataclass(frozen=True, eq=False)
class Measure(Quantity):
    """A notion at its arguments: log of `value` if `is_log`, else `value` itself.

    `text` is how the claim language writes it. `least` is a number the value is known never to be
    below (1 for a nonnegative leakage), `most` one it never exceeds; `positive` says value > 0 and
    `finite` that it is never infinite. `defined` lists quotients that the value mentions, `free`
    the outcomes it leaves open, `data` the concrete entries of its arguments.
    """

    text: str
    value: Value
    is_log: bool = True
    least: Fraction | None = None
    most: Fraction | None = None
    positive: bool = False
    finite: bool = True
    defined: tuple[Quotient, ...] = ()
    free: tuple[Index, ...] = ()
    data: tuple[Data, ...] = field(default=(), repr=False)

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True, eq=False)
class Sum(Quantity):
    """The sum of quantities."""

    terms: tuple[Quantity, ...]


@dataclass(frozen=True, eq=False)
class Named(Sum):
    """A sum that the claim language has a name for, such as a leakage that is a difference."""

    text: str = ""

    def __repr__(self) -> str:
        return self.text


@dataclass(frozen=True, eq=False)
class Product(Quantity):
    """The product of quantities."""

    factors: tuple[Quantity, ...]


@dataclass(frozen=True, eq=False)
class Division(Quantity):
    """A quotient of quantities."""

    numerator: Quantity
    denominator: Quantity


@dataclass(frozen=True, eq=False)
class Logarithm(Quantity):
    """The natural logarithm."""

    body: Quantity


@dataclass(frozen=True, eq=False)
class Exponential(Quantity):
    """exp of a quantity."""

    body: Quantity


@dataclass(frozen=True, eq=False)
class Extreme(Quantity):
    """The maximum (or minimum) of several quantities."""

    bodies: tuple[Quantity, ...]
    is_maximum: bool = True


@dataclass(frozen=True, eq=False)
class Claim:
    """A statement about every instance: prior, channels, scalars and free outcomes."""

    __hash__ = object.__hash__

    def __bool__(self) -> NoReturn:
        raise NoTruthValue(
            "a claim has no truth value; ask: ps.decide(a <= b). For a chain write "
            "ps.all_of(a <= b, b <= c)"
        )


@dataclass(frozen=True, eq=False)
class Comparison(Claim):
    """left relation right, the relation being <=, >=, <, > or ==."""

    RELATIONS: ClassVar[tuple[str, ...]] = ("<=", ">=", "<", ">", "==")

    left: Quantity
    relation: str
    right: Quantity


@dataclass(frozen=True, eq=False)
class Condition(Claim):
    """A named property of arguments, such as fullsupport(P)."""

    text: str
    kind: str
    subject: object


@dataclass(frozen=True, eq=False)
class Conjunction(Claim):
    """All of the claims."""

    claims: tuple[Claim, ...]


@dataclass(frozen=True, eq=False)
class Disjunction(Claim):
    """At least one of the claims."""

    claims: tuple[Claim, ...]


@dataclass(frozen=True, eq=False)
class Negation(Claim):
    """Not the claim."""

    claim: Claim


@dataclass(frozen=True, eq=False)
class Implication(Claim):
    """If the premise holds on an instance, so does the conclusion."""

    premise: Claim
    conclusion: Claim


def require_small_name(name: object, of: str) -> None:
    """Return if a number or an outcome may have this name; raise InvalidInput if not.

    Capitals are for priors and channels, and three words join claims.
    """
    if not (isinstance(name, str) and name.isidentifier()):
        raise InvalidInput(f"{name!r} is no name of {of}")
    if name[0].isupper() or name in ("and", "or", "not"):
        raise InvalidInput(f"{name} is no name of {of}, which begins with a small letter")


def implies(premise: Claim, conclusion: Claim) -> Claim:
    """premise => conclusion, on every instance."""
    return Implication(premise, conclusion)


def all_of(*claims: Claim) -> Claim:
    """Every one of the claims, those of a conjunction one by one.

    Raises InvalidInput where there is none.
    """
    return _joined(Conjunction, claims)


def any_of(*claims: Claim) -> Claim:
    """At least one of the claims, those of a disjunction one by one.

    Raises InvalidInput where there is none.
    """
    return _joined(Disjunction, claims)


def negation(claim: Claim) -> Claim:
    """Not the claim."""
    return Negation(claim)


def equal(left: Quantity | Number, right: Quantity | Number) -> Claim:
    """left == right; Python's own == is never overloaded."""
    return Comparison(_quantity(left), "==", _quantity(right))


def _joined(kind: type[Conjunction] | type[Disjunction], claims: tuple[Claim, ...]) -> Claim:
    flat = [part for c in claims for part in (c.claims if isinstance(c, kind) else (c,))]
    if not flat:
        raise InvalidInput("there is no claim; write at least one")
    return flat[0] if len(flat) == 1 else kind(tuple(flat))


def _plus(left: Quantity, right: Quantity) -> Quantity:
    if isinstance(left, Constant) and isinstance(right, Constant):
        return Constant(left.value + right.value)
    return Sum((left, right))


def _times(left: Quantity, right: Quantity) -> Quantity:
    if isinstance(left, Constant) and isinstance(right, Constant):
        return Constant(left.value * right.value)
    return Product((left, right))


def _over(left: Quantity, right: Quantity) -> Quantity:
    if isinstance(right, Constant) and not right.value:
        raise InvalidInput("division by zero")
    if isinstance(left, Constant) and isinstance(right, Constant):
        return Constant(left.value / right.value)
    return Division(left, right)


def _quantity(value: Quantity | Number) -> Quantity:
    if isinstance(value, Quantity):
        return value
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        raise InvalidInput(
            f"{value!r} is not exact; write a rational, such as Fraction(1, 3) or ps.log(...)"
        )
    return Constant(as_rational(value))


def log(body: Quantity | Number) -> Quantity:
    """The natural logarithm of a quantity or a rational."""
    return Logarithm(_quantity(body))


def exp(body: Quantity | Number) -> Quantity:
    """The exponential of a quantity or a rational."""
    return Exponential(_quantity(body))


def maximum(*bodies: Quantity | Number) -> Quantity:
    """The largest of the quantities."""
    return Extreme(_several(bodies))


def minimum(*bodies: Quantity | Number) -> Quantity:
    """The smallest of the quantities."""
    return Extreme(_several(bodies), is_maximum=False)


def _several(bodies: Sequence[Quantity | Number]) -> tuple[Quantity, ...]:
    if not bodies:
        raise InvalidInput("a maximum or minimum is of at least one number")
    return tuple(_quantity(body) for body in bodies)
