"""Exact numbers: comparisons decide, near misses included, and JSON brings them back."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pmlsym.errors import InvalidInput, OutOfDomain, Unsupported
from pmlsym.numbers.coprime_base import coprime_base, exponents_vanish
from pmlsym.numbers.interval import exp_interval, log_interval
from pmlsym.numbers.number import (
    INFINITY,
    Ball,
    Exact,
    Number,
    exp_of,
    from_json,
    log_of,
    rational,
)
from pmlsym.numbers.outward import float_above, float_below
from tests.examples import share_of

EXACT = settings(derandomize=True, deadline=None, max_examples=share_of(80))
RATIOS = st.fractions(min_value=Fraction(1, 50), max_value=50, max_denominator=50)
COEFFICIENTS = st.fractions(min_value=-3, max_value=3, max_denominator=6)
TERMS = st.lists(st.tuples(COEFFICIENTS, RATIOS), max_size=4)


def total(terms: list[tuple[Fraction, Fraction]], plain: Fraction = Fraction(0)) -> Number:
    result = rational(plain)
    for c, ratio in terms:
        result = result + c * log_of(ratio)
    return result


@EXACT
@given(TERMS, COEFFICIENTS)
def test_the_float_is_the_sum_of_logarithms(
    terms: list[tuple[Fraction, Fraction]], plain: Fraction
) -> None:
    expected = float(plain) + sum(float(c) * math.log(ratio) for c, ratio in terms)
    assert float(total(terms, plain)) == pytest.approx(expected, abs=1e-11)


@EXACT
@given(TERMS, RATIOS, COEFFICIENTS)
def test_a_product_in_a_logarithm_is_a_sum_of_logarithms(
    terms: list[tuple[Fraction, Fraction]], ratio: Fraction, c: Fraction
) -> None:
    one = total(terms) + c * log_of(ratio)
    other = sum((k * log_of(r) - k * log_of(1 / ratio) for k, r in terms), rational(0))
    spare = sum((k for k, _ in terms), Fraction(0)) - c
    assert one == other - spare * log_of(ratio)
    assert (one - other + spare * log_of(ratio)).sign() == 0


def test_near_misses_are_told_apart() -> None:
    near = Fraction(693147180559945309417232121458176568, 10**36)
    assert log_of(2) != near
    assert log_of(2) > Fraction(69314718055994530941723212145, 10**29)
    assert log_of(3) / log_of(2) > Fraction(1584962500721156, 10**15)
    tiny = 1 + Fraction(1, 10**60)
    assert log_of(tiny) > 0
    assert log_of(6 * tiny) > log_of(2) + log_of(3)
    assert log_of(6) == log_of(2) + log_of(3)
    assert log_of(Fraction(1, 3)) / 7 < log_of(tiny) / 10**9


@pytest.mark.parametrize("ratio", ["6/5", "1", "1/1000", "123456789/1000000007"])
def test_exp_and_log_are_inverse_and_exact(ratio: str) -> None:
    value = Fraction(ratio)
    assert exp_of(log_of(value)) == value
    assert log_of(value).to_json() == {"log": str(value)}
    assert exp_of(-log_of(value)).to_json() == {"rational": str(1 / value)}
    assert (log_of(value**6) / 6).to_json() == {"log": str(value)}


def test_zero_leakage_is_written_as_a_logarithm() -> None:
    assert log_of(1).to_json() == {"log": "1"}
    assert (log_of(2) - log_of(2)).to_json() == {"log": "1"}
    assert (log_of(1) + Fraction(1, 2)).to_json() == {"rational": "1/2"}


def test_infinity_follows_its_rules() -> None:
    assert log_of(0) == -INFINITY < rational(-(10**9)) < INFINITY
    assert INFINITY + 1 == INFINITY == INFINITY * Fraction(1, 3)
    assert 1 / INFINITY == 0 == exp_of(-INFINITY)
    with pytest.raises(OutOfDomain, match="inf - inf"):
        INFINITY - INFINITY
    with pytest.raises(OutOfDomain, match="0 \\* inf"):
        INFINITY * (log_of(2) - log_of(4) / 2)
    with pytest.raises(OutOfDomain, match="by zero"):
        1 / (log_of(6) - log_of(2) - log_of(3))
    with pytest.raises(OutOfDomain, match="negative"):
        log_of(log_of(Fraction(1, 2)))


def test_balls_are_narrowed_until_they_decide() -> None:
    root = exp_of(log_of(2) / 2)
    assert isinstance(root, Ball)
    assert root < Fraction(14142135623730950488016887242096981, 10**34)
    assert root > Fraction(14142135623730950488016887242096980, 10**34)
    e = exp_of(1)
    assert float(e * e - exp_of(2)) == pytest.approx(0, abs=1e-15)
    with pytest.raises(Unsupported, match="not decided"):
        (e * e - exp_of(2)).sign()


def test_ball_in_json_is_rounded_outward() -> None:
    low, high = (log_of(2) + 1).to_json()["ball"]
    assert Fraction(low) < log_of(2) + 1 < Fraction(high)
    assert Fraction(high) - Fraction(low) <= Fraction(2, 10**20)


@EXACT
@given(TERMS)
def test_json_brings_numbers_back(terms: list[tuple[Fraction, Fraction]]) -> None:
    value = total(terms)
    assert isinstance(value, Exact)
    data = value.to_json()
    if "ball" not in data:
        assert from_json(data) == value
    else:
        low, high = from_json(data).enclose(10)
        assert low <= value <= high


@pytest.mark.parametrize(
    "data", [{}, {"log": "0.5x"}, {"log": "-1"}, {"inf": 2}, {"rational": 0.5}, {"ball": ["1"]}]
)
def test_other_data_is_no_number(data: dict[str, object]) -> None:
    with pytest.raises((InvalidInput, OutOfDomain)):
        from_json(data)


@EXACT
@given(st.lists(st.integers(2, 5000), min_size=1, max_size=6))
def test_a_coprime_base_is_coprime_and_divides_out(integers: list[int]) -> None:
    base = coprime_base(integers)
    assert all(math.gcd(a, b) == 1 for k, a in enumerate(base) for b in base[:k])
    for n in integers:
        for element in base:
            while n % element == 0:
                n //= element
        assert n == 1


def test_products_of_powers_are_tested_exactly() -> None:
    huge = Fraction(3**200 + 1, 3**200)
    assert not exponents_vanish([(huge, Fraction(1))])
    assert exponents_vanish([(Fraction(8), Fraction(2, 3)), (Fraction(1, 4), Fraction(1))])


@EXACT
@given(RATIOS, st.integers(5, 60))
def test_intervals_contain_what_they_should(ratio: Fraction, digits: int) -> None:
    low, high = log_interval(ratio, digits)
    finer_low, finer_high = log_interval(ratio, digits + 40)
    assert low <= finer_low <= finer_high <= high
    assert high - low < Fraction(1, 10**digits)
    below, above = exp_interval((finer_low, finer_high), digits)
    assert below <= ratio <= above
    assert above - below < Fraction(100, 10**digits)


def test_small_exponentials_keep_their_sign() -> None:
    tiny = exp_of(-30_000)
    assert 0 < tiny < 1
    assert tiny != 0


@EXACT
@given(TERMS, st.integers(0, 330))
def test_floats_are_the_nearest_however_small(terms: list[tuple[Fraction, Fraction]], scale: int):
    value = total(terms) / Fraction(10) ** scale
    shown = float(value)
    for wall in (math.nextafter(shown, math.inf), math.nextafter(shown, -math.inf)):
        border = (Fraction(wall) + Fraction(shown)) / 2
        assert value <= border if wall > shown else value >= border


@pytest.mark.parametrize("scale", [20, 39, 40, 41, 51, 100, 300, 323, 324, 400])
def test_a_small_difference_of_logarithms_keeps_its_digits(scale: int):
    """log(1 + a) = a - a^2/2 + .. for a = 3/10^scale."""
    a = 3 * Fraction(1, 10**scale)
    value = log_of(1 + a)
    assert float(value) == float(a - a**2 / 2 + a**3 / 3)
    assert float_below(value) <= float(a) and float(a * (1 - a)) <= float_above(value)
    assert float_above(value) <= math.nextafter(float(a), math.inf)
    assert float_below(-value) <= -float(a - a**2) and float(2 * value) == float(2 * a - a**2)


def test_quotients_of_small_and_of_large_numbers():
    for scale in (10**45, 10**300):
        assert (log_of(2) / scale) / (log_of(8) / scale) == Fraction(1, 3)
        assert (log_of(2) * scale) / (log_of(8) * scale) == Fraction(1, 3)
    with pytest.raises(Unsupported):  # beyond 600 digits, and not a division by zero
        _ = (log_of(2) / 10**700) / (log_of(8) / 10**700) == Fraction(1, 3)


def test_numbers_beyond_all_floats_are_infinite():
    assert float(rational(10**400)) == math.inf and float(-rational(10**400)) == -math.inf
    assert float_below(rational(10**400)) < math.inf == float_above(rational(10**400))


@pytest.mark.parametrize("size", [60, 400, 5_000, 40_000])
def test_numbers_too_long_for_digits_are_written_by_powers_of_ten(size: int) -> None:
    large = exp_of(log_of(10) * size + Fraction(1, 3)) if size < 40_000 else exp_of(rational(99999))
    low, high = str(large)[1:-1].split(", ")
    assert Decimal(low) < Decimal(high) and (Decimal(low).adjusted() >= size)
    inside = large.enclose(25)
    assert Fraction(Decimal(low)) <= inside[0] and inside[1] <= Fraction(Decimal(high))
    assert str(rational(10**size)) == (str(10**size) if size <= 400 else f"about 1.000000e+{size}")
    exact = rational(10**size)
    assert ("rational" in exact.to_json()) == (size <= 400)
    assert size > 400 or from_json(exact.to_json()) == exact
