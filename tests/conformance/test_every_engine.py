"""Every claim of the table through every engine by itself: none says the opposite of another.

The table covers the language: every measure, every kind of node, both answers by every engine that
can give them. A proof of Z3 alone is about two letters.
"""

from __future__ import annotations

from collections import Counter

import pytest

from pmlsym.language import nodes
from pmlsym.language.fold import walk
from pmlsym.language.nodes import Claim, Quantity
from pmlsym.measures.every import MEASURES
from tests.conformance.claims import ROWS
from tests.conformance.engines import ENGINES
from tests.examples import some_of
from tests.measures.indexed import texts
from tests.statements.statement import Statement

SETTLED = [(row, engine) for row in ROWS for engine in row.settled_by.split()]
OTHERS = [(row, engine) for row in ROWS for engine in ENGINES if (row, engine) not in SETTLED]


def named(pair: tuple[Statement, str]) -> str:
    return f"{pair[1]}: {pair[0]}"


def is_told_apart(row: Statement, engine: str, seconds: float) -> str:
    """The verdict's name; an answer that is the opposite of the table's fails."""
    verdict = ENGINES[engine](row.claim, seconds)
    holds = row.holds or (row.letters > 2 and engine == "z3")
    assert verdict.name in ("unknown", "proved" if holds else "refuted"), verdict
    assert not [a for a in verdict.attempts if a.ending.startswith("failed")], verdict.attempts
    return verdict.name


BY_ENGINE = sorted(SETTLED, key=lambda pair: pair[1])  # so that some of each are among some


@pytest.mark.parametrize("pair", some_of(BY_ENGINE), ids=named)
def test_an_engine_settles_what_it_is_for(pair: tuple[Statement, str]) -> None:
    assert is_told_apart(*pair, 60.0) != "unknown"


@pytest.mark.slow
@pytest.mark.parametrize("pair", OTHERS, ids=named)
def test_no_other_engine_says_the_opposite(pair: tuple[Statement, str]) -> None:
    is_told_apart(*pair, 5.0)


def test_the_table_speaks_of_every_measure() -> None:
    spoken = {word for row in ROWS for word in _words(row)}
    written = {text for word in MEASURES for text in texts(word)}
    assert {text.removesuffix(")").rpartition("(")[0] for text in written} <= spoken


def _words(row: Statement) -> list[str]:
    """The words of a claim's measures, with their index."""
    return [part.word for part in walk(row.claim) if isinstance(part, nodes.Measure | nodes.Named)]


def test_the_table_has_every_node_of_the_language() -> None:
    met = {type(part) for row in ROWS for part in walk(row.claim)}
    every = {
        kind
        for kind in vars(nodes).values()
        if isinstance(kind, type) and issubclass(kind, Quantity | Claim)
    }
    within = nodes.Multiple  # which stands in levels of measures alone
    assert every - met <= {Quantity, Claim, within}, {kind.__name__ for kind in every - met}


def test_every_engine_has_its_rows() -> None:
    met = Counter((engine, row.holds) for row, engine in SETTLED)
    for engine in ENGINES:
        assert met[engine, True] + met[engine, False] >= 3, met
    assert sum(row.holds for row in ROWS) >= 20 and sum(not row.holds for row in ROWS) >= 15
