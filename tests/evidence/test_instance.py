"""Instances: what is wrong with one is said, and JSON brings it back."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pmlsym.calculus.tensor import Tensor
from pmlsym.errors import AlphabetMismatch, InvalidInput
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import INFINITY, log_of

P = Tensor("P", ("X",), nonnegative=True, stochastic=(0,))
W = Tensor("W", ("X", "Y"), nonnegative=True, stochastic=(1,))
SIZES = {"X": 2, "Y": 2}


def test_json_brings_an_instance_back() -> None:
    original = Instance(
        {"X": 2, "Y": 1},
        {"P": ["1/3", "2/3"], "W": [[1], [1]]},
        {"eps": log_of(Fraction(6, 5)), "c": INFINITY},
        {"y": 0},
    )
    assert Instance.from_json(original.to_json()) == original


@pytest.mark.parametrize(
    ("entries", "message"),
    [
        (["1/2", "1/3"], "P sums to 5/6, not 1"),
        (["3/2", "-1/2"], "P\\(1\\) is 3/2, against its declared facts"),
        (["1/2", "1/4", "1/4"], "P has 3 entries, not 2"),
        ([["1/2"], ["1/2"]], "P is nested deeper"),
    ],
)
def test_a_prior_that_is_none(entries: list[object], message: str) -> None:
    with pytest.raises((InvalidInput, AlphabetMismatch), match=message):
        Instance(SIZES, {"P": entries}).require(P)


def test_the_row_at_fault_is_named() -> None:
    rows = [["1/2", "1/2"], ["1/2", "499/1000"]]
    with pytest.raises(InvalidInput, match="row 2 of W sums to 999/1000, not 1"):
        Instance(SIZES, {"W": rows}).require(W)
    with pytest.raises(InvalidInput, match="no entries for W"):
        Instance(SIZES).require(W)
    with pytest.raises(InvalidInput, match="no size for Y"):
        Instance({"X": 2}, {"W": rows}).require(W)


@pytest.mark.parametrize("entry", [0.5, "half", None, True, "1/0"])
def test_entries_are_exact(entry: object) -> None:
    with pytest.raises(InvalidInput, match="an entry of P is"):
        Instance({"X": 1}, {"P": [entry]})


@pytest.mark.parametrize("size", [0, -1, 1.5, True, "2"])
def test_alphabets_are_nonempty(size: object) -> None:
    with pytest.raises(InvalidInput, match="alphabet X"):
        Instance({"X": size})  # type: ignore[dict-item]


@pytest.mark.parametrize("data", [[], {"sizes": {}}, {"alphabets": 3}, {"scalars": {"c": 1}}])
def test_other_data_is_no_instance(data: object) -> None:
    with pytest.raises(InvalidInput):
        Instance.from_json(data)  # type: ignore[arg-type]
