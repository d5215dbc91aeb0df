"""Work in several processes, which end with the one that started them.

The workers do not hear Ctrl-C. Whoever started them does, and stops them; each of them watches it
and ends when it is gone, in whatever way.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process
from typing import TypeVar

T = TypeVar("T")


def in_processes(
    work: Callable[..., T], tasks: Sequence[tuple[object, ...]], processes: int
) -> Iterator[tuple[int, T]]:
    """The number of each task and what `work` gives for its arguments, as they are done.

    One process or one task needs no others. Where the caller stops, the workers are killed.

    >>> sorted(in_processes(divmod, [(7, 2), (9, 4)], 1))
    [(0, (3, 1)), (1, (2, 1))]
    """
    count = min(processes, len(tasks))
    if count <= 1:
        for k, task in enumerate(tasks):
            yield k, work(*task)
        return
    before = set(active_children())
    pool = ProcessPoolExecutor(count, mp_context=get_context("spawn"), initializer=_watch_parent)
    try:
        with _unheard():
            waiting = {pool.submit(work, *task): k for k, task in enumerate(tasks)}
        for done in as_completed(waiting):
            yield waiting[done], done.result()
    except BaseException:
        for worker in set(active_children()) - before:
            worker.kill()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


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


def _watch_parent() -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
