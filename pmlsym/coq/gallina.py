"""Data of inductive types, as terms of Coq."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class Integer:
    """An integer, where a bare int is a natural number."""

    value: int


@dataclass(frozen=True)
class Made:
    """A constructor of an inductive type with its arguments."""

    name: str
    arguments: tuple[Data, ...]


Data: TypeAlias = "int | bool | str | Integer | Made | tuple[Data, ...] | list[Data]"


def gallina(data: Data) -> str:
    """The data as a term of Coq, in the notation of MathComp."""
    match data:
        case bool():
            return "true" if data else "false"
        case Integer(value):
            return f"Posz {value}" if value >= 0 else f"Negz {-value - 1}"
        case Made(name, arguments):
            inner = [gallina(a) for a in arguments]
            made = [f"({i})" if i.startswith(("Posz", "Negz")) else i for i in inner]
            return f"({' '.join((name, *made))})" if arguments else name
        case tuple():
            return "(" + ", ".join(map(gallina, data)) + ")"
        case list():
            return "[:: " + "; ".join(map(gallina, data)) + "]" if data else "[::]"
    return str(data)


def comment(text: str) -> str:
    """The text where Coq sees no end of a comment, no beginning and no string.

    >>> comment('x*) "y" (*')
    "x* ) 'y' ( *"
    """
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")
