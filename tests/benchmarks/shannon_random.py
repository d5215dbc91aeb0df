"""Random Shannon-type claims of 10 to 15 random variables, each proof checked exactly.

    python -m tests.benchmarks.shannon_random [--claims 60] [--seed 1] [--effort 20] [--psitip 60]

A claim is the sum of 5 to 80 elemental inequalities, I(A; B | S) >= 0 or H(A | all others) >= 0,
with coefficients 1 to 3, written in joint entropies alone, so that what was added cannot be seen. A
paper of 2026 [arXiv:2606.05729] reports on 60 claims of 10 to 15 variables; ours are made in this
way, and are not its own: the figures stand beside each other and are not of one test.

With --psitip, where it is installed, each claim is put to PSITIP as well, with the solver GLOP, in
a process of its own that is stopped after so many seconds.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from multiprocessing import get_context
from queue import Empty
from random import Random
from time import monotonic, process_time
from typing import Any

from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.judge import check_entropy
from pmlsym.engines.entropies.prove import prove_entropy
from pmlsym.errors import OutOfEffort

VARIABLES = (10, 15)
TERMS = (5, 80)
LARGEST = 3
"""The largest coefficient of a term."""

WORDS = {True: "proved", False: "unknown", None: "stopped"}
NAME = re.compile(r"A\d+")
TERM = re.compile(r"([+-]) (\d+)\*H\(([^)]*)\)")

PUBLISHED = "published for 60 others: 85 % a tuned language model, 33 % PSITIP [arXiv:2606.05729]"


def random_claim(random: Random) -> tuple[str, int, int]:
    """A claim that holds, how many variables it has, and how many inequalities were added.

    >>> text, variables, terms = random_claim(Random(1))
    >>> 10 <= variables <= 15, 5 <= terms <= 80, text.endswith(" >= 0")
    (True, True, True)
    """
    count, terms = random.randint(*VARIABLES), random.randint(*TERMS)
    total: Counter[frozenset[int]] = Counter()
    for _ in range(terms):
        weight = random.randint(1, LARGEST)
        for subset, sign in elemental(count, random):
            total[subset] += sign * weight
    shown = " ".join(
        f"{'+' if c > 0 else '-'} {abs(c)}*H({','.join(f'A{k}' for k in sorted(subset))})"
        for subset, c in sorted(total.items(), key=lambda item: sorted(item[0]))
        if c and subset
    )
    return f"0 {shown} >= 0", count, terms


def elemental(count: int, random: Random) -> Iterator[tuple[frozenset[int], int]]:
    """The joint entropies of a random elemental inequality, with their signs."""
    every = frozenset(range(count))
    a, b = random.sample(range(count), 2)
    if random.randrange(count) == 0:
        yield from ((every, 1), (every - {a}, -1))
        return
    rest = sorted(every - {a, b})
    given = frozenset(random.sample(rest, random.randint(0, len(rest))))
    yield from ((given | {a}, 1), (given | {b}, 1), (given | {a, b}, -1), (given, -1))


def is_proved(text: str, effort: float) -> bool:
    """Whether a proof is found within so much work, and holds."""
    claim = parse(text)
    try:
        proof = prove_entropy(claim, effort=effort)
    except OutOfEffort:
        return False
    if proof is None:
        return False
    check_entropy(claim, proof)
    return True


def is_proved_by_psitip(text: str, seconds: float) -> bool | None:
    """Whether PSITIP proves it; None where the time was over."""
    context = get_context("spawn")
    answer = context.Queue()
    process = context.Process(target=_ask_psitip, args=(text, answer), daemon=True)
    process.start()
    try:
        found: bool = answer.get(timeout=seconds)
    except Empty:
        return None
    finally:
        process.kill()
        process.join()
    return found


def _ask_psitip(text: str, answer: Any) -> None:
    psitip = import_module("psitip")
    psitip.PsiOpts.setting(solver="ortools.GLOP")
    variables = {name: psitip.rv(name) for name in sorted(set(NAME.findall(text)))}
    total = psitip.H(next(iter(variables.values()))) * 0
    for sign, number, names in TERM.findall(text):
        own = [variables[name] for name in names.split(",")]
        total += int(sign + number) * psitip.H(sum(own[1:], start=own[0]))
    answer.put(bool(total >= 0))


def main() -> int:
    """Print how many were proved, and the processor seconds."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.shannon_random")
    parser.add_argument("--claims", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--effort", type=float, default=20.0)
    parser.add_argument("--psitip", type=float, metavar="SECONDS")
    options = parser.parse_args()
    proved, theirs, times = 0, Counter[bool | None](), []
    for k in range(options.claims):
        text, variables, terms = random_claim(Random(f"{options.seed} {k}"))
        start = process_time()
        found = is_proved(text, options.effort)
        times.append(process_time() - start)
        proved += found
        line = f"{k + 1:3}  {variables} variables, {terms:2} terms  {WORDS[found]:<7}"
        line += f"  {times[-1]:7.2f} s"
        if options.psitip:
            begun = monotonic()
            other = is_proved_by_psitip(text, options.psitip)
            theirs[other] += 1
            line += f"  PSITIP: {WORDS[other]}, {monotonic() - begun:.1f} s of the clock"
        say(line)
    times.sort()
    say(f"{proved} of {options.claims} proved, {100 * proved / options.claims:.0f} %; {PUBLISHED}")
    if options.psitip:
        say(f"PSITIP here, GLOP, {options.psitip:g} s each: {theirs[True]} proved")
    say(f"processor seconds: median {times[len(times) // 2]:.2f}, largest {times[-1]:.2f}")
    return 0


def say(line: str) -> None:
    """Print a line at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    raise SystemExit(main())
