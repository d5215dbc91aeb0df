"""Worst cases over sets of priors, against the exact evaluator at random points."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
import sympy

from pmlsym.closed_forms.at_values import family_report
from pmlsym.closed_forms.over_priors.claimed_supremum import (
    LETTER,
    OUTCOME,
    ClaimedSupremum,
    largest_ratio,
    require_supremum,
)
from pmlsym.closed_forms.over_priors.interval_worst_case import IntervalClaim, worst_over_interval
from pmlsym.closed_forms.over_priors.worst_case import worst_at, worst_case
from pmlsym.closed_forms.own_channels.own_channel import family_of
from pmlsym.errors import Disagreement, InvalidInput, Unsupported
from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
from pmlsym.mechanism_families.entries import sizes_of
from pmlsym.mechanism_families.gaussian import gaussian
from pmlsym.mechanism_families.laplace_count import laplace_count
from pmlsym.mechanism_families.listed import FAMILIES, family_named
from pmlsym.mechanism_families.one_zero import one_zero
from pmlsym.mechanism_families.randomized_response import randomized_response
from pmlsym.mechanism_families.threshold_count import threshold_count
from pmlsym.numbers.number import INFINITY, Number, number
from pmlsym.prior_sets.prior_set import PriorSet, bounded, least_mass, polytope, simplex
from pmlsym.prior_sets.prior_set_text import prior_set_of
from tests.definitions import exp_pml
from tests.examples import some_of

EVERY_SIZE = ("simplex", "p_min >= mass", "p_min >= 1/12")
SETS = {
    1: EVERY_SIZE,
    2: (*EVERY_SIZE, "p1 in [0, 1/2]", "hull (1, 0), (1/3, 2/3)", "tv(1/3, 2/3) <= 1/6"),
    3: (
        *EVERY_SIZE,
        "p1 in [0, 1/2], p2 in [1/4, 1]",
        "hull (1, 0, 0), (1/3, 1/3, 1/3), (0, 1/2, 1/2)",
        "tv(1/3, 1/3, 1/3) <= 1/6",
        "counts 10, 20, 0",
    ),
    4: (*EVERY_SIZE, "p1 in [0, 1/2]", "tv(1/4, 1/4, 1/4, 1/4) <= 1/4"),
}
POINTS = 200


@pytest.mark.slow
@pytest.mark.processor_seconds(900)
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_every_family_over_every_set_agrees_at_two_hundred_points(family) -> None:  # type: ignore[no-untyped-def]
    met, subjects = 0, [family.concrete(), *([family.mechanism()] if family.symbolic else [])]
    for mechanism in subjects:
        sizes = sizes_of(mechanism.channel)
        for text in SETS[sizes[mechanism.input.name]] if sizes else EVERY_SIZE:
            try:
                found = worst_case(mechanism, prior_set_of(text), checks=POINTS, seed=3)
            except Unsupported:
                continue
            assert found.closed.checked >= POINTS / 2, (mechanism.channel, text)
            met += 1
    assert met >= 3 or family.name in ("prior-matched", "disclosing")


@pytest.mark.parametrize("text", [*SETS[2], *SETS[3][3:]])
def test_each_kind_of_set_is_checked(text: str) -> None:
    mechanism = binary_symmetric() if text in SETS[2] else randomized_response(3)
    assert worst_case(mechanism, prior_set_of(text), checks=12).closed.checked == 12


def test_a_bound_on_one_mass_of_many_has_few_vertices() -> None:
    half = prior_set_of("p1 in [1/4, 1/2]")
    assert isinstance(half, PriorSet) and len(half.corners(20)) == 2 * 19


@pytest.mark.parametrize("quantity", ["entry_pml", "entry_lip", "entry_capacity", "pml"])
def test_product_distributions_are_checked(quantity: str) -> None:
    found = worst_over_interval(threshold_count(2, 1), quantity, "p", "c", "1-c", checks=8)
    assert found.closed.checked == 8


def test_a_wrong_closed_form_is_a_disagreement() -> None:
    channel = binary_symmetric()
    right = worst_case(channel, simplex())
    tenth = least_mass(Fraction(1, 10))
    with pytest.raises(Disagreement, match="the supremum is"):
        ClaimedSupremum(channel, tenth, right.closed, True).check(3, 1)
    with pytest.raises(Disagreement, match="whether a prior attains"):
        ClaimedSupremum(channel, simplex(), right.closed, True).check(3, 1)
    found = worst_over_interval(laplace_count(1), "entry_pml", "p", "c", "1-c")
    (part,) = found.closed.parts
    for change in (1, -sympy.Rational(1, 1000)):
        moved = replace(found.closed, parts=(replace(part, expr=part.expr + change),))
        entry = laplace_count(1).entry
        assert entry is not None
        share = next(p for p in entry.parameters if p.name == "p")
        ends = (Fraction(1, 4), Fraction(3, 4))
        moved = moved.put({"c": "1/4"})
        with pytest.raises(Disagreement):
            IntervalClaim(entry, "pml", share, ends, moved, False).check(3, 1)


@pytest.mark.parametrize(
    ("claimed", "numbers", "options"),
    [
        (INFINITY, [number(-50)], {}),
        (INFINITY, [number(13)], {}),
        (-INFINITY, [number(-50), number(0)], {"largest": True}),
        (number(1), [number(Fraction(99, 100))], {}),
        (number(1), [number(1)], {"attained": False}),
        (number(1), [number(1 - Fraction(1, 2**30))], {"attained": True}),
        (number(1), [number(1), number(2)], {}),
        (number(1), [number(1), number(Fraction(1, 2))], {"largest": False}),
    ],
)
def test_numbers_that_do_not_have_the_supremum(
    claimed: Number, numbers: list[Number], options: dict[str, bool]
) -> None:
    with pytest.raises(Disagreement):
        require_supremum("a number", claimed, numbers, "here", **options)


def test_numbers_that_have_the_supremum_or_come_near() -> None:
    close = number(1 - Fraction(1, 2**30))
    require_supremum("a number", INFINITY, [number(0), number(15)], "here")
    require_supremum("a number", -INFINITY, [number(0), number(-15)], "here", largest=False)
    require_supremum("a number", number(1), [number(0), close], "here", attained=False)
    require_supremum("a number", number(0), [number(0)], "here", attained=False)


def _with_vertices_of(shape: PriorSet, source: PriorSet) -> PriorSet:
    return replace(shape, vertices=source.vertices)


@pytest.mark.parametrize(
    ("shape", "vertices", "words"),
    [
        ("p1 in [1/4, 1/2]", "simplex", "the supremum is"),
        ("simplex", "p1 in [1/4, 1/2]", "the supremum is"),
        ("tv(1/2, 1/2) <= 1/4", "hull (1/2, 1/2)", "the supremum is"),
        ("p1 in [1/4, 1/4]", "hull (1/4, 3/4), (1/2, 1/2)", "no prior of the set"),
    ],
)
def test_wrong_vertices_are_a_disagreement(shape: str, vertices: str, words: str) -> None:
    wrong = _with_vertices_of(prior_set_of(shape), prior_set_of(vertices))  # type: ignore[arg-type]
    with pytest.raises(Disagreement, match=words):
        worst_case(binary_symmetric(), wrong, checks=8)


@pytest.mark.parametrize("text", SETS[3])
def test_drawn_priors_are_of_the_set_and_vertices_too(text: str) -> None:
    found, rng = prior_set_of(text), Random(2)
    assert isinstance(found, PriorSet)
    plain = found.put({"mass": Fraction(1, 5)})
    drawn = [plain.draw(3, rng) for _ in range(50)]
    assert all(sum(p) == 1 and min(p) >= 0 for p in drawn)
    assert len(set(drawn)) > 10 and all(plain.contains(v) for v in plain.corners(3))
    assert text.startswith("hull") or all(map(plain.contains, drawn))


def test_the_supremum_at_an_outcome_without_mass() -> None:
    """W(2|1) = 0: only letter 2 can be seen there, and its mass can be as small as one likes."""
    rows = ((Fraction(1), Fraction(0)), (Fraction(1, 2), Fraction(1, 2)))
    found = largest_ratio(rows, simplex().at(2))
    assert (found.level, found.attained, dict(found.at)) == (None, False, {LETTER: 1, OUTCOME: 1})
    assert largest_ratio(rows, polytope([[1, 0]]).at(2)).level == 1


@pytest.mark.parametrize(
    ("settings", "over", "value", "attained"),
    [
        ({"a": "1/2"}, "p1 in [0, 1/2]", "0", "attained"),
        ({"a": "0"}, "simplex", "inf", "not attained"),
        ({"a": "1/4", "c": "1/2"}, "p_min >= c", "log(3/2)", "attained"),
        ({"a": "1/4"}, "tv(1/2, 1/2) <= 0", "log(3/2)", "attained"),
        ({"a": "1/4"}, "tv(1/3, 2/3) <= 1", "log(3)", "not attained"),
        ({"a": "1/4"}, "hull (1, 0)", "0", "attained"),
    ],
)
def test_values_on_the_boundary(
    settings: dict[str, str], over: str, value: str, attained: str
) -> None:
    report = family_report("binary-symmetric", settings=settings, over=over).quantities[0]
    assert report.values is not None and str(report.values[0]) == value
    assert report.note == attained and report.to_json()["checked_points"] == 3


def test_a_channel_that_comes_with_a_prior_is_taken_over_the_set() -> None:
    """One-zero has the uniform prior; over all priors with p_min >= c its prior plays no part."""
    with pytest.raises(Unsupported, match="give the sizes"):
        worst_case(one_zero(), least_mass("c"))
    assert str(worst_case(one_zero(4), least_mass("c")).closed) == "-log(3*c)"


def test_an_inner_gaussian_mean_of_the_least_mass_is_not_passed_over() -> None:
    outer = bounded([Fraction(2, 5), 0, Fraction(2, 5)], [1, 1, 1])
    with pytest.raises(Unsupported, match="inner mean"):
        worst_case(gaussian(3), outer)
    with pytest.raises(Unsupported, match="inner mean"):
        worst_case(gaussian(3), polytope([[0, 1, 0]]))
    assert str(worst_case(gaussian(3), least_mass("c")).closed) == "-log(c)"


@pytest.mark.parametrize(
    ("family", "quantity", "over", "words"),
    [
        ("adaptive-composition", None, "p_min >= c", "is a parameter"),
        ("binary-symmetric", None, "p_min >= p1", "is a prior mass"),
        ("binary-symmetric", None, "p1 in [0, 1/2], p1 in [1/4, 1]", "two bounds"),
        ("binary-symmetric", None, "hull (1, 0), (1, 0, 0)", "letters in one set"),
        ("randomized-response", None, "p_min >= 3/4", "no prior of 2 letters or more"),
        ("disclosing", None, "simplex", "depends on the prior"),
        ("threshold-count", "entry_pml", "p in (1/2, 1/2)", "empty"),
        ("threshold-count", "entry_pml", "p in (1/2, 3/2)", "outside the domain"),
        ("threshold-count", "entry_pml", "p in (p, 1-p)", "rename the end"),
        ("threshold-count", "entry_tv", "p in (c, 1-c)", "not proved monotone"),
        ("laplace-count", "entry_pml", "eps in (0, 1)", "exponent"),
    ],
)
def test_sets_that_are_refused(family: str, quantity: str | None, over: str, words: str) -> None:
    with pytest.raises((InvalidInput, Unsupported), match=words):
        family_report(family, quantity, over=over)


def test_intervals_at_their_ends() -> None:
    for over, settings, value in (
        ("p in (0, 1)", {}, "inf"),
        ("p in (c, 1-c)", {"c": "0"}, "inf"),
        ("p in (c, 1-c)", {"c": "1/4"}, "log(14/5)"),
    ):
        report = family_report("threshold-count", "entry_pml", settings=settings, over=over)
        (found,) = report.quantities
        assert found.values is not None and str(found.values[0]) == value
        assert found.note == "not attained" and found.closed.checked == 3
    with pytest.raises(InvalidInput, match="empty"):
        family_report("threshold-count", "entry_pml", settings={"c": "1/2"}, over="p in (c, 1-c)")
    report = family_report("laplace-count", "entry_capacity", over="p in (c, 1-c)")
    assert report.quantities[0].note == "attained"
    smallest = family_report("threshold-count", "density_min", over="p in (c, 1-c)")
    assert str(smallest.quantities[0].closed.expr) == "-oo"


def test_a_large_size_keeps_the_room_for_the_least_mass() -> None:
    settings = {"k": "100", "eps": "log(3)"}
    report = family_report(
        "randomized-response", settings={**settings, "c": "1/100"}, over="p_min >= c"
    )
    assert str(report.quantities[0].values) == "(log(50/17),)"
    with pytest.raises(InvalidInput, match="outside the domain"):
        family_report("randomized-response", settings={**settings, "c": "1/50"}, over="p_min >= c")
    assert family_named("randomized-response").symbolic


NULL_AT_THE_EDGE = (
    ("[[1, 0], [1-b, b]]", "0 <= b <= 1/2", ("b > 0",)),
    ("[[1-b, b, 0], [1-2*b, b, b]]", "0 <= b <= 1/2", ("b > 0",)),
    ("[[1-b, b], [1-b**2, b**2]]", "0 <= b <= 1/2", ("b > 0",)),
    ("[[1-b, b], [1-b, b]]", "0 <= b <= 1", ()),  # one of the two outcomes always occurs
    ("[[1-b, b], [b, 1-b]]", "0 <= b <= 1", ()),
    ("[[1, 0], [1-b, b]]", "1/4 <= b <= 1/2", ()),
)


@pytest.mark.seconds
@pytest.mark.parametrize(("rows", "domain", "assumed"), some_of(NULL_AT_THE_EDGE))
def test_an_outcome_that_never_occurs_at_the_edge_of_the_domain(
    rows: str, domain: str, assumed: tuple[str, ...]
) -> None:
    """W(x,y)/P_Y(y) has no value where y is null, though the quotient of the two may have one."""
    mechanism = family_of(rows, [domain]).mechanism()
    for text in ("p(x) >= 1/5", "p(x) >= c"):
        found = worst_case(mechanism, prior_set_of(text), checks=40, seed=2)
        assert found.closed.checked == 40
        assert found.closed.assumptions == assumed
    if assumed:  # at b = 0 only one outcome is left, or two that say the same
        nothing = worst_at(mechanism, prior_set_of("p(x) >= 1/5"), {"b": number(0)})
        assert nothing is not None and nothing.level == 1 and nothing.attained


WRITTEN = {
    "[[1-a, a], [a, 1-a]]": lambda a: [[1 - a, a], [a, 1 - a]],
    "[[1-a, a], [1/3, 2/3]]": lambda a: [[1 - a, a], [Fraction(1, 3), Fraction(2, 3)]],
    "[[1, 0], [a, 1-a]]": lambda a: [[Fraction(1), Fraction(0)], [a, 1 - a]],
}


@pytest.mark.parametrize("text", ["p(x) >= 1/5", "p1 in [0, 1/2]", "simplex", "p(x) >= c"])
@pytest.mark.parametrize("rows", WRITTEN)
def test_worst_priors_have_or_approach_the_supremum(rows: str, text: str) -> None:
    """Where it is attained, one of the named priors leaks just the supremum, by definition."""
    mechanism, rng = family_of(rows, ["0 < a < 1/2"]).mechanism(), Random(11)
    found = worst_case(mechanism, prior_set_of(text), checks=6)
    assert found.priors
    for _ in range(6):
        a, c = Fraction(rng.randint(1, 49), 100), Fraction(rng.randint(1, 50), 100)
        values = {"a": number(a)} | ({"c": number(c)} if "c" in text else {})
        exact = worst_at(mechanism, prior_set_of(text), values)
        assert exact is not None
        matrix = WRITTEN[rows](a)
        if exact.attained:
            assert exp_pml(exact.prior, matrix) == exact.level
        if found.attained:
            point = {"a": sympy.Rational(str(a)), "c": sympy.Rational(str(c))}
            named = [
                [Fraction(str(sympy.sympify(mass).subs(point))) for mass in prior]
                for prior in found.priors
            ]
            assert exact.level in [exp_pml(prior, matrix) for prior in named]
