"""What every test has: no fence of the clock, and a limit that is counted in processor seconds.

On a busy machine the seconds of the clock are not those of the work. So nothing is cut by a fence
that nobody asked for, and a test fails where it has worked for too long, not where it had to wait.
What neither ends nor works is stopped by pytest-timeout, long after.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from math import inf
from typing import Any

import pytest

LIMIT = 120.0
"""The processor seconds of a test that says nothing else: of this process, with all its threads."""

os.environ.setdefault("SYMPY_CACHE_SIZE", "30000")  # of what SymPy has computed, which it keeps

GARBAGE = 50_000
"""So many objects are made between two searches for garbage: there is little of it."""

WAITED = 15
"""How often that by the clock: a machine may be so busy, and a test wait for other processes."""


def pytest_addoption(parser: pytest.Parser) -> None:
    text = f"processor seconds of a test without a mark, {LIMIT:g}"
    parser.addoption("--processor-seconds", type=float, default=LIMIT, help=text)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        item.add_marker(pytest.mark.timeout(WAITED * _limit(item)))


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Leave the modules and the tests themselves out of every search for garbage that follows."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """The tests of a file go to one process, where they share what they have worked out."""
    if config.getoption("dist") != "load":  # which it is where nobody asks for another
        return None
    return import_module("xdist.scheduler").LoadFileScheduling(config, log)


@pytest.fixture(autouse=True, scope="session")
def _without_fence() -> Iterator[None]:
    """An answer is cut by the seconds that a test gives, and by no others."""
    with pytest.MonkeyPatch.context() as patch:
        decisions = import_module("pmlsym.engines.decide.decisions")
        patch.setattr(decisions, "patience", lambda units: inf)
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Iterator[Any]:
    with _limited(_limit(item)):
        return (yield)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[Any]:
    with _limited(_limit(item)):
        return (yield)


def _limit(item: pytest.Item) -> float:
    mark = item.get_closest_marker("processor_seconds")
    seconds: float = mark.args[0] if mark else item.config.getoption("--processor-seconds")
    return seconds


@contextmanager
def _limited(seconds: float) -> Iterator[None]:
    """Fail what runs inside after so many processor seconds, where the system counts them."""
    is_main = threading.current_thread() is threading.main_thread()
    if not (is_main and hasattr(signal, "setitimer")):
        yield
        return

    def over(number: int, frame: object) -> None:
        pytest.fail(f"it has worked for more than {seconds:g} processor seconds")

    before = signal.signal(signal.SIGPROF, over)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
