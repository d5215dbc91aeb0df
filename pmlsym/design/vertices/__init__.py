"""Exact vertices of a polytope: double description, Algorithm 1 of [PSP], and PPL to compare."""

from pmlsym.design.vertices.basis_enumeration import BasisEnumeration, enumerate_bases
from pmlsym.design.vertices.double_description import extreme_points
from pmlsym.design.vertices.parma import parma_is_installed, parma_vertices

__all__ = [
    "BasisEnumeration",
    "enumerate_bases",
    "extreme_points",
    "parma_is_installed",
    "parma_vertices",
]
