"""Sums over the letters of an alphabet without a size, and what they are at each size."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
import sympy

from pmlsym.closed_forms import derive
from pmlsym.closed_forms.checks.domain_points import point_at
from pmlsym.closed_forms.forms.frame import content_of
from pmlsym.closed_forms.over_priors.claimed_supremum import channel_rows_at
from pmlsym.errors import Unsupported
from pmlsym.mechanism_families.listed import family_named
from pmlsym.mechanism_families.mechanism import with_uniform_prior
from tests.closed_forms.symbolic_families import ANY_ALPHABET
from tests.definitions import exp_eml, exp_eml_at_letter
from tests.examples import some_of

EPS, K, D, Q, DELTA = sympy.symbols("eps k d q delta")
E = sympy.exp(EPS)
SUMS = ("mi", "tv", "expected_pml", "tail")


def _same(left: sympy.Expr, right: sympy.Expr) -> bool:
    return bool(sympy.simplify(sympy.expand_log(left - right, force=True)) == 0)


@pytest.mark.seconds
@pytest.mark.parametrize("name", some_of(ANY_ALPHABET))
def test_every_symbolic_family_has_its_sums(name: str) -> None:
    mechanism = family_named(name).mechanism()
    for quantity in SUMS:
        assert derive(mechanism, quantity, checks=6, seed=3).checked == 6, quantity


@pytest.mark.seconds
@pytest.mark.parametrize("name", some_of(n for n in ANY_ALPHABET if n != "one-zero"))
def test_every_symbolic_family_has_its_sums_under_the_uniform_prior(name: str) -> None:
    mechanism = with_uniform_prior(family_named(name).mechanism())
    for quantity in SUMS:
        assert derive(mechanism, quantity, checks=3, seed=4).checked >= 1, quantity


def test_randomised_response_under_the_uniform_prior() -> None:
    uniform = with_uniform_prior(family_named("randomized-response").mechanism())
    whole = K - 1 + E
    printed = sympy.log(K) + EPS * E / whole - sympy.log(whole)
    assert _same(derive(uniform, "mi").expr, printed)
    assert _same(derive(uniform, "tv").expr, (K - 1) * (E - 1) / (K * whole))
    worst = derive(uniform, "eml").expr
    for delta, value in (("1/8", 4 * E / (3 + E)), ("1/2", 2 * (E + 1) / (3 + E))):
        found = worst.subs({K: 4, EPS: 2, DELTA: sympy.Rational(delta)})
        assert abs((sympy.exp(found) - value.subs(EPS, 2)).evalf()) < 1e-12
    assert _same(worst.subs({DELTA: 1, K: 5, EPS: 1}), sympy.Integer(0))


def test_mutual_information_of_an_erasure_is_the_entropy_of_what_is_kept() -> None:
    closed = derive(family_named("erasure").mechanism(), "mi")
    prior = ["1/2", "1/3", "1/6"]
    entropy = -sum(sympy.Rational(m) * sympy.log(sympy.Rational(m)) for m in prior)
    assert _same(closed.at(q=3, a="1/4", prior=prior), sympy.Rational(3, 4) * entropy)


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["randomized-response", "subset-selection", "hadamard-response"])
def test_written_out_a_sum_is_the_closed_form_of_its_size(name: str) -> None:
    family = family_named(name)
    sizes = {"k": 3, "d": 2} if name == "subset-selection" else {"k": 3}
    point = {"eps": 1, "prior": ["1/6", "1/3", "1/2"]}
    for quantity in ("mi", "tv", "expected_pml"):
        every = derive(family.mechanism(), quantity).at(**sizes, **point)
        one = derive(family.mechanism(**sizes), quantity).at(**point)
        assert abs((every - one).evalf()) < 1e-12, quantity


KNOWN_ORDER = ("randomized-response", "response-cascade")
ANY_PRIOR = (*KNOWN_ORDER, "prior-matched", "erasure", "deterministic", "disclosing", "one-zero")
UNIFORM = [name for name in ANY_ALPHABET if name != "one-zero"]


@pytest.mark.parametrize("name", ANY_ALPHABET)
def test_the_worst_event_under_any_prior_where_its_order_is_known(name: str) -> None:
    mechanism = family_named(name).mechanism()
    if name not in ANY_PRIOR:
        with pytest.raises(Unsupported, match="give the sizes, or try the uniform prior"):
            derive(mechanism, "eml")
        return
    closed = derive(mechanism, "eml", checks=3, seed=5)
    assert closed.checked == 3
    assert any("increasing order" in text for text in closed.assumptions) == (name in KNOWN_ORDER)


@pytest.mark.parametrize("name", some_of(UNIFORM))
def test_the_worst_event_under_the_uniform_prior(name: str) -> None:
    mechanism = with_uniform_prior(family_named(name).mechanism())
    assert derive(mechanism, "eml", checks=3, seed=6).checked == 3


@pytest.mark.slow
@pytest.mark.processor_seconds(600)
@pytest.mark.parametrize("name", ANY_ALPHABET)
def test_worst_events_agree_at_two_hundred_points(name: str) -> None:
    family = family_named(name)
    subjects = [family.mechanism()] if name in ANY_PRIOR else []
    subjects += [with_uniform_prior(family.mechanism())] if name in UNIFORM else []
    for mechanism in subjects:
        assert derive(mechanism, "eml", checks=200, seed=7).checked >= 150, mechanism


PRIOR = (Fraction(3, 8), Fraction(1, 5), Fraction(1, 10), Fraction(1, 5), Fraction(1, 8))
DELTAS = [Fraction(1, 20), Fraction(1, 6), Fraction(1, 3), Fraction(2, 3), Fraction(9, 10)]


def test_the_curve_of_randomised_response_takes_letters_from_the_least_likely_on() -> None:
    """With E = 3: outcomes of mass (1 + 2 p)/7, each adds 1/7 given x, the first one 3/7."""
    closed = derive(family_named("randomized-response").mechanism(), "eml")
    for delta in DELTAS[1::2]:
        left, part = delta, Fraction(0)
        for k, mass in enumerate(sorted(PRIOR)):
            full = (1 + 2 * mass) / 7
            taken = min(full, left)
            part += taken / full * Fraction(3 if k == 0 else 1, 7)
            left -= taken
        found = closed.at(
            k=5, eps=sympy.log(3), delta=sympy.Rational(str(delta)), prior=[str(p) for p in PRIOR]
        )
        assert sympy.exp(found) == sympy.Rational(str(part / delta))
        rows = tuple(tuple(Fraction(3 if x == y else 1, 7) for y in range(5)) for x in range(5))
        assert part / delta == exp_eml(PRIOR, rows, delta)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "size", "eps"),
    [
        ("symmetric-unary-encoding", 3, 2 * sympy.log(2)),
        ("optimised-unary-encoding", 3, sympy.log(3)),
        ("hadamard-response", 7, sympy.log(3)),
    ],
)
def test_at_a_size_the_curve_is_that_of_the_channel(name: str, size: int, eps: sympy.Expr) -> None:
    every = derive(with_uniform_prior(family_named(name).mechanism()), "eml")
    channel = family_named(name).mechanism(k=size).channel
    content, level = content_of(list(channel.data)), Fraction(2 if "symmetric" in name else 3)
    point = point_at(content, {}, "X", dict.fromkeys(content.parameters, level), None, Random(1))
    assert point is not None
    rows, prior = channel_rows_at(channel, point.instance), (Fraction(1, size),) * size
    for delta in DELTAS[1::2]:
        found = every.at(k=size, eps=eps, delta=sympy.Rational(str(delta)))
        exact = exp_eml_at_letter(prior, rows, 0, delta)  # all letters are alike
        assert sympy.exp(found) == sympy.Rational(str(exact)), delta


def test_blocks_under_the_uniform_prior_count_their_letters() -> None:
    closed = derive(with_uniform_prior(family_named("deterministic").mechanism()), "eml")
    assert str(closed) == "log(Min(1/delta, k/n_min))"
    assert closed.assumptions == ("n_min = min of the number of letters of an outcome",)


def test_suprema_under_the_uniform_prior_know_how_many_letters_an_outcome_has() -> None:
    unary = with_uniform_prior(family_named("symmetric-unary-encoding").mechanism())
    assert str(derive(unary, "pml")) == "log(k*exp(eps)/(k + exp(eps) - 1))"
    assert _same(derive(unary, "density_min").expr, sympy.log(K / (K * E - E + 1)))
    response = with_uniform_prior(family_named("hadamard-response").mechanism())
    assert _same(derive(response, "pml").expr, sympy.log(2 * K * E / (K * (E + 1) - E + 1)))
    assert derive(response, "pml").assumptions == ()
