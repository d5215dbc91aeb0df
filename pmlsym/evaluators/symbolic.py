"""Symbolic evaluation: polynomials as SymPy expressions.

    read_symbolic(polynomial, sizes)     expanded at given sizes: an array of expressions
    function_of(arguments, body)         expressions as a function of floats or arrays

Entries are symbols such as p_{1} and W_{1,2} (priors in small letters, letters counted from one),
or expressions that the caller gives. This is the only file that makes code from expressions, as
functions of floats or arrays. It compiles expressions, never a text; names of arguments that could
mean something else are kept out of the code.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from keyword import kwlist
from typing import Any, TypeAlias

import sympy as sp

from pmlsym.calculus.algebra import Array, read, size_of
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput, Unsupported
from pmlsym.numbers.conversion import sympy_of

Expression: TypeAlias = Any
"""A SymPy expression."""


class SymbolicAlgebra:
    """A symbol for every entry, or the nested expressions that `given` has for the tensor.

    >>> SymbolicAlgebra({"X": 2}).entries(Tensor("P", ("X",), nonnegative=True, stochastic=(0,)))
    [p_{1}, p_{2}]
    """

    def __init__(self, sizes: Mapping[str, int], given: Mapping[str, Any] | None = None) -> None:
        self.sizes = sizes
        self.known: dict[Polynomial, Array[Expression]] = {}
        self._given = dict(given or {})

    def number(self, value: Fraction) -> Expression:
        """A rational in a polynomial that is read with SymPy, as SymPy has it."""
        return sympy_of(value)

    def entries(self, tensor: Tensor) -> Sequence[Expression]:
        """The SymPy symbols of a tensor's entries, or its given expressions."""
        shape = [size_of(self.sizes, alphabet) for alphabet in tensor.alphabets]
        if tensor.name in self._given:
            flat = _flat_expressions(self._given[tensor.name], len(shape))
            if len(flat) != sp.prod(shape):
                raise AlphabetMismatch(f"the entries of {tensor.name} do not fit its alphabets")
            return flat
        return [symbol(tensor, at) for at in product(*(range(size) for size in shape))]

    def sum_of_products(self, terms: Sequence[Sequence[Expression]]) -> Expression:
        """The SymPy expression of a sum of products, not expanded."""
        return sp.Add(*[sp.Mul(*term) for term in terms])

    def keep_sum(self, name: str, entries: list[Expression]) -> list[Expression]:
        """The SymPy expressions of a sum's entries: sums get no names in this reading."""
        return entries


def read_symbolic(
    polynomial: Polynomial, sizes: Mapping[str, int], given: Mapping[str, Any] | None = None
) -> Array[Expression]:
    """The SymPy expressions of a polynomial's entries over its free indices at given sizes.

    Raises InvalidInput where an alphabet has no size, AlphabetMismatch where `given` does not fit.

    >>> from pmlsym.calculus import Index, atom
    >>> p = atom(Tensor("P", ("X",), nonnegative=True, stochastic=(0,)), Index("X", "x"))
    >>> read_symbolic(1 - p, {"X": 2}).nested()
    (1 - p_{1}, 1 - p_{2})
    """
    return read(polynomial, SymbolicAlgebra(sizes, given))


def symbol(tensor: Tensor, letters: Sequence[int]) -> Expression:
    """The SymPy symbol of one entry of a tensor, with the sign that the tensor declares."""
    name = _symbol_name(tensor)
    if letters:
        name += "_{" + ",".join(str(letter + 1) for letter in letters) + "}"
    sign = "positive" if tensor.positive else "nonnegative" if tensor.is_nonnegative else "real"
    return sp.Symbol(name, **{sign: True})


def _symbol_name(tensor: Tensor) -> str:
    """The name of a tensor in SymPy symbols: priors in small letters."""
    is_prior = len(tensor.stochastic) == len(tensor.alphabets) > 0
    return tensor.name.lower() if is_prior and tensor.name.isupper() else tensor.name


def _flat_expressions(entries: Any, depth: int) -> list[Expression]:
    """The values of a tensor's entries as SymPy terms in one list, from nested tuples."""
    if depth == 0:
        if isinstance(entries, Fraction):
            return [sympy_of(entries)]
        if not isinstance(entries, int | sp.Expr):
            raise Unsupported(f"{entries!r} is neither rational nor a SymPy expression")
        return [sp.Integer(entries) if isinstance(entries, int) else entries]
    return [entry for inner in entries for entry in _flat_expressions(inner, depth - 1)]


Modules = str | Sequence[Any]


def function_of(
    arguments: Sequence[sp.Basic], body: sp.Basic | Sequence[sp.Basic], modules: Modules = "math"
) -> Callable[..., Any]:
    """The SymPy term of a value, or of several, compiled to a function of its arguments.

    Raises InvalidInput for anything but SymPy expressions.

    >>> a = sp.Symbol("a")
    >>> function_of([a], [a + 1, 2 * a])(3)
    [4, 6]
    """
    parts = [body] if isinstance(body, sp.Basic) else list(body)
    for part in (*arguments, *parts):
        if not isinstance(part, sp.Basic):
            raise InvalidInput(f"{part!r} is no SymPy expression, so it is not compiled")
    names = list(arguments)
    if modules != "math" or not _can_keep_names(arguments, parts):
        names = [sp.Dummy() for _ in arguments]
        parts = [part.xreplace(dict(zip(arguments, names, strict=True))) for part in parts]
    whole = parts[0] if isinstance(body, sp.Basic) else parts
    compiled: Callable[..., Any] = sp.lambdify(names, whole, modules, dummify=False)
    return compiled


_TAKEN = {*dir(builtins), *dir(math), *dir(sp), *kwlist}
"""Names that mean, or may mean, something else in compiled code."""


def _can_keep_names(arguments: Sequence[sp.Basic], parts: Sequence[sp.Basic]) -> bool:
    """Whether a compiled SymPy expression's arguments can keep their names.

    Giving them other names would make SymPy rebuild the body.

    They can if no other symbol in the body has the name of an argument.
    """
    names = {str(argument) for argument in arguments}
    return (
        all(type(argument) is sp.Symbol for argument in arguments)
        and len(names) == len(arguments)
        and all(name.isascii() and name.isidentifier() and name[0].isalpha() for name in names)
        and names.isdisjoint(_TAKEN)
        and all(part.free_symbols <= set(arguments) for part in parts)
    )
