"""Releases that leak so much up to a probability, each given those before [PML23, Thm. 4]."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.engines.test_lemmas import adaptive, releases
from tests.examples import some_of


def given(number: int) -> str:
    """The release of that number, given those before it."""
    before = " & ".join(f"W{k}" for k in range(1, number))
    return f"W{number} | {before}" if before else f"W{number}"


def composition(count: int, *, assumed: bool) -> str:
    numbers = range(1, count + 1)
    every, level = (" & ".join(f"W{k}" for k in numbers), " + ".join(f"e{k}" for k in numbers))
    parts = [f"tail(P, {given(k)}, e{k})" for k in numbers]
    whole = f"tail(P, {every}, {level})"
    if not assumed:
        return f"{whole} <= {' + '.join(parts)}"
    hypotheses = " and ".join(f"{part} <= d{k}" for k, part in enumerate(parts, 1))
    return f"{hypotheses} => {whole} <= {' + '.join(f'd{k}' for k in numbers)}"


@pytest.mark.parametrize("count", some_of([2, 3, 5, 20]))
@pytest.mark.parametrize("lets", [releases, adaptive], ids=["apart", "in turn"])
@pytest.mark.parametrize("assumed", [False, True], ids=["measures", "numbers"])
def test_any_number_of_releases_is_composed(count: int, lets, assumed: bool) -> None:
    assert isinstance(ps.prove(composition(count, assumed=assumed), let=lets(count)), ps.Proved)


THREE = "tail(P, W1, {0}) <= {1} and {2} <= {1} and tail(P, W3 | W1 & W2, {0}) <= {1}"


@pytest.mark.parametrize(
    "text",
    [
        f"{THREE.format('e', 'd', 'tail(P, W2 | W1, e)')} => tail(P, W1 & W2 & W3, 3*e) <= 3*d",
        f"{THREE.format('e', 'd', 'worst_tail(P, W2 | W1, e)')}"
        " => tail(P, W1 & W2 & W3, 3*e) <= 3*d",
        f"{THREE.format('log(2)', '1/10', 'tail(P, W2 | W1, log(2))')}"
        " => tail(P, W1 & W2 & W3, log(8)) <= 3/10",
        f"{THREE.format('e', 'd', 'tail(P, W2 | W1, e)')} and pml(P, W4 | W1 & W2 & W3) <= t"
        " => tail(P, W1 & W2 & W3 & W4, 3*e + t) <= 3*d",
        f"tail(P, W1, f) <= c and {THREE.format('e', 'd', 'tail(P, W2 | W1, e)')}"
        " => tail(P, W1 & W2 & W3, 3*e) <= 3*d",
        f"{THREE.format('e', 'd', 'tail(P, W2 | W1, e)')} => tail(P, W1 & W2 & W3, e) <= 1",
        f"{THREE.format('e', 'd', 'tail(P, W2 | W1, e)')} and 3*d <= s"
        " => tail(P, W1 & W2 & W3, 3*e) <= s",
    ],
)
def test_worst_tails_numbers_and_leakages_beside_them(text: str) -> None:
    assert isinstance(ps.prove(text, let=adaptive(4 if "W4" in text else 3)), ps.Proved)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "text",
    some_of(
        [
            f"{THREE.format('e', 'd', 'tail(P, W2 | W1, e)')} => tail(P, W1 & W2 & W3, 3*e) <= 2*d",
            f"{THREE.format('e', 'd', 'tail(P, W2 | W1, e)')} => tail(P, W1 & W2 & W3, 2*e) <= 3*d",
            f"{THREE.format('e', 'd', 'tail(P, W2 | W1, e)')}"
            " => tail(P, W1 & W2 & W3, 3*e) <= 299/100*d",
            f"{THREE.format('e', 'd', 'tail(P, W2, e)')} => tail(P, W1 & W2 & W3, 3*e) <= 3*d",
            f"{THREE.format('log(2)', '1/10', 'tail(P, W2 | W1, log(2))')}"
            " => tail(P, W1 & W2 & W3, log(7)) <= 3/10",
        ]
    ),
)
def test_what_leaves_out_a_part_is_not_proved(text: str) -> None:
    assert isinstance(ps.prove(text, let=releases(3), effort=1), ps.Unknown)
