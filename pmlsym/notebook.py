"""What a notebook shows of an answer that is text."""

from __future__ import annotations

from html import escape


def as_html(text: str) -> str:
    """The text as it stands, in a fixed width.

    >>> as_html("1 < 2")
    '<pre>1 &lt; 2</pre>'
    """
    return f"<pre>{escape(text)}</pre>"
