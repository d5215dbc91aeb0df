"""Vertices by the Parma Polyhedra Library (pplpy), where it is installed: a second voice.

The library's own double description needs no compiled package; this one cross-checks it.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from math import lcm

from pmlsym.design.constraint import Constraint
from pmlsym.linear.matrix import Vector


def parma_is_installed() -> bool:
    """Whether pplpy can be imported."""
    return find_spec("ppl") is not None


def parma_vertices(constraints: Sequence[Constraint], size: int) -> tuple[Vector, ...]:
    """The vertices of the polytope of the constraints, sorted, as PPL finds them."""
    ppl = import_module("ppl")
    system = ppl.Constraint_System()
    variables = [ppl.Variable(k) for k in range(size)]
    for constraint in constraints:
        scale = lcm(constraint.bound.denominator, *(c.denominator for c in constraint.coefficients))
        expression = ppl.Linear_Expression(int(constraint.bound * scale))
        for variable, coefficient in zip(variables, constraint.coefficients, strict=True):
            if coefficient:
                expression -= int(coefficient * scale) * variable
        system.insert(expression == 0 if constraint.equality else expression >= 0)
    polyhedron = ppl.C_Polyhedron(system)
    return tuple(sorted(_point(g, size) for g in polyhedron.minimized_generators()))


def _point(generator: object, size: int) -> Vector:
    divisor = int(generator.divisor())  # type: ignore[attr-defined]
    coefficients = generator.coefficients()  # type: ignore[attr-defined]
    return tuple(Fraction(int(coefficients[k]), divisor) for k in range(size))
