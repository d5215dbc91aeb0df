"""JSON text: the only reader of saved files; json_layout.py writes them.

The reader refuses NaN, infinity, repeated keys and deep nesting. Its caller chooses how numbers
without quotes are read: `whole` accepts integers alone, so that proofs are exact; `finite` accepts
floats, for numbers that are only shown; `str` returns the digits as they are written, for the
caller to read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from math import isfinite
from typing import NoReturn

from pmlsym.calculus.rational import LARGEST, read_whole
from pmlsym.errors import InvalidInput, PmlError

DEEPEST = 200


def whole(text: str) -> int:
    """The integer of a numeral in JSON of polynomials. Raises InvalidInput at an inexact number."""
    if not text.lstrip("-").isdigit():
        raise InvalidInput(f"{text[:40]} is not exact; write a fraction in quotes, such as '1/2'")
    return read_whole(text, "an integer of the JSON", least=-LARGEST)


def finite(text: str) -> int | float:
    """The integer that a numeral in JSON beside polynomials is, or else its finite float."""
    if text.lstrip("-").isdigit():
        return whole(text)
    if not isfinite(float(text)):
        raise InvalidInput(f"{text[:40]} is no finite number")
    return float(text)


def parse(text: str, numeral: Callable[[str], object] = whole) -> object:
    """The plain data of a JSON text, such as that of a sequent; `numeral` reads the numbers in it.

    >>> parse('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: the key 'a' occurs twice
    >>> parse("[0.25, 3]", str)
    ['0.25', '3']
    """
    try:
        data: object = json.loads(
            text,
            object_pairs_hook=_once,
            parse_float=numeral,
            parse_int=numeral,
            parse_constant=_no_number,
        )
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise InvalidInput(f"no complete JSON: {error.msg} ({place})") from None
    except RecursionError:
        raise InvalidInput("the JSON is nested too deeply") from None
    except ValueError as error:
        raise InvalidInput(f"{error}" if isinstance(error, PmlError) else "no JSON") from None
    _require_shallow(data)
    return data


def _require_shallow(data: object) -> None:
    """Raise InvalidInput where the JSON of polynomials or sequents is nested too deeply."""
    level: list[object] = [data]
    for _ in range(DEEPEST):
        level = [inner for part in level for inner in _inside(part)]
        if not level:
            return
    raise InvalidInput(f"the JSON is nested too deeply: more than {DEEPEST} levels")


def _inside(data: object) -> Iterator[object]:
    """The values directly inside JSON data, such as the monomials in the list of a polynomial."""
    if isinstance(data, dict):
        yield from data.values()
    elif isinstance(data, list):
        yield from data


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """The table of a JSON object, as of tensors by name. Raises InvalidInput at a repeated key."""
    table: dict[str, object] = {}
    for key, value in pairs:
        if key in table:
            raise InvalidInput(f"the key {key[:40]!r} occurs twice")
        table[key] = value
    return table


def _no_number(text: str) -> NoReturn:
    """Refuse a word such as NaN where JSON has a number, as a polynomial's coefficient is."""
    raise InvalidInput(f"{text[:40]} is no number")
