"""Cutting the texts of claims, for tests that change them."""

from __future__ import annotations


def top_level(text: str, separator: str) -> list[str]:
    """The parts of a text between separators outside parentheses.

    >>> top_level("P, (W & U) >> V", ", ")
    ['P', '(W & U) >> V']
    """
    found, depth, start = [], 0, 0
    for k, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if not depth and text.startswith(separator, k):
            found.append(text[start:k])
            start = k + len(separator)
    return [*found, text[start:]]


def words(text: str) -> list[str]:
    """The words of a text.

    >>> words("P >> (W & U)")
    ['P', 'W', 'U']
    """
    return "".join(c if c.isalnum() or c == "_" else " " for c in text).split()
