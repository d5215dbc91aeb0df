"""Closed forms on counts 0 .. n with n open, against definitions by hand at several n."""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log
from random import Random

import numpy as np
import pytest
import sympy

import pmlsym as ps
from pmlsym.closed_forms import derive
from pmlsym.errors import Unsupported
from pmlsym.mechanism_families.exponential import exponential_of_distance
from pmlsym.mechanism_families.geometric import geometric, truncated_geometric
from pmlsym.mechanism_families.mechanism import Mechanism, with_uniform_prior

N, EPS = sympy.symbols("n eps")
Rows = np.ndarray


def geometric_rows(n: int, eps: float) -> Rows:
    """The geometric mechanism cut at 0 and n: tails are summed where the noise is beyond them."""
    z = exp(-eps)
    noise = {d: (1 - z) / (1 + z) * z ** abs(d) for d in range(-600, 601)}
    rows = np.zeros((n + 1, n + 1))
    for x in range(n + 1):
        for d, mass in noise.items():
            rows[x, min(n, max(0, x + d))] += mass
    return rows


def distance_rows(n: int, eps: float) -> Rows:
    """The exponential mechanism with minus the distance as its score, of sensitivity one."""
    weights = np.array([[exp(-eps / 2 * abs(x - y)) for y in range(n + 1)] for x in range(n + 1)])
    return weights / weights.sum(axis=1, keepdims=True)


def by_definition(rows: Rows) -> dict[str, float]:
    """The quantities of a channel under the uniform prior, from its rows."""
    density = rows / rows.mean(axis=0)
    pairs = [log((rows[x] / rows[y]).max()) for x in range(len(rows)) for y in range(len(rows))]
    near = [
        log((rows[x] / rows[y]).max())
        for x in range(len(rows))
        for y in (x - 1, x + 1)
        if 0 <= y < len(rows)
    ]
    return {
        "capacity": max(pairs),
        "ldi": max(pairs),
        "neighbours": max(near),
        "maxleak": log(rows.max(axis=0).sum()),
        "pml": log(density.max()),
        "density_min": log(density.min()),
        "lip": max(log(density.max()), -log(density.min())),
    }


@pytest.mark.seconds
@pytest.mark.parametrize(
    ("make", "rows_of", "known"),
    [
        (geometric, geometric_rows, ("maxleak", "pml", "density_min", "lip")),
        (truncated_geometric, geometric_rows, ("maxleak", "pml", "density_min", "lip")),
        (exponential_of_distance, distance_rows, ()),
    ],
)
def test_every_form_is_the_number_of_the_definition_at_every_n(
    make: Callable[[], Mechanism], rows_of: Callable[[int, float], Rows], known: tuple[str, ...]
) -> None:
    mechanism, rng = with_uniform_prior(make()), Random(4)
    forms = {q: derive(mechanism, q).expr for q in ("capacity", "neighbours", "ldi", *known)}
    for n in (1, 2, 3, 4, 7, 12):
        eps = rng.choice((0.05, 0.4, 1.3, 3.0))
        wanted = by_definition(rows_of(n, eps))
        for quantity, form in forms.items():
            assert float(form.subs({N: n, EPS: eps})) == pytest.approx(wanted[quantity], abs=1e-9)


@pytest.mark.seconds
def test_the_printed_facts_of_the_geometric_mechanism() -> None:
    """[Ghosh, Roughgarden, Sundararajan]: eps for neighbours, so n eps for a group of n."""
    assert derive(truncated_geometric(), "neighbours").expr == EPS
    assert derive(truncated_geometric(), "capacity").expr == N * EPS
    leak = derive(geometric(), "maxleak").expr
    odds = (sympy.exp(EPS) - 1) / (sympy.exp(EPS) + 1)
    assert sympy.simplify(sympy.exp(leak) - 1 - N * odds) == 0


@pytest.mark.seconds
def test_the_exponential_mechanism_is_private_for_neighbours_and_not_exactly_eps() -> None:
    """[McSherry, Talwar 2007]: at most eps for scores of sensitivity one; here it is less."""
    form = derive(exponential_of_distance(), "neighbours").expr
    for n in (1, 2, 5, 40):
        assert 0.5 <= float(form.subs({N: n, EPS: 1})) + 1e-12 < 1


@pytest.mark.seconds
def test_what_has_no_form_at_every_n_says_why_and_has_one_at_a_given_n() -> None:
    with pytest.raises(Unsupported, match="give n, or the uniform prior"):
        derive(geometric(), "pml")
    with pytest.raises(Unsupported, match="give n"):
        derive(with_uniform_prior(geometric()), "mi")
    with pytest.raises(Unsupported, match="give n"):
        derive(exponential_of_distance(), "maxleak")
    assert ps.derive("geometric", "pml", set={"n": "3"}).forms["pml"].checked
    assert ps.derive("geometric", "pml", prior=["1/4"] * 4).quantities[0].closed.checked


@pytest.mark.seconds
def test_the_worst_prior_of_all_has_a_form_at_every_n() -> None:
    assert ps.derive("geometric", "pml", over="simplex").quantities[0].closed.expr == N * EPS


@pytest.mark.seconds
def test_how_it_was_shown_is_said() -> None:
    text = ps.derive("geometric").text()
    assert "proved at every" in text and "Left out" in text


def test_letters_in_no_order_have_no_neighbours() -> None:
    with pytest.raises(Unsupported, match="in no order"):
        ps.derive("randomized-response", "neighbours")
    assert ps.derive("z-channel", "neighbours").forms["neighbours"].expr == sympy.oo


@pytest.mark.seconds
def test_counts_in_expressions() -> None:
    """Uses beside each other add up; what shares no base or no size is refused, not mixed up."""
    twice = ps.derive("geometric & truncated-geometric", "capacity").forms["capacity"].expr
    assert sympy.simplify(twice - 2 * N * EPS) == 0
    through = ps.derive("geometric >> randomized-response(eps=eta)", "capacity").forms["capacity"]
    rows = geometric_rows(3, 0.7)
    response = (np.ones((4, 4)) + (exp(1.2) - 1) * np.eye(4)) / (3 + exp(1.2))
    wanted = by_definition(rows @ response)["capacity"]
    found = through.expr.subs({N: 3, EPS: 0.7, sympy.Symbol("eta"): 1.2})
    assert float(found) == pytest.approx(wanted)
    leak = ps.derive("geometric & geometric", "maxleak").forms["maxleak"].expr
    both = [
        (geometric_rows(4, 0.7)[:, a] * geometric_rows(4, 0.7)[:, b]).max()
        for a in range(5)
        for b in range(5)
    ]
    assert float(leak.subs({N: 4, EPS: 0.7})) == pytest.approx(log(sum(both)))
    named = ps.derive("geometric(n=b, eps=eta)", "capacity").forms["capacity"].expr
    assert named == sympy.Symbol("b") * sympy.Symbol("eta")
    for text, words in (
        ("geometric & geometric(eps=eta)", "no common base"),
        ("geometric & exponential-of-distance(eps=eta)", "no common base"),
        ("randomized-response >> geometric", "given sizes"),
        ("geometric(n=b) & geometric", "given sizes"),
        ("geometric >> geometric", "give n"),
        ("geometric & disclosing", "which count"),
        ("geometric >> subsampled-response", "which count"),
        ("bitwise-response & bitwise-response", "give the length"),
    ):
        with pytest.raises(Unsupported, match=words):
            ps.derive(text, "capacity")


def test_a_value_in_an_encoding_of_any_size() -> None:
    form = ps.derive("symmetric-unary-encoding(eps=2*log(3))", "maxleak").forms["maxleak"].expr
    assert float(form.subs(sympy.Symbol("k"), 3)) == pytest.approx(log(15 / 8))
