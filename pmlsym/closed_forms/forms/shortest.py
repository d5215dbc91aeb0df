"""Expressions as short as a few ways of writing them make them."""

from __future__ import annotations

import sympy


def without_powers_of_exp(expression: sympy.Expr) -> sympy.Expr:
    """The expression with exp(c eps) instead of powers of exponentials."""
    return expression.replace(
        lambda e: e.is_Pow and isinstance(e.base, sympy.exp),
        lambda e: sympy.exp(e.base.args[0] * e.exp),
    )


def shortest_coefficient(expression: sympy.Expr) -> sympy.Expr:
    """The coefficient, factored if that is shorter."""
    terms = len(sympy.Add.make_args(expression))
    if terms < 2 or terms > 5:
        return without_powers_of_exp(sympy.factor_terms(expression)) if terms > 1 else expression
    ways = [without_powers_of_exp(way(expression)) for way in (sympy.factor_terms, sympy.factor)]
    return min(ways, key=lambda way: way.count_ops())


def shortest_collected(expression: sympy.Expr) -> sympy.Expr:
    """The expression, or itself collected by one of its symbols, if that is shorter."""
    ways = [expression]
    if len(expression.free_symbols) > 1 and len(sympy.Add.make_args(expression)) < 8:
        ways += [
            sympy.collect(expression, symbol, shortest_coefficient)
            for symbol in sorted(expression.free_symbols, key=str)
        ]
    return min(ways, key=lambda way: (way.count_ops(), -ways.index(way)))


def part_taken(mass: sympy.Expr, left: sympy.Expr) -> sympy.Expr:
    """The part of an outcome that an event takes, if this much of its probability is left."""
    if left.is_Symbol:
        return sympy.Min(mass, left, evaluate=False)
    return sympy.Min(mass, sympy.Max(0, left, evaluate=False), evaluate=False)
