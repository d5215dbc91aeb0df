"""Quotients of polynomials in numbers, exponentials and logarithms, and their calculus.

A denominator is kept as powers of factors, as it arises; numerator and denominator share no
monomial. exp(2a - b) is exp(a)^2 / exp(b), and log(2 exp(a)) is log(2) + a.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from pmlsym.engines.analytic.polynomial import EXP, LOG, NUMBER, Generator, NumberPolynomial, Powers
from pmlsym.errors import OutOfDomain

Factors = tuple[tuple[NumberPolynomial, int], ...]
"""Factors of a denominator, each with a positive exponent."""

IsPositive = Callable[[NumberPolynomial], bool]
Rational = Fraction | int

LARGEST_TRIAL = 1000
LARGEST_EXPONENT = 24


@dataclass(frozen=True)
class NumberRatio:
    """numerator / product of factor^exponent.

    >>> x = NumberRatio.variable("x")
    >>> print((x + 1).log().derivative("x"), (x * 2).exp().derivative("x"))
    1/(x + 1) 2*exp(x)^2
    """

    numerator: NumberPolynomial
    factors: Factors = ()

    @classmethod
    def number(cls, value: Fraction | int) -> NumberRatio:
        """A rational as a form for analytic proofs, which are quotients in exps and logs."""
        return cls(NumberPolynomial.number(value))

    @classmethod
    def variable(cls, name: str, kind: str = NUMBER) -> NumberRatio:
        """A number by its name, as an analytic form; `kind` is NUMBER or TAIL."""
        return cls.alone(Generator(name, kind))

    @classmethod
    def alone(cls, generator: Generator) -> NumberRatio:
        """One number, exponential or logarithm as a form whose sign is to be proved."""
        return cls(NumberPolynomial.generator(generator))

    @classmethod
    def term(cls, powers: Powers, c: Fraction) -> NumberRatio:
        """A rational times a monomial of exps, logs and numbers, as an analytic form."""
        return cls(NumberPolynomial.of({powers: c}))

    def __add__(self, other: NumberRatio | Rational) -> NumberRatio:
        other = _as_ratio(other)
        mine, theirs = dict(self.factors), dict(other.factors)
        common = {f: max(mine.get(f, 0), theirs.get(f, 0)) for f in (*mine, *theirs)}
        total = _times_factors(self.numerator, common, mine) + _times_factors(
            other.numerator, common, theirs
        )
        return _reduce(total, common)

    def __neg__(self) -> NumberRatio:
        return NumberRatio(-self.numerator, self.factors)

    def __sub__(self, other: NumberRatio | Rational) -> NumberRatio:
        return self + -_as_ratio(other)

    def __rsub__(self, other: Rational) -> NumberRatio:
        return _as_ratio(other) - self

    def __mul__(self, other: NumberRatio | Rational) -> NumberRatio:
        other = _as_ratio(other)
        factors = dict(self.factors)
        for factor, exponent in other.factors:
            factors[factor] = factors.get(factor, 0) + exponent
        return _reduce(self.numerator * other.numerator, factors)

    def __pow__(self, exponent: int) -> NumberRatio:
        if exponent < 0:
            return self.inverse() ** -exponent
        result = NumberRatio.number(1)
        for _ in range(exponent):
            result = result * self
        return result

    def inverse(self) -> NumberRatio:
        """One over an analytic form. Raises OutOfDomain at zero."""
        if not self.numerator:
            raise OutOfDomain("division by zero")
        above = NumberPolynomial.number(1)
        for factor, exponent in self.factors:
            above = above * factor**exponent
        scale, powers = self.numerator.content()
        below = {NumberPolynomial.generator(g): e for g, e in powers}
        rest = self.numerator.divided_by(scale, powers)
        if rest.constant() is None:
            below[rest] = below.get(rest, 0) + 1
        else:
            scale *= rest.constant() or 1
        return _reduce(above.divided_by(scale, ()), below)

    def exp(self) -> NumberRatio:
        """The exponential of an analytic form, as a product for each of its terms."""
        result = NumberRatio.number(1)
        if self.factors:
            sign = -1 if self.numerator.content()[0] < 0 else 1
            return _exponential(self * sign) ** sign
        for powers, c in self.numerator.terms:
            logarithm = powers[0][0] if len(powers) == 1 and powers[0][1] == 1 else None
            if abs(c.numerator) > LARGEST_EXPONENT:
                whole = _exponential(NumberRatio.term(powers, abs(c)))
                result = result * whole ** (1 if c > 0 else -1)
            elif logarithm and logarithm.kind == LOG and c.denominator == 1 and logarithm.inside:
                result = result * logarithm.inside**c.numerator
            else:
                unit = NumberRatio.term(powers, Fraction(1, c.denominator))
                result = result * _exponential(unit) ** c.numerator
        return result

    def log(self, is_positive: IsPositive = lambda polynomial: False) -> NumberRatio:
        """The logarithm of an analytic form, split at factors known to be positive."""
        scale, powers = self.numerator.content()
        parts: list[tuple[NumberPolynomial, int]] = [
            (NumberPolynomial.generator(g), e) for g, e in powers
        ]
        rest = self.numerator.divided_by(scale, powers)
        parts += [(rest, 1), *((factor, -e) for factor, e in self.factors)]
        split, whole, sign = NumberRatio.number(0), NumberRatio.number(1), 1 if scale > 0 else -1
        for factor, exponent in parts:
            if factor.constant() == 1:
                continue
            generator = _single_generator(factor)
            if generator is not None and generator.kind == EXP and generator.inside is not None:
                split = split + generator.inside * exponent
            elif is_positive(factor):
                split = split + _logarithm(NumberRatio(factor)) * exponent
            elif is_positive(-factor):
                split = split + _logarithm(NumberRatio(-factor)) * exponent
                sign *= (-1) ** (exponent % 2)
            else:
                whole = whole * NumberRatio(factor) ** exponent
        return split + _log_of_rational(abs(scale)) + _logarithm(whole * sign)

    def derivative(self, name: str) -> NumberRatio:
        """The derivative of an analytic form with respect to a number."""
        total = _differentiate(self.numerator, name)
        total = total * _reduce(NumberPolynomial.number(1), dict(self.factors))
        for factor, exponent in self.factors:
            slope = _differentiate(factor, name)
            if slope.numerator:
                total = total - self * slope * exponent * NumberRatio(factor).inverse()
        return total

    def at(self, name: str, value: NumberRatio) -> NumberRatio:
        """An analytic form with a number replaced. Raises OutOfDomain at a zero denominator."""
        total = _substitute(self.numerator, name, value)
        for factor, exponent in self.factors:
            total = total * _substitute(factor, name, value).inverse() ** exponent
        return total

    def generators(self) -> tuple[Generator, ...]:
        """The numbers, exps and logs on either side of an analytic form, outside of others."""
        every = set(self.numerator.generators())
        for factor, _ in self.factors:
            every |= set(factor.generators())
        return tuple(sorted(every))

    def constant(self) -> Fraction | None:
        """The rational that an analytic form is, or None."""
        return None if self.factors else self.numerator.constant()

    def numbers(self, *kinds: str) -> frozenset[str]:
        """The names of all numbers in a form of an analytic proof, inside exps and logs too.

        >>> (NumberRatio.variable("x").exp() + NumberRatio.variable("t", "tail")).numbers("tail")
        frozenset({'t'})
        """
        names: set[str] = set()
        for generator in self.generators():
            if generator.inside is not None:
                names |= generator.inside.numbers(*kinds)
            elif not kinds or generator.kind in kinds:
                names.add(generator.text)
        return frozenset(names)

    def __str__(self) -> str:
        if not self.factors:
            return str(self.numerator)
        above = str(self.numerator)
        above = f"({above})" if len(self.numerator.terms) > 1 else above
        below = "*".join(f"({f})" if e == 1 else f"({f})^{e}" for f, e in self.factors)
        return f"{above}/{below}" if len(self.factors) == 1 else f"{above}/({below})"


def _as_ratio(value: NumberRatio | Rational) -> NumberRatio:
    """The value as an analytic form, a rational as a constant one."""
    return value if isinstance(value, NumberRatio) else NumberRatio.number(value)


def _times_factors(
    numerator: NumberPolynomial,
    common: Mapping[NumberPolynomial, int],
    present: Mapping[NumberPolynomial, int],
) -> NumberPolynomial:
    """An analytic form's numerator over the common denominator, given its own factors."""
    for factor, exponent in common.items():
        numerator = numerator * factor ** (exponent - present.get(factor, 0))
    return numerator


def _reduce(numerator: NumberPolynomial, factors: Mapping[NumberPolynomial, int]) -> NumberRatio:
    """The analytic form with monomials, constants and whole factors cancelled."""
    if not numerator:
        return NumberRatio(numerator)
    below: dict[NumberPolynomial, int] = {}
    for factor, exponent in factors.items():
        scale, powers = factor.content()
        for g, e in powers:
            single = NumberPolynomial.generator(g)
            below[single] = below.get(single, 0) + e * exponent
        rest = factor.divided_by(scale, powers)
        numerator = numerator.divided_by(scale**exponent, ())
        if rest.constant() is None:
            below[rest] = below.get(rest, 0) + exponent
    _, powers = numerator.content()
    shared = dict(powers)
    for factor in list(below):
        generator = _single_generator(factor)
        if generator in shared:
            common = min(shared[generator], below[factor])
            numerator = numerator.divided_by(Fraction(1), ((generator, common),))
            below[factor] -= common
        elif generator is None:
            while below[factor] and (quotient := _quotient_of(numerator, factor)) is not None:
                numerator = quotient
                below[factor] -= 1
    factors_left = ((f, e) for f, e in below.items() if e)
    return NumberRatio(numerator, tuple(sorted(factors_left, key=lambda item: str(item[0]))))


def _quotient_of(numerator: NumberPolynomial, factor: NumberPolynomial) -> NumberPolynomial | None:
    """The exact quotient of two analytic polynomials, by leading terms, or None."""
    lead, c = factor.terms[0]
    need = dict(lead)
    quotient: dict[Powers, Fraction] = {}
    rest = numerator
    for _ in range(len(numerator.terms) * 2 + 2):
        if not rest:
            return NumberPolynomial.of(quotient)
        powers, d = rest.terms[0]
        have = dict(powers)
        if any(have.get(g, 0) < e for g, e in need.items()):
            return None
        left = tuple((g, e - need.get(g, 0)) for g, e in powers if e - need.get(g, 0))
        quotient[left] = quotient.get(left, Fraction(0)) + d / c
        rest = rest - factor * NumberPolynomial.of({left: d / c})
    return None


def _single_generator(polynomial: NumberPolynomial) -> Generator | None:
    """The number, exp or log that an analytic polynomial is alone, or None."""
    if len(polynomial.terms) != 1:
        return None
    powers, c = polynomial.terms[0]
    return powers[0][0] if c == 1 and len(powers) == 1 and powers[0][1] == 1 else None


def _exponential(inside: NumberRatio) -> NumberRatio:
    """The exponential of an analytic form as a generator; 1 at zero."""
    if not inside.numerator:
        return NumberRatio.number(1)
    return NumberRatio.alone(Generator(f"exp({inside})", EXP, inside))


def _logarithm(inside: NumberRatio) -> NumberRatio:
    """The logarithm of an analytic form as a generator, of a rational by primes."""
    constant = inside.constant()
    if constant is not None:
        if constant <= 0:
            raise OutOfDomain(f"log({constant})")
        return _log_of_rational(constant)
    return NumberRatio.alone(Generator(f"log({inside})", LOG, inside))


def _log_of_rational(value: Fraction) -> NumberRatio:
    """The logarithm of a rational as an analytic form over small primes: log(4) is 2 log(2)."""
    total = NumberRatio.number(0)
    for integer, sign in ((value.numerator, 1), (value.denominator, -1)):
        for prime in _small_primes(integer):
            generator = Generator(f"log({prime})", LOG, NumberRatio.number(prime))
            total = total + NumberRatio.alone(generator) * sign
    return total


def _small_primes(integer: int) -> Iterable[int]:
    """The small prime factors of an integer, for an analytic logarithm; the large rest as one."""
    divisor = 2
    while integer > 1 and divisor < LARGEST_TRIAL:
        while integer % divisor == 0:
            yield divisor
            integer //= divisor
        divisor += 1
    if integer > 1:
        yield integer


def _differentiate(polynomial: NumberPolynomial, name: str) -> NumberRatio:
    """The derivative of an analytic polynomial with respect to a number."""
    total = NumberRatio.number(0)
    for generator in polynomial.generators():
        slope = _slope_of_generator(generator, name)
        if not slope.numerator:
            continue
        terms: dict[Powers, Fraction] = {}
        for powers, c in polynomial.terms:
            exponent = dict(powers).get(generator, 0)
            if exponent:
                less = tuple((g, e - (g == generator)) for g, e in powers if e - (g == generator))
                terms[less] = terms.get(less, Fraction(0)) + c * exponent
        total = total + NumberRatio(NumberPolynomial.of(terms)) * slope
    return total


def _slope_of_generator(generator: Generator, name: str) -> NumberRatio:
    """The derivative of one number, exp or log in an analytic form with respect to a number."""
    if generator.inside is None:
        return NumberRatio.number(int(generator.text == name))
    inner = generator.inside.derivative(name)
    if not inner.numerator:
        return inner
    if generator.kind == EXP:
        return inner * NumberRatio.alone(generator)
    return inner * generator.inside.inverse()


def _substitute(polynomial: NumberPolynomial, name: str, value: NumberRatio) -> NumberRatio:
    """An analytic polynomial with a number replaced, inside exps and logs too."""

    @cache
    def image(generator: Generator) -> NumberRatio:
        """The analytic form of a number, an exp or a log once the number is replaced."""
        if generator.inside is None and generator.text == name:
            return value
        if generator.inside is None or name not in generator.inside.numbers():
            return NumberRatio.alone(generator)
        inside = generator.inside.at(name, value)
        return inside.exp() if generator.kind == EXP else inside.log()

    for generator in polynomial.generators():  # the first that has no value raises
        image(generator)
    replaced: NumberRatio = polynomial.read(NumberRatio.number, image)
    return replaced


__all__ = ["NUMBER", "Factors", "IsPositive", "NumberRatio"]
