"""Expressions of closed forms in short: the shortest of a few ways to write them.

At numbers, a sum of steps becomes one list of cases, and a sum of fractions has one bar:

    (2/5 if tau < log(5/2)) + (3/5 if tau < log(3/2))  =  1 if tau < log(3/2), 2/5 if tau < log(5/2)

Steps are put in order by the exponentials of the places where they end, which are rational.
"""

from __future__ import annotations

import sympy

Step = tuple[sympy.Rational, sympy.Rational]
"""The exponential of the place where a step ends, and the height of the step."""


def in_short(expression: sympy.Basic) -> sympy.Basic:
    """A closed form's expression in short, where it is a curve of one letter.

    >>> d, t = sympy.symbols("d t")
    >>> in_short(sympy.Max(1, 5 * (d / 10 + sympy.Rational(3, 10)) / (2 * d)))
    Max(1, (d + 3)/(4*d))
    >>> steps = [sympy.Piecewise((c, t < sympy.log(c)), (0, True)) for c in (2, 3)]
    >>> in_short(sum(steps))
    Piecewise((5, t < log(2)), (3, t < log(3)), (0, True))
    """
    one = _one_list_of_cases(expression) if isinstance(expression, sympy.Add) else None
    if one is not None:
        return one
    return expression.replace(
        lambda part: isinstance(part, sympy.Max | sympy.Min),
        lambda extreme: extreme.func(*map(_over_one_bar, extreme.args)),
    )


def without_powers_of_exp(expression: sympy.Expr) -> sympy.Expr:
    """A closed form's expression with exp(c eps) instead of powers of exponentials."""
    return expression.replace(
        lambda e: e.is_Pow and isinstance(e.base, sympy.exp),
        lambda e: sympy.exp(e.base.args[0] * e.exp),
    )


def shortest_coefficient(expression: sympy.Expr) -> sympy.Expr:
    """A coefficient of a closed form's expression, factored if that is shorter."""
    terms = len(sympy.Add.make_args(expression))
    if terms < 2 or terms > 5:
        return without_powers_of_exp(sympy.factor_terms(expression)) if terms > 1 else expression
    ways = [without_powers_of_exp(way(expression)) for way in (sympy.factor_terms, sympy.factor)]
    return min(ways, key=lambda way: way.count_ops())


def shortest_collected(expression: sympy.Expr) -> sympy.Expr:
    """A closed form's expression, collected by one of its symbols if that is shorter."""
    ways = [expression]
    if len(expression.free_symbols) > 1 and len(sympy.Add.make_args(expression)) < 8:
        ways += [
            sympy.collect(expression, symbol, shortest_coefficient)
            for symbol in sorted(expression.free_symbols, key=str)
        ]
    return min(ways, key=lambda way: (way.count_ops(), -ways.index(way)))


def part_taken(mass: sympy.Expr, left: sympy.Expr) -> sympy.Expr:
    """The closed form's part of an outcome that an event takes, with this much probability left."""
    if left.is_Symbol:
        return sympy.Min(mass, left, evaluate=False)
    return sympy.Min(mass, sympy.Max(0, left, evaluate=False), evaluate=False)


def _over_one_bar(argument: sympy.Expr) -> sympy.Expr:
    """A closed form's ratio in one letter over one bar; any other expression unchanged."""
    if len(argument.free_symbols) != 1 or not argument.is_rational_function():
        return argument
    return sympy.factor_terms(sympy.together(argument))


def _one_list_of_cases(total: sympy.Add) -> sympy.Basic | None:
    """A closed form's sum of steps in one letter as one list of cases; None for other sums."""
    letters = total.free_symbols
    steps = [_step_of_part(part) for part in total.args]
    if len(letters) != 1 or None in steps:
        return None
    (letter,) = letters
    ends = sorted({step[0] for step in steps if step})
    cases = (
        (sum(step[1] for step in steps if step and step[0] >= end), letter < sympy.log(end))
        for end in ends
    )
    return sympy.Piecewise(*cases, (0, True))


def _step_of_part(part: sympy.Basic) -> Step | None:
    """The step in a closed form's sum that ends at a logarithm, or None for another part."""
    if not (isinstance(part, sympy.Piecewise) and len(part.args) == 2):
        return None
    (height, until), (rest, _) = part.args
    if rest != 0 or not isinstance(until, sympy.StrictLessThan) or not until.lhs.is_Symbol:
        return None
    end = sympy.exp(until.rhs)
    return (end, height) if end.is_Rational and height.is_Rational else None
