"""Every finding against [PML23], reproduced by hand with fractions, apart from the catalogue."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor

import pytest

from pmlsym.papers import entry_of
from tests.catalogue.reproduction import reproduces
from tests.definitions import (
    exp_attribute_leakage_at,
    exp_eml,
    exp_event_leakage,
    exp_gain_leakage_at,
    exp_maxleak_on_support,
    exp_pml,
    exp_pml_at,
    matrix,
    posterior,
    proportional,
    tail,
    tv,
    uniform,
    vector,
)

# P_X, P_{Y|X} and P_{Z|X,Y}: exp eps1 = 8/3, at the prior exp eps2 = 2, yet exp l(X->(y2,z2)) = 8.
PRIOR = vector("1/2 3/8 1/8")
FIRST = matrix("0 1; 1 0; 0 1")
SECOND = (matrix("1 0; 1 0"), matrix("1 0; 0 1"), matrix("1 0; 0 1"))
BOTH = [
    [row[y] * table[y][z] for y in range(2) for z in range(2)]
    for row, table in zip(FIRST, SECOND, strict=True)
]


def second_at(y: int) -> list[list[Fraction]]:
    return [table[y] for table in SECOND]


def exp_gains(weights: list[Fraction]) -> list[Fraction]:
    return [weights[0] / 2, weights[1]]


@reproduces("PML23/def-2")
def test_definition_2_gives_the_last_letter_two_values_where_k_is_an_integer():
    share, least = Fraction(1), Fraction(1)
    k = share / least
    assert k == floor(k) == ceil(k) == 1
    assert least / share == 1
    assert 1 - floor(k) * least / share == 0


@reproduces("PML23/eq-10")
def test_equation_10_is_zero_over_zero_for_the_gain_zero():
    with pytest.raises(ZeroDivisionError):
        exp_gain_leakage_at(uniform(2), matrix("1 0; 0 1"), matrix("0; 0"), 0)


@reproduces("PML23/ex-1-eq-11")
def test_equation_11_lacks_a_logarithm():
    channel = matrix("1/2 1/2; 1/2 1/2")
    ratio = max(posterior(uniform(2), channel, 0)) / max(uniform(2))
    # l_g = log 1 = 0 by (10), while (11) prints 1
    assert exp_gain_leakage_at(uniform(2), channel, matrix("1 0; 0 1"), 0) == ratio == 1


@reproduces("PML23/thm-2")
def test_theorem_2_fails_for_a_gain_that_the_outcome_excludes():
    channel, gain = matrix("1 0; 0 1"), matrix("1; 0")
    assert exp_gain_leakage_at(uniform(2), channel, gain, 1) == 0
    for attribute in (matrix("1; 1"), matrix("1 0; 0 1"), matrix("1/3 2/3; 1/4 3/4")):
        assert exp_attribute_leakage_at(uniform(2), channel, attribute, 1) > 0


@reproduces("PML23/app-a-case-1-2.1-2.2-fig-3")
def test_appendix_a_needs_n_w_large_enough_for_the_numerator_too():
    channel, gain = matrix("9/10 1/10; 1/10 9/10"), matrix("1/2 0; 0 1")
    # letters v1 v2 (pieces of 1/2), V's extra letter, w1 (one piece of 1), W's extra letter
    attribute = matrix("1/4 1/4 0 0 1/2; 0 0 1/2 1/2 0")
    assert (
        Fraction(1, 10) <= Fraction(1, 2) * Fraction(9, 10) and Fraction(1, 2) <= Fraction(1, 2) * 1
    )  # n_V = n_W = 1 as printed
    assert exp_gain_leakage_at(uniform(2), channel, gain, 0) == Fraction(9, 10)
    assert exp_attribute_leakage_at(uniform(2), channel, attribute, 0) == Fraction(9, 5)
    larger = matrix("1/4 1/4 0 0 1/4 1/4; 0 0 1/2 1/2 0 0")
    assert exp_attribute_leakage_at(uniform(2), channel, larger, 0) == Fraction(9, 10)


@reproduces("PML23/lemma-1.5")
def test_lemma_1_5_fails_where_z_excludes_the_maximiser():
    prior, of_y, of_z = uniform(2), matrix("1 0; 1/2 1/2"), matrix("1 0; 0 1")
    given = posterior(prior, of_z, 1)
    conditional = exp_pml_at(given, of_y, 0)
    joint_mass = sum(p * a[0] * b[1] for p, a, b in zip(prior, of_y, of_z, strict=True))
    density = joint_mass / (Fraction(3, 4) * Fraction(1, 2))
    assert conditional == 1
    assert exp_pml_at(prior, of_y, 0) / density == 2


@pytest.mark.seconds
def test_the_instance_shown_for_lemma_1_5_refutes_it_as_displayed():
    """Z - X - Y by V: X -> Z and W: X -> Y, evaluated by the letters that are displayed."""
    (part,) = entry_of("PML23/lemma-1.5").check().failing
    shown = part.instance
    prior, of_y, of_z = (list(shown.tensors[name]) for name in "PWV")
    y, z = shown.outcomes["y"], shown.outcomes["z"]
    joint = sum(p * a[y] * b[z] for p, a, b in zip(prior, of_y, of_z, strict=True))
    masses = [
        sum(p * row[at] for p, row in zip(prior, rows, strict=True))
        for rows, at in ((of_y, y), (of_z, z))
    ]
    left = exp_pml_at(posterior(prior, of_z, z), of_y, y)
    right = exp_pml_at(prior, of_y, y) * masses[0] * masses[1] / joint
    assert part.text.startswith("l(X->y|z) == l(X->y) - i(y;z)") and left != right
    assert f"log({left})" in part.detail and f"log({right})" in part.detail


@reproduces("PML23/lemma-1.6-equality")
def test_lemma_1_6_is_an_equality_where_the_printed_sets_are_disjoint():
    prior, first = uniform(2), matrix("1 0; 0 1")
    after_y1 = matrix("1/2 1/2; 1 0")  # P(z|x,y1), also for x2, which y1 excludes
    joint = [first[x][0] * after_y1[x][0] for x in range(2)]
    mass = sum(p * j for p, j in zip(prior, joint, strict=True))
    whole = max(j / mass for j in joint)
    given = posterior(prior, first, 0)
    assert whole == exp_pml_at(prior, first, 0) * exp_pml_at(given, after_y1, 0) == 2
    of_z = sum(p * row[0] for p, row in zip(given, after_y1, strict=True))
    forms = [row[0] / of_z for row in after_y1]  # P(z1|x,y1) / P(z1|y1)
    assert forms[1] > forms[0] and first[0][0] > first[1][0]


@reproduces("PML23/lemma-2.1")
def test_lemma_2_1_fails_for_one_letter():
    assert exp_pml([Fraction(1)], [[Fraction(1)]]) == 1 < 2


@reproduces("PML23/lemma-2.1-iff")
def test_lemma_2_1_fails_for_an_argmin_outside_the_support():
    prior, channel = vector("1/2 1/2 0"), matrix("1 0; 0 1; 0 1")
    assert exp_pml(prior, channel) == 1 / min(p for p in prior if p)
    assert [posterior(prior, channel, y)[2] for y in range(2)] == [0, 0]


@reproduces("PML23/def-8")
def test_definition_8_has_two_forms_that_differ():
    prior, channel = vector("1 0"), matrix("1/2 1/2; 1 0")
    assert posterior(prior, channel, 0) == posterior(prior, channel, 1)
    assert not proportional(channel, 0, 1)


@reproduces("PML23/def-10", "PML23/def-12")
def test_the_empty_event_has_no_leakage_in_definitions_10_and_12():
    with pytest.raises(ZeroDivisionError):
        exp_event_leakage([Fraction(1)], [[Fraction(1)]], set())
    mass, delta = sum(([Fraction(1)][w] for w in ()), Fraction(0)), Fraction(0)
    assert mass >= delta
    with pytest.raises(ZeroDivisionError):
        (mass - delta) / mass


@reproduces("PML23/eq-16-eq-19", "PML23/remark-8")
def test_equations_18_and_19_have_no_value_at_delta_zero():
    delta, first_mass = Fraction(0), Fraction(1)
    zeta = (delta - 0) / first_mass
    assert not 0 < zeta <= 1
    with pytest.raises(ZeroDivisionError):
        zeta * first_mass / delta


@reproduces("PML23/prop-4")
def test_equation_21b_prints_a_logarithm_of_logarithms():
    ratio = min(exp_pml_at(uniform(2), matrix("1 0; 0 1"), y) for y in range(2))
    # log min exp l = log 2 > 0 is meant; log min l = log log 2 is negative, for 2 < (11/10)^10 < e
    assert 1 < ratio < Fraction(11, 10) ** 10


@reproduces("PML23/thm-4.1", "PML23/thm-4.2")
def test_theorem_4_1_and_4_2_fail_with_the_second_guarantee_at_the_prior():
    one = exp_pml(PRIOR, FIRST)
    two = max(exp_pml(PRIOR, second_at(y)) for y in range(2))
    assert (one, two, exp_pml(PRIOR, BOTH)) == (Fraction(8, 3), 2, 8)
    assert tail(PRIOR, FIRST, one) == 0
    assert tail(PRIOR, BOTH, one * two) == Fraction(1, 8)
    at_posteriors = max(exp_pml(posterior(PRIOR, FIRST, y), second_at(y)) for y in range(2))
    assert exp_pml(PRIOR, BOTH) <= one * at_posteriors


@reproduces("PML23/thm-4.4", "PML23/thm-4.4b", "PML23/thm-4.5")
def test_theorem_4_4_and_4_5_fail_with_the_second_guarantee_at_the_prior():
    delta = Fraction(1, 8)
    one = exp_eml(PRIOR, FIRST, delta)
    two = max(exp_eml(PRIOR, second_at(y), Fraction(0)) for y in range(2))
    event = {3}
    assert exp_event_leakage(PRIOR, BOTH, event) == 8 > one * two == Fraction(16, 3)
    assert exp_eml(PRIOR, BOTH, delta) == 8


def test_appendix_a_gives_the_last_letter_two_values_where_one_over_g_is_an_integer():
    gain = Fraction(1, 3)
    assert 1 / gain == floor(1 / gain) == ceil(1 / gain)
    assert gain != 1 - floor(1 / gain) * gain == 0


@reproduces("PML23/prop-6-ldi")
def test_the_third_line_for_proposition_6_is_not_the_fourth():
    prior, channel = vector("2/3 1/3"), matrix("1/3 2/3; 2/3 1/3")
    weights = [p * row[0] for p, row in zip(prior, channel, strict=True)]
    assert weights[0] == weights[1]  # e^eps = 1
    third = max(channel[x][0] / (sum(row[0] for row in channel) * prior[x]) for x in range(2))
    fourth = max(1 / (p * (1 + (2 - 1))) for p in prior)
    assert exp_pml_at(prior, channel, 0) == fourth == Fraction(3, 2) != third == 2


@reproduces("PML23/eq-26")
def test_equation_26_is_not_tighter_than_25():
    channel = matrix("3/5 2/5; 2/5 3/5")
    letters = (2 - 1) * Fraction(1, 2) * (exp_maxleak_on_support(uniform(2), channel) - 1)
    outcomes = sum(
        Fraction(1, 2) * max(exp_pml_at(uniform(2), channel, y) - 1, Fraction(1)) / 2
        for y in range(2)
    )
    assert tv(uniform(2), channel) == letters == Fraction(1, 10) < outcomes == Fraction(1, 2)
