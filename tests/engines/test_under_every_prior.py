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
from proofs.verify import verify
from tests.engines.test_lemmas import releases
from tests.examples import effort, some_of

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


def releases_under_every_prior(count: int, inside: str, end: str) -> str:
    """A claim about so many releases, of each of which something is known under every prior."""
    names = [f"W{k}" for k in range(1, count + 1)]
    premises = (f"(forall Q: {inside.format(name, k)})" for k, name in enumerate(names, 1))
    whole, total = (" & ".join(names), " + ".join(f"e{k}" for k in range(1, count + 1)))
    return f"{' and '.join(premises)} => {end.format(whole, total)}"


OF_MANY = {
    "pml": ("pml(Q, {}) <= e{}", "pml(P, {}) <= {}"),
    "mi": ("mi(Q, {}) <= e{}", "mi(P, {}) <= {}"),
}


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("kind", "count"), [("pml", 2), ("pml", 3), ("pml", 5), ("pml", 20), ("mi", 3), ("mi", 20)]
)
def test_any_number_of_releases_of_one_letter(kind: str, count: int) -> None:
    text = releases_under_every_prior(count, *OF_MANY[kind])
    verdict = ps.ask(text, let=releases(count), effort=8)
    assert isinstance(verdict, ps.Proved)
    assert verdict.witness is not None  # on one letter, of which there is one prior


@pytest.mark.seconds
@pytest.mark.parametrize("count", [2, 3, 20])
def test_the_proof_for_releases_is_saved_and_checked(count: int, tmp_path: Path) -> None:
    text = releases_under_every_prior(count, *OF_MANY["pml"])
    place = ps.prove(text, let=releases(count)).save(tmp_path / "proof.json")
    assert ps.check(place)
    assert verify(place.read_text())


@pytest.mark.seconds
def test_two_releases_up_to_a_probability() -> None:
    inside, end = "tail(Q, {0}, e{1}) <= d{1}", "tail(P, {}, {}) <= d1 + d2"
    text = releases_under_every_prior(2, inside, end)
    assert ps.prove(text, let=releases(2), effort=8).name == "proved"


@pytest.mark.seconds
@pytest.mark.parametrize(
    "text",
    [
        "(forall Q: pml(Q, W1) <= a) and pml(P, W2) <= b and pml(P, W3) <= c",
        "pml(P, W1) <= a and pml(P, W2) <= b and (forall Q: pml(Q, W3) <= c)",
        "(forall Q with uniform(Q): pml(Q, W1) <= a) and (forall Q: pml(Q, W2) <= b)"
        " and (forall Q with uniform(Q): pml(Q, W3) <= c)",
        "(forall Q: pml(Q, W1) <= a) and (forall Q: pml(Q, W2) <= b)"
        " and (forall Q: pml(Q, W2) <= c)",
        "(forall Q: pml(Q, W1) <= a) and (forall Q: pml(Q, W2) <= b)"
        " and (forall Q: mi(Q, W3) <= c)",
    ],
)
def test_too_little_is_known_of_one_of_them(text: str) -> None:
    claim = f"{text} => pml(P, W1 & W2 & W3) <= a + b + c"
    assert ps.prove(claim, let=releases(3), effort=effort(0.5, in_full=8)).name == "unknown"


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(PROVED))
def test_it_is_proved_and_checked(text: str, tmp_path: Path) -> None:
    verdict = ps.prove(text, effort=8)
    assert verdict.name == "proved"
    assert isinstance(verdict.evidence, CertificateProof)
    for certificate in verdict.evidence.certificates:
        check(certificate)
    kept = verdict.save(tmp_path / "proof.json").read_text()
    assert "proof" in check_saved(kept)


@pytest.mark.seconds
def test_an_information_of_any_number_is_that_of_one_many_times() -> None:
    verdict = ps.prove("(forall Q: mi(Q, W) <= d) => mi(P, W^&n) <= n*d", effort=8)
    assert verdict.name == "proved"


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(FALSE))
def test_what_is_false_beside_it_is_not(text: str) -> None:
    assert ps.prove(text, effort=effort(0.5, in_full=8)).name == "unknown"
