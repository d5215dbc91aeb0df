"""The table of rules for values: what each interpretation does with each node.

    python -m tests.language.value_table

`reads`, `refuses` (with its words) or `MISSING`; a node that is `written` out in the others may
have no rule of its own, and is then read as that. An interpretation is a record of rules in the
package; `records_written` finds them all in its text, so that none is left out of the table.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pmlsym
from pmlsym.closed_forms.resolvers.at_sizes import AT_SIZES
from pmlsym.closed_forms.resolvers.every_count import AT_EVERY_COUNT
from pmlsym.closed_forms.resolvers.every_size import AT_EVERY_SIZE
from pmlsym.engines.polytope.measure_shapes import SHAPES
from pmlsym.evaluators import ball, exact
from pmlsym.evaluators.program_plan import PLACES
from pmlsym.evaluators.read_value import ENTRIES
from pmlsym.language.value import Value
from pmlsym.language.value_facts import FACTS
from pmlsym.language.value_rules import Refused, ValueRules
from pmlsym.lowering.full_support import ABOUT_SUPPORT, ONLY_SHRINKS
from pmlsym.lowering.level_form import AT_LEAST, AT_MOST

INTERPRETATIONS: tuple[ValueRules[Any], ...] = (
    *(FACTS, ENTRIES, exact.RULES, ball.RULES, PLACES),
    *(AT_MOST, AT_LEAST, ABOUT_SUPPORT, ONLY_SHRINKS, SHAPES, AT_SIZES),
    *(AT_EVERY_SIZE, AT_EVERY_COUNT),
)
MISSING = "MISSING"
WRITTEN = "reads what it is written out as"


def nodes() -> list[type[Value]]:
    """Every node of values that the package defines, in the order of its text."""
    return [node for node in Value.__subclasses__() if node.__module__.startswith("pmlsym.")]


def entry(rules: ValueRules[Any], node: type[Value]) -> str:
    """What an interpretation does with a node."""
    rule = getattr(rules, node.rule, None)
    if rule is None:
        return WRITTEN if hasattr(node, "written") else MISSING
    return f"refuses: {rule.words}" if isinstance(rule, Refused) else "reads"


def missing() -> list[str]:
    """Interpretation and node wherever no rule is decided."""
    return [
        f"{rules.name}: {node.__name__}"
        for node in nodes()
        for rules in INTERPRETATIONS
        if entry(rules, node) == MISSING
    ]


def rows() -> Iterator[str]:
    """The table as text, a block for each node."""
    for node in nodes():
        yield node.__name__
        for rules in INTERPRETATIONS:
            yield f"    {rules.name:28} {entry(rules, node)}"


def records_written() -> Iterator[str]:
    """The `name` of every record of rules in the package's text."""
    for path in sorted(Path(pmlsym.__file__).parent.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and _callee(call.func) in ("ValueRules", "EntryRules"):
                yield from (k.value.value for k in call.keywords if k.arg == "name")


def _callee(function: ast.expr) -> str:
    inner = function.value if isinstance(function, ast.Subscript) else function
    return inner.id if isinstance(inner, ast.Name) else ""


if __name__ == "__main__":
    sys.stdout.writelines(f"{row}\n" for row in rows())
    sys.exit(1 if missing() else 0)
