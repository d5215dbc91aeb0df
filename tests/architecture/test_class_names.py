"""A class name means one thing, wherever one meets it."""

from __future__ import annotations

import ast
from collections import defaultdict

import pytest

from tests.architecture.reading_imports import files

TWICE = {
    "Split",
}
"""What has two meanings still."""


@pytest.mark.seconds
def test_a_class_name_means_one_thing():
    where = defaultdict(list)
    for path in files():
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                where[node.name].append(path)
    assert {name for name, found in where.items() if len(found) > 1} == TWICE
