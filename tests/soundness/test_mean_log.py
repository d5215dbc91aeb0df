"""Jensen's step says no more than the definitions.

Whatever is assumed holds of the true logarithms, also at zeros; and where the claim is false, its
goal is, for the letters that attain each maximum.
"""

from __future__ import annotations

from collections import Counter
from itertools import product
from math import exp, inf, log
from typing import Any

import pytest

from pmlsym.calculus.tensor import Tensor
from pmlsym.claims.evaluation import evaluate
from pmlsym.claims.question import parse
from pmlsym.decisions import decide, prove
from pmlsym.evidence.instance import Instance
from pmlsym.language.nodes import Comparison, Implication
from pmlsym.lowering.sequents import lower
from tests.calculus.brute_force import World
from tests.calculus.brute_force import evaluate as value_at
from tests.soundness.hostile_instances import hostile_instances

UP, DOWN = "{} <= log(s)", "log(s) <= {}"
PLAIN, GUARDED = "s > 0", "s > 0 and 1 <= size(X)"
"""Under the second the prior may not be taken to have full support."""
NEAR = 1e-9
FACTORS = (0.3, 0.97, 1.0, 1.03, 4.0)


def _true(mean: str, shape: str, p: list[float], w: list[list[float]], s: float) -> Any:
    """Entries for what the lowering introduces, as its documentation defines them."""
    letters, outcomes = range(len(p)), range(len(w[0]))
    q = [sum(p[x] * w[x][y] for x in letters) for y in outcomes]
    costs = mean == "expected_costleak(P, W)"

    def logarithm(above: float, below: float) -> float:
        above, below = (above, below * s) if shape == UP else (above / s, below)
        return -1.0 if not above else log(above / below) if below else 1.0

    def entry(x: int, y: int) -> tuple[float, float]:
        return (q[y], w[x][y]) if costs else (w[x][y], q[y])

    def best(y: int) -> int:
        ratios = {x: n / d if d else inf if n else 0.0 for x in letters for n, d in [entry(x, y)]}
        return max((x for x in letters if p[x]), key=ratios.__getitem__)

    extreme = [w[best(y)][y] for y in outcomes]
    tables: dict[str, Any] = {
        "P": {(x,): p[x] for x in letters},
        "W": {(x, y): w[x][y] for x, y in product(letters, outcomes)},
        "s": {(): s},
        "s1": {(): s},
        "size": {(): float(len(p))},
        "m": {(y,): extreme[y] for y in outcomes},
        "M": {(y,): extreme[y] for y in outcomes},
        "R": {
            (x, y): p[x] * w[x][y] / q[y] if q[y] else 0.0 for x, y in product(letters, outcomes)
        },
        "c": {(y, x): float(x == best(y)) for x, y in product(letters, outcomes)},
        "c guarded": {
            (y, x): float(x == best(y)) / p[x] if p[x] else 0.0
            for x, y in product(letters, outcomes)
        },
        "L(x, y)": {(x, y): logarithm(*entry(x, y)) for x, y in product(letters, outcomes)},
        "L(y)": {(y,): logarithm(*entry(best(y), y)) for y in outcomes},
    }
    return tables


def _table(tensor: Tensor, tables: Any, guarded: bool) -> Any:
    if tensor.name.startswith("log("):
        return tables["L(x, y)" if len(tensor.alphabets) == 2 else "L(y)"]
    if tensor.name in tables:
        return tables[tensor.name]
    stem = tensor.name.rstrip("0123456789") if tensor.alphabets else "size"
    return tables["c guarded" if stem == "c" and guarded else stem]


@pytest.mark.parametrize("assumed", [PLAIN, GUARDED])
@pytest.mark.parametrize("shape", [UP, DOWN])
@pytest.mark.parametrize("mean", ["expected_pml(P, W)", "mi(P, W)", "expected_costleak(P, W)"])
def test_what_is_assumed_is_true_and_a_false_claim_has_a_false_goal(
    mean: str, shape: str, assumed: str
) -> None:
    claim = parse(shape.format(mean), assume=(assumed,))
    (sequent,) = lower(claim)
    assert isinstance(claim, Implication) and isinstance(claim.conclusion, Comparison)
    sides = (claim.conclusion.left, claim.conclusion.right)
    (measure,) = [side for side in sides if repr(side) == mean]
    met: Counter[str] = Counter()
    for instance in hostile_instances(claim, 5, 60):
        p = [float(entry) for entry in instance.tensors["P"]]
        if assumed == PLAIN and not all(p):
            continue
        w = [[float(entry) for entry in row] for row in instance.tensors["W"]]
        value = float(evaluate(measure, Instance(instance.sizes, instance.tensors)))
        if value == inf:
            met["infinite"] += 1
            continue
        for factor in FACTORS:
            s = exp(value) * factor
            tables = _true(mean, shape, p, w, s)
            entries = {
                t.name: _table(t, tables, assumed == GUARDED)
                for t in sequent.tensors
                if not t.is_delta and not t.is_size
            }
            world = World(instance.sizes, entries)
            for fact in sequent.facts:
                for at in world.assignments(fact.indices):
                    found = value_at(world, fact.polynomial, at)
                    assert found > -NEAR and (fact.relation != "==" or found < NEAR), fact.name
            holds = (factor >= 1) if shape == UP else (factor <= 1)
            goal = value_at(world, sequent.goal, {})
            assert (goal > -NEAR) if holds else (goal < -NEAR), (goal, factor, instance)
            met[str(holds)] += 1
            met["zero"] += any(not entry for row in w for entry in row) or not all(p)
    assert min(met["True"], met["False"], met["zero"]) >= 20, met


PROVED = (
    ("expected_pml(P, W) <= maxleak(W)", ()),
    ("expected_pml(P, W) <= maxleak(P, W)", ()),
    ("expected_pml(P, W) <= log(size(Y))", ()),
    ("expected_pml(P, W >> V) <= maxleak(W)", ()),
    ("expected_pml(P, W) <= pml(P, W)", ()),
    ("mi(P, W) <= maxleak(P, W)", ()),
    ("mi(P, W) <= -log(pmin(P))", ()),
    ("mi(P, W) <= log(size(Y))", ()),
    ("maxcost(P, W) <= expected_costleak(P, W)", ()),
    ("maxcost(W) <= expected_costleak(P, W)", ("fullsupport(P)",)),
)
REFUTED = (
    ("maxcost(P, W) < expected_costleak(P, W)", ()),
    ("maxcost(W) <= expected_costleak(P, W)", ()),
    ("expected_pml(P, W) < maxleak(P, W)", ()),
    ("expected_pml(P, W) <= maxleak(W) - 1e-9", ()),
    ("expected_pml(P, W) <= 0.999999999*maxleak(W)", ()),
    ("maxleak(W) <= expected_pml(P, W)", ("fullsupport(P)",)),
    ("expected_costleak(P, W) <= maxcost(P, W)", ()),
    ("expected_costleak(P, W) <= expected_pml(P, W)", ()),
    ("maxcost(P, W) <= 0.999999999*expected_costleak(P, W)", ()),
    ("mi(P, W) <= 0.999999999*maxleak(P, W)", ()),
    ("mi(P, W) <= -log(pmin(P)) - 1e-9", ()),
    ("expected_pml(P, W) <= log(size(Y)) - 1e-9", ()),
    ("mi(P, W) <= log(size(X) - 1e-9)", ()),
    ("doeblin(P, W) <= 0 => expected_costleak(P, W) <= 100", ()),
)


@pytest.mark.parametrize(("text", "assume"), PROVED)
def test_jensens_inequality_is_proved_for_every_alphabet(text: str, assume: tuple[str, ...]):
    assert prove(parse(text, assume=assume), effort=30).name == "proved"


@pytest.mark.parametrize(("text", "assume"), REFUTED)
def test_what_is_false_by_a_little_is_refuted(text: str, assume: tuple[str, ...]):
    assert decide(parse(text, assume=assume), effort=20).name == "refuted"
