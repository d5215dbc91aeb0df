"""The instances have the structure they promise, and the oracle stands alone."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from pathlib import Path

import pytest

from tests.definitions import (
    exp_cost_leakage_at,
    exp_ldi,
    exp_ldp_on_support,
    exp_pml_at,
    fullsupport,
    matrix,
    output_distribution,
    posterior,
    vector,
)
from tests.exact_instances import CHANNEL_KINDS, PRIOR_KINDS, exact_instances

INSTANCES = list(exact_instances(2024, 300))


def test_instances_are_distributions_and_have_the_promised_structure() -> None:
    seen = Counter(kind for case in INSTANCES for kind in case.kinds)
    assert set(seen) == {*PRIOR_KINDS, *CHANNEL_KINDS}
    met = Counter[str]()
    for case in INSTANCES:
        rows = [case.prior, *case.channel, *case.post, *(r for table in case.second for r in table)]
        assert all(sum(row) == 1 and min(row) >= 0 for row in rows)
        met["zero in prior"] += not fullsupport(case.prior)
        met["null outcome"] += not fullsupport(output_distribution(case.prior, case.channel))
        met["one letter"] += len(case.prior) == 1
        met["one outcome"] += len(case.channel[0]) == 1
        met["equal rows"] += len(set(case.channel)) < len(case.channel)
    assert min(met.values()) >= 20 and len(met) == 5, met
    assert INSTANCES == list(exact_instances(2024, 300))


def test_null_outcomes_leak_nothing_and_have_no_posterior() -> None:
    prior, channel = vector("1 0"), matrix("1 0; 0 1")
    assert exp_pml_at(prior, channel, 1) == exp_cost_leakage_at(prior, channel, 1) == 1
    assert exp_ldp_on_support(prior, channel) == exp_ldi(prior, channel) == 1
    with pytest.raises(ZeroDivisionError):
        posterior(prior, channel, 1)


def test_the_oracle_computes_with_the_standard_library_alone() -> None:
    """Its files import nothing else, but for the statements that stand beside the definitions."""
    here = Path(__file__).parent
    own = [f for f in sorted((here / "definitions").glob("*.py")) if f.name != "every.py"]
    assert len(own) > 5
    for file in (here / "exact_instances.py", *own):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and not node.level:
                names = [] if _of_statements(node) else [node.module or ""]
            else:
                continue
            assert all(name.split(".")[0] in sys.stdlib_module_names for name in names), file


def _of_statements(node: ast.ImportFrom) -> bool:
    words = {alias.name for alias in node.names}
    return node.module == "tests.statements.statement" and words <= {"PAIR", "near_miss", "theorem"}
