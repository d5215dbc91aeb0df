"""Closed forms on words, n open, and of what is sampled, shuffled or told in two stages."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb, exp, log
from random import Random

import numpy as np
import pytest
import sympy

import pmlsym as ps
from pmlsym.closed_forms import derive
from pmlsym.closed_forms.quantities import quantity_named
from pmlsym.closed_forms.resolvers.every_word import factorises
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.mechanism_families.binomial import binomial
from pmlsym.mechanism_families.discrete_gaussian import discrete_gaussian
from pmlsym.mechanism_families.each_letter import bitwise_response, histogram, shuffled_response
from pmlsym.mechanism_families.mechanism import Mechanism, with_uniform_prior
from pmlsym.mechanism_families.subsampled import subsampled_response
from pmlsym.mechanism_families.unary_encoding import two_stage_encoding
from pmlsym.mechanism_families.z_channel import z_channel
from tests.closed_forms.test_counts_of_any_size import geometric_rows

N, M, K, R, EPS, TAU = sympy.symbols("n m k r eps tau")
Rows = np.ndarray


def response_rows(k: int, eps: float) -> Rows:
    return (np.ones((k, k)) + (exp(eps) - 1) * np.eye(k)) / (k - 1 + exp(eps))


def power(rows: Rows, n: int) -> Rows:
    """The rows of words of n letters, in lexicographic order."""
    whole = np.ones((1, 1))
    for _ in range(n):
        whole = np.kron(whole, rows)
    return whole


def shuffled_rows(n: int, eps: float) -> Rows:
    """The number of ones among n flipped bits of which x are ones, by its two binomial parts."""
    keep = exp(eps) / (1 + exp(eps))

    def heads(m: int, p: float) -> Sequence[float]:
        return [comb(m, j) * p**j * (1 - p) ** (m - j) for j in range(m + 1)]

    return np.array([np.convolve(heads(x, keep), heads(n - x, 1 - keep)) for x in range(n + 1)])


def largest_ratio(rows: Rows, pairs: Sequence[tuple[int, int]] = ()) -> float:
    every = pairs or list(product(range(len(rows)), repeat=2))
    return log(max((rows[x] / rows[y]).max() for x, y in every))


def value(mechanism: Mechanism, quantity: str, **at: float) -> float:
    return float(derive(mechanism, quantity).expr.subs({sympy.Symbol(k): v for k, v in at.items()}))


@pytest.mark.seconds
def test_bits_of_a_survey_at_every_length() -> None:
    """Eps for one bit, n eps for all of them; sums over words are products over letters."""
    assert derive(bitwise_response(), "neighbours").expr == EPS
    assert derive(bitwise_response(), "capacity").expr == N * EPS
    uniform, rng = with_uniform_prior(bitwise_response()), Random(3)
    for n in (1, 2, 4):
        eps = rng.choice((0.2, 1.0, 2.5))
        rows, at = power(response_rows(2, eps), n), {"n": n, "eps": eps}
        density = rows / rows.mean(axis=0)
        information = (rows * np.log(density)).sum() / len(rows)
        order_two = max(
            log((rows[x] ** 2 / rows[y]).sum()) for x in range(2**n) for y in range(2**n)
        )
        assert value(uniform, "maxleak", **at) == pytest.approx(log(rows.max(axis=0).sum()))
        assert value(uniform, "pml", **at) == pytest.approx(log(density.max()))
        assert value(uniform, "density_min", **at) == pytest.approx(log(density.min()))
        assert value(uniform, "mi", **at) == pytest.approx(information)
        assert value(uniform, "rdp(W, 2)", **at) == pytest.approx(order_two)


@pytest.mark.seconds
def test_a_histogram_at_every_number_of_bins_and_counts() -> None:
    """[Dwork, McSherry, Nissim, Smith 2006]: one entry more in one bin costs eps, however many."""
    assert derive(histogram(), "neighbours").expr == EPS
    assert derive(histogram(), "capacity").expr == M * N * EPS
    for m, n, eps in ((1, 3, 0.5), (2, 2, 1.5), (3, 1, 0.7)):
        rows, at = power(geometric_rows(n, eps), m), {"m": m, "n": n, "eps": eps}
        assert value(histogram(), "maxleak", **at) == pytest.approx(log(rows.max(axis=0).sum()))
        density = rows / rows.mean(axis=0)
        assert value(with_uniform_prior(histogram()), "pml", **at) == pytest.approx(
            log(density.max())
        )


def test_shuffling_does_not_help_without_a_delta() -> None:
    """All bits the same are seen through the shuffler: eps for neighbours, n eps for all."""
    assert derive(shuffled_response(), "neighbours").expr == EPS
    assert derive(shuffled_response(), "capacity").expr == N * EPS
    for n in (1, 3, 5):
        rows = shuffled_rows(n, 0.8)
        near = [(x, y) for x in range(n + 1) for y in (x - 1, x + 1) if 0 <= y <= n]
        assert largest_ratio(rows, near) == pytest.approx(0.8)
        assert largest_ratio(rows) == pytest.approx(0.8 * n)


@pytest.mark.seconds
def test_the_profile_of_shuffled_bits_at_a_given_n_is_that_of_the_definition() -> None:
    for n in (1, 2, 4):
        form = derive(shuffled_response(n), "neighbours_delta").expr
        for eps, tau in ((1.0, 0.3), (2.0, 0.1), (0.5, 0.6)):
            rows = shuffled_rows(n, eps)
            wanted = max(
                np.maximum(0, rows[x] - exp(tau) * rows[y]).sum()
                for x in range(n + 1)
                for y in (x - 1, x + 1)
                if 0 <= y <= n
            )
            assert float(form.subs({EPS: eps, TAU: tau})) == pytest.approx(wanted, abs=1e-12)


@pytest.mark.seconds
def test_shuffling_amplifies_with_a_delta() -> None:
    deltas = [
        float(derive(shuffled_response(n), "neighbours_delta").expr.subs({EPS: 1, TAU: 0.5}))
        for n in (1, 3, 6)
    ]
    assert deltas[0] > deltas[1] > deltas[2] > 0


@pytest.mark.seconds
def test_sampling_amplifies_as_it_is_printed() -> None:
    """[Li, Qardaji, Su 2012], [Balle et al. 2018]: log(1 + q (e^eps - 1)), here at every k."""
    found = derive(subsampled_response(), "capacity").expr
    assert sympy.simplify(sympy.exp(found) - 1 - R * (sympy.exp(EPS) - 1)) == 0
    for k, r, eps in ((2, 0.3, 1.0), (4, 0.9, 2.0), (5, 0.05, 0.4)):
        plain = response_rows(k, eps)
        rows = r * plain + (1 - r) * plain[0]
        at = {"k": k, "r": r, "eps": eps}
        assert value(subsampled_response(), "capacity", **at) == pytest.approx(largest_ratio(rows))
        assert value(subsampled_response(), "maxleak", **at) == pytest.approx(
            log(rows.max(axis=0).sum())
        )


@pytest.mark.seconds
def test_rappor_in_two_stages() -> None:
    """[Erlingsson, Pihur, Korolova 2014]: one report costs log q*(1-p*)/(p*(1-q*)), at every k."""
    f, low, high = 0.5, 0.35, 0.7
    one = f * (low + high) / 2 + (1 - f) * high
    zero = f * (low + high) / 2 + (1 - f) * low
    at = {"f": f, "h0": low, "h1": high}
    report = log(one * (1 - zero) / (zero * (1 - one)))
    assert value(two_stage_encoding(), "capacity", **at) == pytest.approx(report)
    for k in (2, 3):
        bits = [[one if b == x else zero for b in range(k)] for x in range(k)]
        rows = np.array(
            [
                [
                    np.prod([p if y else 1 - p for p, y in zip(row, word, strict=True)])
                    for word in words
                ]
                for row in bits
                for words in [list(product((0, 1), repeat=k))]
            ]
        )
        assert value(two_stage_encoding(), "maxleak", k=k, **at) == pytest.approx(
            log(rows.max(axis=0).sum())
        )
        density = rows / rows.mean(axis=0)
        uniform = with_uniform_prior(two_stage_encoding())
        assert value(uniform, "pml", k=k, **at) == pytest.approx(log(density.max()))


def test_no_eps_is_enough_for_binomial_noise_and_a_delta_is() -> None:
    assert derive(binomial(2, 4), "capacity").expr == sympy.oo
    assert derive(binomial(1, 3), "neighbours").expr == sympy.oo
    form = derive(binomial(1, 6), "neighbours_delta").expr
    heads = [comb(6, k) / 64 for k in range(7)]
    one, other = np.array([*heads, 0]), np.array([0, *heads])
    wanted = np.maximum(0, one - exp(0.5) * other).sum()
    found = form.subs({sympy.Symbol("q"): sympy.Rational(1, 2), TAU: 0.5})
    assert float(found) == pytest.approx(wanted)


@pytest.mark.seconds
def test_the_discrete_gaussian_within_counts_is_that_of_the_definition() -> None:
    for n in (1, 2, 4):
        weights = [[exp(-0.3 * (x - y) ** 2) for y in range(n + 1)] for x in range(n + 1)]
        rows = np.array(weights) / np.sum(weights, axis=1, keepdims=True)
        assert value(discrete_gaussian(n), "capacity", w=0.3) == pytest.approx(largest_ratio(rows))
        near = [(x, y) for x in range(n + 1) for y in (x - 1, x + 1) if 0 <= y <= n]
        found = value(discrete_gaussian(n), "neighbours", w=0.3)
        assert found == pytest.approx(largest_ratio(rows, near))


@pytest.mark.parametrize(
    ("name", "multiplies"),
    [
        ("capacity", True),
        ("maxleak", True),
        ("pml", True),
        ("rdp(W, 3)", True),
        ("mi", False),
        ("tv", False),
        ("expected_pml", False),
        ("eta[tv](W)", False),
        ("ldpdelta(W, log(2))", False),
        ("tail", False),
        ("eml", False),
    ],
)
def test_what_is_a_product_over_letters_and_what_is_not(name: str, multiplies: bool) -> None:
    (measure,) = quantity_named(name).measures(bitwise_response()).values()
    assert factorises(measure.value) is multiplies


def test_what_is_no_product_has_no_form_at_every_length() -> None:
    for name in ("tv", "expected_pml", "eml", "neighbours_delta", "eta[tv](W)"):
        with pytest.raises(Unsupported, match="give the sizes"):
            derive(with_uniform_prior(bitwise_response()), name)
    with pytest.raises(Unsupported, match="unknown prior"):
        derive(bitwise_response(), "pml")
    with pytest.raises(Unsupported, match="shuffled"):
        derive(shuffled_response(), "maxleak")


def test_a_given_length_is_written_out() -> None:
    eps = Fraction(2)
    assert (
        ps.derive("bitwise-response", "capacity", set={"n": "3"}).forms["capacity"].expr == 3 * EPS
    )
    assert float(derive(bitwise_response(2), "maxleak").expr.subs(EPS, eps)) == pytest.approx(
        value(bitwise_response(), "maxleak", n=2, eps=2.0)
    )
    assert (
        ps.derive("bitwise-response", "neighbours", set={"n": "2"}).forms["neighbours"].expr == EPS
    )


@pytest.mark.seconds
def test_measures_with_arguments_are_derived() -> None:
    a = sympy.Symbol("a")
    assert derive(z_channel(), "eta[tv](W)").expr == 1 - a
    found = derive(ps.derive("binary-symmetric").mechanism, "rdp(W, 3)").expr
    flip = 0.2
    wanted = log((1 - flip) ** 3 / flip**2 + flip**3 / (1 - flip) ** 2) / 2
    assert float(found.subs(a, flip)) == pytest.approx(wanted)
    profile = derive(ps.derive("binary-symmetric").mechanism, "ldpdelta(W, c)").expr
    assert float(profile.subs({a: 0.2, sympy.Symbol("c"): 0.5})) == pytest.approx(
        0.8 - exp(0.5) * 0.2
    )
    for text, error in (
        ("ldpdelta(W, a)", "two parameters"),
        ("rdp(V, 2)", "of W"),
    ):
        with pytest.raises(InvalidInput, match=error):
            derive(z_channel(), text)


def test_a_length_that_is_too_long_to_be_written_out_is_put_in_last() -> None:
    at = {"n": "1000", "eps": "log(3)"}
    (long,) = ps.derive("bitwise-response", "capacity", set=at).quantities
    assert long.values is not None and float(long.values[0]) == pytest.approx(1000 * log(3))
    at = {"m": "20", "n": "50", "eps": "log(3)"}
    (many,) = ps.derive("histogram", "maxleak", set=at).quantities
    assert many.values is not None and float(many.values[0]) == pytest.approx(20 * log(26))
