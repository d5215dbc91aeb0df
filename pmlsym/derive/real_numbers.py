"""The exact real number that a SymPy expression is, its symbols being given.

Sums, products and logarithms of rationals are exact numbers; with exponentials, roots, arcus
tangents and the like the number is known by balls, as narrow as one asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy
from flint import arb

from pmlsym.errors import OutOfDomain, Unsupported
from pmlsym.numbers.balls import ball, enclosed, whole_power
from pmlsym.numbers.conversion import fraction_of
from pmlsym.numbers.number import INFINITY, Ball, Exact, Number, exp_of, log_of, number

Given = Mapping[sympy.Basic, Number]
NOTHING: Given = {}


def number_of(expression: sympy.Expr, given: Given = NOTHING) -> Number:
    """The number that an expression is where its symbols are `given`.

    Raises OutOfDomain where it has no value, Unsupported at a function that is not known.

    >>> number_of(sympy.log(sympy.Rational(5, 2)))
    log(5/2)
    >>> number_of(sympy.sqrt(2) * sympy.atan(1))
    [1.110720734539, 1.11072073454]
    >>> number_of(sympy.exp(sympy.Symbol("d")), {sympy.Symbol("d"): log_of(3)})
    3
    """
    if expression is sympy.oo or expression == -sympy.oo:
        return INFINITY if expression is sympy.oo else -INFINITY
    exact = _exact(expression, given)
    if exact is not None:
        return exact
    return enclosed(lambda: ball_of(expression, given), "a value")


def _exact(expression: sympy.Expr, given: Given) -> Number | None:
    """The number where it is made of rationals, logarithms, exponentials, maxima."""
    if expression in given:
        return given[expression]
    if isinstance(expression, sympy.Rational):
        return number(fraction_of(expression))
    parts = []
    for argument in expression.args:
        part = _exact(argument, given)
        if part is None or isinstance(part, Ball):
            return None
        parts.append(part)
    found = of_numbers(expression, parts) if parts else None
    return None if isinstance(found, Ball) else found


def of_numbers(expression: sympy.Basic, known: list[Number]) -> Number | None:
    """The function of an expression at numbers, where it has an exact rule.

    >>> of_numbers(sympy.log(sympy.Symbol("a")), [number(3)])
    log(3)
    """
    first, largest = known[0], isinstance(expression, sympy.Max)
    if isinstance(expression, sympy.log | sympy.exp):
        return log_of(first) if isinstance(expression, sympy.log) else exp_of(first)
    if isinstance(expression, sympy.Abs):
        return first if first.sign() >= 0 else -first
    if isinstance(expression, sympy.Pow) and expression.exp.is_Integer:
        return power(first, number(int(expression.exp)))
    if not isinstance(expression, sympy.Add | sympy.Mul | sympy.Max | sympy.Min):
        return None
    total = first
    for value in known[1:]:
        if isinstance(expression, sympy.Add | sympy.Mul):
            total = total + value if isinstance(expression, sympy.Add) else total * value
        elif (value > total) == largest:
            total = value
    return total


def power(base: Number, exponent: Number) -> Number:
    """base ** exponent, the base positive or the exponent an integer.

    >>> power(number(2), number(-3)), power(number(4), number(1) / 2)
    (1/8, 2)
    """
    if not isinstance(exponent, Exact) or exponent.logs or exponent.rational.denominator > 1:
        return exp_of(exponent * log_of(base))
    product, whole = number(1), int(exponent.rational)
    for _ in range(abs(whole)):
        product = product * base
    return product if whole >= 0 else number(1) / product


def ball_of(expression: sympy.Expr, given: Given = NOTHING) -> arb:
    """The expression as a ball, at the precision that is set.

    Raises Unsupported where a condition or a function is not decided.
    """
    if expression in given:
        return ball(given[expression])
    if isinstance(expression, sympy.Rational):
        return ball(fraction_of(expression))
    if expression in (sympy.pi, sympy.E):
        return arb.pi() if expression == sympy.pi else arb.const_e()
    if isinstance(expression, sympy.Piecewise):
        for value, condition in expression.args:
            if _holds(condition, given):
                return ball_of(value, given)
        raise OutOfDomain(f"{expression} has no value")
    parts = [ball_of(part, given) for part in expression.args]
    if isinstance(expression, sympy.Add):
        return sum(parts[1:], parts[0])
    if isinstance(expression, sympy.Mul):
        product = arb(1)
        for part in parts:
            product = product * part
        return product
    if isinstance(expression, sympy.Pow):
        return _ball_power(parts[0], expression.exp, parts[1])
    return _function(expression, parts)


def _ball_power(base: arb, exponent: sympy.Expr, ball: arb) -> arb:
    if exponent.is_Integer:
        return whole_power(base, int(exponent))
    if exponent == sympy.Rational(1, 2):
        return base.max(arb(0)).sqrt() if base.overlaps(arb(0)) else base.sqrt()
    return base**ball


def _function(expression: sympy.Expr, parts: list[arb]) -> arb:
    if isinstance(expression, sympy.Max | sympy.Min):
        best = parts[0]
        for part in parts[1:]:
            best = best.max(part) if isinstance(expression, sympy.Max) else best.min(part)
        return best
    known: dict[str, Any] = {
        "Abs": abs,
        "exp": arb.exp,
        "log": arb.log,
        "atan": arb.atan,
        "erf": arb.erf,
        "sqrt": arb.sqrt,
    }
    name = type(expression).__name__
    if name not in known or len(parts) != 1:
        raise Unsupported(f"{expression} is no function that has balls")
    return known[name](parts[0])  # type: ignore[no-any-return]


def _holds(condition: sympy.Basic, given: Given) -> bool:
    if condition in (sympy.true, sympy.false):
        return bool(condition)
    if isinstance(condition, sympy.And):
        return all(_holds(part, given) for part in condition.args)
    if isinstance(condition, sympy.Or):
        return any(_holds(part, given) for part in condition.args)
    sign = (number_of(condition.lhs, given) - number_of(condition.rhs, given)).sign()
    return {
        "<": sign < 0,
        "<=": sign <= 0,
        ">": sign > 0,
        ">=": sign >= 0,
        "==": sign == 0,
        "!=": sign != 0,
    }[condition.rel_op]
