"""Sets of priors from what one writes, for families and for a channel of one's own."""

from __future__ import annotations

import re
from fractions import Fraction
from math import log

import pytest
import sympy

from pmlsym.calculus.data import word
from pmlsym.closed_forms import derive
from pmlsym.closed_forms.at_values import family_report
from pmlsym.closed_forms.over_priors.interval_worst_case import worst_over_interval
from pmlsym.closed_forms.over_priors.worst_case import worst_case
from pmlsym.closed_forms.own_channels.own_channel import channel_from_sympy, family_of
from pmlsym.errors import InvalidInput, PmlError, Unsupported
from pmlsym.mechanism_families.listed import FAMILIES, family_named
from pmlsym.mechanism_families.threshold_count import threshold_count
from pmlsym.model.channel import Channel
from pmlsym.prior_sets.prior_set import PriorSet
from pmlsym.prior_sets.prior_set_text import prior_set_of
from tests.closed_forms.symbolic_families import COUNTS_AND_WORDS
from tests.definitions import exp_pml
from tests.examples import some_of

A = sympy.Symbol("a")
TEXTS = (
    "simplex",
    "p_min >= 1/10",
    "p(x) >= 1/10",
    "p1 in [1/4, 1/2]",
    "p1 in [1/4, 1/2], p2 in [1/2, 3/4]",
    "hull (1/4, 3/4), (2/3, 1/3)",
    "tv(1/3, 2/3) <= 1/5",
    "counts 40, 60",
    "p1 <= 2*p2, p1 + p2/2 >= 3/5",
    "p(x) >= 1/10, p1 >= p2",
)


@pytest.mark.parametrize("text", TEXTS)
def test_no_prior_of_the_set_leaks_more_and_one_nearly_as_much(text: str) -> None:
    rows = ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 5), Fraction(4, 5)))
    channel = Channel.from_rows(rows)
    found = worst_case(channel, prior_set_of(text))
    top = float(found.closed.expr)
    masses = [_mass(vertex[0]) for vertex in prior_set_of(text).vertices(2)]
    low, high = min(masses), max(masses)
    tiny = Fraction(1, 10**9)
    grid = [low + (high - low) * Fraction(k, 200) for k in range(1, 200)]
    grid += [low + (high - low) * tiny, high - (high - low) * tiny]
    values = [log(exp_pml((p, 1 - p), rows)) for p in grid]
    assert max(values) <= top + 1e-12 and max(values) >= top - 1e-6


def _mass(ratio: object) -> Fraction:
    parts = []
    for polynomial in (ratio.numerator, ratio.denominator):  # type: ignore[attr-defined]
        parts.append(sum((Fraction(c) for _, c in polynomial), Fraction(0)))
    return parts[0] / parts[1]


def test_a_channel_of_ones_own_with_symbols() -> None:
    channel = channel_from_sympy(
        [[1 - A, A], [A**2, 1 - A**2]], [A >= 0, A <= sympy.Rational(1, 2)]
    )
    found = worst_case(channel, prior_set_of("simplex"))
    assert sympy.simplify(found.closed.expr - sympy.log((1 - A) / A**2)) == 0
    assert found.attained is False


@pytest.mark.parametrize(("n", "m"), [(3, 1), (4, 2)])
def test_product_distributions(n: int, m: int) -> None:
    found = worst_over_interval(
        threshold_count(n, m), "entry_pml", "p", Fraction(1, 4), Fraction(3, 4)
    )
    closed = derive(threshold_count(n, m), "entry_pml")
    inside = [closed.at(p=sympy.Rational(k, 400)) for k in range(101, 300, 7)]
    ends = [closed.at(p=sympy.Rational(k, 400)) for k in (100, 300)]
    assert max(float(v) for v in inside) < float(found.closed.expr)
    assert float(found.closed.expr) == pytest.approx(max(float(v) for v in ends), abs=1e-12)


@pytest.mark.parametrize(
    "name", some_of(["randomized-response", "erasure", "subset-selection", "laplace"])
)
def test_symbolic_sizes_keep_the_simplex_and_the_least_mass(name: str) -> None:
    for text in ("simplex", "p(x) >= c"):
        assert str(worst_case(family_named(name).mechanism(), prior_set_of(text)).closed)


def test_the_report_says_whether_it_is_attained() -> None:
    report = family_report("binary-symmetric", settings={"a": "1/10"}, over="p1 in [0, 1/2]")
    data = report.to_json()
    assert data["value"] == {"log": "9"} and data["attained"] == "not attained"
    assert "not attained" in report.text()
    data = family_report(
        "randomized-response", settings={"eps": "log(3)", "c": "1/10"}, over="p_min >= c"
    ).to_json()
    assert data["value"] == {"log": "5/2"} and data["attained"] == "attained"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("everything", "no set of priors"),
        ("p_min >= 2", "no probability"),
        ("p(x) >= x/2", "no rational"),
        ("p_min >= 1/0", "division by zero"),
        ("p(y) >= 1/4", "no letter is called y; none has a label"),
        ("p(x) >= p1", "is a prior mass"),
        ("p1 in [1/2, 1/4]", "no prior lies"),
        ("p3 in [0, 1]", "letters p1 to p2"),
        ("hull (1, 1)", "no prior"),
        ("tv(1/2, 1/3) <= 1/4", "no prior"),
        ("tv(1/2, 1/2) <= -1", "negative"),
        ("counts 1, x", "is no count"),
        ("p(x) > 1/4", "a set of priors is closed; write <="),
        ("1/4 < p(x)", "a set of priors is closed; write <="),
        ("p(x) <= 1/2", "write p1 <= c, p2 <= c, .."),
        ("P(x) >= 1/4", r"P\(x\) is no mass; write p1 or p\(1\)"),
        ("pmin(P) >= 1/4", r"pmin\(P\) is no mass; write p1 or p\(1\)"),
        ("p(x) in [1/4, 1]", r"p\(x\) is every mass, and stands in p\(x\) >= c alone"),
        ("2*p(x) <= p1", r"p\(x\) is every mass"),
        ("p('young') >= 1/4", 'double quotation marks, such as "18-30"'),
        ("p(x) >= 10%", "% is written /100"),
        ("p1 ∈ [0, 1]", "∈ is written in"),
        ("unifrom", r"of one prior 1/4, 3/4 or uniform"),
    ],
)
def test_bad_sets_are_one_clear_error(text: str, words: str) -> None:
    with pytest.raises(PmlError, match=words):
        worst_case(family_named("z-channel").mechanism(), prior_set_of(text))


def test_a_label_that_is_no_name_is_shown_as_it_is_typed() -> None:
    with pytest.raises(
        PmlError, match=r'the label 18-30 is typed in quotation marks: p\("18-30"\)'
    ):
        prior_set_of("p(18-30) >= 1/10", ['"18-30"', "old"])
    for label in ("65+", "<18", "two words"):
        quoted = rf"is typed in quotation marks: p\({re.escape(word(label))}\)"
        with pytest.raises(PmlError, match=quoted):
            prior_set_of(f"p(old) + p({label}) >= 1/10", [word(label), "old"])
    for text in ("p(18-30) >= 1/10", "p(65+) >= 1/10"):
        with pytest.raises(PmlError, match=r'write p1, p\(1\), p\(young\) or p\("18-30"\)'):
            prior_set_of(text)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("1/10 <= p(x)", "p(x) >= 1/10"),
        ("1/10 <= p_min", "p_min >= 1/10"),
        ("1/4 >= tv(1/2, 1/2)", "tv(1/2, 1/2) <= 1/4"),
        ("1/10 <= p(x), p1 <= 1/2", "p(x) >= 1/10, p1 <= 1/2"),
    ],
)
def test_a_condition_is_read_from_both_sides(text: str, same: str) -> None:
    first, second = prior_set_of(text), prior_set_of(same)
    assert isinstance(first, PriorSet) and isinstance(second, PriorSet)
    assert first.text == second.text and repr(first.at(2)) == repr(second.at(2))


def test_a_set_of_priors_needs_one_channel() -> None:
    with pytest.raises(Unsupported, match="depends on the prior"):
        worst_case(family_named("prior-matched").mechanism(), prior_set_of("simplex"))
    with pytest.raises(Unsupported, match="give the sizes"):
        worst_case(family_named("randomized-response").mechanism(), prior_set_of("p1 in [0, 1/2]"))


@pytest.mark.parametrize(
    ("matrix", "domain", "words"),
    [
        ("[[1-a, a], [a**2, 1-a]]", ["0 <= a <= 1"], r"a\*\(a - 1\) = 0"),
        ("[[1-a, a], [b-1, 2-b]]", ["0 <= a <= 1", "0 <= b <= 1"], "negative at"),
        ("[[1-a, a], [a, 1-a]]", ["a > 1", "a < 0"], "domain is empty"),
        ("[[1-a, a], [a, 1-a]", [], "ends too early; expected ',' or"),
        ("[[__import__('os')]]", [], "has no meaning here"),
        ("[[__import__(os)]]", [], "__import__ is no function"),
        ("[[1-a, a], [1]]", ["0 <= a <= 1"], "rows have"),
        ("[[1-a, a], [0, 1]]", ["a"], "no relation"),
    ],
)
def test_bad_matrices_are_one_clear_error(matrix: str, domain: list[str], words: str) -> None:
    with pytest.raises(PmlError, match=words):
        family_of(matrix, domain).mechanism()


def test_a_matrix_is_reported_like_a_family() -> None:
    family = family_of("[[1 - a, a], [0.5, 1/2]]", ["0 <= a <= 1/2"])
    data = family_report(family, "maxleak", settings={"a": "1/4"}).to_json()
    assert data["value"] == {"log": "5/4"} and data["parameters"][0]["domain"] == "0 <= a <= 1/2"
    with pytest.raises(InvalidInput):
        family_report(family, "maxleak", settings={"a": "1"})


@pytest.mark.parametrize("text", ["p(x) >= 1/3", "p_min >= 1/3", " p( x )>=1/3 "])
def test_the_least_mass_is_that_of_every_letter(text: str) -> None:
    found = prior_set_of(text)
    assert found.text == "p(x) >= 1/3"
    assert not found.contains((Fraction(1, 2), Fraction(1, 2), Fraction(0)))
    assert found.contains((Fraction(1, 3),) * 3)


@pytest.mark.seconds
@pytest.mark.parametrize(
    "name", some_of(sorted(f.name for f in FAMILIES if f.symbolic and f.letters))
)
def test_a_least_mass_says_for_how_many_letters_there_is_a_prior(name: str) -> None:
    """k*c <= 1 is printed, and beyond it nothing is said to be attained."""
    family = family_named(name)
    compared = 0
    for share in (2, 3, 4):
        over = f"p(x) >= 1/{share}"
        try:
            found = worst_case(family.mechanism(), prior_set_of(over))
        except (Unsupported, InvalidInput):
            continue
        assert f"{family.letters} <= {share}" in family_report(family, "pml", over=over).text()
        least = max(2, int(family.mechanism().parameters[0].low or 2))
        for letters in range(least, share + 1):
            assert found.closed.put({family.letters: letters})
            compared += 1
        with pytest.raises(InvalidInput):
            found.closed.put({family.letters: share + 1})
        with pytest.raises(InvalidInput):
            family_report(family, "pml", settings={family.letters: str(share + 1)}, over=over)
    named = family_report(family, "pml", over="p(x) >= c") if compared else None
    assert compared == 0 or f"0 < c <= 1/{family.letters}" in named.text()
    assert compared or name in WITHOUT_A_FORM


# The channel depends on the prior, or the form on more than the least mass.
WITHOUT_A_FORM = (
    *("disclosing", "prior-matched", "deterministic", "one-zero", "subsampled-response"),
    *COUNTS_AND_WORDS,
)


@pytest.mark.parametrize(
    "text",
    [
        *("p1 >= 2", "p1 <= -1", "2*p1 >= 3", "p1 >= 11/10, p2 >= 0", "-p1 >= 1/2"),
        *("p1 + p2 >= 2", "p1 >= 2/3, p2 >= 2/3", "p(x) >= 2", "p1 in [2, 3]", "p1 == 3"),
    ],
)
def test_a_set_without_priors_is_refused(text: str) -> None:
    """What holds of no prior at all must not be read as if it held of some."""
    with pytest.raises(InvalidInput, match=r"no prior|no probability"):
        _corners(text)


def _corners(text: str) -> object:
    found = prior_set_of(text)
    assert isinstance(found, PriorSet)
    return found.at(2).vertices()
