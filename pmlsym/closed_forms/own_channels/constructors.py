"""SymPy expressions of texts, nodes and numbers, by a closed table of constructors.

Nothing is evaluated: a text is read by the grammar into nodes, and each node is one constructor.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from numbers import Integral, Rational, Real
from typing import Any

import sympy

from pmlsym.errors import InvalidInput
from pmlsym.language.expression import Call, Expression, Name, Numeral, expression_of
from pmlsym.numbers.conversion import sympy_of
from pmlsym.numbers.number import Number

CONSTRUCTORS: dict[str, Callable[..., sympy.Expr]] = {
    "+": sympy.Add,
    "*": sympy.Mul,
    "^": sympy.Pow,
    "exp": sympy.exp,
    "log": sympy.log,
    "sqrt": sympy.sqrt,
}


def nodes_to_sympy(expression: Expression) -> sympy.Expr:
    """The SymPy expression, for a closed form, of an expression's parsed nodes.

    Raises InvalidInput where it has no finite value, whatever its parameters are.

    >>> nodes_to_sympy(expression_of("1 - a^2/2"))
    1 - a**2/2
    """
    value = _node_to_sympy(expression)
    if value.has(sympy.zoo, sympy.nan, sympy.oo, -sympy.oo):
        raise InvalidInput(f"an expression divides by zero: it is {value}")
    return value


def to_sympy(value: object, name: str = "the value") -> sympy.Expr:
    """The SymPy expression, for a closed form, of a number of any kind, of text or of nodes.

    Raises InvalidInput at anything else, and as the grammar does at a text.

    >>> to_sympy("log(3)"), to_sympy(0), to_sympy(sympy.Symbol("a"))
    (log(3), 0, a)
    """
    match value:
        case sympy.Expr():
            return value
        case Numeral() | Name() | Call():
            return nodes_to_sympy(value)
        case str():
            return nodes_to_sympy(expression_of(value, name))
        case Number():
            return sympy_of(value)
        case bool():
            pass
        case Integral():
            return sympy.Integer(int(value))
        case Rational():
            return sympy_of(value)
        case Decimal() if value.is_finite():
            return sympy.Rational(*value.as_integer_ratio())
        case Real():
            return sympy.Float(float(value))
    raise InvalidInput(f"{name} is {value!r}; write a number, or an expression such as log(3)")


def _node_to_sympy(expression: Expression) -> Any:
    """The SymPy expression of one parsed node, for a closed form, whatever its value."""
    match expression:
        case Numeral(value):
            return sympy_of(value)
        case Name(text):
            return sympy.Symbol(text)
    return CONSTRUCTORS[expression.word](*map(_node_to_sympy, expression.arguments))
