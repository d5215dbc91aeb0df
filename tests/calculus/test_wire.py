"""What is read is in normal form, whatever the file says, and means what was written."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from pmlsym.calculus import Index, Polynomial, Tensor, atom, constant, size, sum_over
from pmlsym.calculus.json_layout import render
from pmlsym.calculus.json_text import parse
from pmlsym.calculus.wire import (
    read_index,
    read_polynomial,
    read_tensors,
)
from pmlsym.calculus.wire_writing import write_index, write_polynomial, write_tensors
from pmlsym.errors import AlphabetMismatch, InvalidInput
from tests.calculus.strategies import EXACT, TENSORS, polynomials

p = Tensor("p", ("X",), nonnegative=True, stochastic=(0,))
TABLE = {"p": p}
x = Index("X", "x")


@pytest.mark.seconds
@EXACT
@given(polynomials())
def test_polynomials_survive_the_way_back(polynomial: Polynomial):
    data = json.loads(render(write_polynomial(polynomial)))
    assert read_polynomial(data, read_tensors(write_tensors(TENSORS))) == polynomial


def test_tensors_survive_the_way_back():
    table = read_tensors(parse(render(write_tensors(TENSORS))))
    assert set(table.values()) == {t for t in TENSORS if not (t.is_delta or t.is_size)}
    with pytest.raises(InvalidInput, match="two different tensors"):
        write_tensors([p, Tensor("p")])


@pytest.mark.parametrize(
    ("terms", "polynomial"),
    [
        ([("1", ["x:X"], [["p", "x:X"]])], constant(1)),
        ([("1", ["x:X"], [])], atom(size("X"))),
        ([("2", ["u:X"], [["p", "x:X"]])], 2 * atom(size("X")) * atom(p, x)),
        ([("1", ["u:X"], [["delta", "u:X", "x:X"], ["p", "u:X"]])], atom(p, x)),
        ([("1", [], [["delta", "x:X", "x:X"]])], constant(1)),
        ([("1", ["x:Y"], [["p", "x:X"]])], atom(size("Y")) * atom(p, x)),
        ([("1", [], [["|X|"]]), ("-1", ["u:X"], [])], constant(0)),
        ([("1", [], []), ("1", [], [])], constant(2)),
        ([], constant(0)),
    ],
)
def test_what_is_read_is_in_normal_form(terms, polynomial):
    data = [{"coefficient": c, "sum": s, "atoms": a} for c, s, a in terms]
    assert read_polynomial(data, TABLE) == polynomial


def test_bound_and_free_indices_of_one_name_stay_apart():
    """A free index x1 does not fall under the sum over the letter that is written x1."""
    free = Index("X", "x1")
    q = Tensor("q", ("X",))
    polynomial = atom(q, free) * sum_over(atom(p, x) * atom(q, x), x)
    (term,) = write_polynomial(polynomial)
    assert term["sum"] != ["x1:X"]
    assert read_polynomial([term], {"p": p, "q": q}) == polynomial


def test_indices():
    for index in (x, Index("X", "x'"), Index("Y", "y'0"), Index("Alphabet1", "ä")):
        assert read_index(write_index(index), "index") == index
    for wrong in ("x", ":X", "x:", "x y:X", "1:X", "x:1", "x\n:X", "x" * 20_000 + ":X", 3, None):
        with pytest.raises(InvalidInput):
            read_index(wrong, "index")


def test_the_alphabets_of_an_atom_are_checked():
    with pytest.raises(AlphabetMismatch):
        read_polynomial([{"coefficient": "1", "sum": [], "atoms": [["p", "y:Y"]]}], TABLE)


@pytest.mark.parametrize("text", ["", "{", "1.5", "NaN", "-Infinity", '{"a":1,"a":2}', "[" * 10**5])
def test_json_is_read_strictly(text: str):
    with pytest.raises(InvalidInput) as caught:
        parse(text)
    assert "\n" not in str(caught.value)
