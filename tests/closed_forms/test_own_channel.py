"""Channels of the user's own, with symbolic entries."""

from __future__ import annotations

import pytest
import sympy

from pmlsym.closed_forms import derive
from pmlsym.closed_forms.own_channels.own_channel import channel_from_sympy
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.measures.pointwise_maximal_leakage import pml
from pmlsym.mechanism_families.binary_asymmetric import binary_asymmetric
from pmlsym.mechanism_families.listed import family_named
from pmlsym.model.channel import Channel
from pmlsym.model.prior import Prior

A, B, EPS = sympy.symbols("a b eps")
E = sympy.exp(EPS)
BINARY = [[1 - A, A], [B, 1 - B]]
DOMAIN = [A >= 0, B >= 0, A + B <= 1]
SYMMETRIC = channel_from_sympy([[1 - A, A], [A, 1 - A]], [A >= 0, A <= sympy.Rational(1, 2)])


@pytest.mark.seconds
def test_a_channel_written_by_hand_has_the_forms_of_its_family() -> None:
    own, family = channel_from_sympy(BINARY, DOMAIN), binary_asymmetric()
    for quantity in ("pml_at", "pml", "density_min", "maxleak", "capacity", "tv", "eml"):
        assert derive(own, quantity).expr == derive(family, quantity).expr


def test_the_channel_goes_through_the_measures() -> None:
    channel = channel_from_sympy(sympy.Matrix(BINARY), DOMAIN)
    closed = derive(pml(Prior("P", channel.inputs[0]), channel))
    assert closed.expr == derive(binary_asymmetric(), "pml").expr


def test_exponentials_of_multiples_of_a_parameter() -> None:
    half = sympy.exp(EPS / 2)
    rows = [[E / (1 + E), 1 / (1 + E)], [1 / (1 + half), half / (1 + half)]]
    closed = derive(channel_from_sympy(rows, [EPS >= 0]), "capacity")
    assert (
        sympy.simplify(
            closed.expr.subs(EPS, 2) - sympy.log(sympy.E * (1 + sympy.E**2) / (1 + sympy.E))
        )
        == 0
    )


def test_six_parameters_are_handled_and_seven_refused() -> None:
    names = sympy.symbols("a1:8")
    rows = [[name, 1 - name] for name in names[:6]]
    domain = [bound for name in names for bound in (name >= 0, name <= 1)]
    closed = derive(channel_from_sympy(rows, domain[:12]), "maxleak")
    assert str(closed).count("Max") == 2
    with pytest.raises(InvalidInput, match="7 parameters"):
        channel_from_sympy([[name, 1 - name] for name in names], domain)


@pytest.mark.parametrize(
    ("rows", "domain", "message"),
    [
        ([[1 - A, A], [A, A]], [A >= 0, A <= 1], "row 2 of W sums to one only where 2\\*a - 1 = 0"),
        ([[1 - 2 * A, 2 * A], [0, 1]], [A >= 0, A <= 1], "is negative at a = "),
        ([[1 - A, A], [0, 1]], [A > 1, A < 0], "domain is empty"),
        ([[1 / (1 - A), -A / (1 - A)], [0, 1]], [A >= 0, A <= 1], "vanishing denominator at a = 1"),
        ([[1, 2], [3]], [], "entries"),
        ([[2 - E, E - 1], [0, 1]], [EPS >= 0], "is negative at eps = log"),
        ([[1 - A, A], [0, 1]], ["a > 0"], "is negative at a = "),
        ([[1 - A, A], [0, 1]], ["a"], "no relation"),
        ([[1 - A, A], [0, 1]], [sympy.Ne(A, 0)], "no relation"),
        ([[1 - A, A], [0, 1]], [(A > 0) | (A < 1)], "no relation"),
        ([[1 - A, A], [B, 1 - B]], [sympy.Eq(A, B), A >= 0, A <= 1, B > 1], "domain is empty"),
    ],
)
def test_bad_channels_are_refused_with_a_place(
    rows: list[list[object]], domain: list[object], message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        channel_from_sympy(rows, domain)


@pytest.mark.parametrize(
    "rows", [[[sympy.sqrt(A), 1 - sympy.sqrt(A)]], [[EPS * E, 1 - EPS * E]], [[sympy.pi / 4, 0]]]
)
def test_entries_beyond_rational_functions_are_unsupported(rows: list[list[object]]) -> None:
    with pytest.raises(Unsupported):
        channel_from_sympy(rows, [A >= 0, A <= 1])


@pytest.mark.parametrize(
    ("quantity", "value"),
    [
        ("pml", sympy.log(3)),
        ("density_min", -sympy.oo),
        ("lip", sympy.oo),
        ("ldi", sympy.oo),
        ("mi", sympy.log(3) - sympy.Rational(2, 3) * sympy.log(2)),
        ("expected_pml", sympy.log(3) - sympy.Rational(2, 3) * sympy.log(2)),
    ],
)
def test_on_the_boundary_of_the_domain(quantity: str, value: object) -> None:
    """The channel that tells everything."""
    found = derive(SYMMETRIC, quantity).at(a=0, prior=["1/3", "2/3"])
    assert sympy.simplify(sympy.expand_log(found, force=True)) == sympy.sympify(value)


def test_masses_that_are_none_are_refused() -> None:
    with pytest.raises(InvalidInput, match="sum to 2/3"):
        derive(SYMMETRIC, "pml").at(a=0, p1=sympy.Rational(1, 3), p2=sympy.Rational(1, 3))
    response = derive(family_named("randomized-response").mechanism(), "pml")
    with pytest.raises(InvalidInput, match="outside the domain"):
        response.at(k=3, eps=1, p_min=sympy.Rational(1, 2))


@pytest.mark.parametrize("quantity", ["pml", "capacity", "lip"])
def test_a_channel_without_any_structure_keeps_all_its_ratios(quantity: str) -> None:
    """Three free rows of three: nothing is dominated, and points of the domain show it at once."""
    names = sympy.symbols("a b c d e f")
    rows = [[x, y, 1 - x - y] for x, y in zip(names[::2], names[1::2], strict=True)]
    domain = [*(n >= 0 for n in names), *(row[2] >= 0 for row in rows)]
    closed = derive(channel_from_sympy(rows, domain), quantity)
    (largest,) = closed.expr.atoms(sympy.Max)
    assert len(largest.args) == (9 if quantity == "pml" else 18)


@pytest.mark.parametrize(
    ("domain", "capacity"),
    [([B >= 0, A >= B], A), ([B >= 0, A >= 2 * B + sympy.log(2)], A), ([A >= 0, B >= 2 * A], B)],
)
def test_a_domain_that_relates_exponents(domain: list[object], capacity: object) -> None:
    x, y = sympy.exp(A), sympy.exp(B)
    rows = [[x, y, 1], [1, x, y], [y, 1, x]]
    channel = channel_from_sympy([[entry / (x + y + 1) for entry in row] for row in rows], domain)
    assert derive(channel, "capacity").expr == capacity


@pytest.mark.parametrize(
    "domain",
    [
        "0 <= a <= 1/2",
        "a >= 0, 2*a <= 1",
        ["0 <= a", A <= sympy.Rational(1, 2)],
        (A >= 0) & (2 * A <= 1),
        [(A >= 0) & (A <= 1), 2 * A <= 1],
        ["0 <= a <= 1/2", sympy.Symbol("a", real=True) <= 1],
    ],
)
def test_domains_as_text_and_conjunctions(domain: object) -> None:
    channel = channel_from_sympy([[1 - A, A], [A, 1 - A]], domain)
    (parameter,) = (d.entries for d in channel.data if not d.tensor.alphabets)
    assert str(parameter) == "0 <= a <= 1/2"
    assert derive(channel, "capacity").expr == derive(SYMMETRIC, "capacity").expr


@pytest.mark.parametrize(
    ("domain", "maxleak", "shown"),
    [
        ([sympy.Eq(A, B), A >= 0, A + B <= 1], 2 - 2 * A, ["0 <= a <= 1/2", "b = a"]),
        (["0 <= a <= 1/3", "b == 2*a"], 2 - 3 * A, ["0 <= a <= 1/3", "b = 2*a"]),
        (["b == 1/2", "0 <= a <= 1/2"], sympy.Rational(3, 2) - A, ["0 <= a <= 1/2"]),
        (["2*b == a**2", "0 <= a <= 1/2"], 2 - A - A**2 / 2, ["0 <= a <= 1/2", "b = a**2/2"]),
    ],
)
def test_a_parameter_that_an_equality_gives(
    domain: list[object], maxleak: sympy.Expr, shown: list[str]
) -> None:
    closed = derive(channel_from_sympy(BINARY, domain), "maxleak")
    assert sympy.simplify(sympy.exp(closed.expr) - maxleak) == 0
    assert list(closed.domain) == shown


def test_floats_have_no_closed_form() -> None:
    with pytest.raises(InvalidInput, match="floats"):
        derive(Channel.from_rows([[0.25, 0.75], [0.5, 0.5]]), "pml")
