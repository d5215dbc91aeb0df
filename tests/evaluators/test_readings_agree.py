"""Every reading gives what loops over letters give, on random polynomials and random tensors.

One table of readings, one suite over all of them; a new reading is one more line.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import sympy as sp
import z3
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as st

from pmlsym.calculus import Index, Polynomial, Tensor, atom, constant, sum_over
from pmlsym.calculus.algebra import MASS, MIXTURE, Array, read
from pmlsym.claims.subjects import subjects
from pmlsym.errors import AlphabetMismatch, InvalidInput, Unsupported
from pmlsym.evaluators.ball import value_ball
from pmlsym.evaluators.exact import read_exact, value_exact
from pmlsym.evaluators.smt import SmtAlgebra
from pmlsym.evaluators.symbolic import read_symbolic
from pmlsym.language.nodes import Measure
from pmlsym.language.value import Ratio
from pmlsym.measures.every import MEASURES
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import INFINITY, Exact, rational
from tests.calculus.brute_force import World, evaluate
from tests.calculus.strategies import TENSORS, polynomials, worlds
from tests.examples import share_of, some_of
from tests.measures.measured import measured

MODERATE = settings(derandomize=True, deadline=None, max_examples=share_of(60))
FEW = settings(derandomize=True, deadline=None, max_examples=share_of(40))


def nested(world: World, tensor: Tensor) -> Any:
    shape = tuple(world.sizes[alphabet] for alphabet in tensor.alphabets)
    cells = [world.entries[tensor.name][at] for at in product(*map(range, shape))]
    indices = tuple(Index(a, f"i{k}") for k, a in enumerate(tensor.alphabets))
    return Array(indices, shape, cells).nested()


def contents(world: World) -> dict[str, Any]:
    return {t.name: nested(world, t) for t in TENSORS if not (t.is_delta or t.is_size)}


def instance(world: World) -> Instance:
    entries = contents(world)
    scalars = {name: rational(entries.pop(name)) for name in ("t", "r")}
    return Instance(world.sizes, entries, scalars)


def read_smt(polynomial: Polynomial, world: World) -> Array[Any]:
    return read(polynomial, SmtAlgebra(world.sizes, given=instance(world)))


READINGS: Mapping[str, Callable[[Polynomial, World], Array[Any]]] = {
    "exact": lambda polynomial, world: read_exact(polynomial, instance(world)),
    "symbolic": lambda polynomial, world: read_symbolic(polynomial, world.sizes, contents(world)),
    "ball": lambda polynomial, world: value_ball(Ratio(polynomial), world.sizes, contents(world)),
    "smt": read_smt,
}


def same(entry: Any, value: Fraction) -> bool:
    if isinstance(entry, Fraction):
        return entry == value
    if isinstance(entry, sp.Basic):
        return bool(entry == sp.Rational(value.numerator, value.denominator))
    return in_ball(entry, value)


def in_ball(entry: Any, value: Fraction) -> bool:
    """Whether a narrow ball contains the fraction; `contains` itself would round the fraction."""
    distance = entry * value.denominator - value.numerator
    return distance.contains(0) and entry.rad() < 1e-9


@pytest.mark.parametrize("name", some_of(READINGS))
@MODERATE
@given(polynomials(), worlds())
def test_reading_is_the_sum_over_letters(name: str, polynomial: Polynomial, world: World) -> None:
    array = READINGS[name](polynomial, world)
    assert array.indices == polynomial.free
    for at in product(*map(range, array.shape)):
        expected = evaluate(world, polynomial, dict(zip(array.indices, at, strict=True)))
        assert same(array[at], expected), (at, array[at], expected)


@pytest.mark.seconds
@FEW
@given(polynomials(3), worlds(), st.sampled_from([(), (MASS,), (MASS, MIXTURE)]))
def test_solver_terms_have_the_value_of_the_polynomial(
    polynomial: Polynomial, world: World, loosened: tuple[str, ...]
) -> None:
    """Where sums are loosened, the true values stay possible: `unsat` is then an answer."""
    algebra = SmtAlgebra(world.sizes, loosened=loosened)
    array = read(polynomial, algebra)
    solver = z3.Solver(ctx=algebra.context)
    solver.add(*algebra.declared())
    for name, (tensor, terms) in algebra.variables.items():
        shape = [range(world.sizes[a]) for a in tensor.alphabets]
        for term, at in zip(terms, product(*shape), strict=True):
            solver.add(term == algebra.literal(world.entries[name][at]))
    assert solver.check() == z3.sat
    for at in product(*map(range, array.shape)):
        value = evaluate(world, polynomial, dict(zip(array.indices, at, strict=True)))
        difference = algebra.sum_of_products([(array[at],), (-value,)])
        solver.add(algebra.compare(difference, "=="))
    assert solver.check() == z3.sat


@pytest.mark.seconds
def test_values_in_balls_are_the_exact_ones() -> None:
    """Values with numbers of an instance, outcomes or quotients are not read in balls."""
    met = Counter[str]()
    for word in MEASURES:
        for measure, own in measured(word, 48):
            about = subjects(measure)
            if not isinstance(measure, Measure) or measure.defined:
                continue
            if about.scalars or about.outcomes:
                continue
            try:
                exact = value_exact(measure.value, own)
                (in_balls,) = value_ball(measure.value, own.sizes, own.tensors).entries
            except Unsupported:
                continue
            if exact == INFINITY:
                assert not in_balls.is_finite()
                met["infinite"] += 1
            elif isinstance(exact, Exact) and exact.is_rational:
                assert in_ball(in_balls, exact.rational)
                met[str(word)] += 1
    assert sum(count >= 10 for count in met.values()) >= 24 and met["infinite"] >= 20, met


def test_a_sum_over_nothing_counts_the_letters() -> None:
    one = sum_over(constant(2), Index("X", "x"))
    assert read_exact(one, Instance({"X": 3})).nested() == 6


def test_missing_size_and_missing_tensor_are_errors() -> None:
    entry = atom(Tensor("P", ("X",)), Index("X", "x"))
    with pytest.raises(InvalidInput, match="alphabet X has no size"):
        read_exact(entry, Instance({}))
    with pytest.raises(InvalidInput, match="no entries for P"):
        read_exact(entry, Instance({"X": 2}))
    with pytest.raises(InvalidInput, match="do not fit"):
        read_exact(entry, Instance({"X": 2}, {"P": [1]}))
    with pytest.raises(AlphabetMismatch, match="do not fit"):
        read_symbolic(entry, {"X": 2}, {"P": [1]})
    with pytest.raises(Unsupported, match="neither rational"):
        read_symbolic(entry, {"X": 1}, {"P": ["1"]})


def test_a_ball_that_contains_zero_does_not_divide() -> None:
    c = atom(Tensor("c"))
    with pytest.raises(Unsupported, match="whether the denominator is zero"):
        value_ball(Ratio(constant(1), c), {}, {"c": arb(0, 1)})
