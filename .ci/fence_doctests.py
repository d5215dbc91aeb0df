"""For the manual: doctests of docstrings become blocks of code, which Markdown would not see."""

from __future__ import annotations

import re
from typing import Any

import griffe

DOCTEST = re.compile(r"^>>> .*(?:\n(?!\n).*)*", re.MULTILINE)


class FenceDoctests(griffe.Extension):
    """Put fences around each run of lines that begins with >>>."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Rewrite the docstring of an object that has just been read."""
        if obj.docstring is not None:
            fenced = DOCTEST.sub(lambda run: f"```pycon\n{run.group()}\n```", obj.docstring.value)
            obj.docstring.value = fenced
