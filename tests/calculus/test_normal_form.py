"""The normal form has the value of the sum it stands for, in every world."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmlsym.calculus import (
    Index,
    Polynomial,
    Tensor,
    atom,
    constant,
    delta,
    equal_letters,
    size,
    sum_over,
)
from pmlsym.calculus.normal_form import normalise
from pmlsym.calculus.tensor import bound
from pmlsym.errors import AlphabetMismatch, InvalidInput
from tests.calculus.brute_force import World, evaluate, random_world, sum_of_product
from tests.calculus.strategies import EXACT, Raw, build, places, polynomials, raw_monomials, worlds

x, x2, y, y2, z = (Index(*pair) for pair in ("Xx", "Xu", "Yy", "Yv", "Zz"))
p = Tensor("p", ("X",), nonnegative=True, stochastic=(0,))
W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
V = Tensor("V", ("Y", "Z"), nonnegative=True, stochastic=(1,))
F = Tensor("F", ("X", "Y"), indicator=True, stochastic=(1,))


@pytest.mark.seconds
@EXACT
@given(raw_monomials(), worlds(), st.data())
def test_the_normal_form_has_the_value_of_the_sum(raw: Raw, world: World, data: st.DataObject):
    at = data.draw(places(world))
    coefficient, atoms, summed = raw
    assert evaluate(world, build(raw), at) == coefficient * sum_of_product(world, atoms, summed, at)


@pytest.mark.seconds
@EXACT
@given(polynomials(), polynomials(), worlds(), st.data())
def test_sums_and_products_are_those_of_values(
    left: Polynomial, right: Polynomial, world: World, data: st.DataObject
):
    at = data.draw(places(world))
    a, b = evaluate(world, left, at), evaluate(world, right, at)
    assert evaluate(world, left + right, at) == a + b
    assert evaluate(world, left - right, at) == a - b
    assert evaluate(world, left * right, at) == a * b
    assert left * right == right * left


@pytest.mark.seconds
@EXACT
@given(raw_monomials(), st.randoms(use_true_random=False))
def test_order_and_bound_names_change_nothing(raw: Raw, rng):
    coefficient, atoms, summed = raw
    again = {index: Index(index.alphabet, f"n{k}") for k, index in enumerate(summed)}
    shuffled = [(t, tuple(again.get(i, i) for i in indices)) for t, indices in atoms]
    rng.shuffle(shuffled)
    order = list(again.values())
    rng.shuffle(order)
    assert build((coefficient, tuple(shuffled), tuple(order))) == build(raw)


def test_equal_normal_forms_evaluate_equally():
    """All sums of products of at most two of these atoms: those with one normal form agree."""
    atoms = [(p, (i,)) for i in (x, x2)]
    atoms += [(t, (i, j)) for t in (W, F) for i in (x, x2) for j in (y, y2)]
    atoms += [(delta("X"), (x, x2)), (delta("Y"), (y2, y))]
    subsets = [s for n in range(5) for s in combinations((x, x2, y, y2), n)]
    groups: dict[Polynomial, list[Raw]] = {}
    for n in range(3):
        for product in combinations_with_replacement(atoms, n):
            for summed in subsets:
                raw = (1, product, summed)
                groups.setdefault(build(raw), []).append(raw)
    rng = Random(1)
    draws = [random_world(rng, (p, W, F), {"X": n, "Y": m}) for n in (1, 3) for m in (1, 2)]
    for world in draws:
        at = {i: rng.randrange(world.sizes[i.alphabet]) for i in (x, x2, y, y2)}
        for group in groups.values():
            assert len({sum_of_product(world, a, s, at) for _, a, s in group}) == 1
    assert sum(len(group) > 1 for group in groups.values()) > 100


def test_many_pairs_have_one_normal_form_and_one_value():
    """Pairs that the rules of the normal form identify."""
    one_hot = atom(F, x, y) * atom(F, x, y2)
    pairs = [
        (sum_over(atom(W, x, y), y), constant(1)),
        (sum_over(atom(p, x) * atom(W, x, y), y), atom(p, x)),
        (sum_over(atom(W, x, y) * atom(V, y, z), y, z), constant(1)),
        (sum_over(atom(W, x, y), x, y), atom(size("X"))),
        (sum_over(equal_letters(x, x2), x, x2), atom(size("X"))),
        (sum_over(equal_letters(x, x2) * atom(p, x2), x2), atom(p, x)),
        (equal_letters(x, x2) * atom(p, x2), equal_letters(x, x2) * atom(p, x)),
        (equal_letters(x, x2) * equal_letters(x2, x), equal_letters(x, x2)),
        (one_hot, equal_letters(y, y2) * atom(F, x, y)),
        (sum_over(one_hot, y2), atom(F, x, y)),
        (sum_over(constant(3), x), 3 * atom(size("X"))),
    ]
    for left, right in pairs:
        assert left == right
    assert len({left for left, _ in pairs}) == 8


def test_the_number_of_letters_is_not_forgotten():
    """From sum_x W(x,y) >= t p(y) for all y nothing says t <= 1: |X| stays."""
    t, q = Tensor("t", positive=True), Tensor("q", ("Y",), nonnegative=True, stochastic=(0,))
    given_ = sum_over(atom(W, x, y), x) - atom(t) * atom(q, y)
    assert sum_over(given_, y) == atom(size("X")) - atom(t)
    assert sum_over(given_, y) != 1 - atom(t)


def test_symmetric_sums_have_one_normal_form_soon():
    """A star of ten equal rays, five equal pairs, a cycle, a complete graph: in any order."""
    m, link = Tensor("m", ("Y", "Y")), Tensor("W", ("X", "Y"))
    ys = [Index("Y", f"y{k}") for k in range(10)]
    halves = list(zip(ys[:5], ys[5:], strict=True))
    graphs = {
        "star": [(link, (x, j)) for j in ys],
        "pairs": [(link, (x, j)) for j, _ in halves] + [(m, pair) for pair in halves],
        "cycle": [(m, (ys[k], ys[k - 1])) for k in range(10)],
        "complete": [(m, (i, j)) for i in ys[:6] for j in ys[:6]],
        "two cycles": [(m, (ys[k], ys[5 * (k // 5) + (k + 1) % 5])) for k in range(10)]
        + [(link, (x, j)) for j in ys],
    }
    rng, forms = Random(3), set()
    for atoms in graphs.values():
        found = set()
        for _ in range(4):
            numbers = rng.sample(range(11), 11)
            again = {i: bound(i.alphabet, n) for i, n in zip([x, *ys], numbers, strict=True)}
            shuffled = [(t, tuple(again[i] for i in indices)) for t, indices in atoms]
            rng.shuffle(shuffled)
            summed = sorted({i for _, indices in shuffled for i in indices})
            found.add(normalise(shuffled, summed))
        assert len(found) == 1
        forms |= found
    assert len(forms) == len(graphs)


def test_distinct_sums_stay_distinct():
    mass = sum_over(atom(p, x) * atom(W, x, y), x)
    assert mass * mass != sum_over(atom(p, x) * atom(W, x, y) * atom(W, x, y), x)
    assert sum_over(atom(p, x) * atom(p, x), x) != constant(1)
    assert sum_over(atom(W, x, y), x) != constant(1)
    assert atom(p, Index("X", "y")) != atom(p, x)


@pytest.mark.parametrize(
    "wrong",
    [
        {"stochastic": (1,)},
        {"stochastic": (0, 0)},
        {"positive": True, "indicator": True, "stochastic": (0,)},
    ],
)
def test_impossible_declarations_are_refused(wrong):
    with pytest.raises(InvalidInput):
        Tensor("T", ("X",), **wrong)


def test_reserved_names_are_refused():
    for name, alphabets in (("delta", ("X",)), ("|X|", ()), ("|t", ()), ("delta", ("X", "Y"))):
        with pytest.raises(InvalidInput):
            Tensor(name, alphabets)
    with pytest.raises(InvalidInput):
        Tensor("|t", positive=True)
    assert delta("X").is_delta and size("X").is_size


def test_indices_must_fit_and_be_free():
    with pytest.raises(AlphabetMismatch):
        atom(W, y, x)
    with pytest.raises(InvalidInput):
        atom(p, Index("X", "", 0))
    with pytest.raises(InvalidInput):
        sum_over(atom(p, x), Index("X", "", 0))
