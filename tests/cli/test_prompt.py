"""`pmlsym ask` in a terminal: what is shared by the lines, and what is said to each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from select import select

import pytest

from pmlsym.commands.prompt import Session, answer_line, completions
from pmlsym.errors import PmlError


def said(*lines: str) -> tuple[Session, list[str]]:
    session, every = Session(), []
    for line in lines:
        session, words = answer_line(line, session, {})
        every.append(words)
    return session, every


def test_what_is_declared_and_assumed_holds_for_the_claims_that_follow() -> None:
    _, (refuted, _, proved, shown, _, again) = said(
        "maxleak(W) <= pml(P, W)",
        "assume fullsupport(P)",
        "maxleak(W) <= pml(P, W)",
        "show",
        "drop",
        "maxleak(W) <= pml(P, W)",
    )
    assert refuted.startswith("Refuted") and again.startswith("Refuted")
    assert proved.startswith("Proved  maxleak(W) <= pml(P, W)  if fullsupport(P)")
    assert shown == "assume fullsupport(P)"


def test_a_declaration_goes_with_the_claims_that_speak_of_it() -> None:
    _, (_, first, second) = said("let V: Y -> Z", "pml(P, W >> V) <= pml(P, W)", "maxleak(W) >= 0")
    assert "where V: Y -> Z" in first and "where" not in second.splitlines()[0]


def test_a_family_is_put_in_and_the_verdict_says_at_which_sizes() -> None:
    session, (_, verdict, other) = said(
        "W = randomized-response(k=2)", "pml(P, W) <= eps", "maxleak(V) >= 0"
    )
    assert session.families == (("W", "randomized-response(k=2)"),)
    assert verdict.startswith("W=randomized-response(k=2)\nProved") and "|X| = 2" in verdict
    assert other.startswith("Proved")


def test_channels_of_ones_own_and_the_set_of_their_priors() -> None:
    _, (_, _, wide, _, narrow, shown) = said(
        "channel W = [[9/10, 1/10], [1/10, 9/10]]",
        "over p(x) >= 1/10",
        "pml(P, W) <= log(3)",
        "over p(x) >= 2/5",
        "pml(P, W) <= log(3)",
        "show",
    )
    assert wide.startswith("Refuted") and narrow.startswith("Proved")
    assert shown == "channel W = [[9/10, 1/10], [1/10, 9/10]]\nover p(x) >= 2/5"


@pytest.mark.parametrize(
    "line", ["let V:", "let = 3", "assume", "pml(P, W", "W = no-family", "assume 1", "pmll(P) <= 1"]
)
def test_what_cannot_be_read_changes_nothing(line: str) -> None:
    with pytest.raises(PmlError):
        said(line, "show")


def test_a_name_has_one_meaning_and_can_be_dropped() -> None:
    _, (_, _, replaced, _, shown, dropped, missing) = said(
        "W = randomized-response(k=3)",
        "let V: Y -> Z",
        "let V: X -> Z",
        "W = [[1, 0], [0, 1]]",
        "show",
        "drop W",
        "show",
    )
    assert replaced == "in place of let V: Y -> Z"
    assert shown == "let V: X -> Z\nchannel W = [[1, 0], [0, 1]]"
    assert (dropped, missing) == ("dropped: channel W = [[1, 0], [0, 1]]", "let V: X -> Z")
    assert said("assume fullsupport(P)", "assume fullsupport(P)", "show")[1][-1] == (
        "assume fullsupport(P)"
    )
    assert said("over p(x) >= 1/10", "drop over", "show")[1][-1] == "nothing is shared"


MEANT = {
    "drop V": "nothing that is shared is called V",
    "eps = 1": "1 is no family, file or matrix",
    "W = no_such_file.csv": "cannot be read",
    "W = randomized_response(3, eps)": r"write randomized_response\(k=3\)",
    "prove pml(P, W) <= 1": "a claim is typed here alone",
    "claim sure: pml(P, W) <= 1": "a claim is typed here alone",
    '"pml(P, W) <= 1"': "a claim is typed here alone",
    "derive z-channel": "derive is for the shell",
    'pmlsym ask "1 < 2"': "pmlsym is for the shell",
    "let": "let needs to be told more",
}


@pytest.mark.parametrize("line", MEANT)
def test_what_is_meant_is_said(line: str) -> None:
    with pytest.raises(PmlError, match=MEANT[line]):
        said(line)


def test_a_comment_says_nothing_and_help_says_all() -> None:
    _, (nothing, everything, one) = said("# what holds", "?", "help over")
    assert nothing == "" and "drop W" in everything and one.startswith("over p(x)")


def test_words_of_the_prompt_are_names_in_claims() -> None:
    session, (verdict,) = said("let <= assume => let <= assume + 1")
    assert verdict.startswith("Proved") and session == Session()


def test_completion() -> None:
    assert completions("pml_entry_") == ["pml_entry_given("]
    assert "assume " in completions("a") and not completions("zz")


@pytest.mark.seconds
@pytest.mark.skipif(os.name != "posix", reason="needs a terminal of POSIX")
def test_in_a_terminal(tmp_path: Path) -> None:
    import pty

    ours, theirs = pty.openpty()
    program = "import sys; from pmlsym.cli import program; program()"
    running = subprocess.Popen(
        [sys.executable, "-c", program, "ask"],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path), "TERM": "dumb"},
    )
    os.close(theirs)
    shown = _until(ours, "> ")
    for line, reply in (
        (b"maxleak(W) >= 0\n", "Proved  maxleak(W) >= 0"),
        (b"pml(P\n", "ends too early"),
        (b"show\n", "nothing is shared"),
    ):
        os.write(ours, line)
        shown = _until(ours, reply)
        _until(ours, "> ", shown.rpartition(reply)[2])
    os.write(ours, b"quit\n")
    running.wait(timeout=60)
    os.close(ours)
    assert running.returncode == 0
    history = (tmp_path / "pmlsym" / "history").read_text(encoding="utf-8")
    assert "maxleak(W) >= 0" in history


def _until(terminal: int, words: str, shown: str = "") -> str:
    """What is shown until the words are."""
    while words not in shown:
        assert select([terminal], [], [], 60)[0], f"{words!r} is not shown: {shown!r}"
        shown += os.read(terminal, 4096).decode()
    return shown
