"""Worst priors of a channel written by hand, against brute force: the form, the value, the words.

The supremum is approached on segments to the vertices of the set, which are found once more from
its inequalities; it is attained where a mean of vertices reaches it. No drawn prior exceeds it.
Zeros in priors, null outcomes, one letter, equal rows, and the ends of every domain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import inf
from random import Random
from typing import Any

import pytest
import sympy

from pmlsym.closed_forms.at_values import family_report
from pmlsym.closed_forms.own_channels.own_channel import family_of
from pmlsym.errors import InvalidInput
from tests.definitions import exp_pml
from tests.examples import share_of
from tests.soundness.plain_polytope import Point
from tests.soundness.plain_sets import SETS, drawn_set, mean

ROWS = {
    1: (("1",),),
    2: (("a", "1-a"), ("1-a", "a"), ("b", "1-b"), ("0", "1"), ("1", "0"), ("1/3", "2/3"),
        ("a*b", "1-a*b"), ("a/(1+b)", "1-a/(1+b)"), ("a^2", "1-a^2")),
    3: (("a", "b", "1-a-b"), ("1-a-b", "a", "b"), ("0", "1-a", "a"), ("0", "0", "1"),
        ("1/3", "1/3", "1/3"), ("b", "1-b", "0"), ("0", "a", "1-a")),
}  # fmt: skip
ENTRIES: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "0": lambda a, b: Fraction(0),
    "1": lambda a, b: Fraction(1),
    "1/3": lambda a, b: Fraction(1, 3),
    "2/3": lambda a, b: Fraction(2, 3),
    "a": lambda a, b: a,
    "b": lambda a, b: b,
    "1-a": lambda a, b: 1 - a,
    "1-b": lambda a, b: 1 - b,
    "1-a-b": lambda a, b: 1 - a - b,
    "a*b": lambda a, b: a * b,
    "1-a*b": lambda a, b: 1 - a * b,
    "a/(1+b)": lambda a, b: a / (1 + b),
    "1-a/(1+b)": lambda a, b: 1 - a / (1 + b),
    "a^2": lambda a, b: a**2,
    "1-a^2": lambda a, b: 1 - a**2,
}
DOMAINS = (("0 <= a <= 1/2", "0 <= b <= 1/2"), ("0 < a < 1/2", "0 <= b <= a"),
           ("a == 1/4", "0 <= b <= 1/2"))  # fmt: skip
INSIDE: tuple[Callable[[Fraction, Fraction], bool], ...] = (
    lambda a, b: True,
    lambda a, b: 0 < a < Fraction(1, 2) and b <= a,
    lambda a, b: a == Fraction(1, 4),
)
GRID = tuple(product((Fraction(k, 8) for k in range(5)), repeat=2))
TINY = Fraction(1, 10**12)


def channel(rng: Random, least: int) -> list[tuple[str, ...]]:
    width = rng.choice((1, 2, 2, 2, 3))
    return [rng.choice(ROWS[width]) for _ in range(rng.choice((least, 2, 2, 3)))]


def supremum(rows: Sequence[Sequence[Fraction]], ends: Sequence[Point]) -> tuple[Any, bool]:
    """A prior of the set that comes as close as is needed, and whether some mean attains it."""
    centre = mean(ends, [Fraction(1)] * len(ends))
    near = max(exp_pml(mean((end, centre), (1 - TINY, TINY)), rows) for end in ends)
    means = [
        mean(some, [Fraction(1)] * count)
        for count in range(1, len(ends) + 1)
        for some in combinations(ends, count)
    ]
    best = max(exp_pml(prior, rows) for prior in means)
    if near > Fraction(10**9):
        return inf, False
    return max(best, near), best >= near


def is_close(stated: Any, found: Any) -> bool:
    if found == inf or stated == inf:
        return bool(found == stated)
    return bool(abs(stated - found) <= Fraction(1, 10**6) * found)


def level_of(leakage: sympy.Expr) -> Any:
    return inf if leakage == sympy.oo else Fraction(str(sympy.simplify(sympy.exp(leakage))))


@pytest.mark.seconds
@pytest.mark.parametrize("kind", SETS)
def test_the_worst_prior_is_that_of_brute_force(kind: str) -> None:
    rng, met = Random(kind), Counter[str]()
    while met["channels"] < share_of(9):
        compare(rng, kind, met, 5)
    assert met["attained"] >= 1 and met["assumed away"] <= met["points"] / 4, met


@pytest.mark.slow
@pytest.mark.processor_seconds(1200)
@pytest.mark.parametrize("kind", SETS)
def test_the_worst_prior_is_that_of_brute_force_many_times(kind: str) -> None:
    rng, met = Random(f"{kind} again"), Counter[str]()
    while met["channels"] < 40:
        compare(rng, kind, met, len(GRID))
    assert met["not attained"] >= 1 and met["attained"] >= 1, met


def compare(rng: Random, kind: str, met: Counter[str], count: int) -> None:
    """One channel over one set: the form and the words at so many points of a grid."""
    rows, which = channel(rng, 2 if kind == "hull" else 1), rng.randrange(3)
    chosen = drawn_set(rng, kind, len(rows))
    over, ends = chosen.text, chosen.ends
    if not ends:
        met["empty sets"] += 1
        return
    text = "[" + ", ".join(f"[{', '.join(row)}]" for row in rows) + "]"
    family = family_of(text, DOMAINS[which])
    form = family_report(family, None, settings={}, prior=None, over=over).quantities[0]
    met["channels"] += 1
    points = [point for point in GRID if INSIDE[which](*point)]
    for a, b in rng.sample(points, min(count, len(points))):
        at = {"a": a, "b": b}
        given = {name: str(at[name]) for name in form.closed.parameters}
        exact = family_report(family, None, settings=given, prior=None, over=over).quantities[0]
        best, attained = supremum([[ENTRIES[e](a, b) for e in row] for row in rows], ends)
        word = "attained" if attained else "not attained"
        met.update(("points", word))
        where = (text, DOMAINS[which], over, at, best)
        assert is_close(level_of(exact.closed.expr), best), (where, exact.closed)
        assert exact.note == word, where
        # a leakage of zero is attained by every prior, and what is said of the form is of others
        assert best == 1 or form.note in (word, "attained for some parameters"), where
        try:
            value = form.closed.put(given).expr
        except InvalidInput:
            met["assumed away"] += 1
            assert form.closed.assumptions, where
            continue
        assert is_close(level_of(value), best), (where, form.closed)


def test_an_outcome_that_is_null_at_the_end_of_the_domain_leaks_nothing_there() -> None:
    """a/a^2 is infinite at a = 0, but no letter can be seen there: the form has to say a > 0."""
    family = family_of("[[a^2, 1-a^2], [a, 1-a]]", ("0 <= a <= 1/2",))
    (form,) = family_report(family, None, settings={}, prior=None, over="hull (1, 0)").quantities
    assert form.closed.expr == 0
    over = "hull (1/3, 2/3), (1, 0)"
    (form,) = family_report(family, None, settings={}, prior=None, over=over).quantities
    assert str(form.closed.expr) == "-log(a)" and form.closed.assumptions == ("a > 0",)
    (zero,) = family_report(family, None, settings={"a": "0"}, prior=None, over=over).quantities
    assert str(zero.values) == "(0,)" and zero.note == "attained"
