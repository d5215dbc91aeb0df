"""An attack on `prove` alone: nothing that samples stands between a claim and a wrong proof.

    python -m tests.soundness.attack --claims 20000 --seed 1 --log attack.jsonl

puts that many claims to `prove`, each with a small budget, and prints what is wrong: a proof of a
claim that the definitions make false on an exact instance, a refutation that they do not confirm, a
crash, a claim that is not read as it was written. What claim k is depends on the seed and on k
alone, so `--start` and `--claims` cut the work into pieces, as does `--shard K N`; all processors
are used, and with `--log` it goes on where it was stopped. Claims go round the kinds of `KINDS`; a
claim of the kind "near" is false by the definitions before it is asked. A proved claim is tried on
further instances.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from unittest import mock

from pmlsym.calculus.alphabet import Alphabet
from pmlsym.calculus.kind import require_kind
from pmlsym.claim_text.question import parse
from pmlsym.claim_text.writing import declarations, write
from pmlsym.claims.subjects import subjects
from pmlsym.engines.analytic import finding, refuting
from pmlsym.engines.decide.decisions import prove
from pmlsym.engines.entropies import refute as shannon_refuting
from pmlsym.errors import OutOfDomain, PmlError, Unsupported
from pmlsym.evidence.verdict import Proved, Refuted
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Measure
from pmlsym.language.value import Value
from pmlsym.measures.conditional_leakage import Given
from pmlsym.measures.every import MEASURES
from pmlsym.measures.notion import CONDITIONAL, PROBABILITY
from pmlsym.model.channel import Channel
from pmlsym.model.gain import Gain
from pmlsym.model.instance import Instance
from pmlsym.parallel.campaigns import FinishedTask, campaign
from tests.soundness import numeric_truth
from tests.soundness.hostile_instances import hostile_instances
from tests.soundness.near_truth import (
    hostile_names,
    near,
    true_numbers,
    true_of,
    true_statements,
)
from tests.soundness.oracle_truth import OracleEvaluation
from tests.soundness.random_claims import SETTINGS, Drawing, P, Setting, U, W, X, claim_of
from tests.soundness.random_claims import random_claim as of_any_shape
from tests.statements.statement import Text

B, Z = Alphabet("B"), Alphabet("Z")
U_, T = Channel("R", X, Z), Channel("T", X, B)
TRIPLES = (
    Setting(P, W & U_ & T, T, Gain("G", X, B), Given(W & U_, T)),
    Setting(P, W & U & T, W, Gain("G", X, B), Given(W & T, U_)),
    Setting(P, W & W & W, U_, Gain("G", X, B), Given(W & W, W)),
)
INFINITE = ("ldp", "density_min", "costleak", "lip", "ldi", "dp", "flp", "maxcost", "worst_gain",
            "expected_costleak", "capacity", "worst_gleak", "doeblin")  # fmt: skip
TRIES, AFTERWARDS = 30, 80
KNOWN = 0.2
"""The part of the claims of which more is supposed than need be."""


@dataclass
class Asked:
    """One claim on its way: its kind, its text, and an instance on which it is false, if known."""

    kind: str
    claim: Claim
    text: str
    false_at: object = None
    wrong: list[str] = field(default_factory=list)


def of_text(rng: Random, kind: str) -> Asked | None:
    """A mutant of a true statement, or nothing where the mutation is no claim."""
    pool = POOLS[kind]()
    how, text = near(rng, rng.choice(pool))
    if kind == "digits":
        text = hostile_names(rng, text)
    try:
        if rng.random() < KNOWN:
            text = with_what_is_known(rng, text)
        return Asked(kind, text.claim, f"{text.text}, {text.lets}, {text.assume} ({how})")
    except PmlError:
        return None


def with_what_is_known(rng: Random, text: Text) -> Text:
    """The statement with the domains of its numbers supposed as well, which says the same."""
    scalars = subjects(text.claim).scalars
    known = [f"{name} >= 0" for name, domain in scalars.items() if domain != "real"]
    known += [f"{name} <= 1" for name, domain in scalars.items() if domain == "probability"]
    chosen = rng.sample(known, rng.randint(0, len(known)))
    return replace(text, assume=(*text.assume, *chosen))


def of_words(rng: Random, kind: str) -> Asked | None:
    """A random claim about chosen words or settings, or nothing where it clashes with itself."""
    if kind == "any shape":
        claim = of_any_shape(rng)
    else:
        settings = TRIPLES if kind == "three channels" else SETTINGS[:7]
        words = tuple(w for w in MEASURES if WORDS[kind](w.name, w.sorts))
        claim = claim_of(Drawing(rng, (rng.choice(settings),), words, (0, 1)))
    try:
        return Asked(kind, claim, write(claim))
    except PmlError:
        return None


WORDS: dict[str, Callable[[str, tuple[str, ...]], bool]] = {
    "three channels": lambda name, sorts: True,
    "given": lambda name, sorts: CONDITIONAL in sorts,
    "delta": lambda name, sorts: PROBABILITY in sorts or name == "pml",
    "infinite": lambda name, sorts: name in INFINITE,
}
POOLS: dict[str, Callable[[], tuple[object, ...]]] = {
    "near": true_statements,
    "digits": true_statements,
    "numbers": true_numbers,
    "three channels": lambda: true_of((" & U & T", " & W & W", "(W & U) & T")),
    "given": lambda: true_of((" | ",)),
    "delta": lambda: true_of(("eml", "maxinfo")),
    "infinite": lambda: true_of(INFINITE),
}
KINDS = (
    *("near",) * 9,
    *("any shape",) * 3,
    *("numbers",) * 2,
    *("digits",) * 2,
    "three channels",
    "given",
    "delta",
    "infinite",
)


def draw(rng: Random, kind: str) -> Asked:
    """A claim of the kind; where an instance makes it false by the definitions, with that."""
    while True:
        both = kind in WORDS and kind in POOLS and rng.random() < 0.4
        asked = (of_words if both or kind == "any shape" else of_text)(rng, kind)
        if asked is None:
            continue
        asked.false_at = next(violations(asked.claim, rng, TRIES), None)
        if asked.false_at is not None or kind != "near":
            return asked


def violations(claim: Claim, rng: Random, count: int) -> Iterator[object]:
    """The instances, of so many, on which the claim is false by the definitions."""
    try:
        if numeric(claim):
            for at in numeric_truth.points(claim, rng, count):
                try:
                    if not numeric_truth.truth(claim, at):
                        yield {name: str(v) for name, v in at.items()}
                except numeric_truth.Undefined:
                    continue
            return
        for instance in hostile_instances(claim, rng.randrange(10**9), count):
            try:
                evaluation = OracleEvaluation(claim, instance)
                if not evaluation.truth(claim):
                    yield instance
            except (OutOfDomain, Unsupported):
                continue
    except PmlError:
        return


def numeric(claim: Claim) -> bool:
    """Whether the claim is about numbers alone."""
    about = subjects(claim)
    return not any((about.tensors, about.alphabets, about.outcomes))


@contextmanager
def alone() -> Iterator[None]:
    """The provers without the points and joint distributions that are tried before them."""
    with (
        mock.patch.object(finding, "_is_plausible", return_value=True),
        mock.patch.object(refuting, "refute_analytic", return_value=None),
        mock.patch.object(shannon_refuting, "refute_entropy", return_value=None),
    ):
        yield


def attack(asked: Asked, rng: Random, seconds: float) -> str:
    """Ask, and note what is wrong. The result is the verdict's name."""
    try:
        with alone():
            verdict = prove(asked.claim, effort=seconds)
    except PmlError as error:
        return f"refused: {type(error).__name__}"
    for attempt in verdict.attempts:
        if attempt.failed:
            asked.wrong.append(f"an engine crashed: {attempt}")
    if isinstance(verdict, Proved):
        at = asked.false_at or next(violations(asked.claim, rng, AFTERWARDS), None)
        if at is not None:
            asked.wrong.append(f"proved, and false at {shown(at)}")
    if isinstance(verdict, Refuted) and not numeric(asked.claim):
        try:
            if OracleEvaluation(asked.claim, verdict.instance).truth(asked.claim):
                asked.wrong.append(f"refuted, and true at {shown(verdict.instance)}")
        except (OutOfDomain, Unsupported) as error:
            asked.wrong.append(f"refuted, and {error}")
    return verdict.name


def read_again(asked: Asked) -> None:
    """What is written is read as the same claim, of the same measures."""
    try:
        text = write(asked.claim)
        again = parse(text, lets=declarations(asked.claim))
    except Unsupported:
        return
    except PmlError as error:
        asked.wrong.append(f"written and not read: {error}")
        return
    measures = ([p.value for p in walk(c) if isinstance(p, Measure)] for c in (asked.claim, again))
    twice = write(parse(write(again), lets=declarations(again)))
    if twice != write(again) or not _same(*measures):
        asked.wrong.append(f"written {text}, and read as {write(again)}")


def _same(first: list[Value], second: list[Value]) -> bool:
    return len(first) == len(second) and all(a == b for a, b in zip(first, second, strict=True))


def shown(at: object) -> str:
    """An instance or a point, on one line."""
    return json.dumps(at.to_json()) if isinstance(at, Instance) else str(at)


def run(seed: int, numbers: range, seconds: float, met: Counter[str]) -> Iterator[tuple[int, str]]:
    """Attack with the claims of these numbers; yield what is wrong, and count in `met`."""
    for k in numbers:
        rng = Random(f"{seed}/{k}")
        asked = draw(rng, KINDS[k % len(KINDS)])
        met["asked"] += 1
        met[f"kind {asked.kind}"] += 1
        if asked.false_at is not None:
            met["false by the definitions"] += 1
            met[f"false, kind {asked.kind}"] += 1
        read_again(asked)
        met[attack(asked, rng, seconds)] += 1
        for wrong in asked.wrong:
            yield k, f"{asked.text}: {wrong}"


@dataclass(frozen=True)
class Piece:
    """Some claims of a seed, from one number on: a task of a campaign."""

    seed: int
    first: int
    stop: int
    seconds: float

    def __str__(self) -> str:
        return f"claims {self.first} to {self.stop}, seed {self.seed}, effort {self.seconds:g}"

    def run(self) -> Found:
        """What is wrong, and what was met."""
        met = Counter[str]()
        wrong = list(run(self.seed, range(self.first, self.stop), self.seconds, met))
        return wrong, met

    def to_json(self, result: Found) -> object:
        """The findings as plain data."""
        return [list(map(list, result[0])), dict(result[1])]

    def from_json(self, data: object) -> Found:
        """The findings that `to_json` wrote."""
        wrong, met = require_kind(data, list, "what an attack found")
        return [(k, text) for k, text in wrong], Counter(met)


Found = tuple[list[tuple[int, str]], Counter[str]]
PIECE = 100


def pieces(seed: int, numbers: range, seconds: float) -> list[Piece]:
    """The claims of these numbers, so many at once."""
    starts = range(numbers.start, numbers.stop, PIECE)
    return [Piece(seed, k, min(k + PIECE, numbers.stop), seconds) for k in starts]


def main() -> int:
    """Run the attack as its arguments say; the status is 1 where anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.soundness.attack")
    parser.add_argument("--claims", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.25)
    parser.add_argument("--shard", type=int, nargs=2, default=(0, 1), metavar=("K", "N"))
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    numbers = range(options.start, options.start + options.claims)
    tasks = pieces(options.seed, numbers, options.seconds)
    met, wrong = Counter[str](), 0

    def tell(_: int, __: int, last: FinishedTask[Found]) -> None:
        for k, text in last.result[0]:
            sys.stdout.write(f"WRONG {k}: {text}\n")
            sys.stdout.flush()

    for done in campaign(tasks, shard=tuple(options.shard), journal=options.log, progress=tell):
        wrong += len(done.result[0])
        met += done.result[1]
    counts = json.dumps(dict(sorted(met.items())), indent=1)
    sys.stdout.write(f"{counts}\n{met['asked']} claims, {wrong} wrong\n")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
