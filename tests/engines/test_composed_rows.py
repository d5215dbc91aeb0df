"""Releases of databases with any number of entries: differential privacy adds up [Dwork, Roth]."""

from __future__ import annotations

import pytest

import pmlsym as ps
from tests.examples import some_of

ENTRIES = ("A", "B", "C", "D")


def releases(count: int, entries: int, *, in_turn: bool) -> tuple[str, ...]:
    """Releases of a database, which see the outcomes before them or do not."""
    database = ", ".join(ENTRIES[:entries])
    before = ["".join(f", Y{j}" for j in range(1, k)) for k in range(1, count + 1)]
    return tuple(
        f"W{k}: {database}{seen if in_turn else ''} -> Y{k}" for k, seen in enumerate(before, 1)
    )


def composition(count: int, word: str = "dp") -> str:
    numbers = range(1, count + 1)
    every = " & ".join(f"W{k}" for k in numbers)
    return f"{word}({every}) <= {' + '.join(f'{word}(W{k})' for k in numbers)}"


@pytest.mark.parametrize("count", [3, 5, 20])
@pytest.mark.parametrize("entries", some_of([1, 2, 3, 4]))
@pytest.mark.parametrize("in_turn", [False, True], ids=["apart", "in turn"])
def test_databases_of_any_size(count: int, entries: int, in_turn: bool) -> None:
    lets = releases(count, entries, in_turn=in_turn)
    assert isinstance(ps.prove(composition(count), let=lets), ps.Proved)


@pytest.mark.parametrize(
    "text",
    [
        "dp(W1) <= e and dp(W2) <= log(2) and dp(W3) <= f => dp(W1 & W2 & W3) <= e + f + log(2)",
        "dp(W1) <= e and dp(W2) <= e and dp(W3) <= e => dp(W1 & W2 & W3) <= 3*e",
        "dp(W1) <= c and dp(W1) <= e and dp(W2) <= e and dp(W3) <= e => dp(W1 & W2 & W3) <= 3*e",
        "dp(W1 & W2 & W3) <= ldp(W1) + dp(W2) + dp(W3)",
    ],
)
def test_numbers_twice_one_bound_and_two_kinds(text: str) -> None:
    assert isinstance(ps.prove(text, let=releases(3, 3, in_turn=False)), ps.Proved)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "text",
    [
        "dp(W1 & W2 & W3) <= dp(W1) + dp(W2)",
        "ldp(W1 & W2 & W3) <= dp(W1) + dp(W2) + dp(W3)",
        "dp(W1 & W2 & W3) <= dp(W1) + dp(W2) + 99/100*dp(W3)",
        "dp(W1) <= e and dp(W2) <= e => dp(W1 & W2 & W3) <= 3*e",
        "dp(W1) <= e and dp(W2) <= e and dp(W3) <= e => dp(W1 & W2 & W3) <= 2*e",
        "dp(W1) <= e and dp(W2) <= e and dp(W3) <= e => dp(W1 & W2 & W3) <= 3*e - 1/1000000000",
        "dp(W1) <= log(2) and dp(W2) <= log(2) and dp(W3) <= log(2)"
        " => dp(W1 & W2 & W3) <= log(799/100)",
    ],
)
@pytest.mark.parametrize("in_turn", [False, True], ids=["apart", "in turn"])
def test_what_leaves_out_a_part_is_not_proved(text: str, in_turn: bool) -> None:
    lets = releases(3, 2, in_turn=in_turn)
    assert isinstance(ps.prove(text, let=lets, effort=2), ps.Unknown)
