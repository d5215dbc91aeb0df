"""A closed form as a line of text, in the words of the claim language: exp(1), not E."""

from __future__ import annotations

import sympy
from sympy.printing.str import StrPrinter


class _Words(StrPrinter):  # type: ignore[misc]  # SymPy has no types
    """What SymPy writes, where its word for a number is none of ours."""

    def _print_Exp1(self, expr: sympy.Basic) -> str:
        return "exp(1)"


def written(expr: sympy.Basic) -> str:
    """The expression as it is typed.

    >>> written(1 - sympy.log(sympy.E - 1))
    '1 - log(-1 + exp(1))'
    """
    return str(_Words().doprint(expr))
