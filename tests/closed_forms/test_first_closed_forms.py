"""The closed forms of the simplest families, against the oracle and the formulas of the field."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
import sympy

from pmlsym.closed_forms import derive
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.mechanism_families.binary_asymmetric import binary_asymmetric
from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
from pmlsym.mechanism_families.deterministic import deterministic
from pmlsym.mechanism_families.erasure import erasure
from pmlsym.mechanism_families.randomized_response import randomized_response
from pmlsym.mechanism_families.z_channel import z_channel
from tests.definitions import (
    exp_capacity,
    exp_density_min,
    exp_maxleak,
    exp_pml,
    exp_pml_at,
)

ORACLE = {"pml": exp_pml, "density_min": exp_density_min}


def _symbols(text: str) -> list[sympy.Symbol]:
    return list(sympy.symbols(text))


def test_randomised_response_has_the_forms_of_the_literature_for_every_k() -> None:
    k, eps, p_min, y = _symbols("k eps p_min y")
    mass = sympy.Function("p")(y)
    rr = randomized_response()
    forms = {
        "pml_at": eps - sympy.log(1 + (sympy.exp(eps) - 1) * mass),
        "pml": eps - sympy.log(1 + (sympy.exp(eps) - 1) * p_min),
        "capacity": eps,
        "maxleak": sympy.log(k * sympy.exp(eps) / (k - 1 + sympy.exp(eps))),
    }
    for quantity, form in forms.items():
        found = derive(rr, quantity)
        assert sympy.simplify(sympy.exp(found.expr) - sympy.exp(form)) == 0, quantity
        assert not found.expr.has(sympy.Max)
        assert found.checked == 3


def _rows(k: int, odds: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    scale = k - 1 + odds
    return tuple(tuple((odds if x == y else 1) / scale for y in range(k)) for x in range(k))


@pytest.mark.seconds
def test_symbolic_size_agrees_with_the_definitions_at_every_size() -> None:
    rng = Random(7)
    forms = {q: derive(randomized_response(), q) for q in ("pml", "density_min", "maxleak")}
    met = 0
    for _ in range(40):
        k, odds = rng.randint(2, 6), Fraction(rng.randint(1, 30), rng.randint(1, 4))
        if odds < 1:
            continue
        parts = [rng.randint(1, 9) for _ in range(k)]
        prior = tuple(Fraction(part, sum(parts)) for part in parts)
        rows = _rows(k, odds)
        eps = sympy.log(sympy.Rational(odds.numerator, odds.denominator))
        masses = [sympy.Rational(p.numerator, p.denominator) for p in prior]
        for name, oracle in ORACLE.items():
            value = forms[name].at(k=k, eps=eps, prior=masses)
            assert _same(value, oracle(prior, rows))
        assert _same(forms["maxleak"].at(k=k, eps=eps), exp_maxleak(rows))
        met += 1
    assert met > 20


def _same(value: sympy.Expr, ratio: Fraction | float) -> bool:
    difference = sympy.exp(value) - sympy.Rational(*Fraction(ratio).as_integer_ratio())
    return bool(sympy.simplify(difference) == 0)


BINARY = {
    "BSC": (binary_symmetric, lambda a, b: ((1 - a, a), (a, 1 - a)), Fraction(1, 2)),
    "BAC": (binary_asymmetric, lambda a, b: ((1 - a, a), (b, 1 - b)), Fraction(1)),
    "Z": (z_channel, lambda a, b: ((Fraction(1), Fraction(0)), (a, 1 - a)), Fraction(1)),
}


@pytest.mark.parametrize("name", BINARY)
def test_binary_channels_agree_with_the_definitions(name: str) -> None:
    make, rows_at, most = BINARY[name]
    rng, met = Random(3), 0
    worst, at = derive(make(), "pml"), derive(make(), "pml_at")
    leak, capacity = derive(make(), "maxleak"), derive(make(), "capacity")
    for _ in range(30):
        a = most * Fraction(rng.randint(1, 11), 12)
        b = (1 - a) * Fraction(rng.randint(1, 11), 12)
        p = Fraction(rng.randint(1, 12), 13)
        rows, prior = rows_at(a, b), (p, 1 - p)
        values = {"a": sympy.Rational(*a.as_integer_ratio())}
        if name == "BAC":
            values["b"] = sympy.Rational(*b.as_integer_ratio())
        masses = [sympy.Rational(*m.as_integer_ratio()) for m in prior]
        assert _same(worst.at(prior=masses, **values), exp_pml(prior, rows))
        for y, value in enumerate(at.at(prior=masses, **values)):
            assert _same(value, exp_pml_at(prior, rows, y))
        assert _same(leak.at(**values), exp_maxleak(rows))
        if name == "Z":
            assert capacity.at(**values) == sympy.oo and exp_capacity(rows) == float("inf")
        else:
            assert _same(capacity.at(**values), exp_capacity(rows))
        met += 1
    assert met == 30


def test_the_worst_outcome_of_the_binary_symmetric_channel_has_the_least_mass() -> None:
    a, p1, p2 = _symbols("a p1 p2")
    expected = sympy.log((1 - a) / (a + (1 - 2 * a) * sympy.Min(p1, p2)))
    assert derive(binary_symmetric(), "pml").expr == expected


def test_the_larger_of_two_candidates_has_proved_regions() -> None:
    regions = derive(binary_asymmetric(), "capacity").regions
    assert [str(region.condition) for region in regions] == ["a >= b", "a < b"]
    assert [str(region.expr) for region in regions] == ["log((1 - a)/b)", "log((1 - b)/a)"]


def test_erasure_and_deterministic_maps() -> None:
    a, q, m = _symbols("a q m")
    p_min, q_min = _symbols("p_min q_min")
    assert derive(erasure(), "pml").expr == -sympy.log(p_min)
    assert sympy.expand(sympy.exp(derive(erasure(), "maxleak").expr) - (q - a * q + a)) == 0
    assert derive(erasure(), "capacity").expr == sympy.oo
    assert derive(deterministic(), "pml").expr == -sympy.log(q_min)
    assert derive(deterministic(), "maxleak").expr == sympy.log(m)
    assert derive(deterministic(), "density_min").expr == -sympy.oo


def test_bad_input_is_one_clear_error() -> None:
    with pytest.raises(UnknownName, match="unknown quantity"):
        derive(z_channel(), "leak")
    with pytest.raises(InvalidInput, match="outside the domain"):
        derive(z_channel(), "maxleak").at(a=2)
    with pytest.raises(InvalidInput, match="no parameter here"):
        derive(z_channel(), "maxleak").at(c=2)
    with pytest.raises(InvalidInput, match="sum to"):
        derive(z_channel(), "pml").at(a=0, prior=[1, 1])
    with pytest.raises(InvalidInput, match=r"0, 1, \.\."):
        deterministic([0, 2])
