"""Vertices by the Parma Polyhedra Library (pplpy), where it is installed: a second voice.

The library's own double description needs no compiled package; this one cross-checks it.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec

from pmlsym.linear.matrix import Vector
from pmlsym.mechanisms.posterior_polytope import PosteriorPolytope


def parma_is_installed() -> bool:
    """Whether pplpy can be imported."""
    return find_spec("ppl") is not None


def parma_vertices(polytope: PosteriorPolytope) -> tuple[Vector, ...]:
    """The vertices of the polytope, sorted, as PPL finds them."""
    ppl = import_module("ppl")
    system = ppl.Constraint_System()
    size = len(polytope.prior)
    masses = [ppl.Variable(k) for k in range(size)]
    system.insert(sum(masses, ppl.Linear_Expression(0)) == 1)
    for mass in masses:
        system.insert(mass >= 0)
    equalities, inequalities = polytope.homogeneous
    for rows, equal in ((equalities, True), (inequalities, False)):
        for row in rows:
            slack = sum(
                (g * mass for g, mass in zip(row, masses, strict=True)), ppl.Linear_Expression(0)
            )
            system.insert(slack == 0 if equal else slack >= 0)
    polyhedron = ppl.C_Polyhedron(system)
    return tuple(sorted(_point(g, size) for g in polyhedron.minimized_generators()))


def _point(generator: object, size: int) -> Vector:
    divisor = int(generator.divisor())  # type: ignore[attr-defined]
    coefficients = generator.coefficients()  # type: ignore[attr-defined]
    return tuple(Fraction(int(coefficients[k]), divisor) for k in range(size))
