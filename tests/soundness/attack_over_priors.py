"""An attack on what is decided of given channels for all priors of a set.

    python -m tests.soundness.attack_over_priors --claims 3000 --seed 1

Random claims (tests/soundness/set_claims.py) about channels of one to four letters, with zeros,
null outcomes and equal rows, over sets of priors that are written down a second time. Each answer
is compared with the definitions at the vertices of the set, very close to them, on edges and at
random members: a proved claim is false at none of them, a vacuous one has a value at none at which
its hypotheses hold, a counterexample is in the set and is one, a worst value is reached where it
is said and nowhere passed. Claims follow from the seed and their number. What is wrong is printed,
and errors of the library's own.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf
from random import Random
from typing import Any

import pmlsym as ps
from pmlsym.errors import PmlError
from pmlsym.evidence.verdict import PriorBound, Proved, Refuted, Verdict
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import INFINITY, Exact, Number, exp_of
from tests.exact_instances import CHANNEL_KINDS, exact_channel
from tests.soundness.plain_sets import SETS, PlainSet, drawn_set, mean
from tests.soundness.plain_statements import NoValue, Statement, truth
from tests.soundness.set_claims import EXPONENTIALS, PLAIN, At, Drawing
from tests.soundness.text_parts import words

LETS = ("W: X -> Y", "T: Y -> Z", "V: X -> B", "U: X, Y -> C", "A: X -> D")
FREE = 0.15
"""The part of the claims in which the second channel is any channel."""
PRIOR_OF_CHANNEL = ("(P, ", "(P >> ")
"""What a claim has to have, so that P is known to be a prior, and of how many letters."""
RANDOM = 25
SMALL = Fraction(1, 10**12)


@dataclass(frozen=True)
class Asked:
    """A claim over a set, and the channels that are given."""

    statement: Statement
    priors: PlainSet
    tables: dict[str, Any]
    free: tuple[str, ...]
    places: list[At]

    def __str__(self) -> str:
        return f"{self.statement.text}  with {shown(self.given)}  over {self.priors.text}"

    @property
    def given(self) -> dict[str, Any]:
        """The entries of the channels of which the claim speaks."""
        named = set(words(self.statement.text))
        return {k: v for k, v in self.tables.items() if k in named and k not in self.free}

    @property
    def lets(self) -> list[str]:
        """The declarations of these channels."""
        return [let for let in LETS if let[0] in words(self.statement.text)]

    def false_at(self) -> At | None:
        """A member of the set at which the claim is false."""
        return next((at for at in self.places if truth(self.statement, at) is False), None)


def shown(tables: Mapping[str, Any]) -> str:
    """Tables as text that can be typed again."""
    return json.dumps({name: _strings(table) for name, table in tables.items()})


def _strings(table: Any) -> Any:
    return list(map(_strings, table)) if isinstance(table, list | tuple) else str(table)


def drawn(rng: Random) -> Asked:
    """A claim, the channels and the set, which is not empty."""
    x, y, z = rng.choice((1, 2, 2, 3, 3, 4)), rng.choice((1, 2, 2, 3, 4)), rng.choice((1, 2, 2))
    kinds = (*SETS[1:], "events") if x > 1 else ("simplex",)
    priors = drawn_set(rng, rng.choice(("simplex", *kinds)), x)
    while not priors.ends:
        priors = drawn_set(rng, rng.choice(kinds), x)
    tables = any_tables(rng, x, y, z)
    free = ("T",) if rng.random() < FREE else ()
    several = [any_tables(rng, x, y, z)["T"] for _ in range(4)] if free else [tables["T"]]
    places = [
        At(p, {**tables, "T": t}, column)
        for p in priors.members(rng, RANDOM)
        for t in several
        for column in range(y)
    ]
    some = [rng.choice(places) for _ in range(12)] + places[:: max(1, len(places) // 12)]
    drawing = Drawing(rng, some)
    statement = drawing.statement()
    while not any(sort in statement.text for sort in PRIOR_OF_CHANNEL):
        statement = drawing.statement()
    used = tuple(name for name in free if name in words(statement.text))
    return Asked(statement, priors, tables, used, places)


def any_tables(rng: Random, x: int, y: int, z: int) -> dict[str, Any]:
    """Entries for each channel, and for a gain, which may be zero."""

    def channel(inputs: int, outputs: int) -> Any:
        return exact_channel(rng, inputs, outputs, rng.choice(CHANNEL_KINDS))

    gain = [[Fraction(rng.choice((0, 1, 1, 2, 3))) for _ in range(z)] for _ in range(x)]
    if rng.random() < 0.9:  # else all of it may be zero, and its leakage has no value
        gain[rng.randrange(x)][0] += 1
    return {
        "W": channel(x, y),
        "T": channel(y, z),
        "V": channel(x, 2),
        "U": [channel(y, 2) for _ in range(x)],
        "A": channel(x, 2),
        "G": gain,
    }


def answer(asked: Asked, effort: float, *, proofs_alone: bool) -> Verdict:
    """What the library says."""
    say = ps.prove if proofs_alone else ps.decide
    given = {name: _strings(table) for name, table in asked.given.items()}
    priors, lets = asked.priors.text, asked.lets
    return say(asked.statement.text, let=lets, channel=given, over=priors, effort=effort)


def faults(asked: Asked, verdict: Verdict) -> Iterator[str]:
    """What is wrong with an answer."""
    yield from (f"an engine failed: {a}" for a in verdict.attempts if a.failed)
    if isinstance(verdict, Proved):
        at = asked.false_at()
        if at is not None:
            yield f"proved, and false at {at}"
        if verdict.vacuous:
            yield from vacuous_faults(asked)
        if verdict.witness is not None:
            yield from instance_faults(asked, verdict.witness, wanted=True)
        bounds = verdict.bounds
    elif isinstance(verdict, Refuted):
        yield from instance_faults(asked, verdict.instance, wanted=False)
        bounds = verdict.bounds
    else:
        return
    for bound in bounds:
        yield from bound_faults(asked, bound)


def vacuous_faults(asked: Asked) -> Iterator[str]:
    """A place at which a claim that is called vacuous says something."""
    *premises, conclusion = asked.statement.parts
    for at in asked.places:
        if all(truth(p, at) for p in premises) and truth(conclusion, at) is not None:
            yield f"vacuous, and it says something at {at}"
            return


def instance_faults(asked: Asked, instance: Instance, *, wanted: bool) -> Iterator[str]:
    """A counterexample is a member of the set and is false, a witness is one and is true."""
    tables = {**asked.tables, **instance.tensors}
    prior, column = tables["P"], instance.outcomes.get("y", 0)
    if not asked.priors.contains(prior):
        yield f"the prior {prior} is not in the set"
    if any(_strings(tables[name]) != _strings(given) for name, given in asked.given.items()):
        yield f"other channels than those given: {instance}"
    at = At(prior, tables, column)
    found = truth(asked.statement, at)
    met = all(truth(part, at) for part in asked.statement.parts[:-1])
    if found is not wanted or not met:
        kind = "witness" if wanted else "counterexample"
        yield f"the {kind} {shown(instance.tensors)} makes it {found}"


def bound_faults(asked: Asked, bound: PriorBound) -> Iterator[str]:
    """A worst value that is passed, or not taken where it is said to be."""
    of = {**EXPONENTIALS, **PLAIN}.get(bound.text)
    if of is None or asked.free or asked.statement.parts[:-1]:
        return
    value = level_of(bound.value, is_log=bound.text in EXPONENTIALS)
    if value is None:
        return
    turn = 1 if bound.is_largest else -1
    for at in asked.places:
        try:
            if turn * of(at) > turn * value:
                yield f"{bound}, and {of(at)} at {at}"
                return
        except NoValue:
            continue
    inside = bound.prior if bound.attained else mean((bound.prior, bound.inside), (1, SMALL))
    if not asked.priors.contains(inside):
        yield f"{bound}, which is not in the set"
    near = []
    for y in range(len(asked.tables["W"][0])):
        try:
            near.append(of(At(inside, asked.tables, y)))
        except NoValue:
            continue
    best = max(near, key=lambda v: turn * v)
    is_reached = best == value if bound.attained else is_close(best, value)
    if not is_reached:
        yield f"{bound}, and {best} there"


def is_close(found: Any, limit: Any) -> bool:
    """Whether a value beside the worst prior is as near to the limit as it has to be."""
    if inf in (found, limit):
        return bool(found == limit or found > 10**6)
    return bool(abs(found - limit) <= Fraction(1, 10**6) * max(limit, 1))


def level_of(value: Number, *, is_log: bool) -> Any:
    """The exponential of a leakage, or a plain number, where it is rational or infinite."""
    if value == INFINITY:
        return inf
    number = exp_of(value) if is_log else value
    return number.rational if isinstance(number, Exact) and number.is_rational else None


def run(seed: int, numbers: range, effort: float, met: Counter[str]) -> Iterator[str]:
    """Attack with the claims of these numbers; yield what is wrong, and count in `met`."""
    for k in numbers:
        rng = Random(f"{seed}/{k}")
        asked = drawn(rng)
        is_false = asked.false_at() is not None
        met.update(("asked", "false by the definitions" if is_false else "no violation known"))
        met["with a free channel"] += bool(asked.free)
        try:
            verdict = answer(asked, effort, proofs_alone=k % 4 == 3)
        except PmlError as error:
            met[f"refused: {type(error).__name__}"] += 1
            yield f"{k}: {asked}: refused, {error}"
            continue
        vacuous = isinstance(verdict, Proved) and verdict.vacuous
        met[("false: " if is_false else "") + ("vacuous" if vacuous else verdict.name)] += 1
        for wrong in faults(asked, verdict):
            met["wrong"] += 1
            yield f"{k}: {asked}: {wrong}"


def main() -> int:
    """Run the attack as its arguments say; the status is 1 where anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.soundness.attack_over_priors")
    parser.add_argument("--claims", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--effort", type=float, default=0.3)
    options = parser.parse_args()
    met, wrong = Counter[str](), 0
    numbers = range(options.start, options.start + options.claims)
    for text in run(options.seed, numbers, options.effort, met):
        wrong += 1
        sys.stdout.write(f"WRONG {text}\n")
        sys.stdout.flush()
    counts = json.dumps(dict(sorted(met.items())), indent=1)
    sys.stdout.write(f"{counts}\n{met['asked']} claims, {wrong} wrong\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
