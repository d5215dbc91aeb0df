"""Every closed form of every family, against the exact evaluator at random points of its domain.

`checked` is the number of points at which each part of a closed form was compared: a point counts
for a part where the evaluator and the expression have a value, at one of its outcomes or more.
There the two numbers are equal exactly. Every second point is on the boundary of the parameters'
domain; where the expression has no value there, the point does not count. Priors have full support,
as the forms assume; some are uniform, some have a tiny mass. In sums, which do not speak of the
support, some have zeros.
"""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest
import sympy

from pmlsym.closed_forms import derive
from pmlsym.closed_forms.checks.agreement import Agreement, UncheckedPart
from pmlsym.closed_forms.checks.domain_points import ExactPoint, exact_points
from pmlsym.closed_forms.forms.form import Form, LogForm, Rational, StepForm, WeightedSum
from pmlsym.closed_forms.forms.frame import content_of
from pmlsym.closed_forms.line.continuous import integrates
from pmlsym.closed_forms.quantities import QUANTITIES, measures_of, quantity_named
from pmlsym.errors import Disagreement, Unsupported
from pmlsym.mechanism_families.listed import FAMILIES, family_named
from pmlsym.mechanism_families.mechanism import Mechanism, with_uniform_prior
from tests.closed_forms.symbolic_families import ANY_ALPHABET, COUNTS_AND_WORDS
from tests.examples import some_of

MAIN = ("pml_at", "pml", "density_min", "maxleak", "capacity")
NAMES = [family.name for family in FAMILIES]
WITHOUT_FORM = {"subsampled-response": ("pml", "density_min")}
"""What has no form at every size: it needs the smallest mass of the letters beside a given one."""


def _mechanisms(name: str) -> list[Mechanism]:
    family = family_named(name)
    return [family.mechanism(), *([family.concrete()] if family.symbolic else [])]


def _is_offered(mechanism: Mechanism, quantity: str) -> bool:
    if integrates(mechanism, quantity):
        return False
    try:
        measures_of(mechanism, quantity_named(quantity))
    except Unsupported:
        return False
    return True


@pytest.mark.seconds
@pytest.mark.parametrize("name", some_of(ANY_ALPHABET))
def test_the_main_quantities_agree_at_twelve_points_at_every_size(name: str) -> None:
    mechanism = family_named(name).mechanism()
    for quantity in MAIN:
        if quantity in WITHOUT_FORM.get(name, ()):
            with pytest.raises(Unsupported, match="has no smallest mass"):
                derive(mechanism, quantity, checks=12, seed=11)
        elif _is_offered(mechanism, quantity):
            assert derive(mechanism, quantity, checks=12, seed=11).checked == 12, quantity


@pytest.mark.seconds
@pytest.mark.parametrize("name", COUNTS_AND_WORDS)
def test_what_has_a_form_on_counts_and_words_agrees_at_twelve_points(name: str) -> None:
    plain, met = family_named(name).mechanism(), 0
    for mechanism in (plain, with_uniform_prior(plain)):
        for quantity in (*MAIN, "neighbours", "lip", "mi"):
            try:
                closed = derive(mechanism, quantity, checks=12, seed=11)
            except Unsupported:
                continue
            assert closed.checked == 12, quantity
            met += 1
    assert met >= 4


@pytest.mark.slow
@pytest.mark.processor_seconds(1200)
@pytest.mark.parametrize("name", some_of(NAMES))
def test_every_quantity_agrees_at_two_hundred_points(name: str) -> None:
    """Every part at 200 points of its domain, inside it and on its boundary together."""
    met = 0
    for mechanism in _mechanisms(name):
        for quantity in QUANTITIES:
            if not _is_offered(mechanism, quantity.name):
                continue
            try:
                closed = derive(mechanism, quantity.name, checks=200, seed=12)
            except Unsupported:
                continue
            assert closed.checked == 200, (mechanism.channel, quantity.name)
            met += 1
    assert met >= 6


@pytest.mark.seconds
@pytest.mark.parametrize("name", some_of(NAMES))
def test_every_quantity_is_derived_on_a_concrete_alphabet(name: str) -> None:
    """The main ones agree at twelve points, the others at one."""
    mechanism = family_named(name).concrete()
    for quantity in QUANTITIES:
        if _is_offered(mechanism, quantity.name):
            checks = 12 if quantity.name in MAIN else 1
            closed = derive(mechanism, quantity.name, checks=checks, seed=11)
            assert closed.latex() and closed.checked == checks, quantity.name


def _points(mechanism: Mechanism, count: int, *, zeros: bool = False) -> list[ExactPoint]:
    content = content_of([*mechanism.channel.data, *mechanism.prior.data])
    free = [t for t in mechanism.prior.body.tensors if t.alphabets and t not in content.tables]
    priors = dict.fromkeys(free)
    found = exact_points(content, priors, mechanism.input.name, Random(4), zeros=zeros)
    return list(islice(found, count))


@pytest.mark.parametrize("name", some_of(NAMES))
def test_points_are_on_every_wall_of_the_domain(name: str) -> None:
    for mechanism in _mechanisms(name):
        points = _points(mechanism, 80)
        for parameter in mechanism.parameters:
            ends = [] if parameter.low_open or parameter.choices else [parameter.low]
            ends += [] if parameter.high_open else [parameter.high]
            values = [point.scalars[parameter.tensor] for point in points]
            for end in ends:
                assert end is None or values.count(end) >= 1, (parameter, end)
            assert parameter.is_integer or len(set(values) - set(ends)) >= 15, parameter


def test_points_are_where_declared_facts_are_equalities() -> None:
    matched, asymmetric = (family_named(n) for n in ("prior-matched", "binary-asymmetric"))
    points = _points(matched.concrete(), 60)
    (level,) = (p.tensor for p in matched.concrete().parameters)
    tight = [p for p in points if p.scalars[level] * (1 - min(p.prior)) == 1]
    assert len(tight) >= 8 and not any(p.is_inner for p in tight)
    points = _points(asymmetric.mechanism(), 60)
    assert sum(sum(p.scalars.values()) == 1 for p in points) >= 8
    assert any(p.is_inner for p in points)


def test_priors_of_points_are_uniform_tiny_somewhere_or_zero_where_they_may() -> None:
    mechanism = family_named("randomized-response").concrete()
    for zeros in (False, True):
        priors = [point.prior for point in _points(mechanism, 200, zeros=zeros)]
        assert sum(len(set(prior)) == 1 for prior in priors) >= 10
        assert sum(0 < min(prior) < 1e-5 for prior in priors) >= 10
        assert sum(min(prior) == 0 for prior in priors) >= 10 * zeros
        assert zeros or all(min(prior) > 0 for prior in priors)


@pytest.mark.parametrize("error", ["everywhere", "in print", "where a + b = 1"])
def test_an_error_is_found(error: str) -> None:
    mechanism = family_named("binary-asymmetric").mechanism()
    closed = derive(mechanism, "maxleak", checks=0)
    field = closed.frame.field
    a, b = field.gens
    measure = quantity_named("maxleak").measures(mechanism)[""]
    own = Agreement(closed.frame, closed.presentation, frozenset(), "X", {}, True)

    def checked(form: Form, slip: sympy.Expr | int = 0) -> int:
        shown = closed.presentation.show(LogForm(form)) + slip
        return own.check([UncheckedPart("", "", LogForm(form), measure)], [shown], 40, Random(1))

    right = Rational(2 - a - b)
    assert checked(right) == 40
    off_the_wall = StepForm(Rational(field.one), Rational(a + b))
    terms = ((field.one, right), (field.one, Rational(field.one)), (-field.one, off_the_wall))
    wrong: dict[str, tuple[Form, sympy.Expr | int]] = {
        "everywhere": (Rational(2 - a - b + a * b), 0),
        "in print": (right, sympy.Symbol("a") / 10**60),
        "where a + b = 1": (WeightedSum(terms), 0),
    }
    with pytest.raises(Disagreement):
        checked(*wrong[error])
