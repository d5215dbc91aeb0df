"""A refutation says by which values each hypothesis holds on its instance."""

from __future__ import annotations

import pytest

import pmlsym as ps
from pmlsym.exposition.latex_macros import expand_macros

CLAIM = "ldp(W) <= 1/2 and fullsupport(P) and pml(P, W) >= 1/10 => maxleak(W) <= 1/5"


@pytest.fixture(scope="module")
def refuted() -> ps.Refuted:
    verdict = ps.ask(CLAIM)
    assert isinstance(verdict, ps.Refuted)
    return verdict


@pytest.mark.seconds
def test_each_hypothesis_has_the_values_of_its_sides(refuted: ps.Refuted) -> None:
    lines = [" ".join(line.split()) for line in str(refuted).splitlines()]
    W, P = (refuted.instance.to_json()["tensors"][name] for name in "WP")
    ldp, pml = ps.ldp(W), ps.pml(P, W)
    assert f"ldp(W) <= 1/2 holds, since {ldp} = {float(ldp):.6f} <= 1/2 = 0.500000" in lines
    assert f"pml(P, W) >= 1/10 holds, since {pml} = {float(pml):.6f} >= 1/10 = 0.100000" in lines
    assert "fullsupport(P) holds" in lines


def test_the_same_in_latex(refuted: ps.Refuted) -> None:
    rows = expand_macros(refuted.latex()).split("\\\\\n")
    (ldp,) = [row for row in rows if row.startswith(r"\mathrm{LDP}(W) &=")]
    assert ldp.rstrip().endswith(r"\le 1/2")
    assert any(row.strip() == r"&\mathrm{fullsupport}(P) \text{ holds}" for row in rows)


def test_a_claim_without_hypotheses_has_none() -> None:
    assert " holds" not in str(ps.ask("pml(P, W) <= maxleak(W)"))
