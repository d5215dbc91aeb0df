"""The kept tables are those of the grammar, and give the same parser; others are computed again."""

from __future__ import annotations

import json

import lark
import pytest

from pmlsym.language import syntax
from pmlsym.language.syntax import STARTS, grammar
from tests import grammar_tables as kept


def test_the_tables_are_those_of_the_grammar() -> None:
    """Where this fails, `python -m tests.grammar_tables` writes them anew."""
    _, *source = json.loads(kept.PATH.read_text(encoding="utf-8"))["of"]
    assert source == [*STARTS, grammar()]


@pytest.mark.parametrize("text", ["pml(P, W >> V) <= pml(P, W)", "not (1 < 2 or 2*eps == 1)"])
def test_kept_and_built_parsers_read_the_same(text: str) -> None:
    ours = syntax.parser_of(grammar(), STARTS)
    built = syntax.build_parser(grammar(), STARTS)
    assert ours.parse(text, start="claim") == built.parse(text, start="claim")
    with pytest.raises(lark.UnexpectedInput) as first:
        ours.parse(text + " <=", start="claim")
    with pytest.raises(lark.UnexpectedInput) as second:
        built.parse(text + " <=", start="claim")
    # what was expected comes from a set, in any order
    assert sorted(str(first.value).splitlines()) == sorted(str(second.value).splitlines())


def test_another_grammar_is_computed() -> None:
    found = syntax.parser_of('claim: "a"+', ("claim",))
    assert found.parse("aa", start="claim").data == "claim"
