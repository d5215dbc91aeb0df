"""False claims about divergences and informations near true ones, put to the prover alone.

    python -m tests.soundness.attack_informations --claims 2000 --seed 1 --log informations.jsonl

Each is a true statement changed at one place: a constant off by a hundredth or by a billionth, a
direction turned, an equality excluded, a premise dropped, one function, prior or channel exchanged,
a premise between infinite numbers added; or it is a random claim (information_claims.py). It is
false by the definitions on an exact instance, which is found first and printed with it. Nothing
that samples stands before the prover. The end says how many of each kind were tried, what was
proved, which is nothing, and with `--decide` how many of those that are false by at least a
hundredth `decide` refutes. The claims follow from the seed alone; with `--log` a run goes on where
it was stopped.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from random import Random

from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.decisions import decide, prove
from pmlsym.errors import PmlError
from pmlsym.language.nodes import Claim
from tests.soundness.attack import alone, shown, violations
from tests.soundness.information_claims import DIVERGENCES, INFORMATIONS, lets_of, random_text

TRUE: tuple[tuple[str, ...], ...] = (
    ("D[kl](P || Q) >= 0",),
    ("D[kl](P >> W || Q >> W) <= D[kl](P || Q)",),
    ("D[chi2](P >> W || Q >> W) <= D[chi2](P || Q)",),
    ("D[tv](P >> W || Q >> W) <= D[tv](P || Q)",),
    ("D[H2](P >> W || Q >> W) <= D[H2](P || Q)",),
    ("D[js](P >> W || Q >> W) <= D[js](P || Q)",),
    ("D[lc](P >> W || Q >> W) <= D[lc](P || Q)",),
    ("D[kl](P || Q) <= log(1 + D[chi2](P || Q))",),
    ("D[kl](P || Q) <= D[chi2](P || Q)",),
    ("2*D[tv](P || Q)*D[tv](P || Q) <= D[kl](P || Q)",),
    ("D[H2](P || Q) <= D[tv](P || Q)",),
    ("2*D[H2](P || Q) <= D[kl](P || Q)",),
    ("D[js](P || Q) <= log(2)",),
    ("D[js](P || Q) <= log(2)*D[tv](P || Q)",),
    ("D[lc](P || Q) <= D[tv](P || Q)",),
    ("D[H2](P || Q) <= 1",),
    ("D[lc](P || Q) <= 1",),
    ("D[1/2](P >> W || Q >> W) <= D[1/2](P || Q)",),
    ("D[2](P >> W || Q >> W) <= D[2](P || Q)",),
    ("D[3](P >> W || Q >> W) <= D[3](P || Q)",),
    ("D[3](P || Q) >= 0",),
    ("D[2](P || Q) == log(1 + D[chi2](P || Q))",),
    ("D[kl](P || Q) <= D[2](P || Q)",),
    ("D[2](P || Q) <= D[inf](P || Q)",),
    ("D[E(2)](P >> W || Q >> W) <= D[E(2)](P || Q)",),
    ("D[E(2)](P || Q) <= D[tv](P || Q)",),
    ("I[2](P, W >> V) <= I[2](P, W)",),
    ("I[2](P, W >> V) <= I[2](P >> W, V)",),
    ("I[inf](P, W) <= pml(P, W)",),
    ("2*mi(P, W)*log(2) <= 2*log(2)*log(size(X))",),
    ("eta[tv](W >> V) <= eta[tv](W)*eta[tv](V)",),
    ("I[lc](P, W) <= tv(P, W)",),
    ("I[js](P, W) <= log(2)*tv(P, W)",),
    ("D[2](P >> W || Q >> W) <= c", "D[2](P || Q) <= c"),
    ("I[2](P, W >> V) <= c", "I[2](P, W) <= c"),
    ("D[2](P || Q) <= 2*c", "D[inf](P || Q) <= 2*c"),
    ("mi(P, W) <= eps*(exp(eps) - 1)/(exp(eps) + 1)", "ldp(W) <= eps"),
    ("eta[tv](W) <= (exp(eps) - 1)/(exp(eps) + 1)", "ldp(W) <= eps"),
    ("mi(P, W) <= eps + c", "maxleak(W) <= eps + c"),
    ("D[tv](P || Q) <= 1",),
    ("D[tv](P || Q) <= D[tv](Q || P)",),
    ("D[tv](P >> W || Q >> W) <= eta[tv](W)",),
    ("D[tv](P >> W || Q >> W) <= eta[tv](W)*D[tv](P || Q)",),
    ("eta[tv](W >> V) <= eta[tv](W)",),
    ("eta[tv](W >> V) <= eta[tv](V)",),
    ("tv(P, W) <= eta[tv](W)",),
    ("mi(P, W) <= expected_pml(P, W)",),
    ("mi(P, W) <= maxleak(P, W)",),
    ("mi(P, W) <= pml(P, W)",),
    ("mi(P, W) <= log(1 + chi2(P, W))",),
    ("mi(P, W) <= chi2(P, W)",),
    ("mi(P, W >> V) <= mi(P, W)",),
    ("mi(P >> W, V) <= log(size(Y))",),
    ("mi(P, W) <= log(size(X))",),
    ("mi(P, W) <= -log(pmin(P))",),
    ("mi(P, W) <= ldp(P, W)",),
    ("mi(P, W) <= lip(P, W)",),
    ("chi2(P, W) <= exp(pml(P, W)) - 1",),
    ("chi2(P, W >> V) <= chi2(P, W)",),
    ("I[H2](P, W >> V) <= I[H2](P, W)",),
    ("I[js](P, W >> V) <= I[js](P, W)",),
    ("I[lc](P, W >> V) <= I[lc](P, W)",),
    ("I[H2](P, W) <= tv(P, W)",),
    ("2*tv(P, W)*tv(P, W) <= mi(P, W)",),
    ("4*tv(P, W)*tv(P, W) <= chi2(P, W)",),
    ("tv(P, W) <= exp(maxleak(P, W)) - 1",),
    ("tv(P, W) <= 1 - doeblin(P, W)",),
    ("expected_pml(P, W) <= maxleak(P, W)",),
    ("expected_pml(P, W) <= pml(P, W)",),
    ("expected_pml(P, W >> V) <= maxleak(W)",),
    ("expected_pml(P, W) <= log(size(Y))",),
    ("maxcost(P, W) <= expected_costleak(P, W)",),
    ("density_min(P, W) <= mi(P, W)",),
    ("mi(P, W) <= eps", "pml(P, W) <= eps"),
    ("mi(P, W) <= eps", "maxleak(P, W) <= eps"),
    ("mi(P, W) <= eps", "ldp(P, W) <= eps"),
    ("chi2(P, W) <= exp(eps) - 1", "pml(P, W) <= eps"),
    ("D[kl](P || Q) <= c", "D[chi2](P || Q) <= c"),
    ("D[kl](P >> W || Q >> W) <= c", "D[kl](P || Q) <= c"),
    ("c <= D[chi2](P || Q)", "c <= D[kl](P || Q)"),
    ("expected_pml(P, W) <= eps", "maxleak(P, W) <= eps"),
    ("D[kl](P || Q) + mi(P, W) <= c", "D[chi2](P || Q) + chi2(P, W) <= c"),
    ("mi(P, W) <= c or mi(P, W) >= c",),
    ("max(mi(P, W), chi2(P, W)) <= chi2(P, W)",),
    ("mi(P, W) <= log(2)", "size(X) <= 2"),
    ("tv(P, W >> V) <= tv(P >> W, V)",),
    ("I[js](P, W >> V) <= I[js](P >> W, V)",),
    ("I[lc](P, W >> V) <= I[lc](P >> W, V)",),
    ("tv(P, W) <= 1 - pmin(P)",),
    ("I[1/2](P, W >> V) <= I[1/2](P, W)",),
    ("I[1/2](P, W >> V) <= I[1/2](P >> W, V)",),
    ("I[1/2](P, W) <= mi(P, W)",),
    ("H[1](P | W) <= H[1/2](P | W)",),
    ("I[2](P, W) <= log(1 + chi2(P, W))",),
    ("D[tv](P || Q) <= D[tv](P || R) + D[tv](R || Q)",),
    ("D[tv](P || Q) <= D[tv](R || P) + D[tv](R || Q)",),
    ("D[E(2)](P || Q) <= D[tv](P || R) + D[E(2)](R || Q)",),
    ("I[E(2)](P, W) <= tv(P, W)",),
    ("I[E(2)](P, W) <= 0", "ldp(W) <= log(2)"),
    ("I[lc](P, W) <= (exp(eps) - 1)^2/(exp(eps) + 1)^2", "ldp(W) <= 2*eps"),
    ("I[js](P, W) <= (exp(eps) - 1)^2/(exp(eps) + 1)^2", "ldp(W) <= 2*eps"),
    ("I[H2](P, W) <= (exp(eps) - 1)^2/(exp(2*eps) + 1)", "ldp(W) <= 4*eps"),
    ("tv(P, W) <= (exp(eps) - 1)/(exp(eps) + 1)", "ldp(W) <= 2*eps"),
    ("chi2(P, W) <= (exp(eps) - 1)^2/(4*exp(eps))", "ldp(W) <= eps"),
    ("I[2](P, W) <= log((exp(eps) + 1)^2/(4*exp(eps)))", "ldp(W) <= eps"),
    (
        "I[js](P, W) <= log(2) + eps/2 - (1 + exp(-eps))/2*log(1 + exp(eps))",
        "pml(P, W) <= eps",
    ),
    ("mi(P, W) <= 1", "D[kl](P || Q) <= 1/2", "pml(P, W) <= 1"),
    ("mi(P, W) <= 0", "eps == 0", "pml(P, W) <= eps"),
    ("log(D[chi2](P || Q)) <= log(c)", "D[chi2](P || Q) <= c", "0 < c"),
    ("exp(-D[chi2](P || Q)) <= exp(-D[kl](P || Q))",),
)
"""True statements, each with its premises."""

ADDED = (
    "D[kl](P || Q) <= D[chi2](P || Q)",
    "D[chi2](P || Q) <= D[kl](P || Q)",
    "2*D[kl](P || Q) <= D[chi2](P || Q)",
    "D[kl](P || Q) <= D[kl](P || Q) - 1",
    "D[chi2](P || Q) <= D[chi2](P || Q) - mi(P, W) - 1",
    "D[kl](P || Q) + 1 <= D[kl](P >> W || Q >> W)",
    "ldp(W) <= D[kl](P || Q)",
    "D[kl](P || Q) <= ldp(W) - 1",
    "expected_costleak(P, W) <= D[chi2](P || Q)",
    "log(chi2(P, W)) <= density_min(P, W)",
    "log(tv(P, W)) <= log(chi2(P, W)) - 1",
    "exp(-D[kl](P || Q)) <= 0",
    "D[2](P || Q) <= D[3](P || Q) - 1",
    "D[1/2](P || Q) >= D[1/2](Q || P) + 1",
    "D[inf](P || Q) <= D[3](P || Q)",
    "eps <= 0",
)
"""Premises that are true where both of their sides are infinite, or zero under a logarithm."""

GARBLED = (
    "{a} <= {a} - 1",
    "{a} <= {b} - 1",
    "{a} <= {b}",
    "{a} - {b} <= 1",
    "{a} + 1 <= 2*{b}",
    "{a} <= {b} => {a} <= c",
    "{a} <= {b} - 1 => mi(P, W) <= -1",
    "2*{a} <= {a} + {b} => {a} <= c",
    "{b} <= {a} => {b} <= c or {a} <= 7",
    "{a} + {b} <= c => {a} + 2*{b} <= c",
    "c <= {a} - {b} => c <= 0",
    "{a} <= c => {b} <= c",
    "exp(-{a}) >= 1/1000",
    "exp(-{a}) <= 1/2",
    "not ({a} <= {b})",
    "log({a}) <= {b}",
    "log({a}) >= log({b})",
    "log({a}) <= log({b}) - 1 => 1 <= pmin(P)",
    "max({a}, {b}) <= {a}",
    "min({a}, {b}) >= {a}",
    "{a} < {b} or {b} < {a}",
)
ENDLESS = (
    *("D[kl](P || Q)", "D[chi2](P || Q)", "D[kl](Q || P)", "D[chi2](P >> W || Q >> W)"),
    *("ldp(W)", "expected_costleak(P, W)", "D[kl](P >> S || P)", "-density_min(P, W)"),
    *("mi(P, W)", "chi2(P, W)", "expected_pml(P, W)", "D[js](P || Q)", "eta[tv](W)"),
    *("D[1/2](P || Q)", "D[2](P || Q)", "D[3](P || Q)", "D[inf](P || Q)", "I[2](P, W)"),
)
NAME = r"(?<![\w\[])(?:P|Q|W|V)(?!\w)"
LARGE = ("off by a hundredth", "turned", "dropped")
"""The changes that make a statement false by a hundredth or more somewhere."""


@dataclass(frozen=True)
class Changed:
    """A statement, how it was changed, and an instance on which it is false."""

    text: str
    assume: tuple[str, ...]
    how: str
    at: object = None

    @property
    def claim(self) -> Claim:
        """The claim."""
        every = " ".join((self.text, *self.assume))
        return parse(self.text, lets=lets_of(every), assume=self.assume)


def changes(text: str, assume: tuple[str, ...]) -> Iterator[Changed]:
    """The statement changed at one place."""
    for match in re.finditer(r" (<=|>=) ", text):
        left, relation, right = text[: match.start()], match[1], text[match.end() :]
        if " or " in text:
            break
        down, up = ("-", "101/100") if relation == "<=" else ("+", "99/100")
        near = "1000000001/1000000000" if relation == "<=" else "999999999/1000000000"
        yield Changed(f"{left} {relation} {right} {down} 1/100", assume, "off by a hundredth")
        yield Changed(f"{up}*({left}) {relation} {right}", assume, "off by a hundredth")
        yield Changed(
            f"{left} {relation} {right} {down} 1/1000000000", assume, "off by a billionth"
        )
        yield Changed(f"{near}*({left}) {relation} {right}", assume, "off by a billionth")
        turned = ">=" if relation == "<=" else "<="
        yield Changed(f"{left} {turned} {right}", assume, "turned")
        yield Changed(f"{left} {relation[0]} {right}", assume, "strict")
    for k in range(len(assume)):
        yield Changed(text, assume[:k] + assume[k + 1 :], "dropped")
    for premise in ADDED:
        yield Changed(f"({text}) => 2*D[tv](P || Q) <= mi(P, W)", (*assume, premise), "infinite")
        for other in changes_of_names(text):
            yield Changed(other, (*assume, premise), "infinite")
    for other in changes_of_names(text):
        yield Changed(other, assume, "exchanged")


def changes_of_names(text: str) -> Iterator[str]:
    """One function, prior or channel exchanged for another."""
    for match in re.finditer(r"([DI])\[([^\]]+)\]", text):
        for index in DIVERGENCES if match[1] == "D" else INFORMATIONS:
            if index != match[2]:
                yield f"{text[: match.start(2)]}{index}{text[match.end(2) :]}"
    others = {"P": ("Q",), "Q": ("P",), "W": ("W >> V", "S"), "V": ("V >> W",)}
    for match in re.finditer(NAME, text):
        for other in others[match[0]]:
            yield f"{text[: match.start()]}{other}{text[match.end() :]}"


def false_ones(rng: Random) -> Iterator[Changed]:
    """Changed statements that are false on some instance, each once, all kinds alike."""
    waiting = _by_kind()
    for kind in waiting.values():
        rng.shuffle(kind)
    seen: set[tuple[str, tuple[str, ...]]] = set()
    while True:
        how = rng.choice((*sorted(how for how, kind in waiting.items() if kind), "random"))
        changed = waiting[how].pop() if how in waiting else Changed(random_text(rng), (), how)
        if (changed.text, changed.assume) in seen:
            continue
        seen.add((changed.text, changed.assume))
        try:
            at = next(violations(changed.claim, rng, TRIES), None)
        except PmlError:
            continue
        if at is not None:
            yield replace(changed, at=at)


def _by_kind() -> dict[str, list[Changed]]:
    """Every statement changed at one place, and every shape filled, by how."""
    found: dict[str, list[Changed]] = {}
    for text, *assume in TRUE:
        for changed in changes(text, tuple(assume)):
            found.setdefault(changed.how, []).append(changed)
    pairs = ((a, b) for a in ENDLESS for b in ENDLESS if a != b)
    texts = (shape.format(a=a, b=b) for a, b in pairs for shape in GARBLED)
    found["garbled"] = [Changed(text, (), "garbled") for text in texts]
    return found


TRIES = 60


def is_proved(false: Changed, effort: float) -> bool:
    """Whether the prover alone proves it."""
    with alone():
        return prove(false.claim, effort=effort).name == "proved"


def is_refuted(false: Changed, effort: float) -> bool:
    """Whether it is refuted by whoever asks."""
    return decide(false.claim, effort=effort).name == "refuted"


def attack(
    claims: Iterable[Changed], effort: float, met: Counter[str], *, asking: bool = False
) -> Iterator[Changed]:
    """Those of the claims that were proved; what was tried is counted in `met`."""
    for false in claims:
        met["tried"] += 1
        met[false.how] += 1
        if is_proved(false, effort):
            met["proved"] += 1
            yield false
        if asking and false.how in LARGE:
            met["false by a hundredth"] += 1
            met["of these refuted"] += is_refuted(false, effort)


def main() -> int:
    """Attack as the arguments say, and print whatever was proved and the numbers."""
    parser = argparse.ArgumentParser(prog="python -m tests.soundness.attack_informations")
    parser.add_argument("--claims", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=0.5)
    parser.add_argument("--decide", action="store_true")
    parser.add_argument("--log", type=Path)
    options = parser.parse_args()
    met = Counter[str]()
    if options.log and options.log.exists():
        met = Counter(json.loads(options.log.read_text(encoding="utf-8").splitlines()[-1]))
    claims = islice(false_ones(Random(options.seed)), met["tried"], options.claims)
    while piece := list(islice(claims, 50)):
        for false in attack(piece, options.seconds, met, asking=options.decide):
            premises = " and ".join(false.assume)
            sys.stdout.write(f"WRONG  {premises} => {false.text}   at {shown(false.at)}\n")
            sys.stdout.flush()
        if options.log:
            with options.log.open("a", encoding="utf-8") as log:
                log.write(json.dumps(met) + "\n")
    sys.stdout.write(json.dumps(met, indent=1) + "\n")
    return 1 if met["proved"] else 0


if __name__ == "__main__":
    sys.exit(main())
