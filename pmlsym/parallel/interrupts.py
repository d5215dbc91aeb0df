"""Ctrl-C ends the process with the status 130, whatever it is doing.

Python handles a signal between two of its own steps, not inside a library of C, and drops an
exception that a signal raises inside a destructor. So a thread listens as well: it ends a process
that is still there a moment after Ctrl-C.

This file and the files that import it at the start load little before the signal is caught: until
then Ctrl-C ends the process as any other of Python.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from time import sleep
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from socket import socket

INTERRUPTED = 130
PATIENCE = 0.5
"""Seconds for cleaning up."""

_heard: list[int] = []
"""The signals of Ctrl-C so far."""


def end_on_interrupt() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt, and ends the process if that does not.

    For the main thread of a process of its own; where Ctrl-C is ignored, as under nohup, it stays
    ignored.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        return
    signal.signal(signal.SIGINT, _end_at_once)
    from socket import socketpair
    from threading import Thread

    heard, told = socketpair()
    told.setblocking(False)
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    Thread(target=_end_after_interrupt, args=(heard, told), daemon=True).start()
    signal.signal(signal.SIGINT, _raise_interrupt)


def was_interrupted() -> bool:
    """Whether Ctrl-C was pressed: its exception may have become another one on its way."""
    return bool(_heard)


def _raise_interrupt(number: int, frame: object) -> None:
    """Note the signal, and raise KeyboardInterrupt."""
    _heard.append(number)
    sys.unraisablehook = _report_nothing
    raise KeyboardInterrupt


def _report_nothing(_: object) -> None:
    """Ignore errors of half-made objects: a context of Z3 complains when it is released."""


def _end_at_once(number: int, frame: object) -> None:
    """End the process: nothing has begun that would have to be cleaned up."""
    _end_process()


def _end_after_interrupt(heard: socket, told: socket) -> None:
    """Wait for Ctrl-C, and end the process a moment later.

    The argument `told` keeps that socket open: its signals are read from `heard`.
    """
    while signal.SIGINT not in heard.recv(64):
        pass
    sleep(PATIENCE)
    _end_process()


def _end_process() -> None:
    """End the process at once, with the status of Ctrl-C."""
    with suppress(OSError):
        os.write(2, b"pmlsym: interrupted\n")
    os._exit(INTERRUPTED)
