"""Every family: listed once, stochastic on its domain, and clear about bad input."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import islice, product
from random import Random

import pytest

from pmlsym.calculus.polynomial import Polynomial, sum_over
from pmlsym.calculus.tensor import Index
from pmlsym.closed_forms.at_values import family_report
from pmlsym.closed_forms.checks.domain_points import exact_points
from pmlsym.closed_forms.derived import Derived
from pmlsym.closed_forms.forms.frame import content_of
from pmlsym.errors import InvalidInput, UnknownName
from pmlsym.evaluators.exact import read_exact
from pmlsym.language.display import WIDTH
from pmlsym.mechanism_families.listed import FAMILIES, family_named
from pmlsym.mechanism_families.mechanism import Family
from pmlsym.model.instance import Instance
from pmlsym.pages.families_list import families_json, families_text
from tests.closed_forms.symbolic_families import COUNTS_AND_WORDS
from tests.examples import some_of

NAMES = [family.name for family in FAMILIES]


def test_there_are_at_least_twenty_two_families_with_names_of_their_own() -> None:
    assert len(set(NAMES)) == len(NAMES) >= 22
    assert all(family.source and family.title for family in FAMILIES)
    assert {row["name"] for row in families_json(FAMILIES)} == set(NAMES)
    shown = families_text(FAMILIES)
    assert len(re.findall("^[a-z]", shown, re.MULTILINE)) == len(NAMES)
    assert "    a is the flip probability" in shown and max(map(len, shown.splitlines())) <= WIDTH
    for family in FAMILIES:
        for parameter in family.mechanism().parameters:
            said = f"{parameter.name} is the {parameter.meaning}"
            assert said in " ".join(families_text([family]).split())


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_distributions_on_the_domain(name: str) -> None:
    family = family_named(name)
    met = 0
    for mechanism in (family.mechanism(), family.concrete()):
        channel = mechanism.channel
        content = content_of([*channel.data, *mechanism.prior.data])
        priors = {t: None for t in mechanism.prior.body.tensors if t.alphabets}
        priors = {t: None for t in priors if t not in content.tables}
        points = exact_points(content, priors, mechanism.input.name, Random(2))
        for point in islice(points, 12):
            assert min(_entries(channel.body, channel.letters, point.instance)) >= 0
            if not mechanism.is_density:
                inputs, outputs = channel.letters[:1], channel.letters[1:]
                total = sum_over(channel.body, *outputs)
                assert set(_entries(total, inputs, point.instance)) == {Fraction(1)}
            met += 1
    assert met >= 12


def _entries(polynomial: Polynomial, own: tuple[Index, ...], instance: Instance) -> list[Fraction]:
    """The entries over the channel's own letters, a distinguished letter being the first."""
    array = read_exact(polynomial, instance)
    ranges = [
        range(n) if i in own else range(1) for i, n in zip(array.indices, array.shape, strict=True)
    ]
    return [array[at] for at in product(*ranges)]


@pytest.mark.parametrize("name", some_of(NAMES))
def test_the_report_of_every_family_reads_as_text_and_json(name: str) -> None:
    without = ("gaussian", "subsampled-response", *COUNTS_AND_WORDS)
    quantity = "pml" if name not in without else "capacity"
    report = family_report(name, quantity)
    data = report.to_json()
    assert data["family"] == name and data["quantity"] == quantity
    assert data["expr"] and data["latex"] and isinstance(data["assumptions"], list)
    assert report.text().splitlines()[0].startswith(report.family.title)


def test_values_come_in_the_number_format() -> None:
    data = family_report(
        "randomized-response", "pml_at", settings={"eps": "log(3)"}, prior=["1/10", "0", "9/10"]
    ).to_json()
    assert data["value"] == [{"log": "5/2"}, {"log": "1"}, {"log": "15/14"}]
    assert data["value_float"][1] == 0.0


@pytest.mark.parametrize(
    ("settings", "prior", "message"),
    [
        ({"eps": "-1"}, None, "outside its domain"),
        ({"k": "x"}, None, "write an integer"),
        ({"q": "1/2"}, None, "no parameter"),
        ({"eps": "log(0)"}, None, "not a real number"),
        ({"eps": "log(2)"}, ["1/2", "1/3"], "sums to 5/6"),
        ({"eps": "log(2)"}, ["3/2", "-1/2"], "below zero"),
        ({"eps": "log(2)"}, ["a", "b"], "mass 1 of the prior"),
        ({"eps": "log(2)", "k": "3"}, ["1/2", "1/2"], "2 masses"),
    ],
)
def test_bad_settings_are_one_clear_error(
    settings: dict[str, str], prior: list[str] | None, message: str
) -> None:
    with pytest.raises(InvalidInput, match=message):
        family_report("randomized-response", "pml", settings=settings, prior=prior)


def test_a_domain_that_depends_on_the_prior_is_kept_for_irrational_values() -> None:
    """exp(eps) <= 1/(1 - p(x)): eps = 1 needs p_min >= 1 - 1/e."""
    with pytest.raises(InvalidInput, match="outside the domain"):
        family_report("prior-matched", "pml", settings={"eps": "1"}, prior=["1/2", "1/2"])
    data = family_report("prior-matched", "pml", settings={"eps": "1/2"}, prior=["1/2", "1/2"])
    assert data.to_json()["value_float"] == pytest.approx(0.5)


def test_a_huge_alphabet_is_put_into_the_closed_form_of_every_size() -> None:
    given = {"k": "1000000", "eps": "log(3)"}
    data = family_report("randomized-response", "maxleak", settings=given).to_json()
    assert data["value"] == {"log": "500000/166667"}
    given = {"k": "1000000", "eps": "1"}
    data = family_report("randomized-response", "maxleak", settings=given).to_json()
    assert data["value_float"] == pytest.approx(1.0, abs=1e-5)
    with pytest.raises(InvalidInput, match="letter by letter"):
        family_report("staircase", "maxleak", settings={"n": "1000"})
    data = family_report("geometric", "maxleak", settings={"n": "1000", "eps": "log(3)"}).to_json()
    assert data["value"] == {"log": "501"}


def test_an_unknown_family_has_its_nearest_name() -> None:
    with pytest.raises(UnknownName, match="did you mean randomized-response"):
        family_named("randomised-responce")


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_the_first_line_names_every_parameter_and_every_size(family: Family) -> None:
    mechanism = family.mechanism()
    text = Derived(family, mechanism, ()).text()
    first = text.splitlines()[0]
    assert "at 0 random points" not in text
    words = set(re.findall(r"\w+", first.partition(":")[2]))
    assert {p.name for p in mechanism.parameters} | set(family.sizes) <= words, first


def test_counts_are_not_confused_with_masses() -> None:
    for name in ("geometric", "truncated-geometric"):
        text = family_report(name, "pml_at", settings={"n": "2"}).text()
        assert "p1, .., p3 are the masses of the counts 0, .., 2" in text
