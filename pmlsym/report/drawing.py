"""Keeping a figure of matplotlib in a file, whole."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import Any

from pmlsym.files import replace_file

ENDINGS = (".pdf", ".png", ".svg")
"""What a figure can be written as."""


def save_figure(figure: Any, path: Path) -> None:
    """Write a figure in the format that the ending says; InvalidInput where it cannot be."""
    drawn = BytesIO()
    figure.savefig(drawn, format=path.suffix.lower().removeprefix("."), dpi=160)
    replace_file(path, drawn.getvalue())
