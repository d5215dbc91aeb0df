"""Squares, roots and whole powers are to the solver what they are, and anything where infinite."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
import z3

from pmlsym.calculus.algebra import read
from pmlsym.calculus.convex_term import EXCESS, ROOT, SQUARE, Function, convex
from pmlsym.calculus.polynomial import atom, constant
from pmlsym.calculus.tensor import Tensor
from pmlsym.evaluators.smt import SmtAlgebra
from pmlsym.model.instance import Instance
from tests.examples import some_of

A, B = (Tensor(name, nonnegative=True) for name in "ab")
CUBE = Function("power", constant(3))
VALUES = (Fraction(0), Fraction(1, 4), Fraction(1), Fraction(9))


def is_possible(function: Function, a: Fraction, b: Fraction, value: Fraction) -> bool:
    """Whether the term may have the value."""
    algebra = SmtAlgebra({"X": 1}, given=Instance({"X": 1}, {"a": a, "b": b}))
    entry = read(convex(function, atom(A), atom(B)), algebra)[()]
    solver = z3.Solver(ctx=algebra.context)
    solver.add(*algebra.declared(), algebra.literal(value) == entry)
    return solver.check() == z3.sat


def meant(function: Function, a: Fraction, b: Fraction) -> Fraction | None:
    """b f(a/b), or nothing where it is infinite."""
    if function == EXCESS:
        return max(a - b, Fraction(0))
    if function == ROOT:
        root = {Fraction(0): 0, Fraction(1, 16): Fraction(1, 4), Fraction(1, 4): Fraction(1, 2)}
        more = {Fraction(1): 1, Fraction(9, 4): Fraction(3, 2), Fraction(9): 3, Fraction(81): 9}
        return -Fraction({**root, **more}[a * b])
    order = 2 if function == SQUARE else 3
    if b == 0:
        return Fraction(0) if a == 0 else None
    return a**order / b ** (order - 1)


@pytest.mark.parametrize("function", some_of([SQUARE, ROOT, EXCESS, CUBE]), ids=str)
def test_a_term_is_what_it_means(function: Function) -> None:
    for a, b in product(VALUES, repeat=2):
        value = meant(function, a, b)
        if value is None:  # as large as one likes
            assert all(is_possible(function, a, b, Fraction(10**k)) for k in range(4))
            continue
        assert is_possible(function, a, b, value)
        assert not is_possible(function, a, b, value + Fraction(1, 100))
        assert not is_possible(function, a, b, value - Fraction(1, 100))
