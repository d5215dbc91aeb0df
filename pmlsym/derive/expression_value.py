"""The value of a SymPy expression whose symbols are given: exactly, in balls, in floats.

    number_of(expression, given)          a Number: exact, or as narrow as one asks
    exactly(expression, given, lists)     the same by the conventions of closed forms
    in_floats(expression, given, lists)   a float, quickly

One recursion reads an expression, `_Reader`; an algebra says what its numbers are. By convention
0 log 0 is zero, and c/0 infinite for c > 0: on a domain denominators are never negative. What is
0/0 or inf - inf has no value. Masses of letters, as p(1), stand in `lists` by the function's name.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import reduce
from operator import add, eq, ge, gt, le, lt, ne
from typing import Any

import sympy
from flint import arb
from sympy.core.function import AppliedUndef

from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.numbers.balls import ball, enclosed, whole_power
from pmlsym.numbers.conversion import fraction_of
from pmlsym.numbers.number import INFINITY, Ball, Exact, Number, exp_of, log_of, number

Given = Mapping[sympy.Basic, Number]
Lists = Mapping[str, Sequence[Fraction]]
NOTHING: Given = {}
COMPARISONS = {"<": lt, "<=": le, ">": gt, ">=": ge, "==": eq, "!=": ne}
HALF = sympy.Rational(1, 2)


@dataclass(frozen=True)
class AtLetters:
    """The masses p(1), p(2), .. and the like in `lists`, and what letter each free one is."""

    lists: Lists = field(default_factory=dict)
    places: Mapping[str, int] = field(default_factory=dict)


def number_of(expression: sympy.Expr, given: Given = NOTHING) -> Number:
    """The number that an expression is where its symbols are `given`.

    Sums, products and logarithms of rationals are exact; with exponentials, roots, arcus tangents
    and the like the number is known by balls. Raises OutOfDomain where it has no value, Unsupported
    at a function that is not known.

    >>> number_of(sympy.log(sympy.Rational(5, 2)))
    log(5/2)
    >>> number_of(sympy.sqrt(2) * sympy.atan(1))
    [1.110720734539, 1.11072073454]
    >>> number_of(sympy.exp(sympy.Symbol("d")), {sympy.Symbol("d"): log_of(3)})
    3
    """
    if expression in given:
        return given[expression]
    try:
        found: Number = _Reader(EXACT, given, is_plain=True)(expression)
    except (_NeedsBallsError, Unsupported):
        return enclosed(lambda: _Reader(BALLS, given)(expression), "a value")
    return found


def exactly(expression: sympy.Basic, given: Given, lists: Lists) -> Number:
    """The expression as a number, maybe infinite; OutOfDomain where it has no value, as 0/0.

    >>> a = sympy.Symbol("a")
    >>> exactly(a * sympy.log(a), {a: number(0)}, {})
    0
    """
    found: Number = _Reader(EXACT, given, lists)(expression)
    return found


def in_floats(expression: sympy.Basic, given: Given, lists: Lists) -> float | None:
    """The value in floats; None where it has none, as 0 log 0."""
    try:
        return float(_Reader(FLOATS, given, lists)(expression))
    except (ArithmeticError, ValueError):
        return None


class _NeedsBallsError(Exception):
    """A number on the way is no exact one."""


@dataclass(frozen=True)
class Algebra:
    """What numbers are: made of Numbers, with functions, powers and quotients of products."""

    number: Callable[[Number], Any]
    functions: Mapping[type, Callable[..., Any]]
    power: Callable[[Any, sympy.Expr, Any], Any]
    quotient: Callable[[Any, Any, Any], Any]
    constants: Mapping[sympy.Basic, Callable[[], Any]]


@dataclass(frozen=True)
class _Reader:
    """An expression in an algebra; `is_plain` where no number on the way may be known by balls."""

    algebra: Algebra
    given: Given
    lists: Lists = field(default_factory=dict)
    is_plain: bool = False

    def __call__(self, expression: sympy.Basic) -> Any:
        value = self._value(expression)
        if self.is_plain and isinstance(value, Ball):
            raise _NeedsBallsError
        return value

    def _value(self, expression: sympy.Basic) -> Any:
        if expression in self.given:
            return self.algebra.number(self.given[expression])
        if isinstance(expression, sympy.Rational):
            return self.algebra.number(number(fraction_of(expression)))
        if expression in self.algebra.constants:
            return self.algebra.constants[expression]()
        if isinstance(expression, sympy.Piecewise):
            return self._piece(expression)
        if isinstance(expression, sympy.Sum):
            return self._sum(expression)
        if isinstance(expression, sympy.Mul) or _is_denominator(expression):
            return self._product(expression)
        return self._function(expression, [self(part) for part in expression.args])

    def _function(self, expression: sympy.Basic, parts: list[Any]) -> Any:
        if isinstance(expression, sympy.Add):
            return reduce(add, parts)
        if isinstance(expression, sympy.Pow):
            return self.algebra.power(parts[0], expression.exp, parts[1])
        if isinstance(expression, AppliedUndef) and expression.func.__name__ in self.lists:
            values = self.lists[expression.func.__name__]
            return self.algebra.number(number(values[int(float(parts[0])) - 1]))
        if isinstance(expression, sympy.binomial):
            return self.algebra.number(number(math.comb(*(int(float(part)) for part in parts))))
        for kind, function in self.algebra.functions.items():
            if isinstance(expression, kind):
                return function(*parts)
        raise Unsupported(f"{expression} has no value that is known here")

    def _product(self, expression: sympy.Basic) -> Any:
        top, bottom, logs = [self.algebra.number(number(1)) for _ in range(3)]
        for factor in sympy.Mul.make_args(expression):
            if _is_denominator(factor):
                power = -factor.exp
                bottom = bottom * self.algebra.power(self(factor.base), power, self(power))
            elif isinstance(factor, sympy.log):
                logs = logs * self(factor)
            else:
                top = top * self(factor)
        return self.algebra.quotient(top, bottom, logs)

    def _sum(self, expression: sympy.Sum) -> Any:
        (letter, low, high), *rest = expression.limits
        bound = set(expression.variables)
        known = {old: new for old, new in self.given.items() if not old.free_symbols & bound}
        body = sympy.Sum(expression.function, *rest) if rest else expression.function
        ends = [int(float(self(end))) for end in (low, high)]
        total = self.algebra.number(number(0))
        for k in range(ends[0], ends[1] + 1):
            total = total + replace(self, given={**known, letter: number(k)})(body)
        return total

    def _piece(self, expression: sympy.Piecewise) -> Any:
        for body, condition in expression.args:
            if self._holds(condition):
                return self(body)
        raise OutOfDomain(f"{expression} has no value")

    def _holds(self, condition: sympy.Basic) -> bool:
        if condition in (sympy.true, sympy.false):
            return bool(condition)
        if isinstance(condition, sympy.And | sympy.Or):
            each = (self._holds(part) for part in condition.args)
            return all(each) if isinstance(condition, sympy.And) else any(each)
        sides = condition.args
        if self.algebra is BALLS:  # that two balls meet decides nothing
            left, right = (number_of(side, self.given) for side in sides)
        else:
            left, right = map(self, sides)
        return bool(COMPARISONS[condition.rel_op](left, right))


def _is_denominator(factor: sympy.Basic) -> bool:
    return isinstance(factor, sympy.Pow) and bool(factor.exp.could_extract_minus_sign())


def _exact_power(base: Number, _: sympy.Expr, exponent: Number) -> Number:
    """base ** exponent, the base positive or the exponent an integer."""
    if not isinstance(exponent, Exact) or exponent.logs or exponent.rational.denominator > 1:
        return exp_of(exponent * log_of(base))
    product, whole = number(1), int(exponent.rational)
    for _ in range(abs(whole)):
        product = product * base
    return product if whole >= 0 else number(1) / product


def _exact_quotient(top: Number, bottom: Number, logs: Number) -> Number:
    if bottom != 0:
        return top / bottom * (logs if top != 0 else 1)
    if top == 0:
        raise OutOfDomain("a quotient is 0/0")
    return INFINITY * (top * logs)


def _float_power(base: float, exponent: sympy.Expr, value: float) -> float:
    return base ** int(exponent) if exponent.is_Integer else math.pow(base, value)


def _ball_power(base: arb, exponent: sympy.Expr, value: arb) -> arb:
    if exponent.is_Integer:
        return whole_power(base, int(exponent))
    if exponent == HALF:
        return base.max(arb(0)).sqrt() if base.contains(0) else base.sqrt()
    return base**value


NUMBERS: dict[sympy.Basic, Callable[[], Number]] = {
    sympy.oo: lambda: INFINITY,
    -sympy.oo: lambda: -INFINITY,
    sympy.E: lambda: exp_of(1),
    sympy.pi: lambda: enclosed(arb.pi, "pi"),
}
EXACT = Algebra(
    lambda value: value,
    {
        sympy.exp: exp_of,
        sympy.log: log_of,
        sympy.Abs: lambda value: value if value.sign() >= 0 else -value,
        sympy.Max: lambda *values: reduce(lambda a, b: b if b > a else a, values),
        sympy.Min: lambda *values: reduce(lambda a, b: b if b < a else a, values),
    },
    _exact_power,
    _exact_quotient,
    NUMBERS,
)
FLOATS = Algebra(
    float,
    {
        sympy.exp: math.exp,
        sympy.log: math.log,
        sympy.Abs: abs,
        sympy.Max: max,
        sympy.Min: min,
        sympy.atan: math.atan,
        sympy.erf: math.erf,
    },
    _float_power,
    lambda top, bottom, logs: top / bottom * logs,
    {sympy.oo: lambda: math.inf, -sympy.oo: lambda: -math.inf, sympy.E: lambda: math.e}
    | {sympy.pi: lambda: math.pi},
)
BALLS = Algebra(
    ball,
    {
        sympy.exp: arb.exp,
        sympy.log: arb.log,
        sympy.Abs: abs,
        sympy.Max: lambda *values: reduce(arb.max, values),
        sympy.Min: lambda *values: reduce(arb.min, values),
        sympy.atan: arb.atan,
        sympy.erf: arb.erf,
    },
    _ball_power,
    lambda top, bottom, logs: top / bottom * logs,
    {sympy.pi: arb.pi, sympy.E: arb.const_e},
)
