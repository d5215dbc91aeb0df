"""Real numbers as claims have them, with exact comparison.

    Exact       r + sum_i c_i log(a_i)     r, c_i, a_i rational, a_i > 0: every leakage is one
    Infinite    plus or minus infinity
    Surds       sum_i c_i prod_j a_ij^(e_ij)   sums of roots of rationals, or of such sums
    Ball        anything else, known by intervals as narrow as one likes

An exact number is zero only if r = 0 and prod_i a_i^(c_i) = 1: for r /= 0 and algebraic a_i > 0
the number exp(r) is transcendental (Lindemann). The product is tested over a coprime base of the
numerators and denominators, without factoring. So comparisons of exact numbers are decided, as are
comparisons of sums of roots of rationals with each other (numbers/roots.py), or of their
logarithms. Any other comparison narrows balls, and gives up with Unsupported at 600 digits; sums
under roots are known to be equal only where they are spelled alike.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import inf, lcm
from typing import Any

from pmlsym.calculus.meter import tick
from pmlsym.calculus.rational import LONGEST, read_rational
from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.numbers import roots
from pmlsym.numbers.coprime_base import collect_logarithms, exponents_vanish, rational_power
from pmlsym.numbers.interval import (
    Interval,
    add_intervals,
    ends_text,
    exp_interval,
    is_written_out,
    logs_interval,
    narrow_inverse,
    narrow_log,
    narrow_product,
    nearest_float,
    rational_text,
    round_outward,
)
from pmlsym.numbers.roots import RootSum

DIGITS = (25, 75, 200, 600)
STEP = 40  # digits squared: a few logarithms and exponentials to 600 digits take 10 to 20 ms
Rational = int | Fraction


class Number:
    """A real number or an infinity; one of `Exact`, `Infinite`, `Surds` and `Ball`.

    >>> rational(1) + log_of(Fraction(6, 5)) - 1
    log(6/5)
    >>> log_of(2) * 3 == log_of(8)
    True
    """

    __slots__ = ()

    def enclose(self, digits: int) -> Interval:
        """An interval around the real number, about 10^-digits wide."""
        raise OutOfDomain(f"{self} is not finite")

    def sign(self) -> int:
        """The sign of the real number, -1, 0 or 1, by intervals.

        Raises Unsupported where the intervals do not settle it.
        """
        for digits in DIGITS:
            tick(digits * digits // STEP)
            low, high = self.enclose(digits)
            if low > 0 or high < 0:
                return 1 if low > 0 else -1
            if low == high == 0:
                return 0
        raise Unsupported(f"whether {self} is positive, zero or negative is not decided")

    def __add__(self, other: Number | Rational) -> Number:
        return _sum_of_two(self, number(other))

    def __radd__(self, other: Rational) -> Number:
        return _sum_of_two(number(other), self)

    def __neg__(self) -> Number:
        return _product_of_two(MINUS_ONE, self)

    def __sub__(self, other: Number | Rational) -> Number:
        return _sum_of_two(self, -number(other))

    def __rsub__(self, other: Rational) -> Number:
        return _sum_of_two(number(other), -self)

    def __mul__(self, other: Number | Rational) -> Number:
        return _product_of_two(self, number(other))

    def __rmul__(self, other: Rational) -> Number:
        return _product_of_two(number(other), self)

    def __truediv__(self, other: Number | Rational) -> Number:
        return _quotient_of_two(self, number(other))

    def __rtruediv__(self, other: Rational) -> Number:
        return _quotient_of_two(number(other), self)

    def __le__(self, other: Number | Rational) -> bool:
        return _compare(self, number(other)) <= 0

    def __lt__(self, other: Number | Rational) -> bool:
        return _compare(self, number(other)) < 0

    def __ge__(self, other: Number | Rational) -> bool:
        return _compare(self, number(other)) >= 0

    def __gt__(self, other: Number | Rational) -> bool:
        return _compare(self, number(other)) > 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Number | int | Fraction):
            return NotImplemented
        return _compare(self, number(other)) == 0

    def __hash__(self) -> int:
        return hash(round(float(self), 6)) if not isinstance(self, Ball) else id(self)

    def __float__(self) -> float:
        return nearest_float(self.enclose)

    def to_json(self) -> dict[str, Any]:
        """The real number as plain data for JSON, in one of four forms.

        {"rational": "a/b"}, {"log": "a/b"}, {"inf": 1 or -1} or {"ball": [low, high]}.

        >>> log_of(Fraction(6, 5)).to_json(), (log_of(4) / 2).to_json(), INFINITY.to_json()
        ({'log': '6/5'}, {'log': '2'}, {'inf': 1})
        """
        return {"ball": list(ends_text(*self.enclose(25), 20))}


class Exact(Number):
    """`rational` + the sum of c log(a) over the pairs (a, c) of `logs`."""

    __slots__ = ("logs", "rational")

    def __init__(self, rational: Fraction, logs: tuple[tuple[Fraction, Fraction], ...] = ()):
        self.rational = rational
        self.logs = () if rational and len(logs) == 1 and logs[0][0] == 1 else logs

    @property
    def is_rational(self) -> bool:
        """Whether the exact number is rational: no logarithm but log(1) is in it."""
        return not self.logs or all(base == 1 for base, _ in self.logs)

    def enclose(self, digits: int) -> Interval:
        """An interval around the exact number, about 10^-digits wide."""
        rational = (self.rational, self.rational)
        if not self.logs:
            return rational
        return round_outward(*add_intervals(rational, logs_interval(self.logs, digits)), digits)

    def sign(self) -> int:
        """The sign of the exact number, -1, 0 or 1, which is always decided."""
        logs = self.logs
        if not logs:
            top = self.rational.numerator
            return (top > 0) - (top < 0)
        if not self.rational and len(logs) == 1:
            base, c = logs[0]
            return 0 if base == 1 else 1 if (base > 1) == (c > 0) else -1
        if not self.rational and exponents_vanish(logs):
            return 0
        return super().sign()

    def exponential(self) -> Fraction | None:
        """The exponential of the exact number if it is rational, else None.

        >>> (log_of(9) / 2 + log_of(2)).exponential()
        Fraction(6, 1)
        """
        if self.rational:
            return None
        if not self.logs:
            return Fraction(1)
        if len(self.logs) == 1 and self.logs[0][1] == 1:
            return self.logs[0][0]
        return rational_power(self.logs)

    def __repr__(self) -> str:
        parts = [rational_text(self.rational)] if self.rational or not self.logs else []
        for base, c in self.logs:
            sign, size, log = ("-" if c < 0 else "+"), abs(c), f"log({rational_text(base)})"
            parts += [sign, log if size == 1 else f"{rational_text(size)}*{log}"]
        if parts[0] == "+":
            parts = parts[1:]
        elif parts[0] == "-":
            parts = ["-" + parts[1], *parts[2:]]
        return " ".join(parts)

    def to_json(self) -> dict[str, Any]:
        """The exact number in the form that `Number.to_json` describes."""
        power = self.exponential() if self.logs else self.rational
        if power is None or not is_written_out(power) or len(str(power)) > LONGEST:
            return super().to_json()
        return {"log" if self.logs else "rational": str(power)}


class Infinite(Number):
    """Plus infinity (`direction` 1) or minus infinity (-1)."""

    __slots__ = ("direction",)

    def __init__(self, direction: int):
        self.direction = direction

    def sign(self) -> int:
        """The sign of the infinity, -1 or 1."""
        return self.direction

    def __float__(self) -> float:
        return self.direction * inf

    def __repr__(self) -> str:
        return "inf" if self.direction > 0 else "-inf"

    def to_json(self) -> dict[str, Any]:
        """The infinity in the form that `Number.to_json` describes."""
        return {"inf": self.direction}


class Ball(Number):
    """A number known by intervals, which are kept; `narrow(digits)` is one of width 10^-digits."""

    __slots__ = ("_known", "narrow")

    def __init__(self, narrow: Callable[[int], Interval]):
        self.narrow = narrow
        self._known: dict[int, Interval] = {}

    @classmethod
    def between(cls, low: Fraction, high: Fraction) -> Ball:
        """A real number that is only known to lie between two others."""
        return cls(lambda digits: (low, high))

    def enclose(self, digits: int) -> Interval:
        """An interval around the ball's real number, about 10^-digits wide; kept."""
        return self._known.get(digits) or self._known.setdefault(digits, self.narrow(digits))

    def quick_sign(self) -> int:
        """The sign, -1 or 1, of a ball's real number if the widest interval decides it; else 0."""
        tick(DIGITS[0] * DIGITS[0] // STEP)
        low, high = self.enclose(DIGITS[0])
        return (low > 0) - (high < 0)

    def __reduce__(self) -> tuple[Callable[[Fraction, Fraction], Ball], Interval]:
        return Ball.between, self.enclose(DIGITS[-1])

    def __repr__(self) -> str:
        low, high = ends_text(*self.enclose(25), 12)
        return f"[{low}, {high}]"


class Surds(Ball):
    """A sum of roots (numbers/roots.py) that is not known to be rational."""

    __slots__ = ("terms",)

    def __init__(self, terms: RootSum):
        super().__init__(lambda digits: roots.enclose(terms, digits))
        self.terms = terms

    def __reduce__(self) -> tuple[Any, ...]:
        return Surds, (self.terms,)

    def sign(self) -> int:
        """The sign of a sum of roots, -1, 0 or 1.

        It is found by intervals, after rationally related terms are merged.
        """
        if self.quick_sign():
            return self.quick_sign()
        merged = roots.merge_related_terms(self.terms)
        return super(Surds, Surds(merged)).sign() if merged else 0


class LogarithmBall(Ball):
    """log(body) of a positive `body` that is not a rational."""

    __slots__ = ("body",)

    def __init__(self, body: Number):
        super().__init__(lambda digits: narrow_log(body.enclose, digits))
        self.body = body

    def __reduce__(self) -> tuple[Any, ...]:
        return LogarithmBall, (self.body,)


def number(value: Number | Rational) -> Number:
    """The real number as it is, or a rational as an exact number."""
    return value if isinstance(value, Number) else Exact(Fraction(value))


def rational(value: Rational | str) -> Number:
    """The exact number that a rational is.

    >>> rational("1/3")
    1/3
    """
    return Exact(read_rational(value) if isinstance(value, str) else Fraction(value))


def leakage(ratio: Fraction) -> Number:
    """The exact number log(ratio) of a positive rational, a logarithm even where it is zero."""
    return Exact(Fraction(0), ((ratio, Fraction(1)),)) if ratio != 1 else ZERO_LEAKAGE


def log_of(value: Number | Rational) -> Number:
    """The natural logarithm of a real number, exact where it can be; log 0 = -inf.

    Raises OutOfDomain at a negative number.

    >>> log_of(Fraction(6, 5)), log_of(0)
    (log(6/5), -inf)
    """
    value = number(value)
    if isinstance(value, Infinite) and value.direction > 0:
        return INFINITY
    if (sign := value.sign()) < 0:
        raise OutOfDomain(f"log of the negative number {value}")
    if sign == 0:
        return -INFINITY
    if isinstance(value, Exact) and value.is_rational:
        return leakage(value.rational)
    if isinstance(value, Surds) and len(value.terms) == 1:
        ((root, c),) = value.terms
        if not root.nested:
            return Exact(Fraction(0), collect_logarithms(((c, Fraction(1)), *root.plain)))
    return LogarithmBall(value)


def exp_of(value: Number | Rational) -> Number:
    """The exponential of a real number, exact where it can be; exp(-inf) = 0.

    >>> exp_of(-log_of(3)), exp_of(INFINITY)
    (1/3, inf)
    """
    value = number(value)
    if isinstance(value, Infinite):
        return INFINITY if value.direction > 0 else rational(0)
    if isinstance(value, Exact) and not value.rational:
        power = value.exponential()
        return Surds(roots.root_of(value.logs)) if power is None else Exact(power)
    if isinstance(value, LogarithmBall):
        return value.body
    return Ball(lambda digits: exp_of_ball(value, digits))


def exp_of_ball(value: Number, digits: int) -> Interval:
    """An interval around exp of a real number that is known by intervals."""
    return exp_interval(value.enclose(digits + 5), digits)


def power_of(base: Number | Rational, exponent: Fraction) -> Number:
    """The power base^exponent of a real number >= 0, exact where it can be.

    The exponent is not 0; 0 to a negative one is infinite.

    Raises OutOfDomain at a negative base.

    >>> root = power_of(Fraction(9, 2), Fraction(1, 2))
    >>> root * power_of(2, Fraction(1, 2)), root < 2
    (3, False)
    >>> power_of(1 + root, Fraction(2)) == Fraction(11, 2) + 2 * root
    True
    """
    base = number(base)
    if (sign := base.sign()) < 0:
        raise OutOfDomain(f"a power of the negative number {base}")
    if isinstance(base, Infinite) or not sign:
        return INFINITY if (exponent > 0) == bool(sign) else rational(0)
    terms = _root_terms(base)
    if terms is None:
        return exp_of(log_of(base) * exponent)
    return _number_of_terms(roots.power(terms, exponent))


def sum_of(numbers: Iterable[Number]) -> Number:
    """The sum of real numbers; all logarithms are collected at once, which takes linear time.

    >>> sum_of([log_of(2), number(1), log_of(3)])
    1 + log(6)
    """
    total, others = Fraction(0), []
    logs: list[tuple[Fraction, Fraction]] = []
    for value in numbers:
        if isinstance(value, Exact):
            total += value.rational
            logs += value.logs
        else:
            others.append(value)
    return sum(others, Exact(total, collect_logarithms(tuple(logs)) if logs else ()))


def largest_of(numbers: Sequence[Number]) -> Number:
    """The largest of real numbers; of balls that overlap, one between their larger ends."""
    finite = [each for each in numbers if not isinstance(each, Infinite)]
    if len(finite) < 2 or INFINITY in numbers or not any(type(each) is Ball for each in finite):
        return max(numbers)
    ends = [each.enclose(25) for each in finite]
    least = max(low for low, _ in ends)
    left = [each for each, (_, high) in zip(finite, ends, strict=True) if high >= least]

    def narrow(digits: int) -> Interval:
        """An interval of that many digits between the largest ends of the balls."""
        lows, highs = zip(*(each.enclose(digits) for each in left), strict=True)
        return max(lows), max(highs)

    return left[0] if len(left) == 1 else Ball(narrow)


def from_json(data: Mapping[str, Any]) -> Number:
    """The real number that `to_json` wrote; a ball as an interval.

    Raises InvalidInput at anything else.

    >>> from_json({"log": "6/5"})
    log(6/5)
    """
    try:
        ((kind, content),) = data.items()
        if kind == "rational":
            return rational(read_rational(content))
        if kind == "log":
            return log_of(read_rational(content))
        if kind == "inf" and type(content) is int and content in (1, -1):
            return Infinite(content)
        if kind == "ball":
            low, high = map(read_rational, content)
            return Ball.between(low, high)
    except (AttributeError, TypeError, ValueError):
        pass
    raise InvalidInput(
        f"{str(data)[:60]} is no number; write one of "
        '{"rational": "a/b"}, {"log": "a/b"}, {"inf": 1}, {"ball": [low, high]}'
    )


def _sum_of_two(left: Number, right: Number) -> Number:
    """The sum of two real numbers, exact where both are exact or sums of roots, else a ball."""
    if isinstance(left, Exact) and isinstance(right, Exact):
        if not right.logs:
            return Exact(left.rational + right.rational, left.logs)
        if not left.logs:
            return Exact(left.rational + right.rational, right.logs)
        return Exact(left.rational + right.rational, collect_logarithms(left.logs + right.logs))
    if isinstance(left, Infinite) or isinstance(right, Infinite):
        ends = {n.direction for n in (left, right) if isinstance(n, Infinite)}
        if len(ends) == 2:
            raise OutOfDomain("inf - inf has no value")
        return Infinite(ends.pop())
    ours, others = _root_terms(left), _root_terms(right)
    if ours is not None and others is not None and (terms := roots.plus(ours, others)) is not None:
        return _number_of_terms(terms)
    return Ball(
        lambda d: round_outward(*add_intervals(left.enclose(d + 1), right.enclose(d + 1)), d)
    )


def _product_of_two(left: Number, right: Number) -> Number:
    """The product of two real numbers, exact where that is known to be possible, else a ball."""
    if isinstance(left, Exact) and isinstance(right, Exact):
        if not left.logs or (right.logs and left.is_rational):
            left, right = right, left
        if isinstance(right, Exact) and right.is_rational and isinstance(left, Exact):
            c = right.rational
            scaled = tuple((a, c * e) for a, e in left.logs) if c else ()
            return Exact(c * left.rational, collect_logarithms(scaled))
        if not left.sign() * right.sign():
            return Exact(Fraction(0))
    if isinstance(left, Infinite) or isinstance(right, Infinite):
        direction = left.sign() * right.sign()
        if direction == 0:
            raise OutOfDomain("0 * inf has no value")
        return Infinite(direction)
    ours, others = _root_terms(left), _root_terms(right)
    if ours is not None and others is not None and (terms := roots.times(ours, others)) is not None:
        return _number_of_terms(terms)
    return Ball(lambda d: narrow_product(left.enclose, right.enclose, d))


def _root_terms(value: Number) -> RootSum | None:
    """The terms of a real number that is rational or a sum of roots; None for any other."""
    if isinstance(value, Surds):
        return value.terms
    if isinstance(value, Exact) and value.is_rational:
        return roots.constant(value.rational)
    return None


def _number_of_terms(terms: RootSum) -> Number:
    """The real number that a sum of roots is, exact where the sum is rational."""
    value = roots.rational_of(terms)
    return Surds(terms) if value is None else Exact(value)


def _quotient_of_two(left: Number, right: Number) -> Number:
    """The quotient of two real numbers. Raises OutOfDomain for division by zero, and inf/inf."""
    if isinstance(right, Infinite):
        if isinstance(left, Infinite):
            raise OutOfDomain("inf / inf has no value")
        return rational(0)
    if right.sign() == 0:
        raise OutOfDomain(f"division of {left} by zero")
    if isinstance(right, Exact) and right.is_rational:
        return _product_of_two(left, Exact(1 / right.rational))
    if isinstance(left, Exact) and isinstance(right, Exact):
        ratio = _small_rational_ratio(left, right)
        if ratio is not None:
            return Exact(ratio)
    if isinstance(left, Infinite):
        return Infinite(left.direction * right.sign())
    if isinstance(right, Surds) and len(right.terms) == 1:
        ((_, c),) = right.terms
        inverse = power_of(right if c > 0 else -right, Fraction(-1))
        return _product_of_two(left, inverse if c > 0 else -inverse)
    return _product_of_two(left, Ball(lambda d: narrow_inverse(right.enclose, d)))


def _small_rational_ratio(left: Exact, right: Exact) -> Fraction | None:
    """The ratio of two exact numbers if it is a rational of denominator <= 1000, else None."""
    near = float(left) / (float(right) or inf)
    ratio = Fraction(near if abs(near) < inf else 0).limit_denominator(1000)
    return ratio if (left - right * ratio).sign() == 0 else None


def _compare(left: Number, right: Number) -> int:
    """The sign of left - right of two real numbers: -1, 0 or 1.

    Raises Unsupported if undecided.
    """
    if isinstance(left, Infinite) or isinstance(right, Infinite):
        a = left.direction if isinstance(left, Infinite) else 0
        b = right.direction if isinstance(right, Infinite) else 0
        return (a > b) - (a < b)
    if isinstance(left, Exact) and isinstance(right, Exact) and not (left.logs or right.logs):
        return (left.rational > right.rational) - (left.rational < right.rational)
    is_to_zero = isinstance(right, Exact) and not (right.rational or right.logs)
    difference = left if is_to_zero else left - right
    # Intervals never show that two numbers are equal. So logarithms are compared by their
    # exponentials, and roots by powers: each time fewer logs and nested roots are left, so that
    # this ends.
    if isinstance(difference, Ball) and not difference.quick_sign():
        other = _antilogarithms(left, right) or _powers_without_nested_roots(left, right)
        if other is not None:
            return _compare(*other)
    return difference.sign()


def _antilogarithms(left: Number, right: Number) -> tuple[Number, Number] | None:
    """The exponentials of two real numbers, both logarithms, one irrational; None for others."""
    if not isinstance(left, LogarithmBall) and not isinstance(right, LogarithmBall):
        return None
    body, other = _antilogarithm(left), _antilogarithm(right)
    return None if body is None or other is None else (body, other)


def _antilogarithm(value: Number) -> Number | None:
    """The exponential of a real number that is a logarithm; None for any other."""
    is_log = isinstance(value, LogarithmBall) or (isinstance(value, Exact) and not value.rational)
    return exp_of(value) if is_log else None


def _powers_without_nested_roots(left: Number, right: Number) -> tuple[Number, Number] | None:
    """Powers of two positive reals that compare like them, without sums under roots; or None.

    It is None where there are no such sums, or where they are added to other terms.
    """
    ours, others = _root_terms(left), _root_terms(right)
    if ours is None or others is None or left.sign() <= 0 or right.sign() <= 0:
        return None
    n = lcm(roots.degree(ours), roots.degree(others))
    if n == 1 or n > roots.MOST_FACTORS:
        return None
    return power_of(left, Fraction(n)), power_of(right, Fraction(n))


MINUS_ONE, INFINITY = Exact(Fraction(-1)), Infinite(1)
ZERO_LEAKAGE = Exact(Fraction(0), ((Fraction(1), Fraction(1)),))
