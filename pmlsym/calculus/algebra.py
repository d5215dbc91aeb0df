"""One evaluator for polynomials over every algebra of entries.

An algebra has entries with sums and products: exact rationals, SymPy expressions, Z3 terms, balls.
Each is one small file.

A polynomial is planned once for given alphabet sizes: in each factor the summed indices are
eliminated one after the other, the cheapest first, and every sum of products is a table of places.
The evaluation then follows the tables. A summed index that occurs nowhere counts its letters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import prod
from typing import Any, Generic, Protocol, TypeVar

from pmlsym.calculus.meter import tick, watch
from pmlsym.calculus.normal_form import Atom, Factor
from pmlsym.calculus.polynomial import Polynomial
from pmlsym.calculus.tensor import Index, Tensor
from pmlsym.errors import InvalidInput

E = TypeVar("E")
Sizes = tuple[tuple[str, int], ...]
Indices = tuple[Index, ...]
Table = tuple[tuple[tuple[int, ...], ...], ...]

ENTRY = 2
"""The steps of work that an entry of an array counts."""

LARGEST_TABLE_KEPT = 50_000


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A new array: sums of products of entries of earlier ones, at the places of the table.

    A step that sums over an alphabet has a name; equal names mean equal sums.
    """

    operands: tuple[int, ...]
    table: Table
    name: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """The tensors to load, the steps to follow, and the monomials: coefficient, arrays, table."""

    indices: Indices
    shape: tuple[int, ...]
    tensors: tuple[Tensor, ...]
    steps: tuple[PlanStep, ...]
    monomials: tuple[tuple[Fraction, PlanStep], ...]


def read(polynomial: Polynomial, algebra: Algebra[E]) -> Array[E]:
    """The entries of an index polynomial in an algebra, over its free indices in sorted order.

    Raises InvalidInput where an alphabet has no size.
    """
    found = algebra.known.get(polynomial)
    if found is None:
        plan = plan_for(polynomial, tuple(sorted(algebra.sizes.items())))
        found = algebra.known[polynomial] = follow(plan, algebra)
    return found


def follow(plan: Plan, algebra: Algebra[E]) -> Array[E]:
    """The entries of an index polynomial's plan over an algebra."""
    arrays = [load(tensor, algebra) for tensor in plan.tensors]
    for step in plan.steps:
        entries = _contract(step, arrays, algebra)
        arrays.append(algebra.keep_sum(step.name, entries) if step.name else entries)
    count = prod(plan.shape)
    rows: list[list[Sequence[E]]] = [[] for _ in range(count)]
    for coefficient, step in plan.monomials:
        scale = () if coefficient == 1 else (algebra.number(coefficient),)
        columns = [arrays[k] for k in step.operands]
        tick(ENTRY * count)
        for row, ((places),) in zip(rows, step.table, strict=True):
            factors = [column[i] for column, i in zip(columns, places, strict=True)]
            row.append((*scale, *factors) if factors or scale else (algebra.number(Fraction(1)),))
    zero = algebra.number(Fraction(0))
    entries = [algebra.sum_of_products(row) if row else zero for row in rows]
    return Array(plan.indices, plan.shape, entries)


def load(tensor: Tensor, algebra: Algebra[E]) -> Sequence[E]:
    """The entries of a tensor in the algebra; those of deltas and sizes are known without data."""
    if tensor.is_size:
        return [algebra.number(Fraction(size_of(algebra.sizes, tensor.counted)))]
    if tensor.is_delta:
        letters = range(size_of(algebra.sizes, tensor.alphabets[0]))
        one, zero = algebra.number(Fraction(1)), algebra.number(Fraction(0))
        return [one if a == b else zero for a in letters for b in letters]
    return algebra.entries(tensor)


@lru_cache(maxsize=2048)
def plan_for(polynomial: Polynomial, sizes: Sizes) -> Plan:
    """The plan of an index polynomial at these sizes: the products of entries to sum, in order."""
    count = dict(sizes)
    tensors = polynomial.tensors
    steps: list[PlanStep] = []
    places: dict[Factor, tuple[int, Indices]] = {}
    for monomial in polynomial.terms:
        for factor in monomial:
            if factor not in places:
                places[factor] = _plan_factor(factor, tensors, steps, count)
    free = polynomial.free
    monomials = []
    for monomial, c in polynomial:
        own = [places[factor] for factor in monomial]
        table = table_of(tuple(i for _, i in own), free, (), sizes)
        monomials.append((Fraction(c), PlanStep(tuple(k for k, _ in own), table)))
    shape = tuple(size_of(count, i.alphabet) for i in free)
    return Plan(free, shape, tensors, tuple(steps), tuple(monomials))


def table_of(operands: tuple[Indices, ...], kept: Indices, summed: Indices, sizes: Sizes) -> Table:
    """The places of the entries that a plan sums, in any algebra: a row for each letter kept.

    >>> x, y = Index("X", "x"), Index("Y", "y")
    >>> table_of(((x, y), (y,)), (x,), (y,), (("X", 2), ("Y", 2)))
    (((0, 0), (1, 1)), ((2, 0), (3, 1)))
    """
    count = dict(sizes)
    total = prod(size_of(count, i.alphabet) for i in (*kept, *summed))
    return (_kept_table if total <= LARGEST_TABLE_KEPT else _table)(operands, kept, summed, sizes)


def size_of(sizes: Mapping[str, int], alphabet: str) -> int:
    """The number of letters of an alphabet in an algebra. Raises InvalidInput without one."""
    found = sizes.get(alphabet)
    if found is None:
        raise InvalidInput(f"alphabet {alphabet} has no size here")
    return found


def _contract(step: PlanStep, arrays: list[Sequence[E]], algebra: Algebra[E]) -> list[E]:
    """The entries of a plan's step: sums of products of entries of earlier arrays."""
    combine = algebra.sum_of_products
    tick(ENTRY * sum(map(len, step.table)))
    columns = [arrays[k] for k in step.operands]
    if len(columns) == 1:
        (a,) = columns
        return [combine([(a[i],) for (i,) in cell]) for cell in step.table]
    if len(columns) == 2:
        a, b = columns
        return [combine([(a[i], b[j]) for i, j in cell]) for cell in step.table]
    return [
        combine([[c[i] for c, i in zip(columns, places, strict=True)] for places in cell])
        for cell in step.table
    ]


@dataclass(frozen=True, slots=True)
class _Part:
    """An array within a factor: its place and indices, its atoms, and its summed indices."""

    place: int
    indices: Indices
    atoms: tuple[Atom, ...]
    summed: Indices = ()


def _plan_factor(
    factor: Factor, tensors: tuple[Tensor, ...], steps: list[PlanStep], count: dict[str, int]
) -> tuple[int, Indices]:
    """Plan the sums over a factor's bound indices; the place and the indices of the result."""
    waiting = [_Part(tensors.index(t), i, ((t, i),)) for t, i in factor]
    sizes = tuple(sorted(count.items()))
    left = {i for part in waiting for i in part.indices if i.is_bound}
    while left or len(waiting) > 1 or len(set(waiting[0].indices)) < len(waiting[0].indices):
        watch()
        index = min(left, key=lambda i: (_cost(i, waiting, count), i)) if left else None
        over = () if index is None else (index,)
        joined = [part for part in waiting if index is None or index in part.indices]
        kept = tuple(sorted({i for part in joined for i in part.indices}.difference(over)))
        table = table_of(tuple(part.indices for part in joined), kept, over, sizes)
        atoms = tuple(sorted(atom for part in joined for atom in part.atoms))
        summed = (*(i for part in joined for i in part.summed), *over)
        name = _kind(joined) + _name(atoms, kept, summed) if over else ""
        steps.append(PlanStep(tuple(part.place for part in joined), table, name))
        waiting = [part for part in waiting if part not in joined]
        waiting.append(_Part(len(tensors) + len(steps) - 1, kept, atoms, summed))
        left.difference_update(over)
    return waiting[0].place, waiting[0].indices


def _cost(index: Index, waiting: list[_Part], count: dict[str, int]) -> int:
    """The number of products of a plan's sum over an index, if it is eliminated next."""
    reach = {i for part in waiting if index in part.indices for i in part.indices}
    return prod(size_of(count, i.alphabet) for i in reach)


def _kind(joined: list[_Part]) -> str:
    """The kind of a sum in the plan, with which its name begins: a mass, a mixture, or neither."""
    tensors = [t for part in joined for t, _ in part.atoms]
    if not all(t.is_nonnegative for t in tensors):
        return ""
    distributions = {t for t in tensors if len(t.stochastic) == len(t.alphabets) > 0}
    direct = any(t in distributions for part in joined if not part.summed for t, _ in part.atoms)
    return MASS if direct else MIXTURE if distributions else ""


def _name(atoms: tuple[Atom, ...], kept: Indices, summed: Indices) -> str:
    """The name of a sum in the plan, by places of indices, so that P_Y(y) and P_Y(y') have one."""
    names = {index: f"@{index.alphabet}{k}" for k, index in enumerate(kept)}
    names |= {index: f"#{index.alphabet}{k}" for k, index in enumerate(summed)}
    return ".".join(f"{t.name}({','.join(names[i] for i in indices)})" for t, indices in atoms)


def _table(operands: tuple[Indices, ...], kept: Indices, summed: Indices, sizes: Sizes) -> Table:
    """The table of the places of entries that a plan sums in any algebra, computed anew."""
    count = dict(sizes)
    over = [(index, range(size_of(count, index.alphabet))) for index in (*kept, *summed)]
    inner = prod(size_of(count, index.alphabet) for index in summed)
    rows = prod(len(letters) for _, letters in over)
    columns = []
    for indices in operands:
        stride, strides = 1, dict.fromkeys((*kept, *summed), 0)
        for index in reversed(indices):
            strides[index] += stride
            stride *= size_of(count, index.alphabet)
        places = [0]
        for index, letters in over:
            steps = [strides[index] * letter for letter in letters]
            places = [place + step for place in places for step in steps]
        columns.append(places)
    cells = list(zip(*columns, strict=True)) if columns else [()] * rows
    return tuple(tuple(cells[k : k + inner]) for k in range(0, rows, inner))


_kept_table = lru_cache(maxsize=1024)(_table)


MASS = "mass "
"""The beginning of the names of sums that have a distribution as a factor: sum_x p(x)W(x,y)."""

MIXTURE = "mixture "
"""The beginning where the distribution is inside a mass that is a factor: sum_y P_Y(y)V(y,z)."""


class Algebra(Protocol[E]):
    """Entries of tensors at given alphabet sizes, with sums and products.

    `known` keeps the values of polynomials, so that one algebra never evaluates a polynomial twice.
    """

    sizes: Mapping[str, int]
    known: dict[Polynomial, Array[E]]

    def number(self, value: Fraction) -> E:
        """A rational number as an entry of the algebra."""

    def entries(self, tensor: Tensor) -> Sequence[E]:
        """The entries of a tensor in the algebra, its last index fastest; no delta or size."""

    def sum_of_products(self, terms: Sequence[Sequence[E]]) -> E:
        """The sum of products of entries of the algebra."""

    def keep_sum(self, name: str, entries: list[E]) -> list[E]:
        """The entries of a sum over an alphabet in the algebra, or new variables in their place.

        Equal names mean equal sums; the name of a mass begins with `MASS` or `MIXTURE`.
        """


@dataclass(frozen=True, slots=True)
class Array(Generic[E]):
    """Entries over the letters of some indices, the last index running fastest.

    >>> Array((Index("X", "x"), Index("Y", "y")), (2, 2), (1, 2, 3, 4))[1, 0]
    3
    """

    indices: tuple[Index, ...]
    shape: tuple[int, ...]
    entries: Sequence[E]

    def __getitem__(self, letters: tuple[int, ...]) -> E:
        place = 0
        for letter, count in zip(letters, self.shape, strict=True):
            if not 0 <= letter < count:
                raise IndexError(f"letter {letter} of an alphabet of {count}")
            place = place * count + letter
        return self.entries[place]

    def nested(self) -> Any:
        """The entries of an index polynomial, nested by its indices; the only entry where none.

        >>> Array((Index("X", "x"),), (2,), (1, 2)).nested()
        (1, 2)
        """
        level: Sequence[Any] = tuple(self.entries)
        for count in reversed(self.shape):
            level = tuple(tuple(level[k : k + count]) for k in range(0, len(level), count))
        return level[0]
