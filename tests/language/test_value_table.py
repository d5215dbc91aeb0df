"""Each interpretation of values decides what it does with each node."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from pmlsym.calculus.polynomial import constant
from pmlsym.errors import Unsupported
from pmlsym.language.value import Ratio, Value
from pmlsym.language.value_rules import ValueRules
from tests.language.value_table import (
    INTERPRETATIONS,
    MISSING,
    entry,
    missing,
    nodes,
    records_written,
    rows,
)


def test_every_interpretation_decides_on_every_node() -> None:
    assert not missing(), "\n".join(rows())


@pytest.mark.seconds
def test_the_table_has_every_record_of_rules() -> None:
    assert sorted(records_written()) == sorted(rules.name for rules in INTERPRETATIONS)


def test_nodes_have_rules_of_their_own() -> None:
    assert len({node.rule for node in nodes()}) == len(nodes()) > 9


@dataclass(frozen=True)
class Cube(Value):
    """A node that no interpretation knows."""

    rule: ClassVar[str] = "cube"
    words: ClassVar[str] = "a cube"

    body: Value


@pytest.mark.parametrize("rules", INTERPRETATIONS, ids=lambda rules: str(rules.name))
def test_a_new_node_is_missing_by_name(rules: ValueRules[Any]) -> None:
    assert entry(rules, Cube) == MISSING
    with pytest.raises(Unsupported, match=f"{rules.name}: no rule for a cube"):
        rules.of(Cube(Ratio(constant(2))))
