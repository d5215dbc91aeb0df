"""Ctrl-C ends the process with the status 130, whatever it is doing.

Python handles a signal between two of its own steps, not inside a library of C, and drops an
exception that a handler raises inside a destructor. So a thread also waits for the signal, and ends
a process that still runs a moment after Ctrl-C.

Little is loaded before the handler is set, by this file and by the files that import it first:
until then Ctrl-C ends the process as it ends any other Python process.
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
"""Seconds for the main thread to finish before the process is ended."""

_received: list[int] = []
"""The signals of Ctrl-C that were received so far."""


def end_on_interrupt() -> None:
    """Let Ctrl-C end this process and its threads, where KeyboardInterrupt does not do so.

    Call it only in the main thread of a process that is pmlsym's own. Where Ctrl-C is ignored, as
    under nohup, it stays ignored.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        return
    signal.signal(signal.SIGINT, _end_at_once)
    from socket import socketpair
    from threading import Thread

    receiver, sender = socketpair()
    sender.setblocking(False)
    signal.set_wakeup_fd(sender.fileno(), warn_on_full_buffer=False)
    Thread(target=_end_after_signal, args=(receiver, sender), daemon=True).start()
    signal.signal(signal.SIGINT, _raise_interrupt)


def was_interrupted() -> bool:
    """Whether Ctrl-C was pressed, though its KeyboardInterrupt may have become another error."""
    return bool(_received)


def _raise_interrupt(number: int, frame: object) -> None:
    """The handler of Ctrl-C, which notes it and raises KeyboardInterrupt."""
    _received.append(number)
    sys.unraisablehook = _ignore_unraisable
    raise KeyboardInterrupt


def _ignore_unraisable(_: object) -> None:
    """Print nothing where a half-made context of Z3 is deleted as Ctrl-C ends the process."""


def _end_at_once(number: int, frame: object) -> None:
    """End the process at Ctrl-C while its thread does not run yet: there is nothing to finish."""
    _end_process()


def _end_after_signal(receiver: socket, sender: socket) -> None:
    """End the process, in a thread of its own, some time after Ctrl-C has come.

    `sender` is an argument only so that it stays open.
    """
    while signal.SIGINT not in receiver.recv(64):
        pass
    sleep(PATIENCE)
    _end_process()


def _end_process() -> None:
    """End this process with all its threads, with the status of an interrupt, and say so."""
    with suppress(OSError):
        os.write(2, b"pmlsym: interrupted\n")
    os._exit(INTERRUPTED)
