"""The domain of a user's own channels: its relations, and the parameters that equalities give.

0 <= a <= 1/2, b == 2*a
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

import sympy

from pmlsym.derive.constructors import constructed
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.expression import relations_of

Domain: TypeAlias = "str | sympy.Basic | Sequence[object]"
"""Relations, a conjunction of them, or text such as 0 <= a <= 1/2; or several of these."""

RELATIONS = {"<=": (-1, ">="), "<": (-1, ">"), ">=": (1, ">="), ">": (1, ">"), "==": (1, "==")}
MAKERS = {"<=": sympy.Le, ">=": sympy.Ge, "<": sympy.Lt, ">": sympy.Gt, "==": sympy.Eq}


def items_of(domain: Domain) -> list[sympy.Basic]:
    """The single relations of a domain.

    Raises InvalidInput at what is no relation.

    >>> items_of("0 <= a <= 1/2")
    [0 <= a, a <= 1/2]
    """
    if isinstance(domain, str):
        return items_of(written_relations(domain))
    if isinstance(domain, sympy.And):
        return items_of(domain.args)
    if isinstance(domain, bool):
        return [sympy.true if domain else sympy.false]
    if isinstance(domain, sympy.Basic):
        return [plain(domain)]
    if not isinstance(domain, Iterable):
        raise InvalidInput(f"{domain!r} is no relation such as a >= 0 or a + b <= 1")
    return [each for item in domain for each in items_of(item)]


def plain(item: sympy.Basic) -> sympy.Basic:
    """The expression in symbols that are known by their names alone."""
    return item.xreplace({s: sympy.Symbol(s.name) for s in item.free_symbols})


def solved(
    rows: list[list[sympy.Expr]], items: list[sympy.Basic], fixed: frozenset[str] = frozenset()
) -> tuple[list[list[sympy.Expr]], list[sympy.Basic], list[tuple[str, sympy.Basic]]]:
    """Rows and relations without the parameters that equalities give, and what these are.

    Solved is an equality that is linear in a parameter, its coefficient a rational. The names in
    `fixed` are of families, which know them: none of them is put in, and an equality that can only
    be solved for such a one is Unsupported.

    >>> a, b = sympy.symbols("a b")
    >>> solved([[1 - b, b]], [sympy.Eq(b, 2 * a), b <= 1])
    ([[1 - 2*a, 2*a]], [True, 2*a <= 1], [('b = 2*a', 2*a)])
    """
    notes: list[tuple[str, sympy.Basic]] = []
    while found := next(filter(None, (_solution(item, fixed) for item in items)), None):
        symbol, value = found
        rows = [[entry.subs(symbol, value) for entry in row] for row in rows]
        items = [item.subs(symbol, value) for item in items]
        notes = [(text, other.subs(symbol, value)) for text, other in notes]
        notes.append((f"{symbol} = {value}", value))
    for item in items:
        if isinstance(item, sympy.Eq) and any(str(s) in fixed for s in item.free_symbols):
            raise Unsupported(f"{item} is of a family; give values there, as in z-channel(a=1/10)")
    return rows, items, notes


def _solution(item: sympy.Basic, fixed: frozenset[str]) -> tuple[sympy.Symbol, sympy.Expr] | None:
    """A parameter, not a fixed one, that an equality gives, the last by name, with its value."""
    if not isinstance(item, sympy.Eq):
        return None
    difference = sympy.expand(item.lhs - item.rhs)
    for symbol in sorted(difference.free_symbols, key=str, reverse=True):
        slope = difference.diff(symbol)
        if slope.is_Rational and slope != 0 and str(symbol) not in fixed:
            return symbol, sympy.expand(symbol - difference / slope)
    return None


def relation_of(item: object) -> tuple[sympy.Expr, str, str]:
    """A relation as (expression, relation to zero, text).

    Raises InvalidInput where it is false, or of another kind.

    >>> relation_of(sympy.Symbol("a") <= 1)
    (1 - a, '>=', 'a <= 1')
    """
    symbol = getattr(item, "rel_op", None)
    if item == sympy.true:
        return sympy.Integer(0), ">=", "true"
    if item == sympy.false:
        raise InvalidInput("the domain is empty: one of its relations is false")
    if symbol not in RELATIONS:  # such as != or a disjunction
        raise InvalidInput(f"{item} is no relation such as a >= 0 or a + b <= 1")
    sign, relation = RELATIONS[symbol]
    left, right = item.lhs, item.rhs  # type: ignore[attr-defined]
    return sign * (left - right), relation, str(item)


def written_relations(text: str) -> list[sympy.Basic]:
    """The relations of chains such as 0 <= a <= 1/2, a <= b; raises as the grammar does.

    >>> written_relations("0 <= a <= 1/2, a < b")
    [0 <= a, a <= 1/2, a < b]
    """
    return [
        MAKERS[sign](constructed(left), constructed(right))
        for left, sign, right in relations_of(text)
    ]
