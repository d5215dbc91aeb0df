"""Power series of forms in one number x at an end of its range, by exact arithmetic.

    a exp(a)/(exp(a) - 1) - 1 + log(a) - log(exp(a) - 1)  ->  0      as a falls to 0
    (x - 2) exp(x) + x + 2  =  sum of (n - 2)/n! x^n over n >= 3,    so it is >= 0 where x >= 0

A series has coefficients that are polynomials in log t, the logarithm of the distance t from the
end, and in logarithms of rationals; it is known up to an order in t, beyond which nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, factorial

from pmlsym.engines.analytic.polynomial import EXP, LOG, NUMBER, Generator, NumberPolynomial
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.errors import OutOfDomain

TERMS = 12
"""How many coefficients of a series are kept."""

MOST_CHECKED = 120
"""The power up to which coefficients are computed one by one, before a bound covers the rest."""

DISTANCE = Generator("log(distance)", LOG)
ZERO, ONE = NumberPolynomial.number(0), NumberPolynomial.number(1)


class NoSeries(Exception):
    """A form has no series of this kind, or too few of its coefficients are known."""


def limit_at_end(form: NumberRatio, number: str, end: Fraction, *, from_above: bool) -> NumberRatio:
    """The limit of an analytic form in one number at an end of its range.

    Raises OutOfDomain where none is found: there is none, or it is not a sum of logarithms of
    rationals.

    >>> x = NumberRatio.variable("x")
    >>> print(limit_at_end((x.exp() - 1) * x.inverse(), "x", Fraction(0), from_above=True))
    1
    """
    try:
        series = _Expansion(number, end, 1 if from_above else -1).of(form)
        return NumberRatio(series.limit())
    except NoSeries as error:
        raise OutOfDomain(f"no limit is known at {number} = {end}: {error}") from None


@dataclass(frozen=True)
class _Series:
    """The sum of coefficient * t^power, and what is of the order t^`known` or smaller."""

    coefficients: Mapping[int, NumberPolynomial]
    known: int

    def __add__(self, other: _Series) -> _Series:
        known = min(self.known, other.known)
        total = dict(self.coefficients)
        for power, c in other.coefficients.items():
            total[power] = total.get(power, ZERO) + c
        return _Series({p: c for p, c in total.items() if c and p < known}, known)

    def __mul__(self, other: _Series) -> _Series:
        known = min(self.known + other.lowest, other.known + self.lowest)
        total: dict[int, NumberPolynomial] = {}
        for power, c in self.coefficients.items():
            for more, d in other.coefficients.items():
                if power + more < known:
                    total[power + more] = total.get(power + more, ZERO) + c * d
        return _Series({p: c for p, c in total.items() if c}, known)

    @property
    def lowest(self) -> int:
        """The lowest power of t in the power series, or the order up to which it is known."""
        return min(self.coefficients, default=self.known)

    def limit(self) -> NumberPolynomial:
        """The limit of the power series as t falls to 0. Raises NoSeries at infinite ones."""
        first = self.coefficients.get(0, ZERO)
        if self.lowest < 0 or self.known <= 0 or DISTANCE in first.generators():
            raise NoSeries("it is not known to be finite")
        return first

    def parts(self) -> tuple[int, Fraction, _Series]:
        """k, c and u of a power series c t^k (1 + u), u zero at 0. Raises NoSeries at other c."""
        k = self.lowest
        c = self.coefficients.get(k, ZERO).constant()
        if not c:
            raise NoSeries("its first coefficient is not a rational")
        rest = {p - k: a.divided_by(c, ()) for p, a in self.coefficients.items() if p > k}
        return k, c, _Series(rest, self.known - k)

    def composed(self, outer: Iterator[Fraction]) -> _Series:
        """The power series of the sum of outer_n u^n, where u vanishes at 0."""
        total, power = _Series({}, self.known), _Series({0: ONE}, self.known)
        for _, c in zip(range(self.known), outer, strict=False):
            total = total + power * _constant(c, self.known)
            power = power * self
        return total


def _constant(value: Fraction | int, known: int = TERMS) -> _Series:
    """A rational as a power series."""
    return _Series({0: NumberPolynomial.number(value)} if value else {}, known)


@dataclass(frozen=True)
class _Expansion:
    """Series of forms in a number, which is the end plus `sign` times t."""

    number: str
    end: Fraction
    sign: int

    def of(self, form: NumberRatio) -> _Series:
        """Expand a form at an end of its range, to prove its sign; else raises NoSeries."""
        total = self._of_polynomial(form.numerator)
        for factor, exponent in form.factors:
            k, c, u = self._of_polynomial(factor).parts()
            alternating = (Fraction((-1) ** n) for n in range(u.known))
            inverse = u.composed(alternating) * _constant(1 / c, u.known)
            shifted = {p - k: a for p, a in inverse.coefficients.items()}
            for _ in range(exponent):
                total = total * _Series(shifted, inverse.known - k)
        return total

    def _of_polynomial(self, polynomial: NumberPolynomial) -> _Series:
        """The power series of a polynomial in numbers, exps and logs."""
        total = _constant(0)
        for powers, c in polynomial.terms:
            term = _constant(c)
            for generator, exponent in powers:
                for _ in range(exponent):
                    term = term * self._of_generator(generator)
            total = total + term
        return total

    def _of_generator(self, generator: Generator) -> _Series:
        """The power series of a number, an exponential or a logarithm."""
        inside = generator.inside
        if inside is None:
            if generator.kind != NUMBER or generator.text != self.number:
                raise NoSeries(f"{generator.text} is another number")
            moving = NumberPolynomial.number(self.sign)
            return _Series({1: moving}, TERMS) + _constant(self.end)
        if generator.kind == LOG and not inside.numbers():
            return _Series({0: NumberPolynomial.generator(generator)}, TERMS)
        series = self.of(inside)
        return self._exponential(series) if generator.kind == EXP else self._logarithm(series)

    def _exponential(self, series: _Series) -> _Series:
        """The power series 1 + s + s^2/2 + .. of an exponential, if the series s vanishes at 0."""
        if series.lowest < 1:
            raise NoSeries("an exponent does not vanish there")
        return series.composed(_inverse_factorials())

    def _logarithm(self, series: _Series) -> _Series:
        """The power series log c + k log t + u - u^2/2 + .., of  c t^k (1 + u)."""
        k, c, u = series.parts()
        if c < 0:
            raise NoSeries("the argument of a logarithm is negative")
        first = NumberRatio.number(c).log().numerator
        first = first + NumberPolynomial.generator(DISTANCE) * NumberPolynomial.number(k)
        alternating = (Fraction((-1) ** (n + 1), n) if n else Fraction(0) for n in range(u.known))
        return u.composed(alternating) + _Series({0: first} if first else {}, u.known)


def _inverse_factorials() -> Iterator[Fraction]:
    """The coefficients 1, 1, 1/2, 1/6, .. of the power series of exp."""
    value, n = Fraction(1), 0
    while True:
        yield value
        n += 1
        value /= n


Rates = dict[Fraction, dict[int, Fraction]]
"""For each rate k the polynomial in x that multiplies exp(k x): its coefficients by powers."""


def has_nonnegative_coefficients(form: NumberRatio, number: str) -> bool:
    """Whether an analytic form in x and exps exp(k x) has a power series without a minus.

    Then it is >= 0 where x >= 0. n! times the n-th coefficient is the sum over rates k > 0 of
    k^n q_k(n), with polynomials q_k; the rate 0 adds to finitely many coefficients only. From some
    N on the largest rate K outweighs the others: q_K(n) rises there, and |q_k(n)| (k/K)^n falls.

    >>> x = NumberRatio.variable("x")
    >>> has_nonnegative_coefficients((x - 2) * x.exp() + x + 2, "x")
    True
    >>> has_nonnegative_coefficients((x - 3) * x.exp() + x + 3, "x")
    False
    """
    rates = _rates(form, number)
    if rates is None:
        return False
    alone = rates.pop(Fraction(0), {})
    if any(rate < 0 for rate in rates):
        return False
    tops = {k: _falling_powers(k, coefficients) for k, coefficients in rates.items()}
    checked = 0
    for beyond in range(max(alone, default=0) + 1, MOST_CHECKED):
        for n in range(checked, beyond):
            at_n = sum((k**n * _polynomial_value(q, n) for k, q in tops.items()), Fraction(0))
            if at_n + alone.get(n, Fraction(0)) * factorial(n) < 0:
                return False
        checked = beyond
        if _is_outweighed(tops, beyond):
            return True
    return False


def _rates(form: NumberRatio, number: str) -> Rates | None:
    """The polynomial factor of each exponential exp(k x) in an analytic form, or None."""
    if form.factors:
        return None
    rates: Rates = {}
    for powers, c in form.numerator.terms:
        rate, power = Fraction(0), 0
        for generator, exponent in powers:
            if generator.kind == NUMBER and generator.text == number:
                power += exponent
                continue
            own_rate = None if generator.kind != EXP else _rate_of(generator.inside, number)
            if own_rate is None:
                return None
            rate += own_rate * exponent
        beside = rates.setdefault(rate, {})
        beside[power] = beside.get(power, Fraction(0)) + c
    return rates


def _rate_of(inside: NumberRatio | None, number: str) -> Fraction | None:
    """The rate k of an exponent k x in an analytic form, or None."""
    if inside is None:
        return None
    return (inside * NumberRatio.variable(number).inverse()).constant()


def _falling_powers(rate: Fraction, coefficients: Mapping[int, Fraction]) -> list[Fraction]:
    """The polynomial in n that, times k^n, is n! times the n-th coefficient of a power series.

    That of x^i exp(k x) is  n (n - 1) .. (n - i + 1) k^(n - i).
    """
    total = [Fraction(0)] * (max(coefficients) + 1)
    for i, c in coefficients.items():
        falling = [c / rate**i]
        for j in range(i):
            falling = [
                (falling[m - 1] if m else Fraction(0))
                - j * (falling[m] if m < len(falling) else Fraction(0))
                for m in range(len(falling) + 1)
            ]
        for m, value in enumerate(falling):
            total[m] += value
    return total


def _is_outweighed(tops: Mapping[Fraction, list[Fraction]], beyond: int) -> bool:
    """Whether the largest rate outweighs the others in all power series terms n >= `beyond`."""
    if not tops:
        return True
    largest = max(tops)
    first = _at_shifted_place(tops[largest], beyond)
    if min(first) < 0:
        return False
    total = Fraction(0)
    for rate, top in tops.items():
        if rate == largest:
            continue
        sizes, ratio = [abs(c) for c in _at_shifted_place(top, beyond)], rate / largest
        following = _at_shifted_place(sizes, 1)
        if any(size < ratio * after for size, after in zip(sizes, following, strict=True)):
            return False
        total += sizes[0] * ratio**beyond
    return first[0] >= total


def _at_shifted_place(polynomial: list[Fraction], by: int) -> list[Fraction]:
    """The polynomial for the coefficients of a power series, with n + by in the place of n."""
    return [
        sum(
            (c * comb(j, m) * by ** (j - m) for j, c in enumerate(polynomial) if j >= m),
            Fraction(0),
        )
        for m in range(len(polynomial))
    ]


def _polynomial_value(polynomial: list[Fraction], n: int) -> Fraction:
    """The value at n of a polynomial of a power series' coefficients."""
    return sum((c * n**j for j, c in enumerate(polynomial)), Fraction(0))
