"""SymPy expressions as functions of floats or arrays: the one place where code is made of them.

What is compiled is an expression, never a text; and the names of its arguments do not get into the
code, so no name means anything there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import sympy as sp

from pmlsym.errors import InvalidInput

Modules = str | Sequence[Any]


def function_of(
    arguments: Sequence[sp.Basic], body: sp.Basic | Sequence[sp.Basic], modules: Modules = "math"
) -> Callable[..., Any]:
    """The expression, or several at once, as a function of its arguments.

    Raises InvalidInput at what is no SymPy expression.

    >>> a = sp.Symbol("a")
    >>> function_of([a], [a + 1, 2 * a])(3)
    [4, 6]
    """
    parts = [body] if isinstance(body, sp.Basic) else list(body)
    for part in (*arguments, *parts):
        if not isinstance(part, sp.Basic):
            raise InvalidInput(f"{part!r} is no SymPy expression, so it is not compiled")
    whole = body if isinstance(body, sp.Basic) else parts
    return sp.lambdify(list(arguments), whole, modules, dummify=True)  # type: ignore[no-any-return]
