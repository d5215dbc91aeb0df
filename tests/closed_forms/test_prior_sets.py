"""Worst cases over sets of priors: the closure, without the support condition."""

from __future__ import annotations

from fractions import Fraction
from math import inf
from random import Random

import pytest
import sympy

from pmlsym.closed_forms.over_priors.interval_worst_case import worst_over_interval
from pmlsym.closed_forms.over_priors.worst_case import worst_case
from pmlsym.errors import InvalidInput, Unsupported
from pmlsym.mechanism_families.binary_symmetric import binary_symmetric
from pmlsym.mechanism_families.erasure import erasure
from pmlsym.mechanism_families.geometric import geometric
from pmlsym.mechanism_families.prior_matched import prior_matched
from pmlsym.mechanism_families.randomized_response import randomized_response
from pmlsym.mechanism_families.z_channel import z_channel
from pmlsym.prior_sets.prior_set import (
    PriorSet,
    bounded,
    least_mass,
    near,
    polytope,
    simplex,
)
from tests.definitions import exp_pml

HALF, TENTH = Fraction(1, 2), Fraction(1, 10)


def _channel(a: Fraction) -> tuple[tuple[Fraction, ...], ...]:
    return ((1 - a, a), (a, 1 - a))


def test_the_supremum_is_not_the_largest_leakage_at_the_vertices() -> None:
    """BSC(1/10) with p1 in [0, 1/2]: PML is 0 and log 9/5 at the vertices, the supremum log 9."""
    found = worst_case(binary_symmetric(), bounded([0, 0], [HALF, 1]))
    assert found.closed.at(a="1/10") == sympy.log(9)
    assert found.attained is False
    rows = _channel(TENTH)
    assert [exp_pml(p, rows) for p in ((Fraction(0), Fraction(1)), (HALF, HALF))] == [
        1,
        Fraction(9, 5),
    ]
    near_zero = Fraction(1, 10**9)
    assert 9 - exp_pml((near_zero, 1 - near_zero), rows) < Fraction(1, 10**6)


def test_over_every_prior_the_supremum_is_the_capacity_and_never_attained() -> None:
    for mechanism, printed in ((binary_symmetric(), "log((1 - a)/a)"), (geometric(2), "2*eps")):
        found = worst_case(mechanism, simplex())
        assert str(found.closed) == printed and found.attained is False
    assert worst_case(erasure(3), simplex()).closed.expr == sympy.oo


def test_least_mass_gives_the_form_with_p_min() -> None:
    eps, c = sympy.symbols("eps c")
    found = worst_case(randomized_response(4), least_mass("c"))
    assert sympy.simplify(found.closed.expr - (eps - sympy.log(1 + (sympy.exp(eps) - 1) * c))) == 0
    assert found.attained is True
    assert str(worst_case(z_channel(), least_mass("c")).closed) == "-log(c)"


SETS: list[tuple[PriorSet, list[tuple[Fraction, ...]]]] = [
    (bounded([TENTH, 0], [1, HALF]), [(HALF, HALF), (Fraction(1), Fraction(0))]),
    (polytope([[TENTH, 1 - TENTH], [HALF, HALF]]), [(TENTH, 1 - TENTH), (HALF, HALF)]),
    (near([HALF, HALF], Fraction(1, 4)), [(Fraction(1, 4), Fraction(3, 4))]),
]


@pytest.mark.parametrize(("priors", "members"), SETS)
def test_no_prior_of_the_set_leaks_more_and_some_come_close(
    priors: PriorSet, members: list[tuple[Fraction, ...]]
) -> None:
    rng = Random(5)
    found = worst_case(binary_symmetric(), priors)
    vertices = [tuple(_value(m) for m in vertex) for vertex in priors.vertices(2)]
    assert all(any(member == vertex for vertex in vertices) for member in members)
    for _ in range(12):
        a = Fraction(rng.randint(1, 9), 20)
        bound = Fraction(str(sympy.exp(found.closed.at(a=sympy.Rational(str(a))))))
        best: Fraction | float = 0
        for _ in range(60):
            weights = [rng.random() ** 6 + 0.001 for _ in vertices]
            exact = [Fraction(w).limit_denominator(10**6) for w in weights]
            total = sum(exact)
            prior = tuple(
                sum((w * v[x] for w, v in zip(exact, vertices, strict=True)), Fraction(0)) / total
                for x in range(2)
            )
            leak = exp_pml(prior, _channel(a))
            assert leak <= bound and leak != inf
            best = max(best, leak)
        assert best > bound * Fraction(9, 10)


def _value(ratio: object) -> Fraction:
    return Fraction(str(ratio.numerator)) / Fraction(str(ratio.denominator))  # type: ignore[attr-defined]


def test_one_letter_of_positive_mass_only() -> None:
    """A letter without mass anywhere in the set is in no maximum."""
    found = worst_case(binary_symmetric(), polytope([[1, 0]]))
    assert found.closed.expr == 0 and found.attained is True


def test_bad_sets_are_refused() -> None:
    with pytest.raises(InvalidInput, match="no prior lies between"):
        bounded([HALF, HALF], [HALF, Fraction(1, 4)])
    with pytest.raises(InvalidInput, match="is no prior"):
        polytope([[1, 1]])
    with pytest.raises(InvalidInput, match="of 3 letters, the channel has 2"):
        worst_case(binary_symmetric(), polytope([[1, 0, 0]]))
    with pytest.raises(Unsupported, match="size"):
        worst_case(randomized_response(), bounded([0, 0], [HALF, 1]))
    with pytest.raises((Unsupported, InvalidInput)):
        worst_case(prior_matched(2), simplex())
    with pytest.raises(InvalidInput, match="no parameter"):
        worst_over_interval(binary_symmetric(), "maxleak", "b", HALF, HALF)
