"""Comparisons of expressions with Max and Min, decided by Z3.

    holds_everywhere(Max(1, u1) <= Max(1, u1)*Max(1, u0), [u0 >= 0, u1 >= 0])  ->  True

SymPy leaves such comparisons undecided. A maximum becomes `if a >= b then a else b`, and the
comparison holds on the domain iff its negation has no solution there.
"""

from __future__ import annotations

from collections.abc import Sequence

import sympy
import z3

from pmlsym.derive.dominance import MILLISECONDS
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.numbers.conversion import z3_of
from pmlsym.readings.smt_check import check, new_solver


def holds_everywhere(comparison: sympy.Basic, domain: Sequence[sympy.Basic] = ()) -> bool | None:
    """Whether a comparison holds at every real point of the domain; None if Z3 does not know.

    Expressions are made of rationals, symbols, sums, products, integer powers, quotients, Max and
    Min; a symbol declared integer ranges over integers. A division by zero is outside the domain.
    Raises Unsupported at anything else, InvalidInput at what is no relation.

    >>> u0, u1 = sympy.symbols("u0 u1", integer=True, nonnegative=True)
    >>> left = sympy.Max(1, u1)
    >>> holds_everywhere(sympy.Le(left, left * sympy.Max(1, u0), evaluate=False))
    True
    """
    if comparison in (sympy.true, sympy.false):
        return bool(comparison)
    translation = _Translation()
    goal = translation.relation(comparison)
    facts = [translation.relation(fact) for fact in domain if fact != sympy.true]
    solver = new_solver(translation.context, milliseconds=2 * MILLISECONDS)
    solver.add(*facts, *translation.signs, *translation.nonzero, z3.Not(goal))
    answer = check(solver)
    return None if answer == z3.unknown else bool(answer == z3.unsat)


class _Translation:
    """SymPy expressions as Z3 terms, with the conditions met on the way."""

    def __init__(self) -> None:
        self.context = z3.Context()
        self.known: dict[sympy.Symbol, z3.ArithRef] = {}
        self.signs: list[z3.BoolRef] = []
        self.nonzero: list[z3.BoolRef] = []

    def relation(self, item: sympy.Basic) -> z3.BoolRef:
        kind = getattr(item, "rel_op", None)
        if kind is None:
            raise InvalidInput(f"{item} is no relation such as a <= b")
        left, right = self.term(item.lhs), self.term(item.rhs)
        table = {
            "<=": left <= right,
            "<": left < right,
            ">=": left >= right,
            ">": left > right,
            "==": left == right,
            "!=": left != right,
        }
        return table[kind]

    def term(self, expression: sympy.Basic) -> z3.ArithRef:
        if isinstance(expression, sympy.Symbol):
            return self._symbol(expression)
        if isinstance(expression, sympy.Rational):
            return z3_of(expression, self.context)
        parts = [self.term(part) for part in expression.args]
        if isinstance(expression, sympy.Add):
            return z3.Sum(parts)
        if isinstance(expression, sympy.Mul):
            return z3.Product(parts)
        if isinstance(expression, sympy.Max | sympy.Min):
            return self._extreme(parts, isinstance(expression, sympy.Max))
        if isinstance(expression, sympy.Pow) and expression.exp.is_Integer:
            return self._power(parts[0], int(expression.exp))
        raise Unsupported(f"{expression} is not made of rational operations, Max and Min")

    def _symbol(self, symbol: sympy.Symbol) -> z3.ArithRef:
        if symbol not in self.known:
            kind = z3.Int if symbol.is_integer else z3.Real
            variable = kind(str(symbol), self.context)
            self.known[symbol] = z3.ToReal(variable) if symbol.is_integer else variable
            if symbol.is_nonnegative:
                self.signs.append(self.known[symbol] >= 0)
            if symbol.is_positive:
                self.signs.append(self.known[symbol] > 0)
        return self.known[symbol]

    def _extreme(self, parts: list[z3.ArithRef], largest: bool) -> z3.ArithRef:
        best = parts[0]
        for part in parts[1:]:
            best = z3.If(best >= part if largest else best <= part, best, part)
        return best

    def _power(self, base: z3.ArithRef, exponent: int) -> z3.ArithRef:
        product = z3.RealVal(1, self.context)
        for _ in range(abs(exponent)):
            product = product * base
        if exponent < 0:
            self.nonzero.append(base != 0)
            return z3.RealVal(1, self.context) / product
        return product
