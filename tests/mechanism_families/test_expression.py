"""Mechanisms made of mechanisms, from what one writes."""

from __future__ import annotations

import re

import pytest
import sympy

from pmlsym.closed_forms import derive
from pmlsym.errors import InvalidInput, PmlError, Unsupported
from pmlsym.mechanism_families.listed import ALSO_CALLED, FAMILIES, family_named
from tests.examples import some_of

A, B, EPS, K = sympy.symbols("a b eps k")
PRIOR = ["1/3", "2/3"]


def _value(text: str, quantity: str, **values: object) -> sympy.Expr:
    return derive(family_named(text).mechanism(), quantity).at(**values)


def test_two_flips_are_one_flip() -> None:
    both = derive(family_named("binary-symmetric >> binary-symmetric(a=b)").mechanism(), "maxleak")
    one = derive(family_named("binary-symmetric").mechanism(), "maxleak")
    flipped = A * (1 - B) + B * (1 - A)
    assert sympy.simplify(both.expr - one.expr.subs(A, flipped)) == 0


@pytest.mark.seconds
def test_a_repetition_counts_outcomes_and_leaks_what_the_pair_leaks() -> None:
    point = {"a": "1/5", "prior": PRIOR}
    for quantity in ("pml", "maxleak", "mi", "tv", "expected_pml", "capacity"):
        values = dict(point) if quantity not in ("maxleak", "capacity") else {"a": "1/5"}
        typed = _value("binary-symmetric^2", quantity, **values)
        pairs = _value("binary-symmetric & binary-symmetric", quantity, **values)
        assert abs((typed - pairs).evalf()) < 1e-12, quantity


@pytest.mark.seconds
def test_an_adaptive_composition_of_equal_seconds_is_a_composition() -> None:
    text = "z-channel & [binary-symmetric(a=b), binary-symmetric(a=b)]"
    for quantity in ("pml", "maxleak", "mi"):
        values: dict[str, object] = {"a": "1/4", "b": "1/3"}
        if quantity != "maxleak":
            values["prior"] = PRIOR
        left = _value(text, quantity, **values)
        right = _value("z-channel & binary-symmetric(a=b)", quantity, **values)
        assert abs((left - right).evalf()) < 1e-12, quantity


def test_a_symbolic_size_goes_through_a_cascade() -> None:
    closed = derive(family_named("randomized-response >> erasure").mechanism(), "maxleak")
    for k in (2, 3):
        sized = f"randomized-response(k={k}) >> erasure(q={k})"
        one = derive(family_named(sized).mechanism(), "maxleak").expr
        assert sympy.simplify(sympy.exp(closed.expr.subs(K, k)) - sympy.exp(one)) == 0


def test_values_inside_an_expression() -> None:
    fixed = derive(family_named("binary-symmetric(a=1/10)^2").mechanism(), "maxleak").expr
    put = derive(family_named("binary-symmetric^2").mechanism(), "maxleak").at(a="1/10")
    assert sympy.simplify(sympy.exp(fixed) - sympy.exp(put)) == 0
    half = derive(family_named("randomized-response(k=2, eps=log(3))").mechanism(), "maxleak")
    assert sympy.simplify(half.expr - sympy.log(sympy.Rational(3, 2))) == 0


SPREAD = {f.name for f in FAMILIES if f.name.endswith(("-interval", "-normal"))}
"""Secrets with a density, which stand alone."""


@pytest.mark.seconds
@pytest.mark.parametrize(
    "name", some_of(sorted({f.name for f in FAMILIES} - {"gaussian", "repeated-response"} - SPREAD))
)
def test_every_family_can_be_used_twice(name: str) -> None:
    """Twice is at least once, and at most twice the worst leakage."""
    once = family_named(name).concrete()
    twice = family_named(f"{name}^2").concrete()
    assert derive(twice, "pml", checks=1).checked == 1
    one, two = (derive(m, "capacity", checks=0).expr for m in (once, twice))
    assert one == sympy.oo == two or _is_double(one, two)


def _is_double(one: sympy.Expr, two: sympy.Expr) -> bool:
    symbols = sorted(one.free_symbols | two.free_symbols, key=str)
    point = {s: sympy.Rational(k + 1, 7) for k, s in enumerate(symbols)}
    low, high = float(one.subs(point)), float(two.subs(point))
    return low <= high + 1e-12 and high <= 2 * low + 1e-12


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("binary-symmetric >>", "ends too early; expected '(' or '[' or a family"),
        ("binary-symmetric ^ 0", "how often"),
        ("binary-symmetric ^ x", "expected a number"),
        ("(binary-symmetric", "ends too early; expected ')'"),
        ("binary-symmetric)", "')' cannot stand here"),
        ("binary-symmetric(a)", "a has no value here; write a=VALUE, or leave it out"),
        ("binary-symmetric(1/10)", "1/10 is of no name; write a=1/10; binary-symmetric has a"),
        ("randomized_response(3, eps)", "write k=3; randomized-response has k, eps"),
        ("randomized-response * erasure", "write sizes: randomized-response(k=3)"),
        ("qqqq", "there are randomized-response, prior-matched"),
        ("randomized-response >> z-channel", "as in randomized-response(k=2)"),
        ("binary-symmetric(a=2)", "outside its domain"),
        ("binary-symmetric(c=1/2)", "no parameter"),
        ("erasure(q=2, e=b)", "e is no parameter of erasure; there are a"),
        ("binary-asymmetric(a=x, c=y)", "c is no parameter of binary-asymmetric; there are a, b"),
        ("randomized-response(k=3, theta=q)", "theta is no parameter of randomized-response"),
        ("randomized-response(k=3) >> binary-symmetric", "2 letters"),
        ("laplace >> quantiser", "continuum"),
        ("z-channel & [z-channel]", "2 outcomes"),
        ("z-channel >> qqqq", "no family"),
        ("z-channel $ z-channel & z-channel", "the character '\\$' has no meaning here"),
    ],
)
def test_bad_expressions_are_one_clear_error(text: str, words: str) -> None:
    with pytest.raises(PmlError, match=re.sub(r"([()[])", r"\\\1", words)):
        family_named(text).mechanism()


@pytest.mark.parametrize(
    ("text", "of_counts"),
    [
        ("geometric(n=1)", True),
        ("geometric(n=1) >> z-channel", True),
        ("randomized-response(k=2) & geometric(n=1)", True),
        ("geometric(n=1)^2", True),
        ("randomized-response(k=2) >> geometric(n=1)", False),
        ("geometric(n=1) * z-channel", False),
    ],
)
def test_masses_are_of_counts_only_where_the_secret_is_a_count(text: str, of_counts: bool) -> None:
    assert any("counts" in note for note in family_named(text).mechanism().notes) == of_counts


def test_what_families_are_called_elsewhere_is_no_name_of_theirs() -> None:
    names = {family.name for family in FAMILIES}
    for said in ("k-ary randomized response", "Randomised response", "kRR", "rr"):
        assert family_named(said).name == "randomized-response"
    for said in ("BSC", "binary symmetric channel"):
        assert family_named(said).name == "binary-symmetric"
    assert set(ALSO_CALLED.values()) <= names and not ALSO_CALLED.keys() & names


def test_sets_of_letters_that_meet_need_sizes() -> None:
    with pytest.raises(Unsupported, match="given sizes"):
        derive(family_named("randomized-response & subset-selection").mechanism(), "pml")
    sized = family_named("randomized-response & subset-selection").mechanism(k=3, d=2)
    closed = derive(sized, "pml", checks=20)
    assert closed.checked == 20
    with pytest.raises(InvalidInput):
        family_named("randomized-response & subset-selection").mechanism(z=3)


@pytest.mark.parametrize(
    "text",
    [
        "gaussian(n=3)^2",
        "gaussian(n=3) & quantiser(k=3)",
        "randomized-response(k=3) >> gaussian(n=3)",
    ],
)
def test_three_gaussian_means_stand_alone(text: str) -> None:
    """An inner mean of tiny mass leaks most near itself, which no limit at infinity shows."""
    with pytest.raises(Unsupported, match="stand alone"):
        family_named(text).mechanism()
