"""A function of one mass is dropped only where each of its masses has something that is larger.

Channels with a letter apart and two letters alike: the function is there of the masses of the two,
and says nothing of the first.
"""

from __future__ import annotations

from random import Random

import pytest

from pmlsym.closed_forms.derivation import derive
from pmlsym.closed_forms.own_channels.own_channel import family_of
from tests.examples import share_of

APART = (
    "[[1, 0, 0], [a, 1-a, 0], [a, 0, 1-a]]",
    "[[1-a, a/2, a/2, 0], [0, 1/2, a/2, (1-a)/2], [0, a/2, 1/2, (1-a)/2]]",
)
ENTRIES = ("0", "a/4", "(1-a)/4", "1/4", "a/8", "1/8", "(1+a)/8", "a*a/4")


@pytest.mark.parametrize("matrix", APART)
def test_masses_of_letters_that_are_not_alike_are_not_mixed(matrix: str) -> None:
    found = derive(family_of(matrix, "0 <= a < 1").mechanism(), "pml", checks=40)
    assert "p1" in str(found) and "p2, p3" in str(found)


@pytest.mark.seconds
@pytest.mark.parametrize("seed", range(share_of(8)))
def test_forms_of_channels_with_a_letter_apart_agree_at_forty_points(seed: int) -> None:
    rng = Random(seed)
    first, second, third, own, other = (rng.choice(ENTRIES) for _ in range(5))
    rows = ([first, second, second], [third, own, other], [third, other, own])
    whole = (f"[{', '.join(row)}, 1 - ({' + '.join(row)})]" for row in rows)
    mechanism = family_of(f"[{', '.join(whole)}]", "0 <= a <= 1").mechanism()
    for quantity in ("pml", "density_min", "ldi"):
        derive(mechanism, quantity, checks=40, seed=seed)
