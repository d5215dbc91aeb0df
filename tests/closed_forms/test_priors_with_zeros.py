"""A form that is printed for a prior is the quantity at that prior, letters without mass included.

Every family on a concrete alphabet, every quantity that has a prior, random priors of which some
masses are zero: the form at the prior, at random parameters, is what the exact evaluator reads off
the instance.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from pmlsym.closed_forms import derive
from pmlsym.closed_forms.at_values import family_report, form_at_prior, free_priors, values_at
from pmlsym.closed_forms.checks.domain_points import exact_points
from pmlsym.closed_forms.closed_form import ClosedForm
from pmlsym.closed_forms.forms.expression_value import number_of
from pmlsym.closed_forms.forms.frame import content_of
from pmlsym.closed_forms.line.continuous import integrates
from pmlsym.closed_forms.quantities import QUANTITIES, measures_of, quantity_named
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.mechanism_families.listed import FAMILIES, family_named
from pmlsym.mechanism_families.mechanism import Mechanism
from pmlsym.mechanism_families.randomized_response import randomized_response
from pmlsym.numbers.number import Ball, Number, log_of, number
from tests.examples import some_of

# Whose prior is their own, or of whom the channel depends on the prior.
OTHERS = {"one-zero", "prior-matched", "disclosing", "uniformiser", "threshold-count"}
OTHERS |= {"laplace-count", "laplace-interval", "gaussian-interval", "gaussian-normal"}
MAIN = ("pml_at", "pml", "lip", "expected_pml", "tail")
ALL = tuple(quantity.name for quantity in QUANTITIES)


def _compared(mechanism: Mechanism, quantity: str, rng: Random, priors: int) -> int:
    """How many numbers were compared, at random priors with zeros and random parameters."""
    named = quantity_named(quantity)
    try:
        measures = measures_of(mechanism, named)
        if integrates(mechanism, quantity):
            return 0
        closed = derive(mechanism, quantity, checks=0)
    except Unsupported:
        return 0
    if not closed.frame.priors:
        return 0
    count = 0
    for masses in islice(_priors(len(_letters(closed)), rng), priors):
        form = form_at_prior(mechanism, closed, masses)
        for values in _points(mechanism, [*measures.values()], rng):
            numbers = values_at(mechanism, closed, values, masses)
            assert numbers is not None
            given = {k: v for k, v in values.items() if k in form.parameters}
            shown = form.put(given)
            for part, wanted in zip(shown.parts, numbers, strict=True):
                found = number_of(part.expr)
                assert _agree(found, wanted), (quantity, masses, values, part.expr, wanted)
                count += 1
    return count


def _letters(closed: ClosedForm) -> range:
    (letters,) = closed.frame.priors.values()
    assert letters is not None
    return range(letters)


def _priors(letters: int, rng: Random) -> Iterator[tuple[Fraction, ...]]:
    while True:
        parts = [rng.choice((0, 0, 1, 2, 5)) for _ in range(letters)]
        if any(parts) and not all(parts):
            yield tuple(Fraction(part, sum(parts)) for part in parts)


def _points(mechanism: Mechanism, measures: list, rng: Random) -> Iterator[dict[str, Number]]:
    content = content_of(list({d.tensor: d for m in measures for d in m.data}.values()))
    priors = dict.fromkeys(free_priors(measures[0], content))
    points = exact_points(content, priors, mechanism.input.name, rng)
    for point in islice((p for p in points if p.is_inner), 2):
        yield {
            p.name: log_of(point.scalars[t]) / p.scale
            if p.is_exponent
            else number(point.scalars[t])
            for t, p in content.parameters.items()
        }


def _agree(found: Number, wanted: Number) -> bool:
    if isinstance(found, Ball) or isinstance(wanted, Ball):
        return abs(float(found) - float(wanted)) < 1e-12
    return found == wanted


@pytest.mark.seconds
@pytest.mark.parametrize("name", some_of(sorted({f.name for f in FAMILIES} - OTHERS)))
def test_the_form_at_a_prior_is_the_quantity_there(name: str) -> None:
    mechanism, rng = family_named(name).concrete(), Random(5)
    if name == "gaussian":
        mechanism = family_named(name).mechanism(n=3)
    assert sum(_compared(mechanism, quantity, rng, 1) for quantity in MAIN) >= 2


@pytest.mark.slow
@pytest.mark.processor_seconds(1200)
@pytest.mark.parametrize("name", sorted({f.name for f in FAMILIES} - OTHERS))
def test_every_quantity_at_twelve_priors(name: str) -> None:
    mechanism, rng = family_named(name).concrete(), Random(6)
    assert sum(_compared(mechanism, quantity, rng, 12) for quantity in ALL) >= 100


def test_the_form_and_its_value_are_one() -> None:
    report = family_report(
        "truncated-geometric(n=4)",
        "pml",
        settings={"eps": "log(2)"},
        prior=["1/3", "0", "0", "0", "2/3"],
    )
    data = report.to_json()
    assert data["value"] == {"log": "8/3"} and data["expr"] == "4*eps - log(exp(4*eps)/3 + 2/3)"
    assert "p(x) > 0" not in report.text() and "the prior (1/3, 0, 0, 0, 2/3)" in report.text()


@pytest.mark.parametrize("name", ["z-channel", "randomized-response", "subset-selection(k=3)"])
def test_a_prior_is_put_in_without_values_of_the_parameters(name: str) -> None:
    letters = 2 if name == "z-channel" else 3
    masses = [str(Fraction(2 * (k + 1), letters * (letters + 1))) for k in range(letters)]
    for quantity in ("pml", "mi", "expected_pml"):
        data = family_report(name, quantity, prior=masses).to_json()
        assert not {"p1", "p2", "p_min"} & set(data["expr"].replace("(", " ").split())
        assert f"the prior ({', '.join(masses)})" in data["assumptions"]
    shown = family_report(name, "maxleak", prior=masses)
    assert "for all letters, whatever the prior" in shown.text()


def test_a_form_for_full_support_is_not_evaluated_elsewhere() -> None:
    for mechanism in (randomized_response(3), randomized_response()):
        closed = derive(mechanism, "pml")
        with pytest.raises(InvalidInput):
            closed.at(prior=["1/2", "1/2", 0])
