"""Frozen dataclasses as strict JSON, and back, for all saved files but those of the kernel.

    int, bool, str, float, None   as they are
    FloatText                     "0.5", "inf": a float that may be infinite
    Fraction                      "-1/2", in lowest terms
    tuple                         a list
    a dataclass                   an object with its fields, each once, and no other key
    one of several                such an object with its name under a key: {"step": "ask", ..}

Types come from the annotations of a class, and never from the data. A field whose metadata are
`OPTIONAL` is left out where it has its default; a class with its own `to_json` and `from_json` is
written and read by them. Unexpected data raises InvalidInput, in one line, with its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import Field, dataclass, fields, is_dataclass
from fractions import Fraction
from functools import cache
from itertools import repeat
from types import NoneType, UnionType
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin, get_type_hints

from pmlsym.calculus.wire import read_fraction, read_object, refuse

T = TypeVar("T")

FloatText = Annotated[float, "text"]
OPTIONAL = {"optional": True}
DEEPEST = 61
"""The largest depth of records within records."""

_NEEDED = {int: "an integer", bool: "true or false", str: "a text"}


@dataclass(frozen=True)
class OneOf:
    """The classes that a field may have, by their names, and the key under which the name is saved.

    The class `other`, if given, has its name in its first field: any name that no other class has.
    A `OneOf` is in the annotation of a field: Annotated[Utility, OneOf("kind", {"mi": ..})].
    """

    key: str
    kinds: Mapping[str, type]
    other: type | None = None

    def write(self, value: Any) -> dict[str, Any]:
        """The JSON object of a saved field's value, with the name of its class."""
        name = next((name for name, kind in self.kinds.items() if type(value) is kind), None)
        data = write(value)
        return {self.key: data.pop(next(iter(data))) if name is None else name, **data}

    def read(self, data: object, where: str, depth: int = 0) -> Any:
        """The value of a saved field's JSON object, of the class that it names.

        Raises InvalidInput where it is not of one of the classes.
        """
        entries = dict(read_object(data, where))
        name = entries.pop(self.key, None)
        if isinstance(name, str) and name in self.kinds:
            return _read_record(entries, self.kinds[name], where, depth)
        if self.other is None:
            refuse(where, f"{self.key!r} is none of {', '.join(self.kinds)}")
        first = fields(self.other)[0].name
        if first in entries:
            refuse(where, f"there is an unknown key {first!r}")
        return _read_record({first: name, **entries}, self.other, where, depth)


def write(value: Any) -> Any:
    """A frozen dataclass, or a value of its fields, as JSON data to save.

    >>> from pmlsym.evidence.enclosure import Split
    >>> write(Split("x", Fraction(1, 2)))
    {'number': 'x', 'at': '1/2'}
    """
    if isinstance(value, tuple):
        return [write(part) for part in value]
    if isinstance(value, Fraction):
        return str(value)
    if not is_dataclass(value):
        return value
    data = {}
    for field, kind in _annotated_fields(type(value)):  # type: ignore[arg-type]
        content = getattr(value, field.name)
        if not (field.metadata.get("optional") and content == field.default):
            data[field.name] = _field_data(content, kind)
    return data


def read(kind: type[T], data: object, where: str) -> T:
    """The dataclass that `write` saved as JSON. Raises InvalidInput with the place of the fault.

    >>> from pmlsym.evidence.enclosure import Split
    >>> read(Split, {"number": "x", "at": "2/4"}, "split")
    Traceback (most recent call last):
    pmlsym.errors.InvalidInput: split.at: '2/4' is no fraction in lowest terms, such as '-1/2'
    """
    record: T = _read_record(data, kind, where, 0)
    return record


@cache
def _annotated_fields(kind: type) -> tuple[tuple[Field[Any], Any], ...]:
    """The fields of a saved dataclass with their annotations."""
    hints = get_type_hints(kind, include_extras=True)
    return tuple((field, hints[field.name]) for field in fields(kind))


def _named_classes(kind: Any) -> OneOf | None:
    """The `OneOf` in the annotation of a saved field, or None."""
    return next((e for e in getattr(kind, "__metadata__", ()) if isinstance(e, OneOf)), None)


def _field_data(value: Any, kind: Any) -> Any:
    """The JSON data of a saved field, by its annotation, which knows the names of classes."""
    if value is not None and (choice := _named_classes(kind)):
        return choice.write(value)
    if isinstance(value, tuple) and get_origin(kind) is tuple and _named_classes(get_args(kind)[0]):
        return [_field_data(part, get_args(kind)[0]) for part in value]
    if kind == FloatText:
        return repr(value)
    return value.to_json() if hasattr(value, "to_json") else write(value)


def _read_record(data: object, kind: type, where: str, depth: int) -> Any:
    """The dataclass of a saved JSON object. Raises InvalidInput with the place of the fault."""
    if depth > DEEPEST:
        refuse(where, f"more than {DEEPEST} records within each other")
    entry, annotated = read_object(data, where), _annotated_fields(kind)
    left_out = [f.name for f, _ in annotated if f.metadata.get("optional") and f.name not in entry]
    read_object(entry, where, [f.name for f, _ in annotated if f.name not in left_out])
    values = {}
    for f, annotation in annotated:
        if f.name in entry:
            values[f.name] = _read_value(entry[f.name], annotation, f"{where}.{f.name}", depth + 1)
            if f.metadata.get("optional") and values[f.name] == f.default:
                refuse(f"{where}.{f.name}", "it is left out where it is empty")
    return kind(**values)


def _read_value(data: object, kind: Any, where: str, depth: int) -> Any:
    """The value of a saved field's JSON data, by its annotation."""
    if choice := _named_classes(kind):
        is_left_out = data is None and NoneType in get_args(get_args(kind)[0])
        return None if is_left_out else choice.read(data, where, depth)
    if get_origin(kind) in (Union, UnionType):
        members = get_args(kind)
        if data is None and NoneType in members:
            return None
        fitting = [k for k in members if (get_origin(k) is tuple) == isinstance(data, list)]
        kind = next((k for k in fitting if k is not NoneType), members[0])
    if get_origin(kind) is tuple:
        return _read_entries(data, get_args(kind), where, depth)
    if kind is Fraction:
        return read_fraction(data, where)
    if kind in (float, FloatText):
        return _read_float(data, where, is_text=kind is not float)
    if hasattr(kind, "from_json"):
        return kind.from_json(data)
    if is_dataclass(kind):
        return _read_record(data, kind, where, depth)  # type: ignore[arg-type]
    if type(data) is not kind:
        refuse(where, f"{str(data)[:40]!r} is not {_NEEDED[kind]}")
    return data


def _read_entries(data: object, kinds: Sequence[Any], where: str, depth: int) -> tuple[Any, ...]:
    """The tuple in a field of a saved record, read from a JSON list by the kinds of its entries."""
    if not isinstance(data, list):
        refuse(where, "a list [..] is needed")
    is_open = kinds[-1] is Ellipsis
    if not is_open and len(data) != len(kinds):
        refuse(where, f"a list of {len(kinds)} is needed")
    each = zip(data, repeat(kinds[0]) if is_open else kinds, strict=False)
    return tuple(
        _read_value(part, entry_kind, f"{where}[{k}]", depth)
        for k, (part, entry_kind) in enumerate(each)
    )


def _read_float(data: object, where: str, *, is_text: bool) -> float:
    """The float in a field of a saved record, read from a JSON number, or from a text."""
    number = None
    if type(data) in ((str,) if is_text else (int, float)):
        with suppress(ValueError):
            number = float(data)  # type: ignore[arg-type]
    if number is None:
        refuse(where, f"{str(data)[:40]!r} is not a number{' as text' * is_text}")
    return number
