"""Expressions as functions of their arguments, whatever these are called."""

from __future__ import annotations

from math import e

import pytest
import sympy

from pmlsym.evaluators.symbolic import function_of


@pytest.mark.parametrize(
    "name", ["p1", "exp", "lambda", "math", "Max", "x y", "_x", "é", "__import__"]
)
def test_an_argument_may_have_any_name(name: str) -> None:
    argument = sympy.Symbol(name)
    body = sympy.exp(argument) + sympy.Max(argument, 2)
    assert function_of([argument], body)(1.0) == pytest.approx(e + 2)


def test_symbols_of_one_name_are_told_apart() -> None:
    plain, positive = sympy.Symbol("d"), sympy.Symbol("d", positive=True)
    assert function_of([plain, positive], [plain, 2 * positive])(1, 3) == [1, 6]


def test_a_body_is_not_worked_out_again_to_be_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of maxima of many sums that takes SymPy minutes."""
    a, b = sympy.symbols("a b")
    body = sympy.Max(a, b, evaluate=False)

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the maximum is worked out again")

    monkeypatch.setattr(sympy.Max, "_collapse_arguments", refuse)
    assert function_of([a, b], body)(1, 2) == 2
