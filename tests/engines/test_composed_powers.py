"""Renyi and concentrated privacy of releases in turn add up [Mironov 2017, Prop. 1]."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.engines.test_lemmas import adaptive, releases
from tests.examples import some_of


def composition(count: int, measure: str, *, assumed: bool = False) -> str:
    """That a measure of releases is at most the sum; `measure` has a place for the mechanism."""
    numbers = range(1, count + 1)
    whole = measure.format(" & ".join(f"W{k}" for k in numbers))
    parts = [measure.format(f"W{k}") for k in numbers]
    above = ["a > 1"] if "a)" in measure else []
    if not assumed:
        hypotheses, bound = above, " + ".join(parts)
    else:
        hypotheses = above + [f"{part} <= e{k}" for k, part in enumerate(parts, 1)]
        bound = " + ".join(f"e{k}" for k in numbers)
    return " => ".join(filter(None, (" and ".join(hypotheses), f"{whole} <= {bound}")))


@pytest.mark.seconds
@pytest.mark.parametrize("count", some_of([2, 3, 5, 20]))
@pytest.mark.parametrize("lets", [releases, adaptive], ids=["apart", "in turn"])
@pytest.mark.parametrize("measure", ["rdp({}, 2)", "rdp({}, a)", "zcdp({})"])
@pytest.mark.parametrize("assumed", [False, True], ids=["measures", "numbers"])
def test_any_number_of_releases_is_composed(count, lets, measure: str, assumed: bool) -> None:
    text = composition(count, measure, assumed=assumed)
    assert isinstance(ps.prove(text, let=lets(count)), ps.Proved)


@pytest.mark.parametrize(
    ("text", "lets"),
    some_of(
        [
            ("rdp(W1 & W2 & W3, 3) <= rdp(W1, 3) + rdp(W2, 3) + rdp(W3, 3)", adaptive(3)),
            ("rdp(W1 & W2 & W3, 3/2) <= rdp(W1, 3/2) + rdp(W2, 3/2) + rdp(W3, 3/2)", adaptive(3)),
            ("rdp(W1 & W2 & W3, 1/2) <= rdp(W1, 1/2) + rdp(W2, 1/2) + rdp(W3, 1/2)", adaptive(3)),
            ("rdp(W & W & W, 2) <= 3*rdp(W, 2)", ()),
            ("rdp(W & W & V, 2) <= 2*rdp(W, 2) + rdp(V, 2)", ("V: X -> Z",)),
            (
                "dprdp(W1 & W2 & W3, 2) <= dprdp(W1, 2) + dprdp(W2, 2) + dprdp(W3, 2)",
                tuple(each.replace("X", "D, E") for each in adaptive(3)),
            ),
        ]
    ),
)
def test_orders_one_channel_and_databases(text: str, lets: tuple[str, ...]) -> None:
    assert isinstance(ps.prove(text, let=lets), ps.Proved)


ORDERS = "rdp(W1, 2) <= e and rdp(W2, {0}) <= f and rdp(W3, 2) <= g => rdp({1}, 2) <= {2}"


@pytest.mark.seconds
@pytest.mark.parametrize(
    "text",
    [
        ORDERS.format("2", "W1 & W2 & W3", "e + f"),
        ORDERS.format("2", "W1 & W2 & W3", "e + f + g - 1/1000000000"),
        ORDERS.format("3/2", "W1 & W2 & W3", "e + f + g"),
        "rdp(W1, 2) <= e and rdp(W3, 2) <= g => rdp(W1 & W2 & W3, 2) <= e + g",
        "a > 1 => rdp(W1 & W2 & W3, a) <= rdp(W1, a) + rdp(W2, a)",
        "a > 1 and b > 1 => rdp(W1 & W2 & W3, a) <= rdp(W1, a) + rdp(W2, b) + rdp(W3, a)",
        "zcdp(W1 & W2 & W3) <= zcdp(W1) + zcdp(W2)",
        "zcdp(W1 & W2 & W3) <= zcdp(W1) + zcdp(W2) + 99/100*zcdp(W3)",
    ],
)
@pytest.mark.parametrize("lets", [releases, adaptive], ids=["apart", "in turn"])
def test_what_leaves_out_a_part_is_not_proved(text: str, lets) -> None:
    assert isinstance(ps.prove(text, let=lets(3), effort=2), ps.Unknown)
