"""Every finding against [RDP], reproduced by hand with fractions, apart from the catalogue."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb, e, exp, log

from tests.catalogue.reproduction import reproduces
from tests.definitions import (
    attribute_posterior,
    discloses,
    exp_attribute_hmin,
    exp_dp,
    exp_entry_pml_at,
    exp_flp,
    exp_pml,
    exp_pml_at,
    matrix,
    output_distribution,
    posterior,
    uniform,
    vector,
)


@reproduces("RDP/ex-3.1")
def test_example_3_1_a_fair_coin_keeps_its_entropy_at_every_odd_n():
    # cells [0, 1/2) and [1/2, 2) of the quantiser; the mean is in the first iff S < n/2
    for n in range(1, 60, 2):
        below = sum(
            Fraction(comb(n, k), 2**n) for k in range(n + 1) if Fraction(k, n) < Fraction(1, 2)
        )
        assert below == Fraction(1, 2)


@reproduces("RDP/ex-3.2")
def test_example_3_1_with_twenty_cells_no_cell_has_more_than_half():
    # the mean of an odd number of tosses is below 1/2 with probability 1/2, whatever the cells
    for n in range(1, 60, 2):
        cells = [Fraction(0)] * 20
        for k in range(n + 1):
            cells[k * 10 // n] += Fraction(comb(n, k), 2**n)
        assert max(cells) <= Fraction(1, 2)


def test_example_3_1_away_from_the_ends_of_cells_the_entropy_falls():
    # P(D = 1) = 1/4: the mean is in [0, 1/2) more and more often
    p, masses = Fraction(1, 4), []
    for n in (1, 9, 25, 81):
        masses.append(
            sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(n + 1) if 2 * k < n)
        )
    assert masses == sorted(masses) and masses[-1] > Fraction(99999, 100000)


@reproduces("RDP/a.1-bound")
def test_appendix_a_1_is_one_above_one_for_an_attribute_with_one_value():
    law = attribute_posterior(uniform(2), matrix("3/4 1/4; 1/4 3/4"), matrix("1; 1"), 0)
    values, c = 1, Fraction(100)
    bound = 1 - (values - 1) * c * Fraction(1, 2)
    assert law == [1] and not law[0] > bound


@reproduces("RDP/prop-3.6")
def test_proposition_3_6_there_is_no_entropy_below_that_of_a_constant():
    constant = matrix("1; 1")
    assert discloses(uniform(2), matrix("1/2 1/2; 1/2 1/2"), constant)
    assert exp_attribute_hmin(uniform(2), matrix("1/2 1/2; 1/2 1/2"), constant) == 1


@reproduces("RDP/thm-3.7-i")
def test_theorem_3_7_finite_capacity_discloses_a_constant():
    channel = matrix("3/5 2/5; 2/5 3/5")
    assert all(entry > 0 for row in channel for entry in row)
    assert discloses(uniform(2), channel, matrix("1; 1"))
    assert not discloses(uniform(2), channel, matrix("1 0; 0 1"))


@reproduces("RDP/after-3.8")
def test_after_proposition_3_8_the_answer_is_guessed_with_probability_one_minus_p_min():
    prior = uniform(3)
    is_the_first = matrix("1 0; 0 1; 0 1")
    assert max(output_distribution(prior, is_the_first)) == Fraction(2, 3) == 1 - min(prior)


@reproduces("RDP/ex-3.11-y-0")
def test_example_3_11_with_m_equal_to_n_the_argument_is_negative():
    n = m = 3
    p = Fraction(1, 2)
    assert Fraction(m + 1, n) >= p
    assert 1 - Fraction(m + 1, n) < 0


@reproduces("RDP/ex-3.11-threshold")
def test_example_3_11_the_other_answer_discloses_every_entry():
    # n = 3, m = 0, p = 1/2: eight databases, the answer is whether any entry is 1
    databases = list(product((0, 1), repeat=3))
    answer = [vector("0 1") if any(d) else vector("1 0") for d in databases]
    attribute = [vector("0 1") if d[0] else vector("1 0") for d in databases]
    prior = uniform(8)
    assert exp_pml_at(prior, answer, 1) == Fraction(8, 7) < Fraction(10, 7)
    assert attribute_posterior(prior, answer, attribute, 0) == [1, 0]
    assert discloses(prior, answer, attribute)
    # one of two exact answers has probability 1/2 or less
    assert exp_pml(prior, answer) == 8 >= 2


def test_example_3_11_a_leakage_below_0_36_discloses_an_entry():
    prior, answer = vector("3/10 7/10"), matrix("1 0; 0 1")  # n = 1, m = 0
    assert exp_pml_at(prior, answer, 1) == Fraction(10, 7)
    assert posterior(prior, answer, 1) == [0, 1]
    # log 10/7 < 36/100 iff (10/7)^25 < e^9, and e > 2718/1000
    assert Fraction(10, 7) ** 25 < Fraction(2718, 1000) ** 9 and e > 2.718
    # while 0.3566 is below it: e < 2719/1000
    assert Fraction(10, 7) ** 5000 > Fraction(27182819, 10**7) ** 1783


MECHANISM = {
    (0, 0): vector("9/10 1/10"),
    (0, 1): vector("1/10 9/10"),
    (1, 0): vector("1/2 1/2"),
    (1, 1): vector("1/2 1/2"),
}


@reproduces("RDP/b.5-b.6")
def test_appendix_b_2_does_not_reach_the_free_lunch_parameter_at_every_entry():
    assert exp_flp(MECHANISM) == 9
    weights = (1, 20, 400)
    found = []
    for masses in product(weights, repeat=4):
        prior = {d: Fraction(m, sum(masses)) for d, m in zip(MECHANISM, masses, strict=True)}
        found += [exp_entry_pml_at(prior, MECHANISM, 0, y) for y in range(2)]
    # P(y|D_1=1) = 1/2 and 1/10 <= P(y|D_1=0) <= 9/10 for every prior
    assert max(found) <= 5
    near = {(0, 0): Fraction(1, 800), (0, 1): Fraction(797, 800)}
    near |= {(1, 0): Fraction(1, 800), (1, 1): Fraction(1, 800)}
    second = exp_entry_pml_at(near, MECHANISM, 1, 0)
    assert max(found) < second < 9


@reproduces("RDP/remark-b.1")
def test_remark_b_1_every_prior_attains_zero_where_the_database_is_ignored():
    ignoring = {d: vector("1/2 1/2") for d in MECHANISM}
    assert exp_dp(ignoring) == 1
    assert exp_pml(uniform(4), [ignoring[d] for d in ignoring]) == 1


@reproduces("RDP/prop-4.6")
def test_proposition_4_6_the_density_need_not_rise_up_to_p():
    # n = 1, p = 1/2, t = e^(-1/(2b)): (1 + t^2)/2 at y = 0 and t at y = 1/2
    for t in (Fraction(k, 10) for k in range(1, 10)):
        assert (1 + t * t) / 2 > t


def test_proposition_4_6_holds_at_the_outcomes_in_between():
    for n, b, p, c in ((1, 0.1, 0.5, 0.4), (3, 0.05, 0.3, 0.25), (4, 1.0, 0.6, 0.3)):
        bound = 1 / (n * b) - log((1 - c) + c * exp(1 / (n * b)))

        def density(y, ones, n=n, b=b, p=p):
            rest = n - 1
            return sum(
                comb(rest, k) * p**k * (1 - p) ** (rest - k) * exp(-abs(y - (k + ones) / n) / b)
                for k in range(rest + 1)
            )

        for step in range(-10, 31):
            y = step / 20
            mixed = (1 - p) * density(y, 0) + p * density(y, 1)
            assert log(max(density(y, 0), density(y, 1)) / mixed) <= bound + 1e-9


@reproduces("RDP/sec-4.1-remark")
def test_section_4_1_the_reduction_may_be_by_more_than_half():
    # c = 2/5, 1/(nb) = 2: 2 - log(3/5 + 2/5 e^2) < 1 iff e < 3/5 + 2/5 e^2
    for near in (Fraction(27182, 10000), Fraction(27183, 10000)):
        assert near < Fraction(3, 5) + Fraction(2, 5) * near**2
