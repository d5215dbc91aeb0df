"""What the level forms of contraction coefficients say, at parts of the priors of exact instances.

The coefficient is at most t iff  t D(q || m P) - D(q W || m P W) >= 0  for all parts q <= P. So no
part gives more than the coefficient, and near the prior, P(1 + c g)/2 with the best g, one comes
near to that of chi2. Divergences are added up here by hand.
"""

from __future__ import annotations

import json
import math
import re
from fractions import Fraction
from random import Random

import numpy as np
import pytest

import pmlsym as ps
from pmlsym.claim_text.question import parse, parse_quantity
from pmlsym.claims.evaluation import evaluate, holds
from pmlsym.errors import Unsupported
from pmlsym.lowering.sequents import lower
from pmlsym.model.instance import Instance
from pmlsym.pages.saved_evidence import check_saved
from tests.definitions.contraction_coefficient import DEFINITIONS
from tests.examples import some_of
from tests.measures.measured import in_floats
from tests.soundness.hostile_instances import hostile_instances

FORMULAS = {
    "kl": lambda a, b: a * math.log(a / b) if a else 0.0,
    "chi2": lambda a, b: (a - b) ** 2 / b,
    "H2": lambda a, b: (math.sqrt(a) - math.sqrt(b)) ** 2 / 2,
    "lc": lambda a, b: (a - b) ** 2 / (a + b) / 2,
}


def ratio(name: str, part: np.ndarray, prior: np.ndarray, rows: np.ndarray) -> float | None:
    """By how much the divergence of a part from a multiple of the prior contracts."""
    whole = part.sum() * prior
    sides = [(part, whole), (part @ rows, whole @ rows)]
    before, after = (
        sum(FORMULAS[name](a, b) for a, b in zip(*side, strict=True) if b > 0) for side in sides
    )
    return after / before if before > 1e-9 else None


def arrays(instance: Instance) -> tuple[np.ndarray, np.ndarray]:
    """The prior and the rows."""
    return (np.array(instance.tensors[name], dtype=float) for name in ("P", "W"))


@pytest.mark.parametrize("name", FORMULAS)
def test_no_part_of_any_prior_gives_more(name: str) -> None:
    claim, rng, met = parse(f"eta[{name}](P, W) <= 1"), Random(name), 0
    at, every = (parse_quantity(f"eta[{name}]({own})", lets=["W: X -> Y"]) for own in ("P, W", "W"))
    for instance in hostile_instances(claim, 5, 60):
        prior, rows = arrays(instance)
        most = float(evaluate(at, instance).enclose(20)[1])
        assert most <= float(evaluate(every, instance).enclose(20)[1]) + 1e-12
        for _ in range(20):
            found = ratio(name, prior * [rng.random() ** 3 for _ in prior], prior, rows)
            met += found is not None
            assert found is None or found <= most + 1e-6, instance
    assert met > 200


def test_near_the_prior_a_part_gives_the_coefficient_of_chi2() -> None:
    claim, met = parse("eta[chi2](P, W) <= 1"), 0
    for instance in hostile_instances(claim, 9, 80):
        prior, rows = arrays(instance)
        seen = prior @ rows
        steps = np.array(
            [[sum(r * s / t for r, s, t in zip(a, b, seen, strict=True) if t) for b in rows]
             for a in rows]
        ) * prior  # fmt: skip
        values, vectors = np.linalg.eig(steps[np.ix_(prior > 0, prior > 0)])
        order = np.argsort(-values.real)
        if len(order) < 2:
            continue
        best = np.zeros(len(prior))
        best[prior > 0] = vectors[:, order[1]].real
        part = prior * (1 + best / (2 * max(abs(best)))) / 2
        value = float(evaluate(parse_quantity("eta[chi2](P, W)"), instance))
        found = ratio("chi2", part, prior, rows)
        assert found is None or abs(found - value) < 1e-6, instance
        met += found is not None and value > 0.01
    assert met > 10


@pytest.mark.parametrize(
    "text", some_of(["eta[chi2](P, W)", "rho(P, W)", "eta[kl](W)", "eta[lc](W)"])
)
def test_values_are_the_definitions_exactly_and_in_floats(text: str) -> None:
    quantity, met = parse_quantity(text, lets=["W: X -> Y"]), 0
    definition = DEFINITIONS[re.sub(r"\[\w+\]", "[f]", text)]
    functions = re.findall(r"\[(\w+)\]", text)
    for instance in hostile_instances(quantity <= 1, 3, 80):
        value = evaluate(quantity, instance)
        close = pytest.approx(float(value), abs=1e-7)
        assert in_floats(quantity, instance) == close, instance
        tables = [instance.tensors[name] for name in ("P", "W") if name in text]
        arguments = [*functions, *tables]
        if definition.fits(*arguments):
            found = definition.function(*arguments)
            assert float(getattr(found, "value", found)) == close, instance
            met += value > 0
    assert met > 10


def test_a_coefficient_between_ends_decides_what_they_decide() -> None:
    """That of kl at a prior is not known exactly: what lies between the ends stays open."""
    rows = [[Fraction(3, 4), Fraction(1, 4)], [Fraction(1, 8), Fraction(7, 8)]]
    instance = Instance({"X": 2, "Y": 2}, {"P": ["1/10", "9/10"], "W": rows})
    low, high = evaluate(parse_quantity("eta[kl](P, W)"), instance).enclose(30)
    middle = (low + high) / 2
    assert low < high < 1 and holds(parse("eta[kl](P, W) <= 1"), instance)
    assert not holds(parse("eta[kl](P, W) <= 0"), instance)
    with pytest.raises(Unsupported):
        holds(parse(f"eta[kl](P, W) <= {middle.numerator}/{middle.denominator}"), instance)


def test_a_proof_about_all_outcomes_is_read_back() -> None:
    found = ps.decide("mi(P, W >> V) <= eta[kl](V)*mi(P, W)")
    assert found.name == "proved" and "certificate" in check_saved(json.dumps(found.to_json()))


@pytest.mark.seconds
def test_a_level_below_zero_is_asked_to_be_none() -> None:
    """No root is negative: a bound of rho by a number has to say so itself."""
    (sign, form) = lower(parse("rho(P, W) <= c"))
    assert str(sign.goal) == "c" and form.rules == ()
    for text in ("rho(P, W) <= c", "rho(P, W) >= c => tv(P, W) == 0", "c < 0 => rho(P, W) <= c"):
        assert ps.prove(parse(text), effort=0.5).name != "proved"
