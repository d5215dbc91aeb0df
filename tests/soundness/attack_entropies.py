"""An attack on what is proved and refuted of entropies.

    python -m tests.soundness.attack_entropies --claims 2000 --seed 1

Claims (tests/soundness/entropy_claims.py) are sums of informations, such sums changed at one place,
and others of any shape, with chains, independences, functions and bounds as hypotheses. They are
tried on joint distributions that are made to meet the hypotheses, by sixty digits. Half are put to
the prover alone, with no search for distributions before it. A proved claim is false on none, a
vacuous one says something on none, a counterexample is one. Claims follow from the seed and their
number. What is wrong is printed, and errors of the library's own.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from decimal import localcontext
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pmlsym as ps
from pmlsym.errors import PmlError
from pmlsym.evidence.verdict import Proved, Refuted, Verdict
from pmlsym.model.instance import Instance
from pmlsym.numbers.number import rational
from tests.soundness.attack import alone
from tests.soundness.entropy_claims import Claim, Joint, decimal, drawn, joints
from tests.soundness.plain_statements import FINE, truth
from tests.soundness.text_parts import words

TRIED, REDRAWN = 160, 8


def asked(rng: Random) -> tuple[Claim, list[Joint], bool]:
    """A claim, distributions, whether it is false on one: of those near true ones rather such."""
    for _ in range(REDRAWN):
        claim = drawn(rng)
        tried = list(joints(rng, claim, TRIED))
        is_false = any(truth(claim.statement, at) is False for at in tried)
        if is_false or claim.how != "near":
            break
    return claim, tried, is_false


def answer(claim: Claim, effort: float, *, proofs_alone: bool) -> Verdict:
    """What the library says, the whole or the provers without the search before them."""
    text = claim.statement.text
    assume = ["k >= 1"] if "k" in words(text) else []
    if proofs_alone:
        with alone():
            return ps.prove(text, assume=assume, effort=effort)
    return ps.decide(text, assume=assume, effort=effort)


def faults(claim: Claim, tried: list[Joint], verdict: Verdict) -> Iterator[str]:
    """What is wrong with an answer."""
    yield from (f"an engine failed: {a}" for a in verdict.attempts if a.failed)
    whole = claim.statement
    if isinstance(verdict, Proved):
        at = next((at for at in tried if truth(whole, at) is False), None)
        if at is not None:
            yield f"proved, and false at {at}"
        met = [at for at in tried if all(truth(part, at) for part in whole.parts[:-1])]
        if verdict.vacuous and met:
            yield f"vacuous, and it says something at {met[0]}"
        if verdict.witness is not None:
            yield from instance_faults(claim, verdict.witness, wanted=True)
    if isinstance(verdict, Refuted):
        yield from instance_faults(claim, verdict.instance, wanted=False)


def instance_faults(claim: Claim, instance: Instance, *, wanted: bool) -> Iterator[str]:
    """A counterexample is false, a witness is true and meets the hypotheses."""
    at, whole = joint_of(claim, instance), claim.statement
    if at is None:
        yield f"no joint distribution in {json.dumps(instance.to_json())}"
        return
    met = all(truth(part, at) for part in whole.parts[:-1])
    if truth(whole, at) is not wanted or not met:
        yield f"the {'witness' if wanted else 'counterexample'} {at} makes it {truth(whole, at)}"


def joint_of(claim: Claim, instance: Instance) -> Joint | None:
    """The distribution of an instance; a variable of which it says nothing has one value."""
    name = next((name for name in instance.tensors if name.startswith("joint(")), None)
    if name is None:
        return None
    own = name[len("joint(") : -1].split(",")
    sizes = [instance.sizes[variable] for variable in own]
    masses: dict[tuple[int, ...], Fraction] = {}
    for letters in product(*map(range, sizes)):
        entry: Any = instance.tensors[name]
        for letter in letters:
            entry = entry[letter]
        by_name = dict(zip(own, letters, strict=True))
        masses[tuple(by_name.get(variable, 0) for variable in claim.variables)] = entry
    if sum(masses.values()) != 1 or min(masses.values()) < 0:
        return None
    low, _ = instance.scalars.get("k", rational(1)).enclose(FINE)
    with localcontext(prec=FINE):
        log_k = decimal(low).ln()
    return Joint(claim.variables, {a: mass for a, mass in masses.items() if mass}, log_k)


def run(seed: int, numbers: range, effort: float, met: Counter[str]) -> Iterator[str]:
    """Attack with the claims of these numbers; yield what is wrong, and count in `met`."""
    for k in numbers:
        rng = Random(f"{seed}/{k}")
        claim, tried, is_false = asked(rng)
        met.update(("asked", f"kind {claim.how}"))
        met[f"false, kind {claim.how}"] += is_false
        met["hypotheses met somewhere"] += any(
            all(truth(part, at) for part in claim.statement.parts[:-1]) for at in tried
        )
        if is_false and claim.how == "true":
            yield f"{k}: {claim.statement.text}: was made to be true, and is false"
        try:
            verdict = answer(claim, effort, proofs_alone=k % 2 == 1)
        except PmlError as error:
            met[f"refused: {type(error).__name__}"] += 1
            yield f"{k}: {claim.statement.text}: refused, {error}"
            continue
        vacuous = isinstance(verdict, Proved) and verdict.vacuous
        word = "vacuous" if vacuous else verdict.name
        met[f"{'false' if is_false else 'no violation known'}: {word}"] += 1
        met[f"kind {claim.how}: {word}"] += 1
        for wrong in faults(claim, tried, verdict):
            met["wrong"] += 1
            yield f"{k}: {claim.statement.text}: {wrong}"


def main() -> int:
    """Run the attack as its arguments say; the status is 1 where anything is wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.soundness.attack_entropies")
    parser.add_argument("--claims", type=int, default=2000)
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
