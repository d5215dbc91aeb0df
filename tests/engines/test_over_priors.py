"""Concrete channels under sets of priors: the worst prior, and claims decided for all of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from fractions import Fraction
from math import inf, isclose
from random import Random
from typing import Any

import numpy as np
import pytest
from scipy.optimize import linprog

import pmlsym as ps
from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import RELATIONS
from pmlsym.claims.given_entries import over_priors, with_entries
from pmlsym.evidence.verdict import EVERY_SIZE, OverPriors, PriorBound, Proved, Refuted, Verdict
from pmlsym.linear.prior_polytope import Masses, PriorPolytope, mixture_of_priors
from pmlsym.pages.saved_evidence import check_saved
from pmlsym.pages.verdict_display import asked
from pmlsym.pages.verdict_json import saved_data, verdict_data
from pmlsym.prior_sets.prior_set import PriorSet
from pmlsym.prior_sets.prior_set_text import prior_set_of
from tests.definitions import (
    exp_attribute_hmin,
    exp_cost_leakage,
    exp_density_min_at,
    exp_eml,
    exp_ldi,
    exp_ldp_on_support,
    exp_lip,
    exp_maxleak_on_support,
    exp_pml,
    outcomes,
    tail,
)
from tests.exact_instances import CHANNEL_KINDS, exact_channel
from tests.examples import some_of

BSC = [["9/10", "1/10"], ["1/10", "9/10"]]


def decided(
    text: str, rows: Any, over: str = "simplex", effort: float = 30, **others: Any
) -> Verdict:
    """The verdict on a claim about these rows, for all priors of the set."""
    lets = others.pop("lets", ())
    claim = with_entries(parse(text, lets=lets), {"W": rows, **others})
    chosen = prior_set_of(over)
    assert isinstance(chosen, PriorSet)
    return ps.decide(over_priors(claim, "P", chosen.at(len(rows))), effort=effort)


def bound_of(verdict: Verdict) -> PriorBound:
    """The one worst value that a decision named."""
    (bound,) = verdict.evidence.bounds if isinstance(verdict, Proved) else verdict.bounds  # type: ignore[union-attr]
    return bound


def test_the_supremum_is_over_the_closure_and_need_not_be_attained() -> None:
    """BSC(1/10), p1 in [0, 1/2]: the ends leak 0 and log 9/5, the supremum is log 9."""
    for relation in ("<=", "<"):
        found = decided(f"pml(P, W) {relation} log(9)", BSC, "p1 in [0, 1/2]")
        assert isinstance(found, Proved)
        bound = bound_of(found)
        assert not bound.attained and bound.prior == (0, 1) and bound.inside[0] > 0
    near = decided("pml(P, W) <= log(899/100)", BSC, "p1 in [0, 1/2]")
    assert isinstance(near, Refuted) and 0 < near.instance.tensors["P"][0] <= Fraction(1, 2)
    closed = decided("pml(P, W) < log(5)", BSC, "p(x) >= 1/10")
    assert isinstance(closed, Refuted) and bound_of(closed).attained
    assert decided("pml(P, W) <= log(5)", BSC, "p(x) >= 1/10").name == "proved"


def test_a_free_prior_needs_no_set() -> None:
    channel = ps.Channel.from_rows([["5/6", "1/6"], ["1/6", "5/6"]], "C")
    claim = ps.pml(ps.Prior("P", channel.inputs[0]), channel)
    assert ps.decide(claim <= ps.log(5)).name == "proved"
    assert ps.decide(claim <= ps.ldp(channel)).name == "proved"
    assert ps.decide(claim < ps.log(5)).name == "proved"
    assert ps.decide(claim <= ps.log(5) - Fraction(1, 10**6)).name == "refuted"


@pytest.mark.parametrize(
    ("text", "over", "verdict"),
    [
        ("pml(P, W) >= log(9/5)", "p(x) >= 1/3", "proved"),
        ("pml(P, W) > log(9/5)", "p(x) >= 1/3", "refuted"),
        ("pml(P, W) >= log(9/5)", "simplex", "refuted"),
        ("pml(P, W) <= 1 and lip(P, W) <= 2", "tv(1/2, 1/2) <= 1/8", "proved"),
        ("pml(P, W) <= log(9/5) or ldi(P, W) >= log(9)", "p(x) >= 1/3", "proved"),
        ("pml(P, W) <= log(9/5) or ldi(P, W) >= log(27/2)", "p(x) >= 1/3", "refuted"),
        ("pmin(P) >= 1/4 => pml(P, W) <= log(3)", "simplex", "proved"),
        ("pmin(P) > 1/4 => pml(P, W) < log(3)", "simplex", "proved"),
        ("pmin(P) >= 1/4 => pml(P, W) < log(3)", "simplex", "refuted"),
        ("fullsupport(P) => pml(P, W) < log(9)", "simplex", "proved"),
        ("fullsupport(P) => ldp(P, W) >= log(9)", "simplex", "proved"),
        ("ldp(P, W) >= log(9)", "simplex", "refuted"),
        ("maxleak(P, W) >= log(9/5)", "p1 in [0, 1/2]", "refuted"),
        ("maxleak(P, W) >= log(9/5)", "p1 in [1/100, 1/2]", "proved"),
        ("maxcost(P, W) <= log(5)", "simplex", "proved"),
        ("exp(pml(P, W)) < 9 and 2*pml(P, W) - 1 < log(81) - 1", "simplex", "proved"),
        ("max(pml(P, W), costleak(P, W)) <= log(9)", "simplex", "proved"),
        ("3 >= min(pml(P, W), 3)", "simplex", "proved"),
        ("pml(P, W) <= 1", "hull (1, 0), (1/2, 1/2)", "refuted"),
        ("pml(P, W) <= 1", "hull (0, 1), (0, 1)", "proved"),
        ("not pml(P, W) > log(9/5)", "counts 500, 500", "refuted"),
        ("ldi(P, W) < log(1)/0 + 1", "simplex", "error"),
        ("ldi(P, W) <= log(81)", "p(x) >= 1/10", "proved"),
        ("ldi(P, W) < log(81)", "p(x) >= 1/10", "refuted"),
        ("pml(P, W, y) <= log(9)", "simplex", "proved"),
        ("hmin_given(P, W) >= log(19/18)", "p(x) >= 1/3", "proved"),
        ("hmin_given(P, W, y) > log(19/18)", "p(x) >= 1/3", "refuted"),
    ],
)
def test_verdicts_on_a_symmetric_channel(text: str, over: str, verdict: str) -> None:
    if verdict == "error":
        with pytest.raises(ps.PmlError):
            decided(text, BSC, over)
        return
    assert decided(text, BSC, over).name == verdict


def test_infinite_values_and_null_outcomes() -> None:
    z = [[1, 0], ["1/2", "1/2"]]
    assert decided("lip(P, W) <= 100", z).name == "refuted"
    assert bound_of(decided("lip(P, W) <= 100", z, "p(x) >= 1/4")).attained
    assert decided("pml(P, W) <= 100", z).name == "refuted"
    assert decided("pml(P, W) <= log(4)", z, "p(x) >= 1/4").name == "proved"
    never = [[1, 0, 0], ["1/2", "1/2", 0]]
    assert decided("pml(P, W) <= log(4)", never, "p(x) >= 1/4").name == "proved"
    # An outcome that no prior of the set can give is in no maximum, nor is a letter without mass.
    assert decided("pml(P, W) <= 0", [[1, 0], [0, 1]], "p2 in [0, 0]").name == "proved"
    assert decided("costleak(P, W, y) <= 0", [[1, 0], [0, 1]], "p2 in [0, 0]").name == "proved"
    assert decided("pml(P, W) <= 0", [["1/3", "2/3"]]).name == "proved"
    # At an outcome of probability zero there is no posterior: nothing is claimed there.
    assert decided("hmin_given(P, W, y) <= log(2)", [[1, 0], [0, 1]]).name == "proved"


def test_conditional_leakage_of_a_second_mechanism() -> None:
    second = [[["1/2", "1/2"], ["1/4", "3/4"]], [["1/8", "7/8"], [1, 0]]]
    given = {"lets": ["U: X, Y -> Z"], "U": second}
    found = bound_of(decided("pml(P, U | W) <= log(100)", BSC, "p(x) >= 1/10", **given))
    values = (found.prior, [[Fraction(e) for e in row] for row in BSC], second)
    again = ps.evaluate(
        ps.conditional_pml(
            ps.Prior.from_masses(values[0]),
            ps.Given(ps.Channel.from_rows(BSC), _second(second)),
        )
    )
    assert again == found.value == ps.evaluate(ps.log(82))


def _second(entries: Any) -> ps.Channel:
    x, y, z = ps.alphabets("X Y Z")
    return ps.Channel.from_rows(entries, "U", [x, y], z)


@pytest.mark.seconds
def test_what_is_not_linear_is_tried_or_proved_for_all_priors() -> None:
    over = "p1 in [1/4, 1/2]"
    assert decided("mi(P, W) <= 1/3", BSC, over).name == "refuted"
    general = decided("-density_min(P, W) <= ldp(P, W)", BSC, over)
    assert isinstance(general, Proved) and general.scope == EVERY_SIZE
    unknown = decided("chi2(P, W) <= log(2)", BSC, over, effort=0.2)
    assert unknown.name == "unknown"
    assert "of which the nearest is (1/2, 1/2): chi2(P, W) = 0.64" in unknown.attempts[0].ending


MEASURES = {
    "pml(P, W)": exp_pml,
    "density_min(P, W)": lambda p, w: min(exp_density_min_at(p, w, y) for y in outcomes(p, w)),
    "lip(P, W)": exp_lip,
    "ldi(P, W)": exp_ldi,
    "costleak(P, W)": exp_cost_leakage,
    "ldp(P, W)": exp_ldp_on_support,
    "maxleak(P, W)": exp_maxleak_on_support,
    "hmin_given(P, W)": lambda p, w: exp_attribute_hmin(
        p, w, [[Fraction(i == k) for i in range(len(p))] for k in range(len(p))]
    ),
}
"""The exponentials of the measures, by definitions that know neither levels nor polytopes."""


def random_set(rng: Random, count: int) -> PriorPolytope:
    """One of six kinds of sets, small masses and zeros among its bounds."""

    def some() -> list[Fraction]:
        parts = [rng.choice((0, 1, 2, 5)) for _ in range(count)]
        parts[rng.randrange(count)] += 1
        return [Fraction(part, sum(parts)) for part in parts]

    kind = rng.randrange(6)
    if kind == 5:
        first, low = rng.randint(1, count - 1), Fraction(rng.randint(0, 5), 10)
        event = " + ".join(f"p{k}" for k in range(1, first + 1))
        return _at(f"{event} in [{low}, {low + Fraction(1, 4)}], p1 <= 3*p{count}", count)
    if kind == 0:
        return _at("simplex", count)
    if kind == 1:
        return _at(f"p(x) >= {Fraction(1, rng.choice((1, 2, 10)) * count)}", count)
    if kind == 2:
        centre = some()
        bounds = (
            f"p{k} in [{max(m - Fraction(1, 8), 0)}, {min(m + Fraction(1, 4), 1)}]"
            for k, m in enumerate(centre, 1)
        )
        return _at(", ".join(bounds), count)
    if kind == 3:
        corners = (f"({', '.join(map(str, some()))})" for _ in range(3))
        return _at(f"hull {', '.join(corners)}", count)
    return _at(f"tv({', '.join(map(str, some()))}) <= {rng.choice(('0', '1/10', '1/2'))}", count)


def _at(text: str, count: int) -> PriorPolytope:
    chosen = prior_set_of(text)
    assert isinstance(chosen, PriorSet)
    return chosen.at(count)


def members(priors: PriorPolytope, rng: Random, count: int) -> list[Masses]:
    """Vertices of a set, and mixtures of a few of them, very uneven ones among them."""
    corners = list(priors.vertices())
    found = list(corners)
    for _ in range(count):
        some = [rng.choice(corners) for _ in range(3)]
        parts = [Fraction(rng.choice((1, 1, 3, 1000))) for _ in some]
        found.append(mixture_of_priors(some, [part / sum(parts) for part in parts]))
    return found


def test_sets_print_as_they_are_typed() -> None:
    rng = Random(3)
    for _ in range(200):
        count = rng.randint(2, 4)
        priors = random_set(rng, count)
        assert _at(repr(priors), count) == priors
        for member in members(priors, rng, 5):
            assert member in priors


@pytest.mark.parametrize("seed", some_of(range(8)))
def test_random_claims_agree_with_the_definitions(seed: int) -> None:
    """What is proved holds at many priors of the set; a worst value is reached, or never."""
    rng, proved, refuted = Random(seed), 0, 0
    for _ in range(30):
        count, outputs = rng.randint(1, 4), rng.randint(1, 4)
        rows = exact_channel(rng, count, outputs, rng.choice(CHANNEL_KINDS))
        priors = random_set(rng, count) if count > 1 else _at("simplex", 1)
        some = members(priors, rng, 12)
        text, value = rng.choice(list(MEASURES.items()))
        levels = [value(list(p), rows) for p in some]
        finite = [level for level in levels if level != inf and level > 0]
        if not finite:
            continue
        level = rng.choice([*finite, max(finite), min(finite)])
        level *= rng.choice((1, 1, Fraction(101, 100), Fraction(99, 100)))
        relation = rng.choice(("<=", "<", ">=", ">"))
        claim = with_entries(parse(f"{text} {relation} log({level})"), {"W": rows})
        found = ps.decide(over_priors(claim, "P", priors), effort=30)
        holds = {
            "<=": all(v <= level for v in levels),
            "<": all(v < level for v in levels),
            ">=": all(v >= level for v in levels),
            ">": all(v > level for v in levels),
        }[relation]
        assert found.name != "unknown", (text, relation, level, rows, priors)
        assert holds or found.name == "refuted", (text, relation, level, rows, priors)
        proved, refuted = proved + (found.name == "proved"), refuted + (found.name == "refuted")
        if isinstance(found, Refuted):
            assert found.instance.tensors["P"] in priors
        own = found.evidence.bounds if isinstance(found, Proved) else found.bounds  # type: ignore[union-attr]
        for bound in own:
            _require_worst(bound, [v if v == inf else Fraction(v) for v in levels], value, rows)
    assert proved > 4 and refuted > 4


EVENTS = {
    "tail(P, W, log({at}))": (tail, ("1", "5/4", "3/2", "2", "3")),
    "exp(eml(P, W, {at}))": (exp_eml, ("0", "1/10", "1/3", "1/2", "1")),
}
"""Measures of events, by definitions that try every vertex of the events."""


@pytest.mark.parametrize("seed", some_of(range(6)))
def test_worst_events_agree_with_the_definitions(seed: int) -> None:
    """All are decided; what is proved holds at many priors of the set, ties among them."""
    rng, proved, refuted = Random(100 + seed), 0, 0
    for _ in range(20):
        count, outputs = rng.randint(1, 3), rng.randint(1, 4)
        rows = exact_channel(rng, count, outputs, rng.choice(CHANNEL_KINDS))
        priors = random_set(rng, count) if count > 1 else _at("simplex", 1)
        text, (value, places) = rng.choice(list(EVENTS.items()))
        at = rng.choice(places)
        levels = [value(list(p), rows, Fraction(at)) for p in members(priors, rng, 12)]
        level = rng.choice([*levels, max(levels), min(levels)])
        level *= rng.choice((1, 1, Fraction(101, 100), Fraction(99, 100)))
        relation = rng.choice(("<=", "<", ">=", ">"))
        claim = with_entries(parse(f"{text.format(at=at)} {relation} {level}"), {"W": rows})
        found = ps.decide(over_priors(claim, "P", priors), effort=30)
        holds = all(RELATIONS[relation](v, level) for v in levels)
        assert found.name != "unknown", (text, at, relation, level, rows, priors)
        assert holds or found.name == "refuted", (text, at, relation, level, rows, priors)
        proved, refuted = proved + (found.name == "proved"), refuted + (found.name == "refuted")
        if isinstance(found, Refuted):
            against = list(found.instance.tensors["P"])
            assert tuple(against) in priors
            assert not RELATIONS[relation](value(against, rows, Fraction(at)), level)
    assert proved > 4 and refuted > 4


def test_events_of_a_symmetric_channel() -> None:
    over = "p1 in [1/4, 1/2]"
    assert decided("tail(P, W, log(3/2)) <= 1/2", BSC, over).name == "refuted"
    # p(1) = 1/4: outcome 1 has mass 3/10 and leaks log 3, at 1/2 both leak log 9/5.
    assert decided("tail(P, W, log(9/5)) <= 1/2", BSC, over).name == "proved"
    assert decided("tail(P, W, log(9/5)) < 1/2", BSC, over).name == "proved"
    assert decided("eml(P, W, 3/10) <= log(3)", BSC, over).name == "proved"
    assert decided("eml(P, W, 3/10) < log(3)", BSC, over).name == "refuted"
    # Another 1/10 of the other outcome, where letter 1 has 1/10 of 7/10: (9/10 + 1/70)/(2/5).
    assert decided("eml(P, W, 2/5) <= log(16/7)", BSC, "p1 in [1/4, 1/4]").name == "proved"
    assert decided("eml(P, W, 2/5) < log(16/7)", BSC, "p1 in [1/4, 1/4]").name == "refuted"


def test_too_many_outcomes_for_events_are_left_open() -> None:
    rows = [[Fraction(1, 11)] * 11, [Fraction(1, 22)] * 10 + [Fraction(12, 22)]]
    found = decided("tail(P, W, log(3/2)) <= 99/100", rows, "p(x) >= 1/10", effort=0.2)
    assert found.name == "unknown"
    assert "events of 11 outcomes are too many" in found.attempts[0].ending


def _require_worst(bound: PriorBound, levels: list[Any], value: Any, rows: Any) -> None:
    numbers = [ps.evaluate(ps.log(Fraction(v))) if 0 < v < inf else None for v in levels]
    for number in (n for n in numbers if n is not None):
        assert number <= bound.value if bound.is_largest else number >= bound.value
        assert bound.attained or number != bound.value
    if bound.attained:
        at = value(list(bound.prior), rows)
        reached = ps.evaluate(ps.log(Fraction(at))) if 0 < at < inf else None
        assert reached is None or reached == bound.value


def float_set(priors: PriorPolytope) -> dict[str, Any]:
    """Constraints of a set in floats, for scipy: by bounds, by a hull, or by moved mass."""
    count = priors.count
    if hasattr(priors, "lower"):
        bounds = [(float(a), float(b)) for a, b in zip(priors.lower, priors.upper, strict=True)]
        return {"A_eq": [[1.0] * count], "b_eq": [1.0], "bounds": bounds, "map": np.eye(count)}
    if hasattr(priors, "corners"):
        corners = np.array([[float(m) for m in corner] for corner in priors.corners])
        size = len(corners)
        ones, free = [[1.0] * size], [(0.0, None)] * size
        return {"A_eq": ones, "b_eq": [1.0], "bounds": free, "map": corners.T}
    centre = np.array([float(m) for m in priors.centre])
    moved = np.hstack([-np.eye(count), np.eye(count)])
    return {
        "A_eq": [[-1.0] * count + [1.0] * count],
        "b_eq": [0.0],
        "A_ub": [[1.0] * count + [0.0] * count],
        "b_ub": [float(priors.radius)],
        "bounds": [(0.0, float(c)) for c in centre] + [(0.0, None)] * count,
        "map": moved,
        "start": centre,
    }


def least_in_floats(weights: np.ndarray, constraints: dict[str, Any]) -> float:
    """The smallest value of a linear form over a set, by a linear program in floats."""
    given = {k: v for k, v in constraints.items() if k not in ("map", "start")}
    found = linprog(weights @ constraints["map"], method="highs", **given)
    assert found.status == 0
    start = constraints.get("start")
    return float(found.fun) + (0.0 if start is None else float(weights @ start))


def ten_matrices() -> Iterator[tuple[str, list[list[Fraction]]]]:
    """Rational and decimal rows with 2 to 24 letters."""
    rng = Random(11)
    for letters, outputs, digits in [
        (2, 2, 1), (2, 5, 0), (3, 3, 2), (4, 2, 0), (5, 5, 2), (6, 4, 0), (8, 8, 3), (12, 6, 0),
        (20, 20, 3), (24, 24, 4),
    ]:  # fmt: skip
        rows = []
        for _ in range(letters):
            if digits:
                total = 10**digits
                cuts = sorted(rng.randint(0, total) for _ in range(outputs - 1))
                parts = [b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)]
            else:
                parts = [rng.randint(1, 9) for _ in range(outputs)]
            rows.append([Fraction(part, sum(parts)) for part in parts])
        yield f"{letters} by {outputs}", rows


def five_sets(count: int) -> Iterator[PriorPolytope]:
    """Least masses, intervals, a hull, a ball around an estimate, and what counts leave open."""
    rng = Random(count)
    some = [Fraction(k + 1) for k in range(count)]
    estimate = [mass / sum(some) for mass in some]
    yield _at(f"p(x) >= {Fraction(1, 4 * count)}", count)
    yield _at(f"p1 in [1/{4 * count}, 1/2], p2 in [1/{5 * count}, 9/10]", count)
    corners = []
    for _ in range(4):
        parts = [Fraction(rng.randint(1, 9)) for _ in range(count)]
        corners.append(f"({', '.join(str(part / sum(parts)) for part in parts)})")
    yield _at(f"hull {', '.join(corners)}", count)
    yield _at(f"tv({', '.join(map(str, estimate))}) <= 1/{4 * count * count}", count)
    yield _at(f"counts {', '.join(str(30 + 7 * k) for k in range(count))}", count)


@pytest.mark.seconds
@pytest.mark.parametrize(("name", "rows"), some_of(ten_matrices()), ids=lambda case: str(case)[:10])
def test_worst_values_agree_with_a_linear_program_in_floats(
    name: str, rows: list[list[Fraction]]
) -> None:
    matrix = np.array([[float(entry) for entry in row] for row in rows])
    for priors in five_sets(len(rows)):
        constraints = float_set(priors)
        with_mass = [
            x for x in range(len(rows)) if least_in_floats(-np.eye(len(rows))[x], constraints) < 0
        ]
        expected = 0.0
        for y in range(matrix.shape[1]):
            top = matrix[with_mass, y].max()
            least = least_in_floats(matrix[:, y], constraints)
            if top > 0:
                expected = max(expected, inf if least < 1e-12 else top / least)
        claim = with_entries(parse("pml(P, W) <= log(1000000)"), {"W": rows})
        bound = bound_of(ps.decide(over_priors(claim, "P", priors), effort=60))
        assert isclose(float(bound.value), np.log(expected), rel_tol=1e-7, abs_tol=1e-7)
        assert bound.prior in priors and bound.inside in priors


@pytest.mark.parametrize(
    "text",
    [
        "tail(P, W, log(9/5)) <= 1/2",
        "eml(P, W, 3/10) <= log(3)",
        "eml(P, W, 3/10) < log(3)",
        "max(pml(P, W), lip(P, W)) <= 4",
        "pml(P, W) >= log(9/5)",
        "pml(P, W) <= 1 or ldp(P, W) >= 1",
        "mi(P, W) <= 1/2",
    ],
)
def test_every_answer_over_a_set_is_read_again(text: str) -> None:
    """The answer and the file that is saved, also where no worst prior is named."""
    found = ps.decide(text, channel={"W": BSC}, over="p1 in [1/4, 1/2]")
    question = asked(found)
    answer = verdict_data(question, found.claim, found)  # type: ignore[arg-type]
    for data in (answer, saved_data(question, found)):
        assert check_saved(json.dumps(data))
    if isinstance(found, Proved):
        assert isinstance(found.evidence, OverPriors)
        assert found.bounds or found.evidence.rests
        assert all(said in " ".join(str(found).split()) for said in found.evidence.rests)
        for key, wrong in (("scope", "every prior"), ("trust", "me"), ("bounds", [{}])):
            with pytest.raises(ps.PmlError):
                check_saved(json.dumps({**answer, key: wrong}))


UNMET_BY_ALL = (
    "ldp(W) <= 1 => pml(P, W) <= 1/10",  # of the channel alone
    "size(X) >= 5 => pml(P, W) <= 1/10",
    "fullsupport(P) and pmin(P) >= 3/5 => pml(P, W) <= 1/10",  # of every prior
    "pml(P, W) <= 1 and pml(P, W) >= 2 => pml(P, W) <= 1/10",
)


@pytest.mark.parametrize("text", UNMET_BY_ALL)
def test_hypotheses_that_no_prior_of_the_set_meets_are_vacuous(text: str) -> None:
    """As decided exactly; by the one that is met by some, the claim is proved."""
    found = ps.decide(text, channel={"W": BSC}, over="p1 in [1/4, 1/2]")
    assert isinstance(found, ps.Proved) and found.vacuous and str(found).startswith("Vacuous")
    met = ps.decide("pmin(P) >= 1/3 => pml(P, W) <= log(5)", channel={"W": BSC})
    assert isinstance(met, ps.Proved) and not met.vacuous and met.witness is not None


def test_the_largest_value_of_a_refuted_claim_is_that_of_all_outcomes() -> None:
    rows = [["1/2", "1/2"], ["1/2", "1/2"], ["1", "0"]]
    text, over = "pml(P, W, y) <= log(11/10)", "tv(0, 0, 1) <= 1/2"
    found = ps.decide(text, channel={"W": rows}, over=over)
    assert isinstance(found, Refuted) and str(found.bounds[0].value) == "inf"  # at the second
    assert not found.bounds[0].attained
    proved = ps.decide("pml(P, W, y) <= 9", channel={"W": rows}, over="p(x) >= 1/4")
    assert isinstance(proved, Proved) and str(proved.bounds[0].value) == "log(2)"


@pytest.mark.seconds
def test_a_gain_without_a_value_ends_in_no_error() -> None:
    given = {"W": [["1", "0"], ["0", "1"]], "G": [["0"], ["0"]]}
    verdict = ps.decide("worst_gleak(P, W, G) <= 5", channel=given, over="simplex", effort=0.5)
    assert verdict.name == "unknown" and not any(a.failed for a in verdict.attempts)
