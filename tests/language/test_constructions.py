"""The constructions that the page and the manual list: each example is a theorem."""

from __future__ import annotations

import json

import pytest

import pmlsym as ps
from pmlsym.language.constructions import Construction, constructions
from pmlsym.measures.every import NOTIONS
from pmlsym.pages.words_of_claims import words_of_claims


@pytest.mark.parametrize("construction", [*constructions()], ids=lambda each: each.text)
def test_an_example_of_a_construction_is_proved(construction: Construction) -> None:
    assert ps.decide(construction.example, effort=6).name == "proved"


def test_the_list_of_the_page_has_each_measure_and_each_construction() -> None:
    rows = [row for section in json.loads(words_of_claims()) for row in section["rows"]]
    texts = {row["text"] for row in rows}
    assert texts == {
        *(str(word) for notion in NOTIONS for word in notion.words),
        *(each.text for each in constructions()),
    }
    assert all(row["typed"] and row["meaning"] for row in rows)
