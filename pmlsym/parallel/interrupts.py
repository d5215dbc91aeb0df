"""Ctrl-C ends the process with the status 130, whatever it is doing.

Python hears of a signal between two steps of its own, not inside a library of C, and what a signal
raises inside a destructor is dropped. So a thread listens beside: a process that is still there a
moment after Ctrl-C is ended by it.

This file and those that import it on the way in load little before the signal is caught: until then
Ctrl-C ends the process as any other of Python.
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
"""Seconds that are left to put things in order."""

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
    Thread(target=_listen, args=(heard, told), daemon=True).start()
    signal.signal(signal.SIGINT, _interrupt)


def was_interrupted() -> bool:
    """Whether Ctrl-C was pressed: what it raised may have become another error on its way."""
    return bool(_heard)


def _interrupt(number: int, frame: object) -> None:
    _heard.append(number)
    sys.unraisablehook = _say_nothing
    raise KeyboardInterrupt


def _say_nothing(_: object) -> None:
    """Of objects that were left half made: a context of Z3 complains as it is let go."""


def _end_at_once(number: int, frame: object) -> None:
    """Nothing has begun that would have to be put in order."""
    _end()


def _listen(heard: socket, told: socket) -> None:
    """`told` is kept here: the signals that arrive at it are read from `heard`."""
    while signal.SIGINT not in heard.recv(64):
        pass
    sleep(PATIENCE)
    _end()


def _end() -> None:
    with suppress(OSError):
        os.write(2, b"pmlsym: interrupted\n")
    os._exit(INTERRUPTED)
