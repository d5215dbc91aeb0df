"""Shrinking keeps the violation, drops what it can, and is the same whatever it starts from."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from pmlsym.calculus.effort import until
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import holds
from pmlsym.engines.sampling.draft import Draft
from pmlsym.engines.sampling.shrinking import shrink_draft
from pmlsym.language.nodes import Claim
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import log_of

LARGE = Instance(
    {"X": 4, "Y": 4},
    {
        "P": ["2/11", "3/11", "1/11", "5/11"],
        "W": [
            ["9/10", "1/10", 0, 0],
            ["1/7", "4/7", "1/7", "1/7"],
            ["2/7", "4/7", "1/14", "1/14"],
            ["1/13", "2/13", "3/13", "7/13"],
        ],
    },
)


def shrink(claim: Claim, instance: Instance) -> Instance:
    """A simpler instance that violates the claim too, its scalars fixed."""
    entries = {name: np.array(table, dtype=object) for name, table in instance.tensors.items()}
    scalars = tuple(instance.scalars.items())
    found = shrink_draft(claim, Draft(instance.sizes, entries, scalars, instance.outcomes), {})
    small = found.instance()
    assert small is not None
    return small


@pytest.mark.parametrize(
    ("text", "letters", "denominator"),
    [
        ("pml(P, W) <= maxleak(W)", 2, 3),
        ("-density_min(P, W) <= pml(P, W)", 2, 2),
        ("ldp(W) <= pml(P, W)", 2, 1),
        ("pml(P, W) <= 0", 2, 2),
        ("suppsize(P) <= 2", 3, 3),
    ],
)
def test_what_is_left_fits_a_whiteboard(text: str, letters: int, denominator: int) -> None:
    claim = parse(text)
    assert not holds(claim, LARGE)
    about = {name: LARGE.tensors[name] for name in ("P", "W") if f"{name}" in text}
    small = shrink(claim, Instance(LARGE.sizes, about))
    assert not holds(claim, small)
    assert max(small.sizes.values()) <= letters
    entries = [e for tensor in small.tensors.values() for e in _flat(tensor)]
    assert max(e.denominator for e in entries) <= denominator


def test_what_is_small_stays() -> None:
    claim = parse("pml(P, W) <= maxleak(W)")
    once = shrink(claim, LARGE)
    assert shrink(claim, once) == once


def test_the_order_of_letters_does_not_matter() -> None:
    claim = parse("pml(P, W) <= maxleak(W)")
    other = Instance(
        LARGE.sizes,
        {
            "P": LARGE.tensors["P"][::-1],
            "W": tuple(row[::-1] for row in LARGE.tensors["W"][::-1]),
        },
    )
    assert shrink(claim, other).to_json() == shrink(claim, LARGE).to_json()


def test_outcomes_follow_their_letters() -> None:
    claim = parse("pml(P, W, y) <= log(3/2)")
    start = Instance(LARGE.sizes, LARGE.tensors, {}, {"y": 3})
    small = shrink(claim, start)
    assert not holds(claim, small)
    assert small.sizes == {"X": 2, "Y": 2}


def test_scalars_are_kept_where_they_matter() -> None:
    claim = parse("pml(P, W) <= eps")
    eps = log_of(Fraction(11, 10))
    small = shrink(claim, Instance(LARGE.sizes, LARGE.tensors, {"eps": eps}))
    assert not holds(claim, small)
    assert small.sizes == {"X": 2, "Y": 2}


def test_the_deadline_is_kept() -> None:
    claim = parse("pml(P, W) <= maxleak(W)")
    with until(0):
        assert shrink(claim, LARGE) == LARGE


def _flat(entries: object) -> list[Fraction]:
    if isinstance(entries, Fraction):
        return [entries]
    assert isinstance(entries, tuple)
    return [e for inner in entries for e in _flat(inner)]
