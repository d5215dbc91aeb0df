"""Every family with open parameters, at two and three letters: what holds of all channels holds.

Pre- and post-processing, composition, LDP to PML and both ends of ALIP, by Z3 and, where it is
installed, by cvc5, for all values of the parameters at once; and false claims beside them, each
with an exact counterexample that the definitions confirm.
"""

from __future__ import annotations

from importlib.util import find_spec

import pytest

from pmlsym.engines.solver.family_tables import family_table
from pmlsym.engines.solver.proof_at_sizes import AGREED, decide_by_solver
from pmlsym.errors import Unsupported
from pmlsym.evidence.verdict import Proved, Refuted, SolverProof
from pmlsym.mechanism_families.listed import FAMILIES, family_named
from tests.conformance.family_claims import (
    CLAIMS,
    CLOSED,
    UNREAD,
    Asked,
    Sized,
    claim_about,
    mechanism_of,
    sized,
)
from tests.examples import some_of
from tests.soundness.oracle_truth import false_by_definition

EVERY = list(sized())
QUICK = ("post-processing", "composition", "post-processing turned")
EASY = (*QUICK, "pre-processing")
HARD = ("disclosing",)
"""Families whose entries are tied to the smallest mass: little is settled in a minute."""

LARGEST = 12
"""Entries of a channel up to which Z3 settles all that is easy."""


def named(value: object) -> str:
    if isinstance(value, Asked):
        return value.name
    name, sizes = value  # type: ignore[misc]
    return f"{name} {', '.join(f'{n}={count}' for n, count in sizes)}".strip()


def decided(family: Sized, asked: Asked, seconds: float, *, agree: bool) -> str:
    """The verdict's name: never against the truth, refuted only where the definitions agree."""
    mechanism = mechanism_of(family)
    claim = claim_about(asked, mechanism)
    verdict = decide_by_solver(claim, families={"W": mechanism}, effort=seconds, agree=agree)
    if isinstance(verdict, Refuted):
        assert not asked.holds
        assert false_by_definition(claim, verdict.instance)
    if isinstance(verdict, Proved):
        assert asked.holds
        assert isinstance(verdict.evidence, SolverProof)
        assert "W = " in verdict.scope
    return verdict.name


SMALLEST = dict(reversed(EVERY))
FIRST: list[Sized] = [(name, SMALLEST[name]) for name in SMALLEST if name not in HARD]


@pytest.mark.seconds
@pytest.mark.parametrize("family", some_of(FIRST), ids=named)
def test_the_quickest_claims_about_the_smallest_of_each_family(family: Sized) -> None:
    for asked in CLAIMS:
        if asked.name in QUICK:
            settled = "proved" if asked.holds else "refuted"
            assert decided(family, asked, 60.0, agree=False) == settled, asked


@pytest.mark.slow
@pytest.mark.processor_seconds(900)
@pytest.mark.parametrize("asked", CLAIMS, ids=named)
@pytest.mark.parametrize("family", EVERY, ids=named)
def test_every_claim_about_every_family_by_two_solvers(family: Sized, asked: Asked) -> None:
    found = decided(family, asked, 120.0, agree=find_spec("cvc5") is not None)
    entries = len(family_table(mechanism_of(family)).entries)
    is_hard = entries > LARGEST or family[0] in HARD or asked.name not in EASY
    assert found != "unknown" or is_hard


@pytest.mark.seconds
def test_both_solvers_are_asked_where_there_are_two() -> None:
    pytest.importorskip("cvc5")
    mechanism = mechanism_of(("binary-symmetric", ()))
    for asked in CLAIMS[:3]:
        claim = claim_about(asked, mechanism)
        verdict = decide_by_solver(claim, families={"W": mechanism}, effort=60, agree=True)
        assert isinstance(verdict, Proved) and verdict.evidence.trust == AGREED, asked


def test_every_family_is_asked_or_said_not_to_be() -> None:
    asked = {name for name, _ in EVERY}
    assert asked | {*UNREAD} | {*CLOSED} == {family.name for family in FAMILIES}
    for name, words in UNREAD.items():
        family = family_named(name)
        with pytest.raises(Unsupported, match=words):
            family_table(family.mechanism(**dict.fromkeys(family.sizes, 2)))
    for name in CLOSED:
        family = family_named(name)
        assert not family.mechanism(**dict.fromkeys(family.sizes, 2)).parameters
    assert all(mechanism_of(family).parameters for family in EVERY)
