"""Sums over the letters of an alphabet without a size, and what they are at each size."""

from __future__ import annotations

import pytest
import sympy

from pmlsym.derive import derive
from pmlsym.errors import Unsupported
from pmlsym.families import FAMILIES, family_named
from pmlsym.families.mechanism import with_uniform_prior

EPS, K, D, Q, DELTA = sympy.symbols("eps k d q delta")
E = sympy.exp(EPS)
SUMS = ("mi", "tv", "expected_pml", "tail")
SYMBOLIC = [family.name for family in FAMILIES if family.symbolic]


def _same(left: sympy.Expr, right: sympy.Expr) -> bool:
    return bool(sympy.simplify(sympy.expand_log(left - right, force=True)) == 0)


@pytest.mark.parametrize("name", SYMBOLIC)
def test_every_symbolic_family_has_its_sums(name: str) -> None:
    mechanism = family_named(name).mechanism()
    for quantity in SUMS:
        assert derive(mechanism, quantity, checks=6, seed=3).checked == 6, quantity


@pytest.mark.parametrize("name", [n for n in SYMBOLIC if n != "one-zero"])
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


@pytest.mark.parametrize("name", ["randomized-response", "subset-selection", "hadamard-response"])
def test_written_out_a_sum_is_the_closed_form_of_its_size(name: str) -> None:
    family = family_named(name)
    sizes = {"k": 3, "d": 2} if name == "subset-selection" else {"k": 3}
    point = {"eps": 1, "prior": ["1/6", "1/3", "1/2"]}
    for quantity in ("mi", "tv", "expected_pml"):
        every = derive(family.mechanism(), quantity).at(**sizes, **point)
        one = derive(family.mechanism(**sizes), quantity).at(**point)
        assert abs((every - one).evalf()) < 1e-12, quantity


def test_the_worst_event_needs_to_know_which_masses_are_small() -> None:
    with pytest.raises(Unsupported, match="order is not known"):
        derive(family_named("randomized-response").mechanism(), "eml")
