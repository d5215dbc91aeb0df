"""Two rows of noise, and secrets with a density: every form beside numerical integrals."""

from __future__ import annotations

from math import exp, log
from random import Random

import pytest
import sympy

import pmlsym as ps
from pmlsym.closed_forms.derivation import derive
from pmlsym.closed_forms.line.continuous import measure_of_rows
from pmlsym.closed_forms.quantities import quantity_named
from pmlsym.errors import Unsupported
from pmlsym.mechanism_families.listed import family_named
from tests.closed_forms.noise_by_definition import compare_with_integrals

OF_ROWS = (
    "dobrushin",
    "ldpdelta(W, tau)",
    "ldpdelta(W, log(2))",
    "ldp(W, delta)",
    "rdp(W, 1)",
    "rdp(W, 1/2)",
    "rdp(W, 2)",
    "rdp(W, 7/2)",
    "rdp(W, inf)",
    "rdp(W, alpha)",
    "zcdp",
    "neighbours_delta",
)
OF_SECRETS = (
    "pml_at",
    "pml",
    "density_min",
    "alip",
    "lip",
    "maxleak",
    "capacity",
    "distribution",
    "tail",
    "mi",
    "expected_pml",
)
ON_A_LINE = ("laplace", "gaussian", "laplace-count")
SPREAD = ("laplace-interval", "gaussian-interval", "gaussian-normal")


@pytest.mark.seconds
@pytest.mark.parametrize("name", [*ON_A_LINE, *SPREAD])
def test_measures_of_two_rows_are_those_of_their_definition(name: str) -> None:
    mechanism, met = family_named(name).mechanism(), 0
    assert mechanism.densities is not None
    for quantity in OF_ROWS:
        try:
            form = derive(mechanism, quantity)
        except Unsupported:
            continue
        measure = measure_of_rows(mechanism, quantity_named(quantity).name)
        assert measure is not None
        compare_with_integrals(mechanism.densities, measure, form, 3, Random(5))
        met += 1
    assert met >= 9


@pytest.mark.seconds
@pytest.mark.parametrize("name", SPREAD)
def test_secrets_with_a_density_are_what_their_definitions_say(name: str) -> None:
    mechanism, met = family_named(name).mechanism(), 0
    assert mechanism.densities is not None
    for quantity in OF_SECRETS:
        try:
            form = derive(mechanism, quantity)
        except Unsupported:
            continue
        compare_with_integrals(mechanism.densities, None, form, 4, Random(6))
        met += 1
    assert met >= 8


def test_what_is_known_of_an_interval() -> None:
    length = sympy.Symbol("L")
    laplace, gaussian = (family_named(name).mechanism() for name in SPREAD[:2])
    assert derive(laplace, "maxleak").expr == sympy.log(1 + length / 2)
    assert (
        sympy.simplify(
            derive(gaussian, "maxleak").expr - sympy.log(1 + length / sympy.sqrt(2 * sympy.pi))
        )
        == 0
    )
    assert derive(gaussian, "zcdp").expr == length**2 / 2
    assert derive(gaussian, "pml").expr == sympy.oo
    (found,) = ps.derive("laplace-interval", "pml", set={"L": "log(3)"}).quantities
    assert found.values is not None
    assert float(found.values[0]) == pytest.approx(log(log(3) / (1 - 1 / 3)))
    (profile,) = ps.derive(
        "laplace", "ldpdelta(W, c)", set={"n": 2, "d1": "1", "c": "1/2"}
    ).quantities
    assert profile.values is not None
    assert float(profile.values[0]) == pytest.approx(1 - exp(-0.25))


def test_a_spread_secret_stands_alone_and_says_what_it_has() -> None:
    with pytest.raises(Unsupported, match="stands alone"):
        ps.derive("laplace-interval & laplace-interval", "maxleak")
    for quantity in ("chi2", "tv", "V[id]", "neighbours"):
        with pytest.raises(Unsupported, match="no closed form is known of"):
            ps.derive("gaussian-interval", quantity)
    with pytest.raises(Unsupported, match="its inverse"):
        ps.derive("gaussian", "ldp(W, delta)")
