"""Designed mechanisms against the definitions: guarantees, utilities and optima, by brute force.

Guarantees together, samples, attributes and latents, extreme levels, letters without mass; and no
file in which one number was changed is believed unless everything that it says is still so.
"""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from pmlsym.errors import InvalidInput
from pmlsym.pages.saved_evidence import check_saved
from pmlsym.verbs.design import design
from tests.examples import some_of
from tests.mechanisms.naive import random_masses
from tests.soundness.plain_designs import wrong
from tests.soundness.test_forged_files import at, changed, is_believed, leaves, put

LEVELS = ("1", "11/10", "3/2", "2", "5", "1000")
UTILITIES = ("mi", "latent", "guess", "chi2", "gain")


def text(masses: tuple[Fraction, ...]) -> str:
    return ",".join(map(str, masses))


def rows(rng: Random, count: int, width: int) -> list[list[str]]:
    """Rows of a channel, some of them alike and some with zeros."""
    kinds = [
        random_masses(rng, width),
        *(tuple(Fraction(int(i == k)) for i in range(width)) for k in range(width)),
    ]
    return [[str(entry) for entry in rng.choice(kinds)] for _ in range(count)]


def asked(rng: Random, utility: str) -> dict[str, Any]:
    """A random question to `design`."""
    hides = rng.choice(("samples", "attribute", "groups", "nothing"))
    size = 4 if hides in ("samples", "groups") else rng.choice((2, 3, 3))
    prior = random_masses(rng, size)
    if hides == "nothing" and size == 3 and rng.random() < 0.3:
        prior = (*random_masses(rng, 2), Fraction(0))
    ask: dict[str, Any] = {"prior": text(prior)}
    if hides in ("samples", "groups"):
        ask["samples"] = "2,2"
        if hides == "groups":
            ask["groups"] = rng.choice(("1", "2", "1;2"))
    if hides == "attribute":
        ask["attribute"] = rows(rng, size, 2)
    level = f"log({rng.choice(LEVELS)})"
    rule = rng.choice(("pml", "ldp", "lip", "ldi", "alip", "none"))
    if rule == "alip":
        ask["alip"] = (level, f"log({rng.choice(LEVELS)})")
    elif rule != "none" or hides == "nothing":
        ask["pml" if rule == "none" else rule] = level
    ask["utility"] = "mi" if utility == "latent" else utility
    if utility == "latent":
        ask["latent"] = rows(rng, size, 2)
    if utility == "gain":
        ask["gain"] = [[str(rng.randint(0, 5)) for _ in range(3)] for _ in range(size)]
    return ask


def designed(ask: dict[str, Any]) -> dict[str, Any] | None:
    """The file of the answer, or nothing where the prior itself breaks the guarantee."""
    try:
        found = design(ask["prior"], **{k: v for k, v in ask.items() if k != "prior"})
    except InvalidInput:
        return None
    data: dict[str, Any] = json.loads(json.dumps(found.to_json()))
    return data


@pytest.mark.seconds
@pytest.mark.parametrize("utility", some_of(UTILITIES))
def test_what_is_designed_is_allowed_and_best(utility: str) -> None:
    rng, met = Random(utility), Counter[str]()
    while met["designed"] < 12:
        ask = asked(rng, utility)
        data = designed(ask)
        met["designed"] += data is not None
        if data is not None:
            met.update(rule["kind"] for rule in data["rules"])
            assert not wrong(data), (ask, wrong(data))
    assert met["samples"] >= 1 and met["attribute"] >= 1, met


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100))
def test_what_is_designed_is_allowed_and_best_many_times(seed: int) -> None:
    rng = Random(seed)
    for utility in UTILITIES:
        data = designed(ask := asked(rng, utility))
        assert data is None or not wrong(data), ask
        assert data is None or check_saved(json.dumps(data))


FORGED = (
    {"prior": "1/4,3/4", "pml": "log(6/5)", "utility": "mi"},
    {"prior": "1/6,1/3,1/2", "pml": "log(3/2)", "ldp": "log(2)", "utility": "guess"},
    {
        "prior": "1/8,1/8,1/4,1/2",
        "samples": "2,2",
        "alip": ("log(2)", "log(3)"),
        "utility": "mi",
        "latent": [["1", "0"], ["1/2", "1/2"], ["1/2", "1/2"], ["0", "1"]],
    },
    {
        "prior": "1/4,1/4,1/2",
        "attribute": [["1", "0"], ["0", "1"], ["1/2", "1/2"]],
        "utility": "gain",
        "gain": [["1", "0"], ["0", "1"], ["2", "0"]],
    },
)


@pytest.mark.parametrize("ask", some_of(FORGED), ids=lambda ask: ask["utility"])
def test_a_design_touched_anywhere_says_nothing_false(ask: dict[str, Any]) -> None:
    data = designed(ask)
    assert data is not None and is_believed(data) and not wrong(data)
    rng, met = Random(3), Counter[str]()
    every = [(path, leaf) for path in leaves(data) for leaf in changed(at(data, path))]
    for path, leaf in rng.sample(every, min(len(every), 150)):
        forged = put(data, path, leaf)
        met["forged"] += forged != data
        if forged != data and is_believed(forged):
            met["believed"] += 1
            assert not wrong(forged), (path, leaf)
    assert met["forged"] >= 100 and met["believed"] <= met["forged"] / 10, met


@pytest.mark.parametrize(
    ("low", "high"), [("0", "100"), ("0", "1"), ("-1", "1"), ("2/100", "3/100")]
)
def test_a_wide_enclosure_with_any_float_in_its_middle_is_refused(low: str, high: str) -> None:
    data = designed(FORGED[0])
    assert data is not None
    lower, upper = Fraction(low), Fraction(high)
    gap = Fraction(data["certificate"]["bound"]) - lower
    forged = {
        **data,
        "value": {"lower": str(lower), "upper": str(upper)},
        "value_float": float((lower + upper) / 2),
        "certificate": {**data["certificate"], "gap": str(gap)},
    }
    assert not is_believed(forged)
