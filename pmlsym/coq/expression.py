"""Expressions in letters: polynomials that are written for Coq twice, as data and as a person does.

As data they are those of `proofs/coq/Expressions.v`; in a statement they are sums and products over
finite types. Coq sees by computation that both are the same.
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
    """A node of an expression; + - * put two together as they stand."""

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
    """Two expressions put together: Add, Sub or Mul."""

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
        """With products and a difference."""
        high, low = self.top * self.below, self.bottom * self.above
        return self.guard * (high - low if self.word == "most" else low - high)


ONE = Num(1)


def fresh(letters: Iterable[Index]) -> Letters:
    """Letters of the same alphabets that nothing else uses."""
    return tuple(Index(i.alphabet, f"new{next(_FRESH)}") for i in letters)


def times(*factors: Expression) -> Expression:
    """The product, without ones."""
    kept = [f for f in factors if f != ONE]
    return reduce(mul, kept) if kept else ONE


def sums(letters: Letters, inner: Expression) -> Expression:
    """The sum over several letters, the first one outside."""
    return reduce(lambda e, i: CoqSum(i, e), reversed(letters), inner)


def polynomial(e: Expression) -> Polynomial:
    """The expression in normal form."""
    match e:
        case At(tensor, letters):
            return atom(tensor, *letters)
        case Num(value):
            return constant(value)
        case Binary(word, left, right):
            first, second = polynomial(left), polynomial(right)
            return {"Add": first + second, "Sub": first - second, "Mul": first * second}[word]
        case CoqSum(letter, inner):
            return sum_over(polynomial(inner), letter)
        case CoqRatio():
            return polynomial(e.written_out)
    raise TypeError(e)


def scale(*polynomials: Polynomial) -> int:
    """What makes all their coefficients integers."""
    return lcm(1, *(Fraction(c).denominator for p in polynomials for _, c in p))


def expression(p: Polynomial) -> Expression:
    """The polynomial as a sum and difference of products.

    Raises Unsupported where it has fractions.
    """
    found: Expression | None = None
    for monomial, c in sorted(p, key=lambda term: term[1] < 0):
        if Fraction(c).denominator != 1:
            raise Unsupported("a value with fractions")
        atoms, summed = loosen(monomial)
        own = dict(zip(summed, fresh(summed), strict=True))
        factors = (At(t, tuple(own.get(i, i) for i in places)) for t, places in atoms)
        part = sums(tuple(own.values()), times(Num(abs(int(c))), *factors))
        if found is None:
            found = part if c > 0 else Num(0) - part
        else:
            found = found + part if c > 0 else found - part
    return found or Num(0)


def sides(p: Polynomial) -> tuple[Expression, Expression]:
    """Two expressions without negative terms of which the polynomial is a positive multiple of the
    difference, the smaller one first.
    """
    whole = p * scale(p)
    low = [(m, c) for m, c in whole if c < 0]
    less = sum((-Polynomial({m: c}) for m, c in low), constant(0))
    return expression(less), expression(whole + less)


def data(e: Expression, letter: Callable[[Index], str], tensor: Callable[[Tensor], int]) -> str:
    """The expression as a term of Coq; `letter` and `tensor` give the numbers of the data."""

    def write(part: Expression) -> str:
        match part:
            case At(known, letters):
                return f"(At ({tensor(known)}, {gallina([letter(i) for i in letters])}))"
            case Num(value):
                return f"(Num (Posz {value}))" if value >= 0 else f"(Num (Negz {-value - 1}))"
            case Binary(word, left, right):
                return f"({word} {write(left)} {write(right)})"
            case CoqSum(own, inner):
                return f"(Sum {letter(own)} {write(inner)})"
            case CoqRatio(word):
                return f"({' '.join((word, *map(write, children(part))))})"
        raise TypeError(part)

    return write(e)


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


def placed(p: Polynomial, letters: Letters, wanted: Polynomial) -> Mapping[Index, Index] | None:
    """Letters of the wanted polynomial for these such that both say the same."""
    choices = []
    for alphabet in sorted({i.alphabet for i in letters}):
        here = [i for i in letters if i.alphabet == alphabet and i in p.free]
        there = [i for i in wanted.free if i.alphabet == alphabet]
        choices.append([dict(zip(here, q, strict=True)) for q in permutations(there, len(here))])
    for chosen in product(*choices):
        names = {k: v for part in chosen for k, v in part.items()}
        if same_up_to_scale(substitute(p, names), wanted):
            return names
    return None
