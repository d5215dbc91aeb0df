"""What is known of a release under every prior is known of any number of releases.

Given what was released before, the prior is the posterior, of which the hypothesis speaks as well:
pml adds up for each outcome, and leakage up to a probability in all but a set of outcomes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.evidence.verdict import CertificateProof
from pmlsym.kernel.checker import check
from pmlsym.pages.saved_evidence import check_saved
from tests.examples import effort

PROVED = (
    "(forall Q: tail(Q, W, e) <= d) => tail(P, W^&n, n*e) <= n*d",
    "(forall Q: pml(Q, W) <= d) => pml(P, W^&n) <= n*d",
    "(forall Q: pml(Q, W) <= d) => pml(P, W | V) <= d",
    "(forall Q: pml(Q, W) <= d) and pml(P, V) <= s => pml(P, V & W) <= s + d",
    "(forall Q: tail(Q, W, e) <= d) and tail(P, V, s) <= u => tail(P, V & W, s + e) <= u + d",
    "(forall Q: tail(Q, W, e) <= d) and pml(P, V) <= s => tail(P, V & W, s + e) <= d",
)

FALSE = (
    # at one prior it says nothing of posteriors
    "tail(P, W, e) <= d => tail(P, W^&n, n*e) <= n*d",
    "pml(P, W) <= d => pml(P, W^&n) <= n*d",
    "pml(P, W) <= d and pml(P, V) <= s => pml(P, V & W) <= s + d",
    "tail(P, W, e) <= d and tail(P, V, s) <= u => tail(P, V & W, s + e) <= u + d",
    "(forall Q with uniform(Q): pml(Q, W) <= d) => pml(P, W^&n) <= n*d",
    "(forall Q with fullsupport(Q): maxleak(Q, W) <= d) => pml(P, W^&n) <= n*d",
    # each release counts, in its leakage and in its probability
    "(forall Q: tail(Q, W, e) <= d) => tail(P, W^&n, n*e) <= d",
    "(forall Q: tail(Q, W, e) <= d) => tail(P, W^&n, e) <= n*d",
    "(forall Q: pml(Q, W) <= d) => pml(P, W^&n) <= d",
    "(forall Q: mi(Q, W) <= d) => mi(P, W^&n) <= d",
    "(forall Q: tail(Q, W, e) <= d) and tail(P, V, s) <= u => tail(P, V & W, s + e) <= u",
    "(forall Q: tail(Q, W, e) <= d) and tail(P, V, s) <= u => tail(P, V & W, s + e) <= d",
    "(forall Q: tail(Q, W, e) <= d) and tail(P, V, s) <= u => tail(P, V & W, e) <= u + d",
    # it is about this channel, and whatever else it is
    "(forall Q: pml(Q, V) <= d) => pml(P, W | V) <= d",
    "(forall Q: tail(Q, W, e) <= d) => pml(P, W) <= e",
    "(forall Q: tail(Q, W, e) <= d) => tail(P, W, e) <= d/2",
    "mi(P, W) <= d => mi(P, W^&n) <= d",
)


@pytest.mark.parametrize("text", PROVED)
def test_it_is_proved_and_checked(text: str, tmp_path: Path) -> None:
    verdict = ps.prove(text, effort=8)
    assert verdict.name == "proved"
    assert isinstance(verdict.evidence, CertificateProof)
    for certificate in verdict.evidence.certificates:
        check(certificate)
    kept = verdict.save(tmp_path / "proof.json").read_text()
    assert "proof" in check_saved(kept)


def test_an_information_of_any_number_is_that_of_one_many_times() -> None:
    verdict = ps.prove("(forall Q: mi(Q, W) <= d) => mi(P, W^&n) <= n*d", effort=8)
    assert verdict.name == "proved"


@pytest.mark.parametrize("text", FALSE)
def test_what_is_false_beside_it_is_not(text: str) -> None:
    assert ps.prove(text, effort=effort(0.5, in_full=8)).name == "unknown"
