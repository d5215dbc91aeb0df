"""Accounting of n uses agrees with sums over all outcomes, with binomials, and measures."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import comb, prod
from random import Random

import pytest

import pmlsym as ps
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.numbers.number import INFINITY, Ball, Exact, Number, log_of, rational
from pmlsym.own_data import repeated_uses
from pmlsym.own_data.leakage_distribution import leakage_distribution
from pmlsym.own_data.repeated_uses import RepeatedUses, Row

TERNARY = (
    (Fraction(1, 2), Fraction(3, 10), Fraction(1, 5)),
    (Fraction(2, 5), Fraction(2, 5), Fraction(1, 5)),
)


def responses(k: int, level: int) -> tuple[Row, ...]:
    """Randomised response of k letters, with exp(eps) the level."""
    whole = Fraction(level + k - 1)
    return tuple(tuple((level if x == y else 1) / whole for y in range(k)) for x in range(k))


def random_row(random: Random, size: int) -> Row:
    weights = [random.choice((0, 1, 1, 2, 3)) for _ in range(size - 1)] + [1]
    return tuple(Fraction(w, sum(weights)) for w in weights)


def cases() -> list[tuple[tuple[Row, ...], int, Row]]:
    random, found = Random(7), []
    for _ in range(12):
        letters, outcomes, uses = (random.randint(*ends) for ends in ((2, 3), (2, 4), (1, 4)))
        rows = tuple(random_row(random, outcomes) for _ in range(letters))
        found.append((rows, uses, random_row(random, letters)))
    return found


def outcomes_of(rows: tuple[Row, ...], uses: int) -> list[list[Fraction]]:
    """The probability of each n-tuple of outcomes under each row."""
    return [
        [prod(row[y] for y in ys) for row in rows]
        for ys in product(range(len(rows[0])), repeat=uses)
    ]


def least_delta(rows: tuple[Row, ...], uses: int, level: Fraction) -> Fraction:
    every = outcomes_of(rows, uses)
    pairs = permutations(range(len(rows)), 2)
    return max(
        sum((max(Fraction(0), p[x] - level * p[z]) for p in every), Fraction(0)) for x, z in pairs
    )


@pytest.mark.parametrize(("rows", "uses", "prior"), cases())
@pytest.mark.parametrize("exact", [True, False])
def test_it_is_the_sum_over_all_outcomes(
    rows: tuple[Row, ...], uses: int, prior: Row, exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not exact:
        monkeypatch.setattr(repeated_uses, "MOST_EXACT", 0)
    found = RepeatedUses(rows, uses, prior)
    every = outcomes_of(rows, uses)
    letters = [x for x, p in enumerate(prior) if p]
    for level in (Fraction(1), Fraction(3, 2), Fraction(2), Fraction(9, 4), Fraction(8)):
        eps = log_of(level)
        assert_is(found.delta(eps), least_delta(rows, uses, level))
        masses = [
            (max(p[x] for x in letters), sum(prior[x] * p[x] for x in letters)) for p in every
        ]
        assert_is(found.tail(eps), sum((m for top, m in masses if top > level * m), Fraction(0)))
        law = leakage_distribution(ps.Prior.from_masses(prior), ps.Channel.from_rows(rows))
        pairs = [*zip(law.levels, law.probabilities, strict=True)]
        together = [
            tuple(map(prod, zip(*chosen, strict=True))) for chosen in product(pairs, repeat=uses)
        ]
        above = sum((m for value, m in together if value > level), Fraction(0))
        assert_is(found.tail(eps, on_one_letter=False), above)


def assert_is(found: Number, value: Fraction) -> None:
    """The number, exactly, or between ends that are near; ties at the bar are decided exactly."""
    low, high = found.enclose(15)
    assert low <= value <= high
    assert high - low <= Fraction(1, 10**15)


@pytest.mark.parametrize(("rows", "uses", "prior"), cases())
def test_delta_at_the_least_eps_is_what_was_allowed(
    rows: tuple[Row, ...], uses: int, prior: Row
) -> None:
    found, infinite = RepeatedUses(rows, uses, prior), 0
    for delta in (Fraction(0), Fraction(1, 50), Fraction(1, 3), Fraction(1)):
        eps = found.eps(delta)
        if eps is INFINITY:
            infinite += 1
            assert least_delta(rows, uses, Fraction(10**9)) > delta
            continue
        low, high = eps.enclose(20)
        assert high - low <= Fraction(3, 10**10)
        assert found.delta(rational(high)) <= delta or isinstance(eps, Exact)
        if isinstance(eps, Ball):
            assert found.delta(rational(low)) > delta
    assert infinite < 4


def test_a_thousand_randomised_responses_are_a_binomial() -> None:
    """Of n answers j more often as x has them: (3^j 1^(n-j)) / 4^n, C(n, j) times."""
    uses, level = 1000, 3**520
    found = RepeatedUses(responses(2, 3), uses)
    least = sum(comb(uses, j) * max(0, 3**j - level * 3 ** (uses - j)) for j in range(uses + 1))
    low, high = found.delta(log_of(level)).enclose(15)
    assert low <= Fraction(least, 4**uses) <= high <= low + Fraction(1, 10**15)
    assert found.eps(Fraction(0)) == 1000 * log_of(3)


def test_an_eps_whose_exponential_is_no_float() -> None:
    """Of 1000 responses with exp(eps) = 20, delta is a binomial sum around exp(2500)."""
    found = RepeatedUses(responses(2, 20), 1000)
    low, high = found.eps(Fraction(1, 10**6)).enclose(15)
    assert 2500 < low < high < low + Fraction(3, 10**10)
    for end, sign in ((low, 1), (high, -1)):
        (least, most) = found.delta(rational(end)).enclose(20)
        assert sign * (least - Fraction(1, 10**6)) > 0 and sign * (most - Fraction(1, 10**6)) > 0


def test_one_direction_may_be_infinite_and_the_others_known_by_their_ends() -> None:
    rows = ((*TERNARY[0], Fraction(0)), (*TERNARY[1], Fraction(0)), (Fraction(1, 4),) * 4)
    assert RepeatedUses(rows, 9).eps(Fraction(1, 10)) is INFINITY


def test_an_eps_at_a_tiny_delta() -> None:
    low, high = RepeatedUses(responses(2, 3), 100).eps(Fraction(1, 10**40)).enclose(15)
    assert low < 100 * log_of(3) < high < low + Fraction(3, 10**10)


def test_at_an_irrational_level_there_are_no_ties() -> None:
    """The tail is the same at an eps and at logarithms just below and above it."""
    prior = (Fraction(1, 3), Fraction(2, 3))
    for uses in (3, 40):
        found = RepeatedUses(TERNARY, uses, prior)
        for letter in (True, False):
            tails = [
                found.tail(eps, on_one_letter=letter)
                for eps in (rational("1/10"), log_of(Fraction("1.10517091")), log_of("1.10517092"))
            ]
            ends = [tail.enclose(15) for tail in tails]
            assert max(high for _, high in ends) - min(low for low, _ in ends) < 1e-14


def test_letters_that_no_one_tells_apart_and_letters_without_mass() -> None:
    same = RepeatedUses((TERNARY[0], TERNARY[0]), 5, (Fraction(1, 2), Fraction(1, 2)))
    assert same.delta(rational(0)) == same.eps(Fraction(0)) == same.tail(rational(0)) == 0
    assert RepeatedUses(TERNARY, 5, (Fraction(1), Fraction(0))).tail(rational(0)) == 0
    assert RepeatedUses((TERNARY[0],), 5).delta(rational(0)) == 0


def test_proportional_columns_are_one() -> None:
    """k-ary responses tell two letters apart by three kinds of outcomes, whatever k is."""
    assert RepeatedUses(responses(10, 3), 40).delta(rational(1)) > 0
    with pytest.raises(Unsupported, match="classes of outcomes"):
        RepeatedUses(
            (tuple(Fraction(k, 21) for k in range(1, 7)), 6 * (Fraction(1, 6),)), 90
        ).delta(rational(1))


def test_composed_ldp_bounds_the_accounted_eps() -> None:
    """Less than pure composition says suffices at a small delta."""
    found = RepeatedUses(responses(2, 3), 100).eps(Fraction(1, 10**6))
    assert 94 < found < 95 < 100 * log_of(3)


def test_the_verb_reads_tables_families_and_says_what_is_wrong() -> None:
    flips = {"k": 2, "eps": "log(3)"}
    by_name = ps.account("randomized-response", set=flips, uses=4, eps=["log(3)", 2], delta=0)
    by_rows = ps.account([["3/4", "1/4"], ["1/4", "3/4"]], uses=4, eps=["log(3)", 2], delta=0)
    assert str(by_name) == str(by_rows)
    asked = ["ldpdelta(W^&4, log(3))", "ldpdelta(W^&4, 2)", "ldp(W^&4, 0)"]
    assert [name for name, _ in by_name.only] == asked
    under = ps.account("randomized-response", set=flips, uses=4, eps=0, prior="uniform")
    assert [str(value) for _, value in under.only] == ["11/16", "101/128", "1"]
    for wrong, match in (
        ({"uses": 0, "eps": 1}, "uses"),
        ({"uses": 1}, "nothing is asked"),
        ({"uses": 1, "eps": -1}, "0 or more"),
        ({"uses": 1, "delta": 2}, "probability"),
        ({"uses": 1, "eps": 1, "set": {"k": 2}}, "no parameters"),
    ):
        with pytest.raises(InvalidInput, match=match):
            ps.account([["3/4", "1/4"], ["1/4", "3/4"]], **wrong)
    for family, level, near in (
        ("randomized-response", "1", r"eps = log\(106/39\), which is 0.999877"),
        ("symmetric-unary-encoding", "1", r"eps = 2\*log\(61/37\), which is 0.9999"),
        ("randomized-response", "1000", r"such as eps = log\(3\), with"),
    ):
        with pytest.raises(InvalidInput, match=near):
            ps.account(family, set={"k": 2, "eps": level}, uses=2, eps=1)
    with pytest.raises(InvalidInput, match="no parameter"):
        ps.account("randomized-response", set={"a": 1}, uses=2, eps=1)


def test_of_many_columns_few_uses_are_summed() -> None:
    """A row rises and the other falls: no column is a multiple of another."""
    size = 1500
    whole = Fraction(size * (size + 1), 2)
    rising = tuple(k / whole for k in range(1, size + 1))
    found = RepeatedUses((rising, rising[::-1]), 1)
    assert found.eps(Fraction(0)) == log_of(size)


def test_its_lines_are_claims_that_are_decided_alike() -> None:
    """What is printed is in the language of claims, and has the value that it has there."""
    rows = [["3/4", "1/8", "1/8"], ["1/4", "1/2", "1/4"]]
    twice = [[Fraction(a) * Fraction(b) for a in row for b in row] for row in rows]
    found = ps.account(rows, uses=2, eps=["log(3/2)", "log(2)"], delta="1/4", prior=["1/3", "2/3"])
    asked = [text for text, _ in found.only if not text.startswith("tail(P^")]
    assert len(asked) == 5
    for text, value in found.only:
        if text in asked:
            one = text.replace("^&2", "")
            (other,) = ps.measure(twice, prior=["1/3", "2/3"], only=one).only
            assert abs(float(value) - float(other[1])) < 1e-9, text
