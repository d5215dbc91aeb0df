"""Expressions: polynomials that are written for Coq twice, as data and as a person writes them.

As data they are those of `proofs/coq/Expressions.v`; in a statement they are sums and products over
finite types. Coq proves by computation that both are equal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import count, permutations, product
from math import lcm
from operator import mul

from pmlsym.calculus.normal_form import loosen
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute, sum_over
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.coq.gallina import gallina
from pmlsym.errors import Unsupported
from pmlsym.language.fold import Node, children

Letters = tuple[Index, ...]
_FRESH = count()


@dataclass(frozen=True)
class Expression(Node):
    """A node of an expression; + - * combine two without simplification."""

    def __add__(self, other: Expression) -> Expression:
        return Binary("Add", self, other)

    def __sub__(self, other: Expression) -> Expression:
        return Binary("Sub", self, other)

    def __mul__(self, other: Expression) -> Expression:
        return Binary("Mul", self, other)


@dataclass(frozen=True)
class At(Expression):
    """A tensor at letters."""

    tensor: Tensor
    letters: Letters = ()


@dataclass(frozen=True)
class Num(Expression):
    """An integer."""

    value: int


@dataclass(frozen=True)
class Binary(Expression):
    """Two expressions under Add, Sub or Mul."""

    inner = ("left", "right")
    same = ("word",)

    word: str
    left: Expression
    right: Expression


@dataclass(frozen=True)
class CoqSum(Expression):
    """A sum over a letter."""

    inner = ("body",)

    letter: Index
    body: Expression


@dataclass(frozen=True)
class CoqRatio(Expression):
    """`most` g a b n d: g (a d - b n), which is >= 0 iff n/d <= a/b where g > 0; or `least`."""

    inner = ("guard", "top", "bottom", "above", "below")
    same = ("word",)

    word: str
    guard: Expression
    top: Expression
    bottom: Expression
    above: Expression
    below: Expression

    @property
    def written_out(self) -> Expression:
        """Coq's expression of this ratio with products and a difference."""
        high, low = self.top * self.below, self.bottom * self.above
        return self.guard * (high - low if self.word == "most" else low - high)


ONE = Num(1)


def fresh(letters: Iterable[Index]) -> Letters:
    """New letters of the same alphabets, for an expression of Coq."""
    return tuple(Index(i.alphabet, f"new{next(_FRESH)}") for i in letters)


def product_of(*factors: Expression) -> Expression:
    """The expression for Coq of a product, without ones."""
    needed = [f for f in factors if f != ONE]
    return reduce(mul, needed) if needed else ONE


def sum_of(letters: Letters, inner: Expression) -> Expression:
    """The expression for Coq of a sum over several letters, the first one outermost."""
    return reduce(lambda e, i: CoqSum(i, e), reversed(letters), inner)


def to_polynomial(e: Expression) -> Polynomial:
    """The polynomial of an expression for Coq, in normal form."""
    match e:
        case At(tensor, letters):
            return atom(tensor, *letters)
        case Num(value):
            return constant(value)
        case Binary(word, left, right):
            first, second = to_polynomial(left), to_polynomial(right)
            return {"Add": first + second, "Sub": first - second, "Mul": first * second}[word]
        case CoqSum(letter, inner):
            return sum_over(to_polynomial(inner), letter)
        case CoqRatio():
            return to_polynomial(e.written_out)
    raise TypeError(e)


def common_denominator(*polynomials: Polynomial) -> int:
    """The least integer that clears polynomials' denominators for Coq."""
    return lcm(1, *(Fraction(c).denominator for p in polynomials for _, c in p))


def to_expression(p: Polynomial) -> Expression:
    """The expression for Coq of a polynomial: sums and differences of products.

    Raises Unsupported where it has fractions.
    """
    total: Expression | None = None
    for monomial, c in sorted(p, key=lambda term: term[1] < 0):
        if Fraction(c).denominator != 1:
            raise Unsupported("a value with fractions")
        atoms, summed = loosen(monomial)
        names = dict(zip(summed, fresh(summed), strict=True))
        factors = (At(t, tuple(names.get(i, i) for i in places)) for t, places in atoms)
        summand = sum_of(tuple(names.values()), product_of(Num(abs(int(c))), *factors))
        if total is None:
            total = summand if c > 0 else Num(0) - summand
        else:
            total = total + summand if c > 0 else total - summand
    return total or Num(0)


def sides(p: Polynomial) -> tuple[Expression, Expression]:
    """The two sides, as expressions for Coq without negative terms, the smaller one first.

    Their difference is a positive multiple of the polynomial.
    """
    whole = p * common_denominator(p)
    low = [(m, c) for m, c in whole if c < 0]
    less = sum((-Polynomial({m: c}) for m, c in low), constant(0))
    return to_expression(less), to_expression(whole + less)


def expression_data(
    e: Expression, letter: Callable[[Index], str], tensor: Callable[[Tensor], int]
) -> str:
    """The expression as a term of Coq; `letter` and `tensor` give the numbers of the data."""

    def write(part: Expression) -> str:
        """The term of Coq for one part of the expression."""
        match part:
            case At(node_tensor, letters):
                return f"(At ({tensor(node_tensor)}, {gallina([letter(i) for i in letters])}))"
            case Num(value):
                return f"(Num (Posz {value}))" if value >= 0 else f"(Num (Negz {-value - 1}))"
            case Binary(word, left, right):
                return f"({word} {write(left)} {write(right)})"
            case CoqSum(bound, inner):
                return f"(Sum {letter(bound)} {write(inner)})"
            case CoqRatio(word):
                return f"({' '.join((word, *map(write, children(part))))})"
        raise TypeError(part)

    return write(e)


def same_up_to_scale(p: Polynomial, q: Polynomial) -> bool:
    """Whether two polynomials for Coq are positive multiples of each other.

    >>> from pmlsym.calculus.polynomial import constant
    >>> same_up_to_scale(constant(2), constant(1)), same_up_to_scale(constant(2), constant(-1))
    (True, False)
    """
    if not p or not q or p.terms.keys() != q.terms.keys():
        return not p and not q
    ratios = {Fraction(c) / Fraction(q.terms[m]) for m, c in p.terms.items()}
    return len(ratios) == 1 and min(ratios) > 0


def matching_letters(
    p: Polynomial, letters: Letters, wanted: Polynomial
) -> Mapping[Index, Index] | None:
    """The letters at which a premise's polynomial for Coq is that of a goal; None if none fit.

    They agree up to a positive factor. All assignments within each alphabet are tried, which are
    few: a formula has two or three letters of an alphabet. None where no assignment fits.
    """
    choices = []
    for alphabet in sorted({i.alphabet for i in letters}):
        old = [i for i in letters if i.alphabet == alphabet and i in p.free]
        new = [i for i in wanted.free if i.alphabet == alphabet]
        choices.append([dict(zip(old, q, strict=True)) for q in permutations(new, len(old))])
    for chosen in product(*choices):
        names = {k: v for part in chosen for k, v in part.items()}
        if same_up_to_scale(substitute(p, names), wanted):
            return names
    return None
