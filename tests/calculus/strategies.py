"""Hypothesis strategies: raw sums of products, and worlds in which to evaluate them."""

from __future__ import annotations

from random import Random

from hypothesis import settings
from hypothesis import strategies as st

from pmlsym.calculus import Index, Polynomial, Tensor, atom, constant, delta, size, sum_over
from tests.calculus.brute_force import World, random_world
from tests.examples import examples

EXACT = settings(derandomize=True, deadline=None, max_examples=examples(120))

TENSORS = (
    Tensor("p", ("X",), nonnegative=True, stochastic=(0,)),
    Tensor("q", ("X",), nonnegative=True, positive=True, stochastic=(0,)),
    Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,)),
    Tensor("U", ("X", "Y", "X"), nonnegative=True, stochastic=(2,)),
    Tensor("J", ("X", "Y"), nonnegative=True, stochastic=(0, 1)),
    Tensor("B", ("X", "X"), stochastic=(0,)),
    Tensor("F", ("X", "Y"), indicator=True, stochastic=(1,)),
    Tensor("K", ("X", "X"), indicator=True, stochastic=(0, 1)),
    Tensor("s", ("X",), indicator=True),
    Tensor("one", ("Y",), positive=True, indicator=True),
    Tensor("e", ("Y",), nonnegative=True, at_most_one=True),
    Tensor("m", ("Y", "Y")),
    Tensor("t", positive=True),
    Tensor("r"),
    delta("X"),
    delta("Y"),
    size("Y"),
)
LETTERS = tuple(Index(alphabet, name) for alphabet in "XY" for name in ("a", "b", "c"))
Raw = tuple[int, tuple[tuple[Tensor, tuple[Index, ...]], ...], tuple[Index, ...]]


@st.composite
def raw_monomials(draw: st.DrawFn, longest: int = 5) -> Raw:
    """A coefficient, atoms, and the indices to be summed, some of which may not occur."""
    atoms = []
    for tensor in draw(st.lists(st.sampled_from(TENSORS), max_size=longest)):
        indices = tuple(
            draw(st.sampled_from([i for i in LETTERS if i.alphabet == alphabet]))
            for alphabet in tensor.alphabets
        )
        atoms.append((tensor, indices))
    summed = draw(st.lists(st.sampled_from(LETTERS), unique=True, max_size=4))
    return draw(st.integers(-3, 3)), tuple(atoms), tuple(summed)


def build(raw: Raw) -> Polynomial:
    """The polynomial of a raw monomial, by the public operations."""
    coefficient, atoms, summed = raw
    total = constant(coefficient)
    for tensor, indices in atoms:
        total = total * atom(tensor, *indices)
    return sum_over(total, *summed)


def polynomials(longest: int = 4) -> st.SearchStrategy[Polynomial]:
    """Sums of up to three monomials."""
    several = st.lists(raw_monomials(longest), min_size=1, max_size=3)
    return several.map(lambda raws: sum((build(raw) for raw in raws), constant(0)))


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Alphabets of 1 to 4 letters and random tensors with their declared facts."""
    sizes = {"X": draw(st.integers(1, 4)), "Y": draw(st.integers(1, 4))}
    return random_world(Random(draw(st.integers(0, 10**6))), TENSORS, sizes)


@st.composite
def places(draw: st.DrawFn, world: World) -> dict[Index, int]:
    """A letter for every index of the pool."""
    return {i: draw(st.integers(0, world.sizes[i.alphabet] - 1)) for i in LETTERS}
