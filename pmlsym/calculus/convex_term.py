"""Convex terms: F(a, b) = b f(a/b) as an atom of the calculus, for a convex f with f(0) = 0.

    F[entropy](W(x,y); P_Y(y))       one tensor over the free letters of a and b

A term is identified by f and the normal forms of a and b at canonical letters; its name is for
people. Only `convex` makes terms; where an equal polynomial is simpler, it returns that:

    F(0, b) = 0        F(a, a) = f(1) a        F(v a, v b) = v F(a, b)      v >= 0, declared so

**The meaning of a term.** A term is a real number at all real a and b, so that no infinity is ever
subtracted. A function that *grows* (entropy, square, a power of order above 1) means f_N, which is
f up to N and its tangent at N beyond; the other functions mean themselves. Then

    F(a, b) = b f_N(a/b)  where b > 0        F(a, 0) = a * (slope of f_N at infinity)      a, b >= 0
    F(a, b) = f(1) a      where a < 0 or b < 0

At every N this is homogeneous at all real a and b, convex and so subadditive on the quadrant, and
at most b f(a/b), which it is once N >= a/b; where that is infinite it tends to infinity with N.
The three rules above hold at every N. A sequent means *at every instance, for all large N*: how
large depends on the values of its tensors that are not terms. docs/theory.md has the proofs.

Source: Csiszar's f-divergences; the perspective of a convex function.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, permutations, product
from math import gcd, lcm, perm, prod

from pmlsym.calculus.meter import uncounted
from pmlsym.calculus.normal_form import Factor, Monomial
from pmlsym.calculus.polynomial import Polynomial, atom, constant, substitute
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidInput

FORMULAS = {
    "entropy": "u log u",
    "square": "u^2",
    "excess": "max(u - 1, 0)",
    "root": "-sqrt u",
    "power": "u^order above order 1, -u^order between 0 and 1, else 0",
}
"""The closed list of functions; all are convex, and zero at zero.

(u-1)^2, |u-1|, -log u, and the functions of Le Cam and of Jensen and Shannon are these functions at
other arguments, up to multiples of a and b.
"""

MOST_ORDERS = 720
"""The most orders of letters that are compared for the canonical one."""


@dataclass(frozen=True)
class Function:
    """A convex function of the list, with a number or a scalar as the order if it is a power.

    >>> Function("square").at_one, Function("power", constant(Fraction(1, 2))).at_one
    (1, -1)
    """

    name: str
    order: Polynomial | None = None

    def __post_init__(self) -> None:
        if self.name not in FORMULAS:
            raise InvalidInput(f"{self.name} is none of {', '.join(FORMULAS)}")
        if (self.order is not None) != (self.name == "power"):
            raise InvalidInput(f"a power has an order, and {self.name} has none")
        if self.order is not None and self._number is None and not _is_scalar(self.order):
            raise InvalidInput(f"the order {self.order} is no number and no scalar")

    @property
    def _number(self) -> Fraction | None:
        """The order of a power in a convex term, if it is a number; else None."""
        if self.order is None or any(self.order.atoms()):
            return None
        return Fraction(sum(c for _, c in self.order))

    @property
    def at_one(self) -> int | None:
        """The value f(1) of a convex term's function; None for an order that is not a number."""
        if self.name != "power":
            return {"entropy": 0, "square": 1, "excess": 0, "root": -1}[self.name]
        order = self._number
        return None if order is None else 1 if order > 1 else -1 if 0 < order < 1 else 0

    @property
    def grows(self) -> bool:
        """Whether f(u)/u may be unbounded, so that convex terms of f may grow with N."""
        order = self._number
        return self.name in ("entropy", "square") or (
            self.name == "power" and (order is None or order > 1)
        )

    def __repr__(self) -> str:
        return self.name if self.order is None else f"{self.name} {self.order}"


ENTROPY, SQUARE, EXCESS, ROOT = map(Function, ("entropy", "square", "excess", "root"))


@dataclass(frozen=True)
class ConvexTerm:
    """The meaning of the tensor of a convex term: F(a, b), whose free letters are `letters`."""

    function: Function
    letters: tuple[Index, ...]
    a: Polynomial
    b: Polynomial

    @property
    def arguments(self) -> tuple[Polynomial, ...]:
        """The polynomials in a convex term: a, b, and the order of a power."""
        order = self.function.order
        return (self.a, self.b) if order is None else (self.a, self.b, order)

    @property
    def tensors(self) -> tuple[Tensor, ...]:
        """The tensors in a convex term's arguments, and inside the terms there."""
        return tuple(sorted({t for p in self.arguments for t in p.tensors}))


def convex(function: Function, a: Polynomial, b: Polynomial) -> Polynomial:
    """The convex term F(a, b) as a polynomial: a common factor times one tensor.

    >>> t, s = atom(Tensor("t", nonnegative=True)), atom(Tensor("s"))
    >>> convex(SQUARE, 2 * t * s, 2 * t)
    2*square(s; 1)*t
    >>> convex(ENTROPY, s, s), convex(SQUARE, s, s), convex(ROOT, constant(0), s)
    (0, s, 0)
    """
    if not a:
        return constant(0)
    common, a, b = _common(a, b)
    if a == b and function.at_one is not None:
        return function.at_one * common * a
    tensor, letters = _tensor(function, a, b)
    return common * atom(tensor, *letters)


def log(polynomial: Polynomial) -> Polynomial:
    """The logarithm of a polynomial c > 0 as a convex term: log c = -F_entropy(1, c)."""
    return -convex(ENTROPY, constant(1), polynomial)


def grows(polynomial: Polynomial) -> bool:
    """Whether a convex term of a growing function occurs in a polynomial, also inside others."""
    return any(t.term is not None and t.term.function.grows for t in polynomial.tensors)


@lru_cache(maxsize=1 << 14)
@uncounted()
def _tensor(function: Function, a: Polynomial, b: Polynomial) -> tuple[Tensor, tuple[Index, ...]]:
    """The tensor of a convex term F(a, b), and its letters."""
    best: tuple[str, tuple[Index, ...], Polynomial, Polynomial] | None = None
    places: tuple[Index, ...] = ()
    for letters in _orders({*a.free, *b.free}):
        places = tuple(
            Index(i.alphabet, f"{i.alphabet.lower()}_{k}") for k, i in enumerate(letters)
        )
        names = dict(zip(letters, places, strict=True))
        above, below = substitute(a, names), substitute(b, names)
        shown = f"{above}; {below}"
        if best is None or shown < best[0]:
            best = (shown, letters, above, below)
    assert best is not None  # no letters have one order, too
    shown, letters, above, below = best
    term = ConvexTerm(function, places, above, below)
    alphabets = tuple(i.alphabet for i in places)
    return Tensor(f"{function}({shown})", alphabets, role="term", term=term), letters


def _orders(letters: Iterable[Index]) -> Iterator[tuple[Index, ...]]:
    """Orders of a convex term's indices, as y_9, y_10, among which its normal form is found."""
    in_order = sorted(letters, key=lambda i: (i.alphabet, len(i.name), i.name))
    grouped = [tuple(own) for _, own in groupby(in_order, key=lambda i: i.alphabet)]
    number = prod(perm(len(group)) for group in grouped)
    orders = (permutations(group) if number <= MOST_ORDERS else [group] for group in grouped)
    for chosen in product(*orders):
        yield tuple(i for group in chosen for i in group)


def _common(a: Polynomial, b: Polynomial) -> tuple[Polynomial, Polynomial, Polynomial]:
    """The nonnegative factors in every monomial of a convex term's arguments, and the quotients."""
    terms = [*a, *b]
    number = _content(c for _, c in terms)
    shared: Counter[Factor] | None = None
    for monomial, _ in terms:
        own = Counter(part for part in monomial if all(t.is_nonnegative for t, _ in part))
        shared = own if shared is None else shared & own
    factors = shared or Counter()

    def rest(polynomial: Polynomial) -> Polynomial:
        """An argument of a convex term, a polynomial in tensors, without the common factors."""
        return Polynomial({_without(m, factors): Fraction(c) / number for m, c in polynomial})

    return Polynomial({tuple(sorted(factors.elements())): number}), rest(a), rest(b)


def _without(monomial: Monomial, factors: Counter[Factor]) -> Monomial:
    """The factors of a monomial that are not among the common ones of a convex term."""
    left = factors.copy()
    kept = []
    for part in monomial:
        if left[part]:
            left[part] -= 1
        else:
            kept.append(part)
    return tuple(kept)


def _content(numbers: Iterable[Fraction | int]) -> Fraction:
    """The largest rational that divides a convex term's coefficients into integers."""
    fractions = [abs(Fraction(c)) for c in numbers]
    return Fraction(
        gcd(*(f.numerator for f in fractions)), lcm(*(f.denominator for f in fractions))
    )


def _is_scalar(polynomial: Polynomial) -> bool:
    """Whether a polynomial is one tensor without indices, as the order of a power may be."""
    terms = list(polynomial)
    atoms = list(polynomial.atoms())
    return len(terms) == len(atoms) == 1 and terms[0][1] == 1 and not atoms[0][1]
