"""Worst cases over sets of priors of what is largest at an extreme prior of the set."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

import pmlsym as ps
from pmlsym.closed_forms.over_priors.claimed_supremum import ClaimedSupremum
from pmlsym.closed_forms.over_priors.extreme_priors import worst_extreme_prior
from pmlsym.closed_forms.quantities import quantity_named
from pmlsym.errors import Disagreement, Unsupported
from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
from pmlsym.prior_sets.prior_set import least_mass
from tests.examples import some_of

CHANNELS = {
    "z-channel": {"a": "1/3"},
    "binary-symmetric": {"a": "1/5"},
    "binary-asymmetric": {"a": "1/4", "b": "1/3"},
}
LARGEST = ("V[id](P, W)", "lip", "ldi", "costleak", "spread", "maxleak", "rdp(W, 2)")
SMALLEST = ("density_min", "hmin_given")


def _rows(name: str) -> list[list[Fraction]]:
    a, b = (Fraction(CHANNELS[name].get(p, "0")) for p in "ab")
    return {
        "z-channel": [[Fraction(1), Fraction(0)], [a, 1 - a]],
        "binary-symmetric": [[1 - a, a], [a, 1 - a]],
        "binary-asymmetric": [[1 - a, a], [b, 1 - b]],
    }[name]


@pytest.mark.parametrize("quantity", [*LARGEST, *SMALLEST])
@pytest.mark.parametrize("name", some_of(CHANNELS))
def test_no_prior_of_the_set_gives_more_and_a_vertex_gives_as_much(
    name: str, quantity: str
) -> None:
    (worst,) = ps.derive(name, quantity, over="p(x) >= 1/5", set=CHANNELS[name]).quantities
    assert worst.values is not None
    claimed, rng = float(worst.values[0]), Random(3)
    word = quantity.split("(")[0]
    of_priors = []
    inner = [Fraction(rng.randint(20, 80), 100) for _ in range(2)]
    for first in (Fraction(1, 5), Fraction(4, 5), *inner):
        prior = [str(first), str(1 - first)]
        (each,) = ps.derive(name, quantity, prior=prior, set=CHANNELS[name]).quantities
        assert each.values is not None, word
        of_priors.append(float(each.values[0]))
    extreme = min(of_priors) if quantity in SMALLEST else max(of_priors)
    assert claimed == pytest.approx(extreme, rel=1e-12)
    assert (quantity in SMALLEST) == ("the smallest over these priors" in worst.closed.assumptions)


@pytest.mark.parametrize("family", ["erasure", "subsampled-response"])
def test_an_outcome_with_a_name_of_its_own(family: str) -> None:
    """The erasure, and the letter of an absent entry, are the first ones at given sizes."""
    sizes = dict.fromkeys(ps.derive(family, "maxleak").family.sizes, 2)
    (of_channel,) = ps.derive(family, "maxleak", set=sizes).closed
    (over_all,) = ps.derive(family, "maxleak", set=sizes, over="simplex").closed
    assert over_all.expr == of_channel.expr and over_all.checked == 3
    (smallest,) = ps.derive(family, "density_min", set=sizes, over="p(x) >= 1/8").closed
    prior, settings = ["1/8", "7/8"], {**sizes, "a": "1/3", "eps": "log(3)", "r": "1/2"}
    values = {k: v for k, v in settings.items() if k in (*sizes, *smallest.parameters)}
    (at_vertex,) = ps.derive(family, "density_min", set=values, prior=prior).quantities
    claimed = smallest.at(**{k: v for k, v in values.items() if k in smallest.parameters})
    assert at_vertex.values is not None
    assert float(claimed) == pytest.approx(float(at_vertex.values[0]))


@pytest.mark.parametrize(("quantity", "largest"), [("lip", True), ("density_min", False)])
def test_a_wrong_worst_case_of_a_measure_is_a_disagreement(quantity: str, largest: bool) -> None:
    mechanism, fifth = binary_symmetric(), least_mass(Fraction(1, 5))
    worst = worst_extreme_prior(mechanism, quantity, fifth)
    (measure,) = quantity_named(quantity).measures(mechanism).values()
    (part,) = worst.closed.parts
    for change in (0, 1, -1):
        moved = replace(worst.closed, parts=(replace(part, expr=part.expr + change),))
        claim = ClaimedSupremum(mechanism, fifth, moved, None, measure, largest)
        if not change:
            assert claim.check(3, 1) == 3
            continue
        with pytest.raises(Disagreement, match=r"its supremum was|comes to"):
            claim.check(3, 1)


def test_an_infinite_worst_case_is_said_where_it_is_one() -> None:
    (worst,) = ps.derive("[[a, 1-a], [0, 1]]", "lip", over="p(x) >= c").quantities
    assert str(worst.closed.expr) == "oo" and worst.closed.assumptions == ("a > 0",)


@pytest.mark.parametrize(
    ("quantity", "why"),
    [
        ("mi", "concave in the prior"),
        ("expected_pml", "neither linear nor convex"),
        ("tv", "neither linear nor convex"),
        ("eml", "neither linear nor convex"),
        ("L[id](P, W)", "made of several numbers"),
        ("alip", "made of several numbers"),
    ],
)
def test_what_is_not_largest_at_an_extreme_prior_says_so(quantity: str, why: str) -> None:
    with pytest.raises(Unsupported, match=why):
        ps.derive("binary-symmetric", quantity, over="p(x) >= 1/5")
