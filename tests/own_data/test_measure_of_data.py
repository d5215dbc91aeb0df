"""Numbers first: measures of masses and tables are numbers, exact where these are."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy

import pmlsym as ps
from pmlsym.measures.every import MAKERS, MEASURES
from tests.definitions import exp_ldp, exp_maxleak, exp_pml
from tests.exact_instances import exact_instances

FLIP = [["9/10", "1/10"], ["1/10", "9/10"]]
FLOATS = [[0.9, 0.1], [0.1, 0.9]]


def text(value: Any) -> str:
    return str(value)


def test_numbers_agree_with_the_definitions() -> None:
    for case in exact_instances(5, 60):
        for found, level in (
            (ps.pml(case.prior, case.channel), exp_pml(case.prior, case.channel)),
            (ps.maxleak(case.channel), exp_maxleak(case.channel)),
            (ps.ldp(case.channel), exp_ldp(case.channel)),
        ):
            wanted = "inf" if level in (None, float("inf")) else f"log({level})"
            assert text(found) == ("0" if level == 1 else wanted)


def test_exact_in_exact_out_and_floats_in_floats_out() -> None:
    assert text(ps.pml("1/2, 1/2", FLIP)) == "log(9/5)"
    assert text(ps.chi2("uniform", FLIP)) == "16/25"
    for found in (ps.mi([0.5, 0.5], FLOATS), ps.mi(np.array([0.5, 0.5]), np.array(FLOATS))):
        assert isinstance(found, float) and abs(found - 0.368064) < 1e-6
    assert isinstance(ps.ldp(FLOATS), float) and isinstance(ps.mi([0.5, 0.5], FLIP), float)
    thirds = [[1 / 3, 2 / 3], [2 / 3, 1 / 3]]
    assert (
        abs(
            ps.pml("uniform", thirds)
            - float(ps.pml("uniform", [["1/3", "2/3"]] * 1 + [["2/3", "1/3"]]))
        )
        < 1e-12
    )


def test_gains_and_costs_may_be_tables_too() -> None:
    masses, table = np.array([0.25, 0.75]), np.array([[0.2, 0.6, 0.2], [0.7, 0.1, 0.2]])
    gains = np.array([[1, 0, 1 / 2], [0, 3, 1 / 3]])
    joint = masses[:, None] * table
    average = (gains.T @ joint).max(axis=0).sum()
    worst = math.log((gains.T @ (joint / joint.sum(axis=0))).max())
    before = math.log((gains.T @ masses).max())
    assert abs(ps.vulnerability(gains, masses, table) - average) < 1e-12
    assert abs(ps.prior_gain(masses, gains) - before) < 1e-12
    assert abs(ps.worst_gleak(masses, table, gains) - (worst - before)) < 1e-12
    exact = ps.worst_gleak("1/4, 3/4", [["1/5", "4/5"], ["7/10", "3/10"]], [[1, 0], [0, 3]])
    assert text(exact) == "log(28/23)"
    with pytest.raises(ps.PmlError, match="is -1, which is negative"):
        ps.worst_gleak(masses, table, [[-1, 0], [0, 1]])
    with pytest.raises(ps.PmlError, match="X has 2 letters, but G gives it 3"):
        ps.worst_gleak(masses, table, [[1, 0], [0, 1], [1, 1]])


@pytest.mark.parametrize(
    ("number", "shown"),
    [
        (lambda: ps.divergence("kl", ["1/2", "1/2"], ["1/4", "3/4"]), "1/2*log(2/3) + 1/2*log(2)"),
        (lambda: ps.renyi(2, ["1/2", "1/2"], ["1/4", "3/4"]), "log(4/3)"),
        (lambda: ps.arimoto(2, "uniform", FLIP), "log(50/41)"),
        (lambda: ps.tail("uniform", FLIP, "log(3/2)"), "1"),
        (lambda: ps.approximate_ldp(FLIP, Fraction(1, 10)), "log(8)"),
        (lambda: ps.pml("uniform", FLIP, 2), "log(9/5)"),
        (
            lambda: ps.pml(
                "uniform",
                {"a": {"no": 1, "yes": 0}, "b": [0, 1][0:0] or {"no": "1/2", "yes": "1/2"}},
                "yes",
            ),
            "log(2)",
        ),
        (lambda: ps.pml_entry("uniform", FLIP, 1), "log(9/5)"),
        (lambda: ps.guess("1/4, 3/4"), "5/4"),
        (lambda: ps.vulnerability("id", "uniform", FLIP), "9/10"),
        (lambda: ps.hmin_given("uniform", FLIP, [[1, 0], [0, 1]]), "log(10/9)"),
        (lambda: ps.ldp("1, 0", FLIP), "0"),
        (
            lambda: ps.mi([["1/8", "3/8"], ["3/8", "1/8"]], joint=True),
            "1/4*log(1/2) + 3/4*log(3/2)",
        ),
        (lambda: ps.mi([[1, 3], [3, 1]], counts=True), "1/4*log(1/2) + 3/4*log(3/2)"),
        (
            lambda: ps.mi(
                [("a", "n")] * 3 + [("a", "y"), ("b", "n")] + [("b", "y")] * 3, samples=True
            ),
            "1/4*log(1/2) + 3/4*log(3/2)",
        ),
        (lambda: ps.mi("uniform", [[1, 3], [6, 2]], counts=True), "1/4*log(1/2) + 3/4*log(3/2)"),
    ],
)
def test_every_kind_of_argument_may_be_data(number: Any, shown: str) -> None:
    assert text(number()) == shown


def test_names_stay_symbols() -> None:
    X, Y = ps.alphabets("X Y")
    P, W = ps.Prior("P", X), ps.Channel("W", X, Y)
    assert isinstance(ps.mi(P, W), ps.Quantity) and isinstance(ps.mi(P, FLIP), ps.Quantity)
    assert ps.decide(ps.mi(P, W >> ps.Channel("V", Y, Y)) <= ps.mi(P, W), effort=2).name == "proved"
    assert text(ps.mi(ps.prior("1/2,1/2"), FLIP)) == text(ps.mi("uniform", ps.channel(FLIP)))


def test_a_first_sample_is_not_taken_for_names(tmp_path: Path) -> None:
    def file_of(text: str) -> Path:
        path = tmp_path / "samples.csv"
        path.write_text(text)
        return path

    rest = "f,no\nm,yes\nf,yes\nm,no\n"
    unsure = file_of(f"z,maybe\n{rest}")
    with pytest.raises(ps.PmlError, match="head=False or head=True"):
        ps.pml(unsure, samples=True)
    assert text(ps.pml(unsure, samples=True, head=False)) == "log(5)"
    assert text(ps.pml(unsure, samples=True, head=True)) == "0"
    assert text(ps.prior(unsure, samples=True, head=True).masses()[0]) == "1/2"
    with pytest.raises(ps.PmlError, match="first line, f,answer"):  # each column says another
        ps.channel(file_of("f,answer\nf,1\nm,2\n"), samples=True)
    assert ps.channel(file_of(f"f,maybe\n{rest}"), samples=True).data[0].labels[1][0] == "maybe"
    named = ps.measure(file_of("age,answer\n18,no\n22,yes\n"), samples=True)
    assert "names its columns: age, answer" in str(named) and text(named.maxleak) == "log(2)"


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (lambda: ps.mi(FLIP), r"write mi\(P, W\) or .*: a prior is masses or 'uniform'"),
        (lambda: ps.mi([0.5, 0.6], FLIP), "sum to 1.1, not 1"),
        (lambda: ps.mi(["1/3"] * 3, FLIP), "3 letters, but W gives it 2"),
        (lambda: ps.hmin("uniform"), "how many letters"),
        (lambda: ps.design("uniform", pml=1), "how many letters"),
        (lambda: ps.pml("uniform", FLIP, 3), "write a number from 1 to 2"),
        (lambda: ps.ldp([["1/4", "1/4"], ["1/2", 0]]), "say joint=True"),
        (lambda: ps.ldp([["1/4", "1/2"], ["3/4", "1/2"]]), r"write table\.T"),
        (lambda: ps.ldp([[3, 5], [2, 2]]), "say counts=True"),
        (lambda: ps.ldp([("a", "no"), ("b", "yes"), ("b", "no")]), "say samples=True"),
        (lambda: ps.mi([["1/4", "1/4"], ["1/4", 0]], joint=True), "joint table sums to 3/4"),
        (lambda: ps.mi([["1/2", "1/2"], [0, 0]], joint=True), "row 2 of the joint table has no"),
        (lambda: ps.mi([("a", "no", "x")], samples=True), "sample 1 has 3 entries"),
        (lambda: ps.mi([("a", "no")], samples=True, head=True), "first line of a file"),
        (lambda: ps.channel(FLIP, head=False), "say samples=True"),
        (lambda: ps.measure([["1e300", 1], [1, 0]]), r"row 1 sums to 1.000000e\+300, not 1"),
        (lambda: ps.prior(["1e999", "0.0000000001"]), r"P sum to 1.000000e\+999, not 1"),
        (lambda: ps.mi(FLOATS, [0.5, 0.5]), "the prior comes first"),
        (lambda: ps.ldpdelta(FLOATS, -1), "-1 is below 0"),
        (lambda: ps.vulnerability(np.eye(2)), r"write vulnerability\(gain, P\)"),
        (lambda: ps.vulnerability([0.5, 0.5], FLIP), r"write vulnerability\(gain, P\)"),
        (lambda: ps.vulnerability(ps.prior("1"), [[1]]), r"write vulnerability\(gain, P\)"),
        (lambda: ps.divergence([1], [1], "kl"), r"write divergence\('kl', P, Q\)"),
        (lambda: ps.check(ps.ask("1 < 2")), r"check\(answer.save\('answer.json'\)\)"),
        (lambda: ps.derive("z-channel", "maxleak").forms["pml"], "there are maxleak$"),
        (lambda: ps.derive("z-channel", "maxleak").forms["maxleak"].at(a=1.5), "fails at a = 1.5$"),
        (lambda: ps.design("1/2,1/2", pml="ln 2"), r"write log\(2\)$"),
        (lambda: ps.rdp(FLIP, alpha=2), "rdp has no alpha; write order="),
    ],
)
def test_an_error_says_what_to_write(wrong: Any, words: str) -> None:
    with pytest.raises(ps.PmlError, match=words):
        wrong()


def test_an_order_may_be_given_by_its_word_and_has_one_place_without() -> None:
    half = ["1/2", "1/2"]
    assert text(ps.sibson("uniform", FLIP, order=2)) == text(ps.sibson(2, "uniform", FLIP))
    assert text(ps.renyi(half, ["1/4", "3/4"], order=2)) == "log(4/3)"
    for wrong in (
        lambda: ps.sibson(2, "uniform", FLIP, order=2),
        lambda: ps.sibson("uniform", FLIP, 2),
        lambda: ps.sibson("uniform", FLIP),
    ):
        with pytest.raises((ps.PmlError, TypeError)):
            wrong()


def test_a_prior_is_made_of_masses_or_of_letters() -> None:
    with pytest.raises(ps.PmlError, match=r"^the alphabets of P .* are missing; write ps.Alph"):
        ps.Prior("P")
    with pytest.raises(ps.PmlError, match=r"any prior is ps.Prior\('P', ps.Alphabet\('X'\)\)"):
        ps.prior("P")
    with pytest.raises(ps.PmlError, match="how many letters a uniform prior has"):
        ps.prior("uniform")


def test_a_level_without_a_rational_exponential_gives_floats() -> None:
    assert ps.ldpdelta(FLIP, 1) == pytest.approx(0.9 - 0.1 * math.e, rel=1e-14)
    assert ps.ldpdelta(FLOATS, 0.5) == pytest.approx(0.9 - 0.1 * math.exp(0.5), rel=1e-14)
    assert ps.tail("uniform", FLIP, 0.5) == 1.0 and ps.tail("uniform", FLIP, 0.6) == 0.0
    assert text(ps.ldp(FLIP, Fraction(1, 10))) == "log(8)"  # as the claim ldp(W, delta)


def test_large_tables_of_floats_are_measured_in_floats() -> None:
    draw = np.random.default_rng(3)
    table, masses = draw.dirichlet(np.ones(60), 60), draw.dirichlet(np.ones(60))
    masses[1], table[:, 2] = 0, 0
    table, masses = table / table.sum(axis=1, keepdims=True), masses / masses.sum()
    outcomes = masses @ table
    live = outcomes > 0
    terms = table[:, live] * np.log(table[:, live] / outcomes[live])
    assert ps.mi(masses, table) == pytest.approx(masses @ terms.sum(axis=1), rel=1e-12)
    highest = table[masses > 0][:, live].max(axis=0)
    assert ps.pml(masses, table) == pytest.approx(np.log((highest / outcomes[live]).max()))
    assert ps.pml(masses, table, 1) == pytest.approx(np.log(highest[0] / outcomes[0]))
    assert ps.pml(masses, table, 3) == 0  # an outcome that cannot occur


def test_whatever_has_a_word_takes_data() -> None:
    """Every measure of priors and channels alone is a number of a table."""
    named = {word.make for word in MEASURES}
    asked = 0
    for name, make in MAKERS.items():
        ways = [word.sorts for word in MEASURES if word.make is make]
        for sorts in ways:
            if make in named and sorts in (("P",), ("W",), ("P", "W")):
                given = [{"P": ["1/4", "3/4"], "W": FLIP}[sort] for sort in sorts]
                assert not isinstance(getattr(ps, name)(*given), ps.Quantity), name
                asked += 1
    assert asked >= 25


def test_only_some_measures_and_a_set_with_counts() -> None:
    found = ps.measure(FLIP, prior="uniform", only=["chi2", "I[2]", "ldp(W, 1/10)"])
    assert [text(value) for _, value in found.only] == ["16/25", "log(41/25)", "log(8)"]
    with pytest.raises(ps.PmlError, match=r"write 1 - dobrushin\(W\)"):
        ps.measure(FLIP, only="bayes_security")
    counted = ps.measure([[90, 10], [20, 80]], counts=True, over="p(x) >= 1/4")
    alone = ps.measure([[90, 10], [20, 80]], counts=True, prior="3/4, 1/4")
    assert counted.bounds is not None and alone.bounds is not None
    assert counted.bounds.pml >= alone.bounds.pml and "for all priors of the set" in str(counted)
    near = ps.measure([[1 / 3, 2 / 3], [2 / 3, 1 / 3]], over="p(x) >= 1/3")
    assert text(near.pml) == "log(3/2)" and "the nearest" in str(near)


def test_only_some_measures_over_a_set() -> None:
    found = ps.measure(FLIP, over="p(x) >= 1/10", only=["maxleak", "pml(P, W)"])
    assert [bound.key for bound in found.over] == ["largest maxleak(P, W)", "largest pml(P, W)"]
    whole = ps.measure(FLIP, over="p(x) >= 1/10")
    assert text(found.pml) == text(whole.pml) == "log(5)" and text(whole.capacity) == "log(9)"
    assert text(found.maxleak) == text(whole.maxleak) and "ldp" not in str(found)
    joint = [["9/20", "1/20"], ["1/20", "9/20"]]  # which has a prior of its own
    assert text(ps.measure(joint, joint=True, over="p(x) >= 1/10", only="pml").pml) == "log(5)"


def test_an_interval_is_in_the_unit_of_its_row() -> None:
    found = ps.measure([["3/10", "7/10"], ["1/4", "3/4"]], prior="uniform", only="I[2]")
    low, high = map(float, re.findall(r"0\.\d+", found.text(bits=True))[:2])
    nats = float(re.findall(r"0\.\d+", found.text())[0])
    assert "nats" not in found.text(bits=True)
    assert math.isclose(low, high, rel_tol=1e-6) and math.isclose(
        low, nats / math.log(2), rel_tol=1e-6
    )
    with pytest.raises(ps.PmlError, match="none was given"):
        _ = found.density_min
    with pytest.raises(ps.PmlError, match=r"density_min, lip.*'mi\(P, W\) <= 1' with --over"):
        ps.measure(FLIP, over="p(x) >= 1/10", only="mi")
    with pytest.raises(ps.PmlError, match="leave out prior or over"):
        ps.measure(FLIP, over="p(x) >= 1/10", prior="uniform", only="pml")


def test_what_a_table_holds_is_said_beside_it() -> None:
    for form in ("counts", "joint", "samples"):
        with pytest.raises(ps.PmlError, match=rf"write ps.mi\(table, {form}=True\)"):
            ps.mi(**{form: np.array([[1, 2], [3, 4]])})
    shown = ps.mi.__doc__ or ""
    assert "counts=True" in shown and "joint=True" in shown and shown.startswith("Mutual")
    assert "counts=True" not in (ps.size.__doc__ or "")  # which no table is given


def test_a_table_of_outcomes_by_letters_is_recognised_by_a_prior_as_well() -> None:
    table = [["1/2", "1/10"], ["3/10", "1/10"], ["1/5", "4/5"]]
    with pytest.raises(ps.PmlError, match=r"each column sums to 1.*write table\.T"):
        ps.measure(table, prior="1/4, 3/4")
    with pytest.raises(ps.PmlError, match=r"but the channel has 2 rows$"):
        ps.measure(FLIP, prior="1/4, 1/4, 1/2")


def test_a_prior_and_an_outcome_by_label_and_a_matrix_in_a_word() -> None:
    table = {"a": {"no": "3/4", "yes": "1/4"}, "b": {"no": "1/4", "yes": "3/4"}}
    assert text(ps.pml("b=1/4, a=3/4", table, "yes")) == text(ps.pml(["3/4", "1/4"], table, "yes"))
    found = ps.measure(ps.channel(table), prior="b=1/4,a=3/4", only="pml(P, W, yes)")
    assert text(found.only[0][1]) == text(ps.pml(["3/4", "1/4"], table, "yes"))
    rows = ps.measure(ps.channel(table), only="D[tv](W[a] || W[b])")
    assert text(rows.only[0][1]) == "1/2"
    with pytest.raises(ps.PmlError, match="no letter is called c; there are a, b"):
        ps.measure(ps.channel(table), only="D[tv](W[a] || W[c])")
    assert text(ps.measure("[[3/4, 1/4], [1/4, 3/4]]", prior="uniform").pml) == "log(3/2)"
    with pytest.raises(ps.PmlError, match="no outcome is called maybe; there are no, yes"):
        ps.measure(ps.channel(table), prior="uniform", only="pml(P, W, maybe)")
    with pytest.raises(ps.PmlError, match="has the letters c, a"):
        ps.pml("c=1/4, a=3/4", table)


def test_what_a_text_or_a_table_with_letters_is_taken_for() -> None:
    assert text(ps.ldp(FLIP, "1/10")) == text(ps.ldp(FLIP, Fraction(1, 10)))
    with pytest.raises(ps.PmlError, match=r"write dp_entry\(W, 1\)"):
        ps.dp_entry("uniform", FLIP)
    e = sympy.Symbol("e")
    with pytest.raises(ps.PmlError, match=r"ps.derive\(channel, 'mi', prior=..\)"):
        ps.mi("uniform", sympy.Matrix([[1 - e, e], [e, 1 - e]]))
    third = sympy.Matrix([[sympy.Rational(1, 3), sympy.Rational(2, 3)], [1, 0]])
    assert text(ps.maxleak(third)) == "log(5/3)"
    assert text(ps.sibson("inf", "uniform", FLIP)) == text(ps.maxleak(FLIP))


def test_two_priors_may_be_given_for_one_against_the_other() -> None:
    letters = ps.Alphabet("X")
    first, second = ps.Prior("P", letters), ps.Prior("Q", letters)
    pair = ps.Against(first, second)
    assert str(ps.divergence(first, second, f="kl")) == str(ps.divergence("kl", pair))
    assert str(ps.renyi(first, second, order=2)) == str(ps.renyi(2, pair)) == "D[2](P || Q)"
    assert str(ps.hockey_stick(2, first, second)) == "D[E(2)](P || Q)"
    with pytest.raises(TypeError):
        ps.divergence(first, ps.Channel("W", letters, ps.Alphabet("Y")), f="kl")
