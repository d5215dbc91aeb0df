"""All nodes of quantities and claims: the two things that a user writes.

A quantity is arithmetic over measures, free scalars and rationals; comparing two quantities gives a
claim. Neither has a truth value: `bool` raises, so that `a <= b <= c` is an error with a hint.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, NoReturn

from pmlsym.calculus.data import Data
from pmlsym.calculus.kind import described, require_small_name
from pmlsym.calculus.rational import LARGEST
from pmlsym.calculus.short_decimal import exact_number
from pmlsym.calculus.tensor import Index
from pmlsym.errors import InvalidInput, NoTruthValue
from pmlsym.language.fold import Written, walk
from pmlsym.language.settled_letters import settle_row_letters
from pmlsym.language.value import LetterOrder, Quotient, Value
from pmlsym.language.value_facts import Facts, facts_of

Number = int | Fraction | Decimal | float
"""Numbers that quantities are combined with; a float stands for its short decimal: 0.1 is 1/10."""

LARGEST_POWER = 60  # the largest power that is written out as a product


@dataclass(frozen=True, eq=False, repr=False)
class Quantity(Written):
    """An expression that has a value on an instance: a real number, or plus or minus infinity."""

    __hash__ = object.__hash__

    def __repr__(self) -> str:
        return str(self)

    def __add__(self, other: Quantity | Number) -> Quantity:
        return _sum_of_two(self, quantity_of(other))

    def __radd__(self, other: Number) -> Quantity:
        return _sum_of_two(quantity_of(other), self)

    def __sub__(self, other: Quantity | Number) -> Quantity:
        return self + -quantity_of(other)

    def __rsub__(self, other: Number) -> Quantity:
        return quantity_of(other) - self

    def __neg__(self) -> Quantity:
        return _product_of_two(Constant(Fraction(-1)), self)

    def __mul__(self, other: Quantity | Number) -> Quantity:
        return _product_of_two(self, quantity_of(other))

    def __rmul__(self, other: Number) -> Quantity:
        return _product_of_two(quantity_of(other), self)

    def __truediv__(self, other: Quantity | Number) -> Quantity:
        return _quotient_of_two(self, quantity_of(other))

    def __rtruediv__(self, other: Number) -> Quantity:
        return _quotient_of_two(quantity_of(other), self)

    def __le__(self, other: Quantity | Number) -> Claim:
        return Comparison(self, "<=", quantity_of(other))

    def __ge__(self, other: Quantity | Number) -> Claim:
        return Comparison(self, ">=", quantity_of(other))

    def __lt__(self, other: Quantity | Number) -> Claim:
        return Comparison(self, "<", quantity_of(other))

    def __gt__(self, other: Quantity | Number) -> Claim:
        return Comparison(self, ">", quantity_of(other))

    def __eq__(self, other: object) -> bool:
        """Whether it is the same object: of two quantities that is hardly what is asked."""
        if isinstance(other, Quantity | int | Fraction) and other is not self:
            raise NoTruthValue("== of quantities is no claim; write ps.equal(a, b), or a is b")
        return other is self

    def __pow__(self, exponent: Quantity | Number) -> Quantity:
        return power(self, quantity_of(exponent))

    def __bool__(self) -> NoReturn:
        raise NoTruthValue("a quantity has no truth value; compare it: ps.ask(a <= b)")


@dataclass(frozen=True, eq=False, repr=False)
class Constant(Quantity):
    """A rational number."""

    same = ("value",)

    value: Fraction


@dataclass(frozen=True, eq=False, repr=False)
class Scalar(Quantity):
    """A free real number, universally quantified over the whole claim.

    `domain` is "real", "nonnegative" or "probability", depending on where the scalar stands.
    Raises InvalidInput unless the name is a word that begins with a small letter.
    """

    same = ("name",)

    name: str
    domain: str = "real"

    def __post_init__(self) -> None:
        require_small_name(self.name, "a number; write a word such as eps")
        domains = ("real", "nonnegative", "probability")
        if not isinstance(self.domain, str) or self.domain not in domains:
            raise InvalidInput(f"{described(self.domain)}; a domain is one of {', '.join(domains)}")


@dataclass(frozen=True, eq=False, repr=False)
class Measure(Quantity):
    """A notion at its arguments: log of `value` if `is_log`, else `value` itself.

    `word` is its name in the claim language; for a measure without arguments it is a text for
    people. `defined` lists quotients that the value mentions, `free` the outcomes it leaves open,
    `data` the concrete entries of its arguments. What is known of the value follows from its form
    (value_facts.py); nothing is declared. `assumed_finite` is the hypothesis of one case of a
    proof, where `where_finite` puts it.
    """

    same = ("value", "is_log", "defined")

    word: str
    arguments: tuple[object, ...]
    value: Value
    is_log: bool = True
    defined: tuple[Quotient, ...] = ()
    free: tuple[Index, ...] = ()
    data: tuple[Data, ...] = field(default=(), repr=False)
    assumed_finite: bool = field(default=False, init=False)

    def __post_init__(self) -> None:
        value, free = settle_row_letters(self.value, self.defined, self.free)
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "free", free)

    @cached_property
    def text(self) -> str:
        """The measure's node as the claim language writes it."""
        return _call_text(self.word, self.arguments)

    @cached_property
    def _facts(self) -> Facts:
        """The facts that the measure's value, a tree of nodes, shows: bounds, sign; found once."""
        return facts_of(self.value, self.defined)

    @property
    def least(self) -> Fraction | None:
        """A lower bound of the measure, read off its nodes: 1 for a leakage that is never negative.

        A negative value has no logarithm, so that 0 is a lower bound for each logarithm.
        """
        least = self._facts.least
        return max(least or Fraction(0), Fraction(0)) if self.is_log else least

    @property
    def most(self) -> Fraction | None:
        """An upper bound of the measure, read off the nodes of its value."""
        return self._facts.most

    @property
    def positive(self) -> bool:
        """Whether the measure's nodes show, by what is declared, that it is above zero."""
        return self._facts.positive

    @property
    def is_above_zero(self) -> bool:
        """Whether the measure's nodes show, also by what is not declared, that it is > 0."""
        return self._facts.is_above_zero

    @property
    def finite(self) -> bool:
        """Whether the measure's nodes show that it is never infinite, log 0 = -inf included."""
        facts = self._facts
        return self.assumed_finite or (facts.finite and (facts.positive or not self.is_log))

    def where_finite(self) -> Measure:
        """The measure's node in the case of a proof in which the measure is finite."""
        other = copy(self)
        object.__setattr__(other, "assumed_finite", True)
        return other


@dataclass(frozen=True, eq=False, repr=False)
class OpenOrder(Quantity):
    """A measure whose order is open: at each number as its order, the measure that `make` gives.

    `sample` is the measure at some order, and shows what the measure is about. `is_index` says that
    the order stands in brackets after the word; otherwise it is the last argument.
    """

    inner = ("order", "sample")
    same = ("word",)

    order: Quantity
    sample: Quantity
    word: str
    arguments: tuple[object, ...]
    make: Callable[[Fraction | LetterOrder], Quantity]
    is_index: bool = True

    @property
    def letters(self) -> tuple[str, ...]:
        """The letters in the order of this node, as a in I[a], which are numbers >= 0."""
        names = (part.name for part in walk(self.order) if isinstance(part, Scalar))
        return tuple(dict.fromkeys(names))

    @property
    def text(self) -> str:
        """The measure of open order, this node, as the claim language writes it."""
        if self.is_index:
            return _call_text(f"{self.word}[{self.order}]", self.arguments)
        return _call_text(self.word, (*self.arguments, self.order))


@dataclass(frozen=True, eq=False, repr=False)
class Sum(Quantity):
    """The sum of quantities."""

    inner = ("terms",)

    terms: tuple[Quantity, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Named(Sum):
    """A sum that the claim language has a name for, such as a leakage that is a difference."""

    word: str = ""
    arguments: tuple[object, ...] = ()

    @cached_property
    def text(self) -> str:
        """The named sum, this node, as the claim language writes it."""
        return _call_text(self.word, self.arguments)


def _call_text(word: str, arguments: tuple[object, ...]) -> str:
    """The text of a node that is a word with its arguments, such as ldp(W, delta)."""
    return f"{word}({', '.join(f'{argument}' for argument in arguments)})" if arguments else word


@dataclass(frozen=True, eq=False, repr=False)
class Product(Quantity):
    """The product of quantities."""

    inner = ("factors",)

    factors: tuple[Quantity, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Multiple(Product):
    """n*b, where n says how often something is repeated: as a level it is a single number.

    claims/any_number.py says what it is at each n, and how it changes from n to n + 1.
    """


@dataclass(frozen=True, eq=False, repr=False)
class Division(Quantity):
    """A quotient of quantities."""

    inner = ("numerator", "denominator")

    numerator: Quantity
    denominator: Quantity


@dataclass(frozen=True, eq=False, repr=False)
class Logarithm(Quantity):
    """The natural logarithm."""

    inner = ("body",)

    body: Quantity


@dataclass(frozen=True, eq=False, repr=False)
class Exponential(Quantity):
    """exp of a quantity."""

    inner = ("body",)

    body: Quantity


@dataclass(frozen=True, eq=False, repr=False)
class Extreme(Quantity):
    """The maximum (or minimum) of several quantities."""

    inner = ("bodies",)
    same = ("is_maximum",)

    bodies: tuple[Quantity, ...]
    is_maximum: bool = True


@dataclass(frozen=True, eq=False, repr=False)
class BinomialTail(Quantity):
    """binomial(m, n, p): the probability of at most `most` successes in `trials` trials.

    The trials n are 0, 1, 2, .., and 0 <= p <= 1; elsewhere the tail has no value. m is any real.
    """

    inner = ("most", "trials", "probability")

    most: Quantity
    trials: Quantity
    probability: Quantity


@dataclass(frozen=True, eq=False, repr=False)
class Bound(Quantity):
    """The letter that a sum or a product runs over, inside it."""

    same = ("name",)

    name: str


@dataclass(frozen=True, eq=False, repr=False)
class Series(Quantity):
    """The sum, or the product, of `body` for the letter from `low` to `high`.

    The ends are integers with high >= low - 1, else there is no value; without terms the sum is 0
    and the product 1. Inside the body the letter is a new name, whatever it means outside.
    """

    inner = ("low", "high", "body")
    same = ("letter", "is_product")

    letter: str
    low: Quantity
    high: Quantity
    body: Quantity
    is_product: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class Entropic(Quantity):
    """I(left; right | given) in nats; without `right`, the entropy H(left | given).

    The names of random variables are separate from those of priors and channels: in I(W;Y), W is
    not a channel. Variables take finitely many values and have some joint distribution, over which
    a claim is quantified.

    >>> Entropic(("A",), ("B",), ("C", "D")), Entropic(("A", "B"))
    (I(A;B|C,D), H(A,B))
    """

    same = ("left", "right", "given")

    left: tuple[str, ...]
    right: tuple[str, ...] = ()
    given: tuple[str, ...] = ()

    @property
    def variables(self) -> tuple[str, ...]:
        """The random variables in this node, an entropy or information, each once."""
        return tuple(sorted({*self.left, *self.right, *self.given}))


@dataclass(frozen=True)
class Binder:
    """The priors, channels or gains that a quantifier binds, and the alphabets that only it has.

    `shape` is the declaration of their alphabets, such as X -> Z, where one was written, and
    `is_typed` says that the claim is made of objects, whose text has to be looked at. Two binders
    of the same names are equal.
    """

    names: tuple[str, ...]
    subjects: tuple[object, ...] = field(compare=False)
    alphabets: tuple[str, ...] = ()
    shape: str = field(default="", compare=False)
    is_typed: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return ", ".join(self.names) + (f": {self.shape}" if self.shape else "")


@dataclass(frozen=True, eq=False, repr=False)
class Optimum(Quantity):
    """The supremum, or infimum, of `body` over what is bound and satisfies `within`.

    It ranges over the bindings at which the body has a value; if there are none, the supremum is
    -inf and the infimum inf.
    """

    inner = ("within", "body")
    same = ("over", "is_supremum")

    over: Binder
    within: tuple[Claim, ...]
    body: Quantity
    is_supremum: bool = True


@dataclass(frozen=True, eq=False, repr=False)
class Claim(Written):
    """A statement about every instance: prior, channels, scalars and free outcomes."""

    def __bool__(self) -> NoReturn:
        raise NoTruthValue(
            "a claim has no truth value; ask: ps.ask(a <= b). For a chain write "
            "ps.all_of(a <= b, b <= c)"
        )

    def _refuse_sign(self, other: object = None) -> NoReturn:
        """Raise InvalidInput: claim nodes have no operators such as & in Python."""
        raise InvalidInput("claims are joined by ps.all_of, ps.any_of, ps.negation, ps.implies")

    __and__ = __or__ = __rshift__ = __invert__ = _refuse_sign
    __rand__ = __ror__ = __rrshift__ = _refuse_sign


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Claim):
    """left relation right, the relation being <=, >=, <, > or ==."""

    inner = ("left", "right")
    same = ("relation",)
    FLIPPED: ClassVar[dict[str, str]] = {"<=": ">=", ">=": "<=", "<": ">", ">": "<", "==": "=="}

    left: Quantity
    relation: str
    right: Quantity

    @property
    def flipped(self) -> Comparison:
        """The comparison node read from right to left: b >= a for a <= b."""
        return Comparison(self.right, self.FLIPPED[self.relation], self.left)

    @property
    def inequalities(self) -> tuple[Comparison, ...]:
        """The two inequality nodes that an equality is; any other comparison by itself."""
        if self.relation != "==":
            return (self,)
        return tuple(Comparison(self.left, sign, self.right) for sign in ("<=", ">="))


@dataclass(frozen=True, eq=False, repr=False)
class Condition(Claim):
    """A named property of arguments, such as fullsupport(P); `within` is its set or other side."""

    same = ("kind", "text")

    text: str
    kind: str
    subject: object
    within: object = None


@dataclass(frozen=True, eq=False, repr=False)
class Conjunction(Claim):
    """All of the claims."""

    inner = ("claims",)

    claims: tuple[Claim, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Disjunction(Claim):
    """At least one of the claims."""

    inner = ("claims",)

    claims: tuple[Claim, ...]


@dataclass(frozen=True, eq=False, repr=False)
class Negation(Claim):
    """Not the claim."""

    inner = ("claim",)

    claim: Claim


@dataclass(frozen=True, eq=False, repr=False)
class Implication(Claim):
    """If the premise holds on an instance, so does the conclusion."""

    inner = ("premise", "conclusion")

    premise: Claim
    conclusion: Claim


@dataclass(frozen=True, eq=False, repr=False)
class Quantified(Claim):
    """The body for all, or for some, of what is bound and satisfies `within`.

    "For all" is true if the body is false nowhere, "for some" if it is true somewhere. Where the
    body has no value it is neither.
    """

    inner = ("within", "body")
    same = ("over", "is_universal")

    over: Binder
    within: tuple[Claim, ...]
    body: Claim
    is_universal: bool = True


def measures_in(part: Quantity | Claim) -> Iterator[Measure]:
    """The measure nodes in a quantity or a claim, each as often as it occurs there."""
    return (inner for inner in walk(part) if isinstance(inner, Measure))


def _sum_of_two(left: Quantity, right: Quantity) -> Quantity:
    """The node of the sum of two quantities; of two numbers, a number."""
    if isinstance(left, Constant) and isinstance(right, Constant):
        return Constant(left.value + right.value)
    return Sum((left, right))


def _product_of_two(left: Quantity, right: Quantity) -> Quantity:
    """The node of the product of two quantities; of two numbers, a number."""
    if isinstance(left, Constant) and isinstance(right, Constant):
        return Constant(left.value * right.value)
    return Product((left, right))


def _quotient_of_two(left: Quantity, right: Quantity) -> Quantity:
    """The node of the quotient of two quantities. Raises InvalidInput at division by zero."""
    if isinstance(right, Constant) and not right.value:
        raise InvalidInput("division by zero")
    if isinstance(left, Constant) and isinstance(right, Constant):
        return Constant(left.value / right.value)
    return Division(left, right)


def quantity_of(value: Quantity | Number) -> Quantity:
    """The quantity node itself, or a number as one. Raises InvalidInput at inexact numbers."""
    return value if isinstance(value, Quantity) else Constant(exact_number(value))


def power(base: Quantity, exponent: Quantity) -> Quantity:
    """The node of a power of quantities: x*x*x, 1/x, exp(n*u), else exp(y*log(x)).

    x^0 = 1, x^3 = x*x*x, x^(-1) = 1/x, exp(u)^n = exp(n*u), else x^y = exp(y*log(x)).

    Raises InvalidInput at zero to a negative power.

    >>> power(Scalar("x"), Constant(Fraction(2))), power(Scalar("x"), Scalar("y"))
    (x^2, x^y)
    """
    if isinstance(base, Exponential):
        return Exponential(exponent * base.body)
    value = exponent.value if isinstance(exponent, Constant) else Fraction(1, 2)
    body: Quantity = Exponential(exponent * Logarithm(base))
    if value == 0:
        return Constant(Fraction(1))
    if value.denominator == 1 and abs(value) <= LARGEST_POWER:
        if not isinstance(base, Constant):
            product = Product((base,) * abs(value.numerator))
            body = product if value > 0 else Division(Constant(Fraction(1)), product)
        elif not base.value and value < 0:
            raise InvalidInput("zero has no negative power")
        elif max(map(abs, (number := base.value**value.numerator).as_integer_ratio())) <= LARGEST:
            return Constant(number)
    texts = (str(part) for part in (base, exponent))
    plain = (t if t.isidentifier() or t.isdigit() else f"({t})" for t in texts)
    return Named((body,), "^".join(plain))
