"""Polynomials in numbers, exponentials and logarithms, over the rationals.

    x^2 exp(a) - 2 log(1 + x) + 1/3          generators: x, exp(a), log(1 + x)

Generators are treated as independent; what relates them is stated as facts (bounds.py). A
polynomial keeps its terms in one order, so that equal polynomials are equal values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pmlsym.engines.analytic.ratio import NumberRatio

NUMBER, TAIL, EXP, LOG = "number", "tail", "exp", "log"


@dataclass(frozen=True, order=True)
class Generator:
    """A number by its name, or the exponential or logarithm of `inside`; equal if `text` is.

    A TAIL is a number that represents a binomial tail, known only by the facts about it.
    """

    text: str
    kind: str = field(default=NUMBER, compare=False)
    inside: NumberRatio | None = field(default=None, compare=False, repr=False)


Powers = tuple[tuple[Generator, int], ...]
"""A monomial: its generators in order, each with a positive exponent."""


@dataclass(frozen=True)
class NumberPolynomial:
    """The sum of coefficient * monomial, its terms in order, none with coefficient zero.

    >>> x = NumberPolynomial.generator(Generator("x"))
    >>> str((x + NumberPolynomial.number(1)) * (x - NumberPolynomial.number(1)))
    'x^2 - 1'
    """

    terms: tuple[tuple[Powers, Fraction], ...]

    @classmethod
    def of(cls, terms: Mapping[Powers, Fraction]) -> NumberPolynomial:
        """The analytic polynomial, in numbers, exps and logs, with the given terms but zeros."""
        return cls(tuple(sorted((item for item in terms.items() if item[1]), reverse=True)))

    @classmethod
    def number(cls, value: Fraction | int) -> NumberPolynomial:
        """A rational as an analytic polynomial."""
        return cls.of({(): Fraction(value)})

    @classmethod
    def generator(cls, generator: Generator) -> NumberPolynomial:
        """One number, exponential or logarithm as an analytic polynomial."""
        return cls.of({((generator, 1),): Fraction(1)})

    def __add__(self, other: NumberPolynomial) -> NumberPolynomial:
        total = dict(self.terms)
        for powers, c in other.terms:
            total[powers] = total.get(powers, Fraction(0)) + c
        return NumberPolynomial.of(total)

    def __neg__(self) -> NumberPolynomial:
        return NumberPolynomial(tuple((powers, -c) for powers, c in self.terms))

    def __sub__(self, other: NumberPolynomial) -> NumberPolynomial:
        return self + -other

    def __mul__(self, other: NumberPolynomial) -> NumberPolynomial:
        total: dict[Powers, Fraction] = {}
        for left, c in self.terms:
            for right, d in other.terms:
                powers = product_of_monomials(left, right)
                total[powers] = total.get(powers, Fraction(0)) + c * d
        return NumberPolynomial.of(total)

    def __pow__(self, exponent: int) -> NumberPolynomial:
        result = NumberPolynomial.number(1)
        for _ in range(exponent):
            result = result * self
        return result

    def __bool__(self) -> bool:
        return bool(self.terms)

    def constant(self) -> Fraction | None:
        """The rational that a polynomial of an analytic proof equals; None if it has numbers."""
        if not self.terms:
            return Fraction(0)
        (powers, c), *rest = self.terms
        return c if not rest and not powers else None

    def generators(self) -> tuple[Generator, ...]:
        """The numbers, exponentials and logarithms in an analytic polynomial, in order."""
        return tuple(sorted({g for powers, _ in self.terms for g, _ in powers}))

    def content(self) -> tuple[Fraction, Powers]:
        """The leading coefficient and common monomial that an analytic proof may divide out."""
        if not self.terms:
            return Fraction(1), ()
        common = dict(self.terms[0][0])
        for powers, _ in self.terms[1:]:
            here = dict(powers)
            common = {g: min(e, here[g]) for g, e in common.items() if g in here}
        return self.terms[0][1], tuple(sorted(common.items()))

    def divided_by(self, scale: Fraction, powers: Powers) -> NumberPolynomial:
        """The analytic polynomial divided by scale * a monomial that all its terms have."""
        less = dict(powers)
        terms = {}
        for monomial, c in self.terms:
            left = ((g, e - less.get(g, 0)) for g, e in monomial)
            terms[tuple((g, e) for g, e in left if e)] = c / scale
        return NumberPolynomial.of(terms)

    def coefficients(self, generator: Generator) -> dict[int, NumberPolynomial]:
        """The coefficients of an analytic polynomial by powers of one number, exp or log."""
        parts: dict[int, dict[Powers, Fraction]] = {}
        for powers, c in self.terms:
            degree = dict(powers).get(generator, 0)
            rest = tuple((g, e) for g, e in powers if g != generator)
            parts.setdefault(degree, {})[rest] = c
        return {degree: NumberPolynomial.of(terms) for degree, terms in parts.items()}

    def read(
        self,
        number: Callable[[Fraction], Any],
        entry: Callable[[Generator], Any],
        power: Callable[[Any, int], Any] = pow,
    ) -> Any:
        """The value of an analytic polynomial in floats, balls or forms, given its generators'."""
        total = number(Fraction(0))
        for powers, c in self.terms:
            term = number(c)
            for generator, exponent in powers:
                term = term * power(entry(generator), exponent)
            total = total + term
        return total

    def __str__(self) -> str:
        return "".join(_term_texts(self.terms)) or "0"


def product_of_monomials(left: Powers, right: Powers) -> Powers:
    """The product of two monomials of analytic polynomials."""
    if not left or not right:
        return left or right
    total = dict(left)
    for generator, exponent in right:
        total[generator] = total.get(generator, 0) + exponent
    return tuple(sorted(total.items()))


def powers_text(powers: Iterable[tuple[Generator, int]]) -> str:
    """A product of powers of numbers, exps and logs as an analytic proof prints it."""
    return "*".join(g.text if e == 1 else f"{g.text}^{e}" for g, e in powers)


def _term_texts(terms: Iterable[tuple[Powers, Fraction]]) -> Iterator[str]:
    """The parts of the text of an analytic polynomial, with their signs."""
    for k, (powers, c) in enumerate(terms):
        sign = "-" if c < 0 else "+"
        yield f" {sign} " if k else "-" if c < 0 else ""
        size, text = abs(c), powers_text(powers)
        yield text if text and size == 1 else f"{size}*{text}" if text else str(size)
