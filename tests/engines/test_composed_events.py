"""Releases that are private up to a probability, each with its delta, apart and in turn."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.engines.test_lemmas import adaptive, releases
from tests.examples import some_of


def composition(count: int, *, levels: bool) -> str:
    numbers = range(1, count + 1)
    every = " & ".join(f"W{k}" for k in numbers)
    if levels:
        whole, parts = (
            " + ".join(f"e{k}" for k in numbers),
            [f"ldpdelta(W{k}, e{k})" for k in numbers],
        )
        return f"ldpdelta({every}, {whole}) <= {' + '.join(parts)}"
    whole, parts = " + ".join(f"d{k}" for k in numbers), [f"ldp(W{k}, d{k})" for k in numbers]
    return f"ldp({every}, {whole}) <= {' + '.join(parts)}"


@pytest.mark.parametrize("count", some_of([2, 3, 5, 20]))
@pytest.mark.parametrize("lets", [releases, adaptive], ids=["apart", "in turn"])
@pytest.mark.parametrize("levels", [False, True], ids=["eps", "delta"])
def test_any_number_of_releases_is_composed(count: int, lets, levels: bool) -> None:
    assert isinstance(ps.prove(composition(count, levels=levels), let=lets(count)), ps.Proved)


@pytest.mark.parametrize(
    ("text", "lets"),
    some_of(
        [
            ("ldpdelta(W & W, a + b) <= ldpdelta(W, a) + ldpdelta(W, b)", ()),
            ("ldpdelta(W^&3, 3*a) <= 3*ldpdelta(W, a)", ()),
            ("ldp(W & V, d1 + d2) <= ldp(W, d1) + ldp(V, d2)", ("W: X -> X", "V: X, X -> X")),
            ("dp(W & U, d + e) <= dp(W, d) + dp(U, e)", ("W: D, E -> Y", "U: D, E, Y -> Z")),
        ]
    ),
)
def test_one_channel_twice_one_alphabet_and_databases(text: str, lets: tuple[str, ...]) -> None:
    assert isinstance(ps.prove(text, let=lets), ps.Proved)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "text",
    [
        "ldpdelta(W1 & W2 & W3, a + b + c) <= ldpdelta(W1, a) + ldpdelta(W2, b)",
        "ldpdelta(W1 & W2 & W3, a + b) <= ldpdelta(W1, a) + ldpdelta(W2, b) + ldpdelta(W3, b)",
        "ldpdelta(W1 & W2, a + b) <= ldpdelta(W1, a) + 99/100*ldpdelta(W2, b)",
        "ldpdelta(W1 & W2, a + b) <= ldpdelta(W1, a) + ldpdelta(W1, b)",
        "ldp(W1 & W2, d) <= ldp(W1, d) + ldp(W2, d)",
        "ldp(W1 & W2, d1 + d2) <= ldp(W1, d1)",
    ],
)
@pytest.mark.parametrize("lets", [releases, adaptive], ids=["apart", "in turn"])
def test_what_leaves_out_a_part_is_not_proved(text: str, lets) -> None:
    assert isinstance(ps.prove(text, let=lets(3 if "W3" in text else 2), effort=2), ps.Unknown)


@pytest.mark.seconds
def test_a_rule_about_events_is_used_at_an_event_that_is_a_set() -> None:
    bound = "maxinfo(P, W, delta) <= eps => Pr[P, W](E) <= exp(eps)*Pr[P * (P >> W)](E)"
    assert ps.prove(f"{bound} + delta", effort=4).name == "proved"
    assert ps.prove(bound, effort=0.5).name == "unknown"
