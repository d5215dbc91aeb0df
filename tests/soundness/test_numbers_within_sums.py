"""Sums of what no closed form is known of, and sums of no terms: nothing false is proved of them.

binomial(k, n, p) inside sum(k, ..)    another number at each k, so that no number stands for it
sum(k, 1, n, 1/n)                      1, but for n = 0, where it has no terms and is 0
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

import pytest

from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import holds, substituted
from pmlsym.claims.subjects import subjects
from pmlsym.engines.analytic.checking import prove_analytic
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.language.nodes import Bound, Constant, Extreme, Scalar, Series
from pmlsym.model.instance import Instance

HALF = Fraction(1, 2)
TAILS = (
    ("sum(k, 0, n, binomial(k, n, p)) == (n+1)*binomial(k, n, p)", {"n": 3, "k": 0, "p": HALF}),
    ("n >= 3 => 2*sum(k, 1, n, binomial(k, n, p)) == sum(k, 1, 2*n, binomial(k, n, p))", {}),
    ("n >= 2 => prod(k, 1, n, exp(binomial(k, 5, p))) == exp(n*binomial(k, 5, p))", {"k": 0}),
    ("n >= 1 => sum(k, 0, n, binomial(1, k + 2, p)) == (n+1)*binomial(1, k + 2, p)", {"k": 0}),
    ("n >= 1 => sum(k, 0, n, binomial(1, 2, p/(k+1))) == (n+1)*binomial(1, 2, p/(k+1))", {"k": 0}),
    (
        "n >= 1 => sum(k, 0, n, sum(j, 0, 1, binomial(j, 5, p) + binomial(k, 5, p)))"
        " == (n+1)*sum(j, 0, 1, binomial(j, 5, p) + binomial(k, 5, p))",
        {"k": 0},
    ),
    (
        "n >= 1 => sum(k, 0, n, sum(k, k, k+n, binomial(k, 5, p)))"
        " == (n+1)*sum(k, k, k+n, binomial(k, 5, p))",
        {"k": 0},
    ),
)
EMPTY = (
    ("n >= 0 => sum(k, 1, n, 1/n) == 1", {"n": 0}),
    ("n >= 0 => sum(k, 1, n, n^-1) >= 1", {"n": 0}),
    ("n >= 0 => sum(k, 0, n-1, k/n) == (n-1)/2", {"n": 0}),
    ("n >= 0 => prod(k, 1, n, exp(1/n)) == exp(1)", {"n": 0}),
    ("n >= 0 and p > 0 => prod(k, 1, n, p^(1/n)) == p", {"n": 0, "p": 2}),
    ("n >= 0 => exp(sum(k, 1, n, log(n)/n)) == n", {"n": 0}),
    ("n >= 0 => sum(k, 1, n, sum(j, k+1, n, 1/n)) == (n-1)/2", {"n": 0}),
    ("n >= 0 => sum(k, 1, n, max(sum(j, 1, m, 1), 2)) + m >= 0", {"n": 0, "m": -5}),
    ("n >= 0 => sum(k, 1, n, sum(j, 1, m, 1)) + m >= 0", {"n": 0, "m": -5}),
    ("n >= 0 => sum(k, 1, n, min(binomial(1, m, p), 2)) + m >= 0", {"n": 0, "m": -5, "p": 0}),
    ("n >= 0 and m >= n => sum(k, n+1, m, 1/(m-n)) == 1", {"n": 2, "m": 2}),
    ("n >= 2 => sum(k, 1, n, sum(k, 1, k, 1)) == n^2", {"n": 2}),
    ("k == 3 and n >= 1 => sum(k, 1, n, k) == 3*n", {"n": 1, "k": 3}),
)
FALSE = (*((text, {"n": 3, "p": HALF, **at}) for text, at in TAILS), *EMPTY)


def proves(text: str) -> bool:
    """Whether the prover alone, with no search for points against the claim, proves it."""
    try:
        return prove_analytic(parse(text), effort=4.0) is not None
    except Unsupported:
        return False


@pytest.mark.parametrize(("text", "at"), FALSE, ids=[text for text, _ in FALSE])
def test_the_prover_alone_proves_nothing_false(text: str, at: dict[str, Fraction]) -> None:
    claim = parse(text)
    own = {name: Fraction(at[name]) for name in subjects(claim).scalars}
    assert not holds(claim, Instance({}, {}, own))
    assert not proves(text)


def test_beyond_what_can_be_added_up() -> None:
    """At n = 300, k = 0, p = 1/2 the sides are 151 and 301/2^300; no instance is within reach."""
    tails = [sum(comb(300, j) for j in range(k + 1)) for k in range(301)]
    assert Fraction(sum(tails), 2**300) == 151
    assert not proves("n >= 300 => sum(k, 0, n, binomial(k, n, p)) == (n+1)*binomial(k, n, p)")
    assert not proves(
        "n >= 300 and p >= 0 and p <= 1"
        " => 2*sum(k, 1, n, binomial(k, n, p)) == sum(k, 1, 2*n, binomial(k, n, p))"
    )


TRUE = (
    "n >= 0 => sum(k, 0, n, binomial(1, 5, p)) == (n+1)*binomial(1, 5, p)",
    "binomial(n - m, n, p) == binomial(-m + n, n, p)",
    "n >= 1 => sum(k, 1, n, 1/n) == 1",
    "n >= 1 => sum(k, 0, n-1, k/n) == (n-1)/2",
    "n >= 0 => sum(k, 1, n, sum(k, 1, k, 1)) == n*(n+1)/2",
    "n >= 0 => sum(k, 0, n, sum(j, k, n, 1)) == (n+1)*(n+2)/2",
    "sum(k, 0, 2, max(p, 2)) >= 6",
)


@pytest.mark.parametrize("text", TRUE)
def test_what_is_free_of_the_letter_is_read(text: str) -> None:
    assert proves(text)


def test_what_the_letter_is_not_in_stays_the_same() -> None:
    larger = Extreme((Scalar("p"), Constant(Fraction(2))), is_maximum=True)
    inner = Series("k", Bound("k"), Scalar("n"), Bound("k"))
    changed = substituted(inner, "k", Constant(Fraction(1)))
    assert substituted(larger, "k", Constant(Fraction(1))) is larger
    assert isinstance(changed, Series) and isinstance(changed.low, Constant)
    assert changed.body is inner.body


@pytest.mark.parametrize("name", ["k inside 0", "binomial(m, n, p)", "exp(x)", "log(2)", "x + 1"])
def test_no_number_is_taken_for_another_by_its_name(name: str) -> None:
    """A number made in Python is not called as a tail, a letter or an exponential is written."""
    letter = Series("k", Constant(Fraction(1)), Scalar("n"), Bound("k"))
    with pytest.raises(InvalidInput, match="no name of a number"):
        prove_analytic(letter + Scalar(name) >= Scalar(name), effort=1.0)


def test_a_letter_without_its_sum_is_not_read() -> None:
    with pytest.raises(Unsupported):
        prove_analytic(Bound("k") * 1 >= Bound("k"), effort=1.0)
