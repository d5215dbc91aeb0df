"""What notebooks show of an error: the user's own line, the message, and nothing in between."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

import pmlsym as ps


def shown(error: ps.PmlError) -> str:
    """As IPython shows it, which asks an exception for its own traceback."""
    return "\n".join(error._render_traceback_())


def test_a_notebook_shows_the_users_line_and_the_place_in_the_claim() -> None:
    with pytest.raises(ps.PmlError) as caught:
        ps.decide("pml(P, W) ≠ ldp(W)")
    lines = shown(caught.value).splitlines()
    assert "in test_a_notebook_shows" in lines[0]
    assert any('ps.decide("pml(P, W) ≠ ldp(W)")' in line for line in lines)
    place = "(column 11 of the claim: pml(P, W) ≠ ldp(W))"
    assert lines[-3].endswith(f"≠ is written not a == b {place}")
    assert lines[-2].index("≠") == lines[-1].index("^")
    assert str(Path(ps.__file__).parent) not in shown(caught.value) and len(lines) < 8


def test_an_error_that_nobody_raised_is_its_message_alone() -> None:
    assert shown(ps.PmlError("so it is")) == "pmlsym.errors.PmlError: so it is"


def test_a_name_that_there_is_not_gets_the_nearest() -> None:
    with pytest.raises(AttributeError, match=r"no attribute 'prov'; did you mean prove\?"):
        ps.prov  # noqa: B018
    with pytest.raises(AttributeError, match=r"it is written mi\(P, W\), in Python ps.mi$"):
        ps.mutual_information  # noqa: B018
    with pytest.raises(AttributeError, match=r"written H\[1\]\(P\), in Python ps.renyi_entropy"):
        ps.shannon_entropy  # noqa: B018
    with pytest.raises(AttributeError, match=r"in Python ps.quantity\('1 - dobrushin\(W\)'\)"):
        ps.bayes_security  # noqa: B018
    with pytest.raises(AttributeError, match=r"no attribute '_x'$"):
        ps._x  # noqa: B018


ONE = np.array(0.5)


@pytest.mark.parametrize(
    "call",
    [
        lambda: ps.prior(ONE),
        lambda: ps.channel(ONE),
        lambda: ps.decide("pml(P, W) <= 1", channel={"W": [[1]]}, over=ONE),
        lambda: ps.measure(ONE),
        lambda: ps.measure([["1/2", "1/2"]], prior=ONE),
        lambda: ps.design(ONE, pml=1),
    ],
)
def test_an_array_of_one_number_is_no_list(call: object) -> None:
    with pytest.raises(ps.PmlError, match=r"0\.5 is a float; write (a list of masses|rows)"):
        call()  # type: ignore[operator]


def test_what_is_nested_too_deeply_is_said_on_one_line() -> None:
    for call in (lambda: ps.prior(np.ones((2, 2, 2)) / 8), lambda: ps.prior([[1], [2]])):
        with pytest.raises(ps.PmlError, match="nested deeper") as caught:
            call()
        assert "\n" not in str(caught.value)


def test_a_text_where_a_quantity_stands_gets_the_way_to_make_one() -> None:
    for verb in (ps.evaluate, ps.compile):
        with pytest.raises(ps.PmlError, match=r"is a str; write a quantity, such as ps\.quantity"):
            verb("pml(P, W)")  # type: ignore[operator]


def test_tables_in_cascade_get_the_way_to_name_their_alphabets() -> None:
    rows = [["1/2", "1/2"], [0, 1]]
    with pytest.raises(ps.PmlError, match=r"not of Y; inputs= and outputs= of ps\.channel"):
        ps.channel(rows) >> ps.channel(rows)
    x, y, z = ps.alphabets("X Y Z")
    both = ps.channel(rows) >> ps.channel(rows, name="V", inputs=y, outputs=z)
    assert [str(entry) for entry in both.matrix()[0]] == ["1/4", "3/4"]
    with pytest.raises(ps.PmlError, match=r"W takes letters of X, not of Y$"):
        ps.Channel("W", x, y) >> ps.Channel("W", x, y)


class Table:
    """A table without a truth value, as those of pandas."""

    def __bool__(self) -> bool:
        raise ValueError("ambiguous")


def test_a_table_where_names_with_rows_stand_gets_the_way_to_write_them() -> None:
    with pytest.raises(ps.PmlError, match=r"is a Table; write channels as \{'W': table"):
        ps.decide("pml(P, W) <= 1", channel=Table())  # type: ignore[arg-type]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([[1]], index=["triage"], columns=["call"])
    with pytest.raises(ps.PmlError, match=r"^a DataFrame was given; write channels as \{'W': tab"):
        ps.ask("pml(P, W) <= 1", channel=frame)


def test_a_design_is_a_channel_and_its_prior_wherever_tables_are() -> None:
    designed = ps.design("1/4, 3/4", pml="log(6/5)", utility="guess")
    assert ps.channel(designed).matrix() == designed.channel
    assert ps.measure(designed).measurement.channel.prior == designed.prior
    verdict = ps.decide("pml(P, W) <= log(6/5)", channel={"W": designed}, over=designed.prior)
    assert isinstance(verdict, ps.Proved)
    drawn = [ps.sampler(way, seed=1)(1) for way in (designed, ps.channel(designed))]
    assert drawn[0] == drawn[1] in ("y1", "y2")
    with pytest.raises(ps.PmlError, match=r"is a list; write .* ps\.channel makes"):
        ps.sampler([["1/2", "1/2"]])  # type: ignore[arg-type]


def test_a_float_of_a_guarantee_is_the_decimal_that_was_typed() -> None:
    typed, text = (ps.design("1/4, 3/4", pml=eps, utility="guess") for eps in (0.2, "1/5"))
    assert typed.channel == text.channel and "under pml <= 1/5" in str(typed)
    computed = ps.design("1/4, 3/4", pml=math.log(1.2), utility="guess")
    assert computed.value.lower == pytest.approx(float(text.value.lower), abs=1e-1)


def test_floats_of_a_matrix_are_the_decimals_that_were_typed() -> None:
    exact = ps.derive([["1/2", "1/2"], ["1/4", "3/4"]], "maxleak")
    assert str(ps.derive(np.array([[0.5, 0.5], [0.25, 0.75]]), "maxleak")) == str(exact)
    with pytest.raises(ps.PmlError, match="no short decimal; write '1/3'"):
        ps.derive(np.array([[1 / 3, 2 / 3]]), "maxleak")


def test_a_verdict_is_not_compared_with_a_text() -> None:
    verdict = ps.ask("ldp(W) >= 0")
    with pytest.raises(TypeError, match=r"verdict\.name == 'proved'"):
        assert verdict == "proved"
    assert verdict != 1
