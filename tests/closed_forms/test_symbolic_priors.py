"""Priors in letters of their own: the forms have the values that they have at numbers."""

from __future__ import annotations

import pytest
import sympy

import pmlsym as ps
from tests.examples import some_of

P, R = sympy.symbols("p r")


@pytest.mark.parametrize(
    ("family", "sizes", "prior", "domain", "at"),
    some_of(
        [
            ("z-channel", {}, "p, 1-p", (), {"p": "1/3", "a": "1/4"}),
            ("randomized-response", {"k": 3}, "p/2, p/2, 1-p", (), {"p": "2/5", "eps": "log(2)"}),
            (
                "randomized-response",
                {"k": 3},
                "(1-r)*r^x/(1-r^n)",
                "0 < r < 1",
                {"r": "1/2", "eps": "log(3)"},
            ),
            (
                "[[1-a, a], [0, 1]] * z-channel(a=b)",
                {},
                "[p, 1-p] * [1/4, 3/4]",
                (),
                {"p": "1/5", "a": "1/3", "b": "1/2"},
            ),
        ]
    ),
)
@pytest.mark.parametrize("quantity", ["pml", "density_min", "maxleak"])
def test_values_are_those_of_the_prior_in_numbers(
    family: str, sizes: dict[str, int], prior: str, domain: str, at: dict[str, str], quantity: str
) -> None:
    form = ps.derive(family, quantity, set=sizes, prior=prior, domain=domain).forms[quantity]
    masses = {"p": {P: 0}, "r": {R: 0}}
    names = {name: sympy.Rational(value) for name, value in at.items() if name in masses}
    given = form.expr.xreplace({sympy.Symbol(name): value for name, value in names.items()})
    others = {name: value for name, value in at.items() if name not in masses}
    numbers = _masses(prior, names, 3)
    wanted = ps.derive(family, quantity, set={**sizes, **others}, prior=numbers)
    (value,) = wanted.quantities[0].values or ()
    known = {sympy.Symbol(n): sympy.sympify(0) + _number(v) for n, v in others.items()}
    assert abs(float(given.subs(known)) - float(value)) < 1e-12 or given.subs(known) == -sympy.oo


def _number(text: str) -> sympy.Expr:
    return sympy.log(int(text[4:-1])) if text.startswith("log") else sympy.Rational(text)


def _masses(prior: str, names: dict[str, sympy.Rational], count: int) -> list[str]:
    from pmlsym.closed_forms.own_channels.symbolic_prior import masses_in_letters

    length = {"z": 2}.get(
        prior, 2 if prior == "p, 1-p" else 4 if "*" in prior and "[" in prior else count
    )
    masses, _ = masses_in_letters(prior, length, ("0 < r < 1",) if "r" in names else ())
    return [str(mass.xreplace({sympy.Symbol(n): v for n, v in names.items()})) for mass in masses]


@pytest.mark.parametrize(
    ("prior", "words"),
    [
        ("p, 1-q", "sums to one only where"),
        ("p, q, 1-p-q", "3 masses, the channel 2"),
        ("p^2, 1-p^2", "is negative|not decided|decided"),
        ("2*p, 1-p", "sums to one only where"),
    ],
)
def test_what_is_no_prior_is_refused(prior: str, words: str) -> None:
    with pytest.raises(ps.PmlError, match=words):
        ps.derive("z-channel", "pml", prior=prior)


def test_a_matrix_of_sympy_and_its_domain() -> None:
    matrix = sympy.Matrix([[1 - P, P], [P / 2, 1 - P / 2]])
    shown = ps.derive(matrix, "maxleak").text()
    assert "0 <= p <= 1" in shown
    prior = ps.derive("z-channel", "pml", prior=sympy.Matrix([[R, 1 - R]]))
    assert (
        "0 < r < 1" in prior.text()
        and str(prior.forms["pml"]) == "-log(Min(1 - r, -(1 - a)*(1 - r) + 1))"
    )


def test_sizes_follow_from_the_neighbour() -> None:
    form = ps.derive("[[1/2, 1/2], [0, 1]] >> randomized-response", "capacity").forms["capacity"]
    wanted = ps.derive("[[1/2, 1/2], [0, 1]] >> randomized-response(k=2)", "capacity").forms[
        "capacity"
    ]
    assert sympy.simplify(form.expr - wanted.expr) == 0
    with pytest.raises(ps.PmlError, match="sizes that fit"):
        ps.derive("z-channel >> randomized-response(k=3)", "capacity")


def test_what_has_no_closed_form_is_left_out_and_said() -> None:
    found = ps.derive("gaussian^2")
    assert found.left_out == ("maxleak",) and "pml" in found.forms
    assert "Left out: maxleak, as maxleak integrates over the outcomes" in found.text()
    with pytest.raises(ps.PmlError):
        ps.derive("gaussian^2", "maxleak")


def test_the_page_says_the_matrix_and_the_prior_that_its_letters_are_of() -> None:
    rows = "[[1 - e, e], [e, 1 - e]]"
    free, own = ps.derive(rows, "pml"), ps.derive(rows, "pml", prior="p, 1-p")
    assert f"W = {rows}" in str(free) and "p1, p2, .. are the masses of the letters" in str(free)
    assert r"\begin{pmatrix} 1 - e & e \\ e & 1 - e \end{pmatrix}" in free.latex()
    assert r"$p_{1}$, $p_{2}$, \dots{} are the masses" in free.latex()
    assert "at the prior (p, 1 - p)" in str(own) and "masses of the letters" not in str(own)
    assert "At the prior $(p, 1 - p)$." in own.latex()
    assert "masses of the letters" not in str(ps.derive("z-channel", "maxleak"))


def test_the_letters_of_a_family_are_those_of_the_prior_with_several_symbols_too() -> None:
    found = ps.derive("randomized-response", "pml", prior="p, q, 1-p-q")
    assert "0 < p, 0 < q, p + q < 1, k = 3" in str(found)
    at = {"p": sympy.Rational(1, 6), "q": sympy.Rational(1, 3), "eps": sympy.log(3)}
    value = found.forms["pml"].expr.subs({sympy.Symbol(name): at[name] for name in at})
    wanted = ps.derive(
        "randomized-response", "pml", set={"eps": "log(3)"}, prior=["1/6", "1/3", "1/2"]
    )
    (number,) = wanted.quantities[0].values or ()
    assert abs(float(value) - float(number)) < 1e-12
    assert ", q = 2" in str(ps.derive("erasure", "maxleak", prior="p, 1-p"))
    with pytest.raises(ps.PmlError, match="the prior has 2 masses, the channel 3 letters"):
        ps.derive("randomized-response", "pml", set={"k": 3}, prior="p, 1-p")


def test_a_quantity_of_another_fields_word_says_ours() -> None:
    with pytest.raises(ps.PmlError, match=r"unknown quantity 'mutual information'; write mi$"):
        ps.derive("z-channel", "mutual information")


@pytest.mark.seconds
def test_a_product_is_written_in_parentheses_as_in_brackets() -> None:
    channel = "[[1-a,a],[a,1-a]] * [[1-a,a],[a,1-a]]"
    written = ("(p, 1-p) * (q, 1-q)", "[p, 1-p] * [q, 1-q]")
    one, other = (str(ps.derive(channel, "pml", prior=prior).forms["pml"]) for prior in written)
    assert one == other and "q" in one


def test_a_form_is_a_number_at_values_and_a_prior_in_any_form() -> None:
    form = ps.derive("z-channel", "pml").forms["pml"]
    values = {
        float(form.at(a="1/2", prior=p)) for p in (["1/2", "1/2"], "1/2,1/2", "uniform", [0.5, 0.5])
    }
    assert values == {float(sympy.log(2))}
    with pytest.raises(ps.PmlError, match=r"write \.at\(a='1/2'"):
        form.number_at({"a": "1/2"})


def test_a_curve_at_numbers_is_one_list_of_cases_and_agrees() -> None:
    free = ps.derive("z-channel", "tail").forms["tail"]
    curve = free.at(a="1/10", prior="1/3,2/3")
    assert str(curve) == "Piecewise((1, tau < log(3/2)), (2/5, tau < log(5/2)), (0, True))"
    tau = next(iter(curve.free_symbols))
    for level in ("0", "1/10", "log(3/2)", "1/2", "log(5/2)", "1"):
        given = {"a": "1/10", "tau": level}
        (values,) = ps.derive("z-channel", "tail", set=given, prior="1/3,2/3").quantities
        assert values.values is not None
        assert str(curve.subs(tau, sympy.sympify(level))) == str(values.values[0])
    events = ps.derive("z-channel", "eml").forms["eml"]
    short = events.at(a="1/10", prior="1/3,2/3")
    assert "(delta + 3)/(4*delta)" in str(short)
    delta = next(iter(short.free_symbols))
    for level in ("1/100", "2/5", "1/2", 1):
        exact = events.at(a="1/10", prior="1/3,2/3", delta=level)
        assert sympy.exp(short.subs(delta, sympy.Rational(level))) == sympy.exp(exact)
