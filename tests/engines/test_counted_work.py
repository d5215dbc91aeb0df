"""What is counted is the work that is done: the seconds and the units of an attempt are near.

The seconds are the processor's, beside those of a plain loop in the same minute: how fast a core
is, and how busy, both feel alike.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from random import Random
from time import process_time

import pytest

from pmlsym.calculus.effort import Stopwatch, limit
from pmlsym.claim_text.question import parse
from pmlsym.engines.decide.case import Case
from pmlsym.engines.decide.decisions import decide
from pmlsym.engines.decide.portfolio import entropies, numbers, sampling, schematic
from pmlsym.engines.entropies.prove import prove_entropy
from pmlsym.errors import OutOfEffort
from pmlsym.evidence.verdict import Refuted
from tests.examples import LONG, few_of

TIMES = 5.0
"""How far apart seconds and units may be."""

ROUNDS = 1_000_000
"""Of the plain loop, which takes about a fifth of a unit."""

RELEASES = [f"W{k}" for k in range(14)]
MANY_RELEASES = (
    f"mi(P, {' & '.join(RELEASES)}) <= {' + '.join(f'mi(P, {name})' for name in RELEASES)}"
)
ATTEMPTS = (
    ("maxleak(W & U) <= maxleak(W) + maxleak(U)", schematic),
    ("pml(P, W) <= maxleak(W) + 1", schematic),
    (MANY_RELEASES, schematic),
    ("pml(P, W >> V) <= pml(P, W)", sampling),
    (MANY_RELEASES, sampling),
    (
        "3*I(A;B) <= 4*I(A;B|C) + 3*I(A;B|D) + 3*I(C;D) + 6*I(B;C|A) + 6*I(A;C|B)",
        entropies,
    ),
)


ABOUT_NUMBERS = (
    "0 < p and p < 1 and n >= 0 => prod(k, 1, n, 1-p) <= exp(-n*p)",
    "0 <= q and q <= 1 => log(q*exp(s) + 1 - q) <= q*s + s^2/8",
    "0 <= p and p <= 1 => log((1 - p)*exp(a) + p*exp(b)) <= (1-p)*a + p*b + (b-a)^2/8",
)
"""Several together: what Z3 counts of one question is up to three times off, either way."""

OF_A_SOLVER = 4.0
"""How far apart they may be there: cores differ in how fast Z3 is beside a loop of Python."""


def near_miss(count: int, terms: int, seed: int) -> str:
    """A sum of informations, less one joint entropy: false, and far from a sum of a few."""
    rng, total = Random(seed), Counter[frozenset[int]]()
    for _ in range(terms):
        i, j = rng.sample(range(count), 2)
        given = frozenset(k for k in range(count) if k not in (i, j) and rng.random() < 0.5)
        times = rng.choice((1, 1, 2, 3))
        for one, sign in ((given | {i}, 1), (given | {j}, 1), (given | {i, j}, -1), (given, -1)):
            total[one] += sign * times
    total[rng.choice([one for one in total if total[one] and one])] -= 1
    parts = [(c, ",".join(f"A{k}" for k in sorted(one))) for one, c in total.items() if c and one]
    return " + ".join(f"({c})*H({names})" for c, names in parts) + " >= 0"


def seconds_of(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return process_time() - start


def plain_loop() -> None:
    table: dict[tuple[int, int], int] = {}
    for k in range(ROUNDS):
        table[k % 997, k % 7] = k


def measured(work: Callable[[], object]) -> tuple[float, float, float]:
    """The seconds of the work, those of the plain loop, and the units that the work counts."""
    for plain in ("pml(P, W) <= ldp(W)", "maxleak(W) <= 1", "exp(x) >= 1 + x", "H(A) <= H(A,B)"):
        decide(plain)  # libraries are loaded once
    watch = Stopwatch()
    seconds = seconds_of(work)
    units = watch.units
    return seconds, 5 * seconds_of(plain_loop), units


def require_near(work: Callable[[], object], times: float = TIMES) -> None:
    """Whether the units that the work counts are near its seconds, by the speed of this core.

    In a process of its own: what is known already counts as much as what is not, and takes no time.
    """
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        seconds, unit, units = apart.submit(measured, work).result()
    assert units > 0.25, "too little to be compared"
    assert units / times < seconds / unit < units * times, (seconds, unit, units)


def attempt(turn: Callable[[Case, float], object], *texts: str) -> None:
    """The turn of an engine at claims, with half a unit of effort for each."""
    for text in texts:
        with suppress(OutOfEffort), limit(2.0):
            turn(Case(parse(text), 0.5, 0), 0.5)


def linear_program(text: str) -> None:
    """The attempt at sums of informations alone."""
    prove_entropy(parse(text), effort=60)


@pytest.mark.seconds
@pytest.mark.parametrize(("text", "turn"), few_of(ATTEMPTS))
def test_an_attempt_counts_what_it_does(text: str, turn: Callable[[Case, float], object]) -> None:
    require_near(partial(attempt, turn, text))


@pytest.mark.seconds
def test_attempts_at_numbers_count_what_they_do() -> None:
    require_near(partial(attempt, numbers, *ABOUT_NUMBERS), OF_A_SOLVER)


@pytest.mark.seconds
def test_a_linear_program_of_many_entropies_counts_what_it_does() -> None:
    """Of a thousand in the long run, else of five hundred."""
    require_near(partial(linear_program, near_miss(10 if LONG else 9, 20, 0)))


@pytest.mark.parametrize(("count", "terms"), [(10, 20), (10, 40), (12, 20)])
def test_a_near_miss_is_refuted_before_the_linear_program(count: int, terms: int) -> None:
    watch = Stopwatch()
    assert isinstance(decide(near_miss(count, terms, 1)), Refuted)
    assert watch.units < 0.5
