"""Numbers that only premises keep in [0, 1], or at least 1, where they stand."""

from __future__ import annotations

from pathlib import Path

import pytest

import pmlsym as ps
from pmlsym.claim_text.question import Question, parse, parse_quantity, question_of_claim
from pmlsym.errors import ClaimSyntaxError
from pmlsym.language.fold import key
from pmlsym.pages.saved_evidence import check_saved
from tests.examples import some_of

READ = {
    "p <= 1/2 => (exists R: bsc(p) == bec(2*p) >> R)": "2*p == q => p <= 1/2 => "
    "exists R: bsc(p) == bec(q) >> R",
    "2*p <= 1 => ldp(bsc(2*p)) >= 0": "p >= 0 => p <= 1 => 2*p == q => 2*p <= 1 => "
    "ldp(bsc(q)) >= 0",
    "p <= 1/2 => mi(P, bec(2*p)) == mi(P, bec(2*p) >> id)": "p >= 0 => 2*p == q => p <= 1/2 => "
    "mi(P, bec(q)) == mi(P, bec(q) >> id)",
    "ldp(bsc(1/(1 + exp(eps)))) >= 0": "1/(1 + exp(eps)) == q => ldp(bsc(q)) >= 0",
    "gamma >= 1 => eta[E(gamma)](W) <= 1": "gamma == 1 + g => gamma >= 1 => eta[E(1 + g)](W) <= 1",
    "p + r <= 1 => ldp(bsc(p + r)) >= 0": "p >= 0 => p <= 1 => r >= 0 => r <= 1 => "
    "p + r == q => p + r <= 1 => ldp(bsc(q)) >= 0",
    "a - b >= 0 => D[E(a - b)](P || Q) <= 1": "a >= 0 => b >= 0 => a - b == g => a - b >= 0 => "
    "D[E(g)](P || Q) <= 1",
}


@pytest.mark.parametrize("text", READ)
def test_a_letter_stands_for_the_number(text: str) -> None:
    read = parse(text)
    assert str(read) == READ[text]
    assert key(question_of_claim(read).claim()) == key(read)


def test_what_letters_are_is_said() -> None:
    assert Question("p <= 1/2 => ldp(bec(2*p)) >= 0").terms() == ("q is 2*p",)
    assert Question("gamma > 1 => eta[E(gamma)](W) <= 1").terms() == ("1 + g is gamma",)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ldp(bec(2*p)) >= 0", r"2\*p may be above 1; write 2\*p <= 1 => .. \(column 9"),
        ("p <= 2/3 => ldp(bec(2*p)) >= 0", r"2\*p may be above 1"),
        ("ldp(bec(2*p)) >= 0 => p <= 1/2", r"2\*p may be above 1"),
        ("(p <= 1/2 or a > 1) => ldp(bec(2*p)) >= 0", r"2\*p may be above 1"),
        ("p <= 1 => ldp(bec(p - 1/2)) >= 0", r"p - 1/2 may be below 0"),
        ("ldp(bec(2)) >= 0", "2 is no probability"),
        ("eta[E(gamma)](W) <= 1", r"gamma may be below 1; write gamma >= 1 => .. \(column 5"),
        ("gamma >= 1/2 => eta[E(gamma)](W) <= 1", "gamma may be below 1"),
        ("(gamma >= 1 => gamma > 0) => eta[E(gamma)](W) <= 1", "gamma may be below 1"),
        ("D[E(a - b)](P || Q) <= 1", "a - b may be below 0"),
    ],
)
def test_premises_have_to_keep_it(text: str, words: str) -> None:
    with pytest.raises(ClaimSyntaxError, match=words):
        parse(text)


def test_a_quantity_alone_has_no_premises() -> None:
    for text in ("ldp(bec(2*p))", "eta[E(gamma)](W)"):
        with pytest.raises(ClaimSyntaxError, match="may be"):
            parse_quantity(text)


@pytest.mark.parametrize(
    ("claim", "answer"),
    some_of(
        [
            ("p <= 1/2 => V[id](P, bsc(p)) <= V[id](P, bec(2*p))", "proved"),
            ("p <= 1/2 => V[id](P, bec(2*p)) <= V[id](P, bsc(p))", "refuted"),
            ("eps >= 0 => ldp(bsc(1/(1 + exp(eps)))) <= eps", "proved"),
            ("eps >= 0 => ldp(bsc(1/(1 + exp(eps)))) <= eps/2", "refuted"),
            ("gamma >= 1 => eta[E(gamma)](W) <= dobrushin(W)", "proved"),
            ("gamma >= 1 => D[E(gamma)](W[x] || W[z]) <= eta[E(gamma)](W)", "proved"),
            ("gamma > 1 => dobrushin(W) <= eta[E(gamma)](W)", "refuted"),
            ("gamma >= 1 => eta[E(gamma)](W) <= D[E(gamma)](W[x] || W[z])", "refuted"),
        ]
    ),
)
def test_it_means_what_it_says(claim: str, answer: str) -> None:
    assert ps.decide(claim, effort=8).name == answer


def test_a_proof_is_saved_and_read(tmp_path: Path) -> None:
    verdict = ps.prove("gamma >= 1 => eta[E(gamma)](W) <= dobrushin(W)", effort=4)
    assert check_saved(verdict.save(tmp_path / "proof.json").read_text()).startswith("proof")
