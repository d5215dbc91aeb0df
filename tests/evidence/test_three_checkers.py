"""Kernel, verifier and the program extracted from Coq say the same of mutants of whole files.

The campaign, with as many mutants as one likes, is `make -C proofs/coq mutants COUNT=5000`.
"""

from __future__ import annotations

from random import Random

import pytest

from pmlsym.calculus import Tensor, atom, constant
from pmlsym.calculus.convex_term import ENTROPY, SQUARE, convex
from pmlsym.calculus.sequent import Fact, Sequent
from pmlsym.kernel.step_file import KEYS
from tests.evidence.three_checkers import PROGRAM, Contradicted, campaign, mutants, times_met
from tests.examples import examples
from tests.proofs.files_of_sequents import kept_files, written_files
from tests.proofs.mutants import sites

t, s = (atom(Tensor(name, positive=True)) for name in "ts")


@pytest.mark.seconds
def test_they_agree_on_an_edit_of_every_field():
    table, apart = campaign(examples(144), seed=3, worlds=20)
    assert not table["sequent false"], apart
    assert not table["accepted by kernel"] + table["accepted by verifier"], apart
    assert not table["accepted by program"], apart
    assert table["sequent true in all worlds"] > 1


@pytest.mark.seconds
def test_an_edit_hits_every_kind_of_step_in_proofs_and_most_in_lemmas():
    fields = {field for field, _, _ in mutants(144, seed=3)}
    assert {f"{kind} statement" for kind in KEYS} <= fields
    assert {"lemma apply guard", "lemma row a", "lemma terms a", "induction next"} <= fields


def test_every_kind_of_step_stands_in_a_file():
    every = [*kept_files(), *written_files()]
    fields = {field for _, data in every for field in sites(data)}
    steps = {f"{kind} {key}" for kind, keys in KEYS.items() for key in keys}
    assert steps - {"split positive", "split nonpositive"} <= fields
    assert len(every) > 200


@pytest.mark.parametrize(
    ("facts", "goal", "rows"),
    [
        ((), t - s, False),
        ((Fact("h", t - s),), s - t, False),
        ((), convex(SQUARE, t, s) - 2 * t, False),
        ((), convex(ENTROPY, t, s), True),
        ((Fact("h", convex(ENTROPY, t, constant(0)) - 1),), s - t, True),
    ],
)
def test_what_is_false_is_found_to_be_false(facts, goal, rows):
    with pytest.raises(Contradicted):
        times_met(Sequent(facts, goal), rows, 400, Random(1))


def test_what_is_true_of_the_functions_themselves_is_found_true():
    """u log u >= u - 1, and b F(a, b) <= a^2, where b is zero too."""
    tangent = convex(ENTROPY, t, s) - t + s
    square = t * t - s * convex(SQUARE, t, s)
    for goal in (tangent, square):
        assert times_met(Sequent((), goal), True, 60, Random(2)) > 20


@pytest.mark.slow
@pytest.mark.processor_seconds(1800)
def test_they_agree_on_thousands():
    table, apart = campaign(5200, seed=1, worlds=1000)
    assert not table["sequent false"], apart
    assert not table["accepted by kernel"] + table["accepted by verifier"], apart
    assert not table["accepted by program"], apart
    assert not PROGRAM.exists() or table["accepted by kernel, verifier"] < 10, apart
