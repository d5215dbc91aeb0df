"""Work in several processes, which end with the one that started them.

Workers ignore Ctrl-C. The process that started them handles it and stops them; each worker watches
that process and ends when it is gone, for whatever reason.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, current_process, get_context, parent_process
from typing import Any

from pmlsym.errors import InvalidInput

UNGUARDED = (
    "a process that was started has ended; in a file that is run, what starts processes "
    "has to stand below  if __name__ == '__main__':  since each of them reads the file first"
)


class _ThisProcess(Executor):
    """An executor that does submitted work at once, in this process."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        """The future of the work, done already."""
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **options))
        except Exception as error:
            future.set_exception(error)
        return future


def in_this_process() -> Executor:
    """An executor without other processes.

    >>> in_this_process().submit(divmod, 7, 2).result()
    (3, 1)
    """
    return _ThisProcess()


@contextmanager
def processes(count: int, classes: Sequence[type] = ()) -> Iterator[Executor]:
    """An executor of that many processes, which load these classes first; 1 is this process.

    If the caller stops, by an exception or Ctrl-C, the workers are killed. Raises InvalidInput
    where one of them ends before its work, as in a file without `if __name__ == "__main__":`.

    >>> with processes(1) as pool:
    ...     pool.submit(divmod, 7, 2).result()
    (3, 1)
    """
    if count <= 1:
        yield in_this_process()
        return
    if getattr(current_process(), "_inheriting", False):
        sys.exit(1)  # a worker that runs the main file again has come to where workers start
    before = set(active_children())
    pool = ProcessPoolExecutor(
        count,
        mp_context=get_context("spawn"),
        initializer=_start_worker,
        initargs=(tuple(classes),),
    )
    try:
        yield _PoolWithoutInterrupts(pool)
    except BaseException as error:
        for worker in set(active_children()) - before:
            worker.kill()
        if isinstance(error, BrokenProcessPool):
            raise InvalidInput(UNGUARDED) from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)


class _PoolWithoutInterrupts(Executor):
    """A pool that starts its processes when they are needed, without Ctrl-C."""

    def __init__(self, pool: Executor) -> None:
        self.pool = pool

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        """The future of the pool."""
        with _interrupts_blocked():
            return self.pool.submit(work, *args, **options)


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Processes that start inside ignore Ctrl-C; this process still hears it afterwards."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def _start_worker(_: Sequence[type]) -> None:
    """Watch the parent. Receiving the classes loads their modules before the first task."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Wait for the end of the parent process, then end this one."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
