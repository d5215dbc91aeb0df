"""Sums and products with a symbolic number of terms, and powers: values, proofs, refutations."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.claim_text.writing import write
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.engines.analytic.problem import float_at
from pmlsym.engines.analytic.ratio import NumberRatio
from pmlsym.engines.analytic.sums import closed_sum
from pmlsym.engines.decide.decisions import decide
from pmlsym.errors import ClaimSyntaxError, OutOfDomain, Unsupported
from pmlsym.evidence.verdict import Proved
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import rational
from tests.examples import few_of, some_of

K, N, R = (NumberRatio.variable(name) for name in ("k", "n", "r"))
BODIES = (
    NumberRatio.number(3),
    K * R,
    K * K,
    K * K * K - K * 2 + 1,
    K * K * K * K,
    (K * R.log()).exp(),
    (K * R.log()).exp() * R + K,
    (-K * R).exp() * R.inverse(),
    (K * 2 + R).exp(),
)


@pytest.mark.parametrize("body", BODIES, ids=str)
@pytest.mark.parametrize("low", [-2, 0, 1])
def test_closed_forms_are_the_sums(body: NumberRatio, low: int):
    total = closed_sum(body, "k", NumberRatio.number(low), N)
    assert total is not None
    for r in (Fraction(1, 3), Fraction(5, 2)):
        for n in range(low - 1, low + 5):
            terms = [float_at(body, {"k": Fraction(k), "r": r}) for k in range(low, n + 1)]
            found = float_at(total, {"n": Fraction(n), "r": r})
            assert found == pytest.approx(sum(term or 0.0 for term in terms), abs=1e-9)


@pytest.mark.parametrize("body", [K.inverse(), K.log(), (K * K).exp(), (K * R.log()).exp() * K])
def test_what_has_no_closed_form_here_is_left_alone(body: NumberRatio):
    assert closed_sum(body, "k", NumberRatio.number(1), N) is None


VALUES = (
    ("sum(k, 1, 4, k^2)", "30"),
    ("prod(k, 1, 5, k)", "120"),
    ("sum(k, 1, 0, 1/k)", "0"),
    ("prod(k, 3, 2, k)", "1"),
    ("sum(k, 0, 3, (1/2)^k)", "15/8"),
    ("sum(k, 1, 3, sum(j, 1, k, j))", "10"),
    ("sum(k, 1, 2, sum(k, 1, 3, k))", "12"),
    ("2^3^2", "512"),
    ("-2^2", "-4"),
    ("2*3^2", "18"),
    ("2^-2", "1/4"),
    ("(1/4)^(1/2)", "1/2"),
    ("0^0", "1"),
    ("exp(log(3))^2", "9"),
)


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_values(text: str, value: str):
    claim = parse(f"{text} == {value}")
    assert holds(claim, Instance({}))
    assert holds(parse(write(claim)), Instance({}))


@pytest.mark.parametrize(
    "text", ["sum(k, 1, n, k/n)", "prod(i, m, n, 1 - x^i)", "(x + 1)^(n - 1)", "-x^2", "(x^2)^y"]
)
def test_they_are_written_as_they_are_read(text: str):
    written = write(parse(f"{text} <= 1"))
    assert write(parse(written)) == written


@pytest.mark.parametrize(
    ("text", "n"), [("sum(k, 1, n, k)", "1/2"), ("sum(k, 1, n, k)", "-1"), ("n^(1/2)", "-1")]
)
def test_outside_its_domain_it_has_no_value(text: str, n: str):
    with pytest.raises(OutOfDomain):
        evaluate(parse(f"{text} <= 1").left, Instance({}, {}, {"n": rational(n)}))


def test_too_many_terms_are_not_added_up():
    for text in ("sum(k, 1, 10000000, k)", "binomial(3, 10000000, 1/2)"):
        with pytest.raises(Unsupported):
            evaluate(parse(f"{text} <= 1").left, Instance({}))


@pytest.mark.parametrize(
    "text",
    [
        "sum(k, 1, n) <= 1",
        "sum(K, 1, n, 1) <= 1",
        "sum(2, 1, n, 1) <= 1",
        "0^-1 <= 1",
        "x^ <= 1",
        "sum(k, 1, n, pml(P, W)) <= 1",
        "sum(k, 1, n, H(A)) <= 1",
        "sum <= 1",
        "x^^2 <= 1",
    ],
)
def test_misuse_is_an_error_with_a_place(text: str):
    with pytest.raises(ClaimSyntaxError, match="column"):
        parse(text)


OPEN = ("p > 0", "p < 1")
PROVED = (
    ("sum(k, 0, n, r^k) == (1 - r^(n+1))/(1 - r)", ("r > 0", "r < 1", "n >= 0")),
    ("sum(k, 0, n, r^k) < 1/(1 - r)", ("r > 0", "r < 1", "n >= 0")),
    ("sum(k, 0, n, (1 - exp(-eps))*exp(-eps*k)) == 1 - exp(-eps*(n+1))", ("eps > 0", "n >= 0")),
    ("sum(k, 1, n, k) == n*(n+1)/2", ("n >= 1",)),
    ("prod(i, 1, n, p) == p^n", (*OPEN, "n >= 1")),
    ("-log(prod(i, 1, n, max(p, 1-p))) == -n*log(max(p, 1-p))", (*OPEN, "n >= 1")),
    ("prod(i, 1, n, 1 - p) <= exp(-n*p)", (*OPEN, "n >= 0")),
    ("prod(i, 1, n, exp(eps)) == exp(n*eps)", ("n >= 0",)),
    ("1 - (1-p)^n <= n*p", (*OPEN, "n >= 1")),
    ("(1 + x)^n >= 1 + n*x", ("x > -1", "n >= 1")),
    ("x^(1/2)*y^(1/2) <= (x + y)/2", ("x > 0", "y > 0")),
)
REFUTED = (
    ("sum(k, 0, n, r^k) <= 99/100/(1 - r)", ("r > 0", "r < 1", "n >= 0")),
    ("sum(k, 0, n, r^k) <= (1 - 1e-9)/(1 - r)", ("r > 0", "r < 1", "n >= 0")),
    ("sum(k, 1, n, k) == n*n/2", ("n >= 1",)),
    ("prod(i, 1, n, 1 - p) >= exp(-n*p)", (*OPEN, "n >= 1")),
    ("prod(i, 1, n, p) <= p^(n+1)", (*OPEN, "n >= 0")),
    ("1 - (1-p)^n <= 99/100*n*p", (*OPEN, "n >= 1")),
    ("(1 + x)^n >= 1 + n*x", ("x > -1", "n >= 0")),
    ("sum(k, 1, n, k) <= 999", ("n >= 1",)),
)


@pytest.mark.seconds
@pytest.mark.parametrize(("text", "assume"), few_of(PROVED))
def test_true_claims_are_proved(text: str, assume: tuple[str, ...]):
    assert decide(parse(text, assume=assume), effort=20).name == "proved"


@pytest.mark.parametrize(("text", "assume"), some_of(REFUTED))
def test_false_claims_are_refuted(text: str, assume: tuple[str, ...]):
    assert decide(parse(text, assume=assume), effort=10).name == "refuted"


@pytest.mark.parametrize(
    "text",
    some_of(
        [
            "3/10 <= p and p <= 1 => binomial(3, 10, p) <= exp(-20*(p - 3/10)^2)",
            "0 <= p and p <= 1 => binomial(3, 10, p) <= exp(-20*(p - 3/10)^2) or p < 3/10",
            "0 <= p and p <= 1 => binomial(7/2, 2, p) == 1",
            "0 <= p and p <= 1 => binomial(-1, 2, p) == 0",
            "0 <= p and p <= 1 => binomial(1, 2, p) == 1 - p^2",
        ]
    ),
)
def test_few_trials_are_written_out(text: str):
    assert isinstance(decide(text, effort=4), Proved)


@pytest.mark.parametrize(
    "text",
    [
        "0 <= p and p <= 1 => binomial(3, 10, p) <= exp(-20*(p - 3/10)^2) or 1/10 < p",
        "3/10 <= p and p <= 1 => binomial(3, 10, p) <= exp(-30*(p - 3/10)^2)",
        "binomial(1, 2, p) <= 1 - p^2 - 1/10^9",
    ],
)
def test_what_is_a_little_more_of_few_trials_is_not_proved(text: str):
    assert not isinstance(decide(text, effort=4), Proved)
