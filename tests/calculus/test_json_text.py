"""The one reader of JSON takes plain data, each key once."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmlsym.calculus.json_layout import render
from pmlsym.calculus.json_text import DEEPEST, finite, parse
from pmlsym.errors import InvalidCertificate, InvalidInput, PmlError
from pmlsym.own_data.channel_file import read_rows
from pmlsym.pages.saved_evidence import FORMATS, check_saved
from pmlsym.tables.table_files import table_of_text

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)
BROKEN = (
    '{"a": 1, "a": 1}',
    '{"a": {"b": 1, "b": 2}}',
    '{"a": NaN}',
    '{"a": Infinity}',
    '{"a": -Infinity}',
    '{"a": 1e999}',
    '{"a": -1e9999}',
    '{"a": ' + "9" * 5000 + "}",
    '{"a": 1} {}',
    '{"a": 1,}',
    "{'a': 1}",
    "[" * 100_000,
    '{"a":' * (DEEPEST + 1) + "1" + "}" * (DEEPEST + 1),
    "",
    "\x00",
)


@pytest.mark.seconds
@given(PLAIN)
def test_plain_data_comes_back(data: object) -> None:
    assert parse(json.dumps(data)) == data == parse(render(data))


@pytest.mark.parametrize("text", BROKEN, ids=lambda text: text[:20])
def test_what_is_no_plain_data_is_refused_by_every_reader(text: str) -> None:
    for reader in (parse, lambda t: parse(t, finite), check_saved):
        with pytest.raises(PmlError) as refused:
            reader(text)
        assert str(refused.value).count("\n") == 0 and len(str(refused.value)) < 300
    with pytest.raises(InvalidInput):
        read_rows(table_of_text(text, json_form=True))


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("version", ["2", "0", '"1"', "1.0", "true", "null"])
def test_every_saved_thing_states_a_version_that_is_known(kind: str, version: str) -> None:
    with pytest.raises(InvalidCertificate):
        check_saved(f'{{"format": "{kind}", "version": {version}}}')


def test_floats_are_for_what_is_only_shown() -> None:
    assert parse('{"seconds": 0.5}', finite) == {"seconds": 0.5}
    with pytest.raises(InvalidInput, match="not exact"):
        parse('{"seconds": 0.5}')
