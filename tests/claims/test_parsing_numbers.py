"""Binomial tails and random variables in the text of claims."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.claim_text.writing import write
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.errors import ClaimSyntaxError, OutOfDomain, Unsupported
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import log_of, rational


@pytest.mark.parametrize(
    "text",
    [
        "binomial(m, n, p) <= exp(-n)",
        "binomial(m - 1, 2*n, 1 - p) == 1/2 or p < 0",
        "I(A;B,C|D) + 2*H(A|D) <= H(A,B) - log(2)",
        "I(A;C|B) <= 0 => I(A;C) <= I(A;B)",
    ],
)
def test_texts_come_back(text: str):
    assert write(parse(text)) == text
    assert write(parse(write(parse(text)))) == text


def test_conditions_are_informations_that_vanish():
    assert write(parse("markov(A, B, C)")) == "I(A;C|B) <= 0"
    assert write(parse("markov(A; B,C; D)")) == "I(A;D|B,C) <= 0"
    assert write(parse("markov(A, B, C, D)")) == "I(A;C|B) <= 0 and I(A,B;D|C) <= 0"
    assert write(parse("indep(A, B|C)")) == "I(A;B|C) <= 0"
    assert write(parse("indep(A, B, C)")) == "I(A;B) <= 0 and I(A,B;C) <= 0"


@pytest.mark.parametrize("inside", ["m, n", "", "1, 2, 3, 4"])
def test_a_tail_takes_three_numbers(inside: str):
    with pytest.raises(ClaimSyntaxError, match="three numbers"):
        parse(f"binomial({inside}) <= 1")


def test_tails_are_exact():
    p = Fraction(2, 7)
    for n in range(6):
        for m in range(-1, n + 2):
            value = evaluate(parse(f"binomial({m}, {n}, 2/7) <= 0").left, Instance({}))
            terms = (comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(m + 1))
            assert value == sum(terms, Fraction(0))


@pytest.mark.parametrize(("n", "p"), [("5/2", "1/2"), ("-1", "1/2"), ("3", "3/2"), ("3", "-1")])
def test_tails_of_no_distribution_have_no_value(n: str, p: str):
    claim = parse("binomial(1, n, p) >= 0")
    with pytest.raises(OutOfDomain):
        holds(claim, Instance({}, {}, {"n": rational(n), "p": rational(p)}))


def test_a_tail_at_a_logarithm_is_not_evaluated():
    with pytest.raises(Unsupported):
        holds(parse("binomial(1, 2, p) >= 0"), Instance({}, {}, {"p": log_of(2)}))
