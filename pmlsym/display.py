"""How answers are shown: that is written far above them, and the door says by whom.

    str(verdict)  --show("verdict_str", verdict)-->  pmlsym/report/verdict_display.py

What stands below does not know what stands above; the writers are loaded when something is shown.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

Writer = Callable[[object], str]

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
