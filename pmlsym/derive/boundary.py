"""Values at the boundary of a domain, where a closed form has a zero in a bad place.

There 0 log 0 is zero, log 0 is minus infinity, and c/0 is infinite for c > 0: denominators are
never negative on a domain. What is 0/0 or inf - inf has no value.

Two conventions are about outcomes that cannot occur. Of several ratios in a maximum or minimum one
that is 0/0 does not count; and a choice of pieces that all are zero is zero, whatever its
conditions say.
"""

from __future__ import annotations

from collections.abc import Mapping

import sympy

from pmlsym.errors import InvalidInput

Given = Mapping[sympy.Basic, sympy.Basic]


def on_boundary(expression: sympy.Basic, given: Given) -> sympy.Basic:
    """The expression with values for some of its symbols, over the extended reals.

    Raises InvalidInput where it has no value there.

    >>> a = sympy.Symbol("a")
    >>> on_boundary(a * sympy.log(a), {a: sympy.Integer(0)})
    0
    >>> on_boundary(sympy.Max(1, sympy.log((1 - a) / a)), {a: sympy.Integer(0)})
    oo
    """
    if expression in given:
        return given[expression]
    if not expression.args:
        return expression
    if isinstance(expression, sympy.Sum):
        return _sum(expression, given)
    if isinstance(expression, sympy.Piecewise):
        return _piecewise(expression, given)
    if isinstance(expression, sympy.Mul) or _is_denominator(expression):
        return _product(expression, given)
    if isinstance(expression, sympy.Max | sympy.Min):
        return _extremum(expression, given)
    parts = [on_boundary(part, given) for part in expression.args]
    if isinstance(expression, sympy.log) and parts[0] == 0:
        return -sympy.oo
    if isinstance(expression, sympy.Add) and {sympy.oo, -sympy.oo} <= set(parts):
        raise InvalidInput(f"{expression} has no value there: it is inf - inf")
    return expression.func(*parts)


class _ZeroByZero(InvalidInput):
    """A ratio that is 0/0."""


def _extremum(expression: sympy.Basic, given: Given) -> sympy.Basic:
    parts = []
    for part in expression.args:
        try:
            parts.append(on_boundary(part, given))
        except _ZeroByZero:
            continue
    if not parts:
        raise _ZeroByZero(f"{expression} has no value there: it is 0/0")
    return expression.func(*parts)


def _is_denominator(factor: sympy.Basic) -> bool:
    return isinstance(factor, sympy.Pow) and bool(factor.exp.is_negative)


def _product(expression: sympy.Basic, given: Given) -> sympy.Basic:
    factors = sympy.Mul.make_args(expression)
    choices = [f for f in factors if isinstance(f, sympy.Piecewise)]
    rest = sympy.Mul(*(f for f in factors if f not in choices))
    bodies = [body for choice in choices for body, _ in choice.args]
    if choices and all(map(_is_finite, bodies)) and on_boundary(rest, given) == 0:
        return sympy.Integer(0)
    above = {f: on_boundary(f, given) for f in factors if not _is_denominator(f)}
    below = [on_boundary(f.base, given) ** -f.exp for f in factors if _is_denominator(f)]
    is_zero = any(value == 0 for value in above.values())
    unbounded = any(
        value.is_infinite and not isinstance(factor, sympy.log) for factor, value in above.items()
    )
    if is_zero and (unbounded or any(value == 0 for value in below)):
        raise _ZeroByZero(f"{expression} has no value there: it is 0/0")
    if is_zero:
        return sympy.Integer(0)
    top = sympy.Mul(*above.values())
    if any(value == 0 for value in below):
        return top * sympy.oo
    return top / sympy.Mul(*below)


def _sum(expression: sympy.Sum, given: Given) -> sympy.Basic:
    """The sum written out, where its ends are integers."""
    (letter, *ends), *rest = expression.limits
    low, high = (on_boundary(end, given) for end in ends)
    if not (low.is_Integer and high.is_Integer):
        return expression.subs(given)
    body = sympy.Sum(expression.function, *rest) if rest else expression.function
    places = range(int(low), int(high) + 1)
    return sympy.Add(*(on_boundary(body.subs(letter, place), given) for place in places))


def _piecewise(expression: sympy.Piecewise, given: Given) -> sympy.Basic:
    """The first piece whose condition holds; conditions that stay open stay."""
    bodies = [body for body, _ in expression.args]
    if all(_is_finite(body) and on_boundary(body, given) == 0 for body in bodies):
        return sympy.Integer(0)
    pieces = []
    for body, condition in expression.args:
        sides = [on_boundary(side, given) for side in condition.args]
        holds = condition.func(*sides) if sides else condition
        if holds == False:  # noqa: E712  (a SymPy truth value)
            continue
        pieces.append((on_boundary(body, given), holds))
        if holds == True:  # noqa: E712
            break
    return sympy.Piecewise(*pieces)


def _is_finite(expression: sympy.Basic) -> bool:
    """Whether an expression has a finite value everywhere, being made without denominators."""
    nodes = list(sympy.preorder_traversal(expression))
    return not any(_is_denominator(node) or isinstance(node, sympy.log) for node in nodes)
