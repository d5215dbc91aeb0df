"""Z3 alone: theorems at small sizes, and families with open parameters."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import holds
from pmlsym.commands.ask import write_scripts
from pmlsym.engines.solver import decision_at_sizes
from pmlsym.engines.solver.family_tables import family_table, with_families
from pmlsym.engines.solver.proof_at_sizes import AGREED, decide_by_solver, sizes_of
from pmlsym.errors import Disagreement, InvalidInput, Unsupported
from pmlsym.evidence.verdict import Proved, Refuted, SolverProof, Unknown
from pmlsym.language.nodes import Implication
from pmlsym.lowering.sequents import lower
from pmlsym.mechanism_families.binary_asymmetric import binary_asymmetric
from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
from pmlsym.mechanism_families.erasure import erasure
from pmlsym.mechanism_families.laplace import laplace
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.randomized_response import randomized_response
from pmlsym.mechanism_families.subset_selection import subset_selection
from pmlsym.mechanism_families.z_channel import z_channel
from pmlsym.verbs.ask import families_from, sizes_from
from tests.examples import some_of

POST, PRE = "pml(P, W >> V) <= pml(P, W)", "pml(P, W >> V) <= pml(P >> W, V)"
COMPOSED = "pml(P, W & V) <= pml(P, W) + pml(P, V | W)"
BINARY = (binary_symmetric, binary_asymmetric, z_channel, lambda: randomized_response(2))
LARGER = (
    (randomized_response(3), randomized_response(3)),
    (randomized_response(5), randomized_response(5)),
    (subset_selection(3, 2), erasure(3)),
    (erasure(4), randomized_response(5)),
)


@pytest.mark.parametrize(("claim", "size"), some_of([(POST, 2), (PRE, 2), (POST, 3), (PRE, 3)]))
def test_theorems_for_arbitrary_channels(claim: str, size: int) -> None:
    verdict = decide_by_solver(parse(claim), sizes=dict.fromkeys("XYZ", size))
    assert isinstance(verdict, Proved)
    assert verdict.scope == f"alphabets of these sizes: |X| = {size}, |Y| = {size}, |Z| = {size}"
    assert isinstance(verdict.evidence, SolverProof)
    assert all("(check-sat)" in script for script in verdict.evidence.scripts)
    assert verdict.witness is not None and holds(parse(claim), verdict.witness)


@pytest.mark.parametrize("claim", [POST, PRE])
@pytest.mark.parametrize("pair", some_of(list(product(range(len(BINARY)), repeat=2))))
def test_pairs_of_binary_families(claim: str, pair: tuple[int, int]) -> None:
    families = {"W": BINARY[pair[0]](), "V": BINARY[pair[1]]()}
    verdict = decide_by_solver(parse(claim), families=families)
    assert isinstance(verdict, Proved)
    assert "W = " in verdict.scope and "V = " in verdict.scope


@pytest.mark.parametrize("claim", [POST, PRE])
@pytest.mark.parametrize(
    "pair", some_of(LARGER), ids=lambda pair: f"{pair[0].channel}, {pair[1].channel}"
)
def test_pairs_of_larger_families(claim: str, pair: tuple[Mechanism, Mechanism]) -> None:
    verdict = decide_by_solver(parse(claim), families=dict(zip("WV", pair, strict=True)))
    assert isinstance(verdict, Proved)


@pytest.mark.seconds
@pytest.mark.parametrize("letters", [2, 3, 4])
def test_composition_of_two_responses(letters: int) -> None:
    claim = parse(COMPOSED, lets=["V: X -> Z"])
    pair = {name: randomized_response(letters) for name in "WV"}
    assert isinstance(decide_by_solver(claim, families=pair), Proved)


@pytest.mark.seconds
def test_the_guarantee_of_a_family_and_less_than_it() -> None:
    family = {"W": randomized_response(3)}
    assert isinstance(decide_by_solver(parse("pml(P, W) <= eps"), families=family), Proved)
    refuted = decide_by_solver(parse("pml(P, W) <= eps/2"), families=family)
    assert isinstance(refuted, Refuted)
    rows = refuted.instance.tensors["W"]
    odds = {rows[x][x] / rows[x][y] for x in range(3) for y in range(3) if x != y}
    assert len(odds) == 1 and odds.pop() > 1
    assert all(sum(row) == 1 for row in rows)


def test_parameters_of_one_name_are_two_parameters() -> None:
    pair = {"W": randomized_response(2), "V": randomized_response(2)}
    verdict = decide_by_solver(parse("pml(P >> W, V) <= eps"), families=pair, effort=5)
    assert isinstance(verdict, Refuted)  # eps is that of W; V has its own


def test_scales_are_left_out_only_where_that_changes_nothing() -> None:
    table = family_table(randomized_response(3))
    (free,) = lower(parse(POST))
    _, entries = with_families(free, {"W": table})
    assert all(not e.tensors or "N_eps" not in str(e) for e in entries["W"])
    for sequent in lower(parse("maxleak(W) <= log(2)")):
        _, kept = with_families(sequent, {"W": table})
        assert all("N_eps" in str(entry) for entry in kept["W"])


def test_false_bounds_of_maximal_leakage_are_refuted() -> None:
    family = {"W": randomized_response(2)}
    assert isinstance(decide_by_solver(parse("maxleak(W) <= log(2)"), families=family), Proved)
    refuted = decide_by_solver(parse("maxleak(W) <= log(3/2)"), families=family)
    assert isinstance(refuted, Refuted)
    rows = refuted.instance.tensors["W"]
    assert sum(max(row[y] for row in rows) for y in range(2)) > Fraction(3, 2)


@pytest.mark.seconds
def test_crosscheck_agrees_and_stops_where_it_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("cvc5")
    families = {"W": randomized_response(2), "V": z_channel()}
    verdict = decide_by_solver(parse(POST), families=families, agree=True)
    assert isinstance(verdict, Proved) and verdict.evidence.trust == AGREED

    def always_sat(scripts: Sequence[str], **_: object) -> tuple[str, ...]:
        return ("sat",) * len(scripts)

    monkeypatch.setattr(decision_at_sizes, "cvc5_answers", always_sat)
    with pytest.raises(Disagreement):
        decide_by_solver(parse(POST), agree=True)


def test_scripts_are_kept(tmp_path: Path) -> None:
    verdict = decide_by_solver(parse(POST))
    assert isinstance(verdict, Proved) and isinstance(verdict.evidence, SolverProof)
    write_scripts(verdict, tmp_path / "queries")
    files = sorted((tmp_path / "queries").glob("*.smt2"))
    assert [file.read_text() for file in files] == list(verdict.evidence.scripts)


def test_bad_questions_are_refused() -> None:
    with pytest.raises(InvalidInput, match="no channel K"):
        decide_by_solver(parse(POST), families={"K": z_channel()})
    with pytest.raises(InvalidInput, match="letters for one family"):
        decide_by_solver(parse(POST), families={"W": z_channel(), "V": randomized_response(3)})
    with pytest.raises(InvalidInput, match="no alphabet Q"):
        decide_by_solver(parse(POST), sizes={"Q": 2})
    with pytest.raises(Unsupported, match="densities"):
        family_table(laplace(2))
    with pytest.raises(InvalidInput, match="3 indices"):
        sizes_of(
            lower(parse(COMPOSED)),
            {"U": family_table(z_channel())} | {"V": family_table(z_channel())},
        )
    with pytest.raises(InvalidInput, match="write X=2"):
        sizes_from("X=0")
    with pytest.raises(InvalidInput, match="--family"):
        families_from(["randomized response"])


def test_no_time_is_unknown() -> None:
    claim = parse("pml(P, W) <= ldp(W)")
    assert isinstance(decide_by_solver(claim, sizes={"X": 3, "Y": 3}, effort=1e-9), Unknown)


@pytest.mark.parametrize(
    "text",
    [
        "eps >= 0 and q*(1 + exp(eps)) == 1 => ldp(bsc(q)) <= eps",
        "eps >= 0 and q*(1 + exp(eps)) == 1 => dobrushin(bsc(q)) <= tanh(eps/2)",
    ],
)
def test_an_example_satisfies_what_the_sequents_do_not_assume(text: str) -> None:
    verdict = ps.decide(text, effort=6)
    assert isinstance(verdict, Proved) and verdict.witness is not None
    assert isinstance(verdict.claim, Implication)
    assert holds(verdict.claim.premise, verdict.witness)
