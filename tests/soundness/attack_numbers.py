"""False claims about numbers near true ones, put to the prover alone.

    python -m tests.soundness.attack_numbers --claims 2000 --seed 1 --log numbers.jsonl
    python -m tests.soundness.attack_numbers --claims 2000 --seed 1 --beyond

Each is a true statement changed: a constant off by a thousandth, a hypothesis dropped, a relation
turned, one occurrence of a name or numeral exchanged. It is false by sixty digits at a point that
is printed with it (tests/soundness/numeric_truth.py, which adds up what the library's evaluator
does not). No search for points stands before the prover; for half of them no float guides it
either, so that every step is tried and has to be sound. With `--beyond` all are claims that the
library's own evaluator cannot decide at that point. The end says how many of each kind were tried
and what was proved: nothing. The claims follow from the seed alone; with `--log` a run goes on
where it was stopped.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from pathlib import Path
from random import Random
from unittest.mock import patch

from pmlsym.claim_text.question import parse
from pmlsym.claims.evaluation import holds
from pmlsym.engines.analytic import finding
from pmlsym.engines.analytic.checking import prove_analytic
from pmlsym.errors import PmlError, Unsupported
from pmlsym.language.nodes import Claim
from pmlsym.model.instance import Instance
from tests.soundness.numeric_truth import Undefined, truth
from tests.statements.numbers import BEYOND, TRUE

STEPS = ("1/1000", "-1/1000")
WORDS = {"sum", "prod", "binomial", "exp", "log", "max", "min"}
NAME, NUMERAL = r"(?<![\w.])[a-z]\w*", r"(?<![\w.^])\d+(?![\w.])"
WHOLE = (0, 0, 1, 1, 2, 2, 3, 4, 5, 7, 12, 40, 300, 301, 400)
REALS = (
    *("0", "1", "-1", "1/2", "2", "1/3", "3/2", "-1/2", "1/1000", "-1/1000", "999/1000"),
    *("1/100", "1/20", "-1/20", "20", "-20", "5", "-3", "9/10", "2/5", "3/5", "1001/1000"),
)
POINTS = 160


@dataclass(frozen=True)
class Changed:
    """A statement, how it was changed, and a point at which it is false."""

    text: str
    assume: tuple[str, ...]
    how: str
    at: dict[str, Fraction]

    @property
    def claim(self) -> Claim:
        """The claim."""
        return parse(self.text, assume=self.assume)


def changes(text: str, assume: tuple[str, ...]) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """The statement changed at one place."""
    left, relation, right = re.split(r" (<=|>=|==|<|>) ", text)
    turned = {"<=": (">=", ">"), ">=": ("<=", "<"), "<": (">",), ">": ("<",), "==": ("<", ">")}
    for other in turned[relation]:
        yield "turned", f"{left} {other} {right}", assume
    for step in STEPS:
        yield "off", f"{left} {relation} {right} + ({step})", assume
        yield "off", f"({left})*(1 + ({step})) {relation} {right}", assume
    for k, premise in enumerate(assume):
        rest = (*assume[:k], *assume[k + 1 :])
        yield "dropped", text, rest
        a, sign, b = re.split(r" (<=|>=|<|>) ", premise)
        yield "dropped", text, (*rest, f"{a} {sign[0]}= {b} {'-' if sign[0] == '>' else '+'} 1")
    for pattern, others in ((NUMERAL, None), (NAME, ("k", "n", "m", "p", "x"))):
        for match in re.finditer(pattern, text):
            if match[0] in WORDS:
                continue
            new = others or tuple(f"({match[0]}{s})" for s in ("+1", "-1", "+1/1000", "-1/1000"))
            before, after = text[: match.start()], text[match.end() :]
            for one in new:
                if one != match[0]:
                    yield "name" if others else "numeral", f"{before}{one}{after}", assume


def false_ones(random: Random, *, beyond: bool = False) -> Iterator[Changed]:
    """Changed statements that are false at some point, each once, all kinds alike."""
    waiting: dict[str, list[tuple[str, tuple[str, ...]]]] = {}
    seen: set[tuple[str, tuple[str, ...]]] = set()

    def put(changed: list[tuple[str, str, tuple[str, ...]]]) -> None:
        for how, *statement in random.sample(changed, len(changed)):
            text, assume = statement
            waiting.setdefault(how, []).append((text, assume))

    for true in BEYOND if beyond else TRUE:
        put(list(changes(true.text, true.assume)))
    for kind in waiting.values():
        random.shuffle(kind)
    while waiting:
        how = random.choice(sorted(waiting))
        text, assume = waiting[how].pop()
        if not waiting[how]:
            del waiting[how]
        if (text, assume) in seen:
            continue
        seen.add((text, assume))
        found = false_at(text, assume, random)
        if found is None:
            continue
        false = Changed(text, assume, how, found)
        if not beyond or is_beyond(false):
            yield false
            put(random.sample(more := list(changes(text, assume)), min(4, len(more))))


def false_at(text: str, assume: tuple[str, ...], random: Random) -> dict[str, Fraction] | None:
    """A point at which the premises hold and the statement fails, or nothing."""
    try:
        claim, premises = parse(text, assume=assume), [parse(a) for a in assume]
    except PmlError:
        return None
    names = sorted({w for t in (text, *assume) for w in re.findall(NAME, t)} - WORDS)
    for _ in range(POINTS):
        at = {name: _drawn(name, random) for name in names}
        try:
            if all(truth(premise, at) for premise in premises) and not truth(claim, at):
                return at
        except (Undefined, ValueError, ArithmeticError, OverflowError, KeyError):
            continue
    return None


def _drawn(name: str, random: Random) -> Fraction:
    if name[0] in "knmj" and random.random() < 0.9:
        return Fraction(random.choice(WHOLE))
    if name[0] in "pqr" and random.random() < 0.8:
        return Fraction(random.randint(1, 99), 100)
    return Fraction(random.choice(REALS))


def is_proved(false: Changed, seconds: float, *, guided: bool) -> bool:
    """Whether the prover alone proves it, with or without floats that reject hopeless steps."""
    try:
        if guided:
            return prove_analytic(false.claim, effort=seconds) is not None
        with patch.object(finding, "_is_plausible", lambda *_: True):
            return prove_analytic(false.claim, effort=seconds) is not None
    except Unsupported:
        return False


def is_beyond(false: Changed) -> bool:
    """Whether the library's own evaluator cannot say that it is false there."""
    names = {w for t in (false.text, *false.assume) for w in re.findall(NAME, t)}
    try:
        at = {name: value for name, value in false.at.items() if name in names}
        return holds(false.claim, Instance({}, {}, at))
    except PmlError:
        return True


def attack(
    claims: Iterable[tuple[int, Changed]], seconds: float, met: Counter[str]
) -> Iterator[Changed]:
    """Those of the numbered claims that were proved; what was tried is counted in `met`."""
    for number, false in claims:
        guided = number % 2 == 0
        met["tried"] += 1
        met["with floats to guide" if guided else "without guidance"] += 1
        met[false.how] += 1
        met["beyond the evaluator"] += is_beyond(false)
        if is_proved(false, seconds, guided=guided):
            met["proved"] += 1
            yield false


def main() -> int:
    """Attack as the arguments say, and print whatever was proved and the numbers."""
    parser = argparse.ArgumentParser(prog="python -m tests.soundness.attack_numbers")
    parser.add_argument("--claims", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--beyond", action="store_true")
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    met = Counter[str]()
    if options.log and options.log.exists():
        met = Counter(json.loads(options.log.read_text(encoding="utf-8").splitlines()[-1]))
    claims = enumerate(false_ones(Random(options.seed), beyond=options.beyond))
    claims = islice(claims, met["tried"], options.claims)
    while piece := list(islice(claims, 50)):
        for false in attack(piece, options.seconds, met):
            at = ", ".join(f"{name} = {value}" for name, value in false.at.items())
            print(f"WRONG  {' and '.join(false.assume)} => {false.text}   at {at}")  # noqa: T201
        if options.log:
            with options.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(met) + "\n")
    print(json.dumps(met, indent=1))  # noqa: T201
    return 1 if met["proved"] else 0


if __name__ == "__main__":
    sys.exit(main())
