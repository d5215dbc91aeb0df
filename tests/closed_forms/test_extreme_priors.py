"""Worst cases over sets of priors of what is largest at an extreme prior of the set."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

import pmlsym as ps
from pmlsym.errors import Unsupported

CHANNELS = {
    "z-channel": {"a": "1/3"},
    "binary-symmetric": {"a": "1/5"},
    "binary-asymmetric": {"a": "1/4", "b": "1/3"},
}
LARGEST = ("V[id](P, W)", "lip", "ldi", "costleak", "spread", "maxleak", "rdp(W, 2)")
SMALLEST = ("density_min", "hmin_given")


def _rows(name: str) -> list[list[Fraction]]:
    a, b = (Fraction(CHANNELS[name].get(p, "0")) for p in "ab")
    return {
        "z-channel": [[Fraction(1), Fraction(0)], [a, 1 - a]],
        "binary-symmetric": [[1 - a, a], [a, 1 - a]],
        "binary-asymmetric": [[1 - a, a], [b, 1 - b]],
    }[name]


@pytest.mark.parametrize("quantity", [*LARGEST, *SMALLEST])
@pytest.mark.parametrize("name", CHANNELS)
def test_no_prior_of_the_set_gives_more_and_a_vertex_gives_as_much(
    name: str, quantity: str
) -> None:
    (worst,) = ps.derive(name, quantity, over="p(x) >= 1/5", set=CHANNELS[name]).quantities
    assert worst.values is not None
    claimed, rng = float(worst.values[0]), Random(3)
    word = quantity.split("(")[0]
    of_priors = []
    inner = [Fraction(rng.randint(20, 80), 100) for _ in range(2)]
    for first in (Fraction(1, 5), Fraction(4, 5), *inner):
        prior = [str(first), str(1 - first)]
        (each,) = ps.derive(name, quantity, prior=prior, set=CHANNELS[name]).quantities
        assert each.values is not None, word
        of_priors.append(float(each.values[0]))
    extreme = min(of_priors) if quantity in SMALLEST else max(of_priors)
    assert claimed == pytest.approx(extreme, rel=1e-12)
    assert (quantity in SMALLEST) == ("the smallest over these priors" in worst.closed.assumptions)


def test_an_infinite_worst_case_is_said_where_it_is_one() -> None:
    (worst,) = ps.derive("[[a, 1-a], [0, 1]]", "lip", over="p(x) >= c").quantities
    assert str(worst.closed.expr) == "oo" and worst.closed.assumptions == ("a > 0",)


@pytest.mark.parametrize(
    ("quantity", "why"),
    [
        ("mi", "concave in the prior"),
        ("expected_pml", "neither linear nor convex"),
        ("tv", "neither linear nor convex"),
        ("eml", "neither linear nor convex"),
        ("L[id](P, W)", "made of several numbers"),
        ("alip", "made of several numbers"),
    ],
)
def test_what_is_not_largest_at_an_extreme_prior_says_so(quantity: str, why: str) -> None:
    with pytest.raises(Unsupported, match=why):
        ps.derive("binary-symmetric", quantity, over="p(x) >= 1/5")
