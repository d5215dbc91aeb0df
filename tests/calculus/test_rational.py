"""Numbers come in through one reader, exactly, and none is larger than memory."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pmlsym as ps
from pmlsym.calculus.rational import LARGEST, read_rational, read_whole
from pmlsym.calculus.rational_value import as_rational
from pmlsym.cli import run
from pmlsym.errors import InvalidInput
from pmlsym.numbers.number import from_json
from pmlsym.verbs.design import design

HOSTILE = (
    "1e999999999",
    "1e-999999999",
    "1e1000",
    "9" * 5000,
    "1/" + "9" * 5000,
    "1/0",
    "0/0",
    "1_000",
    "1e1_0",
    "\u0663",
    "\uff11/\uff12",
    "inf",
    "-Infinity",
    "nan",
    "",
    " ",
    "1/2/3",
    "1/2.5",
    "--1",
    "0x10",
    "1e",
    ".",
    "1 2",
)


@given(st.fractions(max_denominator=10**30))
def test_what_a_fraction_prints_is_that_fraction(value: Fraction) -> None:
    assert read_rational(str(value)) == value == as_rational(value)


@given(st.decimals(allow_nan=False, allow_infinity=False, min_value=-(10**9), max_value=10**9))
def test_decimals_are_read_as_the_rationals_they_are(value: Decimal) -> None:
    if value and -99 < value.adjusted():
        assert as_rational(value) == Fraction(value)
        assert read_rational(f"{value:f}") == Fraction(value)


@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: repr(text[:12]))
def test_what_is_no_number_is_refused_at_once_by_whoever_reads_one(text: str) -> None:
    start = monotonic()
    readers = (
        lambda: read_rational(text),
        lambda: as_rational(text),
        lambda: ps.Prior.from_masses([text, "1/2"]),
        lambda: ps.Instance({"X": 2}, {"P": [text, "1/2"]}),
        lambda: from_json({"log": text}),
        lambda: from_json({"ball": [text, text]}),
        lambda: design("1/2,1/2", pml=text),
        lambda: design(["1/2", text], pml="1"),
    )
    for reader in readers:
        with pytest.raises(InvalidInput) as refused:
            reader()
        assert len(str(refused.value)) < 400
    assert monotonic() - start < 5


@pytest.mark.seconds
def test_powers_of_constants_stay_within_the_bounds() -> None:
    """Ten to the power 60 to the power 60 .. has more digits than a computer has room for."""
    start = monotonic()
    for text in ("((((10^60)^60)^60)^60)^60 >= 1", "(((1/9)^60)^60)^60 <= 1", "10^999999999 > 0"):
        ps.claim(text)
    assert monotonic() - start < 5


@pytest.mark.parametrize("value", [Decimal("1e999999999"), Decimal("NaN"), float("inf"), 10**2001])
def test_numbers_of_python_have_the_same_bounds(value: object) -> None:
    with pytest.raises(InvalidInput):
        as_rational(value)


def test_the_longest_text_with_the_largest_exponent_is_within_the_bounds() -> None:
    assert read_rational("9" * 996 + "e999") < LARGEST
    with pytest.raises(InvalidInput, match="write an integer from 1 to 12"):
        read_whole("13", "a size", least=1, most=12)


@pytest.mark.parametrize(
    "arguments",
    [
        ["ask", "pml(P, W) <= 1e999999999"],
        ["ask", f"pml(P, W) <= {'9' * 5000}"],
        ["ask", "pml(P, W) <= \u0663"],
        ["refute", "pml(P, W) <= 1", "--sizes", "X=\u0663"],
        ["refute", "pml(P, W) <= 1", "--sizes", f"X={'9' * 5000}"],
        ["refute", "pml(P, W) <= 1", "--budget", "1_0"],
        ["refute", "pml(P, W) <= 1", "--budget", "nan"],
        ["refute", "pml(P, W) <= 1", "--seed", "9" * 5000],
        ["ask", "pml(P, W) <= 1", "--engine", "z3", "--sizes", "X=\u0663"],
        ["design", "--prior", "1e999999999,1"],
        ["design", "--prior", "1/2,1/2", "--pml", "log(1e999999999)"],
        ["design", "--prior", "1/4,1/4,1/4,1/4", "--samples", "2,\u0662"],
        ["derive", "randomized-response", "--set", "k=\u0663"],
        ["derive", "randomized-response", "--set", "k=3", "--prior", "1e99999,0,0"],
        ["crosscheck", "z-channel", "--instances", "1_0"],
    ],
    ids=lambda arguments: " ".join(arguments)[:50],
)
def test_options_and_claims_are_read_by_it(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(arguments) == 2
    shown = capsys.readouterr()
    assert shown.out == "" and shown.err.count("\n") == 1 and len(shown.err) < 400
