"""The same claim, seed and effort have the same answer, on a busy machine and in any process."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator

import pytest

import pmlsym as ps
from pmlsym.calculus.effort import Stopwatch
from pmlsym.errors import InvalidInput
from tests.examples import effort

ANSWERS = """
import pmlsym as ps
for claim in {claims!r}:
    verdict = ps.decide(claim, effort={units})
    shown = f"{{getattr(verdict, 'instance', '')}} {{getattr(verdict, 'evidence', '')}}"
    print(verdict.name, " ".join(shown.split()))
    print([(attempt.engine, attempt.ending, attempt.effort) for attempt in verdict.attempts])
"""
CLAIMS = (
    "mi(P, W) <= pml(P, W)",  # a certificate
    "pml(P, W & U) <= pml(P, W) + pml(P, U)",  # a random instance that is shrunk
    "x >= 0 => log(1 + x) >= x - x*x/2",  # Z3
    "I(A;B|C) <= I(A;B)",  # a random joint distribution
    "maxleak(W) <= log(6)",  # nothing found: the effort ends
)
BUSY = "while True: pass"
UNITS = effort(0.4, in_full=0.8)


@pytest.mark.seconds
def test_the_same_answers_beside_busy_loops_and_after_others():
    quiet = _answers(CLAIMS, hashes="1")
    loops = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(2)]
    try:
        busy = _answers(CLAIMS[::-1], hashes="2")
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()
    pairs = [busy[k : k + 2] for k in range(0, len(busy), 2)]
    assert quiet == [line for pair in reversed(pairs) for line in pair]


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Threads that take turns fifty times as often as usual."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-4)
    yield
    sys.setswitchinterval(before)


@pytest.mark.seconds
@pytest.mark.usefixtures("hasty_threads")
def test_the_same_answers_and_effort_in_four_threads_at_once():
    def answer(claim: str) -> tuple[object, ...]:
        watch = Stopwatch()
        verdict = ps.decide(claim, effort=UNITS)
        shown = [str(getattr(verdict, name, "")) for name in ("name", "instance", "evidence")]
        return *shown, [(a.engine, a.ending, a.effort) for a in verdict.attempts], watch.units

    async def at_once(claims: tuple[str, ...]) -> list[tuple[object, ...]]:
        return await asyncio.gather(*(asyncio.to_thread(answer, claim) for claim in claims))

    alone = [answer(claim) for claim in CLAIMS]
    for turn in range(3):
        four = [(turn + k) % len(CLAIMS) for k in range(4)]
        together = asyncio.run(at_once(tuple(CLAIMS[k] for k in four)))
        assert together == [alone[k] for k in four]


def test_nothing_is_counted_less_because_it_is_known_already():
    def spent() -> float:
        watch = Stopwatch()
        ps.decide("ldp(W) <= eps => pml(P, W >> V) <= eps", effort=2)
        return watch.units

    assert spent() == spent() > 0


def test_an_answer_that_the_clock_cuts_says_so():
    verdict = ps.decide("size(X) == 2 => maxleak(W) <= ldp(W)/2", effort=1000, budget=0.5)
    assert verdict.name == "unknown"
    last = verdict.attempts[-1]
    assert last.engine == "clock" and "cut by the budget of 0.5 s" in last.ending
    assert "of 1000 units" in last.ending


@pytest.mark.seconds
def test_more_effort_never_loses_a_proof():
    claim = "maxcost(P, W) <= maxcost(W)"  # no lemma that is kept
    names = [ps.decide(claim, effort=units).name for units in (0.1, 8, 16)]
    assert names == ["unknown", "proved", "proved"]


@pytest.mark.parametrize("limits", [{"effort": 0}, {"effort": -1}, {"budget": 0}, {"effort": True}])
def test_no_effort_is_an_error(limits):
    with pytest.raises(InvalidInput, match="above zero"):
        ps.decide("pml(P, W) <= 1", **limits)


def _answers(claims: tuple[str, ...], *, hashes: str) -> list[str]:
    code = ANSWERS.format(claims=claims, units=UNITS)
    found = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONHASHSEED": hashes, "PATH": ""},
    )
    return found.stdout.splitlines()
