"""Work in several processes, which end with the one that started them.

The workers do not hear Ctrl-C. Whoever started them does, and stops them; each of them watches it
and ends when it is gone, in whatever way.
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


class _Here(Executor):
    """Does in this process, at once, what is submitted."""

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        """The result, which is there already."""
        future: Future[Any] = Future()
        try:
            future.set_result(work(*args, **options))
        except Exception as error:
            future.set_exception(error)
        return future


def here() -> Executor:
    """An executor without other processes.

    >>> here().submit(divmod, 7, 2).result()
    (3, 1)
    """
    return _Here()


@contextmanager
def processes(count: int, classes: Sequence[type] = ()) -> Iterator[Executor]:
    """An executor of so many processes, which load these classes first; one is this process.

    Where the caller stops, by an exception or Ctrl-C, the workers are killed. Raises InvalidInput
    where one of them ends before its work, as in a file without `if __name__ == "__main__":`.

    >>> with processes(1) as pool:
    ...     pool.submit(divmod, 7, 2).result()
    (3, 1)
    """
    if count <= 1:
        yield here()
        return
    if getattr(current_process(), "_inheriting", False):
        sys.exit(1)  # a worker reads the file that is run, and has come to where it was started
    before = set(active_children())
    pool = ProcessPoolExecutor(
        count, mp_context=get_context("spawn"), initializer=_begin, initargs=(tuple(classes),)
    )
    try:
        yield _Unheard(pool)
    except BaseException as error:
        for worker in set(active_children()) - before:
            worker.kill()
        if isinstance(error, BrokenProcessPool):
            raise InvalidInput(UNGUARDED) from None
        raise
    finally:
        pool.shutdown(cancel_futures=True)


class _Unheard(Executor):
    """A pool whose processes, which it starts as they are needed, do not hear Ctrl-C."""

    def __init__(self, pool: Executor) -> None:
        self.pool = pool

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:
        """What the pool gives."""
        with _unheard():
            return self.pool.submit(work, *args, **options)


@contextmanager
def _unheard() -> Iterator[None]:
    """Processes that are started meanwhile do not hear Ctrl-C; this one hears it all the same."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    known = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, known)


def _begin(_: Sequence[type]) -> None:
    """Watch the parent. To be handed a class is to load its module, before the first task."""
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
