"""Claims about any number of uses: proved by induction, refuted at a small number."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.judge import accept_certificates
from pmlsym.errors import InvalidCertificate
from pmlsym.evidence.verdict import CertificateProof
from pmlsym.pages.saved_evidence import check_saved
from tests.examples import some_of

VERIFY = Path(__file__).parents[2] / "proofs" / "verify.py"

PROVED = (
    "pml(P, W^&n) <= n*ldp(W)",
    "ldp(W) <= eps => ldp(W^&n) <= n*eps",
    "ldp(W^&n) <= n*ldp(W)",
    "maxleak(W^&n) <= n*maxleak(W)",
    "maxleak(W^n) == n*maxleak(W)",
    "pml(P^n, W^n) <= n*pml(P, W)",
    "hmin(P^n) == n*hmin(P)",
    "capacity(W^&n) <= n*capacity(W)",
    "dp(W) <= eps => dp(W^&n) <= n*eps",
    "ldp(W) <= eps => pml(P, W^>>n) <= eps",
    "ldp(W^>>n) <= ldp(W)",
    "ldp(W^&n) >= ldp(W)",
    "ldp(W) <= eps => tail(P, W^&n, n*eps) <= 0",
    "W == V => W^&n == V^&n",
    "uniform(P) => uniform(P^n)",
    "pml(P, W^&n) <= -log(pmin(P))",  # of all channels
    "(sup P: pml(P, W^&n)) <= n*ldp(W)",
    "D[inf](P^n || Q^n) <= n*D[inf](P || Q)",
    "D[tv](P^n || Q^n) <= n*D[tv](P || Q)",
    "D[inf](P^n || Q^n) >= n*D[inf](P || Q)",  # of what may be infinite
    "ldp(W^n) == n*ldp(W)",
    "ldp(W) <= eps/n => ldp(W^&n) <= eps",
    "n >= 2 and n*ldp(W) <= eps => tail(P, W^&n, eps) <= 0",
    "ldp(W, delta) <= eps => ldp(W^&n, n*delta) <= n*eps",
    "D[kl](P^n || Q^n) == n*D[kl](P || Q)",
    "H[1](P^n) == n*H[1](P)",
    "mi(P^n, W^n) == n*mi(P, W)",
    "rdp(W^&n, 2) <= n*rdp(W, 2)",
    "a > 1 and rdp(W, a) <= eps => rdp(W^&n, a) <= n*eps",
)
REFUTED = {
    "pml(P, W^&n) <= n*maxleak(W)": 1,
    "maxleak(W^&n) == n*maxleak(W)": 2,  # n uses on one letter, not on n letters
    "pml(P, W^&n) <= n*pml(P, W)": 2,
    "ldp(W^&n) <= ldp(W)": 2,
    "ldp(W) <= eps/n => ldp(W^&n) <= 9*eps/10": 1,
    "n*ldp(W) <= eps => ldp(W^&n & W) <= eps": 1,
    "maxleak(W^&n) >= n*maxleak(W)": 2,
    "ldp(W^>>n) >= n*ldp(W)": 2,
    "n >= 3 => ldp(W^&n) <= (n - 1)*ldp(W)": 3,
    "n >= 2 => ldp(W^&n) > ldp(W)": 2,
    "a > 1 => D[a](P^n || Q^n) <= D[a](P || Q)": 2,
    "ldpdelta(W, eps) <= delta => ldpdelta(W^&n, eps) <= delta": 2,
    "tail(P, W^&n, n*eps) <= n*tail(P, W, eps)": 2,
}


@pytest.mark.parametrize("text", some_of(PROVED))
def test_it_is_proved(text: str) -> None:
    assert ps.prove(text, effort=8).name == "proved"


@pytest.mark.seconds
@pytest.mark.parametrize("text", some_of(REFUTED))
def test_it_is_refuted_at_the_first_number_where_it_fails(text: str, tmp_path: Path) -> None:
    verdict = ps.decide(text, effort=8)
    assert isinstance(verdict, ps.Refuted)
    assert verdict.instance.scalars["n"] == REFUTED[text]
    saved = verdict.save(tmp_path / "against.json").read_text()
    assert check_saved(saved).startswith("counterexample")


@pytest.mark.slow
def test_privacy_up_to_a_probability() -> None:
    text = "ldpdelta(W, eps) <= delta => ldpdelta(W^&n, n*eps) <= n*delta"
    assert ps.prove(text, effort=8).name == "proved"


def test_the_proof_is_an_induction_that_others_check_again(tmp_path: Path) -> None:
    verdict = ps.prove("ldp(W) <= eps => ldp(W^&n) <= n*eps")
    page = f"{verdict}"
    assert "n = 1: ldp(W) <= eps => ldp(W) <= eps" in page
    assert "from n to n + 1, where W^&n is any channel and s is n*eps" in page
    assert "n is one of 1, 2, 3, .." in page
    place = verdict.save(tmp_path / "proof.json")
    assert check_saved(place.read_text()).startswith("proof with 2 certificates")
    said = subprocess.run(
        [sys.executable, VERIFY, place], capture_output=True, text=True, check=False
    )
    assert said.returncode == 0, said.stdout


def test_a_proof_of_the_first_number_alone_is_none() -> None:
    first = ps.prove("ldp(W) <= eps => ldp(W) <= eps")
    assert isinstance(first, ps.Proved)
    assert isinstance(first.evidence, CertificateProof)
    with pytest.raises(InvalidCertificate, match="not linked"):
        accept_certificates(parse("ldp(W) <= eps => ldp(W^&n) <= n*eps"), first.evidence)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "text",
    [
        "mi(P, W^&n) <= n*mi(P, W)",
        pytest.param("mi(P^n, W^n) == n*mi(P, W)", marks=pytest.mark.slow),
    ],
)
def test_mutual_information_of_n_uses(text: str) -> None:
    assert ps.prove(text, effort=8).name == "proved"


@pytest.mark.seconds
def test_mutual_information_of_twenty_releases() -> None:
    names = [f"W{k}" for k in range(1, 21)]
    text = f"mi(P, {' & '.join(names)}) <= {' + '.join(f'mi(P, {name})' for name in names)}"
    lets = [f"{name}: X -> A{k}" for k, name in enumerate(names)]
    assert ps.ask(text, let=lets, effort=8).name == "proved"


@pytest.mark.seconds
def test_two_letters_that_say_how_often() -> None:
    text = "ldp(W) <= eps and ldp(V) <= a => ldp(W^&n & V^&m) <= n*eps + m*a"
    assert ps.ask(text, let=["V: X -> Z"], effort=8).name == "proved"
    wrong = "ldp(W) <= eps and ldp(V) <= a => ldp(W^&n & V^&m) <= n*eps + a"
    assert ps.prove(ps.claim(wrong, lets=["V: X -> Z"]), effort=1).name == "unknown"
