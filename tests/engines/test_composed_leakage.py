"""Releases in turn whose leakage is bounded given what is known, off sets of bad outcomes too."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.engines.test_lemmas import adaptive, releases
from tests.examples import some_of


def given(number: int) -> str:
    """The release of that number, given the first and those before it."""
    return f"W{number} | " + " & ".join(f"W{k}" for k in range(1, number))


def spoken_of(text: str, lets) -> tuple[str, ...]:
    """The declarations of the releases that a claim has."""
    return tuple(each for each in lets(4) if each.split(":")[0] in text)


def composition(count: int, *, assumed: bool) -> str:
    """That the leakages of so many releases add up, once the outcome of W1 is known."""
    numbers = range(2, count + 2)
    whole = f"pml(P, {' & '.join(f'W{k}' for k in numbers)} | W1)"
    if not assumed:
        return f"{whole} <= {' + '.join(f'pml(P, {given(k)})' for k in numbers)}"
    hypotheses = " and ".join(f"pml(P, {given(k)}) <= e{k}" for k in numbers)
    return f"{hypotheses} => {whole} <= {' + '.join(f'e{k}' for k in numbers)}"


@pytest.mark.parametrize("count", some_of([2, 3, 5, 20]))
@pytest.mark.parametrize("lets", [releases, adaptive], ids=["apart", "in turn"])
@pytest.mark.parametrize("assumed", [False, True], ids=["measures", "numbers"])
def test_any_number_of_releases_is_composed_once_one_is_known(count, lets, assumed) -> None:
    text = composition(count, assumed=assumed)
    assert isinstance(ps.prove(text, let=lets(count + 1)), ps.Proved)


def whole_of(count: int, word: str) -> str:
    """That the leakages of releases add up, each given those before it."""
    numbers = range(2, count + 1)
    parts = [f"{word}(P, W1)", *(f"{word}(P, {given(k)})" for k in numbers)]
    every = " & ".join(f"W{k}" for k in range(1, count + 1))
    return f"{word}(P, {every}) <= {' + '.join(parts)}"


@pytest.mark.parametrize("count", [3, 5, 20])
def test_releases_apart_are_composed_by_what_they_add(count: int) -> None:
    assert isinstance(ps.prove(whole_of(count, "pml"), let=releases(count)), ps.Proved)


@pytest.mark.seconds
@pytest.mark.parametrize("count", [2, 3, 20])
def test_maximal_leakage_is_composed_once_one_is_known(count: int) -> None:
    text = composition(count, assumed=False).replace("pml", "maxleak")
    assert isinstance(ps.prove(text, let=adaptive(count + 1)), ps.Proved)


HALVES = "pml(P, W2 | W1) <= e and pml(P, W3 | W1 & W2) <= f => pml(P, W2 & W3 | W1) <= {}"


@pytest.mark.parametrize(
    "text",
    [
        "pml(P, W3 | W1 & W2) <= e and pml(P, W4 | W1 & W2 & W3) <= e"
        " => pml(P, W3 & W4 | W1 & W2) <= 2*e",
        "pml(P, W2 | W1) <= log(2) and pml(P, W3 | W1 & W2) <= log(3)"
        " => pml(P, W2 & W3 | W1) <= log(6)",
        "pml(P, W2 | W1) <= c and pml(P, W2 | W1) <= e and pml(P, W3 | W1 & W2) <= f"
        " => pml(P, W2 & W3 | W1) <= e + f",
        "pml(P, W1) <= a and pml(P, W2 | W1) <= e and pml(P, W3 | W1 & W2) <= f"
        " => pml(P, W2 & W3 | W1) <= e + f",
    ],
)
def test_several_known_numbers_and_more_hypotheses(text: str) -> None:
    assert isinstance(ps.prove(text, let=spoken_of(text, adaptive)), ps.Proved)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "text",
    [
        HALVES.format("e + f - 1/1000000000"),
        HALVES.format("e"),
        HALVES.replace("pml(P, W2 | W1)", "pml(P, W2)", 1).format("e + f"),
        HALVES.replace("pml(P, W3 | W1 & W2)", "pml(P, W3 | W1)", 1).format("e + f"),
        HALVES.replace("pml(P, W3 | W1 & W2)", "pml(Q, W3 | W1 & W2)", 1).format("e + f"),
        HALVES.replace("pml(P, W2 & W3 | W1)", "pml(P, W1 & W2 & W3)", 1).format("e + f"),
        "pml(P, W2 | W1) <= e => pml(P, W2 & W3 | W1) <= e",
        "maxleak(P, W2 & W3 | W1) <= maxleak(P, W2 | W1)",
        "maxleak(P, W2 & W3 | W1) <= maxleak(P, W2) + maxleak(P, W3 | W1 & W2)",
        "pml(P, W2 & W3 | W1) <= 99/100*pml(P, W2 | W1) + pml(P, W3 | W1 & W2)",
    ],
)
def test_what_is_not_known_does_not_compose(text: str) -> None:
    assert isinstance(ps.prove(text, let=spoken_of(text, releases), effort=2), ps.Unknown)


LEAKS = "tail(P, W1, e1) <= d1 and pml(P, W2 | W1) <= e2"
FIRST = "pml(P, W1) <= e1 and tail(P, W2 | W1, e2) <= d2"
TWO, THREE = "W1 & W2, e1 + e2", "W1 & W2 & W3, e1 + e2 + e3"
LAST = "tail(P, W3 | W1 & W2, e3) <= d3"


@pytest.mark.parametrize("lets", [releases, adaptive], ids=["apart", "in turn"])
@pytest.mark.parametrize(
    "text",
    [
        f"{LEAKS} => tail(P, {TWO}) <= d1",
        f"{FIRST} => tail(P, {TWO}) <= d2",
        f"{LEAKS} and {LAST} => tail(P, {THREE}) <= d1 + d3",
        f"{FIRST} and {LAST} => tail(P, {THREE}) <= d2 + d3",
        f"{LEAKS} and pml(P, W3 | W1 & W2) <= e3 => tail(P, {THREE}) <= d1",
        "tail(P, W2 & W3 | W1, e2 + e3) <= tail(P, W2 | W1, e2) + tail(P, W3 | W1 & W2, e3)",
        "tail(P, W2 & W3 & W4 | W1, 3*e)"
        " <= tail(P, W2 | W1, e) + tail(P, W3 | W1 & W2, e) + tail(P, W4 | W1 & W2 & W3, e)",
    ],
)
def test_one_set_or_two_beside_leakages(text: str, lets) -> None:
    assert isinstance(ps.prove(text, let=spoken_of(text, lets)), ps.Proved)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "text",
    [
        f"{LEAKS} => tail(P, {TWO}) <= 99/100*d1",
        f"{LEAKS} => tail(P, W1 & W2, e1) <= d1",
        f"{LEAKS} and {LAST} => tail(P, {THREE}) <= d1",
        f"{LEAKS} and {LAST} => tail(P, W1 & W2 & W3, e1 + e3) <= d1 + d3",
        f"{FIRST.replace('W2 | W1', 'W2')} and {LAST} => tail(P, {THREE}) <= d2 + d3",
        "tail(P, W2 & W3 | W1, e2 + e3) <= tail(P, W2, e2) + tail(P, W3 | W1 & W2, e3)",
        "tail(P, W2 & W3 & W4 | W1, 3*e)"
        " <= tail(P, W2 | W1, e) + tail(P, W3 | W1 & W2, e) + tail(P, W4 | W1 & W2, e)",
    ],
)
def test_sets_that_leave_out_a_part_do_not_compose(text: str) -> None:
    assert isinstance(ps.prove(text, let=spoken_of(text, releases), effort=2), ps.Unknown)
