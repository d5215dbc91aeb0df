"""Letters merged in pairs: the same polynomials at the same letters, and none where one is alone.

A statement at letters (a, b) and (a', b) becomes one at any two pairs, of which these are some;
what is assumed for all letters stays the same.
"""

from __future__ import annotations

from fractions import Fraction
from math import prod
from random import Random

import pytest

import pmlsym as ps
from pmlsym.calculus.algebra import read
from pmlsym.calculus.sequent import Sequent
from pmlsym.claim_text.question import parse
from pmlsym.errors import PmlError
from pmlsym.evaluators.exact import ExactAlgebra
from pmlsym.lowering.merged_letters import are_sequents_of, merge_letters
from pmlsym.lowering.sequents import lower
from pmlsym.model.entries import nest
from pmlsym.model.instance import Instance
from tests.soundness.random_claims import SETTINGS, Drawing, claim_of

LETS = {
    "W": ("W: A, B -> Y",),
    "three": ("W: A, B, C -> Y",),
    "outcomes": ("W: X -> Y, Z",),
}
MERGED = (
    ("ldp(W) <= eps => pml(P, W) <= -log(pmin(P) + (1 - pmin(P))*exp(-eps))", "W"),
    ("pml(P, W) <= -log(pmin(P))", "three"),
    ("pml_entry(P, W, 1) <= pml(P, W)", "three"),
    ("maxleak(P, W) <= pml(P, W)", "outcomes"),
)
APART = (
    ("pml_entry(P, W, 1) <= pml(P, W)", "W"),
    ("pml(P, W) <= log(size(A)*size(B))", "W"),
    ("uniform(P) => pml(P, W) <= log(size(A)) + log(size(B))", "W"),
    ("dp(W) <= eps => pml(P, W) <= 2*eps", "W"),
)


def entries_of(sequent: Sequent, sizes: dict[str, int]) -> list[list[Fraction]]:
    """The entries of every polynomial at all letters, sorted; tensors of one name have the same."""
    tensors = {
        t.name: nest(
            [Fraction(Random(f"{t.name} {k}").randint(1, 10**6), 7) for k in range(prod(shape))],
            shape,
        )
        if (shape := [sizes[a] for a in t.alphabets])
        else Fraction(Random(t.name).randint(1, 10**6), 7)
        for t in sequent.tensors
        if not t.is_delta and not t.is_size
    }
    algebra = ExactAlgebra(Instance(sizes, tensors))
    return [sorted(map(Fraction, map(str, read(p, algebra).entries))) for p in sequent.polynomials]


def sizes_for(sequent: Sequent, short: Sequent) -> dict[str, int]:
    """Two and three letters, in turn; those that stand for pairs have as many as there are."""
    counted = {t.counted for t in sequent.tensors if t.is_size}
    own = sorted(counted.union(a for t in sequent.tensors for a in t.alphabets))
    sizes = {alphabet: 2 + k % 2 for k, alphabet in enumerate(own)}
    for alphabet in {a for t in short.tensors for a in t.alphabets} - set(own):
        sizes[alphabet] = prod(sizes[part] for part in alphabet)
    return sizes


@pytest.mark.parametrize(("text", "lets"), MERGED)
def test_merged_polynomials_are_the_same_at_all_letters(text: str, lets: str) -> None:
    for sequent in lower(parse(text, lets=LETS[lets])):
        short = merge_letters(sequent)
        assert short != sequent and merge_letters(short) == short
        sizes = sizes_for(sequent, short)
        assert entries_of(sequent, sizes) == entries_of(short, sizes)
        assert are_sequents_of([sequent], [sequent]) and are_sequents_of([short], [sequent])
        assert not are_sequents_of([sequent], [short])


@pytest.mark.parametrize(("text", "lets"), APART)
def test_letters_that_are_looked_at_stay_apart(text: str, lets: str) -> None:
    assert all(merge_letters(sequent) == sequent for sequent in lower(parse(text, lets=LETS[lets])))


@pytest.mark.seconds
def test_random_claims_about_databases_mean_the_same_merged() -> None:
    rng, met = Random(5), 0
    while met < 25:
        claim = claim_of(Drawing(rng, SETTINGS[8:]))
        try:
            sequents = lower(claim)
        except PmlError:
            continue
        for sequent in sequents:
            short = merge_letters(sequent)
            if short == sequent or any(t.is_exponential for t in sequent.tensors):
                continue
            sizes = sizes_for(sequent, short)
            (*facts, goal), (*short_facts, short_goal) = (
                entries_of(each, sizes) for each in (sequent, short)
            )
            assert set(goal) <= set(short_goal)
            for fact, own, merged_own in zip(sequent.facts, facts, short_facts, strict=False):
                assert set(own) <= set(merged_own)
                assert own == merged_own or not set(fact.polynomial.free) <= set(fact.indices)
            met += 1


def test_a_dataset_of_which_no_entry_is_looked_at_is_a_secret_like_any() -> None:
    for text, lets in MERGED[:2]:
        verdict = ps.prove(text, let=LETS[lets], effort=4)
        assert verdict.name == "proved"
