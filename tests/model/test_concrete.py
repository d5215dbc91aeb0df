"""Concrete priors and channels: exact stays exact, and bad numbers are refused where they stand."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from random import Random

import numpy as np
import pytest
import sympy

from pmlsym.calculus.alphabet import Alphabet, alphabets
from pmlsym.errors import AlphabetMismatch, InvalidInput, NullOutcome, PmlError
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior
from tests.exact_instances import exact_instances

X, Y, Z = alphabets("X Y Z")
HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    "masses",
    [
        [HALF, HALF],
        ["1/2", "0.5"],
        [Decimal("0.5"), "5e-1"],
        (sympy.Rational(1, 2), sympy.Rational(1, 2)),
        sympy.Matrix([sympy.Rational(1, 2)] * 2),
        sympy.Matrix([[sympy.Rational(1, 2)] * 2]),
        np.array([HALF, HALF], dtype=object),
    ],
)
def test_exact_masses_stay_exact(masses: object):
    found = Prior.from_masses(masses).masses()
    assert found == (HALF, HALF)
    assert all(type(mass) is Fraction for mass in found)


def test_floats_stay_floats():
    found = Channel.from_rows(np.array([[0.1, 0.2, 0.7], [0.3, 0.3, 0.4]])).matrix()
    assert found == ((0.1, 0.2, 0.7), (0.3, 0.3, 0.4))
    assert all(type(entry) is float for row in found for entry in row)
    assert Prior.from_masses(np.float32([0.5, 0.5])).masses() == (0.5, 0.5)
    assert Channel.from_rows(np.eye(2, dtype=int)).matrix() == ((1, 0), (0, 1))


def test_symbols_stay_as_they_are():
    a = sympy.Symbol("a", positive=True)
    channel = Channel.from_rows(sympy.Matrix([[1 - a, a], [sympy.Rational(1, 4), "3/4"]]))
    assert channel.matrix() == ((1 - a, a), (Fraction(1, 4), Fraction(3, 4)))
    after = Channel.from_rows([[1, 0], [HALF, HALF]], "V", Y, Z)
    (first, _), _ = (channel >> after).matrix()
    assert sympy.expand(first - (1 - a / 2)) == 0


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([["1/3", "1/3"], [0, 1]], "row 1 of W sums to 2/3, not 1"),
        ([[0, 1], ["0.999", "0"]], "row 2 of W sums to 999/1000, not 1"),
        ([[0, 1], [0.5, 0.4]], "row 2 of W sums to 0.9, not 1"),
        ([[0, 1], [0, 0]], "row 2 of W sums to 0"),
        ([[0, 1], ["3/2", "-1/2"]], r"entry \(2, 2\) of W is -1/2, which is negative"),
        ([[0, 1], [1.5, -0.5]], r"entry \(2, 2\) of W is -0.5, which is negative"),
        ([[float("nan"), 1]], r"entry \(1, 1\) of W is nan"),
        ([[float("inf"), 1]], r"entry \(1, 1\) of W is inf"),
        ([["nan", 1]], r"entry \(1, 1\) of W is 'nan'"),
        ([["1/0", 1]], r"entry \(1, 1\) of W is '1/0'"),
        ([["a third", 1]], r"entry \(1, 1\) of W is 'a third'"),
        ([[None, 1]], r"entry \(1, 1\) of W is None"),
        ([[True, False]], r"entry \(1, 1\) of W is True"),
        ([[sympy.nan, 1]], r"entry \(1, 1\) of W is nan"),
        ([[sympy.oo, 1]], r"entry \(1, 1\) of W is oo"),
        ([[sympy.I, 1]], r"entry \(1, 1\) of W is I"),
        ([[-sympy.sqrt(2), 1]], "negative"),
        ([[1 + 2j, 1]], r"entry \(1, 1\) of W"),
        ([[1, 0], [1]], "row 2 of W has 1 entries, row 1 has 2"),
        ([[], []], "row 1 of W is empty"),
        ([], "W is empty"),
        ([1, 0], "row 1 of W is 1, not a list"),
        ("1/2,1/2", "W is '1/2,1/2', not a list"),
        (3, "W is 3, not a list"),
        ([[[1]]], r"entry \(1, 1\) of W is \[1\]"),
        (np.zeros((0, 2)), "W is empty"),
    ],
)
def test_bad_rows_are_refused_with_their_place(rows: object, message: str):
    with pytest.raises(InvalidInput, match=message) as caught:
        Channel.from_rows(rows)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("masses", "message"),
    [
        ([0, 0], "nothing has mass"),
        (["1/2", "1/3"], "the masses of P sum to 5/6, not 1"),
        ([0.125] * 7, "the masses of P sum to 0.875"),
        ([], "P is empty"),
        ([2, -1], "entry 2 of P is -1"),
        ([[HALF, 0], [HALF, 0]], "entry 1 of P"),
    ],
)
def test_bad_masses_are_refused(masses: object, message: str):
    with pytest.raises(InvalidInput, match=message):
        Prior.from_masses(masses)


def test_names_are_words():
    for name in ("", "W >> V", "1st", "P\n"):
        with pytest.raises(InvalidInput, match="no name"):
            Channel(name, X, Y)
        with pytest.raises(InvalidInput, match="no name"):
            Prior.from_masses([1], name)


def test_composed_objects_have_the_entries_of_the_definition():
    met = 0
    for case in exact_instances(11, 60, letters=3):
        prior = Prior.from_masses(case.prior)
        first = Channel.from_rows(case.channel)
        after = Channel.from_rows(case.post, "V", Y, Z)
        second = Channel.from_rows(case.second, "U", (X, Y), Z)
        xs, ys = range(len(case.prior)), range(len(case.channel[0]))
        zs, ws = range(len(case.post[0])), range(len(case.second[0][0]))
        assert prior.masses() == case.prior and first.matrix() == case.channel
        assert (first >> after).matrix() == tuple(
            tuple(sum(case.channel[x][y] * case.post[y][z] for y in ys) for z in zs) for x in xs
        )
        assert (prior >> first).masses() == tuple(
            sum(case.prior[x] * case.channel[x][y] for x in xs) for y in ys
        )
        assert (first & second).matrix() == tuple(
            tuple(tuple(case.channel[x][y] * case.second[x][y][w] for w in ws) for y in ys)
            for x in xs
        )
        met += len(zs) > 1
    assert met > 10


def test_the_posterior_is_bayes_rule_and_null_outcomes_have_none():
    null = 0
    for case in exact_instances(5, 60, letters=3):
        prior, channel = Prior.from_masses(case.prior), Channel.from_rows(case.channel)
        for y in range(len(case.channel[0])):
            joint = [p * row[y] for p, row in zip(case.prior, case.channel, strict=True)]
            if sum(joint):
                found = channel.posterior(prior, y).masses()
                assert found == tuple(mass / sum(joint) for mass in joint)
            else:
                null += 1
                with pytest.raises(NullOutcome, match=f"outcome {y} of W has probability zero"):
                    channel.posterior(prior, y)
    assert null > 5


def test_the_posterior_after_several_outcomes():
    prior = Prior.from_masses(["1/3", "2/3"])
    once = Channel.from_rows([["3/4", "1/4"], ["1/4", "3/4"]])
    again = Channel.from_rows([["1/2", "1/2"], [1, 0]], "U", X, Z)
    both = once & again
    step = again.posterior(once.posterior(prior, 1), 0)
    assert both.posterior(prior, (1, 0)).masses() == step.masses()
    for wrong in (0, (0,), (0, 2), (-1, 0)):
        with pytest.raises(InvalidInput, match="no outcome"):
            both.posterior(prior, wrong)


def test_sizes_have_to_agree():
    with pytest.raises(AlphabetMismatch, match="has 2 letters, but V gives it 3"):
        Channel.from_rows([[1, 0]]) >> Channel.from_rows([[1], [1], [1]], "V", Y, Z)
    with pytest.raises(AlphabetMismatch):
        Channel.from_rows([[1, 0]]) >> Channel.from_rows([[1], [1]], "V")
    with pytest.raises(PmlError, match="two different tensors"):
        Prior.from_masses([1, 0]) >> Channel.from_rows([[1], [1]], "P")


def test_what_is_unknown_has_no_entries():
    with pytest.raises(InvalidInput, match="alphabet X has no size"):
        Channel("W", X, Y).matrix()
    with pytest.raises(InvalidInput):
        (Channel("W", X, Y) >> Channel.from_rows([[1]], "V", Y, Z)).matrix()
    half_known = Prior.from_masses([1, 0]) >> Channel("W", X, X)
    with pytest.raises(InvalidInput, match="W is unknown"):
        half_known.masses()


def test_labels():
    channel = Channel.from_rows([[1, 0], [0, 1]], labels=[None, ["no", "yes"]])
    assert channel.data[0].labels == ((), ("no", "yes"))
    for labels in ([None], [["a"], None], [["a", "a"], None]):
        with pytest.raises(InvalidInput):
            Channel.from_rows([[1, 0], [0, 1]], labels=labels)


def test_deterministic_objects_declare_it():
    """A deterministic channel's joint outcome with itself stays on the diagonal."""
    (tensor,) = Channel("F", X, Y, deterministic=True).body.tensors
    assert tensor.is_one_hot
    (tensor,) = Prior("P", X, deterministic=True).body.tensors
    assert tensor.is_one_hot
    with pytest.raises(InvalidInput, match="two letters"):
        Prior("P", X, full_support=True, deterministic=True)


def test_what_is_passed_in_is_not_changed():
    rng = Random(0)
    rows = [[rng.choice(["1/2", 0.5]) for _ in range(2)] for _ in range(2)]
    before = [list(row) for row in rows]
    Channel.from_rows(rows)
    assert rows == before


def test_a_repr_can_be_typed_back():
    names = {"P": Prior("P", X), "W": Channel("W", X, Y), "V": Channel("V", Y, Alphabet("Z"))}
    composed = names["P"] >> (names["W"] >> names["V"])
    again = eval(repr(composed), {}, names)
    assert again.body == composed.body and repr(again) == repr(composed)
