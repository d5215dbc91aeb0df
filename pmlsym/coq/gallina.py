"""Data of inductive types as terms of Coq: constructors, integers, tuples and lists."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Integer:
    """An integer, where a bare int is a natural number."""

    value: int


@dataclass(frozen=True)
class CoqTerm:
    """A constructor of an inductive type with its arguments."""

    name: str
    arguments: tuple[Data, ...]


Data: TypeAlias = "int | bool | str | Integer | CoqTerm | tuple[Data, ...] | list[Data]"


def gallina(data: Data) -> str:
    """The data as a term of Coq, in the notation of MathComp."""
    match data:
        case bool():
            return "true" if data else "false"
        case Integer(value):
            return f"Posz {value}" if value >= 0 else f"Negz {-value - 1}"
        case CoqTerm(name, arguments):
            texts = [gallina(a) for a in arguments]
            texts_in_parentheses = [
                f"({i})" if i.startswith(("Posz", "Negz")) else i for i in texts
            ]
            return f"({' '.join((name, *texts_in_parentheses))})" if arguments else name
        case tuple():
            return "(" + ", ".join(map(gallina, data)) + ")"
        case list():
            return "[:: " + "; ".join(map(gallina, data)) + "]" if data else "[::]"
    return str(data)


def escape_comment(text: str) -> str:
    """The text with the marks of comments and strings of Coq broken up.

    >>> escape_comment('x*) "y" (*')
    "x* ) 'y' ( *"
    """
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")
