"""Counterexamples have the fewest letters there can be: a solver proves the claim at fewer.

The sizes are those of the smallest instance known. For every alphabet in turn one letter less is
asked: there the claim is true, so that no search can do better.
"""

from __future__ import annotations

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.decisions import refute
from pmlsym.engines.solver.proof_at_sizes import decide_by_solver
from pmlsym.evidence.verdict import Proved, Refuted

BESIDE = ("V: X -> Z",)
SMALLEST: tuple[tuple[str, tuple[str, ...], dict[str, int]], ...] = (
    ("maxleak(W) <= pml(P, W)", (), {"X": 2, "Y": 2}),
    ("pml(P, W) <= maxleak(W)", (), {"X": 2, "Y": 2}),
    ("ldp(W) <= pml(P, W)", (), {"X": 2, "Y": 2}),
    ("pml(P, W) <= pml(P, W >> V)", (), {"X": 2, "Y": 2, "Z": 1}),
    ("pml(P, W & V) <= pml(P, W) + pml(P, V)", BESIDE, {"X": 3, "Y": 2, "Z": 2}),
    ("maxleak(W & V) <= max(maxleak(W), maxleak(V))", BESIDE, {"X": 2, "Y": 2, "Z": 2}),
    ("ldi(P, W) <= lip(P, W)", (), {"X": 2, "Y": 1}),
    ("expected_pml(P, W) <= mi(P, W)", (), {"X": 2, "Y": 2}),
    ("pml(P, W) <= log(2)", (), {"X": 2, "Y": 2}),
    ("maxleak(W) <= log(2)", (), {"X": 3, "Y": 3}),
    ("suppsize(P) <= 2", (), {"X": 3}),
    ("-density_min(P, W) <= pml(P, W)", (), {"X": 2, "Y": 2}),
)
UNSOLVED = ("expected_pml(P, W) <= mi(P, W)",)
"""What Z3 does not settle at fewer letters: a mean of logarithms."""


@pytest.mark.parametrize(("text", "lets", "sizes"), SMALLEST, ids=[row[0] for row in SMALLEST])
def test_no_counterexample_is_larger_than_the_smallest_known(
    text: str, lets: tuple[str, ...], sizes: dict[str, int]
) -> None:
    verdict = refute(parse(text, lets=lets), effort=60)
    assert isinstance(verdict, Refuted)
    assert dict(verdict.instance.sizes) == sizes


@pytest.mark.parametrize(("text", "lets", "sizes"), SMALLEST, ids=[row[0] for row in SMALLEST])
def test_with_one_letter_less_the_claim_is_true(
    text: str, lets: tuple[str, ...], sizes: dict[str, int]
) -> None:
    for alphabet, count in sizes.items():
        if count == 1 or text in UNSOLVED:
            continue
        fewer = {**sizes, alphabet: count - 1}
        verdict = decide_by_solver(parse(text, lets=lets), sizes=fewer, effort=60)
        assert isinstance(verdict, Proved), fewer
