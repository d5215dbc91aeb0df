"""Checks of the types of arguments, whose messages say what would be right."""

from __future__ import annotations

from typing import TypeVar

from pmlsym.errors import InvalidInput

T = TypeVar("T")

LONGEST = 40


def require_kind(value: object, kind: type[T], right: str) -> T:
    """A value given for a tensor, an index or another argument, if it has the right type.

    Raises InvalidInput otherwise, and says what would be right.

    >>> require_kind("X", str, "a word")
    'X'
    >>> require_kind([1, 2], str, "a word")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: [1, 2] is a list; write a word
    """
    if isinstance(value, kind):
        return value
    raise InvalidInput(f"{described(value)}; write {right}")


def described(value: object) -> str:
    """An argument of a wrong type in a few words, for a message of the calculus or a room above.

    >>> described(None), described("y")
    ('None was given', "'y' is a str")
    """
    if value is None:
        return "None was given"
    kind, text = type(value).__name__, repr(value).strip()
    named = f"{'an' if kind[0] in 'AEIOaeio' else 'a'} {kind}"
    if "\n" in text:  # a table: some of its rows on one line would not help
        return f"{named} was given"
    shown = " ".join(text.split())
    return f"{shown if len(shown) <= LONGEST else f'{shown[:LONGEST]}..'} is {named}"


def begins_large(name: str) -> bool:
    """Whether a tensor with indices may have this name: it begins with a capital, or with π.

    >>> begins_large("W"), begins_large("π_1"), begins_large("eps")
    (True, True, False)
    """
    return name[0].isupper() or name[0] == "π"


def require_small_name(name: object, of: str) -> None:
    """Raise InvalidInput unless an index, or a tensor without indices, may have this name.

    Capitals and π are for priors and channels; the words `and`, `or`, `not` combine claims.
    """
    if not (isinstance(name, str) and name.isidentifier()):
        raise InvalidInput(f"{name!r} is no name of {of}")
    if begins_large(name) or name in ("and", "or", "not"):
        raise InvalidInput(f"{name} is no name of {of}, which begins with a small letter")


def require_letter_name(name: object, of: str) -> None:
    """Raise InvalidInput unless a tensor's index may have this name: x, or x'1 for a bound one."""
    require_small_name(name.partition("'")[0] if isinstance(name, str) else name, of)
