"""The display of nodes and answers, by writers that stand on floors far above.

    str(verdict)  --show("verdict_str", verdict)-->  pmlsym/pages/verdict_display.py

A lower floor does not import a higher one: it knows the name of its writer alone, and the writer is
loaded when something is shown. Lines fit the terminal, and every text is broken here.
"""

from __future__ import annotations

from html import escape
from importlib import import_module
from textwrap import wrap

WIDTH = 80
"""The characters of a line where the width of the terminal is unknown, as in a pipe."""

WRITERS = {
    "pmlsym.language.writing": ("claim_text",),
    "pmlsym.claim_text.question": ("claim_repr",),
    "pmlsym.exposition.claim_latex": ("claim_latex",),
    "pmlsym.claim_text.instance_text": ("instance_text",),
    "pmlsym.pages.verdict_latex": ("verdict_latex", "verdict_article"),
    "pmlsym.pages.verdict_display": (
        *("verdict_str", "verdict_repr", "verdict_html", "verdict_bits", "verdict_json"),
        *("verdict_saved", "tightness_text", "tightness_repr", "sides_text"),
    ),
}
"""The functions that show answers, by their modules."""


def show(what: str, answer: object, **form: object) -> str:
    """The text of a node or an answer, written by the function of that name on a floor far above.

    >>> import pmlsym as ps
    >>> show("claim_repr", ps.claim("pml(P,W) <= 1"))
    "ps.claim('pml(P, W) <= 1')"
    """
    (module,) = (module for module, names in WRITERS.items() if what in names)
    shown: str = getattr(import_module(module), what)(answer, **form)
    return shown


def as_html(text: str) -> str:
    """The text of a written node as HTML that notebooks know: a <pre> element.

    >>> as_html("1 < 2")
    '<pre style="font-family: monospace">1 &lt; 2</pre>'
    """
    return f'<pre style="font-family: monospace">{escape(text)}</pre>'


def fitted(line: str, width: int = WIDTH, first: str = "", further: str = "    ") -> list[str]:
    """A line of the text that a node or an answer prints, broken into lines and indented.

    Lines are broken at spaces alone, so that a quotient or a label with a hyphen can be found
    again; a longer word stays whole.

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
    """A word that a node or an answer prints; of a long one, the beginning and two dots.

    >>> cut("young", 5), cut("never in my whole life", 12)
    ('young', 'never in ..')
    """
    return word if len(word) <= most else f"{word[: most - 3].rstrip()} .."
