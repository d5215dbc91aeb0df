"""Channels and priors from arrays, tables and files, and as the objects of other libraries."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy
from scipy import sparse

import pmlsym as ps
from pmlsym.errors import AlphabetMismatch

NINE, ONE = Fraction(9, 10), Fraction(1, 10)
FLIP = ((NINE, ONE), (ONE, NINE))
FLOATS = [[0.9, 0.1], [0.1, 0.9]]


@pytest.mark.parametrize(
    "given",
    [
        FLIP,
        FLOATS,
        [["9/10", "0.1"], ["1e-1", "0.90"]],
        np.array(FLOATS),
        np.array(FLOATS, dtype=np.float32),
        np.array(FLOATS, dtype=np.float16),
        np.array([["9/10", "1/10"], ["1/10", "9/10"]]),
        np.array(FLIP, dtype=object),
        sympy.Matrix([[sympy.Rational(9, 10), sympy.Rational(1, 10)], [0.1, 0.9]]),
        sparse.csr_matrix(np.array(FLOATS)),
        sparse.coo_array(np.array(FLOATS)),
        {0: {0: 0.9, 1: 0.1}, 1: {1: 0.9, 0: 0.1}},
        [iter([0.9, 0.1]), (0.1, 0.9)],
    ],
    ids=lambda given: type(given).__name__,
)
def test_one_channel_in_many_forms(given: Any) -> None:
    assert ps.channel(given).matrix() == FLIP


def test_a_float_that_is_no_short_decimal_is_said_so() -> None:
    third = [[1 / 3, 2 / 3], [0.5, 0.5]]
    with pytest.raises(ps.PmlError, match=r"entry \(1, 1\) of W .* no short decimal; write '1/3'"):
        ps.channel(third)
    kept = ps.channel(third, exact="no")
    assert kept.matrix()[0][0] == 1 / 3 and isinstance(kept.matrix()[0][0], float)
    binary = ps.channel([[0.5, 0.5], [0.25, 0.75]], exact="binary")
    assert binary.matrix()[1] == (Fraction(1, 4), Fraction(3, 4))
    with pytest.raises(ps.PmlError, match="sums to"):
        ps.channel(FLOATS, exact="binary")  # 0.9 + 0.1 is not one in binary numbers
    with pytest.raises(ps.PmlError, match="write one of decimal, binary, no"):
        ps.channel(FLOATS, exact="yes")


WRONG = [
    ([[0.5, 0.4]], "row 1 of W sums to 9/10, not 1"),
    ([[0.5, 0.5], [1.0]], "row 2 of W has 1 entries, row 1 has 2"),
    ([[1.5, -0.5]], "negative"),
    ([[float("nan"), 1.0]], "no finite number"),
    ([[float("inf"), 1.0]], "no finite number"),
    ([[True, False]], "write a number"),
    ([[None, 1]], "write a number"),
    ([], "W is empty"),
    ([[]], "row 1 of W is empty"),
    (3, "3 is an int; write rows"),
    (None, "None was given"),
    ([0.5, 0.5], "not a list of entries"),
    (Fraction, "write rows of numbers"),
    (np.array(0.5), "0.5 is a float; write rows of numbers"),
    ({"a": {"x": 1}, "b": {"y": 1}}, "row b has other outcomes than x"),
    ("no_such_file.csv", "cannot be read"),
    ([["1/0", 1]], "division by zero"),
    ([["__import__('os')", 1]], "write a number"),
    ([[1e400, 0]], "no finite number"),
]


@pytest.mark.parametrize(("given", "message"), WRONG, ids=lambda case: str(case)[:30])
def test_what_is_no_channel_is_an_error_of_ours(given: Any, message: str) -> None:
    with pytest.raises(ps.PmlError) as error:
        ps.channel(given)
    assert message in str(error.value) and len(str(error.value)) < 300


def test_priors() -> None:
    assert ps.prior([0.25, 0.75]).masses() == (Fraction(1, 4), Fraction(3, 4))
    assert ps.prior("1/4, 3/4").masses() == (Fraction(1, 4), Fraction(3, 4))
    assert ps.prior([1, 3], counts=True).masses() == (Fraction(1, 4), Fraction(3, 4))
    assert ps.prior({"no": 0.9, "yes": 0.1}).data[0].labels == (("no", "yes"),)
    assert ps.prior(ps.prior([1])).masses() == (1,)
    for wrong in ([0.5, 0.4], [1.5, -0.5], "1/4", 7, None, [[0.5, 0.5]]):
        with pytest.raises(ps.PmlError):
            ps.prior(wrong)


CSV = {
    "0.9,0.1\n0.1,0.9\n": {},
    "0,9;0,1\n0,1;0,9\n": {},
    "0,9\t0,1\n0,1\t0,9\n": {},
    "9/10|1/10\n1/10|9/10\n": {},
    ";no;yes\r\nlow;0,9;0,1\r\nhigh;0,1;0,9\r\n": {},
    "\ufeff0.9;0.1\n0.1;0.9": {},
    "0.9;0.1\n0.1;0.9": {"separator": ";", "decimal": "."},
}


@pytest.mark.parametrize("text", CSV, ids=lambda text: repr(text)[:20])
def test_separators_and_decimal_commas_are_recognised(text: str, tmp_path: Path) -> None:
    place = tmp_path / "ch.csv"
    place.write_text(text, encoding="utf-8", newline="")
    found = ps.channel(place, **CSV[text])
    assert found.matrix() == FLIP
    if "low" in text:
        assert found.data[0].labels == (("low", "high"), ("no", "yes"))


def test_nothing_is_guessed_of_a_csv(tmp_path: Path) -> None:
    place = tmp_path / "ch.csv"
    place.write_text("0,9;0.1\n0,1;0,9\n", encoding="utf-8")
    with pytest.raises(ps.PmlError, match="among decimals with a comma"):
        ps.channel(place)
    place.write_text("0,5,0,5\n0,1,0,9\n", encoding="utf-8")
    with pytest.raises(ps.PmlError, match="row 1 of W sums to 10"):
        ps.channel(place)
    for options in ({"separator": "x"}, {"decimal": "!"}):
        with pytest.raises(ps.PmlError, match=r"write|there are"):
            ps.channel(place, **options)


LETTERED = {
    ",0,1\n0,0.9,0.1\n1,0.1,0.9\n": (("0", "1"), ("0", "1")),  # of pandas, its numbers being names
    "10,20\n0.9,0.1\n0.1,0.9\n": ((), ("10", "20")),
    "18,0.9,0.1\n65,0.1,0.9\n": (("18", "65"), ()),
    "age,0,1\n18,9/10,1/10\nold,1/10,9/10\n": None,
    "age,1,2\n18,9/10,1/10\nold,1/10,9/10\n": (("18", "old"), ("1", "2")),
    '"no" "yes"\n"18" "0.9" "0.1"\n"65" "0.1" "0.9"\n'.replace(" ", ","): (  # of R
        ("18", "65"),
        ("no", "yes"),
    ),
    "0,1\n0.9,0.1\n0.1,0.9\n": None,
    "x,no,yes\n0,0.9,0.1\n1,0.1,0.9\n": None,
}


@pytest.mark.parametrize("text", LETTERED, ids=lambda text: repr(text)[:24])
def test_letters_may_have_numbers_as_names(text: str, tmp_path: Path) -> None:
    place = tmp_path / "ch.csv"
    place.write_text(text, encoding="utf-8")
    labels = LETTERED[text]
    if labels is None:
        with pytest.raises(ps.PmlError, match=r"0,1, is .* names the (inputs|outcomes): write"):
            ps.channel(place)
        return
    found = ps.channel(place)
    assert (found.matrix(), found.data[0].labels) == (FLIP, labels)


def test_whole_numbers_are_entries_where_all_are(tmp_path: Path) -> None:
    place = tmp_path / "ch.csv"
    place.write_text("0,1\n1,0\n", encoding="utf-8")
    assert ps.channel(place).matrix() == ((0, 1), (1, 0))
    place.write_text("18,30\n65,20\n", encoding="utf-8")
    assert ps.channel(place, counts=True).matrix()[0] == (Fraction(18, 48), Fraction(30, 48))
    place.write_text(",18,30\n1,9,1\n2,1,9\n", encoding="utf-8")
    found = ps.channel(place, counts=True)
    assert (found.matrix(), found.data[0].labels) == (FLIP, (("1", "2"), ("18", "30")))


def test_arrays_in_files(tmp_path: Path) -> None:
    np.save(tmp_path / "one.npy", np.array(FLOATS))
    np.savez(tmp_path / "one.npz", channel=np.array(FLOATS))
    np.savez(tmp_path / "two.npz", a=np.array(FLOATS), b=np.array(FLOATS))
    np.save(tmp_path / "object.npy", np.array([[object()]]), allow_pickle=True)
    for name in ("one.npy", "one.npz"):
        assert ps.channel(tmp_path / name).matrix() == FLIP
    for name, message in (("two.npz", "2 arrays"), ("object.npy", "cannot be read")):
        with pytest.raises(ps.PmlError, match=message):
            ps.channel(tmp_path / name)
    (tmp_path / "bad.npy").write_bytes(b"no array")
    with pytest.raises(ps.PmlError, match="cannot be read"):
        ps.channel(tmp_path / "bad.npy")


def test_counts() -> None:
    assert ps.channel([[9, 1], [1, 9]], counts=True).matrix() == FLIP
    assert ps.channel(np.array([[9, 1], [1, 9]]), counts=True).matrix() == FLIP
    with pytest.raises(ps.PmlError, match="a count is 0, 1, 2"):
        ps.channel([[0.5, 1]], counts=True)


def test_pandas_and_xarray() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(FLOATS, index=["low", "high"], columns=["no", "yes"])
    found = ps.channel(frame)
    assert found.matrix() == FLIP
    assert found.data[0].labels == (("low", "high"), ("no", "yes"))
    assert ps.channel(pandas.DataFrame(FLOATS)).data[0].labels == ()
    assert ps.to_pandas(found).equals(frame)
    series = pandas.Series([0.25, 0.75], index=["low", "high"])
    assert ps.prior(series).data[0].labels == (("low", "high"),)
    assert ps.to_pandas(ps.prior(series)).tolist() == [0.25, 0.75]
    assert ps.decide("pml(P, W) <= log(9)", channel={"W": frame}).name == "proved"
    assert ps.measure(frame, prior="uniform").outcomes[1].label == "yes"
    xarray = pytest.importorskip("xarray")
    array = xarray.DataArray(FLOATS, dims=["x", "y"], coords={"y": ["no", "yes"]})
    assert ps.channel(array).matrix() == FLIP
    assert ps.channel(array).data[0].labels == ((), ("no", "yes"))
    masses = xarray.DataArray([0.25, 0.75], dims=["x"], coords={"x": ["low", "high"]})
    assert ps.prior(masses).data[0].labels == (("low", "high"),)


@pytest.mark.parametrize("given", [[0, 1], [False, True], [1, 0]])
def test_labels_that_are_numbers_are_labels(given: list[int]) -> None:
    pandas = pytest.importorskip("pandas")
    named = tuple(map(str, given))
    frame = pandas.DataFrame(FLOATS, index=["low", "high"], columns=given)
    assert ps.channel(frame).data[0].labels == (("low", "high"), named)
    assert [o.label for o in ps.measure(frame, prior="uniform").outcomes] == [*named]
    assert "P(high)=" in str(ps.measure(frame, over="p(high) in [0.1, 0.2]"))
    assert ps.channel(pandas.DataFrame(FLOATS, given, given)).data[0].labels == (named, named)
    assert ps.prior(pandas.Series([0.25, 0.75], given)).data[0].labels == (named,)


def test_beside_names_the_range_of_pandas_stands_as_it_is_shown() -> None:
    pandas = pytest.importorskip("pandas")
    found = ps.channel(pandas.DataFrame(FLOATS, index=["low", "high"]))
    assert found.data[0].labels == (("low", "high"), ("0", "1"))
    assert ps.prior(pandas.Series([0.25, 0.75])).data[0].labels == ()
    assert ps.channel(ps.to_pandas(ps.channel(FLOATS))).data[0].labels == ()


def test_a_first_column_of_words_names_the_rows_as_in_a_file() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(FLOATS, columns=["no", "yes"])
    frame.insert(0, "risk", ["low", "high"])
    assert ps.channel(frame).data[0].labels == (("low", "high"), ("no", "yes"))
    assert ps.channel(frame).matrix() == FLIP
    assert ps.measure(frame).capacity == ps.measure(FLOATS).capacity
    frame["risk"] = ["1/2", "1/2"]
    with pytest.raises(ps.PmlError):
        ps.channel(frame)


def test_outcomes_of_a_design_have_the_names_that_are_printed() -> None:
    design = ps.design("1/2,3/10,1/5", pml="log(2)", utility="guess")
    assert "y1" in str(design) and "y2" in str(design)
    assert {ps.sampler(design)(x) for x in (1, 2, 3) for _ in range(99)} == {"y1", "y2"}
    assert ps.channel(design).data[0].labels == ((), ("y1", "y2"))
    assert [outcome.label for outcome in ps.measure(design).outcomes] == ["y1", "y2"]
    pytest.importorskip("pandas")
    assert [*ps.to_pandas(design).columns] == ["y1", "y2"]


def test_a_design_is_a_channel_with_the_letters_of_its_prior() -> None:
    pandas = pytest.importorskip("pandas")
    prior = pandas.Series([0.5, 0.3, 0.2], index=["a", "b", "c"])
    design = ps.design(prior, pml="log(2)", utility="guess")
    assert ps.channel(design).data[0].labels == (("a", "b", "c"), ("y1", "y2"))
    table = ps.to_pandas(design)
    assert table.equals(ps.to_pandas(ps.channel(design))) and [*table.index] == ["a", "b", "c"]
    assert ps.to_numpy(design).tolist() == [[float(w) for w in row] for row in design.channel]
    shown = str(ps.measure(design, over="tv(.5, .3, .2) <= 0.1"))
    assert "prior: that of the design" in shown and "x=a" in shown and "x=1" not in shown
    assert "P(b)=" in str(ps.ask("pml(P, W) <= log(2)", channel={"W": design}))


def test_parquet(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    pandas.DataFrame(FLOATS, columns=["no", "yes"]).to_parquet(tmp_path / "ch.parquet")
    assert ps.channel(tmp_path / "ch.parquet").matrix() == FLIP
    assert ps.measure(tmp_path / "ch.parquet").capacity == ps.measure(FLOATS).capacity


def test_measure_reads_arrays_of_numpy_from_files(tmp_path: Path) -> None:
    np.save(tmp_path / "ch.npy", np.array(FLOATS))
    assert ps.measure(tmp_path / "ch.npy").capacity == ps.measure(FLOATS).capacity
    (tmp_path / "ch.npz").write_bytes(b"none")
    with pytest.raises(ps.PmlError, match="cannot be read"):
        ps.measure(tmp_path / "ch.npz")


def test_distributions_of_dit() -> None:
    dit = pytest.importorskip("dit")
    joint = dit.Distribution(["00", "01", "10", "11"], [0.225, 0.025, 0.075, 0.675])
    assert ps.channel(joint).matrix() == FLIP
    assert ps.prior(joint).masses() == (Fraction(1, 4), Fraction(3, 4))
    back = ps.to_dit(ps.prior(joint), ps.channel(joint))
    assert np.allclose(sorted(back.pmf), sorted(joint.pmf))
    assert ps.prior(dit.Distribution(["a", "b"], [0.5, 0.5])).data[0].labels == (("a", "b"),)


def test_responses_of_opendp() -> None:
    pytest.importorskip("opendp")
    response = ps.channel([[0.6, 0.2, 0.2], [0.2, 0.6, 0.2], [0.2, 0.2, 0.6]])
    measurement = ps.to_opendp(response)
    assert measurement("1") in ("0", "1", "2")
    assert abs(measurement.map(1) - log(3)) < 1e-9
    assert float(ps.evaluate(ps.ldp(response))) == pytest.approx(log(3))


def test_what_is_no_response_is_not_given_to_opendp() -> None:
    for rows in ([[1, 0], ["1/2", "1/2"]], [["1/2", "1/2", 0], [0, 1, 0]], [["1/4", "3/4"]] * 2):
        with pytest.raises(ps.PmlError, match="response"):
            ps.to_opendp(ps.channel(rows))


def test_out_again() -> None:
    channel = ps.channel(FLOATS)
    assert ps.to_numpy(channel).tolist() == FLOATS
    assert ps.to_sympy(channel) == sympy.Matrix(2, 2, [sympy.Rational(e) for r in FLIP for e in r])
    assert ps.channel(ps.to_sympy(channel)).matrix() == FLIP
    assert ps.to_numpy(ps.prior("1/4,3/4")).tolist() == [0.25, 0.75]
    unknown = ps.Channel("W", *ps.alphabets("X Y"))
    for write in (ps.to_numpy, ps.to_sympy, ps.to_opendp, ps.sampler):
        with pytest.raises(ps.PmlError):
            write(unknown)
        with pytest.raises(ps.PmlError):
            write("W")


def test_an_exact_sampler() -> None:
    """Frequencies of 30,000 draws lie within five standard deviations of the row."""
    channel = ps.channel({"a": {"no": "1/3", "yes": "2/3"}, "b": {"no": 1, "yes": 0}})
    draw, count = ps.sampler(channel, seed=3), 30_000
    seen = Counter(draw("a") for _ in range(count))
    assert abs(seen["no"] - count / 3) < 5 * (count * 2 / 9) ** 0.5
    assert {draw("b") for _ in range(50)} == {"no"}
    assert {ps.sampler(channel)("b") for _ in range(5)} == {"no"}
    with pytest.raises(ps.PmlError, match="'c' is no letter; there are a, b"):
        draw("c")
    with pytest.raises(ps.PmlError, match="not exact"):
        ps.sampler(ps.channel(FLOATS, exact="no"))


NAMED = {"young": {"no": "4/5", "yes": "1/5"}, "old": {"no": "1/10", "yes": "9/10"}}
TURNED = {"old": "9/10", "young": "1/10"}
"""The masses of the same letters in another order: by position they would be another prior."""


def test_letters_in_another_order_are_refused_where_a_claim_has_two_tables() -> None:
    order = "letters .*; bring them into one order"
    for prior in (TURNED, ps.prior(TURNED)):
        with pytest.raises(AlphabetMismatch, match=order):
            ps.decide("pml(P, W) <= 1", channel={"W": NAMED}, over=prior)
    with pytest.raises(AlphabetMismatch, match=order):
        ps.decide("pml(P, W) <= 1", channel={"W": NAMED, "P": ps.prior(TURNED)})
    with pytest.raises(AlphabetMismatch, match=order):
        ps.evaluate(ps.pml(ps.prior(TURNED), ps.channel(NAMED)))
    with pytest.raises(AlphabetMismatch, match=r"a, b, but .* young, old; name them alike"):
        ps.measure(ps.channel(NAMED), prior={"a": "1/2", "b": "1/2"})


def test_a_prior_is_brought_into_the_order_of_the_channel_that_is_measured() -> None:
    straight = {"young": "1/10", "old": "9/10"}
    wanted = ps.measure(NAMED, prior=straight)
    for prior in (TURNED, ps.prior(TURNED)):
        assert ps.measure(ps.channel(NAMED), prior=prior).outcomes == wanted.outcomes
        assert ps.measure(NAMED, over=prior).over[0].value == wanted.pml
    assert ps.pml(TURNED, NAMED) == ps.pml(straight, NAMED) == wanted.pml
    assert ps.pml(["9/10", "1/10"], NAMED) != wanted.pml
    with pytest.raises(AlphabetMismatch, match=r"name them alike|has the letters"):
        ps.mi({"a": "1/2", "b": "1/2"}, NAMED)


def test_the_outcomes_of_one_channel_are_the_letters_of_the_next() -> None:
    second = {"yes": {"u": 1, "v": 0}, "no": {"u": 0, "v": 1}}
    with pytest.raises(AlphabetMismatch, match="one order"):
        ps.decide("maxleak(W >> V) <= 1", channel={"W": NAMED, "V": second})
    mended = {name: second[name] for name in ("no", "yes")}
    found = ps.decide("maxleak(W >> V) <= 1", channel={"W": NAMED, "V": mended})
    assert found.name == "proved"


def test_in_one_order_labels_are_kept_in_what_is_measured() -> None:
    prior = {"young": "1/10", "old": "9/10"}
    for given in (prior, ps.prior(prior), ["1/10", "9/10"], np.array([0.1, 0.9])):
        found = ps.measure(ps.channel(NAMED), prior=given)
        assert [outcome.label for outcome in found.outcomes] == ["no", "yes"]
        assert found.pml == ps.evaluate(ps.pml(ps.prior(prior), ps.channel(NAMED)))
    over = ps.decide("pml(P, W) <= 9", channel={"W": NAMED}, over={"P": "p(x) >= 1/10"})
    assert over.name == "proved"


def test_numbers_of_observations_have_to_be_said_to_be_some() -> None:
    counted = [[8, 1, 1], [1, 2, 7]]
    with pytest.raises(
        ps.PmlError, match="sums to 10, not 1; of numbers of observations, say counts=True"
    ):
        ps.channel(counted)
    assert ps.channel(counted, counts=True).matrix()[0][0] == Fraction(4, 5)
    with pytest.raises(ps.PmlError, match=r"row 2 of W sums to 3/2, not 1$"):
        ps.channel([[1, 0], [1, "1/2"]])


def test_rows_that_nobody_named_are_those_of_a_prior_with_names() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(FLOATS, columns=["yes", "no"])
    assert ps.channel(frame).data[0].labels == ((), ("yes", "no"))
    found = ps.measure(frame, prior={"young": 0.5, "old": 0.5})
    assert [outcome.label for outcome in found.outcomes] == ["yes", "no"]
