"""The index calculus: polynomials in tensors with named indices, at every alphabet size."""

from pmlsym.calculus.normal_form import Atom, Factor, Monomial
from pmlsym.calculus.polynomial import (
    Polynomial,
    atom,
    constant,
    equal_letters,
    substitute,
    sum_over,
)
from pmlsym.calculus.substitution import replace_tensor
from pmlsym.calculus.tensor import Index, Tensor, delta, size

__all__ = [
    "Atom",
    "Factor",
    "Index",
    "Monomial",
    "Polynomial",
    "Tensor",
    "atom",
    "constant",
    "delta",
    "equal_letters",
    "replace_tensor",
    "size",
    "substitute",
    "sum_over",
]
