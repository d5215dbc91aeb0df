"""How answers are shown: that is written far above them, and the door says by whom.

    str(verdict)  --show("verdict_str", verdict)-->  pmlsym/pages/verdict_display.py

What stands below does not know what stands above; the writers are loaded when something is shown.
Lines fit the terminal, and every text is broken here.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from textwrap import wrap

Writer = Callable[[object], str]

WIDTH = 80
"""Letters of a line where nobody says how many there is room for, as in a pipe."""

_WRITERS: dict[str, Writer] = {}


def written_by(what: str, writer: Writer) -> None:
    """Let a writer show what is called so."""
    _WRITERS[what] = writer


def show(what: str, answer: object) -> str:
    """The answer as its writer shows it.

    >>> import pmlsym as ps
    >>> show("claim_repr", ps.claim("pml(P,W) <= 1"))
    "ps.claim('pml(P, W) <= 1')"
    """
    return _WRITERS[what](answer)


def as_html(text: str) -> str:
    """The text as it stands, in a fixed width, which the styles of notebooks take from <pre>.

    >>> as_html("1 < 2")
    '<pre style="font-family: monospace">1 &lt; 2</pre>'
    """
    return f'<pre style="font-family: monospace">{escape(text)}</pre>'


def fitted(line: str, width: int = WIDTH, first: str = "", further: str = "    ") -> list[str]:
    """The line in lines of so many letters, with what they begin with; a longer word stays whole.

    It is broken at spaces alone: a quotient or a label with a hyphen has to be found again.

    >>> fitted("prior  1/2, 1/4, 1/4", 12, further="       ")
    ['prior  1/2,', '       1/4,', '       1/4']
    """
    return wrap(
        line,
        width,
        initial_indent=first,
        subsequent_indent=further,
        break_long_words=False,
        break_on_hyphens=False,
    )


def cut(word: str, most: int) -> str:
    """The word, or its beginning where it is longer, as a label in a table is that has little room.

    >>> cut("young", 5), cut("never in my whole life", 12)
    ('young', 'never in ..')
    """
    return word if len(word) <= most else f"{word[: most - 3].rstrip()} .."
