"""Expressions in letters, read as polynomials and written for Coq (`proofs/coq/Expressions.v`).

A statement for Coq is written with the sums and products that its definitions have, so that Coq
sees by computation that they are the same; what they are equal to in normal form is found here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import permutations, product
from operator import add, mul, sub

from pmlsym.calculus.normal_form import loosen
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import Unsupported
from pmlsym.evidence.coq_export import RELATIONS
from pmlsym.evidence.coq_text import gallina
from pmlsym.language.fold import Node


@dataclass(frozen=True)
class Expression(Node):
    """A node of an expression; + - * put two together as they stand."""

    def __add__(self, other: Expression) -> Add:
        return Add(self, other)

    def __sub__(self, other: Expression) -> Sub:
        return Sub(self, other)

    def __mul__(self, other: Expression) -> Mul:
        return Mul(self, other)


@dataclass(frozen=True)
class At(Expression):
    """A tensor at letters."""

    tensor: Tensor
    letters: tuple[Index, ...] = ()


@dataclass(frozen=True)
class Num(Expression):
    """An integer."""

    value: int


@dataclass(frozen=True)
class Binary(Expression):
    """Two expressions put together."""

    inner = ("left", "right")

    left: Expression
    right: Expression


class Add(Binary):
    """A sum of two."""


class Sub(Binary):
    """A difference."""


class Mul(Binary):
    """A product."""


@dataclass(frozen=True)
class CoqSum(Expression):
    """A sum over a letter."""

    inner = ("body",)

    letter: Index
    body: Expression


ONE = Num(1)


def times(*factors: Expression) -> Expression:
    """The product, without ones."""
    kept = [f for f in factors if f != ONE]
    return reduce(mul, kept) if kept else ONE


def sums(letters: tuple[Index, ...], inner: Expression) -> Expression:
    """The sum over several letters, the first one outside."""
    return reduce(lambda e, i: CoqSum(i, e), reversed(letters), inner)


def polynomial(e: Expression) -> Polynomial:
    """The expression in normal form."""
    match e:
        case At(tensor, letters):
            return atom(tensor, *letters)
        case Num(value):
            return constant(value)
        case Add(left, right):
            return polynomial(left) + polynomial(right)
        case Sub(left, right):
            return polynomial(left) - polynomial(right)
        case Mul(left, right):
            return polynomial(left) * polynomial(right)
        case CoqSum(letter, inner):
            return sum_over(polynomial(inner), letter)
    raise TypeError(e)


def expression(p: Polynomial) -> Expression:
    """The polynomial as a sum and difference of products.

    Raises Unsupported where it has fractions.
    """
    found: Expression = Num(0)
    for monomial, c in sorted(p, key=lambda term: term[1] < 0):
        if Fraction(c).denominator != 1:
            raise Unsupported("weights with fractions")
        atoms, summed = loosen(monomial)
        product = times(Num(abs(int(c))), *(At(t, tuple(i)) for t, i in atoms))
        product = sums(tuple(summed), product)
        if found == Num(0) and c > 0:
            found = product
        else:
            found = found + product if c > 0 else found - product
    return found


@dataclass(frozen=True)
class Writer:
    """Expressions as terms of Coq; `letter` and `tensor` give the numbers of the data."""

    letter: Callable[[Index], str]
    tensor: Callable[[Tensor], int]

    def letters(self, indices: tuple[Index, ...]) -> str:
        """A list of letters."""
        return gallina([self.letter(i) for i in indices])

    def __call__(self, e: Expression) -> str:
        """The expression."""
        match e:
            case At(tensor, letters):
                return f"(At ({self.tensor(tensor)}, {self.letters(letters)}))"
            case Num(value):
                return f"(Num (Posz {value}))" if value >= 0 else f"(Num (Negz {-value - 1}))"
            case Binary(left, right):
                return f"({type(e).__name__} {self(left)} {self(right)})"
            case CoqSum(letter, inner):
                return f"(Sum {self.letter(letter)} {self(inner)})"
        raise TypeError(e)

    def formula(self, formula: Formula) -> str:
        """A formula for all letters of its tuples."""
        over = gallina([self.letters(group) for group in formula.groups])
        return f"For {over} ({RELATIONS[formula.relation]}, {self(formula.expression)})"


def number_text(
    e: Expression,
    value: Callable[[Tensor], str],
    tight: bool = False,
    names: Mapping[Index, str] | None = None,
) -> str:
    """An expression without sums as a person writes it.

    `value` says what a tensor is called, `names` what a letter is.
    """

    def shown(part: Expression, close: bool = False) -> str:
        return number_text(part, value, close, names)

    match e:
        case At(tensor, letters):
            said = " ".join((value(tensor), *((names or {})[i] for i in letters)))
            return f"({said})" if tight and " " in said else said
        case Num(n):
            return str(n) if n in (0, 1) else f"{n}%:R"
        case Add(left, right):
            text = f"{shown(left)} + {shown(right, True)}"
        case Sub(left, right):
            text = f"{shown(left)} - {shown(right, True)}"
        case Mul(left, right):
            text = f"{shown(left, not isinstance(left, Mul))} * {shown(right, True)}"
        case _:
            raise Unsupported("a sum in a number")
    return f"({text})" if tight else text


@dataclass(frozen=True)
class CoqNumber:
    """A quotient of two expressions without letters."""

    top: Expression
    bottom: Expression = ONE

    def __mul__(self, other: CoqNumber) -> CoqNumber:
        return CoqNumber(times(self.top, other.top), times(self.bottom, other.bottom))

    @property
    def inverse(self) -> CoqNumber:
        """One over it."""
        return CoqNumber(self.bottom, self.top)

    def plus(self, other: CoqNumber, sign: int = 1) -> CoqNumber:
        """The sum, or the difference."""
        node = add if sign > 0 else sub
        if self.bottom == other.bottom:
            return CoqNumber(node(self.top, other.top), self.bottom)
        left, right = times(self.top, other.bottom), times(other.top, self.bottom)
        return CoqNumber(node(left, right), times(self.bottom, other.bottom))


UNIT = CoqNumber(ONE)


@dataclass(frozen=True)
class Formula:
    """An expression that stands in a relation to zero for all letters of these tuples."""

    groups: tuple[tuple[Index, ...], ...]
    expression: Expression
    relation: str = ">="

    @property
    def letters(self) -> tuple[Index, ...]:
        """All letters of the tuples."""
        return tuple(i for group in self.groups for i in group)


def same_up_to_scale(p: Polynomial, q: Polynomial) -> bool:
    """Whether they are positive multiples of each other.

    >>> from pmlsym.calculus.polynomial import constant
    >>> same_up_to_scale(constant(2), constant(1)), same_up_to_scale(constant(2), constant(-1))
    (True, False)
    """
    if not p or not q or p.terms.keys() != q.terms.keys():
        return not p and not q
    ratios = {Fraction(c) / Fraction(q.terms[m]) for m, c in p.terms.items()}
    return len(ratios) == 1 and min(ratios) > 0


def placed(formula: Formula, wanted: Polynomial) -> dict[Index, Index] | None:
    """Letters of the polynomial for those of the formula such that both say the same."""
    found = polynomial(formula.expression)
    choices = []
    for a in sorted({i.alphabet for i in formula.letters}):
        here = [i for i in formula.letters if i.alphabet == a and i in found.free]
        there = [i for i in wanted.free if i.alphabet == a]
        choices.append([dict(zip(here, p, strict=True)) for p in permutations(there, len(here))])
    for chosen in product(*choices):
        names = {k: v for part in chosen for k, v in part.items()}
        if same_up_to_scale(substitute(found, names), wanted):
            return names
    return None


def same_letters(p: Polynomial, letters: Sequence[Index]) -> Polynomial:
    """The polynomial with these letters for its own, by their alphabets.

    Raises Unsupported where an alphabet has several.
    """
    own = {i.alphabet: i for i in letters}
    free = {i.alphabet: i for i in p.free}
    if len(own) < len(letters) or len(free) < len(p.free) or not free.keys() <= own.keys():
        raise Unsupported("two letters of one alphabet")
    return substitute(p, {i: own[a] for a, i in free.items()})
