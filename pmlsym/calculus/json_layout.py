"""The layout of saved JSON: a value that fits on a line is written on one."""

from __future__ import annotations

import json
from collections.abc import Iterable


def render(data: object, *, indent: int = 0, width: int = 100) -> str:
    """The JSON text of polynomials, sequents or other data; what fits into a line is on one.

    >>> print(render({"a": [1, 2], "b": None}))
    {"a": [1, 2], "b": null}
    """
    line = json.dumps(data, ensure_ascii=False)
    if len(line) + indent <= width or not (data and isinstance(data, dict | list | tuple)):
        return line
    pairs: Iterable[tuple[str, object]] = (
        ((json.dumps(key, ensure_ascii=False) + ": ", value) for key, value in data.items())
        if isinstance(data, dict)
        else (("", value) for value in data)
    )
    pad = " " * (indent + 2)
    body = ",\n".join(pad + key + render(value, indent=indent + 2) for key, value in pairs)
    low, high = "{}" if isinstance(data, dict) else "[]"
    return f"{low}\n{body}\n{' ' * indent}{high}"
