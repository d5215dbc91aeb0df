"""Whatever the verifier accepts is true: random changes of small certificates, tried at numbers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from proofs import verify
from tests.examples import share_of
from tests.proofs.small import ACCEPTED, opinion
from tests.proofs.test_verify_rules import (
    APPLICATIONS,
    MASS_LEMMA,
    NEW,
    SPLITS,
    SQUARES,
    at_one_channel,
    choosing,
    defining,
    enlarging,
    inverting,
    mass_of_two,
    with_a_letter,
)
from tests.proofs.test_verify_terms import (
    ROWS,
    STEPS,
    of_two,
    perspective,
    row,
    same,
    scaled,
    value,
)

GOOD: list[Any] = [
    *(mass_of_two(), at_one_channel(), with_a_letter(), SQUARES),
    *(defining(), choosing(), inverting(), enlarging()),
    *(perspective(), of_two(), scaled(), same(), *map(row, ROWS)),
]
BAD: list[Any] = [
    attack[1] for table in (APPLICATIONS, SPLITS, NEW, STEPS) for attack in table.values()
]


class Numbers(verify.World):
    """A world in which F is what it means, at a large N, and many things are >= 0 and small."""

    def function_of(self, name: str, a: Any, b: Any, order: Fraction = Fraction(0)) -> Any:
        if a < 0 or b < 0:
            return float(verify.value_at_one(name, order) * a)
        if name == "power" and not order > 0:
            return 0.0
        return value(name, float(order), float(a), float(b))

    def _draw(self, tensor: verify.Tensor) -> dict[tuple[int, ...], Fraction]:
        drawn = super()._draw(tensor)
        if tensor.places or "indicator" in tensor.facts or self._rng.random() < 0.3:
            return drawn
        least = Fraction("positive" in tensor.facts, 2)
        most = 1 if "at_most_one" in tensor.facts else 2
        return {at: max(Fraction(self._rng.randint(0, 2), 2), least) * most / 2 for at in drawn}


def falsified(data: Any, rng: Random, tries: int) -> bool:
    """Whether the facts hold and the goal fails in some world; rules are no facts here."""
    verifier = verify.read_certificate(data)
    if verifier.rules:
        return False

    def holds(polynomial: Any, every: Any, relation: str, world: Numbers) -> bool:
        for here in world.every(every, {}):
            number = world.value(polynomial, here)
            near = abs(number) < 1e-6 * (not isinstance(number, Fraction))
            if not (near or {">": number > 0, ">=": number >= 0, "==": number == 0}[relation]):
                return False
        return True

    for _ in range(tries):
        verify.WORK.reset()
        world = Numbers(rng, rng.choice((1, 2, 2)))
        facts = [(f.polynomial, f.every, f.relation) for f in verifier.assumptions]
        if all(holds(*fact, world) for fact in facts) and not holds(
            verifier.goal, (), verifier.relation, world
        ):
            return True
    return False


def places(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths to all values."""
    yield path
    if isinstance(data, dict | list):
        for key, inner in data.items() if isinstance(data, dict) else enumerate(data):
            yield from places(inner, (*path, key))


def get(data: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        data = data[key]
    return data


def mutant(rng: Random, data: Any) -> Any:
    """One or two values replaced by others of the same kind, left out or doubled."""
    data = deepcopy(data)
    for _ in range(rng.randint(1, 2)):
        paths = [path for path in places(data) if path]
        path = rng.choice(paths)
        owner, key = get(data, path[:-1]), path[-1]
        alike = [p for p in paths if type(get(data, p)) is type(owner[key])]
        if isinstance(owner, list) and rng.random() < 0.3:
            owner.pop(key)
        elif isinstance(owner, list) and rng.random() < 0.2:
            owner.append(deepcopy(owner[key]))
        elif isinstance(owner[key], str) and rng.random() < 0.3:
            owner[key] = rng.choice((">=", ">", "==", "-1", "2", "1/2", "0", "x:X", "x0:X", "y:Y"))
        else:
            owner[key] = deepcopy(get(data, rng.choice(alike)))
    last = data["steps"][-1] if data["steps"] else {}
    statement = last.get("statement", {}) if isinstance(last, dict) else {}
    if rng.random() < 0.7 and isinstance(statement, dict):  # the goal is what is stated
        data["sequent"]["goal"] = statement.get("polynomial", [])
        data["sequent"]["relation"] = statement.get("relation", ">=")
    return data


def accepted(seed: int, tries: int, sources: list[Any]) -> int:
    """How many mutants are accepted; that none of them is false."""
    rng, found, seen = Random(seed), 0, set()
    for _ in range(tries):
        changed = mutant(rng, rng.choice(sources))
        text = json.dumps(changed, sort_keys=True)
        if text in seen:
            continue
        seen.add(text)
        try:
            answer = opinion(changed, lemmas=[MASS_LEMMA])
        except RecursionError:
            continue
        if answer == ACCEPTED:
            found += 1
            assert not falsified(changed, rng, 40), json.dumps(changed)
    return found


@pytest.mark.seconds
def test_what_is_false_is_found_to_be_false():
    """So that the next tests say something."""
    caught = 0
    for data in BAD:
        try:
            caught += falsified(data, Random(1), 60)
        except verify.Refused:
            continue
    assert caught > 5


@pytest.mark.seconds
def test_what_is_accepted_is_true():
    for data in GOOD:
        assert not falsified(data, Random(2), 100)
    assert accepted(3, share_of(600), GOOD) > share_of(12)


@pytest.mark.slow
@pytest.mark.processor_seconds(900)
def test_more_of_what_is_accepted_is_true():
    assert accepted(4, 40_000, GOOD) > 1000
    assert accepted(5, 20_000, BAD) > 30
