"""Ctrl-C ends the process with the status 130, whatever it is doing.

Python hears of a signal between two steps of its own, not inside a library of C, and what a signal
raises inside a destructor is dropped. So a thread listens beside: a process that is still there a
moment after Ctrl-C is ended by it.
"""

from __future__ import annotations

import os
import signal
import socket
import threading
from contextlib import suppress
from time import sleep

INTERRUPTED = 130
PATIENCE = 0.5
"""Seconds that are left to put things in order."""

_interrupted = threading.Event()


def end_on_interrupt() -> None:
    """From now on Ctrl-C raises KeyboardInterrupt, and ends the process if that does not.

    For the main thread of a process of its own; where Ctrl-C is ignored, as under nohup, it stays
    ignored.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        return
    heard, told = socket.socketpair()
    told.setblocking(False)
    signal.set_wakeup_fd(told.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, _interrupt)
    threading.Thread(target=_listen, args=(heard, told), daemon=True).start()


def was_interrupted() -> bool:
    """Whether Ctrl-C was pressed: what it raised may have become another error on its way."""
    return _interrupted.is_set()


def _interrupt(number: int, frame: object) -> None:
    _interrupted.set()
    raise KeyboardInterrupt


def _listen(heard: socket.socket, told: socket.socket) -> None:
    """`told` is kept here: the signals that arrive at it are read from `heard`."""
    while signal.SIGINT not in heard.recv(64):
        pass
    sleep(PATIENCE)
    with suppress(OSError):
        os.write(2, b"pmlsym: interrupted\n")
    os._exit(INTERRUPTED)
