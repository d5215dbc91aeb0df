"""Sums, substitutions and replaced tensors have the values they should have."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmlsym.calculus import (
    Index,
    Polynomial,
    Tensor,
    atom,
    substitute,
    sum_over,
)
from pmlsym.calculus.substitution import replace_tensor
from tests.calculus.brute_force import World, evaluate
from tests.calculus.strategies import EXACT, LETTERS, places, polynomials, worlds


@pytest.mark.seconds
@EXACT
@given(polynomials(), st.sampled_from(LETTERS), worlds(), st.data())
def test_sum_over_adds_up_the_letters(
    body: Polynomial, index: Index, world: World, data: st.DataObject
):
    at = data.draw(places(world))
    letters = range(world.sizes[index.alphabet])
    by_hand = sum(evaluate(world, body, {**at, index: letter}) for letter in letters)
    assert evaluate(world, sum_over(body, index), at) == by_hand
    assert index not in sum_over(body, index).free


@pytest.mark.seconds
@EXACT
@given(polynomials(), worlds(), st.data())
def test_substitution_reads_the_letters_elsewhere(
    body: Polynomial, world: World, data: st.DataObject
):
    """All at once: swapping two letters, or letting two indices fall together, is captured."""
    at = data.draw(places(world))
    names = {
        index: data.draw(st.sampled_from([i for i in LETTERS if i.alphabet == index.alphabet]))
        for index in data.draw(st.lists(st.sampled_from(LETTERS), unique=True))
    }
    moved = {index: at[names.get(index, index)] for index in LETTERS}
    assert evaluate(world, substitute(body, names), at) == evaluate(world, body, moved)


@pytest.mark.seconds
@EXACT
@given(polynomials(), polynomials(2), worlds(), st.data())
def test_a_replaced_tensor_has_the_values_of_the_body(
    polynomial: Polynomial, body: Polynomial, world: World, data: st.DataObject
):
    """In a world where m(b, c) has the value of the body at b and c, nothing changes."""
    at = data.draw(places(world))
    m = Tensor("m", ("Y", "Y"))
    spots = (Index("Y", "b"), Index("Y", "c"))
    if m in body.tensors:
        body = body * 0 + 1
    cells = {
        tuple(letters[i] for i in spots): evaluate(world, body, {**at, **letters})
        for letters in world.assignments(spots)
    }
    there = replace(world, entries={**world.entries, "m": cells})
    replaced = replace_tensor(polynomial, m, spots, body)
    assert m not in replaced.tensors
    assert evaluate(world, replaced, at) == evaluate(there, polynomial, at)


def test_replacing_captures_no_index_however_it_is_called():
    """sum_y a(y)q(y) with a(y) := b(y, k) keeps k free, even if k has a name such as ~0."""
    a, q, b = Tensor("a", ("Y",)), Tensor("q", ("Y",)), Tensor("b", ("Y", "Y"))
    y = Index("Y", "y")
    total = sum_over(atom(a, y) * atom(q, y), y)
    for name in ("k", "~0", "~~0", "y"):
        k, place = Index("Y", name), Index("Y", "place")
        replaced = replace_tensor(total, a, (place,), atom(b, place, k))
        assert replaced == sum_over(atom(b, place, k) * atom(q, place), place)
        assert replaced.free == (k,)
