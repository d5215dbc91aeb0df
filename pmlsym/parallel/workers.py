"""Work in several processes, which end with the process that started them.

The workers ignore Ctrl-C. The process that started them receives it and kills them; each worker
watches that process and ends when it has ended, for any reason.
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
from multiprocessing.process import BaseProcess
from typing import Any

from pmlsym.errors import InvalidInput

UNGUARDED = (
    "a process that was started has ended; in a file that is run, what starts processes "
    "has to stand below  if __name__ == '__main__':  since each of them reads the file first"
)


class _ThisProcess(Executor):
    """An executor that does the submitted work in this process, at once."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        """The finished future of work that is done in this process, at once."""
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **options))
        except Exception as error:
            future.set_exception(error)
        return future


def in_this_process() -> Executor:
    """An executor that does its work in this process, without others.

    >>> in_this_process().submit(divmod, 7, 2).result()
    (3, 1)
    """
    return _ThisProcess()


@contextmanager
def processes(count: int, classes: Sequence[type] = ()) -> Iterator[Executor]:
    """An executor of `count` processes, which load these classes first; for one, this process.

    If the body ends by an exception or Ctrl-C, the workers are killed. Raises InvalidInput
    where one of them ends before its work, as in a file without `if __name__ == "__main__":`.

    >>> with processes(1) as pool:
    ...     pool.submit(divmod, 7, 2).result()
    (3, 1)
    """
    if count <= 1:
        yield in_this_process()
        return
    if getattr(current_process(), "_inheriting", False):
        sys.exit(1)  # a worker that imports the file being run has reached this call again
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
        _stop(pool, set(active_children()) - before)
        if isinstance(error, BrokenProcessPool):
            raise InvalidInput(UNGUARDED) from None
        raise
    pool.shutdown(cancel_futures=True)


def _stop(pool: ProcessPoolExecutor, workers: set[BaseProcess]) -> None:
    """Kill the worker processes and wait for the pool's thread.

    The thread is told first, so that it forgets the futures that were cancelled: when it finds
    killed workers it sets an exception on each future, and would fail at a cancelled one.
    """
    thread = getattr(pool, "_executor_manager_thread", None)  # shutdown without wait drops it
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.kill()
    if thread is not None:
        thread.join()


class _PoolWithoutInterrupts(Executor):
    """A pool whose processes ignore Ctrl-C, including those that it starts later."""

    def __init__(self, pool: Executor) -> None:
        self.pool = pool

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        """The pool's future of the work, whose process ignores Ctrl-C."""
        with _blocked_interrupts():
            return self.pool.submit(work, *args, **options)


@contextmanager
def _blocked_interrupts() -> Iterator[None]:
    """Block Ctrl-C in processes that the body starts; this process receives it after the body."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    signals_before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, signals_before)


def _start_worker(_: Sequence[type]) -> None:
    """Watch the parent of this worker process, in a thread of its own.

    The classes are arguments so that their modules are loaded first.
    """
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """End this worker process when the process that started it has ended."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
