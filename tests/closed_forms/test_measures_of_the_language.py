"""A measure that only the claim language knows has closed forms too: they are its values."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import exp, log

import pytest
import sympy

from pmlsym.calculus.alphabet import alphabets
from pmlsym.claims.evaluation import evaluate
from pmlsym.claims.vocabulary import measure_named
from pmlsym.closed_forms.derivation import derive
from pmlsym.closed_forms.own_channels.own_channel import family_of
from pmlsym.closed_forms.quantities import quantity_named
from pmlsym.errors import InvalidInput, UnknownName, Unsupported
from pmlsym.language.nodes import Quantity
from pmlsym.measures.attribute_leakage import dynleak
from pmlsym.measures.cost_leakage import maxcost
from pmlsym.measures.every import MEASURES
from pmlsym.mechanism_families.listed import family_named
from pmlsym.mechanism_families.randomized_response import randomized_response
from pmlsym.mechanism_families.z_channel import z_channel
from pmlsym.model.channel import Channel
from pmlsym.model.instance import Instance
from pmlsym.model.prior import Prior

X, Y = alphabets("X Y")
THIRD = Fraction(1, 3)
RESPONSE = [[Fraction(3 if x == y else 1, 5) for y in range(3)] for x in range(3)]
Z = [[Fraction(1), Fraction(0)], [THIRD, 1 - THIRD]]
PRIOR, MECHANISM = Prior("P", X), Channel("W", X, Y)
DIFFERENCES = {"maxcost": maxcost(MECHANISM), "dynleak": dynleak(PRIOR, MECHANISM)}
CASES = {
    "response": (
        randomized_response(3),
        {"eps": "log(3)"},
        (Fraction(1, 2), THIRD, Fraction(1, 6)),
        RESPONSE,
        ("chi2", "doeblin", "costleak", "expected_costleak", "hmin_given", "maxinfo", *DIFFERENCES),
    ),
    "Z": (
        z_channel(),
        {"a": "1/3"},
        (Fraction(2, 5), Fraction(3, 5)),
        Z,
        ("chi2", "doeblin", "hmin_given", "maxinfo", *DIFFERENCES),
    ),
}


def of_the_language(name: str) -> Quantity:
    own = DIFFERENCES.get(name)
    return measure_named(name, PRIOR, MECHANISM) if own is None else own


def test_every_measure_of_a_prior_and_a_channel_is_known() -> None:
    names = {w.name for w in MEASURES if {"W"} <= {*w.sorts} <= {"P", "W"}}
    assert {"maxcost", "dynleak", "chi2", "flp", "spread"} <= names
    for name in names - {"guess"}:  # numbers beside spread, which is known
        assert quantity_named(name).measures(z_channel())


def test_maximal_cost_leakage_of_a_response_is_that_of_the_paper_at_every_size() -> None:
    """-log of the sum of the smallest entries: log((e^eps + k - 1)/k)."""
    form = derive(randomized_response(), "maxcost")
    for k, ratio in ((2, Fraction(3)), (7, Fraction(9, 2))):
        shown = form.at(k=k, eps=f"log({ratio})")
        assert float(shown) == pytest.approx(log((float(ratio) + k - 1) / k), rel=1e-12)


@pytest.mark.parametrize("case", CASES)
def test_they_are_the_values_of_the_measure(case: str) -> None:
    family, values, prior, rows, names = CASES[case]
    instance = Instance({"X": len(rows), "Y": len(rows[0])}, {"P": prior, "W": rows})
    for name in names:
        form = derive(family, name)
        needs = any(str(s).startswith("p") for s in form.parts[0].expr.free_symbols)
        given = {**values, **({"prior": list(map(str, prior))} if needs else {})}
        known = float(evaluate(of_the_language(name), instance))
        assert float(form.at(**given)) == pytest.approx(known, rel=1e-12), name


AT_EVERY_SIZE = (
    "randomized-response",
    "symmetric-unary-encoding",
    "optimised-unary-encoding",
    "subset-selection",
    "hadamard-response",
)


@pytest.mark.parametrize("name", AT_EVERY_SIZE)
@pytest.mark.parametrize("quantity", ["doeblin", "maxcost"])
def test_what_all_letters_share_is_known_at_every_size(name: str, quantity: str) -> None:
    """The outcome of an encoding in which all bits are set has no letter outside of it."""
    family = family_named(name)
    sizes = {"k": 3, **({"d": 2} if "d" in family.sizes else {})}
    general, at_sizes = (derive(family.mechanism(**at), quantity) for at in ({}, sizes))
    values = {**{n: str(v) for n, v in sizes.items()}, "eps": "log(4)"}
    assert float(general.at(**values)) == pytest.approx(float(at_sizes.at(eps="log(4)")), rel=1e-12)


def test_dobrushins_coefficient_is_known_at_every_size() -> None:
    assert str(derive(randomized_response(), "dobrushin")) == "(exp(eps) - 1)/(k + exp(eps) - 1)"
    twice = derive(family_named("repeated-response").mechanism(), "dobrushin")
    once = derive(family_named("repeated-response").mechanism(k=4), "dobrushin")
    assert float(twice.at(k=4, eps="log(2)")) == pytest.approx(float(once.at(eps="log(2)")))


@pytest.mark.parametrize("quantity", ["spread", "hmin_given", "dynleak"])
@pytest.mark.parametrize("name", ["erasure", "subset-selection", "deterministic"])
def test_letters_that_share_an_outcome_are_not_chosen_one_by_one(name: str, quantity: str) -> None:
    """The likeliest letter need not be one of the outcome that is worst for it."""
    if (quantity, name) == ("spread", "subset-selection"):
        return  # a sum over pairs of letters, which share a known number of outcomes
    with pytest.raises(Unsupported):
        derive(family_named(name).mechanism(), quantity)


def test_a_nested_extreme_is_of_outcomes_that_occur() -> None:
    form = derive(family_of("[[a**2, 1-a**2], [a, 1-a]]", ("0 <= a <= 1",)).mechanism(), "dynleak")
    assert "a > 0 and a < 1, so that every outcome can occur" in form.assumptions


def test_a_sum_with_an_infinite_term_is_infinite_where_its_weight_is_positive() -> None:
    assert derive(z_channel(), "expected_costleak").expr == sympy.oo
    own = family_of("[[a, 1-a], [0, 1]]", ("0 <= a <= 1",)).mechanism()
    form = derive(own, "rdp(W, 2)")
    assert form.expr == sympy.oo
    assert "a > 0, so that every outcome can occur" in form.assumptions


def test_a_concentrated_divergence_is_that_at_order_one_where_the_form_says() -> None:
    """Two hundred letters in common: another order has more, and the form does not claim that."""
    form = derive(randomized_response(), "zcdp")
    assert str(form) == "eps*(exp(eps) - 1)/(k + exp(eps) - 1)"
    assert float(form.at(k=6, eps=1)) == pytest.approx((exp(1) - 1) / (5 + exp(1)))
    with pytest.raises(InvalidInput, match="outside the domain"):
        form.at(k=200, eps=1)
    shared, one, other = 198.0, exp(1), 1.0
    whole = shared + one + other
    ratios = [
        log((shared + one**a * other ** (1 - a) + other**a * one ** (1 - a)) / whole)
        / (a * (a - 1))
        for a in (1 + 1e-6, 2.5)
    ]
    assert ratios[1] > ratios[0] * 1.01


@pytest.mark.seconds
@pytest.mark.parametrize("levels", [("2", "1/10"), ("3/2", "1/3"), ("5", "1/50")])
def test_measures_of_two_rows_are_those_of_their_definitions(levels: tuple[str, str]) -> None:
    """At random sizes and levels, by sums over outcomes and over all sets of outcomes."""
    order, delta = float(Fraction(levels[0])), float(Fraction(levels[1]))
    for k, odds in ((3, 4.0), (4, 1.5), (5, 9.0)):
        rows = [[(odds if x == y else 1) / (k + odds - 1) for y in range(k)] for x in range(2)]
        renyi = log(sum(a**order * b ** (1 - order) for a, b in zip(*rows, strict=True)))
        sets = (s for n in range(1, k + 1) for s in combinations(range(k), n))
        least = max((sum(rows[0][y] for y in s) - delta) / sum(rows[1][y] for y in s) for s in sets)
        at = {"k": k, "eps": f"log({Fraction(odds)})"}
        form = derive(randomized_response(), "rdp(W, alpha)")
        assert float(form.at(**at, alpha=levels[0])) == pytest.approx(renyi / (order - 1))
        form = derive(randomized_response(), "ldp(W, delta)")
        assert float(form.at(**at, delta=levels[1])) == pytest.approx(max(0, log(least)))


def test_what_is_no_measure_is_refused() -> None:
    for name in ("worst_gleak", "nonsense"):
        with pytest.raises(UnknownName, match=r"measure|unknown quantity"):
            derive(z_channel(), name)
