"""Matrices of one's own among families: what they are is what the same families are."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
import sympy

from pmlsym.closed_forms import derive
from pmlsym.closed_forms.own_channels.own_channel import family_of, family_of_rows
from pmlsym.errors import AlphabetMismatch, InvalidInput, Unsupported
from pmlsym.language.value import Ratio
from pmlsym.mechanism_families.entries import entries_of
from pmlsym.mechanism_families.listed import family_named
from tests.examples import LONG, some_of

MATRIX, DOMAIN = "[[1-a, a], [b, 1-b]]", "a >= 0, b >= 0, a + b <= 1"
QUANTITIES = ("pml_at", "pml", "density_min", "maxleak", "capacity", "mi", "tail", "eml")
A, B = sympy.symbols("a b")


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("own", "family"),
    some_of(
        [
            (MATRIX, "binary-asymmetric"),
            (f"{MATRIX} >> z-channel(a=c)", "binary-asymmetric >> z-channel(a=c)"),
            (f"z-channel(a=c) >> {MATRIX}", "z-channel(a=c) >> binary-asymmetric"),
            (f"{MATRIX} ^ 2", "binary-asymmetric ^ 2"),
            (f"{MATRIX} & {MATRIX}", "binary-asymmetric & binary-asymmetric"),
            (f"{MATRIX} * 2", "binary-asymmetric * 2"),
            (
                f"z-channel(a=c) & [{MATRIX}, z-channel(a=c)]",
                "z-channel(a=c) & [binary-asymmetric, z-channel(a=c)]",
            ),
        ]
    ),
)
def test_a_matrix_is_what_the_family_of_its_entries_is(own: str, family: str) -> None:
    mine, theirs = family_of(own, DOMAIN).mechanism(), family_named(family).mechanism()
    assert {p.name for p in mine.parameters} == {p.name for p in theirs.parameters}
    some = QUANTITIES if own == MATRIX or (LONG and "*" not in own) else QUANTITIES[:5]
    for quantity in some:
        one, other = derive(mine, quantity), derive(theirs, quantity)
        assert (one.expr, one.checked) == (other.expr, other.checked), quantity


def test_a_matrix_is_one_on_the_domain_of_the_families_beside_it() -> None:
    """1 - b^2 is no probability for all b, but it is where b is that of a Z channel."""
    with pytest.raises(InvalidInput, match="is negative at b = -2"):
        family_of("[[1-b^2, b^2], [0, 1]]").mechanism()
    family_of("[[1-b^2, b^2], [0, 1]] >> z-channel(a=b)").mechanism()
    family_of("[[1-c, c], [0, 1]] >> z-channel(a=b)", "0 <= c <= b").mechanism()
    with pytest.raises(InvalidInput, match="is negative"):
        family_of("[[1-c, c], [0, 1]] >> z-channel(a=b)", "0 <= c <= 2*b").mechanism()


def test_a_domain_narrows_the_parameters_of_families() -> None:
    size, eps = family_of("randomized-response", "eps <= log(2)").mechanism().parameters
    assert str(size) == "k >= 2" and eps.domain == "eps >= 0"
    closed = derive(family_of("randomized-response", "eps <= log(2)").mechanism(), "capacity")
    assert closed.at(eps="log(2)") == sympy.log(2)
    with pytest.raises(InvalidInput, match="outside the domain"):
        closed.at(eps="log(3)")
    half = family_of("binary-symmetric & z-channel(a=b)", "a >= 1/4, b <= a").mechanism()
    assert derive(half, "maxleak").domain[0] == "1/4 <= a <= 1/2"


def test_an_equality_puts_in_a_parameter_of_a_matrix_alone() -> None:
    closed = derive(
        family_of(f"{MATRIX} >> z-channel(a=c)", "b == 2*c, 0 <= a <= 1/4, c <= 1/4").mechanism()
    )
    assert closed.parameters == ("a", "c") and "b = 2*c" in closed.domain
    for domain in ("c == 1/2", "c**2 == 1/4"):
        with pytest.raises(Unsupported, match="is of a family"):
            family_of("[[1-a, a], [0, 1]] >> z-channel(a=c)", domain).mechanism()


@pytest.mark.parametrize(
    ("text", "domain", "error", "reason"),
    [
        ("[[1/a, 1-1/a], [0, 1]] & randomized-response(k=2, eps=a)", "", Unsupported, "as exp"),
        ("[[exp(-a), 1-exp(-a)], [0, 1]] & z-channel", "a >= 0", Unsupported, "another name"),
        (
            "[[exp(-e/3), 1-exp(-e/3)], [0, 1]] & randomized-response(k=2, eps=e)",
            "",
            Unsupported,
            "another name",
        ),
        ("[[1-a, a], [0, 1]] >> erasure(q=3)", "", AlphabetMismatch, "sizes that fit"),
        ("randomized-response", "k >= 3", Unsupported, "is a size"),
        ("[[1, 0], [0, 1]] >> z-channel", "b >= 0", InvalidInput, "there are a"),
        ("[[1, 0], [0, 1]] >> z-channel", "a < 0", InvalidInput, "the domain is empty"),
        ("z-channel", "a > 1", InvalidInput, "the domain is empty"),
        ("[[1-V, V], [0, 1]] & [[V, 1-V], [0, 1]]", "0 <= V <= 1", InvalidInput, "is taken"),
        ("gaussian * 2", "", Unsupported, "finitely many"),
        ("uniformiser * 2", "", Unsupported, "its own prior"),
        ("z-channel * 50", "", InvalidInput, "tuples"),
        ("randomized-response * 2", "", Unsupported, "write sizes: randomized-response"),
        (
            "symmetric-unary-encoding(k=2) & randomized-response(k=2)",
            "",
            InvalidInput,
            "different units",
        ),
    ],
)
def test_what_has_no_meaning_is_refused(
    text: str, domain: str, error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        family_of(text, domain or ()).mechanism()


def test_units_of_exponents_are_those_of_the_family_beside() -> None:
    """exp(eps) in a matrix is the square of the exp(eps/2) that unary encodings are made of."""
    rows = "[[exp(eps)/(1+exp(eps)), 1/(1+exp(eps))], [1/2, 1/2]]"
    closed = derive(family_of(f"{rows} & symmetric-unary-encoding(k=2)").mechanism(), "capacity")
    plain = derive(family_of(rows, "eps >= 0").mechanism(), "capacity")
    assert closed.at(eps="log(4)") == sympy.log(4 * sympy.Rational(5, 2))
    assert plain.at(eps="log(4)") == sympy.log(sympy.Rational(5, 2))


def test_rows_are_given_as_sympy_has_them() -> None:
    rows = sympy.Matrix([[1 - A, A], [B, 1 - B]])
    own = derive(family_of_rows(rows, DOMAIN).mechanism(), "pml")
    assert own.expr == derive(family_of(MATRIX, DOMAIN).mechanism(), "pml").expr
    with pytest.raises(InvalidInput, match="write a family"):
        family_of_rows("[[1]]")


def _numbers(text: str) -> list[list[Fraction]]:
    def number(entry: Ratio) -> Fraction:
        above, below = (
            sum((c for _, c in part), Fraction(0)) for part in (entry.numerator, entry.denominator)
        )
        return above / below

    return [[number(e) for e in row] for row in entries_of(family_of(text).mechanism().channel)]


def test_a_product_is_the_kronecker_product() -> None:
    one, other = "[[1/3, 2/3, 0], [1/2, 1/4, 1/4]]", "[[1/5, 4/5], [1, 0], [1/7, 6/7]]"
    first, second = _numbers(one), _numbers(other)
    expected = [[a * b for a, b in product(x, y)] for x, y in product(first, second)]
    assert _numbers(f"{one} * {other}") == expected
    assert _numbers(f"{other} * {one} * {one}")[4] == [
        a * b * c for a, b, c in product(second[1], first[0], first[0])
    ]
    assert _numbers(f"{one} * 2") == _numbers(f"{one} * {one}")


@pytest.mark.seconds
def test_a_second_response_bit_by_bit() -> None:
    """Each bit of a unary encoding is flipped once more: bits keep being independent.

    A bit is 1 with the probability q(1-b) + (1-q)b, q its odds before: for the bits of the secret
    3/4, for the others 1/4 at eps = log(9). The largest ratio of two letters is that of two bits.
    """
    text = "symmetric-unary-encoding(k=3, eps=log(9)) >> binary-symmetric(a=b) * 3"
    closed = derive(family_named(text).mechanism(), "capacity")
    up, down = (q * (1 - B) + (1 - q) * B for q in (sympy.Rational(3, 4), sympy.Rational(1, 4)))
    assert sympy.simplify(sympy.exp(closed.expr) - (up / down) ** 2) == 0
    text = "symmetric-unary-encoding(k=2, eps=log(9)) >> [[1, 0], [1/2, 1/2]] * z-channel(a=c)"
    uneven = derive(family_of(text).mechanism(), "capacity")
    for c in (sympy.Rational(k, 10) for k in range(10)):
        first, second = 3 * (3 + c) / (1 + 3 * c), sympy.Rational(7, 5) * 3
        assert sympy.exp(uneven.at(c=c)) == max(first, second)
