"""A reader of the part of JSON Schema that docs/*.schema.json use; any other word fails."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parents[2] / "docs"

Schema = dict[str, Any]
Rule = Callable[[Any, Any, Schema, Schema], Iterator[str]]

KINDS: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}


def schema_of(name: str) -> Schema:
    """A published schema: that of a file of the manual."""
    schema: Schema = json.loads((DOCS / name).read_text(encoding="utf-8"))
    return schema


def faults(data: Any, schema: Schema, root: Schema) -> Iterator[str]:
    """What of the data is not as the schema says, each below the keys that lead to it.

    >>> list(faults({"a": "b"}, {"required": ["c"], "properties": {"a": {"type": "null"}}}, {}))
    ['lacks c', 'a: is no null']
    """
    for word, rule in schema.items():
        yield from RULES[word](data, rule, schema, root)


def _ref(data: Any, rule: Any, _: Schema, root: Schema) -> Iterator[str]:
    file, name = rule.split("#/$defs/")
    home = schema_of(file) if file else root
    yield from faults(data, home["$defs"][name], home)


def _one_of(data: Any, rule: Any, _: Schema, root: Schema) -> Iterator[str]:
    found = [list(faults(data, each, root)) for each in rule]
    if sum(not each for each in found) != 1:
        yield f"is none, or several, of {len(rule)}: {min(found, key=len)}"


def _any_of(data: Any, rule: Any, _: Schema, root: Schema) -> Iterator[str]:
    found = [list(faults(data, each, root)) for each in rule]
    if all(found):
        yield f"is none of {len(rule)}: {min(found, key=len)}"


def _type(data: Any, rule: Any, _: Schema, root: Schema) -> Iterator[str]:
    if not isinstance(data, KINDS[rule]) or (isinstance(data, bool) and rule != "boolean"):
        yield f"is no {rule}"


def _enum(data: Any, rule: Any, _: Schema, root: Schema) -> Iterator[str]:
    if data not in rule:
        yield f"is {data!r}, not {rule}"


def _required(data: Any, rule: Any, _: Schema, root: Schema) -> Iterator[str]:
    if isinstance(data, dict):
        yield from (f"lacks {key}" for key in rule if key not in data)


def _properties(data: Any, rule: Any, _: Schema, root: Schema) -> Iterator[str]:
    for key in rule if isinstance(data, dict) else ():
        if key in data:
            yield from (f"{key}: {fault}" for fault in faults(data[key], rule[key], root))


def _further(data: Any, rule: Any, schema: Schema, root: Schema) -> Iterator[str]:
    known = schema.get("properties", {})
    for key in data if isinstance(data, dict) else ():
        if key not in known and rule is False:
            yield f"has {key}"
        elif key not in known:
            yield from (f"{key}: {fault}" for fault in faults(data[key], rule, root))


def _items(data: Any, rule: Any, _: Schema, root: Schema) -> Iterator[str]:
    for k, item in enumerate(data if isinstance(data, list) else ()):
        yield from (f"{k}: {fault}" for fault in faults(item, rule, root))


def _pattern(data: Any, rule: Any, _: Schema, root: Schema) -> Iterator[str]:
    if isinstance(data, str) and not re.search(rule, data):
        yield f"does not match {rule}"


def _minimum(data: Any, rule: Any, _: Schema, root: Schema) -> Iterator[str]:
    if isinstance(data, int | float) and data < rule:
        yield f"is below {rule}"


def _nothing(data: Any, rule: Any, _: Schema, root: Schema) -> Iterator[str]:
    yield from ()


RULES: dict[str, Rule] = {
    **dict.fromkeys(("$schema", "title", "$defs"), _nothing),
    "$ref": _ref,
    "oneOf": _one_of,
    "anyOf": _any_of,
    "type": _type,
    "const": lambda data, rule, schema, root: _enum(data, [rule], schema, root),
    "enum": _enum,
    "required": _required,
    "properties": _properties,
    "additionalProperties": _further,
    "items": _items,
    "pattern": _pattern,
    "minimum": _minimum,
    "minItems": lambda data, rule, schema, root: _minimum(_length(data), rule, schema, root),
    "maxItems": lambda data, rule, schema, root: _minimum(-_length(data), -rule, schema, root),
}


def _length(data: Any) -> int:
    return len(data) if isinstance(data, list) else 0
