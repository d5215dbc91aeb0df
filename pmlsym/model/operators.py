"""How priors and channels that are composed are written: >> binds closer than &, both to the left.

(W & U) >> T        W & U >> T  is  W & (U >> T)        W >> V & U  is  (W >> V) & U
"""

from __future__ import annotations


def cascaded(first: str, second: str) -> str:
    """`first >> second`, each in parentheses where it needs them.

    >>> cascaded("W & U", "T"), cascaded("(W & U) >> T", "V"), cascaded("W", "U >> T")
    ('(W & U) >> T', '(W & U) >> T >> V', 'W >> (U >> T)')
    """
    return f"{_enclosed(first) if ' & ' in _outside(first) else first} >> {operand(second)}"


def joined(first: str, second: str) -> str:
    """`first & second`, the second in parentheses where it is composed.

    >>> joined("W >> V", "U"), joined("W", "V & U")
    ('W >> V & U', 'W & (V & U)')
    """
    return f"{first} & {operand(second)}"


def operand(text: str) -> str:
    """The text of a right operand: in parentheses if it is composed."""
    return text if text.isidentifier() else _enclosed(text)


def _enclosed(text: str) -> str:
    return f"({text})"


def _outside(text: str) -> str:
    """The text outside parentheses.

    >>> _outside("P >> (W & V) & Q")
    'P >>  & Q'
    """
    depth, kept = 0, ""
    for character in text:
        depth += character == "("
        kept += character if not depth else ""
        depth -= character == ")"
    return kept
