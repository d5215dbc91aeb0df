"""Whatever takes over a second says on a terminal that it goes on, and leaves no trace of that."""

from __future__ import annotations

import io
import os
import pty
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest

from pmlsym.commands.terminal import status_line, tell, without_status_line
from tests.examples import some_of

START = "import sys; from pmlsym.cli import program; program()"


class Terminal(io.StringIO):
    """A standard error that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def left_of(written: str) -> str:
    """What a terminal still shows of the last line."""
    return re.split(r"\r\033\[K", written.rsplit("\n", 1)[-1])[-1]


def test_the_line_comes_after_its_patience_and_goes(monkeypatch):
    monkeypatch.setattr("pmlsym.commands.terminal.PATIENCE", 0.2)
    monkeypatch.setattr("pmlsym.commands.terminal.PERIOD", 0.05)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with status_line("at once"):
        pass
    assert terminal.getvalue() == ""
    with status_line("one\nlong" + "g" * 200):
        sleep(0.5)
        assert re.search(r"one longg+  \ds", terminal.getvalue().replace(" s", "s"))
        assert len(left_of(terminal.getvalue())) <= 79
        tell("two")
        sleep(0.2)
        assert left_of(terminal.getvalue()).startswith("two  ")
        with without_status_line():
            assert left_of(terminal.getvalue()) == ""
            sleep(0.2)
            assert left_of(terminal.getvalue()) == ""
    assert left_of(terminal.getvalue()) == ""


def test_no_terminal_no_line(monkeypatch):
    monkeypatch.setattr("pmlsym.commands.terminal.PATIENCE", 0.01)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    with status_line("unseen"):
        sleep(0.1)
    assert sys.stderr.getvalue() == ""


@pytest.mark.seconds
@pytest.mark.parametrize(
    "command", some_of(["ask", "refute", "derive", "families", "measure", "check"])
)
def test_every_command_shows_the_line(command: str, tmp_path: Path) -> None:
    """With no patience at all, so that no command has to be slow for it."""
    hasty = "import pmlsym.commands.terminal as line; line.PATIENCE = line.PERIOD = 0.005; "
    arguments = {
        "ask": ["1 <= 2"],
        "refute": ["pml(P, W) <= maxleak(W)"],
        "derive": ["z-channel", "--quantity", "maxleak"],
        "measure": ["survey.csv"],
        "check": ["survey.csv"],
    }
    (tmp_path / "survey.csv").write_text("1/2,1/2\n1/3,2/3\n")
    words = [sys.executable, "-c", hasty + START, command, *arguments.get(command, [])]
    status, shown = on_terminal(words, tmp_path)
    assert status == {"check": 2, "refute": 1}.get(command, 0)
    assert re.search(rf"pmlsym {command}.*  \d+ s", shown)
    assert left_of(shown) == ""


def on_terminal(words: list[str], folder: Path) -> tuple[int, str]:
    """The exit status, and what a terminal gets of standard error."""
    ours, theirs = pty.openpty()
    running = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=theirs, cwd=folder)
    os.close(theirs)
    shown = b""
    with suppress(OSError):  # the end of a terminal is an error on Linux
        while more := os.read(ours, 1 << 12):
            shown += more
    os.close(ours)
    return running.wait(timeout=60), shown.decode()
