"""The symbolic reading: polynomials as SymPy expressions.

    read_symbolic(polynomial, sizes)     expanded at given sizes: an array of expressions
    symbolic_sum(polynomial)             at every size: Sum over letters 1..n_X, deltas kept
    value_symbolic(value, sizes)         with Max and Min, where every denominator is positive

Entries are symbols such as p_{1} and W_{1,2} (priors in small letters, letters counted from one),
or expressions that the caller gives. The one place where code is made of expressions, as functions
of floats or arrays, is here: what is compiled is an expression, never a text; and the names of its
arguments do not get into the code, so no name means anything there.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import count, product
from keyword import kwlist
from typing import Any, TypeAlias

import sympy as sp

from pmlsym.calculus.algebra import Array, read, size_of
from pmlsym.calculus.normal_form import Factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput, Unsupported
from pmlsym.evaluators.read_value import EntryRules, read_value
from pmlsym.language.value import Value
from pmlsym.language.value_rules import Refused
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
        """A SymPy rational."""
        return sympy_of(value)

    def entries(self, tensor: Tensor) -> Sequence[Expression]:
        """The symbols of a tensor, or its given entries."""
        shape = [size_of(self.sizes, alphabet) for alphabet in tensor.alphabets]
        if tensor.name in self._given:
            flat = _flat(self._given[tensor.name], len(shape))
            if len(flat) != sp.prod(shape):
                raise AlphabetMismatch(f"the entries of {tensor.name} do not fit its alphabets")
            return flat
        return [symbol(tensor, at) for at in product(*(range(size) for size in shape))]

    def sum_of_products(self, terms: Sequence[Sequence[Expression]]) -> Expression:
        """The sum of the products, not expanded."""
        return sp.Add(*[sp.Mul(*term) for term in terms])

    def keep_sum(self, name: str, entries: list[Expression]) -> list[Expression]:
        """The entries themselves."""
        return entries


def read_symbolic(
    polynomial: Polynomial, sizes: Mapping[str, int], given: Mapping[str, Any] | None = None
) -> Array[Expression]:
    """The polynomial's entries over its free indices at given sizes, as SymPy expressions.

    Raises InvalidInput where an alphabet has no size, AlphabetMismatch where `given` does not fit.

    >>> from pmlsym.calculus import atom
    >>> p = atom(Tensor("P", ("X",), nonnegative=True, stochastic=(0,)), Index("X", "x"))
    >>> read_symbolic(1 - p, {"X": 2}).nested()
    (1 - p_{1}, 1 - p_{2})
    """
    return read(polynomial, SymbolicAlgebra(sizes, given))


def value_symbolic(
    value: Value, sizes: Mapping[str, int], given: Mapping[str, Any] | None = None
) -> Array[Expression]:
    """A value at given sizes, with Max and Min, where every condition and denominator is > 0.

    What SymPy knows to be zero is left out as the conventions say (0/0, letters outside `where`);
    any other expression is taken to be positive, which is an assumption of the result.

    >>> from pmlsym.calculus import atom
    >>> from pmlsym.language.value import Largest, Ratio
    >>> x = Index("X", "x")
    >>> p = atom(Tensor("P", ("X",), nonnegative=True, stochastic=(0,)), x)
    >>> value_symbolic(Largest((x,), Ratio(p)), {"X": 2}).nested()
    Max(p_{1}, p_{2})
    """
    return read_value(value, SymbolicAlgebra(sizes, given), RULES)


def symbolic_sum(polynomial: Polynomial) -> Expression:
    """The polynomial at every alphabet size: sums over letters 1..n_X, deltas as KroneckerDelta.

    >>> from pmlsym.calculus import atom, sum_over
    >>> x = Index("X", "x")
    >>> symbolic_sum(sum_over(atom(Tensor("g", ("X",)), x), x))
    Sum(g[x1], (x1, 1, n_X))
    """
    free = letter_symbols(polynomial)
    terms = []
    for monomial, c in polynomial:
        factors = [_closed_sum(factor, free) for factor in monomial]
        terms.append(sp.Mul(sympy_of(c), *factors))
    return sp.Add(*terms)


def letter_symbols(polynomial: Polynomial) -> dict[Index, Expression]:
    """The symbols of the free indices; the alphabet is in the name where two share a name.

    >>> from pmlsym.calculus import atom
    >>> letter_symbols(atom(Tensor("W", ("X", "Y")), Index("X", "a"), Index("Y", "a")))
    {a: a_X, a: a_Y}
    """
    names = [index.name for index in polynomial.free]
    return {
        i: sp.Symbol(i.name if names.count(i.name) == 1 else f"{i.name}_{i.alphabet}", integer=True)
        for i in polynomial.free
    }


def symbol(tensor: Tensor, letters: Sequence[int]) -> Expression:
    """The symbol of one entry, with the sign that the tensor declares."""
    name = _name(tensor)
    if letters:
        name += "_{" + ",".join(str(letter + 1) for letter in letters) + "}"
    sign = "positive" if tensor.positive else "nonnegative" if tensor.is_nonnegative else "real"
    return sp.Symbol(name, **{sign: True})


def count_symbol(alphabet: str) -> Expression:
    """The symbol of the number of letters of an alphabet."""
    return sp.Symbol(f"n_{alphabet}", integer=True, positive=True)


def _name(tensor: Tensor) -> str:
    is_prior = len(tensor.stochastic) == len(tensor.alphabets) > 0
    return tensor.name.lower() if is_prior and tensor.name.isupper() else tensor.name


def _closed_sum(factor: Factor, free: Mapping[Index, Expression]) -> Expression:
    own = sorted({i for _, indices in factor for i in indices if i.is_bound})
    taken = {letter.name for letter in free.values()}
    letters = dict(free)
    for index in own:
        numbers = (f"{index.alphabet.lower()}{k}" for k in count(1))
        name = next(name for name in numbers if name not in taken)
        taken.add(name)
        letters[index] = sp.Symbol(name, integer=True)
    body = sp.Mul(*[_entry(tensor, indices, letters) for tensor, indices in factor])
    limits = [(letters[i], 1, count_symbol(i.alphabet)) for i in own]
    return sp.Sum(body, *limits) if limits else body


def _entry(tensor: Tensor, indices: tuple[Index, ...], letters: Mapping[Index, Any]) -> Expression:
    at = [letters[i] for i in indices]
    if tensor.is_size:
        return count_symbol(tensor.counted)
    if tensor.is_delta:
        return sp.KroneckerDelta(*at)
    return sp.IndexedBase(_name(tensor))[tuple(at)] if at else symbol(tensor, ())


def _flat(entries: Any, depth: int) -> list[Expression]:
    if depth == 0:
        if isinstance(entries, Fraction):
            return [sympy_of(entries)]
        if not isinstance(entries, int | sp.Expr):
            raise Unsupported(f"{entries!r} is neither rational nor a SymPy expression")
        return [sp.Integer(entries) if isinstance(entries, int) else entries]
    return [entry for inner in entries for entry in _flat(inner, depth - 1)]


def _divide(above: Expression, below: Expression) -> Expression:
    if below.is_zero:
        return None if above.is_zero else sp.oo
    return above / below


def _larger(*bodies: Expression) -> Expression:
    counted = [body for body in bodies if body is not None]
    return sp.Max(*counted) if counted else None


def _smallest(*bodies: Expression) -> Expression:
    counted = [body for body in bodies if body is not None]
    return sp.Min(*counted) if counted else None


def _total(*bodies: Expression) -> Expression:
    return None if None in bodies else sp.Add(*bodies)


def _weigh(body: Expression, weight: Expression) -> Expression:
    if weight.is_zero:
        return sp.Integer(0)
    return None if body is None else weight * body


def _log(body: Expression) -> Expression:
    if body is None:
        return None
    return -sp.oo if body.is_zero else sp.log(body)


def _power(exponent: Fraction, body: Expression) -> Expression:
    if body is None:
        return None
    return sp.oo if body.is_zero and exponent < 0 else body ** sympy_of(exponent)


def _exceeds(body: Expression, level: Expression) -> Expression:
    return sp.Integer(0) if body is None else sp.Piecewise((1, body > level), (0, True))


def _counts(where: Expression) -> bool:
    return not where.is_zero


RULES = EntryRules(
    name="SymPy expressions",
    ratio=_divide,
    largest=_larger,
    smallest=_smallest,
    larger=_larger,
    total=_total,
    added=_total,
    weighted=_weigh,
    log=_log,
    power=_power,
    exceeds=_exceeds,
    fractional_event=Refused("a fractional event is not read symbolically; give it numbers"),
    excess_ratio=Refused("an excess ratio is not read symbolically; give it rationals"),
    contraction=Refused("a contraction coefficient is not read symbolically; give it rationals"),
    counts=_counts,
)
"""The conventions of values, for expressions."""


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
    names = list(arguments)
    if modules != "math" or not _are_plain(arguments, parts):
        names = [sp.Dummy() for _ in arguments]
        parts = [part.xreplace(dict(zip(arguments, names, strict=True))) for part in parts]
    whole = parts[0] if isinstance(body, sp.Basic) else parts
    made: Callable[..., Any] = sp.lambdify(names, whole, modules, dummify=False)
    return made


_TAKEN = {*dir(builtins), *dir(math), *dir(sp), *kwlist}
"""Names that mean something else in what is compiled, or may."""


def _are_plain(arguments: Sequence[sp.Basic], parts: Sequence[sp.Basic]) -> bool:
    """Whether arguments can keep their names: SymPy works a body out anew to give them others.

    Of symbols of one name, the body has those alone that are arguments.
    """
    names = {str(argument) for argument in arguments}
    return (
        all(type(argument) is sp.Symbol for argument in arguments)
        and len(names) == len(arguments)
        and all(name.isascii() and name.isidentifier() and name[0].isalpha() for name in names)
        and names.isdisjoint(_TAKEN)
        and all(part.free_symbols <= set(arguments) for part in parts)
    )
