"""A printed proof names what it uses, and shows nothing of how letters are numbered inside."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pmlsym.ask import prove
from pmlsym.evidence.certificate import Certificate
from pmlsym.evidence.verdict import CertificateProof, Proved
from pmlsym.report.certificate_text import certificate_lines, count_terms
from tests.evidence.hand_written import ALL


@pytest.mark.parametrize("proof", ALL)
def test_every_step_is_a_line(proof: Callable[[], Certificate]) -> None:
    certificate = proof()
    lines = certificate_lines(certificate)
    starts = [line.split()[0] for line in lines]
    assert set(starts) <= {"given", "thus", "so", "if", "else"}
    assert len(lines) >= len(certificate.steps)
    assert not any("*" in line or "sum_" in line for line in lines)
    assert count_terms([certificate]) >= 1


def test_post_processing_reads_as_in_a_paper() -> None:
    verdict = prove("pml(P, W >> V) <= pml(P, W)")
    assert isinstance(verdict, Proved)
    assert isinstance(verdict.evidence, CertificateProof)
    *given, conclusion = certificate_lines(verdict.evidence.certificates[0])
    assert any("[pml(P, W) <= log t1]" in line for line in given)
    left, right = conclusion.split("  =  ")
    assert left.startswith("so     -P(x)·Σ_{y1} V(y1,z)W(x,y1) + ")
    assert right.startswith("Σ_{y} ")
    assert right.endswith(" >= 0")
    assert "V(y,z)" in right
