"""With an executor the same answer, whatever the executor does with what it is given."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from multiprocessing import get_context
from typing import Any

import pytest

import pmlsym as ps
from pmlsym.calculus.effort import Stopwatch, fence, limit
from pmlsym.calculus.meter import tick
from pmlsym.engines.decide.case import Errand, _outcome_in_executor
from pmlsym.errors import InvalidInput
from pmlsym.language.nodes import Claim
from pmlsym.parallel.workers import in_this_process
from tests.examples import effort

DECIDED = (
    "mi(P, W) <= pml(P, W)",  # a certificate
    "pml(P, W & U) <= pml(P, W) + pml(P, U)",  # a random instance that is shrunk
    "I(A;B|C) <= I(A;B)",  # a random joint distribution
    "maxleak(W) <= log(6)",  # a structured instance
    "size(X) == 2 => maxleak(W) <= ldp(W)/2",  # Z3, or nothing
    "suppsize(P) >= 2 => pml(P, W) + 0*ldp(P, W) < -log(pmin(P))",  # what has no value somewhere
)
REFUTED = ("ldp(W) <= pml(P, W)", "maxleak(W >> V) <= maxleak(V)", "I(A;B|C) <= I(A;B)")


def answers(executor: Executor | None) -> list[tuple[object, ...]]:
    """Everything that is not seconds, and the work of all together."""
    watch, found = Stopwatch(), []
    for claim in DECIDED:
        found.append(shown(ps.decide(claim, effort=effort(0.4, in_full=0.8), executor=executor)))
    for claim in REFUTED:
        found.append(shown(ps.refute(claim, effort=effort(0.25, in_full=0.5), executor=executor)))
    return [*found, (watch.units,)]


def shown(verdict: Any) -> tuple[object, ...]:
    """A verdict without the seconds of its attempts."""
    attempts = [(a.engine, a.ending, a.effort) for a in verdict.attempts]
    instance, evidence = (getattr(verdict, name, "") for name in ("instance", "evidence"))
    return verdict.name, str(instance), str(evidence), attempts


@pytest.fixture(scope="module")
def alone() -> list[tuple[object, ...]]:
    """The answers without an executor."""
    return answers(None)


@pytest.fixture(scope="module")
def pool() -> Iterator[Executor]:
    """Two processes that begin from nothing."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as found:
        yield found


class Refusing(Executor):
    """Takes everything and begins nothing."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        return Future()


class Cancelling(Executor):
    """Takes everything, and cancels it."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.cancel()
        future.set_running_or_notify_cancel()
        return future


class Failing(Executor):
    """Is broken by everything."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_exception(OSError("the worker is gone"))
        return future


class LastFirst(Executor):
    """Hands on what it is given only when more comes or somebody waits, the last first."""

    def __init__(self, pool: Executor) -> None:
        self.pool, self.kept = pool, list[tuple[Future[Any], tuple[Any, ...]]]()
        self.handed_on = 0

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        future = _Late(self)
        future.set_running_or_notify_cancel()
        self.kept.append((future, (work, *args)))
        return future

    def hand_on(self) -> None:
        """Everything kept, the last first, each waited for."""
        while self.kept:
            future, work = self.kept.pop()
            future.set_result(self.pool.submit(*work).result())
            self.handed_on += 1


class _Late(Future[Any]):
    def __init__(self, executor: LastFirst) -> None:
        super().__init__()
        self.executor = executor

    def result(self, timeout: float | None = None) -> Any:
        self.executor.hand_on()
        return super().result(timeout)


@pytest.mark.seconds
def test_late_and_last_first(alone: list[tuple[object, ...]], pool: Executor) -> None:
    late = LastFirst(pool)
    assert answers(late) == alone
    assert late.handed_on > 3


@pytest.mark.seconds
def test_processes_give_the_same_answers_beside_busy_ones(
    alone: list[tuple[object, ...]], pool: Executor
) -> None:
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(2)]
    try:
        assert answers(pool) == alone
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


@pytest.mark.seconds
def test_threads_and_this_process_leave_the_work_to_the_asker(
    alone: list[tuple[object, ...]],
) -> None:
    with ThreadPoolExecutor(2) as threads:
        assert answers(threads) == alone
    assert answers(in_this_process()) == alone


@pytest.mark.seconds
@pytest.mark.parametrize("executor", [Refusing(), Cancelling()])
def test_what_is_not_done_is_done_here(alone: list[tuple[object, ...]], executor: Executor) -> None:
    assert answers(executor) == alone


@pytest.mark.seconds
def test_a_broken_executor_is_told_and_changes_nothing() -> None:
    claim = "pml(P, W & U) <= pml(P, W) + pml(P, U)"
    with pytest.warns(RuntimeWarning, match="executor failed.*the worker is gone"):
        found = ps.decide(claim, effort=0.8, executor=Failing())
    assert shown(found) == shown(ps.decide(claim, effort=0.8))


def test_what_is_begun_is_taken(pool: Executor) -> None:
    """Of a claim that only sampling settles, the work is done elsewhere, and counted here."""
    taken = []

    class Counting(Executor):
        def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
            taken.append(future := pool.submit(work, *args, **options))
            wait([future])  # on a busy machine it might else be asked for before it is begun
            return future

    claim = "pml(P, W & U) <= pml(P, W) + pml(P, U)"
    assert ps.decide(claim, effort=0.8, executor=Counting()).name == "refuted"
    assert any(future.result()[0] > 1000 for future in taken)


def test_a_forked_worker_has_fences_of_its_own() -> None:
    errand = Errand(_counted, ps.claim("maxleak(W) >= 0"), {"steps": 70})
    with fence(0), limit(0):
        found = _outcome_in_executor(errand, 1, 60, ("elsewhere", 1))
        assert _outcome_in_executor(errand, 1e-6, 60, ("elsewhere", 1)) is None
        assert _outcome_in_executor(errand, 1, 0, ("elsewhere", 1)) is None
    assert found is not None
    assert found == (70, "done")


def _counted(_: Claim, *, steps: int) -> str:
    tick(steps)
    return "done"


@pytest.mark.seconds
def test_the_clock_is_heard_while_it_waits() -> None:
    class Hanging(Executor):
        def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_running_or_notify_cancel()
            return future

    claim = "pml(P, W & U) <= pml(P, W) + pml(P, U)"
    found = ps.decide(claim, effort=1000, budget=1, executor=Hanging())
    assert found.name == "unknown"
    assert "cut by the budget of 1 s" in found.attempts[-1].ending


@pytest.mark.seconds
def test_what_is_no_executor_is_an_error() -> None:
    with pytest.raises(InvalidInput, match=r"write an executor of concurrent\.futures"):
        ps.decide("maxleak(W) >= 0", executor=2)  # type: ignore[arg-type]
